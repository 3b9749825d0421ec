//! alpha * x + y.

use super::*;
use crate::opencl::Argument;
use crate::race::way;
use crate::webgpu::Bound;
use gristmill::algorithms::saxpy::{compute_packed, fragment_packed};
use gristmill::{Layout, Stream};
use rayon::prelude::*;

const WGSL: &str = include_str!("../../kernels/saxpy.wgsl");
const OPENCL: &str = include_str!("../../kernels/saxpy.cl");
const COUNT: usize = 1 << 22;
const ALPHA: f32 = 1.5;

pub fn problem(peers: &Peers) -> Outcome<Problem> {
    let (x, y) = (sixteenths(COUNT), floats(COUNT, 4));
    let truth = x
        .iter()
        .zip(&*y)
        .map(|(x, y)| f64::from(ALPHA) * f64::from(*x) + f64::from(*y))
        .collect();
    let mut ways = Ways::new(peers);

    let (given_x, given_y) = (x.clone(), y.clone());
    ways.ours(Era::Fragment, move |device| {
        let four = |data: &[f32]| device.stream_in(Layout::Packed, COUNT / 4, data.as_chunks::<4>().0);
        let (x, y) = (four(&given_x)?, four(&given_y)?);
        let run = move |result: &mut Option<Stream<[f32; 4]>>| {
            *result = Some(fragment_packed(&device, ALPHA, &x, &y)?);
            Ok(device.finish()?)
        };
        Ok(way(None, run, |result| Ok(wide(result.as_ref().ok_or("no run")?.read()?.as_flattened()))))
    });
    let (given_x, given_y) = (x.clone(), y.clone());
    ways.ours(Era::Compute, move |device| {
        let (x, y) = (device.stream(&given_x)?, device.stream(&given_y)?);
        let run = move |result: &mut Option<Stream<f32>>| {
            *result = Some(compute_packed(&device, ALPHA, &x, &y)?);
            Ok(device.finish()?)
        };
        Ok(way(None, run, |result| Ok(wide(&result.as_ref().ok_or("no run")?.read()?))))
    });
    for (shape, entry, lanes) in [(TEXTBOOK, "ones", COUNT), (OURS, "fours", COUNT / 4)] {
        let (given_x, given_y) = (x.clone(), y.clone());
        ways.webgpu(shape, move |gpu| {
            let (x, y, result) = (gpu.buffer(&given_x), gpu.buffer(&given_y), gpu.empty(4 * COUNT));
            let rows = in_rows(lanes / 64);
            let constants = [("alpha", f64::from(ALPHA)), ("columns", rows[0] as f64)];
            let bound = [Bound::Buffer(&x), Bound::Buffer(&y), Bound::Buffer(&result)];
            let steps = [gpu.dispatch(WGSL, entry, &constants, &bound, rows)];
            let run = move |(gpu, _): &mut (Rc<WebGpu>, _)| gpu.run(&steps);
            Ok(way((gpu, result), run, |(gpu, result)| gpu.read(result)))
        });
        let (given_x, given_y) = (x.clone(), y.clone());
        ways.opencl(shape, move |opencl| {
            let (x, y, result) = (opencl.buffer(&given_x)?, opencl.buffer(&given_y)?, opencl.empty(COUNT)?);
            let arguments =
                [Argument::Buffer(&x), Argument::Buffer(&y), Argument::Buffer(&result), Argument::Float(ALPHA)];
            let launches = [opencl.launch(OPENCL, "", entry, &arguments, [lanes, 1], [64, 1])?];
            let run = move |opencl: &mut Rc<OpenCl>| opencl.run(&launches);
            Ok(way(opencl, run, move |opencl| Ok(wide(&opencl.read(&result, COUNT)?))))
        });
    }
    for name in ["one thread", "rayon"] {
        let (x, y) = (x.clone(), y.clone());
        ways.plain(name, move || {
            let run = move |result: &mut Vec<f32>| {
                let chunk = if name == "rayon" { 1 << 16 } else { COUNT };
                let line = |((to, x), y): ((&mut [f32], &[f32]), &[f32])| {
                    to.iter_mut().zip(x).zip(y).for_each(|((to, x), y)| *to = ALPHA * x + y);
                };
                if name == "rayon" {
                    result
                        .par_chunks_mut(chunk)
                        .zip(x.par_chunks(chunk))
                        .zip(y.par_chunks(chunk))
                        .for_each(line);
                } else {
                    line(((result, &x), &y));
                }
                Ok(())
            };
            Ok(way(vec![0.0; COUNT], run, |result| Ok(wide(result))))
        });
    }
    let title = "alpha * x + y on 2^22 floats".to_string();
    let contenders = ways.contenders;
    Ok(Problem {
        name: "saxpy",
        ours: "saxpy::fragment_packed, saxpy::compute_packed",
        title,
        truth,
        allowed: 1e-6,
        contenders,
        goals: vec![],
        page: None,
    })
}
