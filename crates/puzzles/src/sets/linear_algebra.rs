//! Matrices and graphs.

use crate::cases::{has_whole_rows, picture_inputs, random_numbers};
use crate::file_set::file_set;
use crate::{Input, Numbers, Part, Puzzle};

pub(super) const PUZZLES: &[Puzzle] = &[
    Puzzle {
        title: "Rows become columns",
        page: "linear_algebra/transpose.md",
        files: file_set!("turned_over", "frag", ["turned", "list"]),
        cases: || picture_inputs(&[[1, 1], [2, 2], [4, 2], [3, 5], [16, 9]]),
        allows: has_whole_rows,
        run: |host| {
            let source = host.stream::<f32>(0)?;
            let width = host.input().width;
            let height = host.input().size() / host.input().width;
            let mut result = host.result::<f32>([height, width])?;
            host.call().gather("source", &source).output("result", &mut result).run()?;
            host.read(&result)
        },
        reference: |input| {
            let source = input.floats(0);
            let width = input.width;
            let columns = (0..width).flat_map(|x| source.iter().skip(x).step_by(width).copied());
            Numbers::Floats(columns.collect())
        },
        ..MATRIX_TEMPLATE
    },
    Puzzle {
        title: "A row times a column",
        page: "linear_algebra/matmul.md",
        dots: 2,
        files: file_set!("matrix_product", "comp", ["one_too_many", "other_way"]),
        lists: &["a", "b"],
        cases: || [1, 2, 3, 5, 8, 11].map(square_matrices).to_vec(),
        allows: |input| input.size() == input.width * input.width,
        run: |host| {
            let a = host.stream::<f32>(0)?;
            let b = host.stream::<f32>(1)?;
            let mut result = host.result::<f32>(a.len())?;
            let call = host.call().uniform("side", host.input().width as i32);
            call.gather("a", &a).gather("b", &b).output("result", &mut result).run()?;
            host.read(&result)
        },
        reference: |input| {
            let a = input.floats(0);
            let b = input.floats(1);
            let side = input.width;
            Numbers::Floats(
                (0..a.len())
                    .map(|i: usize| (0..side).map(|k| a[i / side * side + k] * b[k * side + i % side]).sum())
                    .collect(),
            )
        },
        ..MATRIX_TEMPLATE
    },
    Puzzle {
        title: "Rows of a sparse matrix that are empty",
        page: "linear_algebra/spmv.md",
        dots: 2,
        files: file_set!("empty_rows", "frag", ["to_the_end", "one_less"]),
        lists: &["starts", "columns", "values", "x"],
        cases: || [1, 2, 3, 8, 30, 65].map(sparse_matrix).to_vec(),
        allows: |_| false,
        run: |host| {
            let starts = host.stream::<u32>(0)?;
            let columns = host.stream::<u32>(1)?;
            let values = host.stream::<f32>(2)?;
            let x = host.stream::<f32>(3)?;
            let mut result = host.result::<f32>(starts.len() - 1)?;
            let call = host.call().gather("starts", &starts).gather("columns", &columns);
            call.gather("values", &values)
                .gather("x", &x)
                .output("result", &mut result)
                .run()?;
            host.read(&result)
        },
        reference: |input| {
            let starts = input.whole(0);
            let columns = input.whole(1);
            let values = input.floats(2);
            let x = input.floats(3);
            Numbers::Floats(
                starts
                    .windows(2)
                    .map(|ends: &[u32]| {
                        let places = ends[0] as usize..ends[1] as usize;
                        places.map(|k| values[k] * x[columns[k] as usize]).sum()
                    })
                    .collect(),
            )
        },
        ..MATRIX_TEMPLATE
    },
];

const MATRIX_TEMPLATE: Puzzle = Puzzle { part: Part::LinearAlgebra, ..Puzzle::TEMPLATE };

/// Returns two square matrices.
fn square_matrices(side: usize) -> Input {
    Input::new("random numbers", draw_square(side, 9))
        .and(draw_square(side, 7))
        .wide(side)
}

fn draw_square(side: usize, below: u32) -> Numbers {
    Numbers::Floats(
        random_numbers(side * side, below)
            .into_iter()
            .map(|number| number as f32)
            .collect(),
    )
}

/// Returns a sparse matrix; every third row is empty, and its last number is in the last row that has one.
fn sparse_matrix(rows: usize) -> Input {
    let mut starts = vec![0];
    let mut columns = vec![];
    for row in 0..rows {
        let count = if row % 3 == 1 { 0 } else { 1 + row % 4 };
        columns.extend((0..count).map(|k| ((7 * row + 3 * k) % rows) as u32));
        starts.push(columns.len() as u32);
    }
    let values = draw_positive(columns.len());
    let x = draw_positive(rows);
    Input::new("every third row empty", Numbers::Whole(starts))
        .and(Numbers::Whole(columns))
        .and(values)
        .and(x)
}

fn draw_positive(count: usize) -> Numbers {
    Numbers::Floats(random_numbers(count, 9).into_iter().map(|number| 1.0 + number as f32).collect())
}
