//! Conjugate gradients: against Cholesky's factorisation and an analytic solution, the passes of an
//! iteration, and systems that have no solution.

use crate::machine::device;
use gristmill::algorithms::conjugate_gradient::{self, CHECK, Goal, Solution, conjugate_gradient, reference};
use gristmill::algorithms::reduce;
use gristmill::algorithms::spmv::{self, Blocks, Diagonals, Rows, SparseMatrix};
use gristmill::{Device, Era, Error, Result, random};
use std::f64::consts::PI;

type Solve = fn(&Device, &SparseMatrix, &[f32], Goal) -> Result<Solution>;

const RUNGS: [(&str, Era, Solve); 4] = [
    ("fragment", Era::Fragment, |d, m, b, goal| {
        conjugate_gradient::fragment(d, &Rows::new(d, m)?, &d.stream(b)?, goal)
    }),
    ("fragment_blocks", Era::Fragment, |d, m, b, goal| {
        conjugate_gradient::fragment_blocks(d, &Blocks::new(d, m)?, &d.stream(b)?, goal)
    }),
    ("fragment_diagonals", Era::Fragment, |d, m, b, goal| {
        conjugate_gradient::fragment_diagonals(d, &Diagonals::new(d, m)?, &d.stream(b)?, goal)
    }),
    ("compute", Era::Compute, |d, m, b, goal| conjugate_gradient::compute(d, &Rows::new(d, m)?, &d.stream(b)?, goal)),
];

const GOAL: Goal = Goal { tolerance: 1e-5, iterations: 500 };

/// The residual's length, as a share of b's, in `f64`.
fn residual(matrix: &SparseMatrix, x: &[f32], b: &[f32]) -> f64 {
    let length = |v: &[f64]| v.iter().map(|v| v * v).sum::<f64>().sqrt();
    let rest: Vec<f64> = spmv::reference(matrix, x)
        .iter()
        .zip(b)
        .map(|(image, b)| f64::from(*b) - image)
        .collect();
    length(&rest) / length(&b.iter().copied().map(f64::from).collect::<Vec<_>>())
}

#[test]
fn a_wave_is_its_own_image() {
    // sin sin is an eigenvector of Poisson's matrix, so that one iteration finds the solution; the look of
    // the host comes later.
    let (width, height) = (30, 20);
    let matrix = SparseMatrix::poisson(width, height).unwrap();
    let angles = [PI / (width + 1) as f64, 2.0 * PI / (height + 1) as f64];
    let eigenvalue = 4.0 - 2.0 * angles[0].cos() - 2.0 * angles[1].cos();
    let wave = |at: usize| (angles[0] * (at % width + 1) as f64).sin() * (angles[1] * (at / width + 1) as f64).sin();
    let b: Vec<f32> = (0..width * height).map(|at| wave(at) as f32).collect();
    for (name, era, solve) in RUNGS {
        let Some(device) = device(era) else { continue };
        let solution = solve(&device, &matrix, &b, GOAL).unwrap();
        assert_eq!(solution.iterations, CHECK, "{name}");
        assert!(solution.residual <= GOAL.tolerance, "{name}");
        for (at, given) in solution.x.read().unwrap().iter().enumerate() {
            let wanted = wave(at) / eigenvalue;
            // The residual is 1e-5 of a b of length 12, and the smallest eigenvalue is 0.03.
            assert!((f64::from(*given) - wanted).abs() < 4e-3, "{name}, {at}: {given}, not {wanted}");
        }
    }
}

#[test]
fn poisson_is_as_cholesky_has_it() {
    for (width, height) in [(1, 1), (2, 1), (7, 5), (31, 33)] {
        let matrix = SparseMatrix::poisson(width, height).unwrap();
        let b: Vec<f32> = (0..width * height).map(|i| random::uniform(3, i as u32, 0) - 0.5).collect();
        let wide: Vec<f64> = b.iter().copied().map(f64::from).collect();
        let wanted = reference(&matrix, &wide).unwrap();
        let length = wide.iter().map(|b| b * b).sum::<f64>().sqrt();
        let smallest = 4.0 - 2.0 * (PI / (width + 1) as f64).cos() - 2.0 * (PI / (height + 1) as f64).cos();
        for (name, era, solve) in RUNGS {
            let Some(device) = device(era) else { continue };
            let solution = solve(&device, &matrix, &b, GOAL).unwrap_or_else(|error| panic!("{name}: {error}"));
            let x = solution.x.read().unwrap();
            // The solution's own residual is true.
            let truth = residual(&matrix, &x, &b);
            assert!((truth - solution.residual).abs() < 1e-12, "{name}: {truth}, not {}", solution.residual);
            for (given, wanted) in x.iter().zip(&wanted) {
                let error = (f64::from(*given) - wanted).abs();
                assert!(
                    error <= truth * length / smallest * 1.001 + 1e-9,
                    "{name} of {width}x{height}: off by {error}"
                );
            }
        }
    }
}

