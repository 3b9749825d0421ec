//! Histogram: any number of bins, crowds in one bin, values at the borders, bad input, passes.

use crate::machine;
use gristmill::algorithms::histogram::{self, bars};
use gristmill::algorithms::sort;
use gristmill::{Device, Era, Error, Result, Stream, random};

type Histogram = fn(&Device, &Stream<f32>, usize) -> Result<Stream<u32>>;

const RUNGS: [(&str, Era, Histogram); 8] = [
    ("fragment", Era::Fragment, histogram::fragment),
    ("fragment_queries", Era::Fragment, histogram::fragment_queries),
    ("fragment_sort", Era::Fragment, histogram::fragment_sort),
    ("compute", Era::Compute, histogram::compute),
    ("compute_global", Era::Compute, histogram::compute_global),
    ("compute_shared", Era::Compute, histogram::compute_shared),
    ("compute_copies", Era::Compute, histogram::compute_copies),
    ("compute_private", Era::Compute, histogram::compute_private),
];

fn counts(device: &Device, rung: Histogram, source: &[f32], bins: usize) -> Vec<u32> {
    rung(device, &device.stream(source).unwrap(), bins).unwrap().read().unwrap()
}

#[test]
fn any_number_of_bins_is_counted() {
    let source: Vec<f32> = (0..3001).map(|i| random::uniform(1, i, 0) * 1.2 - 0.1).collect();
    for (name, era, rung) in RUNGS {
        let Some(device) = machine::device(era) else { continue };
        for bins in [0, 1, 2, 3, 7, 31, 100, 255, 257, 1000] {
            let wanted = histogram::reference(&source, bins);
            assert_eq!(counts(&device, rung, &source, bins), wanted, "{name} in {bins}");
        }
    }
}

#[test]
fn borders_belong_to_the_bin_above_them_and_one_to_the_last() {
    let source = [0.0, -0.0, 0.25, 0.5, 0.75, 1.0, 0.249_999_99, 0.999_999_9];
    for (name, era, rung) in RUNGS {
        let Some(device) = machine::device(era) else { continue };
        assert_eq!(counts(&device, rung, &source, 4), [3, 1, 1, 3], "{name}");
    }
}

#[test]
fn what_is_out_of_range_is_not_counted() {
    let source = [f32::NAN, -f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1.000_000_1, -1e-6, 3e38, 0.5];
    for (name, era, rung) in RUNGS {
        let Some(device) = machine::device(era) else { continue };
        assert_eq!(counts(&device, rung, &source, 2), [0, 1], "{name}");
        assert_eq!(counts(&device, rung, &[], 3), [0; 3], "{name}");
    }
}

#[test]
fn everything_may_be_in_one_bin() {
    for (name, era, rung) in RUNGS {
        let Some(device) = machine::device(era) else { continue };
        assert_eq!(counts(&device, rung, &[0.6; 5003], 5), [0, 0, 0, 5003, 0], "{name}");
    }
}

#[test]
fn bins_beyond_shared_memory_are_an_error_or_found_room_for() {
    let Some(device) = machine::device(Era::Compute) else { return };
    let bins = device.limits().shared_bytes / 4 + 1;
    let source = [0.0, 0.5, 1.0];
    let wanted = histogram::reference(&source, bins);
    assert_eq!(counts(&device, histogram::compute, &source, bins), wanted);
    assert_eq!(counts(&device, histogram::compute_global, &source, bins), wanted);
    let source = device.stream(&source).unwrap();
    for rung in [histogram::compute_shared, histogram::compute_copies] {
        let error = rung(&device, &source, bins).err().unwrap();
        let sentence = format!(
            "cells of shared memory for {bins} bins: {bins} given, the limit is {}; use compute, which finds room for \
             any number of bins",
            bins - 1
        );
        assert_eq!(error.to_string(), sentence);
    }
    assert!(matches!(histogram::compute_private(&device, &source, bins.div_ceil(8)), Err(Error::Limit { .. })));
}

#[test]
fn more_elements_than_a_float_counts_are_refused() {
    let Some(device) = machine::device(Era::Fragment) else { return };
    let source = device.empty((1 << 24) + 1).unwrap();
    let error = histogram::fragment(&device, &source, 4).err().unwrap();
    assert_eq!(
        error.to_string(),
        "elements counted in floats: 16777217 given, the limit is 16777216; count it in parts, or use fragment_sort"
    );
}

#[test]
fn passes_are_as_many_as_promised() {
    let Some(device) = machine::device(Era::Fragment) else { return };
    for power in 4..=12 {
        let source = device.stream(&vec![0.5; 1 << power]).unwrap();
        let passes = |rung: Histogram| device.trace(|| rung(&device, &source, 16)).unwrap().1.passes();
        assert_eq!(passes(histogram::fragment), 2);
        assert_eq!(passes(histogram::fragment_queries), 16);
        let keys = device.stream(&vec![0_u32; 1 << power]).unwrap();
        let sorted = device.trace(|| sort::fragment_rows(&device, &keys, &keys)).unwrap().1.passes();
        assert_eq!(passes(histogram::fragment_sort), sorted + 2);
    }
}

#[cfg(feature = "emulator")]
#[test]
fn the_emulator_finds_nothing() {
    let source: Vec<f32> = (0..1003).map(|i| random::uniform(9, i, 0) * 1.2).collect();
    for (name, era, rung) in RUNGS {
        let device = Device::emulator(era).unwrap();
        assert_eq!(counts(&device, rung, &source, 10), histogram::reference(&source, 10), "{name}");
        assert_eq!(device.findings().unwrap(), [], "{name}");
    }
}

#[test]
fn bars_are_as_high_as_their_counts() {
    let picture = bars(&[0, 1, 2, 4]);
    let height = |bin: u32| {
        (0..picture.height())
            .filter(|&y| picture.get_pixel(2 * bin + 1, y).0[0] == 25)
            .count()
    };
    assert_eq!([0, 1, 2, 3].map(height), [0, 32, 64, 128]);
}
