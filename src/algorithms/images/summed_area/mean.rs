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
    // Entry (x, y) includes column x and row y, so the sums to subtract are one column to the left and one row above.
    let up_to = |x: usize, y: usize| if x == 0 || y == 0 { 0.0 } else { table[(y - 1) * width + x - 1] };
    let sum = up_to(columns.end, rows.end) - up_to(columns.start, rows.end) - up_to(columns.end, rows.start)
        + up_to(columns.start, rows.start);
    sum / (columns.len() * rows.len()) as f32 + bias
}
