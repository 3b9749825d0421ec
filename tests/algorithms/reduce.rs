//! Reduce beyond the table: all three operations on all rungs, values that are no numbers, padding, passes,
//! and what is refused.

use crate::machine::{self, device};
use gristmill::algorithms::reduce::{self, *};
use gristmill::algorithms::{Algorithm, Workload, fours};
use gristmill::{Device, Era, KernelSource, Layout, Stream};

type Scalars = fn(&Device, Operation, &Stream<f32>) -> gristmill::Result<Stream<f32>>;
type Fours = fn(&Device, Operation, &Stream<[f32; 4]>) -> gristmill::Result<Stream<f32>>;

const SCALARS: [(&str, Era, Scalars); 7] = [
    ("fragment", Era::Fragment, fragment),
    ("fragment_wide", Era::Fragment, fragment_wide),
    ("compute_levels", Era::Compute, compute_levels),
    ("compute_atomic", Era::Compute, compute_atomic),
    ("compute_atomic_group", Era::Compute, compute_atomic_group),
    ("compute_shared", Era::Compute, compute_shared),
    ("compute", Era::Compute, compute),
];
const FOURS: [(&str, Era, Fours); 2] =
    [("fragment_packed", Era::Fragment, fragment_packed), ("compute_image", Era::Compute, compute_image)];

/// A device of each era that there is.
fn devices() -> Vec<Device> {
    Era::ALL.into_iter().filter_map(device).collect()
}

/// Every rung's result, with its name.
fn on_all_rungs(devices: &[Device], operation: Operation, numbers: &[f32]) -> Vec<(&'static str, f32)> {
    let mut results = Vec::new();
    let mut keep = |name, result: Stream<f32>| {
        assert_eq!(result.len(), 1, "{name} of {} elements", numbers.len());
        results.push((name, result.read().unwrap()[0]));
    };
    for device in devices {
        let era = device.era();
        let scalars = device.stream(numbers).unwrap();
        for &(name, _, rung) in SCALARS.iter().filter(|rung| rung.1 == era) {
            keep(name, rung(device, operation, &scalars).unwrap());
        }
        let texels = fours(numbers, operation.identity());
        let texels = device.stream_in(Layout::Packed, texels.len(), &texels).unwrap();
        for &(name, _, rung) in FOURS.iter().filter(|rung| rung.1 == era) {
            keep(name, rung(device, operation, &texels).unwrap());
        }
    }
    results
}

/// The same number, or both NaN; zeros of either sign are one number.
fn same(given: f32, wanted: f64) -> bool {
    f64::from(given) == wanted || given.is_nan() && wanted.is_nan()
}

#[test]
fn every_operation_on_awkward_sizes() {
    let devices = devices();
    for size in [1, 2, 3, 4, 5, 7, 31, 33, 63, 64, 65, 255, 256, 257, 1000, 1025, 4097, 65_537] {
        let numbers = Workload::new(size, 3).floats(0);
        for operation in Operation::ALL {
            let wanted = reference(operation, &numbers);
            let allowed = if operation == Operation::Sum { bound(size, &numbers) } else { 0.0 };
            for (name, given) in on_all_rungs(&devices, operation, &numbers) {
                let error = (f64::from(given) - wanted).abs();
                assert!(error <= allowed, "{operation:?} of {size} by {name}: {given}, not {wanted}");
            }
        }
    }
}

#[test]
fn the_extreme_is_found_at_every_place() {
    let devices = devices();
    // The lesson's program missed it in the last places of sizes that are no power of two.
    for size in [1, 2, 3, 5, 6, 7, 12, 24, 65, 67] {
        for place in 0..size {
            let mut numbers = vec![1.0; size];
            numbers[place] = -1.0;
            for (name, given) in on_all_rungs(&devices, Operation::Min, &numbers) {
                assert_eq!(given, -1.0, "minimum at {place} of {size} by {name}");
            }
            numbers.iter_mut().for_each(|number| *number = -*number);
            for (name, given) in on_all_rungs(&devices, Operation::Max, &numbers) {
                assert_eq!(given, 1.0, "maximum at {place} of {size} by {name}");
            }
        }
    }
}

