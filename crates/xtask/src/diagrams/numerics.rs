//! Fourier transforms, grids of several levels, sparse matrices, pairs of floats.

use super::drawing::{BoxContent, Drawing, PICTURE_MARGIN, PICTURE_WIDTH, Tone, box_contents, join_values};
use gristmill::algorithms::double_single::{self, PairOperation};
use gristmill::algorithms::fft::{Direction, reference};
use gristmill::algorithms::spmv::SparseMatrix;
use gristmill::algorithms::{dispatch_indirect, multigrid};
use gristmill::{Device, Era, Result, kernels};

/// Formats the real parts, with one decimal if a number is not whole.
fn real_parts(values: &[[f32; 2]]) -> Vec<String> {
    let rounded = values.iter().map(|value| (value[0] * 10.0).round() / 10.0 + 0.0);
    rounded.map(|value| format!("{value:.1}").replace(".0", "")).collect()
}

/// Draws Stockham's passes: the two elements that each element is computed from.
pub fn draw_butterflies(device: &Device) -> Result<Drawing> {
    let points = 8;
    let numbers = [3.0_f32, 1.0, 7.0, 0.0, 4.0, 1.0, 6.0, 3.0];
    let complex: Vec<[f32; 2]> = numbers.iter().map(|number| [*number, 0.0]).collect();
    let angles = (0..points).map(|power| -std::f64::consts::TAU * power as f64 / points as f64);
    let roots: Vec<[f32; 2]> = angles.map(|angle| [angle.cos() as f32, angle.sin() as f32]).collect();
    let roots = device.stream(&roots)?;
    let kernel = device.kernel(&kernels::find("linear_algebra/fft")?)?;
    let mut now = device.stream(&complex)?;
    let wanted = reference(Direction::Forward, points, &complex);
    let mut drawing = Drawing::new(
        "The butterflies of the Fourier transform",
        format!(
            "Eight numbers, {}, go through three passes. Each element of a pass is the sum of two elements of the pass before, the second one times a root of one. The passes make transforms of 2, 4 and 8.",
            join_values(&numbers)
        ),
    );
    drawing.explain_tone(Tone::Read, "added as it is");
    drawing.explain_tone(Tone::Active, "times a root first");
    drawing.add_paragraph("Each number is made of two of the row above it, half a row apart: one plus the other times a root of one. Two lines that cross are a butterfly.");
    let mut above = drawing.add_row(&box_contents(&real_parts(&complex), |_| Tone::Read));
    let mut span = 1;
    while span < points {
        let mut next = device.empty::<[f32; 2]>(points)?;
        kernel
            .call()
            .uniform("points", points as i32)
            .uniform("span", span as i32)
            .uniform("inverse", false)
            .uniform("scale", 1.0)
            .uniform("columns", false)
            .uniform("row_bits", 3)
            .uniform("roots_bits", 3)
            .gather("source", &now)
            .gather("roots", &roots)
            .output("result", &mut next)
            .run()?;
        drawing.add_space(56.0);
        let last = 2 * span == points;
        let below = drawing
            .add_row(&box_contents(&real_parts(&next.read()?), |_| if last { Tone::Written } else { Tone::Plain }));
        for i in 0..points {
            let inside = i % (2 * span);
            let first = (i - inside) / 2 + inside % span;
            drawing.draw_arrow(above.bottom_middle(first), below.top_middle(i), Tone::Read);
            drawing.draw_arrow(above.bottom_middle(first + points / 2), below.top_middle(i), Tone::Active);
        }
        (above, now) = (below, next);
        span *= 2;
    }
    let right = now
        .read()?
        .iter()
        .zip(&wanted)
        .all(|(given, wanted)| (f64::from(given[0]) - wanted.re).abs() < 1e-4);
    drawing.add_paragraph(if right {
        "The passes make transforms of two, four and eight numbers. Real parts are shown."
    } else {
        "The library's transform differs."
    });
    Ok(drawing)
}

