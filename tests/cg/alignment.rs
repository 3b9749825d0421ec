//! Smith and Waterman's table in both eras: the museum's fragment program, and its compute kernel.

use super::museum::{Outcome, find_error};
use gristmill::{Device, Era, Kernel, KernelSource, Result, Stream, kernel_pair};

const ALIGNMENT: KernelSource = kernel_pair!("museum/alignment", cg);

/// Fills the table of two sequences, a diagonal in each pass or dispatch, and compares it with the same in doubles.
pub(super) fn run_alignment(device: &Device, kernel: &Kernel) -> Result<Outcome> {
    let letters = |text: &str| -> Vec<f32> { text.bytes().map(f32::from).collect() };
    let (first, second) = (letters("ACACACTAGGT"), letters("AGCACACATTGAC"));
    let (rows, columns) = (first.len() + 1, second.len() + 1);
    let given = [device.stream_of([first.len(), 1], &first)?, device.stream_of([second.len(), 1], &second)?];
    let zeros = vec![0.0_f32; rows];
    let mut diagonals = [(); 3].map(|()| device.stream_of([rows, 1], &zeros)).into_iter();
    let mut next_stream = || -> Result<Stream<f32>> { diagonals.next().unwrap() };
    let (mut last_but_one, mut last, mut next) = (next_stream()?, next_stream()?, next_stream()?);
    let mut got = vec![0.0; rows * columns];
    let passes = rows + columns - 3;
    for diagonal in 2..2 + passes {
        let call = kernel.call().gather("last", &last).gather("last_but_one", &last_but_one);
        let call = call
            .gather("first", &given[0])
            .gather("second", &given[1])
            .uniform("scores", [2.0, -1.0, -1.0]);
        // The text of 2006 counts in floats, and its host says how long the sequence is.
        let call = match device.era() {
            Era::Fragment => call.uniform("diagonal", diagonal as f32).uniform("length", second.len() as f32),
            Era::Compute => call.uniform("diagonal", diagonal as i32),
        };
        call.output(if device.era() == Era::Fragment { "COLOR0" } else { "result" }, &mut next)
            .run()?;
        for (row, score) in next.read()?.into_iter().enumerate() {
            if diagonal >= row && diagonal - row < columns {
                got[row * columns + diagonal - row] = score;
            }
        }
        std::mem::swap(&mut last_but_one, &mut last);
        std::mem::swap(&mut last, &mut next);
    }
    let mut wanted = vec![0.0_f64; rows * columns];
    for row in 1..rows {
        for column in 1..columns {
            let entry = |row: usize, column: usize| wanted[row * columns + column];
            let joined = entry(row - 1, column - 1) + if first[row - 1] == second[column - 1] { 2.0 } else { -1.0 };
            let gap = entry(row - 1, column).max(entry(row, column - 1)) - 1.0;
            wanted[row * columns + column] = joined.max(gap).max(0.0);
        }
    }
    Ok(Outcome { passes, error: find_error(&got, &wanted) })
}

#[test]
fn both_eras_fill_the_same_table() {
    for era in Era::ALL {
        let device = Device::emulator(era).unwrap().with_rectangles(era == Era::Fragment);
        let outcome = run_alignment(&device, &device.kernel(&ALIGNMENT).unwrap()).unwrap();
        assert_eq!((outcome.passes, outcome.error), (23, 0.0), "{era}");
    }
}
