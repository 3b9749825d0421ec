//! Programs in Cg and Direct3D 9's HLSL, run on the emulator: each function of the library on each type against a
//! plain evaluation, each construct against stated values.
#![cfg(feature = "emulator")]

mod algebra;
mod alignment;
mod constructs;
mod files;
mod hlsl;
mod library;
#[path = "../machine/mod.rs"]
mod machine;
mod museum;
mod numbers;
mod textures;

use gristmill::check::{KernelCheck, LaunchOptions};

type Vector = [f32; 4];

/// Numbers of the uniforms a, b and c, in which nothing is near a step of a function.
const INPUTS: [[Vector; 3]; 3] = [
    [[0.5, 1.25, 2.75, 3.5], [0.75, 0.375, 1.5, 0.625], [1.75, 2.5, 0.875, 0.4375]],
    [[0.1875, 0.9375, 0.5625, 0.3125], [2.25, 1.125, 0.25, 3.75], [0.6875, 0.8125, 3.25, 1.375]],
    [[-0.75, 0.25, -1.625, 2.125], [1.5, -0.875, 0.75, -2.375], [2.25, 0.5, 1.875, -0.125]],
];

/// Returns what a program computes, by its outputs' names.
fn run_program(name: &str, text: &str, uniforms: &[(&str, &[f32])], outputs: &[&str]) -> Vec<Vector> {
    let mut launch = LaunchOptions::new().size([1, 1]);
    // A kernel has the uniforms that it reads: named once, where it is declared, a uniform is none of them.
    let words = || text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let reads = |name: &str| words().filter(|word| *word == name).count() > 1;
    for (name, numbers) in uniforms.iter().filter(|(name, _)| reads(name)) {
        launch = launch.uniform(name, numbers.iter().map(|number| number.to_bits()).collect());
    }
    let report = KernelCheck::source(name, text)
        .run(&launch)
        .unwrap_or_else(|error| panic!("{text}\n{error}"));
    let read = |output: &&str| {
        let words = report
            .output(output)
            .unwrap_or_else(|| panic!("{text}\nit has no output {output}"));
        std::array::from_fn(|lane| f32::from_bits(words[lane]))
    };
    outputs.iter().map(read).collect()
}

/// Returns what a fragment program computes of three uniforms.
fn run_kernel(text: &str, [a, b, c]: &[Vector; 3]) -> Vector {
    run_program("kernel.cg", text, &[("a", a), ("b", b), ("c", c)], &["COLOR0"])[0]
}

/// Returns the half that is nearest to a number.
fn half(x: f64) -> f64 {
    if x == 0.0 || !x.is_finite() {
        return x;
    }
    let step = (x.abs().log2().floor().max(-14.0) - 10.0).exp2();
    let rounded = (x / step).round_ties_even() * step;
    if rounded.abs() > 65_504.0 { f64::INFINITY.copysign(x) } else { rounded }
}

/// Compares lanes with what is wanted, to a part of their size; lanes that are no number in what is wanted are open.
fn assert_near(got: Vector, wanted: [f64; 4], part: f64, text: &str) {
    for lane in 0..4 {
        let (got, wanted) = (f64::from(got[lane]), wanted[lane]);
        let near = (got - wanted).abs() <= part * wanted.abs().max(1.0) || got == wanted;
        assert!(near || wanted.is_nan(), "{text}\nlane {lane}: {got} is not {wanted}");
    }
}
