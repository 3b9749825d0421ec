//! Search: keys that are not there, equal elements, the order of NaN, streams of other lengths and shapes
//! than the keys, and the passes of the paper.

use crate::machine::device;
use gristmill::algorithms::search;
use gristmill::algorithms::sort::Key;
use gristmill::{Device, Era, Error, Layout, Result, Stream, random};

type Search<K> = fn(&Device, &Stream<K>, &Stream<K>) -> Result<Stream<u32>>;

fn rungs<K: Key>() -> Vec<(&'static str, Era, Search<K>)> {
    vec![
        ("fragment", Era::Fragment, search::fragment),
        ("fragment_passes", Era::Fragment, search::fragment_passes),
        ("compute", Era::Compute, search::compute),
        ("compute_loop", Era::Compute, search::compute_loop),
        ("compute_shared", Era::Compute, search::compute_shared),
    ]
}

/// Every rung gives these places.
fn gives<K: Key>(what: &str, sorted: &[K], keys: &[K], wanted: &[u32]) {
    for (name, era, rung) in rungs::<K>() {
        let Some(device) = device(era) else { continue };
        let (sorted, keys) = (device.stream(sorted).unwrap(), device.stream(keys).unwrap());
        assert_eq!(rung(&device, &sorted, &keys).unwrap().read().unwrap(), wanted, "{name}: {what}");
    }
}

#[test]
fn places_are_before_equal_elements() {
    let sorted = [2, 3, 3, 3, 7, 9, u32::MAX, u32::MAX];
    let keys = [0, 2, 3, 4, 7, 8, 9, 10, u32::MAX - 1, u32::MAX];
    gives("few", &sorted, &keys, &[0, 0, 1, 4, 4, 5, 5, 6, 6, 6]);
    gives("all equal", &[5; 4_100], &[4, 5, 6], &[0, 0, 4_100]);
}

#[test]
fn floats_have_a_total_order() {
    let sorted = [-f32::NAN, f32::NEG_INFINITY, -1.0, -0.0, 0.0, 0.0, 1.0, f32::INFINITY, f32::NAN];
    gives("of every kind", &sorted, &sorted, &[0, 1, 2, 3, 4, 4, 6, 7, 8]);
    gives("between them", &sorted, &[-2.0, 1e-40, f32::from_bits(0x7fff_ffff)], &[2, 6, 9]);
}

#[test]
fn an_empty_stream_has_nothing_that_is_less() {
    gives::<f32>("no element", &[], &[1.0, f32::NAN], &[0, 0]);
    gives::<f32>("no key", &[1.0, 2.0], &[], &[]);
}

#[test]
fn every_length_of_the_sorted_stream_is_right() {
    for length in (1..70).chain([2_047, 2_048, 4_095, 4_096, 4_097, 8_191, 8_193]) {
        // Even numbers: every odd key is between two of them.
        let sorted: Vec<u32> = (0..length).map(|i| 2 * i).collect();
        let keys: Vec<u32> = (0..2 * length + 3).collect();
        let wanted: Vec<u32> = keys.iter().map(|key| key.div_ceil(2).min(length)).collect();
        gives(&format!("{length} elements"), &sorted, &keys, &wanted);
    }
}

#[test]
fn keys_of_any_shape_in_a_stream_of_any_shape() {
    let mut sorted: Vec<u32> = (0..37 * 5).map(|i| random::word(3, i, 0) % 1_000).collect();
    sorted.sort_unstable();
    let keys: Vec<u32> = (0..19 * 7).map(|i| random::word(3, i, 1) % 1_000).collect();
    for (name, era, rung) in rungs::<u32>() {
        let Some(device) = device(era) else { continue };
        let (from, of) = (device.stream_of([37, 5], &sorted).unwrap(), device.stream_of([19, 7], &keys).unwrap());
        let places = rung(&device, &from, &of).unwrap();
        assert_eq!(places.shape(), of.shape(), "{name}");
        assert_eq!(places.read().unwrap(), search::reference(&sorted, &keys), "{name}");
    }
}

#[test]
fn passes_are_as_many_as_steps() {
    let Some(device) = device(Era::Fragment) else { return };
    let keys = device.stream(&[1.0, 2.0]).unwrap();
    for k in 4..=12 {
        for (size, steps) in [((1 << k) - 1, k), (1 << k, k + 1), ((1 << k) + 1, k + 1)] {
            let sorted = device.stream(&vec![1.0; size]).unwrap();
            let passes = |rung: Search<f32>| device.trace(|| rung(&device, &sorted, &keys)).unwrap().1.passes();
            assert_eq!((passes(search::fragment), passes(search::fragment_passes)), (1, steps), "{size}");
        }
    }
}

#[test]
fn another_layout_is_refused() {
    for (name, era, rung) in rungs::<f32>() {
        let Some(device) = device(era) else { continue };
        let other = if era == Era::Fragment { Layout::Linear } else { Layout::Packed };
        let (here, there) = (device.stream(&[1.0; 70]).unwrap(), device.stream_in(other, 70, &[1.0; 70]).unwrap());
        assert!(matches!(rung(&device, &there, &here), Err(Error::Call { .. })), "{name}: the sorted stream");
        assert!(matches!(rung(&device, &here, &there), Err(Error::Call { .. })), "{name}: the keys");
    }
}
