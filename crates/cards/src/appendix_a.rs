//! Checks loops and indices of a kernel against appendix A of GLSL ES 1.00, which WebGL 1 makes mandatory.
//!
//! The rule is about the source text: `for (int i = 1; i < 64; i *= 2)` has six turns, as its
//! SPIR-V shows, but no browser accepts it.

use super::demand::Demand;
use super::fact::Mark;
use super::profile::Profile;
use gristmill_shader::{ExpandedKernel, appendix_a_errors};

/// For each rule: words of glslang's message, the affected feature, the refused construct, and the next step.
const RULES: [(&str, &str, &str, &str); 8] = [
    ("do-while", LOOPS, "do", "write for (int i = 0; i < 8; i++), and leave it by break"),
    ("while loops", LOOPS, "while", "write for (int i = 0; i < 8; i++), and leave it by break"),
    ("init-declaration", LOOPS, "a loop whose index does not begin with a constant", "write for (int i = 0; ..)"),
    ("scalar", LOOPS, "a loop whose index is neither an int nor a float", "count by an int"),
    (
        "condition",
        LOOPS,
        "a loop whose condition does not compare its index with a constant",
        "write i < 8 there, and leave the loop by break",
    ),
    (
        "termination",
        LOOPS,
        "a loop whose index does not step by ++, --, += or -= a constant",
        "let it step by a constant",
    ),
    ("modified", LOOPS, "a loop whose index is changed in its body", "count by another variable"),
    (
        "index",
        INDICES,
        "an index that depends on more than constants and indices of loops",
        "go through all items in a loop, or put the array into a texture",
    ),
];
const LOOPS: &str = "loops";
const INDICES: &str = "computed indices";

/// Returns everything that appendix A refuses in a text, each feature once per line.
pub(super) fn appendix_a_demands(profile: &Profile, expanded: &ExpandedKernel) -> Vec<Demand> {
    let mut demands: Vec<Demand> = vec![];
    for (line, words) in appendix_a_errors(expanded) {
        let Some((_, thing, what, next)) = RULES.iter().find(|(known, ..)| words.contains(known)) else { continue };
        let Some((file, line)) = expanded.locate_line(line) else { continue };
        let text = file.text.lines().nth(line - 1).unwrap_or_default().trim().to_string();
        let (mark, source): (Mark, &str) = match *thing {
            LOOPS => (profile.loop_count.mark, profile.loop_count.source),
            _ => (profile.computed_index.mark, profile.computed_index.source),
        };
        let chapter = if *thing == LOOPS { "ping_pong" } else { "pointer_streams" };
        let title = profile.title;
        let sentence = format!("{thing}: {what}, which appendix A forbids on {title}; {next} (the book: {chapter}.md)");
        let demand = Demand {
            thing,
            given: 1,
            limit: Some(0),
            refused: true,
            sentence,
            file: file.name.clone(),
            line,
            text,
            mark,
            source,
            chapter,
        };
        if !demands.contains(&demand) {
            demands.push(demand);
        }
    }
    demands
}

/// Returns true if a demand is about loops or indices, which appendix A restricts.
pub(super) fn is_of_appendix_a(demand: &Demand) -> bool {
    [LOOPS, INDICES].contains(&demand.thing)
}