#[test]
fn no_elements_give_the_identity() {
    let devices = devices();
    for operation in Operation::ALL {
        for (name, given) in on_all_rungs(&devices, operation, &[]) {
            assert_eq!(given, operation.identity(), "{operation:?} by {name}");
        }
    }
}

#[test]
fn infinities_and_nans() {
    let devices = devices();
    let (infinity, nan) = (f32::INFINITY, f32::NAN);
    for special in [
        vec![infinity],
        vec![-infinity, -infinity, -infinity],
        vec![1.0, infinity, 2.0],
        vec![1.0, -infinity, 2.0],
        vec![infinity, 3.0, -infinity],
        vec![nan],
        vec![nan, 1.0],
        vec![1.0, nan],
        vec![1.0, -nan, infinity],
        vec![-infinity, nan, 1.0],
        vec![0.0, -0.0],
        vec![-0.0, -0.0, -0.0],
        vec![f32::MAX, 1.0, f32::MIN],
    ] {
        // Alone, in front of many others, behind them, and in the middle.
        let others = vec![0.5; 700];
        let [first, last] = [[&special[..], &others].concat(), [&others[..], &special].concat()];
        let middle = [&others[..], &special, &others].concat();
        for numbers in [&special, &first, &last, &middle] {
            for operation in [Operation::Min, Operation::Max] {
                let wanted = reference(operation, numbers);
                for (name, given) in on_all_rungs(&devices, operation, numbers) {
                    assert!(same(given, wanted), "{operation:?} with {special:?} by {name}: {given}, not {wanted}");
                }
            }
            let wanted = reference(Operation::Sum, numbers);
            if !wanted.is_finite() {
                for (name, given) in on_all_rungs(&devices, Operation::Sum, numbers) {
                    assert!(same(given, wanted), "sum with {special:?} by {name}: {given}, not {wanted}");
                }
            }
        }
    }
}

#[test]
fn whole_numbers_add_exactly() {
    let devices = devices();
    // Every partial sum is below 2^24, so no order of additions rounds.
    let numbers: Vec<f32> = (0..100_003).map(|i| (i % 7) as f32 - 3.0).collect();
    for (name, given) in on_all_rungs(&devices, Operation::Sum, &numbers) {
        assert_eq!(f64::from(given), reference(Operation::Sum, &numbers), "{name}");
    }
}

#[test]
fn padding_counts_for_nothing() {
    let poison = "layout(location = 0) out float result; void main() { result = uintBitsToFloat(0x7fc00000u); }";
    let poison = KernelSource::new("poison").fragment(format!("#version 330 core\n{poison}"));
    let numbers: Vec<f32> = (1..=10).map(|i| i as f32).collect();
    let device = machine::device(Era::Fragment).unwrap();
    for (width, size) in [(7, 10), (3, 10), (4, 9), (1, 5), (10, 10), (9, 1)] {
        let mut stream = device.empty_in::<f32>(Layout::PackedAt(width), size).unwrap();
        device
            .kernel(&poison)
            .unwrap()
            .call()
            .output("result", &mut stream)
            .run()
            .unwrap();
        assert!(stream.read().unwrap().iter().all(|element| element.is_nan()));
        stream.write(&numbers[..size]).unwrap();
        for operation in Operation::ALL {
            for (name, _, rung) in SCALARS.iter().filter(|rung| rung.1 == Era::Fragment) {
                let given = rung(&device, operation, &stream).unwrap().read().unwrap();
                assert_eq!(f64::from(given[0]), reference(operation, &numbers[..size]), "{name} of {size} in {width}");
            }
        }
    }

    let Some(device) = machine::device(Era::Compute) else { return };
    let poison = KernelSource::new("poison").compute(
        "#version 430 core
        #include \"stream.glsl\"
        layout(local_size_x = 8) in;
        layout(std430, binding = 0) writeonly buffer Result { vec4 result[]; };
        void main() { if (element() < element_count) result[element()] = vec4(uintBitsToFloat(0x7fc00000u)); }",
    );
    for size in 1..=10 {
        let mut stream = device.empty::<f32>(size).unwrap();
        // A buffer has room for whole fours.
        let poison = device.kernel(&poison).unwrap();
        poison
            .call()
            .output("result", &mut stream)
            .elements(size.div_ceil(4))
            .run()
            .unwrap();
        stream.write(&numbers[..size]).unwrap();
        for operation in Operation::ALL {
            for (name, _, rung) in SCALARS.iter().filter(|rung| rung.1 == Era::Compute) {
                let given = rung(&device, operation, &stream).unwrap().read().unwrap();
                assert_eq!(f64::from(given[0]), reference(operation, &numbers[..size]), "{name} of {size}");
            }
        }
    }
}

