//! Cost of each kind of write.

use super::{ProbeSizes, cost_row};
use crate::experiments::{Answer, Stopwatch, Tabulation};
use crate::{Device, Element, Era, KernelSource, Layout, Result, kernel_pair};

const WRITES_KERNEL: KernelSource = kernel_pair!("experiments/probe_writes");

/// Elements that an invocation writes.
const PLACES_PER_LANE: usize = 8;
/// Columns of the image that is written.
const IMAGE_COLUMNS: usize = 256;

/// The ways to write, with their descriptions; the number is the one in the kernel.
const WRITE_VARIANTS: [(&str, u32); 6] = [
    ("a float to a buffer", 1),
    ("four to a buffer", 2),
    ("imageStore of a float", 3),
    ("imageStore of four", 4),
    ("atomicAdd, each to a place of its own", 5),
    ("atomicAdd, all to one place", 6),
];
const CONTENDED_ATOMICS: u32 = 6;

pub(super) fn measure_writes(device: &Device, sizes: ProbeSizes, answer: &mut Answer) -> Result<()> {
    let mut table = Tabulation::new(
        format!("Writes of the {} era", device.era()),
        &["write", "ns per write", "times a write of four"],
    );
    let costs = match device.era() {
        Era::Compute => compute_write_costs(device, sizes, answer)?,
        Era::Fragment => vec![
            ("a float to a target", time_one_target::<f32>(device, sizes, answer)?),
            ("four to a target", time_one_target::<[f32; 4]>(device, sizes, answer)?),
            ("four to each of four targets", time_four_targets(device, sizes, answer)?),
        ],
    };
    let unit = costs[1].1;
    for (words, cost) in costs {
        table.row(cost_row(words, cost, unit));
    }
    answer.tables.push(table);
    Ok(())
}

type WriteCosts = Vec<(&'static str, Option<f64>)>;

fn compute_write_costs(device: &Device, sizes: ProbeSizes, answer: &mut Answer) -> Result<WriteCosts> {
    let costs = WRITE_VARIANTS.iter().map(|&(words, kind)| {
        let cost = match kind {
            1 | 3 => time_stores(device, sizes, (words, kind), 0.0_f32, |value| value, answer),
            2 | 4 => time_stores(device, sizes, (words, kind), [0.0_f32; 4], |value| [value; 4], answer),
            _ => time_atomic_adds(device, sizes, (words, kind), answer),
        };
        Ok((words, cost?))
    });
    costs.collect()
}

/// Times stores; each element must hold the value of the last iteration.
fn time_stores<T: Element + PartialEq>(
    device: &Device,
    ProbeSizes { quick, lanes, turns }: ProbeSizes,
    (words, kind): (&str, u32),
    zero: T,
    last: fn(f32) -> T,
    answer: &mut Answer,
) -> Result<Option<f64>> {
    let places = lanes * PLACES_PER_LANE;
    let mut result = match kind {
        1 | 2 => device.stream_in(Layout::Linear, places, &vec![zero; places])?,
        _ => device.stream_in(Layout::Packed, [IMAGE_COLUMNS, places / IMAGE_COLUMNS], &vec![zero; places])?,
    };
    let kernel = device.kernel(&WRITES_KERNEL.define("KIND", kind))?;
    let time = Stopwatch::new(quick).time(device, || {
        let call = kernel.call().uniform("turns", turns as i32).output("result", &mut result);
        call.groups([(lanes / 64) as u32, 1, 1]).run()
    })?;
    let last = last((turns - 1) as f32);
    answer.hold(result.read()?.iter().all(|place| *place == last), || format!("{words} leaves wrong numbers"));
    Ok(time.map(|time| time.as_secs_f64() * 1e9 / (places * turns) as f64))
}

/// Times atomic additions; each element must have the same number of additions, or one element all of them.
fn time_atomic_adds(
    device: &Device,
    ProbeSizes { quick, lanes, turns }: ProbeSizes,
    (words, kind): (&str, u32),
    answer: &mut Answer,
) -> Result<Option<f64>> {
    let places = lanes * PLACES_PER_LANE;
    let mut result = device.stream(&vec![0_u32; places])?;
    let kernel = device.kernel(&WRITES_KERNEL.define("KIND", kind))?;
    let mut runs = 0_u32;
    let time = Stopwatch::new(quick).time(device, || {
        runs = runs.wrapping_add(1);
        let call = kernel.call().uniform("turns", turns as i32).update("result", &mut result);
        call.groups([(lanes / 64) as u32, 1, 1]).run()
    })?;
    let each = runs.wrapping_mul(turns as u32);
    let counts = result.read()?;
    let right = match kind {
        CONTENDED_ATOMICS => {
            counts[0] == each.wrapping_mul(places as u32) && counts[1..].iter().all(|count| *count == 0)
        }
        _ => counts.iter().all(|count| *count == each),
    };
    answer.hold(right, || format!("{words} loses some"));
    Ok(time.map(|time| time.as_secs_f64() * 1e9 / (places * turns) as f64))
}

/// Times a pass that writes one target.
fn time_one_target<T: Element + PartialEq>(
    device: &Device,
    sizes: ProbeSizes,
    answer: &mut Answer,
) -> Result<Option<f64>> {
    let kind = if T::FORMAT.lanes == 1 { "float" } else { "vec4" };
    let kernel = device.kernel(&WRITES_KERNEL.define("OUTPUTS", 1).define("TYPE", kind))?;
    let side = sizes.lanes.isqrt() * 4;
    let mut target = device.uninit::<T>([side, side])?;
    let time = Stopwatch::new(sizes.quick)
        .time(device, || kernel.call().uniform("value", 1.0_f32).output("first", &mut target).run())?;
    let written = target.read()?;
    answer.hold(written.iter().all(|place| *place == written[0]), || "a pass leaves places out".to_string());
    Ok(time.map(|time| time.as_secs_f64() * 1e9 / (side * side) as f64))
}

/// Times a pass that writes four targets of four channels.
fn time_four_targets(device: &Device, sizes: ProbeSizes, answer: &mut Answer) -> Result<Option<f64>> {
    let kernel = device.kernel(&WRITES_KERNEL.define("OUTPUTS", 4))?;
    let side = sizes.lanes.isqrt() * 4;
    let mut first = device.uninit::<[f32; 4]>([side, side])?;
    let mut second = device.uninit::<[f32; 4]>([side, side])?;
    let mut third = device.uninit::<[f32; 4]>([side, side])?;
    let mut fourth = device.uninit::<[f32; 4]>([side, side])?;
    let time = Stopwatch::new(sizes.quick).time(device, || {
        let call = kernel.call().uniform("value", 1.0_f32).output("first", &mut first);
        call.output("second", &mut second)
            .output("third", &mut third)
            .output("fourth", &mut fourth)
            .run()
    })?;
    let right = fourth.read()?.iter().all(|place| *place == [4.0; 4]) && first.read()?[0] == [1.0; 4];
    answer.hold(right, || "a pass with four targets leaves wrong numbers".to_string());
    Ok(time.map(|time| time.as_secs_f64() * 1e9 / (4 * side * side) as f64))
}
