//! Experiment: the best number of invocations in a group.
//!
//! Two kernels over the same elements, with groups of 1, 2, 4 and so on: one whose lanes need each other (a sum by a
//! tree in shared memory) and one whose lanes do not.

use super::{Answer, Chart, Datum, Scale, Stopwatch, Tabulation};
use crate::algorithms::Curve;
use crate::{Device, Era, Kernel, KernelSource, Result, Stream, compute_kernel};

const SUM_KERNEL: KernelSource = compute_kernel!("experiments/group_sizes");
const MAP_KERNEL: KernelSource = compute_kernel!("experiments/group_sizes_map");

const COLUMNS: [&str; 6] = [
    "invocations per group",
    "sum by a tree",
    "elements per second",
    "map",
    "lanes active (sum)",
    "instructions of a warp (sum)",
];

pub(super) fn run_experiment(device: &Device, quick: bool) -> Result<Answer> {
    let device = device.with_era(Era::Compute)?;
    let count = if quick { 1 << 12 } else { 1 << 18 };
    let numbers: Vec<u32> = (0..count).map(|i| i % 7).collect();
    let source = device.stream(&numbers)?;
    let stopwatch = Stopwatch::new(quick);

    let title = format!("{count} elements in groups of 1 to the largest that the machine takes");
    let mut answer = Answer::default();
    let mut table = Tabulation::new(title, &COLUMNS);
    let mut curves = ["sum by a tree", "map"].map(|name| Curve {
        name: name.into(),
        across: "invocations per group".into(),
        up: "seconds".into(),
        points: Vec::new(),
    });
    for lanes in group_sizes(&device) {
        let sum = device.kernel(&SUM_KERNEL.clone().define("LANES", lanes))?;
        let map = device.kernel(&MAP_KERNEL.clone().define("LANES", lanes))?;
        let mut sums = device.empty::<u32>(numbers.len().div_ceil(lanes))?;
        let mut mapped = device.empty::<u32>(numbers.len())?;

        let by_tree = stopwatch.time(&device, || sum_groups(&sum, &source, &mut sums))?;
        let by_map =
            stopwatch.time(&device, || map.call().input("source", &source).output("result", &mut mapped).run())?;

        let right = numbers.chunks(lanes).map(|group| group.iter().sum::<u32>());
        answer.hold(sums.read()?.into_iter().eq(right), || format!("the sums of groups of {lanes} are wrong"));
        let right = numbers.iter().map(|number| 2 * number + 1);
        answer.hold(mapped.read()?.into_iter().eq(right), || format!("groups of {lanes} map wrongly"));

        let times = [by_tree, by_map].map(|time| time.map(|time| time.as_secs_f64()));
        for (curve, time) in curves.iter_mut().zip(times) {
            curve.points.extend(time.map(|time| (lanes as f64, time)));
        }
        let [active, instructions] = count_sum(&numbers, lanes)?;
        let speed = times[0].map_or("".into(), |time| Datum::Count((f64::from(count) / time) as u64));
        let [by_tree, by_map] = times.map(Datum::Seconds);
        table.row([Datum::Count(lanes as u64), by_tree, speed, by_map, active, instructions]);
    }
    if curves.iter().any(|curve| curve.points.is_empty()) {
        answer
            .notes
            .push("The clock of this machine is too coarse for some of these times.".into());
    }
    answer.tables.push(table);
    let title = format!("{count} elements: time against the size of a group");
    answer
        .charts
        .push(Chart { title, curves: curves.into(), across: Scale::Log2, up: Scale::Log10 });
    Ok(answer)
}

/// Returns the powers of two up to the device's largest group.
fn group_sizes(device: &Device) -> impl Iterator<Item = usize> {
    let most = device.limits().group_invocations.min(device.limits().group_size[0]);
    std::iter::successors(Some(1), |lanes| Some(lanes * 2)).take_while(move |lanes| *lanes <= most)
}

fn sum_groups(kernel: &Kernel, source: &Stream<u32>, sums: &mut Stream<u32>) -> Result<()> {
    kernel
        .call()
        .gather("source", source)
        .output("result", sums)
        .elements(source.len())
        .run()
}

/// Counts the sum over a part of the elements on the emulator: the share of active lanes, and the instructions of its
/// warps.
fn count_sum(numbers: &[u32], lanes: usize) -> Result<[Datum; 2]> {
    #[cfg(feature = "emulator")]
    {
        let numbers = &numbers[..numbers.len().min(4096)];
        let emulator = Device::emulator(Era::Compute)?;
        emulator.listen(Some(crate::finding::Listening::COUNTERS))?;
        let source = emulator.stream(numbers)?;
        let mut sums = emulator.empty::<u32>(numbers.len().div_ceil(lanes))?;
        sum_groups(&emulator.kernel(&SUM_KERNEL.clone().define("LANES", lanes))?, &source, &mut sums)?;
        let total = emulator.counters()?.total;
        Ok([Datum::Number(total.utilisation()), Datum::Count(total.instructions())])
    }
    #[cfg(not(feature = "emulator"))]
    {
        let _ = (numbers, lanes);
        Ok(["".into(), "".into()])
    }
}
