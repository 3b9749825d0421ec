//! Experiment: the savings of subgroups.
//!
//! The sum and the scan of a group's elements, once in shared memory with a barrier per round, once with subgroup
//! operations. The emulator counts, with subgroups of 4, 8, 32 and 64 lanes; a driver that has the extension is
//! timed.

use super::{Answer, Datum, Stopwatch, Tabulation};
use crate::check::{KernelCheck, LaunchOptions, Report};
use crate::counters::Class;
use crate::{Device, Era, Error, KernelSource, Result, compute_kernel, kernels};

/// Lanes of a group, as in the kernels.
const GROUP_SIZE: usize = 256;
const SUBGROUP_SIZES: [u32; 4] = [4, 8, 32, 64];
/// The kernels, and the result and method of each.
const KERNELS: [(&str, &str, KernelSource); 4] = [
    ("subgroups_tree", "sum, shared memory", compute_kernel!("experiments/subgroups_tree")),
    ("subgroups", "sum, subgroups", compute_kernel!("experiments/subgroups")),
    ("subgroups_rounds", "scan, shared memory", compute_kernel!("experiments/subgroups_rounds")),
    ("subgroups_scan", "scan, subgroups", compute_kernel!("experiments/subgroups_scan")),
];

pub(super) fn run_experiment(device: &Device, quick: bool) -> Result<Answer> {
    let device = device.with_era(Era::Compute)?;
    let mut answer = Answer::default();
    count_kernels(&mut answer)?;
    time_kernels(&device, quick, &mut answer)?;
    Ok(answer)
}

fn sample_numbers(count: usize) -> Vec<u32> {
    (0..count as u32).map(|i| i % 11).collect()
}

/// Returns the expected result of a kernel.
fn expected_result(name: &str, numbers: &[u32]) -> Vec<u32> {
    let groups = numbers.chunks(GROUP_SIZE);
    if !matches!(name, "subgroups_rounds" | "subgroups_scan") {
        return groups.map(|group| group.iter().sum()).collect();
    }
    let scanned = groups.flat_map(|group| {
        group.iter().scan(0, |sum, number| {
            *sum += number;
            Some(*sum)
        })
    });
    scanned.collect()
}

/// Counts the kernels on the emulator, which has subgroups of any size.
fn count_kernels(answer: &mut Answer) -> Result<()> {
    let title = format!("On the emulator: {GROUP_SIZE} elements in one group");
    let columns = ["kernel", "lanes of a subgroup", "instructions of warps", "barriers of them", "shared memory"];
    let mut table = Tabulation::new(title, &columns);
    let numbers = sample_numbers(GROUP_SIZE);
    for (name, what, _) in KERNELS {
        let file = format!("compute_kernels/experiments/{name}.comp");
        let kernel = KernelCheck::source(format!("{name}.comp"), kernels::text(&file)?);
        for lanes in SUBGROUP_SIZES {
            let right = expected_result(name, &numbers);
            let launch = LaunchOptions::new()
                .groups([1, 1, 1])
                .warp(lanes)
                .buffer("Source", numbers.clone())
                .buffer("Result", vec![0; right.len()])
                .counted();
            let report = kernel.run(&launch)?;
            let is_right = report.is_right() && report.output("Result") == Some(&right);
            answer.hold(is_right, || format!("{name} is wrong with subgroups of {lanes}: {}", report.verdict()));
            table.row(
                [Datum::from(what), Datum::Count(lanes.into())]
                    .into_iter()
                    .chain(cost_cells(&report)),
            );
        }
    }
    answer.tables.push(table);
    Ok(())
}

fn cost_cells(report: &Report) -> [Datum; 3] {
    let Some(counters) = &report.counters else { return ["", "", ""].map(Datum::from) };
    let total = counters.total;
    let barriers = Class::ALL.iter().position(|class| *class == Class::Barrier);
    let barriers = barriers.and_then(|at| total.instructions.get(at)).copied();
    [total.instructions(), barriers.unwrap_or(0), total.shared_requests].map(Datum::Count)
}

/// Times the kernels on this device, if its GLSL has subgroups.
fn time_kernels(device: &Device, quick: bool, answer: &mut Answer) -> Result<()> {
    let count = if quick { 1 << 12 } else { 1 << 18 };
    let numbers = sample_numbers(count);
    let source = device.stream(&numbers)?;
    let stopwatch = Stopwatch::new(quick);
    let mut table = Tabulation::new(format!("On this machine: {count} elements"), &["kernel", "time"]);
    for (name, what, kernel) in &KERNELS {
        let kernel = match device.kernel(kernel) {
            Ok(kernel) => kernel,
            Err(Error::Source { .. }) => {
                answer
                    .notes
                    .push(format!("{what}: this machine's GLSL has no GL_KHR_shader_subgroup_arithmetic."));
                continue;
            }
            Err(error) => return Err(error),
        };
        let right = expected_result(name, &numbers);
        let mut result = device.empty::<u32>(right.len())?;
        let time = stopwatch.time(device, || {
            let call = kernel.call().gather("source", &source).output("result", &mut result);
            call.groups([(count / GROUP_SIZE) as u32, 1, 1]).run()
        })?;
        answer.hold(result.read()? == right, || format!("{name} is wrong on this machine"));
        table.row([Datum::from(*what), Datum::Seconds(time.map(|time| time.as_secs_f64()))]);
    }
    answer.tables.push(table);
    Ok(())
}
