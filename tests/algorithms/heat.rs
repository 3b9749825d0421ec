//! Heat: how wide a spot gets, how fast waves vanish, and what is refused.

use crate::machine;
use gristmill::algorithms::heat::{self, heat, rate};
use gristmill::algorithms::jacobi::{packed, unpacked};
use gristmill::{Device, Era, Result, Sampling};
use std::f64::consts::PI;

fn devices() -> impl Iterator<Item = Device> {
    Era::ALL.into_iter().filter_map(machine::device)
}

/// A step takes a cell's heat one cell to either side with the rate as its chance: a random walk, whose
/// variance grows by twice the rate along each axis, exactly. Fourier's kernel is the walk's limit: a
/// Gaussian stays one, but for the fourth moments of the walk, which are of the order of the rate over the
/// squared variance in each cell.
#[test]
fn physics_heat_spreads_as_its_kernel() -> Result<()> {
    for device in devices() {
        println!("{} era: a Gaussian of variance 9 on 97x97 cells, rate 0.2", device.era());
        println!(
            "{:>6} {:>11} {:>9} {:>9} {:>9} {:>9} {:>9}",
            "steps", "variance", "exact", "bound", "heat", "kernel", "bound"
        );
        let (side, rate) = (97_usize, 0.2_f32);
        let gauss = |i: usize, variance: f64| {
            let (x, y) = ((i % side) as f64 - 48.0, (i / side) as f64 - 48.0);
            (-(x * x + y * y) / (2.0 * variance)).exp() / (2.0 * PI * variance)
        };
        let start: Vec<f32> = (0..side * side).map(|i| gauss(i, 9.0) as f32).collect();
        let cells = device.stream_of([side, side], &start)?;
        let moments = |cells: &[f32]| {
            let sums = cells
                .iter()
                .enumerate()
                .map(|(i, cell)| ((i % side) as f64 - 48.0, f64::from(*cell)));
            sums.fold([0.0; 2], |[heat, variance], (x, cell)| [heat + cell, variance + cell * x * x])
        };
        let [whole, first] = moments(&start);
        for steps in [10, 40, if machine::is_slow(&device) { 60 } else { 160 }] {
            let now = heat(&device, &cells, rate, steps)?.read()?;
            let [given, variance] = moments(&now);
            let (variance, exact) = (variance / given, first / whole + 2.0 * f64::from(rate) * steps as f64);
            // Every step rounds six times, by half a unit in the last place of the largest cell, and does so
            // at random.
            let rounding = 6.0 * steps as f64 * f64::from(f32::EPSILON);
            let apart = now
                .iter()
                .enumerate()
                .map(|(i, cell)| (f64::from(*cell) - gauss(i, exact)).abs());
            let (apart, top) = (apart.fold(0.0, f64::max) / gauss(48 * side + 48, exact), 0.25 / exact);
            println!(
                "{steps:>6} {variance:>11.6} {exact:>9.4} {:>9.1e} {:>9.1e} {apart:>9.1e} {top:>9.1e}",
                rounding * exact,
                (given - whole).abs()
            );
            assert!((variance - exact).abs() <= rounding * exact);
            assert!((given - whole).abs() <= rounding);
            assert!(apart <= top);
        }
    }
    Ok(())
}

/// A wave of cosines keeps its shape and loses the factor 1 - 2 r (1 - cos k) along each axis with each step,
/// exactly.
#[test]
fn physics_heat_waves_decay() -> Result<()> {
    for device in devices() {
        println!("{} era: what is left of a wave on 64x48 cells after 50 steps, rate 0.25", device.era());
        println!(
            "{:>6} {:>6} {:>10} {:>10} {:>11} {:>9} {:>10}",
            "along", "down", "given", "exact", "difference", "bound", "unlimited"
        );
        for waves in [[1, 0], [2, 1], [5, 4], [20, 3]] {
            let (size, steps) = ([64, 48], 50);
            let k = [0, 1].map(|axis| PI * waves[axis] as f64 / size[axis] as f64);
            let wave = |i: usize| (k[0] * ((i % 64) as f64 + 0.5)).cos() * (k[1] * ((i / 64) as f64 + 0.5)).cos();
            let start: Vec<f32> = (0..64 * 48).map(|i| wave(i) as f32).collect();
            let now = heat(&device, &device.stream_of(size, &start)?, 0.25, steps)?.read()?;
            let factor: f64 = 1.0 - 0.5 * k.iter().map(|k| 1.0 - k.cos()).sum::<f64>();
            let exact = factor.powi(steps as i32);
            let worst = (0..now.len())
                .map(|i| (f64::from(now[i]) - exact * wave(i)).abs())
                .fold(0.0, f64::max);
            let bound = 6.0 * 4.0 * steps as f64 * f64::from(f32::EPSILON) / 2.0;
            let unlimited = (-0.25 * k.iter().map(|k| k * k).sum::<f64>() * steps as f64).exp();
            let given = f64::from(now[0]) / wave(0);
            println!(
                "{:>6} {:>6} {given:>10.6} {exact:>10.6} {worst:>11.1e} {bound:>9.1e} {unlimited:>10.6}",
                waves[0], waves[1]
            );
            assert!(worst <= bound);
        }
    }
    Ok(())
}

