//! The two kernels on the emulator: under an order of one's choice, and four invocations of them as a
//! picture.

use super::drawing::draw;
use gristmill::check::{KernelCheck, LaunchOptions, Report};
use gristmill::{Error, Result};

/// Without the barrier, and with it.
pub const RACE: &str = include_str!("race.comp");
pub const MENDED: &str = include_str!("race_mended.comp");

/// The number that each invocation puts on the board: never zero, the number of a board that nobody wrote.
pub fn numbers(count: u32) -> Vec<u32> {
    (1..=count).collect()
}

// ANCHOR: reference
/// Everyone has the number of its left neighbour; the first has that of the last.
pub fn reference(numbers: &[u32]) -> Vec<u32> {
    let mut moved = numbers.to_vec();
    moved.rotate_right(1);
    moved
}
// ANCHOR_END: reference

/// Counts the elements that differ from the reference.
pub fn wrong(result: &[u32], count: u32) -> usize {
    reference(&numbers(count))
        .iter()
        .zip(result)
        .filter(|(wanted, given)| wanted != given)
        .count()
}

// ANCHOR: check
/// Runs a kernel of so many invocations on the emulator, which watches.
pub fn watch(name: &str, text: &str, count: u32, launch: LaunchOptions) -> Result<Report> {
    let text = text.replace("#define COUNT 1024", &format!("#define COUNT {count}"));
    let launch = launch
        .buffer("Source", numbers(count))
        .buffer("Result", vec![0; count as usize]);
    KernelCheck::source(name, text).run(&launch)
}
// ANCHOR_END: check

/// The result of a run.
pub fn result(report: &Report) -> Result<&[u32]> {
    report
        .output("Result")
        .ok_or_else(|| Error::data(format!("{} writes no buffer Result", report.kernel)))
}

/// Four invocations in an order that shows the race, each a warp of its own.
const ORDER: &str = "random:17";

/// The pictures of both kernels.
pub fn pictures() -> Result<[(&'static str, String); 2]> {
    let picture = |name: &str, text: &str, title: &str| {
        let report = watch(name, text, 4, LaunchOptions::new().warp(1).option("schedule", ORDER)?.timeline())?;
        let result = result(&report)?;
        let ends = result.iter().zip(reference(&numbers(4)));
        let ends: Vec<_> = ends
            .map(|(given, wanted)| match *given {
                0 => ("has 0: nothing was there".to_string(), false),
                given => (format!("has {given}"), given == wanted),
            })
            .collect();
        Ok::<_, Error>(draw(title, text, &report.timelines[0].spans, &ends))
    };
    Ok([
        ("race.svg", picture("race.comp", RACE, "Four invocations without a barrier")?),
        ("race_mended.svg", picture("race_mended.comp", MENDED, "The same four with a barrier")?),
    ])
}
