//! Memory accesses of lanes: sectors, banks, tiles.

use super::drawing::{BoxContent, Drawing, PICTURE_MARGIN, PICTURE_WIDTH, Tone, box_contents};
use gristmill::algorithms::{matmul, transpose};
use gristmill::check::{KernelCheck, LaunchOptions};
use gristmill::counters::Counters;
use gristmill::finding::Listening;
use gristmill::{Device, Element, Era, Result, Stream};

const STRIDED_READS: &str = "#version 430 core
layout(local_size_x = 32) in;
layout(std430) readonly buffer Source { uint source[]; };
shared uint kept[32];
void main() {
    uint lane = gl_LocalInvocationID.x;
    kept[lane] = source[lane * STRIDE];
}";

/// Returns the sectors per request of 32 lanes that read every `stride`-th word.
fn sectors_per_request(stride: usize) -> Result<u64> {
    let text = STRIDED_READS.replace("STRIDE", &format!("{stride}u"));
    let launch = LaunchOptions::new().counted().buffer("Source", vec![1; 32 * stride]);
    let report = KernelCheck::source("reads.comp", text).run(&launch)?;
    Ok(report.counters.map_or(0, |counters| counters.total.sectors))
}

/// Draws reads of adjacent words, and of words far apart.
pub fn draw_coalescing(_: &Device) -> Result<Drawing> {
    let near = sectors_per_request(1)?;
    let stride = 8;
    let far = sectors_per_request(stride)?;
    let words = 32 / u32::FORMAT.bytes();
    let mut drawing = Drawing::new(
        "Coalesced and strided",
        format!(
            "32 lanes read one word each. Neighbouring words lie in {near} sectors of 32 bytes. Words {stride} apart lie in {far} sectors, and seven of eight words that are fetched are not used."
        ),
    );
    drawing.explain_tone(Tone::Idle, "fetched for nothing");
    drawing.add_paragraph(format!("A row of boxes is a sector of {words} words: what memory hands out at once. The number is the lane that reads the word."));
    drawing.add_paragraph(format!("Coalesced: 32 lanes, {near} sectors."));
    let all: Vec<usize> = (0..32).collect();
    drawing.add_grid(words, [48.0, 26.0], &box_contents(&all, |_| Tone::Read));
    drawing.add_paragraph(format!("Strided by {stride}: 32 lanes, {far} sectors, of which the first five are shown."));
    let strided: Vec<BoxContent> = (0..5 * words)
        .map(|word| match word % stride {
            0 => BoxContent::new(word / stride, Tone::Read),
            _ => BoxContent::new("", Tone::Idle),
        })
        .collect();
    drawing.add_grid(words, [48.0, 26.0], &strided);
    drawing.add_paragraph(format!("The same 32 numbers cost {} times the memory traffic.", far / near.max(1)));
    Ok(drawing)
}

/// Returns the emulator's counters of transposing or multiplying a matrix.
fn count_matrix_work(device: &Device, work: impl FnOnce(&Device) -> Result<Stream<f32>>) -> Result<Counters> {
    let device = device.with_era(Era::Compute)?;
    device.listen(Some(Listening::COUNTERS))?;
    device.counters()?;
    work(&device)?;
    let counters = device.counters()?;
    device.listen(Some(Listening::FAULTS))?;
    Ok(counters)
}

/// Draws a column of a tile, with and without padding.
pub fn draw_banks(device: &Device) -> Result<Drawing> {
    let banks = 32;
    let shown = 8;
    let numbers = vec![1.0; banks * banks];
    let run = |work: fn(&Device, &Stream<f32>) -> Result<Stream<f32>>| {
        count_matrix_work(device, |device| work(device, &device.stream_of([banks, banks], &numbers)?))
    };
    let [plain, padded] = [run(transpose::compute_tile)?, run(transpose::compute_padded)?];
    let mut drawing = Drawing::new(
        "Banks of shared memory",
        format!(
            "A tile of {banks} x {banks} words in shared memory with {banks} banks. Without padding a column lies in one bank: {} waits while the tile is transposed. With one word more per row the column goes through all banks: {} waits.",
            plain.total.bank_conflicts, padded.total.bank_conflicts
        ),
    );
    drawing.explain_tone(Tone::Wrong, "one bank: they wait");
    drawing.explain_tone(Tone::Read, "read at once");
    drawing.add_paragraph(format!("Each box is a word of the tile, its number the bank it lies in. The corner of a tile of {banks} x {banks} is shown; lanes read the first column together."));
    for (words, width, counters) in [
        ("Rows of 32 words: one bank for the whole column.", banks, plain),
        ("Rows of 33 words: each row begins one bank further.", banks + 1, padded),
    ] {
        drawing.add_space(4.0);
        drawing.add_paragraph(words);
        let words: Vec<usize> = (0..shown * shown).map(|i| (i / shown * width + i % shown) % banks).collect();
        let bad = width == banks;
        drawing.add_grid(
            shown,
            [38.0, 24.0],
            &box_contents(&words, |i: usize| match i % shown {
                0 if bad => Tone::Wrong,
                0 => Tone::Read,
                _ => Tone::Plain,
            }),
        );
        drawing.add_paragraph(format!(
            "Counted while a tile is transposed: {} accesses by warps, {} turns of waiting.",
            counters.total.shared_requests, counters.total.bank_conflicts
        ));
    }
    Ok(drawing)
}

