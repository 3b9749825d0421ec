//! Refinement: what floats alone come to, what pairs of them come to, in how many corrections; and what is refused.

use crate::machine;
use crate::primitives_2005::open_radeon;
use gristmill::algorithms::conjugate_gradient::{self, Goal};
use gristmill::algorithms::double_single::joined;
use gristmill::algorithms::refine::{fragment_2005, reference, refine};
use gristmill::algorithms::spmv::{Diagonals, Rows, SparseMatrix};

/// Poisson's system on a grid of 64 x 64, whose condition is 1,712: the unknowns in floats have no
/// more digits than a float, in pairs they are right to ten.
#[test]
fn ten_digits_from_floats() {
    let matrix = SparseMatrix::poisson(64, 64).unwrap();
    let b: Vec<f32> = (0..64 * 64).map(|i| gristmill::random::uniform(3, i, 0) * 2.0 - 1.0).collect();
    let wanted = reference(&matrix, &b.iter().copied().map(f64::from).collect::<Vec<_>>()).unwrap();
    let most = wanted.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    let error = |x: &[f64]| {
        x.iter()
            .zip(&wanted)
            .fold(0.0, |most: f64, (x, wanted)| most.max((x - wanted).abs()))
            / most
    };
    for device in machine::devices() {
        let (rows, right) = (Rows::new(&device, &matrix).unwrap(), device.stream(&b).unwrap());
        // As far as floats come.
        let goal = |tolerance: f64| Goal { tolerance, iterations: 5_000 };
        let alone = [1e-7, 1e-6, 1e-5, 1e-4]
            .into_iter()
            .find_map(|tolerance| conjugate_gradient::conjugate_gradient(&device, &rows, &right, goal(tolerance)).ok())
            .unwrap();
        let alone: Vec<f64> = alone.x.read().unwrap().into_iter().map(f64::from).collect();
        let refined = refine(&device, &rows, &right, goal(1e-10)).unwrap();
        let x = joined(&refined.x.read().unwrap());
        println!(
            "{} era, {}: floats {:.1e}, pairs {:.1e} after {} corrections of {} iterations together",
            device.era(),
            device.info().name,
            error(&alone),
            error(&x),
            refined.corrections,
            refined.iterations
        );
        assert!(error(&alone) > 1e-7, "{:e}", error(&alone));
        assert!(error(&x) < 1e-10 && refined.residual <= 1e-10, "{:e}", error(&x));
        assert!(refined.corrections <= 7, "{} corrections", refined.corrections);
    }
}

/// A Radeon 9700 solves to one digit per turn; the host's doubles keep the ten that come of them.
#[test]
fn ten_digits_from_floats_of_16_bits() {
    let device = open_radeon();
    let matrix = SparseMatrix::poisson(8, 8).unwrap();
    let b: Vec<f32> = (0..64).map(|i| gristmill::random::uniform(3, i, 0) * 2.0 - 1.0).collect();
    let wanted = reference(&matrix, &b.iter().copied().map(f64::from).collect::<Vec<_>>()).unwrap();
    let diagonals = Diagonals::new(&device, &matrix).unwrap();
    let goal = Goal { tolerance: 1e-10, iterations: 1_000 };
    let refined = fragment_2005(&device, &diagonals, &device.stream(&b).unwrap(), goal).unwrap();
    let x = joined(&refined.x.read().unwrap());
    let most = wanted.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    for (x, wanted) in x.iter().zip(&wanted) {
        assert!((x - wanted).abs() < 1e-9 * most, "{x} {wanted}");
    }
    assert!((5..=12).contains(&refined.corrections), "{} corrections", refined.corrections);
}

#[test]
fn what_has_no_solution_is_said() {
    for device in machine::devices() {
        let says = |matrix: &SparseMatrix, b: &[f32], tolerance: f64| {
            let rows = Rows::new(&device, matrix).unwrap();
            let right = device.stream(b).unwrap();
            refine(&device, &rows, &right, Goal { tolerance, iterations: 1_000 }).map(|refined| refined.residual)
        };
        let poisson = SparseMatrix::poisson(4, 4).unwrap();
        assert_eq!(says(&poisson, &[0.0; 16], 1e-10).unwrap(), 0.0);
        assert!(says(&poisson, &[1.0; 16], 1e-12).unwrap() <= 1e-12);
        assert!(
            says(&poisson, &[1.0; 16], 1e-30)
                .unwrap_err()
                .to_string()
                .contains("is too low")
        );
        assert!(says(&poisson, &[1.0; 15], 1e-10).is_err());
        assert!(says(&poisson, &[f32::NAN; 16], 1e-10).is_err());
        let oblong = SparseMatrix::new(2, 3, [(0, 0, 1.0)]).unwrap();
        assert!(
            says(&oblong, &[1.0; 2], 1e-10)
                .unwrap_err()
                .to_string()
                .contains("is not square")
        );
        let indefinite = SparseMatrix::new(2, 2, [(0, 0, 1.0), (1, 1, -1.0)]).unwrap();
        assert!(says(&indefinite, &[1.0; 2], 1e-10).is_err());
    }
}
