//! The Fourier transform: against rustfft, against what is known of it, for any size and both directions; as
//! many passes as the book says.

use crate::machine::{self, device};
use gristmill::algorithms::fft::{self, Direction, Method, RealTransform, Transform};
use gristmill::{Device, Era, Layout, Result, Shape, random};
use rustfft::FftPlanner;
use rustfft::num_complex::Complex;
use std::f64::consts::TAU;

const METHODS: [(Era, Method); 5] = [
    (Era::Fragment, Method::Pairs),
    (Era::Fragment, Method::Fours),
    (Era::Compute, Method::Pairs),
    (Era::Compute, Method::Registers),
    (Era::Compute, Method::Shared),
];

const DIRECTIONS: [Direction; 2] = [Direction::Forward, Direction::Inverse];

/// Every method on the driver, where it has the era.
fn each_method(test: impl Fn(&Device, Method)) {
    for (era, method) in METHODS {
        if let Some(device) = device(era) {
            test(&device, method);
        }
    }
}

fn numbers(count: usize, seed: u32) -> Vec<[f32; 2]> {
    let number = |i: u32, draw: u32| random::uniform(seed, i, draw) * 2.0 - 1.0;
    (0..count as u32).map(|i| [number(i, 0), number(i, 1)]).collect()
}

fn run(device: &Device, method: Method, direction: Direction, shape: Shape, source: &[[f32; 2]]) -> Vec<[f32; 2]> {
    let transform = Transform::new(device, method, shape).unwrap();
    transform
        .run(direction, &device.stream_of(shape, source).unwrap())
        .unwrap()
        .read()
        .unwrap()
}

/// The same by rustfft in 64 bits, rows and then columns, the inverse divided.
fn by_rustfft(direction: Direction, shape: Shape, source: &[[f32; 2]]) -> Vec<Complex<f64>> {
    let mut planner = FftPlanner::<f64>::new();
    let mut plan = |points| match direction {
        Direction::Forward => planner.plan_fft_forward(points),
        Direction::Inverse => planner.plan_fft_inverse(points),
    };
    let [width, height] = [shape.extent(0), shape.extent(1)];
    let mut result: Vec<_> = source.iter().map(|&[x, y]| Complex::new(f64::from(x), f64::from(y))).collect();
    plan(width).process(&mut result);
    for x in 0..width {
        let mut column: Vec<_> = (0..height).map(|y| result[y * width + x]).collect();
        plan(height).process(&mut column);
        (0..height).for_each(|y| result[y * width + x] = column[y]);
    }
    let divisor = if direction == Direction::Inverse { source.len() as f64 } else { 1.0 };
    result.into_iter().map(|number| number / divisor).collect()
}

/// The root of the sum of squared differences over that of the squares.
fn off(given: &[[f32; 2]], wanted: &[Complex<f64>]) -> f64 {
    assert_eq!(given.len(), wanted.len());
    let given = given.iter().map(|&[x, y]| Complex::new(f64::from(x), f64::from(y)));
    let difference: f64 = given.zip(wanted).map(|(given, wanted)| (given - wanted).norm_sqr()).sum();
    if difference == 0.0 { 0.0 } else { (difference / wanted.iter().map(Complex::norm_sqr).sum::<f64>()).sqrt() }
}

fn bound(count: usize) -> f64 {
    1e-6 * (count.max(2) as f64).log2()
}

#[test]
fn lines_of_any_size_are_as_by_rustfft() {
    let sizes = (1..=67).chain([100, 127, 128, 243, 255, 256, 257, 1000, 1009, 1024, 2047, 2048, 2310, 4096, 16_384]);
    let sizes: Vec<usize> = sizes.chain([65_537]).collect();
    each_method(|device, method| {
        let most = if machine::is_slow(device) { 4096 } else { usize::MAX };
        for &size in sizes.iter().filter(|size| **size <= most) {
            let source = numbers(size, 1);
            for direction in DIRECTIONS {
                let given = run(device, method, direction, size.into(), &source);
                let error = off(&given, &by_rustfft(direction, size.into(), &source));
                assert!(error <= bound(size), "{method:?}, {direction:?}, {size}: {error}");
            }
        }
    });
}