/// Draws the levels of a cycle, and their costs.
pub fn draw_v_cycle(device: &Device) -> Result<Drawing> {
    let side = 31_usize;
    let sides: Vec<usize> = (0..(side + 1).ilog2()).map(|level| ((side + 1) >> level) - 1).collect();
    let b: Vec<f32> = (0..side * side)
        .map(|i| gristmill::random::uniform(2, i as u32, 0) - 0.5)
        .collect();
    let exact = multigrid::reference(side, &b);
    let stream = device.stream_of([side, side], &b)?;
    let error = |cycles: usize| -> Result<f64> {
        let x = multigrid::multigrid(device, cycles, &stream)?.read()?;
        Ok(x.iter()
            .zip(&exact)
            .map(|(x, exact)| (f64::from(*x) - exact).abs())
            .fold(0.0, f64::max))
    };
    let errors = [error(1)?, error(2)?, error(3)?];
    let mut drawing = Drawing::new(
        "A V-cycle",
        format!(
            "Grids of {sides:?} cells per side. Going down, each level smooths and hands what is still wrong to a coarser grid. At the bottom one cell is solved. Going up, each level adds the coarser grid's answer and smooths again."
        ),
    );
    drawing.explain_tone(Tone::Read, "hand down");
    drawing.explain_tone(Tone::Active, "smooth");
    drawing.explain_tone(Tone::Written, "solve, and bring up");
    drawing.add_paragraph(
        "Down: smooth, then hand what is still wrong to a grid half as fine. Up: add its answer, smooth again.",
    );
    let levels = sides.len();
    let wide = (PICTURE_WIDTH - 2.0 * PICTURE_MARGIN - 44.0) / (2 * levels - 2) as f64;
    let high = 58.0;
    let top = drawing.low + 4.0;
    let at = |step: usize| {
        let level = step.min(2 * levels - 2 - step);
        [PICTURE_MARGIN + 22.0 + step as f64 * wide, top + 20.0 + level as f64 * high]
    };
    for step in 1..2 * levels - 1 {
        let [a, b] = at(step - 1);
        let [c, d] = at(step);
        let sign = if d > b { 1.0 } else { -1.0 };
        drawing.draw_arrow(
            [a + 8.0, b + sign * 18.0],
            [c - 8.0, d - sign * 18.0],
            if d > b { Tone::Read } else { Tone::Written },
        );
    }
    for step in 0..2 * levels - 1 {
        let level = step.min(2 * levels - 2 - step);
        let [x, y] = at(step);
        drawing.draw_box(
            [x - 17.0, y - 15.0],
            [34.0, 30.0],
            &BoxContent::new(sides[level], if level == levels - 1 { Tone::Written } else { Tone::Active }),
        );
    }
    drawing.low = top + levels as f64 * high;
    drawing.draw_label([PICTURE_WIDTH / 2.0 + 30.0, drawing.low - 24.0], "one cell: solved");
    let coarser: usize = sides[1..].iter().map(|side| side * side).sum();
    let share = 100.0 * coarser as f64 / (sides[0] * sides[0]) as f64;
    drawing.add_paragraph(format!(
        "The numbers are cells per side. All the coarser levels together have {share:.0} % of the cells of the finest."
    ));
    drawing.add_paragraph(format!(
        "The largest error after one, two and three cycles: {}.",
        errors.map(|error| format!("{error:.5}")).join(", ")
    ));
    Ok(drawing)
}

/// Returns a small matrix with empty entries.
fn example_matrix() -> Result<SparseMatrix> {
    let rows: [&[usize]; 6] = [&[0, 2], &[1], &[0, 2, 3, 5], &[3, 4], &[1, 2, 4], &[5]];
    let entries = rows.iter().enumerate().flat_map(|(row, columns)| {
        columns
            .iter()
            .map(move |column| (row, *column, ((row * 3 + column * 2) % 9 + 1) as f64))
    });
    SparseMatrix::new(6, 6, entries)
}

/// Draws a sparse matrix, and its packed rows.
pub fn draw_sparse_rows(_: &Device) -> Result<Drawing> {
    let matrix = example_matrix()?;
    let size = [34.0, 24.0];
    let mut drawing = Drawing::new(
        "A sparse matrix in streams",
        format!(
            "A matrix of {} x {} with {} entries. The entries lie row after row in one stream, their columns in another; a third says where each row begins.",
            matrix.rows(),
            matrix.columns(),
            matrix.entries()
        ),
    );
    drawing.explain_tone(Tone::Read, "row 2");
    drawing.explain_tone(Tone::Idle, "empty");
    drawing.add_paragraph(format!(
        "Of {} places {} hold an entry.",
        matrix.rows() * matrix.columns(),
        matrix.entries()
    ));
    let full: Vec<BoxContent> = (0..matrix.rows())
        .flat_map(|row| {
            let matrix = &matrix;
            (0..matrix.columns()).map(move |column| {
                let entry = matrix.row(row).find(|entry| entry.0 == column);
                entry.map_or(BoxContent::new("", Tone::Idle), |entry| {
                    BoxContent::new(entry.1, if row == 2 { Tone::Read } else { Tone::Plain })
                })
            })
        })
        .collect();
    drawing.add_grid(matrix.columns(), size, &full);
    let all: Vec<(usize, usize, f32)> = (0..matrix.rows())
        .flat_map(|row| matrix.row(row).map(move |(column, value)| (row, column, value)))
        .collect();
    let tones: Vec<Tone> = all
        .iter()
        .map(|entry| if entry.0 == 2 { Tone::Read } else { Tone::Plain })
        .collect();
    drawing.add_paragraph("The values, row after row:");
    drawing.add_row(&box_contents(&all.iter().map(|entry| entry.2).collect::<Vec<_>>(), |i| tones[i]));
    drawing.add_paragraph("Their columns: pointers into the vector.");
    drawing.add_row(&box_contents(&all.iter().map(|entry| entry.1).collect::<Vec<_>>(), |i| tones[i]));
    let mut offsets = vec![0];
    for length in matrix.lengths() {
        offsets.push(offsets.last().copied().unwrap_or(0) + length);
    }
    drawing.add_paragraph("Where each row begins, and where the last one ends:");
    drawing.add_grid(
        offsets.len(),
        [44.0, 28.0],
        &box_contents(&offsets, |i| if i == 2 || i == 3 { Tone::Read } else { Tone::Plain }),
    );
    Ok(drawing)
}

