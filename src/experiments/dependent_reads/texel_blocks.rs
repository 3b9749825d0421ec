//! Twelve neighbours in a row, a block or a column.

use super::{ReadSizes, nanoseconds_datum};
use crate::experiments::{Answer, Datum, Stopwatch, Tabulation};
#[cfg(feature = "emulator")]
use crate::finding::Listening;
use crate::{Device, KernelSource, Result, Stream, fragment_kernel};

const BLOCK_KERNEL: KernelSource = fragment_kernel!("experiments/dependent_reads_block");

/// Columns and rows of twelve texels.
const BLOCK_SIZES: [[usize; 2]; 6] = [[12, 1], [6, 2], [4, 3], [3, 4], [2, 6], [1, 12]];

const COLUMNS: [&str; 4] =
    ["twelve texels", "ns per read", "misses of 1,000 reads, row by row", "misses, in tiles of 4 x 4"];

/// Adds the table with a row for every block shape.
pub(super) fn measure_blocks(device: &Device, sizes: &ReadSizes, answer: &mut Answer) -> Result<()> {
    let size @ [width, height] = sizes.texture;
    let words: Vec<u32> = (0..width * height).map(|at| (at * 7 % 16) as u32).collect();
    let table = device.stream_of(size, &words)?;
    let mut result = device.empty::<u32>(size)?;
    let stopwatch = Stopwatch::new(sizes.quick);

    let mut rows = Tabulation::new(format!("Twelve neighbours of each of {width} x {height} texels"), &COLUMNS);
    for block @ [across, up] in BLOCK_SIZES {
        let time = stopwatch.time(device, || sum_block(device, block, &table, &mut result))?;
        let right = (0..width * height).map(|at| expected_sum(&words, size, at, block));
        let is_right = result.read()?.into_iter().eq(right);
        answer.hold(is_right, || format!("the sums over {across} x {up} texels are wrong"));
        let time = time.map(|time| time.as_secs_f64() * 1e9 / (across * up * width * height) as f64);
        let rates = hit_rates(&words, size, block)?;
        let misses = |which: usize| rates.map_or("".into(), |rates| Datum::Number(1000.0 * (1.0 - rates[which])));
        rows.row([Datum::Words(format!("{across} x {up}")), nanoseconds_datum(time), misses(0), misses(1)]);
    }
    answer.tables.push(rows);
    Ok(())
}

fn sum_block(
    device: &Device,
    [columns, rows]: [usize; 2],
    table: &Stream<u32>,
    result: &mut Stream<u32>,
) -> Result<()> {
    let kernel = device.kernel(&BLOCK_KERNEL.define("COLUMNS", columns).define("ROWS", rows))?;
    kernel.call().gather("table", table).output("result", result).run()
}

/// Computes the expected sum on the host.
fn expected_sum(words: &[u32], [width, height]: [usize; 2], at: usize, [columns, rows]: [usize; 2]) -> u32 {
    let x = at % width;
    let y = at / width;
    let texels = (0..rows).flat_map(|row| (0..columns).map(move |column| [x + column, y + row]));
    texels.filter_map(|[x, y]| words.get(y % height * width + x % width)).sum()
}

#[cfg(feature = "emulator")]
fn hit_rates(words: &[u32], size: [usize; 2], block: [usize; 2]) -> Result<Option<[f64; 2]>> {
    let emulator = Device::emulator(crate::Era::Fragment)?;
    emulator.listen(Some(Listening::COUNTERS))?;
    let table = emulator.stream_of(size, words)?;
    let mut result = emulator.empty::<u32>(size)?;
    sum_block(&emulator, block, &table, &mut result)?;
    Ok(Some(emulator.counters()?.total.hit_rates()))
}

#[cfg(not(feature = "emulator"))]
fn hit_rates(_: &[u32], _: [usize; 2], _: [usize; 2]) -> Result<Option<[f64; 2]>> {
    Ok(None)
}
