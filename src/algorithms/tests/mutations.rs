//! Mutants of correct kernels: each has one mistake of a kind that people make.

/// A kernel file with one mistake in it.
pub(super) struct Mutant {
    /// The changed line, from 1.
    pub line: usize,
    /// The line after the change.
    pub now: String,
    /// Text of the whole file.
    pub text: String,
    pub mistake: MutationKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MutationKind {
    /// A barrier is left out.
    Barrier,
    /// A guard is weaker by one, stronger by one, or gone.
    Guard,
    /// An offset by one is left out.
    Offset,
    /// A number is off by 3 %, or a null pointer becomes 0.
    Number,
    /// One component replaces another.
    Component,
}

impl MutationKind {
    pub const ALL: [MutationKind; 5] = [
        MutationKind::Barrier,
        MutationKind::Guard,
        MutationKind::Offset,
        MutationKind::Number,
        MutationKind::Component,
    ];
}

const BARRIERS: [&str; 6] = [
    "barrier();",
    "memoryBarrierBuffer();",
    "memoryBarrierShared();",
    "memoryBarrierImage();",
    "memoryBarrier();",
    "groupMemoryBarrier();",
];

/// Comparisons, and each with its border included. Loops that halve down to 0 are left out: with the border included,
/// they never end.
const WEAKER_COMPARISONS: [(&str, &str); 6] = [
    (" < ", " <= "),
    (" >= ", " > "),
    (" > 0 ", " >= 0 "),
    (" > 0u ", " >= 0u "),
    (" <= ", " - 1 <= "),
    ("greaterThanEqual(", "greaterThan("),
];

/// Comparisons of the fragment era, each with its border included or excluded.
const BORDER_COMPARISONS: [(&str, &str); 8] = [
    (" < ", " <= "),
    (" <= ", " < "),
    (" >= ", " > "),
    (" > ", " >= "),
    ("lessThan(", "lessThanEqual("),
    ("lessThanEqual(", "lessThan("),
    ("greaterThan(", "greaterThanEqual("),
    ("greaterThanEqual(", "greaterThan("),
];

/// Builds every mutant of a compute kernel with a single mistake in a barrier or a guard.
pub(super) fn mutate_compute(text: &str) -> Vec<Mutant> {
    build_mutants(text, |code| {
        let guards = [replace_pairs(code, &WEAKER_COMPARISONS), remove_guards(code), remove_clamps(code)].concat();
        with_kind(MutationKind::Barrier, remove_words(code, &BARRIERS))
            .chain(with_kind(MutationKind::Guard, guards))
            .collect()
    })
}

/// Builds every mutant of a fragment or a vertex kernel, or of a file that they include, with a single mistake in the
/// choice of the word that is read, or in its weight.
pub(super) fn mutate_fragment(text: &str) -> Vec<Mutant> {
    build_mutants(text, |code| {
        if ["uniform ", "layout(", "in ", "out ", "varying ", "attribute ", "flat ", "noperspective "]
            .iter()
            .any(|word| code.starts_with(word))
        {
            return Vec::new();
        }
        let guards = [replace_pairs(code, &BORDER_COMPARISONS), remove_guards(code), remove_clamps(code)].concat();
        with_kind(MutationKind::Guard, guards)
            .chain(with_kind(MutationKind::Offset, remove_offsets(code)))
            .chain(with_kind(MutationKind::Number, [scale_weights(code), replace_null_pointers(code)].concat()))
            .chain(with_kind(MutationKind::Component, swap_components(code)))
            .collect()
    })
}

fn with_kind(mistake: MutationKind, lines: Vec<String>) -> impl Iterator<Item = (String, MutationKind)> {
    lines.into_iter().map(move |line| (line, mistake))
}

fn build_mutants(text: &str, wrong: impl Fn(&str) -> Vec<(String, MutationKind)>) -> Vec<Mutant> {
    let lines: Vec<&str> = text.lines().collect();
    let mut mutants: Vec<Mutant> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let code = line.split("//").next().unwrap_or("").trim_end();
        if code.starts_with('#') {
            continue;
        }
        for (now, mistake) in wrong(code) {
            let mut mutated = lines.clone();
            mutated[at] = &now;
            let text = mutated.join("\n") + "\n";
            if now != code && mutants.iter().all(|known| known.text != text) {
                mutants.push(Mutant { line: at + 1, now: now.trim().to_string(), text, mistake });
            }
        }
    }
    mutants
}

