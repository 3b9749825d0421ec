//! Inclusive prefix sums.

use super::*;
use crate::opencl::{Argument, Floats, Launch};
use crate::race::{Goal, way};
use crate::webgpu::{Bound, Step};
use gristmill::{Layout, Stream};
use gristmill::algorithms::scan::{self, fragment_blocked};
use rayon::prelude::*;

const WGSL: &str = include_str!("../../kernels/scan.wgsl");
const OPENCL: &str = include_str!("../../kernels/scan.cl");

/// Chunks of our shape: as many as a block of the textbook's scans at once.
const CHUNKS: usize = 256;

pub fn problem(peers: &Peers, bits: usize) -> Outcome<Problem> {
    let count = 1 << bits;
    let data = sixteenths(count);
    let mut truth = wide(&data);
    for at in 1..count {
        truth[at] += truth[at - 1];
    }
    let mut ways = Ways::new(peers);

    for era in Era::ALL {
        let data = data.clone();
        ways.ours(era, move |device| {
            if era == Era::Compute {
                let source = device.stream_in(Layout::Packed, count / 4, data.as_chunks::<4>().0)?;
                let run = move |sums: &mut Option<Stream<[f32; 4]>>| {
                    *sums = Some(scan::compute_image(&device, &source)?);
                    Ok(device.finish()?)
                };
                return Ok(way(None, run, |sums| Ok(wide(&sums.as_ref().ok_or("no run")?.read()?.concat()))));
            }
            let source = device.stream(&data)?;
            let run = move |sums: &mut Option<Stream<f32>>| {
                *sums = Some(fragment_blocked(&device, &source)?);
                Ok(device.finish()?)
            };
            Ok(way(None, run, |sums| Ok(wide(&sums.as_ref().ok_or("no run")?.read()?))))
        });
    }
    let given = data.clone();
    ways.webgpu(TEXTBOOK, move |gpu| {
        let (source, result) = (gpu.buffer(&given), gpu.empty(4 * given.len()));
        let mut steps = Vec::new();
        blocks_by_webgpu(&gpu, &mut steps, &source, &result, given.len());
        let run = move |(gpu, _): &mut (Rc<WebGpu>, _)| gpu.run(&steps);
        Ok(way((gpu, result), run, |(gpu, result)| gpu.read(result)))
    });
    let given = data.clone();
    ways.webgpu(OURS, move |gpu| {
        let (source, result) = (gpu.buffer(&given), gpu.empty(4 * given.len()));
        let [totals, scanned] = [gpu.empty(4 * CHUNKS), gpu.empty(4 * CHUNKS)];
        let chunk = [("chunk", chunk_of(given.len()) as f64)];
        let mut steps = Vec::new();
        let bound = [Bound::Buffer(&source), Bound::Buffer(&totals)];
        steps.push(gpu.dispatch(WGSL, "chunk_totals", &chunk, &bound, [CHUNKS / 8, 1]));
        blocks_by_webgpu(&gpu, &mut steps, &totals, &scanned, CHUNKS);
        let bound = [Bound::Buffer(&source), Bound::Buffer(&result), Bound::Buffer(&scanned)];
        steps.push(gpu.dispatch(WGSL, "chunks", &chunk, &bound, [CHUNKS / 8, 1]));
        let run = move |(gpu, _): &mut (Rc<WebGpu>, _)| gpu.run(&steps);
        Ok(way((gpu, result), run, |(gpu, result)| gpu.read(result)))
    });
    let given = data.clone();
    ways.opencl(TEXTBOOK, move |opencl| {
        let (source, result) = (opencl.buffer(&given)?, opencl.empty(given.len())?);
        let mut launches = Vec::new();
        blocks_by_opencl(&opencl, &mut launches, &source, &result, given.len())?;
        finish_by_opencl(opencl, launches, result, given.len())
    });
    let given = data.clone();
    ways.opencl(OURS, move |opencl| {
        let (source, result) = (opencl.buffer(&given)?, opencl.empty(given.len())?);
        let [totals, scanned] = [opencl.empty(CHUNKS)?, opencl.empty(CHUNKS)?];
        let (fours, chunk) = (given.len() / 4, chunk_of(given.len()));
        let mut launches = Vec::new();
        let arguments =
            [Argument::Buffer(&source), Argument::Buffer(&totals), Argument::Int(fours), Argument::Int(chunk)];
        launches.push(opencl.launch(OPENCL, "", "chunk_totals", &arguments, [CHUNKS, 1], [8, 1])?);
        blocks_by_opencl(&opencl, &mut launches, &totals, &scanned, CHUNKS)?;
        let arguments = [
            Argument::Buffer(&source),
            Argument::Buffer(&result),
            Argument::Buffer(&scanned),
            Argument::Int(fours),
            Argument::Int(chunk),
        ];
        launches.push(opencl.launch(OPENCL, "", "chunks", &arguments, [CHUNKS, 1], [8, 1])?);
        finish_by_opencl(opencl, launches, result, given.len())
    });
    let given = data.clone();
    ways.plain("one thread", move || {
        let run = move |sums: &mut Vec<f32>| {
            scan_from(0.0, &given, sums);
            Ok(())
        };
        Ok(way(vec![0.0; count], run, |sums| Ok(wide(sums))))
    });
    let given = data.clone();
    ways.plain("rayon", move || {
        let run = move |sums: &mut Vec<f32>| {
            let chunk = given.len().div_ceil(8 * rayon::current_num_threads());
            let mut starts: Vec<f32> = given.par_chunks(chunk).map(|chunk| chunk.iter().sum()).collect();
            let mut start = 0.0;
            for total in &mut starts {
                start += std::mem::replace(total, start);
            }
            let chunks = given.par_chunks(chunk).zip(sums.par_chunks_mut(chunk)).zip(starts);
            chunks.for_each(|((given, sums), start)| scan_from(start, given, sums));
            Ok(())
        };
        Ok(way(vec![0.0; count], run, |sums| Ok(wide(sums))))
    });

    let goals = vec![Goal { ours: Some(Side::Compute), peer: "one thread", least: 1.0 }];
    let title = format!("Prefix sums of 2^{bits} floats");
    // Sums of 2^24 sixteenths may have more bits than a float.
    let allowed = if bits > 20 { 0.5 } else { 0.0 };
    Ok(Problem {
        name: "scan",
        ours: "scan::fragment_blocked, scan::compute_image",
        title,
        truth,
        allowed,
        contenders: ways.contenders,
        goals,
        page: None,
    })
}

