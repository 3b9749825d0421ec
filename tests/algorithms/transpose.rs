//! Transpose: awkward shapes, every bit kept, and what the emulator counts of coalescing and of the banks of
//! shared memory.

use crate::machine;
use gristmill::algorithms::transpose;
use gristmill::{Device, Element, Era, Result, Stream, random};

type Rung = (&'static str, Era, fn(&Device, &Stream<f32>) -> Result<Stream<f32>>);

const RUNGS: [Rung; 6] = [
    ("fragment", Era::Fragment, transpose::fragment),
    ("compute", Era::Compute, transpose::compute),
    ("compute_strided", Era::Compute, transpose::compute_strided),
    ("compute_tile", Era::Compute, transpose::compute_tile),
    ("compute_padded", Era::Compute, transpose::compute_padded),
    ("compute_blocks", Era::Compute, transpose::compute_blocks),
];

#[test]
fn any_shape_and_every_bit() {
    for (name, era, rung) in RUNGS {
        let Some(device) = machine::device(era) else { continue };
        for [columns, rows] in
            [[0, 0], [0, 7], [7, 0], [1, 1], [1, 70], [70, 1], [16, 16], [31, 33], [32, 64], [257, 101]]
        {
            // All kinds of words: NaN of any payload, denormals, both zeros.
            let words: Vec<u32> = (0..(columns * rows) as u32)
                .map(|i| random::word(i % 5, i, 0) << (i % 3 * 8))
                .collect();
            let source = device.stream_of([columns, rows], &f32::from_words(words.clone())).unwrap();
            let result = rung(&device, &source).unwrap();
            assert_eq!(result.shape().extents(), [rows, columns], "{name}");
            let given = f32::words(&result.read().unwrap()).into_owned();
            assert!(given == transpose::reference(&words, columns), "{name} of {columns}x{rows}");
        }
    }
}

#[test]
fn twice_is_nothing() {
    for (name, era, rung) in RUNGS {
        let Some(device) = machine::device(era) else { continue };
        let elements: Vec<f32> = (0..301 * 203).map(|i| random::uniform(1, i, 0)).collect();
        let source = device.stream_of([301, 203], &elements).unwrap();
        let twice = rung(&device, &rung(&device, &source).unwrap()).unwrap();
        assert_eq!(twice.shape(), source.shape(), "{name}");
        assert!(twice.read().unwrap() == elements, "{name}");
    }
}

#[test]
fn another_rank_is_refused() {
    for (name, era, rung) in RUNGS {
        let Some(device) = machine::device(era) else { continue };
        let error = rung(&device, &device.stream(&[1.0; 8]).unwrap()).err().unwrap().to_string();
        assert!(error.contains("give it two dimensions"), "{name}: {error}");
    }
}

/// Ruetsch and Micikevicius in numbers: 32 lanes that use neighbouring words touch 4 sectors of 32 bytes,
/// else 32; and a column of a tile whose rows are as long as there are banks takes 32 turns.
#[cfg(feature = "emulator")]
#[test]
fn tiles_coalesce_and_padding_frees_the_banks() {
    use gristmill::finding::Listening;
    let device = Device::emulator(Era::Compute).unwrap();
    device.listen(Some(Listening::COUNTERS)).unwrap();
    let side = 128;
    let source = device.stream_of([side, side], &vec![1.0; side * side]).unwrap();
    let counts = |rung: fn(&Device, &Stream<f32>) -> Result<Stream<f32>>| {
        rung(&device, &source).unwrap();
        device.counters().unwrap().total
    };
    let (strided, tile, padded) =
        (counts(transpose::compute_strided), counts(transpose::compute_tile), counts(transpose::compute_padded));
    assert_eq!(strided.sectors_per_request(), (32.0 + 4.0) / 2.0);
    assert_eq!(tile.sectors_per_request(), 4.0);
    assert_eq!(padded.sectors_per_request(), 4.0);
    let warps = (side * side / 32) as u64;
    assert_eq!(tile.bank_conflicts, warps * 31);
    assert_eq!(padded.bank_conflicts, 0);
}
