//! Brook: kernels and whole programs against plain evaluations in Rust, wrong programs, awkward sizes, mutated texts.

mod kernels;
mod lines;
mod mutations;
mod programs;
mod sizes;
mod vectors;
mod wrong;

use gristmill::{Device, Era};
use gristmill_brook::{BrookError, BrookProgram, RunOptions};

/// Runs a program on the emulator in an era. Returns what it prints.
fn run_in(era: Era, text: &str, arguments: &[&str]) -> Result<String, BrookError> {
    let program = BrookProgram::read("test.br", text)?;
    let device = Device::emulator(era).unwrap();
    let mut printed = Vec::new();
    let arguments = arguments.iter().map(|argument| (*argument).to_string()).collect();
    let options = RunOptions { arguments, steps: 20_000_000, ..RunOptions::default() };
    program.run(&device, &options, &mut printed, &mut std::io::sink())?;
    Ok(String::from_utf8(printed).unwrap())
}

/// Runs a program in both eras, which must print the same.
fn run(text: &str) -> String {
    let [fragment, compute] = Era::ALL.map(|era| match run_in(era, text, &[]) {
        Ok(printed) => printed,
        Err(error) => panic!("{era:?}: {error}\n{text}"),
    });
    assert_eq!(fragment, compute, "the eras differ:\n{text}");
    fragment
}

/// Returns the numbers that a program prints.
fn numbers(printed: &str) -> Vec<f32> {
    printed.split_whitespace().map(|word| word.parse().unwrap()).collect()
}

/// Returns a list as the values of an array in C, every bit kept.
fn list(values: &[f32]) -> String {
    values.iter().map(|value| format!("{value:?}f")).collect::<Vec<_>>().join(", ")
}