#[test]
fn rungs_agree_over_many_steps() -> Result<()> {
    let (width, height) = (53, 31);
    let cells: Vec<f32> = (0..width * height)
        .map(|i| gristmill::random::uniform(3, i as u32, 0))
        .collect();
    let near = |a: &[f32], b: &[f32]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-5);
    for device in devices() {
        let stream = device.stream_of([width, height], &cells)?;
        let wanted = heat(&device, &stream, 0.2, 13)?.read()?;
        if device.era() == Era::Compute {
            assert!(near(&heat::compute_tiled(&device, &stream, 0.2, 13)?.read()?, &wanted));
        } else {
            let (shape, fours) = packed(width, &cells);
            let result = heat::fragment_packed(&device, width, &device.stream_of(shape, &fours)?, 0.2, 13)?;
            assert!(near(&unpacked(width, &result.read()?), &wanted));
        }
    }
    Ok(())
}

#[test]
fn passes_of_heat() -> Result<()> {
    for device in devices() {
        let stream = device.stream_of([30, 20], &[1.0; 600])?;
        assert_eq!(device.trace(|| heat(&device, &stream, 0.2, 13))?.1.launches().count(), 13);
        if device.era() == Era::Compute {
            assert_eq!(
                device
                    .trace(|| heat::compute_tiled(&device, &stream, 0.2, 13))?
                    .1
                    .launches()
                    .count(),
                4
            );
        }
    }
    Ok(())
}

#[test]
fn steps_too_long_are_refused() -> Result<()> {
    let sentence = |given: Result<f32>| given.unwrap_err().to_string();
    assert_eq!(rate(2.0, 0.125, 1.0)?, 0.25);
    assert_eq!(
        sentence(rate(2.0, 0.25, 1.0)),
        "an interval of 0.25 is unstable with a diffusivity of 2 and cells of 1: the rate is 0.5, 0.25 is the limit; \
         use an interval of at most 0.125"
    );
    assert_eq!(sentence(rate(f32::NAN, 1.0, 1.0)), "a diffusivity of NaN is not valid; give a finite one above 0");
    assert_eq!(sentence(rate(1.0, -1.0, 1.0)), "an interval of -1 is not valid; give a finite one above 0");
    let Some(device) = machine::device(Era::Fragment) else { return Ok(()) };
    let plate = device.stream_of([2, 2], &[0.0; 4])?;
    let refused = |cells, rate| heat(&device, cells, rate, 1).map(|_| ()).unwrap_err().to_string();
    assert_eq!(
        refused(&plate, 0.26),
        "a rate of 0.26 is unstable; heat spreads at 0 to 0.25, make the interval shorter"
    );
    assert!(refused(&plate, f32::NAN).starts_with("a rate of NaN"));
    assert_eq!(
        refused(&device.stream(&[1.0])?, 0.1),
        "heat: cells have 1 dimensions, a plate has 2; give columns and rows"
    );
    assert!(heat(&device, &device.empty([0, 0])?, 0.1, 3)?.is_empty());
    Ok(())
}

/// A step of heat where whatever lies beyond the plate is said, in `f64`.
fn step(cells: &[f64], [columns, rows]: [i64; 2], rate: f64, beyond: &dyn Fn(i64, i64) -> Option<f64>) -> Vec<f64> {
    let inside = |x: i64, y: i64| (0..columns).contains(&x) && (0..rows).contains(&y);
    let at = |x: i64, y: i64, own: f64| match inside(x, y) {
        true => cells[(y * columns + x) as usize],
        false => beyond(x, y).unwrap_or(own),
    };
    let cell = |i: i64| {
        let (x, y) = (i % columns, i / columns);
        let here = at(x, y, 0.0);
        let around = [(-1, 0), (1, 0), (0, -1), (0, 1)].map(|(right, up)| at(x + right, y + up, here));
        here + rate * (around.iter().sum::<f64>() - 4.0 * here)
    };
    (0..columns * rows).map(cell).collect()
}

#[test]
fn beyond_the_plate_is_what_the_sampler_says() -> Result<()> {
    let Some(device) = machine::device(Era::Fragment) else { return Ok(()) };
    let rate = 0.125_f32;
    for [columns, rows] in [[1, 1], [1, 5], [7, 1], [2, 2], [5, 3], [13, 17]] {
        let start: Vec<f32> = (0..columns * rows).map(|i| ((i * 37) % 101) as f32).collect();
        let cells = device.stream_of([columns as usize, rows as usize], &start)?;
        let edges = [
            ("clamp", Sampling::nearest()),
            ("mirror", Sampling::nearest().mirror()),
            ("repeat", Sampling::nearest().repeat()),
            ("border", Sampling::nearest().border([40.0, 0.0, 0.0, 0.0])),
        ];
        for (name, beyond) in edges {
            let mut wanted: Vec<f64> = start.iter().map(|cell| f64::from(*cell)).collect();
            for _ in 0..4 {
                let torus = |x: i64, y: i64| wanted[(y.rem_euclid(rows) * columns + x.rem_euclid(columns)) as usize];
                wanted = step(&wanted, [columns, rows], f64::from(rate), &|x, y| match name {
                    "repeat" => Some(torus(x, y)),
                    "border" => Some(40.0),
                    _ => None, // nothing leaves: the cell itself stands in
                });
            }
            let given = heat::fragment_sampled(&device, &cells, rate, 4, beyond)?.read()?;
            // Whole numbers and a rate of 1/8: every sum is exact.
            let given: Vec<f64> = given.into_iter().map(f64::from).collect();
            assert_eq!(given, wanted, "{name}, {columns}x{rows}");
        }
    }
    Ok(())
}