/// Draws two ways to process rows of different lengths without a loop.
pub fn draw_sparse_passes(_: &Device) -> Result<Drawing> {
    let matrix = example_matrix()?;
    let lengths: Vec<usize> = matrix.lengths().collect();
    let longest = matrix.longest_row();
    let mut drawing = Drawing::new(
        "Rows of different lengths, without loops",
        format!(
            "Rows of {lengths:?} entries. One item per pass: {longest} passes, each takes the next entry of every row that still has one. Blocks: rows sorted by length, each length drawn by a program of its own."
        ),
    );
    drawing.explain_tone(Tone::Active, "fetched");
    drawing.explain_tone(Tone::Idle, "does not run");
    drawing.add_paragraph(format!(
        "One item per pass. Rows have {lengths:?} entries; pass {longest} is left with those of the longest."
    ));
    for pass in 0..longest {
        let top = drawing.low;
        let row: Vec<BoxContent> = (0..lengths.len())
            .map(|row| {
                matrix
                    .row(row)
                    .nth(pass)
                    .map_or(BoxContent::new("", Tone::Idle), |(_, value)| BoxContent::new(value, Tone::Active))
            })
            .collect();
        let boxes = drawing.add_grid(lengths.len(), [44.0, 26.0], &row);
        drawing.draw_label([PICTURE_MARGIN, top + 13.0], format!("pass {}", pass + 1));
        drawing.low = boxes.at[1] + 30.0;
    }
    drawing.add_space(8.0);
    drawing.add_paragraph("Each column is a row of the matrix. The depth test keeps the idle ones from running.");
    let mut order: Vec<usize> = (0..lengths.len()).collect();
    order.sort_by_key(|row| lengths[*row]);
    drawing.add_space(8.0);
    drawing.add_paragraph(
        "Blocks. Rows sorted by length; rows of one length are one rectangle, and its program has one fetch for each entry of a row.",
    );
    drawing.add_grid(
        order.len(),
        [44.0, 26.0],
        &order
            .iter()
            .map(|row| BoxContent::new(format!("row {row}"), Tone::Plain))
            .collect::<Vec<_>>(),
    );
    drawing.add_space(-8.0);
    for entry in 0..longest {
        let row: Vec<BoxContent> = order
            .iter()
            .map(|row| {
                matrix
                    .row(*row)
                    .nth(entry)
                    .map_or(BoxContent::new("", Tone::Idle), |(_, value)| BoxContent::new(value, Tone::Active))
            })
            .collect();
        let boxes = drawing.add_grid(order.len(), [44.0, 26.0], &row);
        drawing.low = boxes.at[1] + 26.0;
    }
    drawing.add_space(8.0);
    let mut programs = lengths.clone();
    programs.sort_unstable();
    programs.dedup();
    drawing.add_paragraph(format!("Programs for {programs:?} fetches: {} passes, nothing idle runs.", programs.len()));
    Ok(drawing)
}