#[test]
fn passes_of_an_iteration() {
    let matrix = SparseMatrix::poisson(64, 64).unwrap();
    let b: Vec<f32> = (0..64 * 64).map(|i| random::uniform(3, i, 0) - 0.5).collect();
    let Some(device) = device(Era::Fragment) else { return };
    let rows = Rows::new(&device, &matrix).unwrap();
    let stream = device.stream(&b).unwrap();
    let dot = device.trace(|| reduce::dot(&device, &stream, &stream)).unwrap().1.passes();
    assert_eq!(dot, 3); // 64x64 texels: 16x16, 4x4, 1
    let (solution, trace) = device
        .trace(|| conjugate_gradient::fragment(&device, &rows, &stream, Goal { tolerance: 1e-2, ..GOAL }))
        .unwrap();
    // Around the iterations the square of the first residual alone: lengths and true residuals are the
    // host's.
    assert_eq!(trace.passes(), dot + solution.iterations * (1 + dot + 1 + dot + 1));
}

#[test]
fn what_is_not_positive_definite_is_said_so() {
    let cases = [
        vec![(0, 0, 1.0), (1, 1, -1.0), (2, 2, 2.0)],   // indefinite
        vec![(0, 0, -4.0), (1, 1, -5.0), (2, 2, -6.0)], // negative
        vec![(0, 1, 1.0), (1, 0, -1.0)],                // skew: every direction is orthogonal to its image
        vec![(0, 0, 1.0), (1, 1, f64::NAN), (2, 2, 1.0)],
    ];
    for entries in cases {
        let matrix = SparseMatrix::new(3, 3, entries).unwrap();
        assert!(reference(&matrix, &[1.0, 2.0, 1.0]).is_err());
        for (name, era, solve) in RUNGS {
            let Some(device) = device(era) else { continue };
            let error = solve(&device, &matrix, &[1.0, 2.0, 1.0], GOAL)
                .map(|_| ())
                .unwrap_err()
                .to_string();
            let said =
                error.starts_with("conjugate gradients: in iteration ") && error.contains("not positive definite");
            assert!(said, "{name}: {error}");
        }
    }
}

#[test]
fn a_matrix_that_is_not_symmetric_is_named_where_they_fail() {
    // The symmetric part is the identity, so that every direction's curvature is above zero.
    let entries = (0..30_usize).flat_map(|row| {
        let right = (row + 1 < 30).then_some((row, row + 1, 2.0));
        let left = (row > 0).then(|| (row, row - 1, -2.0));
        [Some((row, row, 1.0)), left, right].into_iter().flatten()
    });
    let matrix = SparseMatrix::new(30, 30, entries).unwrap();
    let b: Vec<f32> = (0..30).map(|i| random::uniform(7, i, 0) - 0.5).collect();
    for (name, era, solve) in RUNGS {
        let Some(device) = device(era) else { continue };
        let error = solve(&device, &matrix, &b, GOAL).map(|_| ()).unwrap_err().to_string();
        assert!(error.contains("the matrix is not symmetric at row 0, column 1 (from 0)"), "{name}: {error}");
    }
}

/// One equation has 300,000 unknowns, more than one loop may go through: the residual is true, or the row is
/// refused.
#[test]
fn the_residual_is_true_of_a_row_longer_than_a_loop() {
    let unknowns = 300_000;
    let diagonal = (0..unknowns).map(|row| (row, row, if row == 0 { 2.0 } else { 1.0 }));
    let arrow = (1..unknowns).flat_map(|other| [(0, other, 1e-3), (other, 0, 1e-3)]);
    let matrix = SparseMatrix::new(unknowns, unknowns, diagonal.chain(arrow)).unwrap();
    let b: Vec<f32> = (0..unknowns as u32).map(|i| random::uniform(11, i, 0)).collect();
    for (name, era, solve) in RUNGS {
        let Some(device) = device(era) else { continue };
        match solve(&device, &matrix, &b, GOAL) {
            Ok(solution) => {
                let truth = residual(&matrix, &solution.x.read().unwrap(), &b);
                assert!(truth <= GOAL.tolerance, "{name}: {truth}");
                assert!((truth - solution.residual).abs() <= 1e-12, "{name}: {truth}, not {}", solution.residual);
            }
            Err(error) => {
                let long = ["fragment", "fragment_diagonals"].contains(&name);
                assert!(long && matches!(error, Error::Limit { .. }), "{name}: {error}");
            }
        }
    }
}

