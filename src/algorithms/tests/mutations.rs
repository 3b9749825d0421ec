//! Wrong kernels from right ones: a barrier left out, or a guard that is weaker by one or gone.

/// A kernel file with one mistake in it.
pub(super) struct Mutant {
    /// The line that is wrong, from 1.
    pub line: usize,
    /// The line as it is now.
    pub now: String,
    /// The whole file.
    pub text: String,
    /// Whether it is a barrier that was left out, and not a guard.
    pub barrier: bool,
}

const BARRIERS: [&str; 6] = [
    "barrier();",
    "memoryBarrierBuffer();",
    "memoryBarrierShared();",
    "memoryBarrierImage();",
    "memoryBarrier();",
    "groupMemoryBarrier();",
];

/// Comparisons, and each with its border let in. Loops that halve down to 0 are not among them: let in, they never end.
const WEAKER: [(&str, &str); 6] = [
    (" < ", " <= "),
    (" >= ", " > "),
    (" > 0 ", " >= 0 "),
    (" > 0u ", " >= 0u "),
    (" <= ", " - 1 <= "),
    ("greaterThanEqual(", "greaterThan("),
];

/// Every mutant of a kernel's text with a single mistake.
pub(super) fn mutants(text: &str) -> Vec<Mutant> {
    let lines: Vec<&str> = text.lines().collect();
    let mut mutants: Vec<Mutant> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let code = line.split("//").next().unwrap_or("").trim_end();
        if code.starts_with('#') {
            continue;
        }
        let barriers = BARRIERS
            .iter()
            .flat_map(|barrier| with(code, barrier, ""))
            .map(|now| (now, true));
        let guards = [weaker(code), gone(code), unclamped(code)].concat();
        for (now, barrier) in barriers.chain(guards.into_iter().map(|now| (now, false))) {
            let mut mutated = lines.clone();
            mutated[at] = &now;
            let text = mutated.join("\n") + "\n";
            if now != code && mutants.iter().all(|known| known.text != text) {
                mutants.push(Mutant { line: at + 1, now: now.trim().to_string(), text, barrier });
            }
        }
    }
    mutants
}

/// The line with each occurrence replaced, one at a time.
fn with(code: &str, from: &str, to: &str) -> Vec<String> {
    code.match_indices(from)
        .map(|(at, _)| format!("{}{to}{}", &code[..at], &code[at + from.len()..]))
        .collect()
}

fn weaker(code: &str) -> Vec<String> {
    WEAKER.iter().flat_map(|(from, to)| with(code, from, to)).collect()
}

fn compares(condition: &str) -> bool {
    ["<", ">", "greaterThanEqual(", "!= NOWHERE"]
        .iter()
        .any(|sign| condition.contains(sign))
}

/// The line without a guard: a condition of an `if`, or of a choice by `?`, that no longer decides.
fn gone(code: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for (at, _) in code.match_indices("if (") {
        let start = at + 4;
        let end = start + closing(&code[start..]);
        // What leaves early no longer does, what is done under a condition is done always.
        let leaves = code[end..].trim_start_matches(')').trim_start().starts_with("return");
        let signs = if leaves { " || " } else { " && " };
        let condition = &code[start..end];
        let mut clauses: Vec<&str> = condition.split(signs).collect();
        clauses.push(condition);
        for clause in clauses.into_iter().filter(|clause| compares(clause)) {
            let without = condition.replacen(clause, if leaves { "false" } else { "true" }, 1);
            lines.push(format!("{}{without}{}", &code[..start], &code[end..]));
        }
    }
    for (end, _) in code.match_indices(" ? ") {
        let start = opening(&code[..end]);
        let condition = &code[start..end];
        if compares(condition) {
            lines.push(format!("{}true{}", &code[..start], &code[end..]));
        }
        if condition.contains(">=") {
            lines.push(format!("{}false{}", &code[..start], &code[end..]));
        }
    }
    lines
}

/// The line with either side of a `min` or `max`, or what a `clamp` clamps, in its place.
fn unclamped(code: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for (name, sides) in [("min(", 2), ("max(", 2), ("clamp(", 1)] {
        for (at, _) in code.match_indices(name) {
            if code[..at].ends_with(|letter: char| letter.is_alphanumeric()) {
                continue;
            }
            let start = at + name.len();
            let end = start + closing(&code[start..]);
            for side in arguments(&code[start..end]).into_iter().take(sides) {
                lines.push(format!("{}({}){}", &code[..at], side.trim(), &code[end + 1..]));
            }
        }
    }
    lines
}

/// Where the bracket is closed in which the text starts.
fn closing(text: &str) -> usize {
    let mut open = 0;
    let closes = |letter: char| {
        open += i32::from(letter == '(') - i32::from(letter == ')');
        open < 0
    };
    text.find(closes).unwrap_or(text.len())
}

/// Where the expression starts with which the text ends.
fn opening(text: &str) -> usize {
    let mut open = 0;
    let after = |word: &str| text.rfind(word).map_or(0, |at| at + word.len());
    let begins = |letter: char| {
        open += i32::from(letter == ')') - i32::from(letter == '(');
        open < 0
    };
    let bracket = text.rfind(begins).map_or(0, |at| at + 1);
    [bracket, after(" = "), after(" += "), after("return "), after(", ")]
        .into_iter()
        .max()
        .unwrap_or(0)
}

/// The arguments in a pair of brackets.
fn arguments(text: &str) -> Vec<&str> {
    let mut open = 0;
    let splits = |letter: char| {
        open += i32::from(letter == '(') - i32::from(letter == ')');
        letter == ',' && open == 0
    };
    text.split(splits).collect()
}

#[test]
fn mutants_have_one_mistake_each() {
    let kernel = "void main() {
    if (i >= count || lane < 3u) return;   // i < 3
    barrier();
    int end = min(at + f(a, b), count), west = (x > 0 ? x : size) - 1;
    float value = at * 4 < count ? source[at] : 0.0;
}";
    let mutants = mutants(kernel);
    let of = |line| {
        mutants
            .iter()
            .filter(|mutant| mutant.line == line)
            .map(|mutant| &*mutant.now)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        of(2),
        [
            "if (i >= count || lane <= 3u) return;",
            "if (i > count || lane < 3u) return;",
            "if (false || lane < 3u) return;",
            "if (i >= count || false) return;",
            "if (false) return;",
        ]
    );
    assert_eq!(of(3), [""]);
    assert_eq!(
        of(4),
        [
            "int end = min(at + f(a, b), count), west = (x >= 0 ? x : size) - 1;",
            "int end = min(at + f(a, b), count), west = (true ? x : size) - 1;",
            "int end = (at + f(a, b)), west = (x > 0 ? x : size) - 1;",
            "int end = (count), west = (x > 0 ? x : size) - 1;",
        ]
    );
    assert_eq!(of(5), ["float value = at * 4 <= count ? source[at] : 0.0;", "float value = true ? source[at] : 0.0;"]);
    assert_eq!(mutants.len(), 12);
    assert!(mutants.iter().all(|mutant| mutant.barrier == (mutant.line == 3)));
}
