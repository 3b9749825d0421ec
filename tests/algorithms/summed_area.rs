//! Summed-area tables: every rung on awkward shapes and on every kind of pixel, the passes of the paper's
//! formula, and how exact floats are.

use crate::machine;
use gristmill::algorithms::summed_area::{self, Pixel, mean_of};
use gristmill::{Device, Era, Result, Stream, random};

type Rung<T> = (&'static str, Era, fn(&Device, &Stream<T>) -> Result<Stream<T>>);

fn rungs<T: Pixel>() -> [Rung<T>; 5] {
    [
        ("fragment", Era::Fragment, summed_area::fragment),
        ("fragment_wide", Era::Fragment, summed_area::fragment_wide),
        ("compute", Era::Compute, summed_area::compute),
        ("compute_rows", Era::Compute, summed_area::compute_rows),
        ("compute_chunks", Era::Compute, summed_area::compute_chunks),
    ]
}

const SHAPES: [[usize; 2]; 14] = [
    [0, 0],
    [0, 5],
    [5, 0],
    [1, 1],
    [1, 2],
    [2, 1],
    [1, 300],
    [300, 1],
    [7, 513],
    [513, 7],
    [255, 257],
    [256, 256],
    [1028, 3],
    [101, 103],
];

/// Every rung gives exactly the reference, on every shape.
fn exact<T: Pixel + PartialEq>(pixel: fn(u32) -> T) {
    for (name, era, rung) in rungs::<T>() {
        let Some(device) = machine::device(era) else { continue };
        for shape in SHAPES {
            let pixels: Vec<T> = (0..(shape[0] * shape[1]) as u32)
                .map(|i| pixel(random::word(3, i, 0)))
                .collect();
            let result = rung(&device, &device.stream_of(shape, &pixels).unwrap()).unwrap();
            assert_eq!(result.shape().extents(), shape, "{name}");
            let (result, wanted) = (result.read().unwrap(), summed_area::reference(&pixels, shape[0]));
            assert!(T::words(&result) == T::words(&wanted), "{name} of {shape:?}");
        }
    }
}

#[test]
fn words_are_exact_and_wrap_around() {
    exact::<u32>(|word| word);
    exact::<i32>(|word| word as i32);
}

#[test]
fn whole_floats_are_exact() {
    exact::<f32>(|word| (word % 17) as f32 - 8.0);
}

#[test]
fn colours_are_summed_lane_by_lane() {
    exact::<[u32; 4]>(|word| word.to_le_bytes().map(u32::from));
    exact::<[f32; 4]>(|word| word.to_le_bytes().map(|byte| f32::from(byte) - 128.0));
}

#[test]
fn long_rows_and_columns_are_right() {
    // llvmpipe ends the loops of an invocation after 65,535 turns, and says nothing. A dispatch has 65,535
    // groups along x at most.
    let Some(device) = machine::device(Era::Compute) else { return };
    let chunks: Rung<u32> = ("compute_chunks", Era::Compute, summed_area::compute_chunks);
    let rows: Rung<u32> = ("compute_rows", Era::Compute, summed_area::compute_rows);
    for (shape, (name, _, rung)) in
        [([600_001, 1], chunks), ([3, 262_145], chunks), ([300_000, 2], chunks), ([1, 65_537], rows)]
    {
        let pixels: Vec<u32> = (0..(shape[0] * shape[1]) as u32).map(|i| random::word(9, i, 0)).collect();
        let result = rung(&device, &device.stream_of(shape, &pixels).unwrap()).unwrap();
        assert!(result.read().unwrap() == summed_area::reference(&pixels, shape[0]), "{name} of {shape:?}");
    }
}

/// A row of more than 6,553 blocks takes more than 65,535 turns: on llvmpipe its last pixels came out wrong.
#[test]
fn rows_of_more_blocks_than_a_loop_has_turns_are_refused() {
    const MOST: usize = 6_553 * 256;
    let Some(device) = machine::device(Era::Compute) else { return };
    if device.limits().turns != 65_535 {
        return; // here nothing counts turns
    }
    for shape in [[MOST + 1, 1], [1, MOST + 1]] {
        let source = device.stream_of(shape, &vec![1_u32; MOST + 1]).unwrap();
        let error = summed_area::compute_rows(&device, &source).err().unwrap().to_string();
        assert_eq!(
            error,
            "a summed-area table by rows: turns of an invocation's loops: 65541 given, the limit is 65535; use \
             summed_area::compute_chunks"
        );
        // The function of the era takes any row.
        let table = summed_area::summed_area(&device, &source).unwrap();
        assert!(table.read().unwrap().into_iter().eq(1..=MOST as u32 + 1), "{shape:?}");
    }
}

#[test]
fn passes_are_those_of_the_papers_formula() {
    let Some(device) = machine::device(Era::Fragment) else { return };
    let levels = |extent: usize, fan: usize| {
        std::iter::successors(Some(1), |reach| Some(reach * fan))
            .take_while(|reach| *reach < extent)
            .count()
    };
    for power in 4..=12 {
        for side in [(1 << power) - 1, 1 << power, (1 << power) + 1] {
            for shape in [[side, 16], [5, side]] {
                let source = device.stream_of(shape, &vec![1_u32; shape[0] * shape[1]]).unwrap();
                let passes = |rung: fn(&Device, &Stream<u32>) -> Result<Stream<u32>>| {
                    device.trace(|| rung(&device, &source)).unwrap().1.passes()
                };
                assert_eq!(passes(summed_area::fragment), levels(shape[0], 2) + levels(shape[1], 2), "{shape:?}");
                assert_eq!(passes(summed_area::fragment_wide), levels(shape[0], 8) + levels(shape[1], 8), "{shape:?}");
            }
        }
    }
    // The formula itself: 2^p columns and 2^q rows take p + q passes.
    assert_eq!(levels(1 << 12, 2) + levels(1 << 4, 2), 16);
}

#[test]
fn compute_takes_two_dispatches() {
    let Some(device) = machine::device(Era::Compute) else { return };
    let source = device.stream_of([1000, 700], &vec![1_u32; 700_000]).unwrap();
    for rung in [summed_area::compute_rows, summed_area::compute_chunks] {
        assert_eq!(device.trace(|| rung(&device, &source)).unwrap().1.passes(), 2);
    }
}

/// SuperBible, section "2D prefix sums": with 32-bit floats one need not worry about precision. On 2048x2048
/// pixels one had better.
#[test]
fn floats_lose_single_pixels_and_a_bias_of_a_half_keeps_them() {
    const SIDE: usize = 2048;
    let bytes: Vec<u32> = (0..(SIDE * SIDE) as u32).map(|i| random::word(1, i, 0) & 255).collect();
    let floats = |bias: f32| bytes.iter().map(|byte| *byte as f32 / 255.0 - bias).collect::<Vec<_>>();
    for (name, era, rung) in rungs::<f32>() {
        let Some(device) = machine::device(era) else { continue };
        if name == "fragment_wide" || name == "compute" {
            continue; // their sums are as long as those of others
        }
        let table = |bias| {
            rung(&device, &device.stream_of([SIDE, SIDE], &floats(bias)).unwrap())
                .unwrap()
                .read()
                .unwrap()
        };
        let (plain, biased) = (table(0.0), table(0.5));
        for (side, plain_at_least, biased_at_most) in [(1, 20.0, 0.25), (2, 5.0, 0.1), (16, 0.0, 0.01)] {
            let error = |table: &[f32], bias: f32| {
                let squares = (SIDE - 64..=SIDE - side).flat_map(|y| (SIDE - 64..=SIDE - side).map(move |x| (x, y)));
                let difference = |(x, y)| {
                    let rows = (y..y + side).map(|y: usize| &bytes[y * SIDE + x..][..side]);
                    let exact = f64::from(rows.flatten().sum::<u32>()) / (side * side) as f64;
                    (f64::from(mean_of(table, SIDE, x..x + side, y..y + side, bias)) * 255.0 - exact).abs()
                };
                squares.map(difference).fold(0.0, f64::max)
            };
            let (plain, biased) = (error(&plain, 0.0), error(&biased, 0.5));
            println!("{name}, squares of {side}: off by {plain:.4} of 255, around zero by {biased:.4}");
            assert!(plain >= plain_at_least, "{name}: squares of {side} are off by {plain} of 255 only");
            assert!(biased <= biased_at_most, "{name}: squares of {side} are off by {biased} of 255 around zero");
        }
    }
}

/// White pixels as bytes in floats are summed exactly up to 256 x 257 of them: 2^24 is where odd numbers end.
#[test]
fn whole_floats_end_at_256_by_257_white_pixels() {
    let white = |width: usize, height: usize| {
        let table = summed_area::reference(&vec![255.0_f32; width * height], width);
        f64::from(table[width * height - 1]) - (255 * width * height) as f64
    };
    assert_eq!(white(256, 257), 0.0);
    assert_eq!(white(259, 255), 1.0); // 16,841,475 is odd
}

#[test]
fn another_rank_or_layout_is_refused() {
    use gristmill::Layout;
    for (name, era, rung) in rungs::<f32>() {
        let Some(device) = machine::device(era) else { continue };
        let error = rung(&device, &device.stream(&[1.0; 8]).unwrap()).err().unwrap().to_string();
        assert!(error.contains("give it two dimensions"), "{name}: {error}");
        let other = if era == Era::Fragment { Layout::Linear } else { Layout::Packed };
        assert!(rung(&device, &device.stream_in(other, [4, 4], &[1.0; 16]).unwrap()).is_err(), "{name}");
    }
}