#[test]
fn a_goal_out_of_reach_is_said_with_the_residual() {
    let matrix = SparseMatrix::poisson(40, 40).unwrap();
    let b: Vec<f32> = (0..1600).map(|i| random::uniform(5, i, 0) - 0.5).collect();
    for (name, era, solve) in RUNGS {
        let Some(device) = device(era) else { continue };
        let few = solve(&device, &matrix, &b, Goal { iterations: CHECK, ..GOAL })
            .map(|_| ())
            .unwrap_err()
            .to_string();
        assert!(few.starts_with("conjugate gradients after 8 iterations: the residual is "), "{name}: {few}");
        assert!(few.ends_with(" of b, 1e-5 wanted; allow more, or precondition the matrix"), "{name}: {few}");
        let small = Goal { tolerance: 1e-12, iterations: 10_000 };
        let fine = solve(&device, &matrix, &b, small).map(|_| ()).unwrap_err().to_string();
        assert!(
            fine.ends_with(" of b, 1e-12 wanted; the precision of this device's floats is too low"),
            "{name}: {fine}"
        );
    }
}

#[test]
fn what_is_no_problem_is_refused() {
    let square = SparseMatrix::poisson(2, 2).unwrap();
    let wide = SparseMatrix::new(2, 3, [(0, 0, 1.0)]).unwrap();
    for (name, era, solve) in RUNGS {
        let Some(device) = device(era) else { continue };
        let refused = |matrix: &SparseMatrix, b: &[f32], goal| {
            solve(&device, matrix, b, goal).map(|_| ()).unwrap_err().to_string()
        };
        assert_eq!(
            refused(&wide, &[1.0; 2], GOAL),
            "a matrix of 2 rows and 3 columns is not square, as a system must be",
            "{name}"
        );
        assert!(refused(&square, &[1.0; 3], GOAL).contains("b has 3 elements, the matrix 4 rows"), "{name}");
        for tolerance in [0.0, 1.0, -1.0, f64::NAN] {
            let error = refused(&square, &[1.0; 4], Goal { tolerance, ..GOAL });
            assert!(error.starts_with("the tolerance is "), "{name}: {error}");
        }
        for b in [f32::NAN, f32::INFINITY, 1e30] {
            let error = refused(&square, &[1.0, b, 1.0, 1.0], GOAL);
            assert!(error.starts_with("the length of b is "), "{name}: {error}");
        }
        // Squares of these are zeros in 32 bits, and a residual of zero is no solution.
        let error = refused(&square, &[1e-20; 4], GOAL);
        assert!(error.starts_with("the length of b is 2.00e-20, ") && error.ends_with("; scale b"), "{name}: {error}");
        let nothing = solve(&device, &square, &[0.0; 4], GOAL).unwrap();
        assert_eq!((nothing.x.read().unwrap(), nothing.iterations, nothing.residual), (vec![0.0; 4], 0, 0.0), "{name}");
        let empty = SparseMatrix::new(0, 0, []).unwrap();
        assert_eq!(solve(&device, &empty, &[], GOAL).unwrap().x.len(), 0, "{name}");
    }
}

#[test]
fn the_era_of_the_device_is_taken() {
    let matrix = SparseMatrix::new(2, 2, [(0, 0, 4.0), (0, 1, 1.0), (1, 0, 1.0), (1, 1, 3.0)]).unwrap();
    for era in Era::ALL {
        let Some(device) = device(era) else { continue };
        let (rows, b) = (Rows::new(&device, &matrix).unwrap(), device.stream(&[1.0, 2.0]).unwrap());
        let x = conjugate_gradient(&device, &rows, &b, GOAL).unwrap().x.read().unwrap();
        assert!((x[0] - 1.0 / 11.0).abs() < 1e-6 && (x[1] - 7.0 / 11.0).abs() < 1e-6, "{era}: {x:?}");
    }
}
