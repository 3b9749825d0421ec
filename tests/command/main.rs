//! The command as people type it, and the transcripts that README and book show.

mod answers;
mod audit;
mod benches;
mod cards;
mod cards_played;
mod cases;
mod check;
mod course_packs;
mod experiments;
mod given;
mod gristmill;
mod includes;
mod judged;
mod kernel_tests;
mod modules;
mod photographs;
#[cfg(unix)]
mod pipeline_input;
mod puzzles;
mod reports;
mod split;
mod terminal;
mod transcripts;

/// The root of the project, where the command is typed.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The lines of what was said, but for the one that says why the emulator serves.
fn sentences(errors: &str) -> usize {
    let of_driver = |line: &&str| line.contains("no driver is registered") || line.contains("no EGL library");
    errors.trim_end().lines().filter(|line| !of_driver(line)).count()
}