#[test]
fn two_and_three_dimensions() {
    for era in Era::ALL {
        let Some(device) = device(era) else { continue };
        for shape in [&[1, 1][..], &[1, 17], &[17, 1], &[33, 5], &[5, 33], &[100, 3], &[7, 5, 3], &[3, 4, 5, 6]] {
            let numbers = Workload::new(shape.iter().product(), 5).floats(0);
            let stream = device.stream_of(gristmill::Shape::new(shape).unwrap(), &numbers).unwrap();
            for (name, _, rung) in SCALARS.iter().filter(|rung| rung.1 == era) {
                let given = rung(&device, Operation::Min, &stream).unwrap().read().unwrap();
                assert_eq!(f64::from(given[0]), reference(Operation::Min, &numbers), "{name} of {shape:?}");
            }
        }
    }
}

#[test]
fn passes_are_logarithms_of_the_side() {
    let device = device(Era::Fragment).unwrap();
    for (size, side) in [(1, 1), (2, 2), (3, 3), (5, 5), (64, 64), (65, 16), (256, 16), (257, 32), (4097, 128)] {
        let stream = device.stream(&vec![1.0; size]).unwrap();
        let (_, trace) = device.trace(|| fragment(&device, Operation::Sum, &stream)).unwrap();
        assert_eq!(trace.passes(), f64::from(side).log2().ceil() as usize, "{size} elements in rows of {side}");
        let (_, trace) = device.trace(|| fragment_wide(&device, Operation::Sum, &stream)).unwrap();
        assert_eq!(trace.passes(), (f64::from(side).log2() / 2.0).ceil() as usize, "{size} elements in rows of {side}");
    }
}

#[test]
fn dispatches_are_counted() {
    let Some(device) = device(Era::Compute) else { return };
    let stream = device.stream(&vec![1.0; 65_537]).unwrap();
    for (rung, dispatches) in [
        (compute_levels as Scalars, 17),
        (compute_atomic, 2),
        (compute_atomic_group, 2),
        (compute_shared, 3),
        (compute, 2),
    ] {
        let (_, trace) = device.trace(|| rung(&device, Operation::Max, &stream)).unwrap();
        assert_eq!(trace.passes(), dispatches);
    }
    // Each level waits for the one below.
    let (_, trace) = device.trace(|| compute_levels(&device, Operation::Max, &stream)).unwrap();
    assert!(trace.barriers() >= 16, "{} barriers", trace.barriers());
}

#[test]
fn the_value_in_either_era() {
    for era in Era::ALL {
        let Some(device) = device(era) else { continue };
        let stream = device.stream(&[4.0, -2.0, 8.0]).unwrap();
        let [min, max, sum] = Operation::ALL.map(|operation| reduce::value(&device, operation, &stream).unwrap());
        assert_eq!([min, max, sum], [-2.0, 8.0, 10.0]);
    }
}

#[test]
fn streams_that_lie_otherwise_are_refused() {
    let device = device(Era::Fragment).unwrap();
    for layout in [Layout::BySlice, Layout::Slices, Layout::Volume, Layout::Linear] {
        let stream = device.stream_in(layout, [3, 3, 3], &[1.0; 27]).unwrap();
        let error = fragment(&device, Operation::Sum, &stream).err().unwrap().to_string();
        assert_eq!(
            error,
            format!(
                "reduce: the source has Layout::{layout:?}, but must be stored in rows; copy it to a stream of \
                 Layout::Packed"
            )
        );
    }
}

