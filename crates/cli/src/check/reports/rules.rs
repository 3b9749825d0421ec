//! The rules of a report, each with its meaning and a remedy.

/// A rule: its name, its meaning in one line, and a remedy.
pub struct ReportRule {
    pub name: &'static str,
    pub meaning: &'static str,
    pub help: &'static str,
}

const fn new_rule(name: &'static str, meaning: &'static str, help: &'static str) -> ReportRule {
    ReportRule { name, meaning, help }
}

/// The observers' names first, then the rules that are not findings.
pub const RULES: [ReportRule; 21] = [
    new_rule(
        "race",
        "Two lanes use one word, one of them writes it, and nothing orders them.",
        "Put a barrier() between the two lines, use an atomic operation, or give each lane words of its own.",
    ),
    new_rule(
        "note",
        "Several lanes write the same value to one word, or an undefined value reaches no result.",
        "No result of this run depends on it. Fix it if it was not intended.",
    ),
    new_rule(
        "barrier",
        "Not all lanes of a work group reach a barrier.",
        "Move the barrier out of the branch, and let every lane run the loop around it equally often.",
    ),
    new_rule(
        "memory_model",
        "A value that another lane wrote is read before it is made visible.",
        "Call memoryBarrierBuffer() or its like between the write and the barrier(), and declare the buffer coherent.",
    ),
    new_rule(
        "bounds",
        "An index is out of range.",
        "Compare the index with the length before it is used; lanes beyond the last element must do nothing.",
    ),
    new_rule(
        "uninitialised",
        "A value is used that was never written.",
        "Give the variable a value on every path to the line that reads it.",
    ),
    new_rule(
        "undefined",
        "A result depends on an operation whose outcome GLSL leaves undefined.",
        "Keep the operands where the operation is defined; the message says which they are.",
    ),
    new_rule(
        "feedback",
        "A pass samples the texture that it draws to.",
        "Draw to another texture, and swap the two after the pass.",
    ),
    new_rule(
        "non_finite",
        "A calculation with finite numbers results in infinity or NaN.",
        "Test the operands of the division, the root or the logarithm before it.",
    ),
    new_rule(
        "steps",
        "A warp does not end within its steps.",
        "Look for a loop that never ends; allow more with --steps if it does.",
    ),
    new_rule(
        "order",
        "The result depends on the order of warps and groups.",
        "Make the result independent of the order; --schedule replays the order that shows it.",
    ),
    new_rule(
        "unexpected",
        "A result differs from --expect.",
        "Compare the first number that differs with what the kernel should compute there.",
    ),
    new_rule(
        "cap",
        "A counter of a test case is above its cap.",
        "Let the kernel do less of it, or allow more in the case's caps.",
    ),
    new_rule(
        "reference",
        "The reference of a test case is wrong itself, or cannot be compared.",
        "Mend the reference first: the message says what is wrong with it.",
    ),
    new_rule(
        "refused",
        "The card that --card names does not accept the kernel.",
        "The message has both numbers, and the chapter of the book with an alternative.",
    ),
    new_rule(
        "wrong_result",
        "The result of an algorithm differs from its reference.",
        "Run `gristmill check NAME` and look at the smallest case that is wrong.",
    ),
    new_rule("failed", "A rung of an algorithm ended with an error.", "The error says what to change."),
    new_rule("compile", "The kernel does not compile.", "The message is that of glslang, the reference compiler."),
    new_rule(
        "not_emulated",
        "The kernel compiles, but uses a feature that the emulator does not support.",
        "Write that part another way, or run the kernel on a driver.",
    ),
    new_rule(
        "not_judged",
        "The kernel was not judged: it did not fit its inputs, did nothing, or did not end.",
        "Set its launch by options, or by `// run:` comments in its text.",
    ),
    new_rule("left_out", "The device lacks what a rung needs.", "Judge it on the emulator."),
];

/// Returns the index of a rule in the table.
pub fn rule_index(name: &str) -> Option<usize> {
    RULES.iter().position(|rule| rule.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names are in the source of the finding kinds.
    #[test]
    fn every_observer_has_a_rule() {
        let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../base/src/finding.rs")).unwrap();
        let names: Vec<&str> = text
            .lines()
            .filter_map(|line| {
                line.trim()
                    .strip_prefix("FindingKind::")?
                    .split_once("=> \"")?
                    .1
                    .split('"')
                    .next()
            })
            .collect();
        assert!(names.len() >= 10, "{names:?}");
        for name in names {
            assert!(
                rule_index(name).is_some(),
                "reports/rules.rs has no rule {name}; say what it means and what to do"
            );
        }
    }
}
