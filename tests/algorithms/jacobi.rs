//! Jacobi's iteration: its rate on a wave that is known, floats within their bound, a sweep a pass, and what
//! it refuses.

use crate::machine::device;
use gristmill::algorithms::jacobi::{self, System, packed, unpacked};
use gristmill::algorithms::spmv::SparseMatrix;
use gristmill::{Device, Era, Error, Result, Sampling, random};
use std::f64::consts::PI;

/// Sweeps on a grid of that shape, from x.
type Sweep = fn(&Device, usize, [usize; 2], &[f32], &[f32]) -> Result<Vec<f32>>;

const RUNGS: [(&str, Era, Sweep); 10] = [
    ("fragment", Era::Fragment, |d, n, shape, b, x| {
        jacobi::fragment(d, n, &d.stream_of(shape, b)?, &d.stream_of(shape, x)?)?.read()
    }),
    ("fragment_sampled", Era::Fragment, |d, n, shape, b, x| {
        let zeros = Sampling::nearest().border([0.0; 4]);
        jacobi::fragment_sampled(d, n, &d.stream_of(shape, b)?, &d.stream_of(shape, x)?, zeros)?.read()
    }),
    ("fragment_packed", Era::Fragment, |d, n, [width, _], b, x| {
        let ((shape, b), (_, x)) = (packed(width, b), packed(width, x));
        let x = jacobi::fragment_packed(d, n, width, &d.stream_of(shape, &b)?, &d.stream_of(shape, &x)?)?;
        Ok(unpacked(width, &x.read()?))
    }),
    ("fragment_twice", Era::Fragment, |d, n, [width, _], b, x| {
        let ((shape, b), (_, x)) = (packed(width, b), packed(width, x));
        let x = jacobi::fragment_twice(d, n, width, &d.stream_of(shape, &b)?, &d.stream_of(shape, &x)?)?;
        Ok(unpacked(width, &x.read()?))
    }),
    ("fragment_matrix", Era::Fragment, |d, n, shape, b, x| {
        let system = System::new(d, &SparseMatrix::poisson(shape[0], shape[1])?)?;
        jacobi::fragment_matrix(d, n, &system, &d.stream(b)?, &d.stream(x)?)?.read()
    }),
    ("compute", Era::Compute, |d, n, shape, b, x| {
        jacobi::compute(d, n, &d.stream_of(shape, b)?, &d.stream_of(shape, x)?)?.read()
    }),
    ("compute_tiled", Era::Compute, |d, n, shape, b, x| {
        jacobi::compute_tiled(d, n, &d.stream_of(shape, b)?, &d.stream_of(shape, x)?)?.read()
    }),
    ("compute_columns", Era::Compute, |d, n, [width, _], b, x| {
        let ((shape, b), (_, x)) = (packed(width, b), packed(width, x));
        let x = jacobi::compute_columns(d, n, width, &d.stream_of(shape, &b)?, &d.stream_of(shape, &x)?)?;
        Ok(unpacked(width, &x.read()?))
    }),
    ("compute_strips", Era::Compute, |d, n, [width, _], b, x| {
        let ((shape, b), (_, x)) = (packed(width, b), packed(width, x));
        let x = jacobi::compute_strips(d, n, width, &d.stream_of(shape, &b)?, &d.stream_of(shape, &x)?)?;
        Ok(unpacked(width, &x.read()?))
    }),
    ("compute_matrix", Era::Compute, |d, n, shape, b, x| {
        let system = System::new(d, &SparseMatrix::poisson(shape[0], shape[1])?)?;
        jacobi::compute_matrix(d, n, &system, &d.stream(b)?, &d.stream(x)?)?.read()
    }),
];

/// Each sweep rounds four times at most, numbers up to four times the largest cell, and takes a quarter of
/// the sum.
fn bound(sweeps: usize, magnitude: f64) -> f64 {
    sweeps as f64 * 4.0 * magnitude * f64::from(f32::EPSILON) / 2.0
}

#[test]
fn a_wave_shrinks_as_it_must() {
    // Without a right-hand side, sin(j pi x) sin(k pi y) is an eigenvector of the sweep: each multiplies it
    // by the mean of two cosines.
    let [width, height] = [31, 17];
    let angles = [3.0 * PI / (width + 1) as f64, 2.0 * PI / (height + 1) as f64];
    let factor = (angles[0].cos() + angles[1].cos()) / 2.0;
    let wave = |at: usize| (angles[0] * (at % width + 1) as f64).sin() * (angles[1] * (at / width + 1) as f64).sin();
    let cells = width * height;
    let x: Vec<f32> = (0..cells).map(|at| wave(at) as f32).collect();
    for (name, era, sweep) in RUNGS {
        let Some(device) = device(era) else { continue };
        let result = sweep(&device, 20, [width, height], &vec![0.0; cells], &x).unwrap();
        for (at, given) in result.iter().enumerate() {
            let error = (f64::from(*given) - factor.powi(20) * wave(at)).abs();
            assert!(error <= bound(21, 1.0), "{name}, cell {at}: off by {error}");
        }
    }
}

