//! Convolution: every rung with kernels of any odd length on awkward shapes, what is known without a
//! reference, and what is refused.

use gristmill::algorithms::Check;
use gristmill::algorithms::convolve::{self, MOST_WEIGHTS, gaussian, packed, unpacked};
use gristmill::{Device, Era, Result, Sampling, random};

use crate::machine;

/// A picture through one rung.
type Rung = (&'static str, Era, fn(&Device, [usize; 2], &[f32], &[f32]) -> Result<Vec<f32>>);

const RUNGS: [Rung; 7] = [
    ("fragment", Era::Fragment, |device, size, pixels, weights| {
        convolve::fragment(device, &device.stream_of(size, pixels)?, weights)?.read()
    }),
    ("fragment_packed", Era::Fragment, |device, size, pixels, weights| {
        let source = device.stream_of([size[0].div_ceil(4), size[1]], &packed(pixels, size[0]))?;
        Ok(unpacked(&convolve::fragment_packed(device, &source, weights)?.read()?, size[0]))
    }),
    ("fragment_sampled", Era::Fragment, |device, size, pixels, weights| {
        convolve::fragment_sampled(device, &device.stream_of(size, pixels)?, weights, Sampling::nearest())?.read()
    }),
    ("fragment_2005", Era::Fragment, |device, size, pixels, weights| {
        convolve::fragment_2005(device, &device.stream_of(size, pixels)?, weights)?.read()
    }),
    ("compute", Era::Compute, |device, size, pixels, weights| {
        convolve::compute(device, &device.stream_of(size, pixels)?, weights)?.read()
    }),
    ("compute_apron", Era::Compute, |device, size, pixels, weights| {
        convolve::compute_apron(device, &device.stream_of(size, pixels)?, weights)?.read()
    }),
    ("compute_runs", Era::Compute, |device, size, pixels, weights| {
        convolve::compute_runs(device, &device.stream_of(size, pixels)?, weights)?.read()
    }),
];

/// Every rung on every device there is.
fn each(mut judge: impl FnMut(&str, &dyn Fn([usize; 2], &[f32], &[f32]) -> Result<Vec<f32>>)) {
    for (name, era, rung) in RUNGS {
        let Some(device) = machine::device(era) else { continue };
        judge(name, &|size, pixels, weights| rung(&device, size, pixels, weights));
    }
}

fn numbers(count: usize, column: u32) -> Vec<f32> {
    (0..count as u32).map(|i| random::uniform(5, i, column) * 2.0 - 1.0).collect()
}

#[test]
fn any_odd_length_on_any_shape() {
    each(|name, rung| {
        for length in [1, 3, 5, 7, 9, 11, 33, 67] {
            let weights = numbers(length, 1); // of both signs, and not symmetric
            for size in [[0, 0], [1, 1], [1, 9], [9, 1], [2, 300], [300, 2], [37, 41], [64, 8], [261, 5]] {
                let pixels = numbers(size[0] * size[1], 2);
                let result = rung(size, &pixels, &weights).unwrap();
                let absolute: f64 = weights.iter().map(|weight| f64::from(weight.abs())).sum();
                let bound = 2.0 * (length + 1) as f64 * absolute * absolute * 2.0_f64.powi(-24);
                let check = Check::within(&result, &convolve::reference(&pixels, size, &weights), bound);
                assert!(check.passed(), "{name}, {length} weights, {size:?}: {check:?}");
            }
        }
    });
}

#[test]
fn the_most_weights_are_taken_and_one_pair_more_is_not() {
    let weights = numbers(MOST_WEIGHTS + 2, 1)
        .iter()
        .map(|weight| weight / 64.0)
        .collect::<Vec<_>>();
    each(|name, rung| {
        let (size, pixels) = ([40, 3], numbers(120, 2));
        let most = &weights[..MOST_WEIGHTS];
        let bound = 2.0 * 1000.0 * 64.0 * 2.0_f64.powi(-24);
        let check =
            Check::within(&rung(size, &pixels, most).unwrap(), &convolve::reference(&pixels, size, most), bound);
        assert!(check.passed(), "{name}: {check:?}");
        let error = rung(size, &pixels, &weights).unwrap_err().to_string();
        assert!(error.contains("1001") && error.contains("999") && error.contains("convolve twice"), "{error}");
    });
}

#[test]
fn a_dot_becomes_the_kernel_turned_over() {
    let weights = [1.0, 2.0, 4.0, 8.0, 16.0];
    each(|name, rung| {
        let mut pixels = vec![0.0; 81];
        pixels[4 * 9 + 4] = 1.0;
        let result = rung([9, 9], &pixels, &weights).unwrap();
        for (i, given) in result.iter().enumerate() {
            let weight = |at: usize| if (2..=6).contains(&at) { weights[6 - at] } else { 0.0 };
            assert_eq!(*given, weight(i % 9) * weight(i / 9), "{name}, pixel {i}");
        }
    });
}

#[test]
fn one_colour_stays_as_it_is_up_to_the_border() {
    each(|name, rung| {
        for size in [[5, 3], [130, 70]] {
            let result = rung(size, &vec![1.0; size[0] * size[1]], &[0.25, 0.5, 0.25]).unwrap();
            assert!(result.iter().all(|pixel| *pixel == 1.0), "{name} of {size:?}");
        }
    });
}

#[test]
fn a_gaussian_has_its_sum_and_its_variance() {
    for deviation in [1.0_f32, 2.6, 40.0, 166.0] {
        let weights = gaussian(deviation).unwrap();
        let radius = (weights.len() / 2) as f64;
        let moment = |power: i32| -> f64 {
            weights
                .iter()
                .zip(0..)
                .map(|(weight, i)| f64::from(*weight) * (f64::from(i) - radius).powi(power))
                .sum()
        };
        assert!((moment(0) - 1.0).abs() < 1e-5 && moment(1).abs() < 1e-3, "{deviation}");
        // Three deviations leave 3 % of the variance out.
        assert!((moment(2).sqrt() / f64::from(deviation) - 1.0).abs() < 0.03, "{deviation}: {}", moment(2).sqrt());
    }
}

#[test]
fn what_is_no_kernel_is_refused() {
    each(|name, rung| {
        for even in [0, 2, 8] {
            let error = rung([3, 3], &[1.0; 9], &vec![1.0; even]).unwrap_err().to_string();
            assert_eq!(error, format!("{even} weights have no middle; give an odd number"), "{name}");
        }
    });
    for deviation in [-1.0, f32::NAN, f32::INFINITY, 167.0] {
        assert!(gaussian(deviation).unwrap_err().to_string().contains("give 0 to 166"), "{deviation}");
    }
    let Some(device) = machine::device(Era::Fragment) else { return };
    let error = convolve::convolve(&device, &device.stream(&[1.0; 4]).unwrap(), &[1.0])
        .err()
        .unwrap();
    assert!(error.to_string().contains("give it two dimensions"), "{error}");
}

/// A function from a place along a side to the place that is read, if any is.
type Edge<'a> = &'a dyn Fn(i64, i64) -> Option<i64>;

#[test]
fn beyond_the_border_is_what_the_sampler_says() {
    let Some(device) = machine::device(Era::Fragment) else { return };
    for length in [3, 5, 11] {
        let weights = numbers(length, 1);
        for [width, height] in [[1, 1], [1, 4], [5, 1], [3, 7], [16, 9]] {
            let pixels = numbers(width * height, 2);
            let source = device.stream_of([width, height], &pixels).unwrap();
            let mirrored = |at: i64, side: i64| {
                let turn = at.rem_euclid(2 * side);
                if turn < side { turn } else { 2 * side - 1 - turn }
            };
            let edges: [(Sampling, Edge); 3] = [
                (Sampling::nearest().repeat(), &|at, side| Some(at.rem_euclid(side))),
                (Sampling::nearest().mirror(), &|at, side| Some(mirrored(at, side))),
                (Sampling::nearest().border([0.5; 4]), &|at, side| (0..side).contains(&at).then_some(at)),
            ];
            for (sampling, index) in edges {
                let pass = |source: &[f64], right: i64, down: i64| -> Vec<f64> {
                    let sum = |i: usize| {
                        let tap = |(at, weight): (usize, &f32)| {
                            let by = at as i64 - length as i64 / 2;
                            let x = index((i % width) as i64 + by * right, width as i64);
                            let y = index((i / width) as i64 + by * down, height as i64);
                            let value = x.zip(y).map_or(0.5, |(x, y)| source[y as usize * width + x as usize]);
                            f64::from(*weight) * value
                        };
                        weights.iter().enumerate().map(tap).sum()
                    };
                    (0..width * height).map(sum).collect()
                };
                let pixels: Vec<f64> = pixels.iter().map(|pixel| f64::from(*pixel)).collect();
                let wanted: Vec<f32> = pass(&pass(&pixels, 1, 0), 0, 1).into_iter().map(|sum| sum as f32).collect();
                let given = convolve::fragment_sampled(&device, &source, &weights, sampling)
                    .unwrap()
                    .read()
                    .unwrap();
                let absolute: f64 = weights.iter().map(|weight| f64::from(weight.abs())).sum();
                let bound = 2.0 * (length + 1) as f64 * absolute.max(1.0).powi(2) * 2.0_f64.powi(-24);
                let check = Check::within(&given, &wanted, bound);
                assert!(check.passed(), "{sampling:?}, {length} weights, {width}x{height}: {check:?}");
            }
        }
    }
}
