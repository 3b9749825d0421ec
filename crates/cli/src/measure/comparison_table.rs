//! Tables of measured rungs, and formats of numbers.

use crate::measure::RungMeasurement;
use crate::terminal::number_format::{format_bytes, format_count, format_error, format_time};
use crate::terminal::text_table::{CellStyle, TableCell, TextTable, new_table};
use gristmill::Era;
use gristmill::algorithms::Check;

/// The columns of a comparison of eras; [`comparison_row`] fills them.
const COMPARISON_COLUMNS: [&str; 9] =
    ["algorithm", "rung", ">size", ">passes", ">bytes moved", ">median time", ">ratio", ">largest error", "result"];

/// Creates an empty table for measured rungs.
pub fn new_comparison() -> TextTable {
    new_table(&COMPARISON_COLUMNS).with_optional(&["largest error", "passes", "bytes moved", "size"])
}

/// Formats a measured rung as a row; only the first row of an algorithm has its name.
pub fn comparison_row(measured: &RungMeasurement, all: &[RungMeasurement], first: bool) -> Vec<TableCell> {
    let right = measured.check.passed();
    let verdict = if right {
        TableCell::new("ok").with_style(CellStyle::Green)
    } else {
        TableCell::new("WRONG").with_style(CellStyle::Red)
    };
    vec![
        TableCell::new(if first { measured.algorithm.name } else { "" }),
        TableCell::new(measured.rung.name),
        TableCell::new(format_count(measured.size)),
        TableCell::new(format_count(measured.trace.passes())),
        TableCell::new(format_bytes(measured.trace.bytes())),
        TableCell::new(format_time(measured.median())),
        TableCell::new(era_ratio(measured, all)),
        TableCell::new(format_error(measured.check.error)),
        verdict,
    ]
}

/// Returns the time over that of the other era's plain rung on the same size; below 1 this rung is faster.
pub fn era_ratio(measured: &RungMeasurement, all: &[RungMeasurement]) -> String {
    let other = if measured.rung.era == Era::Fragment { Era::Compute } else { Era::Fragment };
    let twin = all.iter().find(|twin| {
        twin.algorithm.name == measured.algorithm.name
            && twin.rung.era == other
            && twin.plain
            && twin.asked == measured.asked
    });
    match twin {
        Some(twin) if !twin.median().is_zero() => {
            let ratio = measured.median().as_secs_f64() / twin.median().as_secs_f64();
            match ratio {
                r if r < 0.095 => format!("{r:.3}"),
                r if r < 9.95 => format!("{r:.2}"),
                r => format!("{r:.0}"),
            }
        }
        _ => "-".to_string(),
    }
}

/// The legend of the column `ratio`.
pub const RATIO_LEGEND: &str = "ratio: median time divided by that of the other era's plain rung; below 1 is faster";

/// Describes a wrong result: `differs from the reference by ..`.
pub fn describe_difference(check: &Check) -> String {
    if check.error.is_finite() {
        format!("differs from the reference by {}, {} is allowed", format_error(check.error), format_error(check.bound))
    } else {
        "is not the reference's".to_string()
    }
}