#[test]
fn sixteen_million_elements_are_within_the_bound() {
    let algorithm = Algorithm::find("reduce").unwrap();
    for name in ["fragment", "fragment_wide", "fragment_packed", "compute_shared", "compute", "compute_image"] {
        let rung = algorithm.rungs.iter().find(|rung| rung.name == name).unwrap();
        let Some(device) = device(rung.era) else { continue };
        // Machines that take elements one by one get fewer.
        let slow = ["emulator", "softpipe"]
            .iter()
            .any(|machine| device.info().name.contains(machine));
        let workload = Workload::new(if slow { 1 << 20 } else { 1 << 24 }, 9);
        let check = (rung.prepare)(&device, &workload).unwrap().check().unwrap();
        println!("{name} of {}: off by {:.2e}, {:.2e} allowed", workload.size, check.error, check.bound);
        assert!(check.passed(), "{name}: off by {}, {} allowed", check.error, check.bound);
        // Orders that are trees keep the roundings of 2^24 numbers below 2^-23 of the sum of their absolute
        // values, about 2^23.
        assert!(check.error < 1.0, "{name}: off by {}", check.error);
    }
}

#[test]
fn dot_products_are_within_the_bound_of_their_terms() {
    for device in devices() {
        for size in [0, 1, 3, 4, 5, 63, 64, 65, 1000, 1025, 4097, 65_537] {
            let [x, y] = [0, 1].map(|column| Workload::new(size, 3).floats(column));
            let terms: Vec<f32> = x.iter().zip(&y).map(|(x, y)| x * y).collect();
            let wanted: f64 = x.iter().zip(&y).map(|(x, y)| f64::from(*x) * f64::from(*y)).sum();
            let dot = reduce::dot(&device, &device.stream(&x).unwrap(), &device.stream(&y).unwrap()).unwrap();
            let error = f64::from(dot.read().unwrap()[0]) - wanted;
            // As many roundings as for the sum, and that of the product.
            assert!(error.abs() <= bound(size + 2, &terms), "{} of {size}: off by {error}", device.era());

            let whole = |column| {
                Workload::new(size, 3)
                    .integers(column, 16)
                    .iter()
                    .map(|i| *i as f32)
                    .collect::<Vec<_>>()
            };
            let (x, y) = (whole(0), whole(1));
            let wanted: f32 = x.iter().zip(&y).map(|(x, y)| x * y).sum();
            let dot = reduce::dot(&device, &device.stream(&x).unwrap(), &device.stream(&y).unwrap()).unwrap();
            assert_eq!(dot.read().unwrap(), [wanted], "{} of {size}", device.era());
        }
        let [x, y] = [3, 4].map(|size| device.stream(&vec![1.0; size]).unwrap());
        let error = reduce::dot(&device, &x, &y).map(|_| ()).unwrap_err().to_string();
        assert_eq!(error, "reduce: x is 3, y is 4; a dot product is of one shape and layout");
    }
}

#[test]
fn mipmaps_add_and_refuse_extremes() {
    for device in devices() {
        let sum = if device.era() == Era::Fragment { reduce::fragment_mipmap } else { reduce::compute_mipmap };
        for size in [0, 1, 2, 3, 5, 16, 17, 100, 1000, 4097, 65_537] {
            let numbers = Workload::new(size, 3).floats(0);
            let given = sum(&device, Operation::Sum, &device.stream(&numbers).unwrap())
                .unwrap()
                .read()
                .unwrap();
            let error = (f64::from(given[0]) - reference(Operation::Sum, &numbers)).abs();
            assert!(error <= bound(20 * 9 + 1, &numbers), "{} of {size}: off by {error}", device.era());
        }
        let stream = device.stream(&[1.0, 2.0]).unwrap();
        let error = sum(&device, Operation::Min, &stream).map(|_| ()).unwrap_err().to_string();
        assert_eq!(error, "reduce: mipmaps are means, and cannot compute Min; use another rung, or Operation::Sum");
    }
}