fn scan_from(start: f32, given: &[f32], sums: &mut [f32]) {
    let mut sum = start;
    for (to, number) in sums.iter_mut().zip(given) {
        sum += number;
        *to = sum;
    }
}

/// Fours of a chunk, an odd number of fours of them: chunks a power of two apart want the same lines of a cache.
fn chunk_of(count: usize) -> usize {
    (count.div_ceil(CHUNKS).div_ceil(16) | 1) * 4
}

fn blocks_by_webgpu(gpu: &WebGpu, steps: &mut Vec<Step>, source: &wgpu::Buffer, result: &wgpu::Buffer, count: usize) {
    let groups = count.div_ceil(256);
    let rows = in_rows(groups);
    let constants = [("columns", rows[0] as f64)];
    let totals = gpu.empty(4 * groups);
    let bound = [Bound::Buffer(source), Bound::Buffer(result), Bound::Buffer(&totals)];
    steps.push(gpu.dispatch(WGSL, "blocks", &constants, &bound, rows));
    if groups > 1 {
        let scanned = gpu.empty(4 * groups);
        blocks_by_webgpu(gpu, steps, &totals, &scanned, groups);
        let bound = [Bound::Buffer(&scanned), Bound::Buffer(result)];
        steps.push(gpu.dispatch(WGSL, "add", &constants, &bound, rows));
    }
}

fn blocks_by_opencl(
    opencl: &OpenCl,
    launches: &mut Vec<Launch>,
    source: &Floats,
    result: &Floats,
    count: usize,
) -> Outcome {
    let groups = count.div_ceil(256);
    let totals = opencl.empty(groups)?;
    let arguments =
        [Argument::Buffer(source), Argument::Buffer(result), Argument::Buffer(&totals), Argument::Int(count)];
    launches.push(opencl.launch(OPENCL, "", "blocks", &arguments, [256 * groups, 1], [256, 1])?);
    if groups > 1 {
        let scanned = opencl.empty(groups)?;
        blocks_by_opencl(opencl, launches, &totals, &scanned, groups)?;
        let arguments = [Argument::Buffer(&scanned), Argument::Buffer(result), Argument::Int(count)];
        launches.push(opencl.launch(OPENCL, "", "add", &arguments, [256 * groups, 1], [256, 1])?);
    }
    Ok(())
}

fn finish_by_opencl(opencl: Rc<OpenCl>, launches: Vec<Launch>, result: Floats, count: usize) -> Outcome<Box<dyn Way>> {
    let run = move |opencl: &mut Rc<OpenCl>| opencl.run(&launches);
    Ok(way(opencl, run, move |opencl| Ok(wide(&opencl.read(&result, count)?))))
}
