//! Scan: every rung, inclusive and exclusive, exact for whole numbers, within its bound for floats, with the
//! passes it promises.

use crate::machine;
use gristmill::algorithms::scan::{self, Number, exclusive};
use gristmill::{Device, Era, KernelSource, Layout, Result, Stream, random};

type Scan<T> = fn(&Device, &Stream<T>) -> Result<Stream<T>>;
type Rung<T> = (&'static str, Era, Scan<T>);

const SIZES: [usize; 18] = [0, 1, 2, 3, 5, 7, 31, 32, 33, 255, 256, 257, 1000, 1023, 4095, 4097, 65_537, 1_000_003];

fn inclusive_rungs<T: Number>() -> Vec<Rung<T>> {
    vec![
        ("fragment", Era::Fragment, scan::fragment),
        ("fragment_work_efficient", Era::Fragment, scan::fragment_work_efficient),
        ("fragment_blocked", Era::Fragment, scan::fragment_blocked),
        ("compute", Era::Compute, scan::compute),
        ("compute_blocks", Era::Compute, scan::compute_blocks),
        ("compute_chunks", Era::Compute, scan::compute_chunks),
        ("compute_lookback", Era::Compute, scan::compute_lookback),
    ]
}

fn exclusive_rungs<T: Number>() -> Vec<Rung<T>> {
    vec![
        ("exclusive::fragment", Era::Fragment, exclusive::fragment),
        ("exclusive::fragment_work_efficient", Era::Fragment, exclusive::fragment_work_efficient),
        ("exclusive::fragment_blocked", Era::Fragment, exclusive::fragment_blocked),
        ("exclusive::compute", Era::Compute, exclusive::compute),
        ("exclusive::compute_blocks", Era::Compute, exclusive::compute_blocks),
        ("exclusive::compute_chunks", Era::Compute, exclusive::compute_chunks),
        ("exclusive::compute_lookback", Era::Compute, exclusive::compute_lookback),
    ]
}

/// Every rung gives exactly the reference, on each of these sizes.
fn exact<T: Number + PartialEq>(
    sizes: &[usize],
    rungs: &[Rung<T>],
    reference: fn(&[T]) -> Vec<T>,
    number: fn(u32) -> T,
) {
    for &(name, era, rung) in rungs {
        let Some(device) = machine::device(era) else { continue };
        for &size in sizes {
            let numbers: Vec<T> = (0..size as u32).map(|i| number(random::word(7, i, 0))).collect();
            let result = rung(&device, &device.stream(&numbers).unwrap()).unwrap().read().unwrap();
            let wanted = reference(&numbers);
            assert_eq!(result.len(), wanted.len(), "{name} of {size}");
            if let Some(at) = (0..size).find(|&at| result[at] != wanted[at]) {
                panic!("{name} of {size}: element {at} is {:?}, not {:?}", result[at], wanted[at]);
            }
        }
    }
}

#[test]
fn words_are_exact_and_wrap_around() {
    exact::<u32>(&SIZES, &inclusive_rungs(), scan::reference, |word| word);
    exact::<u32>(&SIZES, &exclusive_rungs(), exclusive::reference, |word| word);
}

#[test]
fn signed_integers_are_exact() {
    exact::<i32>(&SIZES[..17], &inclusive_rungs(), scan::reference, |word| word as i32);
    exact::<i32>(&SIZES[..17], &exclusive_rungs(), exclusive::reference, |word| word as i32);
}

#[test]
fn whole_floats_are_exact() {
    exact::<f32>(&SIZES[..17], &inclusive_rungs(), scan::reference, |word| (word % 15) as f32 - 7.0);
    exact::<f32>(&SIZES[..17], &exclusive_rungs(), exclusive::reference, |word| (word % 15) as f32 - 7.0);
}

/// Texels in rows of an odd number, too, and a chunk that ends in the middle of a row.
#[test]
fn texels_are_scanned_in_their_order() {
    let Some(device) = machine::device(Era::Compute) else { return };
    for shape in [[1, 1], [2, 1], [7, 1], [1, 9], [13, 5], [33, 31], [1021, 3], [64, 1024]] {
        let count = shape[0] * shape[1];
        let fours: Vec<[f32; 4]> = (0..count as u32)
            .map(|at| [0, 1, 2, 3].map(|part| (random::word(11, 4 * at + part, 0) % 15) as f32 - 7.0))
            .collect();
        let source = device.stream_in(Layout::Packed, shape, &fours).unwrap();
        let sums = scan::compute_image(&device, &source).unwrap().read().unwrap();
        assert_eq!(sums.concat(), scan::reference(&fours.concat()), "{shape:?}");
    }
    let none = device.stream_in::<[f32; 4]>(Layout::Packed, 0, &[]).unwrap();
    assert!(scan::compute_image(&device, &none).unwrap().read().unwrap().is_empty());
    let buffer = device.stream(&[[1.0; 4]]).unwrap();
    let said = scan::compute_image(&device, &buffer).err().unwrap().to_string();
    assert!(said.contains("copy it to a stream of Layout::Packed"), "{said}");
}

/// The largest number of additions that an element goes through on its way into a result.
fn depth(name: &str, n: usize) -> usize {
    let levels = |fan: usize| {
        let (mut levels, mut reach) = (0, 1);
        while reach < n {
            (levels, reach) = (levels + 1, reach * fan);
        }
        levels
    };
    match name.rsplit("::").next().unwrap() {
        "fragment" => levels(2),
        "fragment_work_efficient" => 2 * levels(2) + 1,
        "fragment_blocked" => 2 * 8 * levels(8) + 1,
        "compute_blocks" => 9 * levels(256) + 1,
        // A chunk's elements one after another, behind the totals of 127. `compute` may be this one.
        "compute_chunks" | "compute" => n.div_ceil(128) + 32 + 127,
        // In a four, across the block, across the rows, then tile by tile.
        "compute_lookback" => 3 + 8 + 4 + 16 + 16 + n.div_ceil(4096),
        name => panic!("no depth for {name}"),
    }
}

#[test]
fn floats_are_within_their_bound() {
    for (rungs, reference) in [
        (inclusive_rungs::<f32>(), scan::reference as fn(&[f32]) -> Vec<f32>),
        (exclusive_rungs::<f32>(), exclusive::reference),
    ] {
        for (name, era, rung) in rungs {
            let Some(device) = machine::device(era) else { continue };
            for size in [1, 2, 33, 257, 4097, 65_537, 200_003] {
                let numbers: Vec<f32> = (0..size).map(|i| random::uniform(3, i as u32, 1) * 2.0 - 1.0).collect();
                let result = rung(&device, &device.stream(&numbers).unwrap()).unwrap().read().unwrap();
                let absolute: f64 = numbers.iter().map(|number| f64::from(number.abs())).sum();
                // Each addition rounds once, by 2^-24 of its result; the reference rounds once more.
                let bound = (depth(name, size) + 1) as f64 * absolute * 2.0_f64.powi(-24);
                for (at, (given, wanted)) in result.iter().zip(reference(&numbers)).enumerate() {
                    let error = f64::from((given - wanted).abs());
                    assert!(
                        error <= bound,
                        "{name} of {size}: element {at} is {given}, not {wanted}: {error} > {bound}"
                    );
                }
            }
        }
    }
}

#[test]
fn passes_are_as_many_as_promised() {
    let Some(device) = machine::device(Era::Fragment) else { return };
    let passes = |rung: Scan<f32>, size: usize| {
        let source = device.stream(&vec![1.0; size]).unwrap();
        device.trace(|| rung(&device, &source)).unwrap().1.passes()
    };
    for power in 4..=12 {
        // One less, the power itself, one more: the last needs a level more.
        for (size, levels) in [((1 << power) - 1, power), (1 << power, power), ((1 << power) + 1, power + 1)] {
            assert_eq!(passes(scan::fragment, size), levels, "doubling strides, {size}");
            assert_eq!(passes(scan::fragment_work_efficient, size), 2 * levels - 1, "tree, {size}");
            assert_eq!(passes(scan::fragment_blocked, size), 2 * levels.div_ceil(3) - 1, "blocked, {size}");
            assert_eq!(passes(exclusive::fragment, size), levels + 1, "doubling strides and a shift, {size}");
            assert_eq!(passes(exclusive::fragment_work_efficient, size), 2 * levels - 1, "exclusive tree, {size}");
        }
    }
}

#[test]
fn dispatches_are_as_many_as_promised() {
    let Some(device) = machine::device(Era::Compute) else { return };
    let dispatches = |rung: Scan<u32>, size: usize| {
        let source = device.stream(&vec![1; size]).unwrap();
        device.trace(|| rung(&device, &source)).unwrap().1.passes()
    };
    for (size, blocks) in [(1, 1), (256, 1), (257, 3), (65_536, 3), (65_537, 5)] {
        assert_eq!(dispatches(scan::compute_blocks, size), blocks, "{size}");
        assert_eq!(dispatches(scan::compute_chunks, size), 2, "{size}");
        assert_eq!(dispatches(scan::compute_lookback, size), 1, "{size}");
    }
}

#[test]
fn any_shape_is_taken_in_the_order_of_its_index() {
    let numbers: Vec<u32> = (0..37 * 13 * 5).map(|i| random::word(1, i, 2) % 100).collect();
    let wanted = scan::reference(&numbers);
    for (name, era, rung) in inclusive_rungs::<u32>() {
        let Some(device) = machine::device(era) else { continue };
        for shape in [gristmill::Shape::from([37, 13 * 5]), [37, 13, 5].into()] {
            let result = rung(&device, &device.stream_of(shape, &numbers).unwrap()).unwrap();
            assert_eq!(result.shape(), shape, "{name}");
            assert_eq!(result.read().unwrap(), wanted, "{name} of {shape}");
        }
    }
}

#[test]
fn look_back_is_right_again_and_again() {
    let Some(device) = machine::device(Era::Compute) else { return };
    let numbers: Vec<u32> = (0..300_000).map(|i| random::word(5, i, 0)).collect();
    let wanted = scan::reference(&numbers);
    let source = device.stream(&numbers).unwrap();
    for round in 0..50 {
        assert!(scan::compute_lookback(&device, &source).unwrap().read().unwrap() == wanted, "round {round}");
    }
}

#[test]
fn a_tile_that_stays_silent_is_added_up_by_those_behind_it() {
    let Some(device) = machine::device(Era::Compute) else { return };
    let spoken = include_str!("../../compute_kernels/primitives/scan_lookback.comp");
    // Tiles 1 and 2 of every three never say a word, as if their groups were not run: only the fallback gets
    // past them.
    let muted = spoken.replace("if (lane == 0u) {", "if (lane == 0u && tile % 3 == 0) {");
    assert_eq!(muted.matches("tile % 3").count(), 2, "the kernel tells a total and a prefix");
    let kernel = KernelSource::new("scan_lookback")
        .compute(muted)
        .define("TYPE", "uint")
        .define("FOUR", "uvec4");
    let kernel = device.kernel(&kernel).unwrap();
    for size in [1, 4096, 4097, 100_000, 300_001] {
        let numbers: Vec<u32> = (0..size).map(|i| random::word(11, i, 0)).collect();
        let (source, mut result) = (device.stream(&numbers).unwrap(), device.empty::<u32>(numbers.len()).unwrap());
        let tiles = numbers.len().div_ceil(4096);
        let (mut ticket, mut states) = (device.empty::<u32>(1).unwrap(), device.empty::<u32>(tiles).unwrap());
        let [mut totals, mut prefixes] = [(); 2].map(|()| device.empty::<u32>(tiles).unwrap());
        let call = kernel.call().gather("source", &source).output("result", &mut result);
        let call = call.update("ticket", &mut ticket).update("states", &mut states);
        let call = call.update("totals", &mut totals).update("prefixes", &mut prefixes);
        call.elements(tiles * 256).run().unwrap();
        assert!(result.read().unwrap() == scan::reference(&numbers), "{size}");
    }
}

#[test]
fn another_layout_is_refused() {
    use gristmill::Layout;
    for (rungs, era, layout) in
        [(inclusive_rungs::<u32>(), Era::Fragment, Layout::Linear), (inclusive_rungs(), Era::Compute, Layout::Packed)]
    {
        let Some(device) = machine::device(era) else { continue };
        let source = device.stream_in(layout, 5000, &vec![1; 5000]).unwrap();
        for (name, _, rung) in rungs.into_iter().filter(|(_, of, _)| *of == era) {
            assert!(rung(&device, &source).is_err(), "{name}");
        }
    }
}
