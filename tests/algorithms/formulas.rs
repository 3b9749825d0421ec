//! The papers say how many passes an algorithm takes; a trace says how many it took. A row an algorithm, from
//! 2^4 to 2^12 elements.
//!
//! `cargo test --test formulas -- --nocapture` prints the table.

use crate::machine::device;
use gristmill::algorithms::{compact, fft, matmul, reduce, scan, segmented_scan, sort, split, summed_area};
use gristmill::{Device, Era, Result, Stream};

/// The least and the greatest binary logarithm of the number of elements.
const POWERS: std::ops::RangeInclusive<u32> = 4..=12;

/// A statement of a paper.
struct Row {
    rung: &'static str,
    era: Era,
    paper: &'static str,
    /// Its formula, in words.
    formula: &'static str,
    /// The same for 2 to that power elements.
    passes: fn(power: u32) -> u32,
    /// Makes so many elements and runs the rung on them.
    run: fn(&Device, size: usize) -> Result<()>,
}

const ROWS: &[Row] = &[
    Row {
        rung: "reduce::fragment",
        era: Era::Fragment,
        paper: "Krüger and Westermann 2003",
        formula: "log4 n, of n in a square",
        passes: |power| power.div_ceil(2),
        run: |device, size| {
            let height = 1 << (size.ilog2() / 2);
            let square = device.stream_of([size / height, height], &vec![1.0; size])?;
            reduce::fragment(device, reduce::Operation::Sum, &square).map(drop)
        },
    },
    Row {
        rung: "reduce::fragment_wide",
        era: Era::Fragment,
        paper: "the same by 4x4",
        formula: "log16 n, of n in a square",
        passes: |power| power.div_ceil(2).div_ceil(2),
        run: |device, size| {
            let height = 1 << (size.ilog2() / 2);
            let square = device.stream_of([size / height, height], &vec![1.0; size])?;
            reduce::fragment_wide(device, reduce::Operation::Sum, &square).map(drop)
        },
    },
    Row {
        rung: "reduce::compute_levels",
        era: Era::Compute,
        paper: "the lesson of gKit2",
        formula: "log2 n",
        passes: |power| power,
        run: |device, size| reduce::compute_levels(device, reduce::Operation::Min, &floats(device, size)?).map(drop),
    },
    Row {
        rung: "scan::fragment",
        era: Era::Fragment,
        paper: "Hillis and Steele 1986",
        formula: "log2 n",
        passes: |power| power,
        run: |device, size| scan::fragment(device, &floats(device, size)?).map(drop),
    },
    Row {
        rung: "scan::fragment_work_efficient",
        era: Era::Fragment,
        paper: "Blelloch 1990",
        formula: "log2 n up and log2 n down, less the root, which is not needed",
        passes: |power| 2 * power - 1,
        run: |device, size| scan::fragment_work_efficient(device, &floats(device, size)?).map(drop),
    },
    Row {
        rung: "scan::exclusive::fragment_work_efficient",
        era: Era::Fragment,
        paper: "Blelloch 1990",
        formula: "the same",
        passes: |power| 2 * power - 1,
        run: |device, size| scan::exclusive::fragment_work_efficient(device, &floats(device, size)?).map(drop),
    },
    Row {
        rung: "segmented_scan::fragment",
        era: Era::Fragment,
        paper: "Blelloch 1990",
        formula: "log2 n, as the scan by the same strides",
        passes: |power| power,
        run: |device, size| segmented_scan::fragment(device, &ones(device, size)?, &ones(device, size)?).map(drop),
    },
    Row {
        rung: "segmented_scan::fragment_work_efficient",
        era: Era::Fragment,
        paper: "Sengupta et al. 2007",
        formula: "2 log2 n - 1, as the scan by the same tree",
        passes: |power| 2 * power - 1,
        run: |device, size| {
            segmented_scan::fragment_work_efficient(device, &ones(device, size)?, &ones(device, size)?).map(drop)
        },
    },
    Row {
        rung: "compact::fragment",
        era: Era::Fragment,
        paper: "Horn 2005",
        formula: "flags, log2 n of the scan, and the search",
        passes: |power| power + 2,
        run: |device, size| compact::fragment(device, &ones(device, size)?, "value > 0u").map(drop),
    },
    Row {
        rung: "compact::fragment_pyramid",
        era: Era::Fragment,
        paper: "Ziegler et al. 2006",
        formula: "log4 n up, by sixteen at first, the count, and one down",
        passes: |power| power.div_ceil(2) + 1,
        run: |device, size| compact::fragment_pyramid(device, &ones(device, size)?, "value > 0u").map(drop),
    },
    Row {
        rung: "split::fragment",
        era: Era::Fragment,
        paper: "Blelloch 1990",
        formula: "as compact: one scan numbers both parts",
        passes: |power| power + 2,
        run: |device, size| split::fragment(device, &ones(device, size)?, "value > 0u").map(drop),
    },
    Row {
        rung: "sort::fragment",
        era: Era::Fragment,
        paper: "Batcher 1968, Purcell et al. 2003",
        formula: "bitonic, log2 n (log2 n + 1) / 2, and one before and behind",
        passes: |power| power * (power + 1) / 2 + 2,
        run: |device, size| sort::fragment(device, &floats(device, size)?, &ones(device, size)?).map(drop),
    },
    Row {
        rung: "sort::fragment_odd_even",
        era: Era::Fragment,
        paper: "Batcher 1968, Kipfer et al. 2005",
        formula: "odd-even merge, the same",
        passes: |power| power * (power + 1) / 2 + 2,
        run: |device, size| sort::fragment_odd_even(device, &floats(device, size)?, &ones(device, size)?).map(drop),
    },
    Row {
        rung: "summed_area::fragment",
        era: Era::Fragment,
        paper: "Hensley et al. 2005",
        formula: "log2 w + log2 h, of w x h = n",
        passes: |power| power,
        run: |device, size| {
            let height = 1 << (size.ilog2() / 2);
            let picture = device.stream_of([size / height, height], &vec![1_u32; size])?;
            summed_area::fragment(device, &picture).map(drop)
        },
    },
    Row {
        rung: "matmul::fragment_blocked",
        era: Era::Fragment,
        paper: "Hall, Carr and Hart 2003",
        formula: "n / 64, of sums of n products",
        passes: |power| (1_u32 << power).div_ceil(64),
        run: |device, size| {
            let numbers = vec![1.0; size];
            let (row, column) = (device.stream_of([size, 1], &numbers)?, device.stream_of([1, size], &numbers)?);
            matmul::fragment_blocked(device, &row, &column).map(drop)
        },
    },
    Row {
        rung: "fft::fragment",
        era: Era::Fragment,
        paper: "Moreland and Angel 2003",
        formula: "log2 n, of pairs",
        passes: |power| power,
        run: |device, size| fft::fragment(device, fft::Direction::Forward, &complex(device, size)?).map(drop),
    },
    Row {
        rung: "fft::fragment, of a rectangle",
        era: Era::Fragment,
        paper: "Moreland and Angel 2003",
        formula: "log2 of the width and log2 of the height: log2 n",
        passes: |power| power,
        run: |device, size| {
            let height = 1 << (size.ilog2() / 2);
            let rectangle = device.stream_of([size / height, height], &vec![[1.0, 0.0]; size])?;
            fft::fragment(device, fft::Direction::Forward, &rectangle).map(drop)
        },
    },
    Row {
        rung: "fft::fragment_fours",
        era: Era::Fragment,
        paper: "the same by four parts",
        formula: "log4 n",
        passes: |power| power.div_ceil(2),
        run: |device, size| fft::fragment_fours(device, fft::Direction::Forward, &complex(device, size)?).map(drop),
    },
    Row {
        rung: "fft::compute_plain",
        era: Era::Compute,
        paper: "Govindaraju et al. 2008",
        formula: "log2 n, of pairs",
        passes: |power| power,
        run: |device, size| fft::compute_plain(device, fft::Direction::Forward, &complex(device, size)?).map(drop),
    },
];

fn floats(device: &Device, size: usize) -> Result<Stream<f32>> {
    device.stream(&vec![1.0; size])
}

fn ones(device: &Device, size: usize) -> Result<Stream<u32>> {
    device.stream(&vec![1; size])
}

fn complex(device: &Device, size: usize) -> Result<Stream<[f32; 2]>> {
    device.stream(&vec![[1.0, 0.0]; size])
}

#[test]
fn traces_have_the_passes_of_the_papers() {
    println!("{:42} {:34} {:62} passes at 2^{} to 2^{}", "rung", "paper", "formula", POWERS.start(), POWERS.end());
    for Row { rung, era, paper, formula, passes, run } in ROWS {
        let Some(device) = device(*era) else { continue };
        let mut counted = Vec::new();
        for power in POWERS {
            let (_, trace) = device.trace(|| run(&device, 1 << power)).unwrap();
            assert_eq!(trace.passes(), passes(power) as usize, "{rung} of 2^{power} elements: {formula} ({paper})");
            counted.push(trace.passes().to_string());
        }
        println!("{rung:42} {paper:34} {formula:62} {}", counted.join(" "));
    }
}