/// Draws a tile that is read by rows, transposed, and written by rows.
pub fn draw_tile(device: &Device) -> Result<Drawing> {
    let side = 8;
    let tile = 4;
    let numbers: Vec<f32> = (0..side * side).map(|i| i as f32).collect();
    let turned = transpose::transpose(device, &device.stream_of([side, side], &numbers)?)?.read()?;
    let corner = [4, 0];
    let mut drawing = Drawing::new(
        "Transpose through a tile",
        format!(
            "A matrix of {side} x {side}. A group loads a tile of {tile} x {tile} row by row, reads it from shared memory column by column, and writes it row by row to the mirrored place."
        ),
    );
    let inside =
        |i: usize, [x, y]: [usize; 2]| (x..x + tile).contains(&(i % side)) && (y..y + tile).contains(&(i / side));
    let size = [34.0, 24.0];
    drawing.add_paragraph("Loaded by rows (neighbouring words):");
    drawing.add_grid(side, size, &box_contents(&numbers, |i| if inside(i, corner) { Tone::Read } else { Tone::Plain }));
    drawing.add_paragraph("In shared memory, where columns are as cheap as rows:");
    let held: Vec<f32> = (0..tile * tile)
        .map(|i| numbers[corner[0] + i % tile + (corner[1] + i / tile) * side])
        .collect();
    drawing.add_grid(
        tile,
        [44.0, 26.0],
        &box_contents(&held, |i| if i % tile == 0 { Tone::Active } else { Tone::Plain }),
    );
    drawing.add_paragraph("Stored by rows: what was a column is a row.");
    let target = [corner[1], corner[0]];
    drawing.add_grid(
        side,
        size,
        &box_contents(&turned, |i| {
            if inside(i, target) {
                if i / side == target[1] { Tone::Active } else { Tone::Written }
            } else {
                Tone::Plain
            }
        }),
    );
    Ok(drawing)
}

/// Draws the tiles that a group needs for its part of a matrix product.
pub fn draw_matmul_tiles(device: &Device) -> Result<Drawing> {
    let side = 32;
    let tile = 4;
    let all = 12;
    let ones = vec![1.0; side * side];
    type MatrixProduct = fn(&Device, &Stream<f32>, &Stream<f32>) -> Result<Stream<f32>>;
    let run = |work: MatrixProduct| {
        count_matrix_work(device, |device| {
            let matrix = device.stream_of([side, side], &ones)?;
            work(device, &matrix, &matrix)
        })
    };
    let [plain, tiled] = [run(matmul::compute_plain)?, run(matmul::compute_tiled)?];
    let mut drawing = Drawing::new(
        "A matrix product by tiles",
        "A tile of the result is the sum of products of tiles: one from the row of tiles of A, one from the column of tiles of B. Each pair of tiles is loaded once into shared memory and used by all lanes of the group.",
    );
    drawing.explain_tone(Tone::Read, "in shared memory now");
    drawing.explain_tone(Tone::Active, "before and after it");
    drawing.add_paragraph(
        "One tile of the result needs a row of tiles of A and a column of tiles of B, a pair at a time.",
    );
    let pixel = 12.0;
    let wide = all as f64 * pixel;
    let [left, right] = [PICTURE_WIDTH / 2.0 - wide - 14.0, PICTURE_WIDTH / 2.0 + 14.0];
    let top = drawing.low + 20.0;
    let matrices = [
        ("B", [right, top], [0, 1]),
        ("A", [left, top + wide + 28.0], [1, 0]),
        ("A B", [right, top + wide + 28.0], [1, 1]),
    ];
    let row = 1;
    let column = 2;
    let step = 1;
    for (name, at, _) in matrices {
        drawing.draw_centred([at[0] + wide / 2.0, at[1] - 11.0], name);
        let tone = |i: usize| {
            let [x, y] = [i % all / tile, i / all / tile];
            match name {
                "A" if y == row => {
                    if x == step {
                        Tone::Read
                    } else {
                        Tone::Active
                    }
                }
                "B" if x == column => {
                    if y == step {
                        Tone::Read
                    } else {
                        Tone::Active
                    }
                }
                "A B" if x == column && y == row => Tone::Written,
                _ => Tone::Plain,
            }
        };
        let boxes: Vec<BoxContent> = (0..all * all).map(|i| BoxContent::new("", tone(i))).collect();
        drawing.draw_boxes(at, [pixel, pixel], all, &boxes);
    }
    drawing.low = top + 2.0 * wide + 36.0;
    drawing.draw_label([PICTURE_MARGIN, top + wide / 2.0 - 20.0], "Blue: the pair in");
    drawing.draw_label([PICTURE_MARGIN, top + wide / 2.0], "shared memory now.");
    drawing.draw_label([PICTURE_MARGIN, top + wide / 2.0 + 20.0], "Green: the others.");
    drawing.add_paragraph(format!(
        "Counted for {side} x {side}: the plain kernel makes {} requests to memory, the tiled one {}.",
        plain.total.requests, tiled.total.requests
    ));
    Ok(drawing)
}