/// Returns the line with each occurrence replaced, one at a time.
fn replace_each(code: &str, from: &str, to: &str) -> Vec<String> {
    code.match_indices(from)
        .map(|(at, _)| format!("{}{to}{}", &code[..at], &code[at + from.len()..]))
        .collect()
}

fn replace_pairs(code: &str, pairs: &[(&str, &str)]) -> Vec<String> {
    pairs.iter().flat_map(|(from, to)| replace_each(code, from, to)).collect()
}

fn remove_words(code: &str, words: &[&str]) -> Vec<String> {
    words.iter().flat_map(|word| replace_each(code, word, "")).collect()
}

/// Statements that exit early.
const EARLY_EXITS: [&str; 4] = ["return", "discard", "continue", "break"];

fn is_comparison(condition: &str) -> bool {
    ["<", ">", "greaterThan", "lessThan", "!= NOWHERE", "== NOWHERE"]
        .iter()
        .any(|sign| condition.contains(sign))
}

/// Returns the line without a guard: a condition of an `if` or of a `?` that is replaced by a constant.
fn remove_guards(code: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for (at, _) in code.match_indices("if (") {
        let start = at + 4;
        let end = start + find_closing(&code[start..]);
        // A guard that exits early never does; a statement under a condition always runs.
        let then = code[end..].trim_start_matches(')').trim_start();
        let leaves = EARLY_EXITS.iter().any(|word| then.starts_with(word));
        let signs = if leaves { " || " } else { " && " };
        let condition = &code[start..end];
        let mut clauses: Vec<&str> = condition.split(signs).collect();
        clauses.push(condition);
        for clause in clauses.into_iter().filter(|clause| leaves || is_comparison(clause)) {
            let without = condition.replacen(clause, if leaves { "false" } else { "true" }, 1);
            lines.push(format!("{}{without}{}", &code[..start], &code[end..]));
        }
    }
    for (end, _) in code.match_indices(" ? ") {
        let start = find_opening(&code[..end]);
        let condition = &code[start..end];
        if is_comparison(condition) {
            lines.push(format!("{}true{}", &code[..start], &code[end..]));
        }
        if condition.contains(">=") || condition.contains("== NOWHERE") {
            lines.push(format!("{}false{}", &code[..start], &code[end..]));
        }
    }
    // A condition with a name.
    if let Some(at) = code.find("bool ").and_then(|at| Some(at + code[at..].find(" = ")? + 3))
        && code.ends_with(';')
    {
        let condition = &code[at..code.len() - 1];
        for clause in condition
            .split(" && ")
            .filter(|clause| condition.contains(" && ") && is_comparison(clause))
        {
            lines.push(format!("{}{};", &code[..at], condition.replacen(clause, "true", 1)));
        }
        for clause in condition
            .split(" || ")
            .filter(|clause| condition.contains(" || ") && is_comparison(clause))
        {
            lines.push(format!("{}{};", &code[..at], condition.replacen(clause, "false", 1)));
        }
    }
    lines
}

/// Returns the line with each argument of a `min` or `max`, or the clamped value of a `clamp`, in place of the call.
fn remove_clamps(code: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for (name, sides) in [("min(", 2), ("max(", 2), ("clamp(", 1)] {
        for (at, _) in code.match_indices(name) {
            if code[..at].ends_with(|letter: char| letter.is_alphanumeric()) {
                continue;
            }
            let start = at + name.len();
            let end = start + find_closing(&code[start..]);
            for side in split_arguments(&code[start..end]).into_iter().take(sides) {
                lines.push(format!("{}({}){}", &code[..at], side.trim(), &code[end + 1..]));
            }
        }
    }
    lines
}

