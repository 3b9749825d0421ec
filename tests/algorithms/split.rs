//! Split beyond the table: parts that are empty, floats that are none, sorting bit by bit, passes, and what
//! is refused.

use crate::machine::device;
use gristmill::algorithms::scan::Number;
use gristmill::algorithms::split::{self, Parts, reference};
use gristmill::{Device, Era, Error, Result, Stream, random};

type Rung<T> = (&'static str, Era, fn(&Device, &Stream<T>, &str) -> Result<Parts<T>>);

fn rungs<T: Number>() -> Vec<Rung<T>> {
    vec![
        ("fragment", Era::Fragment, split::fragment),
        ("fragment_blocked", Era::Fragment, split::fragment_blocked),
        ("compute", Era::Compute, split::compute),
        ("compute_scan", Era::Compute, split::compute_scan),
        ("compute_lookback", Era::Compute, split::compute_lookback),
        ("compute_chunks", Era::Compute, split::compute_chunks),
    ]
}

/// A device of each era that there is.
fn devices() -> Vec<Device> {
    Era::ALL.into_iter().filter_map(device).collect()
}

/// Every rung gives exactly these parts, bit for bit.
fn splits<T: Number>(devices: &[Device], numbers: &[T], condition: &str, keeps: fn(T) -> bool) {
    let wanted = reference(numbers, keeps).map(|part| T::words(&part).to_vec());
    for (name, era, rung) in rungs::<T>() {
        let Some(device) = devices.iter().find(|device| device.era() == era) else { continue };
        let parts = rung(device, &device.stream(numbers).unwrap(), condition).unwrap();
        let place = format!("{name} of {} where {condition}", numbers.len());
        assert_eq!(parts.count.read().unwrap(), [wanted[0].len() as u32], "{place}");
        assert!(parts.read().unwrap().map(|part| T::words(&part).to_vec()) == wanted, "{place}");
    }
}

#[test]
fn parts_of_any_size() {
    let devices = devices();
    for size in [0, 1, 2, 15, 17, 256, 257, 5000] {
        let numbers: Vec<u32> = (1..=size).collect();
        splits(&devices, &numbers, "true", |_| true);
        splits(&devices, &numbers, "false", |_| false);
        splits(&devices, &numbers, "value == 1u", |number| number == 1);
        splits(&devices, &numbers, "value != 257u", |number| number != 257);
    }
}

#[test]
fn floats_keep_their_bits() {
    let special = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -0.0, 0.0, f32::MAX, f32::MIN_POSITIVE];
    let numbers: Vec<f32> = (0..3000)
        .map(|i| if i % 5 == 0 { special[i / 5 % 7] } else { i as f32 - 1500.0 })
        .collect();
    let devices = devices();
    splits(&devices, &numbers, "value > 0.0", |number| number > 0.0);
    splits(&devices, &numbers, "isnan(value)", f32::is_nan);
}

#[test]
fn bit_after_bit_sorts() {
    for device in devices() {
        for size in [0, 1, 2, 100, 1000] {
            // Six bits at the upper end.
            let words: Vec<u32> = (0..size).map(|i| random::word(8, i, 0) >> 26 << 26).collect();
            let mut sorted = device.stream(&words).unwrap();
            for bit in 26..32 {
                sorted = split::by_bit(&device, &sorted, bit).unwrap().elements;
            }
            let mut wanted = words;
            wanted.sort_unstable();
            assert_eq!(sorted.read().unwrap(), wanted, "{} era", device.era());
        }
    }
}

#[test]
fn passes_are_as_many_as_promised() {
    for (name, era, rung) in rungs::<u32>() {
        let Some(device) = device(era) else { continue };
        for power in 4..=12_usize {
            let source = device.stream(&vec![1; 1 << power]).unwrap();
            let given = device.trace(|| rung(&device, &source, "value > 0u")).unwrap().1.passes();
            let wanted = match name {
                "fragment" => power + 2,
                "fragment_blocked" => 2 * power.div_ceil(3) + 1,
                "compute_scan" => 2 * power.div_ceil(8) + 1,
                "compute_lookback" | "compute_chunks" => 3,
                _ => continue, // one of the last two
            };
            assert_eq!(given, wanted, "{name} of 2^{power}");
        }
    }
}

#[test]
fn what_is_wrong_is_refused() {
    for (name, era, rung) in rungs::<f32>() {
        let Some(device) = device(era) else { continue };
        let source = device.stream(&[1.0; 20]).unwrap();
        for condition in ["", "value", "vlaue > 0.0"] {
            let error = rung(&device, &source, condition).err();
            assert!(matches!(error, Some(Error::Source { .. })), "{name} where {condition:?}: {error:?}");
        }
    }
    for device in devices() {
        let error = split::by_bit(&device, &device.stream(&[1]).unwrap(), 32)
            .err()
            .map(|error| error.to_string());
        assert_eq!(error.as_deref(), Some("bit 32 is out of range; a word has bits 0 to 31"));
    }
}
