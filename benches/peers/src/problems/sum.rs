//! The sum of all numbers, read by the host.

use super::*;
use crate::opencl::Argument;
use crate::race::{Goal, way};
use crate::webgpu::{Bound, Step};
use gristmill::Layout;
use gristmill::algorithms::reduce::{self, Operation};
use rayon::prelude::*;

const WGSL: &str = include_str!("../../kernels/sum.wgsl");
const OPENCL: &str = include_str!("../../kernels/sum.cl");

/// Lanes of our shape, and how many are in a group.
const LANES: usize = 128;
const GROUP: usize = 8;

pub fn problem(peers: &Peers, bits: usize) -> Outcome<Problem> {
    let count = 1 << bits;
    let data = sixteenths(count);
    let truth = vec![data.iter().copied().map(f64::from).sum::<f64>()];
    let mut ways = Ways::new(peers);

    for era in Era::ALL {
        let data = data.clone();
        ways.ours(era, move |device| {
            let source = device.stream_in(Layout::Packed, count / 4, data.as_chunks::<4>().0)?;
            let sum = match era {
                Era::Fragment => reduce::fragment_packed,
                Era::Compute => reduce::compute_image,
            };
            let run = move |total: &mut f32| put(total, sum(&device, Operation::Sum, &source)?.read()?[0]);
            Ok(way(0.0, run, number))
        });
    }
    let given = data.clone();
    ways.webgpu(TEXTBOOK, move |gpu| tree_by_webgpu(gpu, &given));
    let given = data.clone();
    ways.webgpu(OURS, move |gpu| shares_by_webgpu(gpu, &given));
    let given = data.clone();
    ways.opencl(TEXTBOOK, move |opencl| tree_by_opencl(opencl, &given));
    let given = data.clone();
    ways.opencl(OURS, move |opencl| shares_by_opencl(opencl, &given));
    let given = data.clone();
    ways.plain("one thread", move || Ok(way(0.0, move |total| put(total, sum(&given)), number)));
    let given = data.clone();
    ways.plain("rayon", move || {
        let run = move |total: &mut f32| put(total, given.par_chunks(1 << 16).map(sum).sum());
        Ok(way(0.0, run, number))
    });

    let goals = match bits {
        20 => vec![Goal { ours: Some(Side::Compute), peer: "wgpu Vulkan, our shape", least: 1.0 }],
        _ => vec![],
    };
    let title = format!("Sum of 2^{bits} floats, read by the host");
    Ok(Problem {
        name: "sum",
        ours: "reduce::fragment_packed, reduce::compute_image",
        title,
        truth,
        allowed: 1e-3,
        contenders: ways.contenders,
        goals,
        page: None,
    })
}

fn put(total: &mut f32, sum: f32) -> Outcome {
    *total = sum;
    Ok(())
}

fn number(total: &mut f32) -> Outcome<Vec<f64>> {
    Ok(vec![f64::from(*total)])
}

/// Sixty-four sums side by side, so that they are vectors.
fn sum(data: &[f32]) -> f32 {
    let (whole, rest) = data.as_chunks::<64>();
    let mut sums = [0.0_f32; 64];
    for chunk in whole {
        for (sum, number) in sums.iter_mut().zip(chunk) {
            *sum += number;
        }
    }
    sums.iter().sum::<f32>() + rest.iter().sum::<f32>()
}

fn tree_by_webgpu(gpu: Rc<WebGpu>, data: &[f32]) -> Outcome<Box<dyn Way>> {
    let mut steps = Vec::new();
    let (mut source, mut count) = (gpu.buffer(data), data.len());
    while count > 1 {
        let groups = count.div_ceil(256);
        let result = gpu.empty(4 * groups);
        let rows = in_rows(groups);
        let bound = [Bound::Buffer(&source), Bound::Buffer(&result)];
        steps.push(gpu.dispatch(WGSL, "tree", &[("columns", rows[0] as f64)], &bound, rows));
        (source, count) = (result, groups);
    }
    read_by_webgpu(gpu, steps, source)
}

fn shares_by_webgpu(gpu: Rc<WebGpu>, data: &[f32]) -> Outcome<Box<dyn Way>> {
    let texels = gpu.texture(columns(data.len() / 4), data);
    let partial = gpu.empty(4 * LANES / GROUP);
    let share = (data.len() / 4).div_ceil(LANES);
    let bound = [Bound::Texture(&texels), Bound::Buffer(&partial)];
    let shares = gpu.dispatch(WGSL, "shares", &[("share", share as f64)], &bound, [LANES / GROUP, 1]);
    let result = gpu.empty(4);
    let bound = [Bound::Buffer(&partial), Bound::Buffer(&result)];
    let tree = gpu.dispatch(WGSL, "tree", &[], &bound, [1, 1]);
    read_by_webgpu(gpu, vec![shares, tree], result)
}

fn read_by_webgpu(gpu: Rc<WebGpu>, steps: Vec<Step>, result: wgpu::Buffer) -> Outcome<Box<dyn Way>> {
    let by = gpu.for_the_host(4);
    let run = move |total: &mut f32| {
        let bytes = gpu.run_and_read(&steps, &result, &by)?;
        put(total, bytemuck::pod_read_unaligned(&bytes))
    };
    Ok(way(0.0, run, number))
}

/// Columns of a texture of so many texels, a power of two.
pub fn columns(texels: usize) -> usize {
    1 << texels.ilog2().div_ceil(2)
}

fn tree_by_opencl(opencl: Rc<OpenCl>, data: &[f32]) -> Outcome<Box<dyn Way>> {
    let mut launches = Vec::new();
    let (mut source, mut count) = (opencl.buffer(data)?, data.len());
    while count > 1 {
        let groups = count.div_ceil(256);
        let result = opencl.empty(groups)?;
        let arguments = [Argument::Buffer(&source), Argument::Buffer(&result), Argument::Int(count)];
        launches.push(opencl.launch(OPENCL, "", "tree", &arguments, [256 * groups, 1], [256, 1])?);
        (source, count) = (result, groups);
    }
    let run = move |total: &mut f32| {
        opencl.run(&launches)?;
        put(total, opencl.read(&source, 1)?[0])
    };
    Ok(way(0.0, run, number))
}

fn shares_by_opencl(opencl: Rc<OpenCl>, data: &[f32]) -> Outcome<Box<dyn Way>> {
    let fours = data.len() / 4;
    let (source, partial) = (opencl.buffer(data)?, opencl.empty(LANES / GROUP)?);
    let arguments =
        [Argument::Buffer(&source), Argument::Buffer(&partial), Argument::Int(fours), Argument::Int(fours / LANES)];
    let launches = [opencl.launch(OPENCL, "", "shares", &arguments, [LANES, 1], [GROUP, 1])?];
    let run = move |total: &mut f32| {
        opencl.run(&launches)?;
        put(total, opencl.read(&partial, LANES / GROUP)?.iter().sum())
    };
    Ok(way(0.0, run, number))
}