/// Returns the line with each ` + 1` and ` - 1` removed, one at a time.
fn remove_offsets(code: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for one in [" + 1", " - 1", " + 1u", " - 1u", " + 0.5", " - 0.5"] {
        for (at, _) in code.match_indices(one) {
            if is_number_end(&code[at + one.len()..]) {
                lines.push(format!("{}{}", &code[..at], &code[at + one.len()..]));
            }
        }
    }
    lines
}

fn is_number_end(text: &str) -> bool {
    !text.starts_with(|next: char| next.is_alphanumeric() || next == '.')
}

/// Returns the line with each number that has a fraction 3 % larger, one at a time. 0 and 1 stay: they are not weights.
fn scale_weights(code: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut from = 0;
    while let Some(start) = code[from..].find(|letter: char| letter.is_ascii_digit()).map(|at| from + at) {
        let mut end = start
            + code[start..]
                .find(|letter| !is_number_letter(letter))
                .unwrap_or(code.len() - start);
        if let Some(power) = code[end..].strip_prefix('e') {
            let power = power.trim_start_matches('-');
            let digits = power.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(power.len());
            end = code.len() - power.len() + digits;
        }
        from = end;
        let word = code[..start].ends_with(|letter: char| letter.is_alphanumeric() || letter == '_' || letter == '.');
        if let Ok(value) = code[start..end].parse::<f64>()
            && code[start..end].contains('.')
            && ![0.0, 1.0].contains(&value)
            && !word
        {
            lines.push(format!("{}{:?}{}", &code[..start], value * 1.03, &code[end..]));
        }
    }
    lines
}

fn is_number_letter(letter: char) -> bool {
    letter.is_ascii_digit() || letter == '.'
}

/// Returns the line with each null pointer that is a value, not one that is compared with, replaced by the first
/// element's.
fn replace_null_pointers(code: &str) -> Vec<String> {
    replace_each(code, "= NOWHERE;", "= 0u;")
        .into_iter()
        .chain(replace_each(code, "? NOWHERE", "? 0u"))
        .collect()
}

/// Returns the line with the first `x` of a vector replaced by its `y`, and the first `y` by its `x`.
fn swap_components(code: &str) -> Vec<String> {
    [replace_first(".x", ".y", code), replace_first(".y", ".x", code)]
        .into_iter()
        .flatten()
        .collect()
}

fn replace_first(from: &str, to: &str, code: &str) -> Option<String> {
    let at = code
        .match_indices(from)
        .map(|(at, _)| at)
        .find(|at| !code[*at + 2..].starts_with(|next: char| next.is_alphanumeric()))?;
    Some(format!("{}{to}{}", &code[..at], &code[at + 2..]))
}

/// Finds the end of the bracket that contains the start of the text.
fn find_closing(text: &str) -> usize {
    let mut open = 0;
    text.find(|letter: char| {
        open += i32::from(letter == '(') - i32::from(letter == ')');
        open < 0
    })
    .unwrap_or(text.len())
}

/// Finds the start of the expression that the text ends with.
fn find_opening(text: &str) -> usize {
    let mut open = 0;
    let bracket = text
        .rfind(|letter: char| {
            open += i32::from(letter == ')') - i32::from(letter == '(');
            open < 0
        })
        .map_or(0, |at| at + 1);
    [bracket, find_after(" = ", text), find_after(" += ", text), find_after("return ", text), find_after(", ", text)]
        .into_iter()
        .max()
        .unwrap_or(0)
}

fn find_after(word: &str, text: &str) -> usize {
    text.rfind(word).map_or(0, |at| at + word.len())
}

