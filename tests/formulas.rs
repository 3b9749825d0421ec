//! The papers say how many passes an algorithm takes; a trace says how many it took. A row an algorithm, from 2^4 to 2^12 elements.
//!
//! `cargo test --test formulas -- --nocapture` prints the table.

mod machine;

use gristmill::algorithms::{compact, reduce, scan, segmented_scan, split};
use gristmill::{Device, Era, Result, Stream};
use machine::device;

/// The least and the greatest binary logarithm of the number of elements.
const POWERS: std::ops::RangeInclusive<u32> = 4..=12;

/// What a paper says.
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

const ROWS: [Row; 11] = [
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
];

fn floats(device: &Device, size: usize) -> Result<Stream<f32>> {
    device.stream(&vec![1.0; size])
}

fn ones(device: &Device, size: usize) -> Result<Stream<u32>> {
    device.stream(&vec![1; size])
}

#[test]
fn traces_have_the_passes_of_the_papers() {
    println!("{:42} {:28} {:62} passes at 2^{} to 2^{}", "rung", "paper", "formula", POWERS.start(), POWERS.end());
    for Row { rung, era, paper, formula, passes, run } in ROWS {
        let Some(device) = device(era) else { continue };
        let mut counted = Vec::new();
        for power in POWERS {
            let (_, trace) = device.trace(|| run(&device, 1 << power)).unwrap();
            assert_eq!(trace.passes(), passes(power) as usize, "{rung} of 2^{power} elements: {formula} ({paper})");
            counted.push(trace.passes().to_string());
        }
        println!("{rung:42} {paper:28} {formula:62} {}", counted.join(" "));
    }
}
