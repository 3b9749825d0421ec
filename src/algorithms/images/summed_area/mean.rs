//! The purpose of a summed-area table: the mean of any rectangle.

/// Returns the mean over a rectangle of a picture by its table, from four entries; NaN if the rectangle is empty.
///
/// `bias` is the value that was subtracted from each pixel before the table was built, or 0.
///
/// ```
/// use gristmill::algorithms::summed_area::{mean_of, reference};
/// let table = reference(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], 3);
/// assert_eq!(mean_of(&table, 3, 1..3, 0..2, 0.0), (2.0 + 3.0 + 5.0 + 6.0) / 4.0);
/// ```
pub fn mean_of(
    table: &[f32],
    width: usize,
    columns: std::ops::Range<usize>,
    rows: std::ops::Range<usize>,
    bias: f32,
) -> f32 {
    let sum = sum_up_to(columns.end, rows.end, table, width)
        - sum_up_to(columns.start, rows.end, table, width)
        - sum_up_to(columns.end, rows.start, table, width)
        + sum_up_to(columns.start, rows.start, table, width);
    sum / (columns.len() * rows.len()) as f32 + bias
}

/// Returns the sum over the columns before `x` and the rows before `y`.
///
/// Entry (x, y) includes column x and row y, so the sum is one column to the left and one row above.
fn sum_up_to(x: usize, y: usize, table: &[f32], width: usize) -> f32 {
    if x == 0 || y == 0 { 0.0 } else { table[(y - 1) * width + x - 1] }
}