#[test]
fn floats_of_every_shape_are_within_their_bound() {
    for shape in [[1, 1], [1, 9], [9, 1], [16, 16], [17, 15], [33, 70], [130, 67]] {
        let cells = shape[0] * shape[1];
        let floats = |seed: u32| {
            (0..cells as u32)
                .map(|i| random::uniform(seed, i, 0) * 2.0 - 1.0)
                .collect::<Vec<_>>()
        };
        let (b, x) = (floats(1), floats(2));
        for sweeps in [0, 1, 2, 25] {
            let wanted = jacobi::reference(shape[0], sweeps, &b, &x);
            // A cell grows by a quarter of the largest b in a sweep.
            let allowed = bound(sweeps, 1.0 + sweeps as f64 / 4.0);
            for (name, era, sweep) in RUNGS {
                let Some(device) = device(era) else { continue };
                let given = sweep(&device, sweeps, shape, &b, &x).unwrap();
                assert_eq!(given.len(), cells, "{name}");
                for (at, (given, wanted)) in given.iter().zip(&wanted).enumerate() {
                    let error = (f64::from(*given) - wanted).abs();
                    assert!(error <= allowed, "{name} of {shape:?}, {sweeps} sweeps, cell {at}: off by {error}");
                }
            }
        }
    }
}

#[test]
fn what_is_not_a_number_spreads_by_a_cell_a_sweep() {
    let shape = [21, 13];
    let mut x = vec![1.0; 21 * 13];
    x[21 * 6 + 10] = f32::NAN;
    let wanted = jacobi::reference(21, 3, &vec![0.0; x.len()], &x);
    for (name, era, sweep) in RUNGS {
        let Some(device) = device(era) else { continue };
        let given = sweep(&device, 3, shape, &vec![0.0; x.len()], &x).unwrap();
        let same = given
            .iter()
            .zip(&wanted)
            .all(|(given, wanted)| given.is_nan() == wanted.is_nan());
        assert!(same, "{name}");
    }
}

/// A sweep where whatever lies beyond the grid is said, in `f64`.
fn sweep(b: &[f32], x: &[f64], [columns, rows]: [i64; 2], beyond: &dyn Fn(i64, i64) -> f64) -> Vec<f64> {
    let at = |column: i64, row: i64| match (0..columns).contains(&column) && (0..rows).contains(&row) {
        true => x[(row * columns + column) as usize],
        false => beyond(column, row),
    };
    let cell = |(i, b): (usize, &f32)| {
        let (column, row) = (i as i64 % columns, i as i64 / columns);
        let around = [(-1, 0), (1, 0), (0, -1), (0, 1)].map(|(right, up)| at(column + right, row + up));
        (f64::from(*b) + around.iter().sum::<f64>()) / 4.0
    };
    b.iter().enumerate().map(cell).collect()
}

#[test]
fn beyond_the_grid_is_what_the_sampler_says() -> Result<()> {
    for device in crate::machine::machines()
        .into_iter()
        .filter(|device| device.era() == Era::Fragment)
    {
        for [columns, rows] in [[1, 1], [1, 5], [7, 1], [2, 2], [5, 3], [13, 17]] {
            let whole = |by: i64| (0..columns * rows).map(|i| ((i * by) % 101) as f32).collect::<Vec<_>>();
            let (b, start) = (whole(37), whole(59));
            let shape = [columns as usize, rows as usize];
            let streams = [device.stream_of(shape, &b)?, device.stream_of(shape, &start)?];
            for (name, beyond) in [
                ("clamp", Sampling::nearest()),
                ("mirror", Sampling::nearest().mirror()),
                ("repeat", Sampling::nearest().repeat()),
                ("border", Sampling::nearest().border([40.0, 0.0, 0.0, 0.0])),
            ] {
                let mut wanted: Vec<f64> = start.iter().map(|cell| f64::from(*cell)).collect();
                for _ in 0..3 {
                    let now = wanted.clone();
                    let cell = |column: i64, row: i64| now[(row * columns + column) as usize];
                    wanted = sweep(&b, &now, [columns, rows], &|column, row| match name {
                        "repeat" => cell(column.rem_euclid(columns), row.rem_euclid(rows)),
                        "border" => 40.0,
                        _ => cell(column.clamp(0, columns - 1), row.clamp(0, rows - 1)),
                    });
                }
                let given = jacobi::fragment_sampled(&device, 3, &streams[0], &streams[1], beyond)?.read()?;
                // Whole numbers below 101 gain two bits a sweep: every sum is exact.
                let given: Vec<f64> = given.into_iter().map(f64::from).collect();
                assert_eq!(given, wanted, "{name}, {columns}x{rows}");
            }
        }
    }
    Ok(())
}

