//! Sort: the order of NaN and of zeros, equal keys, whole numbers, keys in an order that is hard for some,
//! any shape, bad input, and passes as the papers count them.

use crate::machine::device;
use gristmill::algorithms::sort::{self, Key, Sorted};
use gristmill::{Device, Era, Error, Layout, Result, Stream, random};

type Sort<K> = fn(&Device, &Stream<K>, &Stream<u32>) -> Result<Sorted<K>>;

fn rungs<K: Key>() -> Vec<(&'static str, Era, Sort<K>)> {
    vec![
        ("fragment", Era::Fragment, sort::fragment),
        ("fragment_odd_even", Era::Fragment, sort::fragment_odd_even),
        ("fragment_rows", Era::Fragment, sort::fragment_rows),
        ("compute", Era::Compute, sort::compute),
        ("compute_bitonic", Era::Compute, sort::compute_bitonic),
        ("compute_radix", Era::Compute, sort::compute_radix),
        ("compute_onesweep", Era::Compute, sort::compute_onesweep),
    ]
}

/// Every rung gives exactly these keys, bit for bit, and these values.
fn gives<K: Key>(what: &str, keys: &[K], values: &[u32], wanted: &(Vec<K>, Vec<u32>)) {
    for (name, era, rung) in rungs::<K>() {
        let Some(device) = device(era) else { continue };
        let (keys, values) = (device.stream(keys).unwrap(), device.stream(values).unwrap());
        let sorted = rung(&device, &keys, &values).unwrap();
        let (given_keys, given_values) = (sorted.0.read().unwrap(), sorted.1.read().unwrap());
        assert_eq!(K::words(&given_keys), K::words(&wanted.0), "{name}: the keys, {what}");
        assert_eq!(given_values, wanted.1, "{name}: the values, {what}");
    }
}

fn indices(count: usize) -> Vec<u32> {
    (0..count as u32).collect()
}

#[test]
fn nan_zeros_and_infinities_have_their_places() {
    let quiet = |payload: u32| f32::from_bits(0x7fc0_0000 | payload);
    let ascending = [
        -quiet(5),
        -quiet(0),
        f32::NEG_INFINITY,
        f32::MIN,
        -1.0,
        -f32::MIN_POSITIVE,
        -0.0,
        0.0,
        f32::MIN_POSITIVE,
        1.0,
        f32::MAX,
        f32::INFINITY,
        quiet(0),
        quiet(5),
        quiet(0x003f_ffff), // its code is that of what fills up the rows
    ];
    let count = ascending.len();
    for turn in 0..count {
        let from: Vec<usize> = (0..count).map(|at| (at * 7 + turn) % count).collect();
        let keys: Vec<f32> = from.iter().map(|&at| ascending[at]).collect();
        let values: Vec<u32> = from.iter().map(|&at| at as u32).collect();
        gives("of every kind", &keys, &values, &(ascending.to_vec(), indices(count)));
    }
}

#[test]
fn whole_numbers_are_sorted_and_equal_ones_stay_in_order() {
    for (size, bound) in [(1, 1), (2, 1), (100, 1), (257, 3), (1_000, 10), (5_000, 256), (5_000, u32::MAX)] {
        let keys: Vec<u32> = (0..size as u32).map(|i| random::word(3, i, 0) % bound).collect();
        let values: Vec<u32> = (0..size as u32).map(|i| random::word(4, i, 0)).collect();
        gives(&format!("{size} below {bound}"), &keys, &values, &sort::reference(&keys, &values));
    }
    let largest = vec![u32::MAX; 300];
    gives("the largest of all", &largest, &indices(300), &(largest.clone(), indices(300)));
}

#[test]
fn sorted_and_turned_keys_are_sorted() {
    let size = 4_500;
    let up: Vec<u32> = (0..size as u32).map(|i| i * 954_437).collect();
    let mut down = up.clone();
    down.reverse();
    let organ: Vec<u32> = up.iter().step_by(2).chain(down.iter().step_by(2)).copied().collect();
    for (what, keys) in [("ascending", up), ("descending", down), ("up and down", organ)] {
        gives(what, &keys, &indices(keys.len()), &sort::reference(&keys, &indices(keys.len())));
    }
}

#[test]
fn any_shape_is_taken_in_the_order_of_its_index() {
    let keys: Vec<f32> = (0..37 * 65).map(|i| random::uniform(1, i, 2)).collect();
    let wanted = sort::reference(&keys, &indices(keys.len()));
    for (name, era, rung) in rungs::<f32>() {
        let Some(device) = device(era) else { continue };
        for shape in [gristmill::Shape::from([37, 65]), [37, 13, 5].into()] {
            let values = device.stream(&indices(keys.len())).unwrap();
            let result = rung(&device, &device.stream_of(shape, &keys).unwrap(), &values).unwrap();
            assert_eq!((result.0.shape(), result.1.shape()), (shape, shape), "{name}");
            assert_eq!((result.0.read().unwrap(), result.1.read().unwrap()), wanted, "{name} of {shape}");
        }
    }
}

#[test]
fn passes_are_those_of_the_papers() {
    let Some(device) = device(Era::Fragment) else { return };
    let passes = |rung: Sort<f32>, size: usize, kernels: &[&str]| {
        let (keys, values) = (device.stream(&vec![1.0; size]).unwrap(), device.stream(&indices(size)).unwrap());
        let (_, trace) = device.trace(|| rung(&device, &keys, &values)).unwrap();
        let steps = trace
            .launches()
            .filter(|launch| kernels.contains(&launch.kernel.as_str()))
            .count();
        assert_eq!(trace.passes(), steps + 2, "a pass before the network, and one behind it");
        steps
    };
    for k in 4..=12 {
        for (size, k) in [((1 << k) - 1, k), (1 << k, k), ((1 << k) + 1, k + 1)] {
            assert_eq!(passes(sort::fragment, size, &["sort.frag"]), k * (k + 1) / 2, "bitonic, {size}");
            let odd_even = passes(sort::fragment_odd_even, size, &["sort_odd_even.frag"]);
            assert_eq!(odd_even, k * (k + 1) / 2, "odd-even merge, {size}");
            let rows = passes(sort::fragment_rows, size, &["sort_rows.frag", "sort_rows_last.frag"]);
            assert_eq!(rows, (k - 3) * (k - 2) / 2 + k - 1, "rows, {size}");
        }
    }
}

#[test]
fn keys_without_values_are_refused() {
    for (name, era, rung) in rungs::<f32>() {
        let Some(device) = device(era) else { continue };
        let (keys, values) = (device.stream(&[1.0, 2.0]).unwrap(), device.stream(&[1]).unwrap());
        let Err(error) = rung(&device, &keys, &values) else { panic!("{name} sorts 2 keys with 1 value") };
        assert_eq!(error.to_string(), "1 values given for 2 keys; give each key one, as its index", "{name}");
    }
}

#[test]
fn another_layout_is_refused() {
    for (name, era, rung) in rungs::<f32>() {
        let Some(device) = device(era) else { continue };
        let other = if era == Era::Fragment { Layout::Linear } else { Layout::Packed };
        let (keys, values) = (device.stream(&[1.0; 70]).unwrap(), device.stream(&[1; 70]).unwrap());
        let other_keys = device.stream_in(other, 70, &[1.0; 70]).unwrap();
        assert!(matches!(rung(&device, &other_keys, &values), Err(Error::Call { .. })), "{name}: keys");
        let other_values = device.stream_in(other, 70, &[1; 70]).unwrap();
        assert!(matches!(rung(&device, &keys, &other_values), Err(Error::Call { .. })), "{name}: values");
    }
}
