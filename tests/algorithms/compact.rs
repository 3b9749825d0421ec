//! Compact beyond the table: conditions of every kind, what lies behind the kept elements, passes, silent
//! tiles, and what is refused.

use crate::machine::device;
use gristmill::algorithms::compact::{self, Compacted, reference};
use gristmill::algorithms::scan::Number;
use gristmill::{Device, Era, Error, KernelSource, Result, Stream, random};

type Rung<T> = (&'static str, Era, fn(&Device, &Stream<T>, &str) -> Result<Compacted<T>>);

/// The rungs that keep the order.
fn ordered<T: Number>() -> Vec<Rung<T>> {
    vec![
        ("fragment", Era::Fragment, compact::fragment),
        ("fragment_blocked", Era::Fragment, compact::fragment_blocked),
        ("fragment_pyramid", Era::Fragment, compact::fragment_pyramid),
        ("compute", Era::Compute, compact::compute),
        ("compute_scan", Era::Compute, compact::compute_scan),
        ("compute_chunks", Era::Compute, compact::compute_chunks),
        ("compute_lookback", Era::Compute, compact::compute_lookback),
    ]
}

/// The rungs that do not.
fn unordered<T: Number>() -> Vec<Rung<T>> {
    vec![
        ("compute_atomic", Era::Compute, compact::compute_atomic),
        ("compute_atomic_group", Era::Compute, compact::compute_atomic_group),
    ]
}

/// A device of each era that there is.
fn devices() -> Vec<Device> {
    Era::ALL.into_iter().filter_map(device).collect()
}

/// Every rung keeps exactly these, and leaves zeros behind them.
fn keeps<T: Number>(devices: &[Device], numbers: &[T], condition: &str, keeps: fn(T) -> bool) {
    let wanted = T::words(&reference(numbers, keeps)).to_vec();
    let sorted = |mut words: Vec<u32>| {
        words.sort_unstable();
        words
    };
    for (rungs, in_order) in [(ordered::<T>(), true), (unordered(), false)] {
        for (name, era, rung) in rungs {
            let Some(device) = devices.iter().find(|device| device.era() == era) else { continue };
            let kept = rung(device, &device.stream(numbers).unwrap(), condition).unwrap();
            let place = format!("{name} of {} where {condition}", numbers.len());
            assert_eq!(kept.count.read().unwrap(), [wanted.len() as u32], "{place}");
            assert_eq!(kept.elements.len(), numbers.len(), "{place}");
            let given = T::words(&kept.read().unwrap()).to_vec();
            if in_order {
                assert!(given == wanted, "{place}");
            } else {
                assert!(sorted(given) == sorted(wanted.clone()), "{place}");
            }
            let behind = kept.elements.read_range(wanted.len()..numbers.len()).unwrap();
            assert!(T::words(&behind).iter().all(|word| *word == 0), "{place}");
        }
    }
}

#[test]
fn all_and_none_and_single_ones() {
    let devices = devices();
    for size in [0, 1, 15, 17, 257, 5000] {
        let numbers: Vec<u32> = (1..=size).collect();
        keeps(&devices, &numbers, "true", |_| true);
        keeps(&devices, &numbers, "false", |_| false);
        keeps(&devices, &numbers, "value == 1u", |number| number == 1);
        keeps(&devices, &numbers, "value == 257u", |number| number == 257);
        keeps(&devices, &numbers, "value >= 255u", |number| number >= 255);
    }
}

#[test]
fn signed_numbers_and_floats() {
    let devices = devices();
    let words: Vec<u32> = (0..9001).map(|i| random::word(3, i, 0)).collect();
    let signed: Vec<i32> = words.iter().map(|word| *word as i32).collect();
    keeps(&devices, &signed, "value < 0", |number| number < 0);
    keeps(&devices, &signed, "(value & 7) == 3", |number| number & 7 == 3);
    let floats: Vec<f32> = words.iter().map(|word| (word % 2001) as f32 / 1000.0 - 1.0).collect();
    keeps(&devices, &floats, "abs(value) < 0.25", |number| number.abs() < 0.25);
}

#[test]
fn no_comparison_keeps_a_nan() {
    let devices = devices();
    let mut numbers = vec![0.5, f32::NAN, f32::INFINITY, -1.0, f32::NAN, 0.0, -0.0, f32::NEG_INFINITY];
    numbers.extend((0..1000).map(|i| if i % 3 == 0 { f32::NAN } else { i as f32 - 500.0 }));
    keeps(&devices, &numbers, "value > 0.0", |number| number > 0.0);
    keeps(&devices, &numbers, "value <= 0.0", |number| number <= 0.0);
    keeps(&devices, &numbers, "!isnan(value)", |number| !number.is_nan());
    keeps(&devices, &numbers, "isinf(value)", f32::is_infinite);
}

#[test]
fn any_shape_is_taken_in_the_order_of_its_index() {
    let numbers: Vec<u32> = (0..37 * 13 * 5).map(|i| random::word(1, i, 2)).collect();
    let wanted = reference(&numbers, |number| number % 2 == 0);
    for (name, era, rung) in ordered::<u32>() {
        let Some(device) = device(era) else { continue };
        for shape in [gristmill::Shape::from([37, 13 * 5]), [37, 13, 5].into()] {
            let source = match device.stream_of(shape, &numbers) {
                // Slices side by side are not row after row.
                Ok(source) if era == Era::Compute || shape.rank() < 3 => source,
                _ => continue,
            };
            let kept = rung(&device, &source, "value % 2u == 0u").unwrap();
            assert_eq!(kept.read().unwrap(), wanted, "{name} of {shape}");
        }
    }
}

#[test]
fn passes_are_as_many_as_promised() {
    let passes = |rung: Rung<u32>, size: usize| {
        let device = device(rung.1)?;
        let source = device.stream(&vec![1; size]).unwrap();
        Some(device.trace(|| rung.2(&device, &source, "value > 0u")).unwrap().1.passes())
    };
    for power in 4..=12_usize {
        for rung in ordered() {
            let wanted = match rung.0 {
                "fragment" => power + 2,
                "fragment_blocked" => 2 * power.div_ceil(3) + 1,
                "fragment_pyramid" => power.div_ceil(2) + 1,
                "compute_scan" => 2 * power.div_ceil(8) + 1,
                "compute_chunks" => 3,
                "compute_lookback" => 1,
                _ => continue, // one of the last two
            };
            let given = passes(rung, 1 << power);
            assert!(given.is_none_or(|given| given == wanted), "{} of 2^{power}: {given:?}, not {wanted}", rung.0);
        }
    }
}

#[test]
fn a_tile_that_stays_silent_is_counted_by_those_behind_it() {
    let Some(device) = device(Era::Compute) else { return };
    let spoken = include_str!("../../compute_kernels/primitives/compact_lookback.comp");
    // Tiles 1 and 2 of every three never say a word, as if their groups were not run: only the fallback gets
    // past them.
    let muted = spoken.replace("if (lane == 0u) atomicExchange", "if (lane == 0u && tile % 3 == 0) atomicExchange");
    assert_eq!(muted.matches("tile % 3").count(), 2, "the kernel tells a total and a prefix");
    let kernel = KernelSource::new("compact_lookback")
        .compute(muted)
        .define("TYPE", "uint")
        .define("FOUR", "uvec4")
        .define("KEEP", "value % 3u == 0u");
    let kernel = device.kernel(&kernel).unwrap();
    for size in [1, 4096, 4097, 100_000, 300_001] {
        let numbers: Vec<u32> = (0..size).map(|i| random::word(11, i, 0)).collect();
        let (source, mut result) = (device.stream(&numbers).unwrap(), device.empty::<u32>(numbers.len()).unwrap());
        let tiles = numbers.len().div_ceil(4096);
        let [mut ticket, mut states, mut count] = [1, tiles, 1].map(|length| device.empty::<u32>(length).unwrap());
        kernel
            .call()
            .gather("source", &source)
            .output("result", &mut result)
            .output("count", &mut count)
            .update("ticket", &mut ticket)
            .update("states", &mut states)
            .elements(tiles * 256)
            .run()
            .unwrap();
        let wanted = reference(&numbers, |number| number % 3 == 0);
        assert_eq!(count.read().unwrap(), [wanted.len() as u32], "{size}");
        assert!(result.read_range(0..wanted.len()).unwrap() == wanted, "{size}");
    }
}

#[test]
fn look_back_is_right_again_and_again() {
    let Some(device) = device(Era::Compute) else { return };
    let numbers: Vec<u32> = (0..200_000).map(|i| random::word(5, i, 0)).collect();
    let wanted = reference(&numbers, |number| number % 5 < 2);
    let source = device.stream(&numbers).unwrap();
    for round in 0..20 {
        let kept = compact::compute_lookback(&device, &source, "value % 5u < 2u").unwrap();
        assert!(kept.read().unwrap() == wanted, "round {round}");
    }
}

#[test]
fn conditions_that_are_none_are_refused() {
    for (name, era, rung) in ordered::<f32>().into_iter().chain(unordered()) {
        let Some(device) = device(era) else { continue };
        let source = device.stream(&[1.0; 20]).unwrap();
        for condition in ["", "value", "vlaue > 0.0", "value > ", "value > 0.0 }", "1"] {
            let error = rung(&device, &source, condition).err();
            assert!(matches!(error, Some(Error::Source { .. })), "{name} where {condition:?}: {error:?}");
        }
        let error = rung(&device, &source, "value > 0.0 // positive").err();
        assert!(matches!(error, Some(Error::Call { .. })), "{name}: {error:?}");
    }
}

/// An element is kept for what it is: where it lies and who looks at it differs from rung to rung.
#[test]
fn conditions_on_anything_but_the_element_are_refused() {
    for (name, era, rung) in ordered::<f32>().into_iter().chain(unordered()) {
        let Some(device) = device(era) else { continue };
        let source = device.stream(&[1.0; 20]).unwrap();
        for (condition, built_in) in [
            ("gl_FragCoord.x > 3.0", "gl_FragCoord"),
            ("value > float(gl_GlobalInvocationID.x)", "gl_GlobalInvocationID"),
        ] {
            let error = rung(&device, &source, condition).err().map(|error| error.to_string());
            let wanted = format!(
                "the condition {condition} depends on {built_in}, which differs from rung to rung; \
                 let it depend on `value` alone (see the chapter on compact)"
            );
            assert!(error.as_ref().is_some_and(|error| error.ends_with(&wanted)), "{name}: {error:?}");
        }
        for condition in ["element() > 3", "here().x > 3", "source_count > 3"] {
            let error = rung(&device, &source, condition).err();
            assert!(matches!(error, Some(Error::Source { .. })), "{name} where {condition:?}: {error:?}");
        }
    }
}

#[test]
fn another_layout_is_refused() {
    use gristmill::Layout;
    for (name, era, rung) in ordered::<u32>() {
        let Some(device) = device(era) else { continue };
        let layout = if era == Era::Fragment { Layout::Linear } else { Layout::Packed };
        let source = device.stream_in(layout, 5000, &vec![1; 5000]).unwrap();
        assert!(rung(&device, &source, "true").is_err(), "{name}");
    }
}