#[test]
fn a_sweep_is_a_pass() {
    for (name, era, sweep) in RUNGS {
        let Some(device) = device(era) else { continue };
        for sweeps in [0, 1, 2, 9] {
            let run = || sweep(&device, sweeps, [12, 7], &[1.0; 84], &[0.0; 84]);
            let passes = device.trace(run).unwrap().1.passes();
            match name {
                "compute_strips" => assert!((sweeps.div_ceil(8)..=sweeps).contains(&passes), "{name}: {passes}"),
                "fragment_twice" => assert_eq!(passes, sweeps.div_ceil(2), "{name}"),
                _ => assert_eq!(passes, sweeps, "{name}"),
            }
        }
    }
}

#[test]
fn other_systems_converge_to_their_solution() {
    // Rows whose diagonal outweighs the rest by a third: each sweep takes the error times three quarters at
    // most.
    let entries = (0..200_usize).flat_map(|row| {
        let others = (1..=3).map(move |k| (row, (row + 17 * k) % 200, f64::from(1 - 2 * (k as i32 % 2))));
        others.chain([(row, row, 4.0)])
    });
    let matrix = SparseMatrix::new(200, 200, entries).unwrap();
    let solution: Vec<f32> = (0..200).map(|i| random::uniform(4, i, 0)).collect();
    let b: Vec<f32> = gristmill::algorithms::spmv::reference(&matrix, &solution)
        .iter()
        .map(|b| *b as f32)
        .collect();
    for era in Era::ALL {
        let Some(device) = device(era) else { continue };
        let system = System::new(&device, &matrix).unwrap();
        let (b, x) = (device.stream(&b).unwrap(), device.empty::<f32>(200).unwrap());
        let result = match era {
            Era::Fragment => jacobi::fragment_matrix(&device, 60, &system, &b, &x),
            Era::Compute => jacobi::compute_matrix(&device, 60, &system, &b, &x),
        };
        let result = result.unwrap();
        for (given, wanted) in result.read().unwrap().iter().zip(&solution) {
            // 0.75^60 = 3e-8; the roundings of a sweep are those of b, 4 at most, and die away as the error
            // does.
            assert!((given - wanted).abs() < 4e-6, "{era}: {given}, not {wanted}");
        }
    }
}

#[test]
fn a_row_longer_than_a_loop_is_refused_with_a_way_of_its_era() {
    for (era, next) in [(Era::Fragment, "spmv::fragment_blocks"), (Era::Compute, "spmv::compute_merge")] {
        let Some(device) = device(era) else { continue };
        let turns = device.limits().turns.min(70_000);
        for unknowns in [turns, turns + 1] {
            let first = (0..unknowns).map(|column| (0, column, 1.0));
            let diagonal = (1..unknowns).map(|row| (row, row, 1.0));
            let system = System::new(&device, &SparseMatrix::new(unknowns, unknowns, first.chain(diagonal)).unwrap());
            let Err(error) = system else {
                assert!(unknowns <= device.limits().turns, "{era}: {unknowns}");
                continue;
            };
            let said = error.to_string();
            assert!(matches!(error, Error::Limit { given, limit, .. } if given == limit + 1), "{era}: {said}");
            assert!(said.contains(next), "{era}: {said}");
        }
    }
}

#[test]
fn what_is_no_system_is_refused() {
    let Some(device) = device(Era::Fragment) else { return };
    let refused = |matrix: &SparseMatrix| System::new(&device, matrix).map(|_| ()).unwrap_err().to_string();
    let wide = SparseMatrix::new(2, 3, [(0, 0, 1.0), (1, 1, 1.0)]).unwrap();
    assert_eq!(refused(&wide), "a matrix of 2 rows and 3 columns is not square, as a system must be");
    for entries in [vec![(0, 0, 1.0)], vec![(0, 0, 1.0), (1, 1, 0.0)], vec![(0, 0, 1.0), (1, 0, 1.0)]] {
        let matrix = SparseMatrix::new(2, 2, entries).unwrap();
        assert!(refused(&matrix).starts_with("row 1 (from 0) has a zero on the diagonal"));
    }
    let (line, grid) = (device.empty::<f32>(4).unwrap(), device.empty::<f32>([2, 2]).unwrap());
    let error = jacobi::fragment(&device, 1, &line, &line).map(|_| ()).unwrap_err().to_string();
    assert_eq!(error, "jacobi: x has 1 dimensions, a grid has 2; give it a shape of [width, height]");
    assert!(jacobi::fragment(&device, 1, &line, &grid).is_err());
    let fours = device.empty::<[f32; 4]>([2, 2]).unwrap();
    let error = jacobi::fragment_packed(&device, 1, 9, &fours, &fours)
        .map(|_| ())
        .unwrap_err()
        .to_string();
    assert_eq!(error, "jacobi: rows of 9 cells given, but x has 2 fours per row; packed() makes it fit");
}
