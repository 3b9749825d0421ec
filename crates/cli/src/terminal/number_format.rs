//! Formats of numbers, sizes and times.

use std::time::Duration;

/// Formats a number with commas between thousands.
pub fn format_count(number: usize) -> String {
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
pub fn count_with_noun(number: usize, noun: &str) -> String {
    let plural = match noun.strip_suffix('y') {
        _ if number == 1 => noun.to_string(),
        Some(stem) if !stem.ends_with(['a', 'e', 'o']) => format!("{stem}ies"),
        _ if noun.ends_with(['s', 'x']) || noun.ends_with("ch") || noun.ends_with("sh") => format!("{noun}es"),
        _ => format!("{noun}s"),
    };
    format!("{} {plural}", format_count(number))
}

/// Formats a number of bytes in the unit that fits; units are a thousand apart.
pub fn format_bytes(count: usize) -> String {
    match count {
        0..1_000 => format!("{count} B"),
        1_000..1_000_000 => format!("{:.1} kB", count as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", count as f64 / 1e6),
        _ => format!("{:.2} GB", count as f64 / 1e9),
    }
}

/// Formats a share of one in percent.
pub fn format_share(part: f64) -> String {
    format!("{:.0} %", part * 100.0)
}

/// Formats a time in the unit that fits, with three digits.
pub fn format_time(time: Duration) -> String {
    format_seconds(time.as_secs_f64())
}

/// Formats seconds in the unit that fits, with three digits.
pub fn format_seconds(seconds: f64) -> String {
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
pub fn format_error(error: f64) -> String {
    if error == 0.0 || (error.fract() == 0.0 && error < 1e4) {
        format!("{error}")
    } else if error.is_finite() {
        format!("{error:.1e}")
    } else {
        "different".to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!(
            [format_count(0), format_count(999), format_count(1000), format_count(1_048_576)],
            ["0", "999", "1,000", "1,048,576"]
        );
        assert_eq!([format_bytes(12), format_bytes(12_582_912)], ["12 B", "12.6 MB"]);
        let times = [1.0, 0.123_456, 0.001_234, 0.000_012, 99.96e-6].map(format_seconds);
        assert_eq!(times, ["1.00 s", "123 ms", "1.23 ms", "12.0 us", "100 us"]);
        assert_eq!([0.0, 1.0, 1.2e-7, f64::INFINITY].map(format_error), ["0", "1", "1.2e-7", "different"]);
    }
}
