//! Filters and tables of images.

use crate::cases::{CASE_SIZES as LISTS, float_inputs, has_whole_rows, picture_inputs, read_clamped};
use crate::file_set::file_set;
use crate::{CountLimit, Input, JudgedCounter, Numbers, Part, Puzzle};

/// Widths and heights.
const IMAGE_SIZES: [[usize; 2]; 7] = [[1, 1], [2, 2], [4, 2], [3, 5], [7, 3], [16, 9], [1, 6]];

pub(super) const PUZZLES: &[Puzzle] = &[
    Puzzle {
        title: "A blur that stays in its row",
        page: "images/box_blur.md",
        files: file_set!("blur_a_row", "frag", ["no_edge", "height", "column"]),
        cases: || picture_inputs(&IMAGE_SIZES),
        reference: |input| Numbers::Floats(input.floats(0).chunks(input.width).flat_map(blur_row).collect()),
        ..IMAGE_TEMPLATE
    },
    Puzzle {
        title: "Any box in four reads",
        page: "images/summed_area.md",
        dots: 2,
        files: file_set!("box_from_table", "frag", ["the_corner", "nine_reads", "beyond"]),
        lists: &["picture"],
        cases: || picture_inputs(&IMAGE_SIZES),
        run: |host| {
            let table = summed_area_table(host.input());
            let source = host.device().stream_of(host.shape(table.len()), &table)?;
            let mut result = host.result::<f32>(source.shape())?;
            host.call().gather("table", &source).output("result", &mut result).run()?;
            host.read(&result)
        },
        reference: |input| {
            let width = input.width;
            let height = input.size() / input.width;
            let around = |x: usize, y: usize| {
                let (columns, rows) =
                    (x.saturating_sub(1)..(x + 2).min(width), y.saturating_sub(1)..(y + 2).min(height));
                box_sum(input, columns, rows)
            };
            Numbers::Floats((0..input.size()).map(|i| around(i % width, i / width)).collect())
        },
        limits: &[CountLimit { counter: JudgedCounter::Texels, most: |input| 4 * input.size() as u64 }],
        ..IMAGE_TEMPLATE
    },
    Puzzle {
        title: "A tile, and what lies around it",
        page: "images/convolve.md",
        dots: 3,
        files: file_set!("tile_with_halo", "comp", ["no_halo", "no_wait", "some_wait"]),
        cases: || float_inputs(&LISTS),
        allows: |_| true,
        reference: |input| Numbers::Floats(blur_row(&input.floats(0))),
        limits: &[CountLimit { counter: JudgedCounter::Requests, most: |input| 6 * input.size().div_ceil(64) as u64 }],
        ..IMAGE_TEMPLATE
    },
];

/// Adds to each pixel of a row its two neighbours.
fn blur_row(row: &[f32]) -> Vec<f32> {
    (0..row.len())
        .map(|x| read_clamped(row, x.saturating_sub(1)) + read_clamped(row, x) + read_clamped(row, x + 1))
        .collect()
}

const IMAGE_TEMPLATE: Puzzle = Puzzle { part: Part::Images, allows: has_whole_rows, ..Puzzle::TEMPLATE };

/// Returns the sum of a box.
fn box_sum(input: &Input, columns: std::ops::Range<usize>, rows: std::ops::Range<usize>) -> f32 {
    let numbers = input.floats(0);
    rows.flat_map(|y| columns.clone().map(move |x| (x, y)))
        .map(|(x, y)| numbers[y * input.width + x])
        .sum()
}

/// Returns the summed-area table.
fn summed_area_table(input: &Input) -> Vec<f32> {
    let width = input.width;
    (0..input.size())
        .map(|i| box_sum(input, 0..i % width + 1, 0..i / width + 1))
        .collect()
}