/// Splits the arguments in a pair of brackets.
fn split_arguments(text: &str) -> Vec<&str> {
    let mut open = 0;
    text.split(|letter: char| {
        open += i32::from(letter == '(') - i32::from(letter == ')');
        letter == ',' && open == 0
    })
    .collect()
}

#[cfg(test)]
fn mutated_lines(mutants: &[Mutant], line: usize) -> Vec<&str> {
    mutants
        .iter()
        .filter(|mutant| mutant.line == line)
        .map(|mutant| &*mutant.now)
        .collect()
}

#[test]
fn mutants_have_one_mistake_each() {
    let kernel = "void main() {
    if (i >= count || lane < 3u) return;   // i < 3
    barrier();
    int end = min(at + f(a, b), count), west = (x > 0 ? x : size) - 1;
    float value = at * 4 < count ? source[at] : 0.0;
}";
    let mutants = mutate_compute(kernel);
    assert_eq!(
        mutated_lines(&mutants, 2),
        [
            "if (i >= count || lane <= 3u) return;",
            "if (i > count || lane < 3u) return;",
            "if (false || lane < 3u) return;",
            "if (i >= count || false) return;",
            "if (false) return;",
        ]
    );
    assert_eq!(mutated_lines(&mutants, 3), [""]);
    assert_eq!(
        mutated_lines(&mutants, 4),
        [
            "int end = min(at + f(a, b), count), west = (x >= 0 ? x : size) - 1;",
            "int end = min(at + f(a, b), count), west = (true ? x : size) - 1;",
            "int end = (at + f(a, b)), west = (x > 0 ? x : size) - 1;",
            "int end = (count), west = (x > 0 ? x : size) - 1;",
        ]
    );
    let choices = ["float value = at * 4 <= count ? source[at] : 0.0;", "float value = true ? source[at] : 0.0;"];
    assert_eq!(mutated_lines(&mutants, 5), choices);
    assert_eq!(mutants.len(), 12);
    assert!(
        mutants
            .iter()
            .all(|mutant| (mutant.mistake == MutationKind::Barrier) == (mutant.line == 3))
    );
}

#[test]
fn mutants_of_fragments_have_one_mistake_each() {
    let kernel = "uniform vec2 size;
    bool inside = at.x > 0 && at.x < size.x;
    if (!inside) discard;
    uint best = seed == NOWHERE ? NOWHERE : at(i + 1, row - 1);
    result = 0.25 * vec2_of(here().y) + 1e-6 * 2.5e-3;
}";
    let mutants = mutate_fragment(kernel);
    assert_eq!(mutated_lines(&mutants, 1), [""; 0]);
    assert_eq!(
        mutated_lines(&mutants, 2),
        [
            "bool inside = at.x > 0 && at.x <= size.x;",
            "bool inside = at.x >= 0 && at.x < size.x;",
            "bool inside = true && at.x < size.x;",
            "bool inside = at.x > 0 && true;",
            "bool inside = at.y > 0 && at.x < size.x;",
        ]
    );
    assert_eq!(mutated_lines(&mutants, 3), ["if (false) discard;"]);
    assert_eq!(
        mutated_lines(&mutants, 4),
        [
            "uint best = true ? NOWHERE : at(i + 1, row - 1);",
            "uint best = false ? NOWHERE : at(i + 1, row - 1);",
            "uint best = seed == NOWHERE ? NOWHERE : at(i, row - 1);",
            "uint best = seed == NOWHERE ? NOWHERE : at(i + 1, row);",
            "uint best = seed == NOWHERE ? 0u : at(i + 1, row - 1);",
        ]
    );
    assert_eq!(
        mutated_lines(&mutants, 5),
        [
            "result = 0.2575 * vec2_of(here().y) + 1e-6 * 2.5e-3;",
            "result = 0.25 * vec2_of(here().y) + 1e-6 * 0.002575;",
            "result = 0.25 * vec2_of(here().x) + 1e-6 * 2.5e-3;",
        ]
    );
}
