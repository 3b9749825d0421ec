//! Contents written with the size `n`: `random:n:7`, `0..2*n`, `zero:nxn`.

use crate::formula::{evaluate_formula, format_formula};

/// A content in the words of `check`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FillText {
    /// Numbers, a pattern or a file.
    Words(String),
    /// No number at all, as for the size 0.
    Empty,
}

/// Returns true if a text names a file of numbers or of a picture.
pub fn is_file_name(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    [".npy", ".bin", ".png"].iter().any(|ending| text.ends_with(ending))
}

/// Replaces the formulas of a content by their numbers for a size, and `{n}` in a file's name by the size.
///
/// # Errors
/// A sentence about a formula.
pub fn expand_fill(text: &str, size: Option<u64>) -> Result<FillText, String> {
    let text = text.trim();
    if is_file_name(text) {
        return expand_file_name(text, size).map(FillText::Words);
    }
    if let Some(list) = text.strip_prefix('[') {
        let is_empty = list.trim_end_matches(']').trim().is_empty();
        return Ok(if is_empty { FillText::Empty } else { FillText::Words(text.to_string()) });
    }
    if let Some((first, end)) = text.split_once("..") {
        let (first, end) = (format_formula(first, size)?, format_formula(end, size)?);
        return Ok(if first == end { FillText::Empty } else { FillText::Words(format!("{first}..{end}")) });
    }
    let Some((pattern, rest)) = text.split_once(':') else { return Ok(FillText::Words(text.to_string())) };
    let (length, seed) = rest.split_once(':').unwrap_or((rest, ""));
    let sides = length.split('x').map(|side| evaluate_formula(side, size));
    let sides = sides.collect::<Result<Vec<u64>, String>>()?;
    if sides.contains(&0) {
        return Ok(FillText::Empty);
    }
    let sides: Vec<String> = sides.iter().map(u64::to_string).collect();
    let seed = if seed.is_empty() { String::new() } else { format!(":{}", evaluate_formula(seed, size)?) };
    Ok(FillText::Words(format!("{pattern}:{}{seed}", sides.join("x"))))
}

fn expand_file_name(name: &str, size: Option<u64>) -> Result<String, String> {
    if !name.contains("{n}") {
        return Ok(name.to_string());
    }
    let size = size.ok_or("{n} is a size of the case; give it sizes = [..]")?;
    Ok(name.replace("{n}", &size.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_follow_the_size() {
        let words = |text: &str| FillText::Words(text.to_string());
        for (text, size, fill) in [
            ("zero:n", 5, words("zero:5")),
            ("random:2*n:n", 5, words("random:10:5")),
            ("0..n", 5, words("0..5")),
            ("n..2*n", 5, words("5..10")),
            ("random:nx4", 5, words("random:5x4")),
            ("0.5:ceil(n/2)", 5, words("0.5:3")),
            ("[1, 2]", 5, words("[1, 2]")),
            ("sums_{n}.npy", 5, words("sums_5.npy")),
            ("photo.png", 5, words("photo.png")),
            ("zero:n", 0, FillText::Empty),
            ("0..n", 0, FillText::Empty),
            ("zero:nx4", 0, FillText::Empty),
            ("[]", 0, FillText::Empty),
        ] {
            assert_eq!(expand_fill(text, Some(size)), Ok(fill), "{text}");
        }
        assert!(expand_fill("zero:m", Some(1)).is_err());
        assert!(expand_fill("sums_{n}.npy", None).is_err());
    }
}
