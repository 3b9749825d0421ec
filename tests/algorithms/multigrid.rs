//! Multigrid: against the analytic solution of Poisson's equation, the factor of each cycle, its passes, and
//! what it refuses.

use crate::machine::device;
use gristmill::algorithms::multigrid::{self, multigrid, reference};
use gristmill::{Device, Era, Result, Stream, random};
use std::f64::consts::PI;

type Solve = fn(&Device, usize, &Stream<f32>) -> Result<Stream<f32>>;

const RUNGS: [(&str, Era, Solve); 2] =
    [("fragment", Era::Fragment, multigrid::fragment), ("compute", Era::Compute, multigrid::compute)];

fn solve(device: &Device, rung: Solve, cycles: usize, side: usize, b: &[f32]) -> Vec<f32> {
    rung(device, cycles, &device.stream_of([side, side], b).unwrap())
        .unwrap()
        .read()
        .unwrap()
}

#[test]
fn sine_waves_are_as_analysis_has_them() {
    for side in [1, 3, 7, 15, 63, 127] {
        let h = 1.0 / (side + 1) as f64;
        let wave = |at: usize| (PI * h * (at % side + 1) as f64).sin() * (PI * h * (at / side + 1) as f64).sin();
        // Minus the Laplacian of sin(pi x) sin(pi y) is 2 pi^2 times it; b is that times h^2.
        let b: Vec<f32> = (0..side * side).map(|at| (2.0 * PI * PI * h * h * wave(at)) as f32).collect();
        // Differences make it larger by a known factor, which tends to one with the square of h.
        let factor = 2.0 * PI * PI * h * h / (8.0 * (PI * h / 2.0).sin().powi(2));
        assert!((factor - 1.0).abs() <= 1.1 * PI * PI * h * h / 12.0 + h.powi(4) * 10.0);
        for (name, era, rung) in RUNGS {
            let Some(device) = device(era) else { continue };
            for (at, given) in solve(&device, rung, 8, side, &b).iter().enumerate() {
                let error = (f64::from(*given) - factor * wave(at)).abs();
                // 0.15^8 is 3e-7; residuals are rounded at numbers up to 4, and answered by an eighth of the
                // squared side.
                let rounding = 40.0 * f64::from(f32::EPSILON) / 2.0 / (8.0 * h * h);
                assert!(error <= 1e-6 + rounding, "{name} of {side}, cell {at}: {given}, off by {error}");
            }
        }
    }
}

#[test]
fn a_cycle_leaves_less_than_a_seventh_of_the_error() {
    for side in [3, 7, 15, 31, 63, 127] {
        let b: Vec<f32> = (0..side * side).map(|i| random::uniform(9, i as u32, 0) - 0.5).collect();
        let wanted = reference(side, &b);
        let length = |v: &mut dyn Iterator<Item = f64>| v.map(|v| v * v).sum::<f64>().sqrt();
        let start = length(&mut wanted.iter().copied());
        for (name, era, rung) in RUNGS {
            let Some(device) = device(era) else { continue };
            let mut before = start;
            for cycles in 1..=4 {
                let x = solve(&device, rung, cycles, side, &b);
                let error = length(&mut x.iter().zip(&wanted).map(|(given, wanted)| f64::from(*given) - wanted));
                assert!(error < 0.15 * before, "{name} of {side}, cycle {cycles}: {:.3}", error / before);
                before = error;
            }
        }
    }
}

#[test]
fn the_reference_solves_the_equation() {
    let side = 15;
    let b: Vec<f32> = (0..side * side).map(|i| random::uniform(2, i as u32, 0) - 0.5).collect();
    let x = reference(side, &b);
    let at = |column: usize, row: usize| {
        // Numbered from 1, with the zeros around the grid.
        if (1..=side).contains(&column) && (1..=side).contains(&row) { x[(row - 1) * side + column - 1] } else { 0.0 }
    };
    for row in 1..=side {
        for column in 1..=side {
            let neighbours = at(column - 1, row) + at(column + 1, row) + at(column, row - 1) + at(column, row + 1);
            let residual = 4.0 * at(column, row) - neighbours - f64::from(b[(row - 1) * side + column - 1]);
            assert!(residual.abs() < 1e-12, "{residual}");
        }
    }
}

#[test]
fn passes_of_a_cycle() {
    for (name, era, rung) in RUNGS {
        let Some(device) = device(era) else { continue };
        for levels in 1..=8 {
            let side = (1 << levels) - 1;
            let b = device.stream_of([side, side], &vec![1.0; side * side]).unwrap();
            for cycles in [0, 1, 3] {
                let passes = device.trace(|| rung(&device, cycles, &b)).unwrap().1.passes();
                assert_eq!(passes, cycles * (6 * (levels - 1) + 1), "{name}, {levels} levels, {cycles} cycles");
            }
        }
    }
}

#[test]
fn a_trial_says_which_grid_it_ran() {
    use gristmill::algorithms::{Algorithm, Workload};
    for rung in Algorithm::find("multigrid").unwrap().rungs {
        let Some(device) = device(rung.era) else { continue };
        for (asked, side) in [(1, 1), (8, 1), (9, 3), (1_000, 31)] {
            let trial = (rung.prepare)(&device, &Workload::new(asked, 1)).unwrap();
            assert_eq!(trial.size(asked), side * side, "{}", rung.name);
        }
        // The exact solution of so many is too dear, and that is said before any work.
        let error = (rung.prepare)(&device, &Workload::new(8_191 * 8_191, 1))
            .err()
            .unwrap()
            .to_string();
        assert!(error.contains("8191") && error.contains("4095"), "{error}");
    }
}

#[test]
fn what_is_no_such_grid_is_refused() {
    for era in Era::ALL {
        let Some(device) = device(era) else { continue };
        for shape in [&[4, 4][..], &[3, 7], &[0, 0], &[9], &[3, 3, 3]] {
            let shape = gristmill::Shape::new(shape).unwrap();
            let error = multigrid(&device, 1, &device.empty(shape).unwrap())
                .map(|_| ())
                .unwrap_err()
                .to_string();
            let wanted = format!("multigrid: b is {shape}; it must be a square grid of 1, 3, 7, 15 ... cells a side");
            assert!(error.starts_with(&wanted), "{error}");
        }
    }
}