#[test]
fn rectangles_are_as_by_rustfft() {
    let shapes =
        [[1, 1], [1, 8], [8, 1], [1, 5], [5, 1], [2, 3], [4, 4], [16, 64], [64, 16], [12, 32], [32, 7], [17, 30]];
    each_method(|device, method| {
        for shape in shapes.map(Shape::from) {
            let source = numbers(shape.len(), 2);
            for direction in DIRECTIONS {
                let given = run(device, method, direction, shape, &source);
                let error = off(&given, &by_rustfft(direction, shape, &source));
                assert!(error <= bound(shape.len()), "{method:?}, {direction:?}, {shape}: {error}");
            }
        }
    });
}

#[test]
fn the_reference_is_rustfft_in_64_bits() {
    let mut shapes: Vec<Shape> = (1..=40)
        .chain([127, 128, 134, 1000, 1009, 2018, 4096])
        .map(Shape::from)
        .collect();
    shapes.extend([[7, 6], [1, 9], [131, 4]].map(Shape::from));
    for shape in shapes {
        let source = numbers(shape.len(), 3);
        for direction in DIRECTIONS {
            let (ours, theirs) = (fft::reference(direction, shape, &source), by_rustfft(direction, shape, &source));
            let largest = theirs.iter().map(|number| number.norm()).fold(0.0, f64::max);
            for (a, b) in ours.iter().zip(&theirs) {
                assert!((a.re - b.re).abs().max((a.im - b.im).abs()) <= 1e-11 * largest, "{direction:?} of {shape}");
            }
        }
    }
}

#[test]
fn there_and_back_is_where_one_was() {
    each_method(|device, method| {
        for shape in [Shape::from(1), 2.into(), 15.into(), 64.into(), 4096.into(), [24, 16].into(), [31, 5].into()] {
            let source = numbers(shape.len(), 4);
            let transform = Transform::new(device, method, shape).unwrap();
            let there = transform
                .run(Direction::Forward, &device.stream_of(shape, &source).unwrap())
                .unwrap();
            let back = transform.run(Direction::Inverse, &there).unwrap().read().unwrap();
            let wanted: Vec<_> = source.iter().map(|&[x, y]| Complex::new(f64::from(x), f64::from(y))).collect();
            let error = off(&back, &wanted);
            assert!(error <= 2.0 * bound(shape.len()), "{method:?} of {shape}: {error}");
        }
    });
}

#[test]
fn one_wave_is_one_frequency_and_one_sample_is_all() {
    each_method(|device, method| {
        for (size, frequency) in [(16, 3), (12, 5), (256, 255), (1000, 1)] {
            let angle = |i: usize| TAU * (i * frequency % size) as f64 / size as f64;
            let wave: Vec<_> = (0..size).map(|i| [angle(i).cos() as f32, angle(i).sin() as f32]).collect();
            let peak = run(device, method, Direction::Forward, size.into(), &wave);
            let wanted: Vec<_> = (0..size)
                .map(|i| Complex::new(if i == frequency { size as f64 } else { 0.0 }, 0.0))
                .collect();
            assert!(off(&peak, &wanted) <= bound(size), "{method:?} of {size}");

            let mut sample = vec![[0.0; 2]; size];
            sample[frequency] = [1.0, 0.0];
            let waves = run(device, method, Direction::Forward, size.into(), &sample);
            let wanted: Vec<_> = (0..size).map(|i| Complex::cis(-angle(i))).collect();
            assert!(off(&waves, &wanted) <= bound(size), "{method:?} of {size}");
        }
    });
}

#[test]
fn a_nan_spoils_its_whole_line() {
    each_method(|device, method| {
        for size in [8, 64, 10] {
            let mut source = numbers(size, 5);
            source[3] = [0.0, f32::NAN];
            let spoiled = run(device, method, Direction::Forward, size.into(), &source);
            assert!(spoiled.iter().all(|[x, y]| x.is_nan() && y.is_nan()), "{method:?} of {size}: {spoiled:?}");
        }
    });
}

#[test]
fn nothing_and_one_are_their_own_transforms() {
    each_method(|device, method| {
        for shape in [Shape::from(0), 1.into(), [0, 5].into(), [5, 0].into(), [1, 1].into()] {
            let source = numbers(shape.len(), 6);
            for direction in DIRECTIONS {
                assert_eq!(
                    run(device, method, direction, shape, &source),
                    source,
                    "{method:?}, {direction:?}, {shape}"
                );
            }
        }
    });
}

