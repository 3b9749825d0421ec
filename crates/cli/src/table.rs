//! Tables of measured rungs, and formats of numbers.

use super::columns::{Cell, Look, Table, table};
use super::measure::Measured;
use gristmill::Era;
use gristmill::algorithms::Check;
use std::time::Duration;

/// The columns of a comparison of eras; [`comparison_row`] fills them.
const COLUMNS: [&str; 9] =
    ["algorithm", "rung", ">size", ">passes", ">bytes moved", ">median time", ">ratio", ">largest error", "result"];

/// Creates an empty table for measured rungs.
pub fn comparison() -> Table {
    table(&COLUMNS).spare(&["largest error", "passes", "bytes moved", "size"])
}

/// Formats a measured rung as a row; only the first row of an algorithm has its name.
pub fn row(measured: &Measured, all: &[Measured], first: bool) -> Vec<Cell> {
    let right = measured.check.passed();
    let verdict = if right { Cell::new("ok").look(Look::Green) } else { Cell::new("WRONG").look(Look::Red) };
    vec![
        Cell::new(if first { measured.algorithm.name } else { "" }),
        Cell::new(measured.rung.name),
        Cell::new(count(measured.size)),
        Cell::new(count(measured.trace.passes())),
        Cell::new(bytes(measured.trace.bytes())),
        Cell::new(time(measured.median())),
        Cell::new(ratio(measured, all)),
        Cell::new(error(measured.check.error)),
        verdict,
    ]
}

/// Returns the time over that of the other era's plain rung on the same size; below 1 this rung is faster.
pub fn ratio(measured: &Measured, all: &[Measured]) -> String {
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
pub const RATIO: &str = "ratio: the median time over that of the other era's plain rung; below 1 is faster";

/// Formats a number with commas between thousands.
pub fn count(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a number with its noun: `1 barrier`, `2 passes`, `1,024 memories`.
pub fn count_of(number: usize, noun: &str) -> String {
    let plural = match noun.strip_suffix('y') {
        _ if number == 1 => noun.to_string(),
        Some(stem) if !stem.ends_with(['a', 'e', 'o']) => format!("{stem}ies"),
        _ if noun.ends_with(['s', 'x']) || noun.ends_with("ch") || noun.ends_with("sh") => format!("{noun}es"),
        _ => format!("{noun}s"),
    };
    format!("{} {plural}", count(number))
}

/// Formats a number of bytes in the unit that fits; units are a thousand apart.
pub fn bytes(count: usize) -> String {
    match count {
        0..1_000 => format!("{count} B"),
        1_000..1_000_000 => format!("{:.1} kB", count as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", count as f64 / 1e6),
        _ => format!("{:.2} GB", count as f64 / 1e9),
    }
}

/// Formats a time in the unit that fits, with three digits.
pub fn time(time: Duration) -> String {
    seconds(time.as_secs_f64())
}

/// Formats seconds in the unit that fits, with three digits.
pub fn seconds(seconds: f64) -> String {
    let (number, unit) = match seconds {
        s if s >= 0.999_5 => (s, "s"),
        s if s >= 0.999_5e-3 => (s * 1e3, "ms"),
        s => (s * 1e6, "us"),
    };
    match number {
        n if n >= 99.95 => format!("{n:.0} {unit}"),
        n if n >= 9.995 => format!("{n:.1} {unit}"),
        n => format!("{n:.2} {unit}"),
    }
}

/// Formats the largest difference from the reference.
pub fn error(error: f64) -> String {
    if error == 0.0 || (error.fract() == 0.0 && error < 1e4) {
        format!("{error}")
    } else if error.is_finite() {
        format!("{error:.1e}")
    } else {
        "different".to_string()
    }
}

/// Describes a wrong result: `differs from the reference by ..`.
pub fn differs(check: &Check) -> String {
    if check.error.is_finite() {
        format!("differs from the reference by {}, {} is allowed", error(check.error), error(check.bound))
    } else {
        "is not the reference's".to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!([count(0), count(999), count(1000), count(1_048_576)], ["0", "999", "1,000", "1,048,576"]);
        assert_eq!([bytes(12), bytes(12_582_912)], ["12 B", "12.6 MB"]);
        let times = [1.0, 0.123_456, 0.001_234, 0.000_012, 99.96e-6].map(seconds);
        assert_eq!(times, ["1.00 s", "123 ms", "1.23 ms", "12.0 us", "100 us"]);
        assert_eq!([0.0, 1.0, 1.2e-7, f64::INFINITY].map(error), ["0", "1", "1.2e-7", "different"]);
    }
}
