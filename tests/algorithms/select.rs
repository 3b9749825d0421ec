//! Select: every rank, equal keys, the order of NaN, whole numbers to the last bit, bad ranks, and passes as
//! the paper counts them.

use crate::machine::device;
use gristmill::algorithms::select;
use gristmill::algorithms::sort::Key;
use gristmill::{Device, Era, Error, Layout, Result, Stream, random};

type Select<K> = fn(&Device, &Stream<K>, usize) -> Result<K>;

fn rungs<K: Key>() -> [(Era, Select<K>); 2] {
    [(Era::Fragment, select::fragment), (Era::Compute, select::compute)]
}

/// Both rungs give the key of that rank, bit for bit.
fn gives<K: Key>(what: &str, keys: &[K], ranks: impl IntoIterator<Item = usize> + Clone) {
    for (era, rung) in rungs::<K>() {
        let Some(device) = device(era) else { continue };
        let stream = device.stream(keys).unwrap();
        for k in ranks.clone() {
            let (given, wanted) = (rung(&device, &stream, k).unwrap(), select::reference(keys, k).unwrap());
            assert_eq!(K::words(&[given]), K::words(&[wanted]), "{era}: rank {k}, {what}");
        }
    }
}

#[test]
fn every_rank_of_floats_of_every_kind() {
    let payload = f32::from_bits(0x7fc0_0005);
    let keys =
        [1.0, f32::NAN, -0.0, f32::MIN, payload, 0.0, -1.0, -f32::NAN, f32::INFINITY, 1e-40, 1.0, f32::NEG_INFINITY];
    gives("of every kind", &keys, 1..=keys.len());
    gives("equal", &[2.5; 70], [1, 2, 69, 70]);
}

#[test]
fn neighbours_are_told_apart() {
    // Keys that differ in their last bits alone, in their first bits alone, and on both sides of the border
    // between the halves.
    let last: Vec<u32> = (0..257).map(|i| 0xabcd_ef00 + i).collect();
    let first: Vec<u32> = (0..257).map(|i| i << 23).collect();
    let border: Vec<u32> = (0..200).map(|i| 0x7fff_ff9c + i).collect();
    let ends = [0, 1, u32::MAX, u32::MAX - 1, 0xffff, 0x1_0000, 0xffff_0000, 0xfffe_ffff];
    for (what, keys) in [("last bits", &last[..]), ("first bits", &first), ("border", &border), ("ends", &ends)] {
        let ranks = (1..=keys.len())
            .step_by(1 + keys.len() / 10)
            .chain([keys.len()])
            .collect::<Vec<_>>();
        gives(what, keys, ranks);
    }
}

#[test]
fn any_length_and_shape() {
    for length in [1_usize, 2, 63, 65, 1_000, 4_096, 4_097, 20_000] {
        let keys: Vec<u32> = (0..length as u32).map(|i| random::word(5, i, 0)).collect();
        gives(&format!("{length} keys"), &keys, [1, length.div_ceil(2), length]);
    }
    let keys: Vec<f32> = (0..37 * 13).map(|i| random::uniform(5, i, 1)).collect();
    for (era, rung) in rungs::<f32>() {
        let Some(device) = device(era) else { continue };
        let stream = device.stream_of([37, 13], &keys).unwrap();
        assert_eq!(rung(&device, &stream, 100).unwrap(), select::reference(&keys, 100).unwrap(), "{era}");
    }
}

#[test]
fn passes_are_one_a_bit() {
    let passes = |era: Era, rung: Select<f32>, size: usize| {
        let device = device(era)?;
        let keys = device.stream(&vec![1.0; size]).unwrap();
        Some(device.trace(|| rung(&device, &keys, 1)).unwrap().1.passes())
    };
    for k in 4..=12 {
        let [(fragment, by_bits), (compute, by_digits)] = rungs::<f32>();
        assert_eq!(passes(fragment, by_bits, 1 << k), Some(32 + 2), "two halves of the codes, and 16 bits of each");
        assert!(passes(compute, by_digits, 1 << k).is_none_or(|dispatches| dispatches == 2 * 4), "four digits");
    }
}

#[test]
fn ranks_that_are_none_are_refused() {
    for (era, rung) in rungs::<f32>() {
        let Some(device) = device(era) else { continue };
        let (three, none) = (device.stream(&[1.0, 2.0, 3.0]).unwrap(), device.stream::<f32>(&[]).unwrap());
        for k in [0, 4] {
            let sentence = format!("rank {k} is out of range, ranks are 1 to 3; ask for one of them");
            assert_eq!(rung(&device, &three, k).unwrap_err().to_string(), sentence, "{era}");
        }
        let sentence = "the stream of keys is empty; give at least one key";
        assert_eq!(rung(&device, &none, 1).unwrap_err().to_string(), sentence, "{era}");
        let other = if era == Era::Fragment { Layout::Linear } else { Layout::Packed };
        let keys = device.stream_in(other, 70, &[1.0; 70]).unwrap();
        assert!(matches!(rung(&device, &keys, 1), Err(Error::Call { .. })), "{era}");
    }
}