/// Returns how many parts a method takes at once, as a power of two.
fn bits(method: Method) -> u32 {
    match method {
        Method::Pairs => 1,
        Method::Fours => 2,
        Method::Registers => 5,
        Method::Shared => 10,
    }
}

#[test]
fn passes_are_as_many_as_promised() {
    each_method(|device, method| {
        let passes = |shape: Shape| {
            let transform = Transform::new(device, method, shape).unwrap();
            let source = device.stream_of(shape, &numbers(shape.len(), 7)).unwrap();
            device.trace(|| transform.run(Direction::Forward, &source)).unwrap().1.passes()
        };
        for power in 4..=12_u32 {
            let wanted = power.div_ceil(bits(method)) as usize;
            assert_eq!(passes((1 << power).into()), wanted, "{method:?} of 2^{power}");
            // Two transforms that are four times as long, and three passes more.
            let longer = 2 * (power + 2).div_ceil(bits(method)) as usize + 3;
            assert_eq!(passes(((1 << power) + 1).into()), longer, "{method:?} of 2^{power} + 1");
        }
        assert_eq!(passes([64, 16].into()), (6_u32.div_ceil(bits(method)) + 4_u32.div_ceil(bits(method))) as usize);
    });
}

fn run_real(device: &Device, method: Method, direction: Direction, source: &[[f32; 2]]) -> Vec<[f32; 2]> {
    let pairs = if direction == Direction::Forward { source.len() } else { source.len().saturating_sub(1) };
    let transform = RealTransform::new(device, method, pairs).unwrap();
    transform
        .run(direction, &device.stream(source).unwrap())
        .unwrap()
        .read()
        .unwrap()
}

/// The frequencies of real numbers in pairs, by rustfft.
fn frequencies(pairs: &[[f32; 2]]) -> Vec<Complex<f64>> {
    let real: Vec<_> = pairs.as_flattened().iter().map(|number| [*number, 0.0]).collect();
    by_rustfft(Direction::Forward, real.len().into(), &real)[..=pairs.len()].to_vec()
}

fn narrow(numbers: &[Complex<f64>]) -> Vec<[f32; 2]> {
    numbers.iter().map(|number| [number.re as f32, number.im as f32]).collect()
}

fn complex(pairs: &[[f32; 2]]) -> Vec<Complex<f64>> {
    pairs.iter().map(|[x, y]| Complex::new(f64::from(*x), f64::from(*y))).collect()
}

#[test]
fn real_lines_are_as_by_rustfft_there_and_back() {
    each_method(|device, method| {
        let most = if machine::is_slow(device) { 4096 } else { usize::MAX };
        let sizes = (1..=20).chain([31, 32, 33, 64, 100, 127, 500, 1009, 1024, 4096, 16_384, 32_769]);
        for pairs in sizes.filter(|size| *size <= most) {
            let source = numbers(pairs, 9);
            let wanted = frequencies(&source);
            let error = off(&run_real(device, method, Direction::Forward, &source), &wanted);
            assert!(error <= bound(2 * pairs), "{method:?} of {pairs} pairs: {error}");
            let error = off(&run_real(device, method, Direction::Inverse, &narrow(&wanted)), &complex(&source));
            assert!(error <= bound(2 * pairs), "{method:?} of {pairs} pairs, inverse: {error}");
        }
        for direction in DIRECTIONS {
            assert_eq!(run_real(device, method, direction, &[]), Vec::<[f32; 2]>::new(), "{method:?}");
        }
    });
}

#[test]
fn the_reference_of_real_numbers_is_rustfft() {
    for pairs in (1..=20).chain([127, 1000]) {
        let source = numbers(pairs, 10);
        let wanted = frequencies(&source);
        let near = |ours: &[Complex<f64>], theirs: &[Complex<f64>], bound: f64| {
            assert_eq!(ours.len(), theirs.len());
            assert!(ours.iter().zip(theirs).all(|(a, b)| (a - b).norm() <= bound), "{pairs} pairs");
        };
        near(&fft::reference_real(Direction::Forward, &source), &wanted, 1e-11 * pairs as f64);
        // The frequencies are rounded to floats: each by less than 1e-7 of them.
        near(&fft::reference_real(Direction::Inverse, &narrow(&wanted)), &complex(&source), 1e-5);
    }
    assert!(fft::reference_real(Direction::Forward, &[]).is_empty());
}

