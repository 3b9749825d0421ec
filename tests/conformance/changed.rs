//! Tests that want something wrong: whoever runs them right must say so, or its verdicts are worth nothing.

/// A test of which one wanted value is another: the last number of an `expected` uniform, or else
/// the green of a probe, in the middle of them. None if it has neither.
pub fn changed(text: &str) -> Option<String> {
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    let middle = |lines: &[String], belongs: fn(&str) -> bool| {
        let places: Vec<usize> = (0..lines.len()).filter(|&at| belongs(&lines[at])).collect();
        places.get(places.len() / 2).copied()
    };
    let (at, word, other): (usize, usize, fn(&str, f64) -> String) = match (
        middle(&lines, |line| line.starts_with("uniform ") && line.contains(" expected ")),
        middle(&lines, |line| {
            ["probe rect", "probe rgb", "probe all"]
                .iter()
                .any(|probe| line.starts_with(probe))
        }),
    ) {
        (Some(at), _) => (at, lines[at].split(' ').count() - 1, other_value),
        (None, Some(at)) if lines[at].starts_with("probe all") => (at, 4, |_, number| format!("{:?}", 1.0 - number)),
        // Behind `probe rgb x y red` or `probe rect rgba (x, y, width, height) (red`.
        (None, Some(at)) if lines[at].starts_with("probe rect") => (at, 8, |_, number| format!("{:?},", 1.0 - number)),
        (None, Some(at)) => (at, 5, |_, number| format!("{:?}", 1.0 - number)),
        (None, None) => return None,
    };
    let mut words: Vec<String> = lines[at].split(' ').map(str::to_string).collect();
    let kind = words[1].clone();
    let number = words.get(word)?.trim_matches(['(', ')', ',']).parse().ok()?;
    words[word] = other(&kind, number);
    lines[at] = words.join(" ");
    Some(lines.join("\n"))
}

/// A value of the type that is not near: no tolerance of piglit's is as wide.
fn other_value(kind: &str, number: f64) -> String {
    if kind.starts_with(['i', 'u']) {
        // A boolean stays one.
        (number as i64 ^ 1).to_string()
    } else {
        format!("{:?}", number * 1.5 + 1.0_f64.copysign(number))
    }
}
