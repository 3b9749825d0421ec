//! The ratio of the eras' times, in words.

/// Describes which era is faster.
pub fn describe_speed(ratio: Option<f64>) -> String {
    match ratio {
        None => String::new(),
        Some(ratio) if ratio >= 1.05 => format!("<span class=\"new\">compute {} faster</span>", format_ratio(ratio)),
        Some(ratio) if ratio <= 1.0 / 1.05 => {
            format!("<span class=\"old\">fragments {} faster</span>", format_ratio(1.0 / ratio))
        }
        Some(_) => "both as fast".to_string(),
    }
}

/// Formats a ratio: 1.3x, 24x.
pub fn format_ratio(ratio: f64) -> String {
    if ratio < 9.95 { format!("{ratio:.1}\u{d7}") } else { format!("{ratio:.0}\u{d7}") }
}