#[test]
fn real_numbers_take_the_passes_of_half_as_many_and_one() {
    each_method(|device, method| {
        for power in 4..=12_u32 {
            let pairs = 1 << (power - 1);
            let transform = RealTransform::new(device, method, pairs).unwrap();
            let source = device.stream(&numbers(pairs, 11)).unwrap();
            let (there, trace) = device.trace(|| transform.run(Direction::Forward, &source)).unwrap();
            let wanted = (power - 1).div_ceil(bits(method)) as usize + 1;
            assert_eq!(trace.passes(), wanted, "{method:?} of 2^{power}");
            let trace = device.trace(|| transform.run(Direction::Inverse, &there)).unwrap().1;
            assert_eq!(trace.passes(), wanted, "{method:?} of 2^{power}, inverse");
        }
    });
}

#[test]
fn a_real_line_of_another_length_is_refused() {
    each_method(|device, method| {
        let transform = RealTransform::new(device, method, 4).unwrap();
        let refused = |direction, count| {
            let source = device.stream(&numbers(count, 12)).unwrap();
            transform.run(direction, &source).err().unwrap().to_string()
        };
        assert_eq!(
            refused(Direction::Forward, 5),
            "fft: the stream is 5, the transform of real numbers takes a line of 4 pairs; make one of that length"
        );
        assert_eq!(
            refused(Direction::Inverse, 4),
            "fft: the stream is 4, the transform of real numbers takes a line of 5 frequencies; make one of that length"
        );
    });
}

#[cfg(feature = "emulator")]
#[test]
fn real_numbers_have_no_findings() {
    for (era, method) in METHODS {
        let device = Device::emulator(era).unwrap();
        for pairs in [1, 2, 7, 64, 300] {
            let source = numbers(pairs, 13);
            let wanted = frequencies(&source);
            assert!(off(&run_real(&device, method, Direction::Forward, &source), &wanted) <= bound(2 * pairs));
            let back = run_real(&device, method, Direction::Inverse, &narrow(&wanted));
            assert!(off(&back, &complex(&source)) <= bound(2 * pairs), "{method:?} of {pairs} pairs");
            assert_eq!(device.findings().unwrap(), [], "{method:?} of {pairs} pairs");
        }
    }
}

#[cfg(feature = "emulator")]
#[test]
fn no_method_has_findings() {
    for (era, method) in METHODS {
        let device = Device::emulator(era).unwrap();
        for shape in [Shape::from(2), 64.into(), 128.into(), 11.into(), [8, 16].into(), [6, 4].into()] {
            let source = numbers(shape.len(), 8);
            let given = run(&device, method, Direction::Forward, shape, &source);
            assert!(off(&given, &by_rustfft(Direction::Forward, shape, &source)) <= bound(shape.len()), "{method:?}");
            assert_eq!(device.findings().unwrap(), [], "{method:?} of {shape}");
        }
    }
}

#[test]
fn what_cannot_be_transformed_is_refused() {
    let refused = |result: Result<Transform>| result.err().unwrap().to_string();
    each_method(|device, method| {
        let message = "fft: a stream has 3 dimensions, at most 2 are transformed; split it";
        assert_eq!(refused(Transform::new(device, method, [2, 2, 2])), message);
        let transform = Transform::new(device, method, 8).unwrap();
        let other = device.stream(&numbers(7, 1)).unwrap();
        let message = "fft: the stream is 7, the transform 8; make a transform of that shape";
        assert_eq!(transform.run(Direction::Forward, &other).err().unwrap().to_string(), message);
        let layout = if device.era() == Era::Fragment { Layout::Linear } else { Layout::Packed };
        let foreign = device.stream_in(layout, 8, &numbers(8, 1)).unwrap();
        let message = transform.run(Direction::Forward, &foreign).err().unwrap().to_string();
        assert!(message.starts_with("fft: the stream has Layout::"), "{message}");
    });
    if let Some(device) = device(Era::Fragment) {
        let message = "fft: the fragment era has no Method::Shared; use Method::Fours";
        assert_eq!(refused(Transform::new(&device, Method::Shared, 8)), message);
    }
    if let Some(device) = device(Era::Compute) {
        let message = "fft: the compute era has no Method::Fours; use Method::Registers";
        assert_eq!(refused(Transform::new(&device, Method::Fours, 8)), message);
    }
}