/// Draws a number as the sum of two floats.
pub fn draw_float_pairs(device: &Device) -> Result<Drawing> {
    let numbers = [std::f64::consts::PI, 1.0e-6];
    let [a, b] = [double_single::split(&numbers[..1]), double_single::split(&numbers[1..])];
    let sum =
        double_single::double_single(device, PairOperation::Add, &device.stream(&a)?, &device.stream(&b)?)?.read()?;
    let wanted = double_single::reference(PairOperation::Add, &numbers[..1], &numbers[1..])[0];
    let alone = f64::from(a[0][0] + b[0][0]);
    let joined = double_single::joined(&sum)[0];
    let mut drawing = Drawing::new(
        "Two floats for one number",
        format!(
            "Pi is the sum of the float {} and the small float {:e}, which holds what the first has no room for. Pi plus a millionth is {alone} in one float and {joined} in a pair; it should be {wanted}.",
            a[0][0], a[0][1]
        ),
    );
    drawing.explain_tone(Tone::Read, "the nearest float");
    drawing.explain_tone(Tone::Active, "what it lacks");
    drawing.explain_tone(Tone::Written, "right");
    let line = |drawing: &mut Drawing, words: &str, pair: [f32; 2]| {
        drawing.add_paragraph(words);
        let y = drawing.low;
        drawing.draw_box([PICTURE_MARGIN, y], [190.0, 34.0], &BoxContent::new(format!("{:.8}", pair[0]), Tone::Read));
        drawing.draw_centred([PICTURE_WIDTH / 2.0, y + 17.0], "+");
        drawing.draw_box(
            [PICTURE_WIDTH - PICTURE_MARGIN - 190.0, y],
            [190.0, 34.0],
            &BoxContent::new(format!("{:.7e}", pair[1]), Tone::Active),
        );
        drawing.low = y + 44.0;
    };
    line(&mut drawing, "Pi: the nearest float, and what it has no room for.", a[0]);
    line(&mut drawing, "A millionth, the same way:", b[0]);
    line(&mut drawing, "Their sum as a pair:", sum[0]);
    drawing.add_space(4.0);
    drawing.add_paragraph("What each of them makes of pi plus a millionth:");
    for (words, value) in [("64 bits", wanted), ("a pair", joined), ("one float", alone)] {
        let y = drawing.low;
        drawing.draw_label([PICTURE_MARGIN, y + 15.0], words);
        let text = format!("{value:.15}");
        let right = format!("{wanted:.15}")
            .bytes()
            .zip(text.bytes())
            .take_while(|(a, b)| a == b)
            .count();
        for (i, digit) in text.chars().enumerate() {
            let tone = if i < right { Tone::Written } else { Tone::Wrong };
            drawing.draw_box([92.0 + i as f64 * 18.0, y], [18.0, 28.0], &BoxContent::new(digit, tone));
        }
        drawing.low = y + 34.0;
    }
    drawing.add_paragraph("Two floats of 24 bits each serve as one of 48.");
    Ok(drawing)
}

/// Draws the number of paths left, and the source of the number of groups to start.
pub fn draw_indirect_dispatch(device: &Device) -> Result<Drawing> {
    let numbers: Vec<u32> = (1..=1000).collect();
    let compute = device.with_era(Era::Compute)?;
    let steps = dispatch_indirect::dispatch_indirect(&compute, &compute.stream(&numbers)?)?.read()?;
    let round = dispatch_indirect::STEPS;
    let group = 256_usize;
    let mut drawing = Drawing::new(
        "The device decides how much to start",
        format!(
            "{} numbers walk to 1, {round} steps per round. After each round fewer are left. The device writes how many groups the next round needs into a buffer, and the next dispatch reads it there.",
            numbers.len()
        ),
    );
    drawing.explain_tone(Tone::Active, "paths that are left");
    drawing.explain_tone(Tone::Idle, "done");
    drawing.explain_tone(Tone::Written, "written by the device");
    drawing.add_paragraph(format!("{} paths of different lengths, {round} steps per round. A kernel counts what is left and writes the groups of the next dispatch:", numbers.len()));
    let room = PICTURE_WIDTH - 2.0 * PICTURE_MARGIN - 150.0;
    for number in 0.. {
        let left = steps.iter().filter(|steps| **steps > number * round).count();
        if left == 0 {
            break;
        }
        let y = drawing.low;
        drawing.draw_label([PICTURE_MARGIN, y + 14.0], format!("round {}", number + 1));
        let wide = room * left as f64 / numbers.len() as f64;
        drawing.draw_box([PICTURE_MARGIN + 66.0, y], [wide.max(2.0), 28.0], &BoxContent::new("", Tone::Active));
        drawing.draw_box(
            [PICTURE_MARGIN + 66.0 + wide, y],
            [(room - wide).max(0.1), 28.0],
            &BoxContent::new("", Tone::Idle),
        );
        drawing.draw_label([PICTURE_MARGIN + 74.0 + room, y + 14.0], format!("{left} left"));
        drawing.add_space(32.0);
        let groups = left.div_ceil(group);
        drawing.draw_box(
            [PICTURE_MARGIN + 66.0, drawing.low],
            [90.0, 26.0],
            &BoxContent::new(format!("{groups} 1 1"), Tone::Written),
        );
        drawing.draw_label([PICTURE_MARGIN + 164.0, drawing.low + 13.0], format!("groups of {group}"));
        drawing.add_space(36.0);
    }
    drawing.add_paragraph(
        "The orange words never come to the host: the dispatch takes its size from the buffer, and nobody waits.",
    );
    Ok(drawing)
}
