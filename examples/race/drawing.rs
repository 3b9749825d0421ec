//! A run of a few invocations as a picture: time goes to the right, and each invocation has a row.

use gristmill::check::TimelineSpan;
use gristmill::finding::Who;
use std::fmt::Write;

/// Pixels of a step, of a row, and of what stands left of the first step.
const STEP: u64 = 13;
const ROW: u64 = 46;
const LEFT: u64 = 40;
/// The letters of the invocations.
const NAMES: [&str; 4] = ["A", "B", "C", "D"];

/// A line of the kernel as the picture shows it: what its text begins with, what it is called, and its
/// colour.
const LINES: [(&str, &str, &str); 3] = [
    ("board[me] =", "puts its number on the board", "#4dabf7"),
    ("barrier()", "comes to the barrier, and waits", "#ffd43b"),
    ("result[me] =", "takes its neighbour's", "#69db7c"),
];

/// The picture of a run with warps of one lane. `ends` says of each invocation what came of it, and whether
/// that is right.
pub fn draw(title: &str, kernel: &str, timeline: &[TimelineSpan], ends: &[(String, bool)]) -> String {
    let steps = timeline.iter().map(|span| span.first + span.steps).max().unwrap_or(0);
    let bottom = 40 + ROW * ends.len() as u64;
    let (width, height) = (LEFT + steps * STEP + 170, bottom + 34);
    let mut svg = format!(
        "<svg role=\"img\" aria-label=\"{title}\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" font-family=\"system-ui, sans-serif\" font-size=\"12\" fill=\"#282e36\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n<text x=\"{LEFT}\" y=\"22\" font-size=\"15\">{title}</text>\n"
    );
    for (lane, (end, right)) in ends.iter().enumerate() {
        let middle = 40 + ROW * lane as u64 + ROW / 2;
        let name = NAMES.get(lane).copied().unwrap_or("");
        let colour = if *right { "#2b8a3e" } else { "#c92a2a" };
        let end_of_time = LEFT + steps * STEP;
        let _ = writeln!(
            svg,
            "<text x=\"14\" y=\"{}\" font-size=\"15\">{name}</text>\n\
             <line x1=\"{LEFT}\" y1=\"{middle}\" x2=\"{end_of_time}\" y2=\"{middle}\" stroke=\"#dee2e6\"/>\n\
             <text x=\"{}\" y=\"{}\" fill=\"{colour}\">{end}</text>",
            middle + 5,
            end_of_time + 10,
            middle + 4
        );
        let own: Vec<&TimelineSpan> = timeline.iter().filter(|span| is_lane(span, lane)).collect();
        for (at, span) in own.iter().enumerate() {
            let text = kernel.lines().nth(span.line.wrapping_sub(1)).unwrap_or("").trim();
            let known = LINES.iter().find(|(start, ..)| text.starts_with(start));
            let (x, wide) = (LEFT + span.first * STEP, span.steps * STEP);
            if let (Some((_, _, colour)), Some(next)) =
                (known.filter(|(start, ..)| start.starts_with("barrier")), own.get(at + 1))
            {
                let waits = (next.first - span.first) * STEP;
                let _ = writeln!(
                    svg,
                    "<rect x=\"{x}\" y=\"{}\" width=\"{waits}\" height=\"6\" fill=\"{colour}\" opacity=\"0.5\"/>",
                    middle - 3
                );
            }
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{}\" width=\"{wide}\" height=\"26\" fill=\"{}\" stroke=\"#ffffff\"/>",
                middle - 13,
                known.map_or("#ced4da", |(_, _, colour)| colour)
            );
        }
    }
    let mut x = LEFT;
    for (start, what, colour) in LINES {
        if !kernel.lines().any(|line| line.trim().starts_with(start)) {
            continue;
        }
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{}\" width=\"14\" height=\"14\" fill=\"{colour}\"/><text x=\"{}\" y=\"{}\">{what}</text>",
            bottom + 10,
            x + 20,
            bottom + 21
        );
        x += 40 + 7 * what.len() as u64;
    }
    svg + "</svg>\n"
}

fn is_lane(span: &TimelineSpan, wanted: usize) -> bool {
    matches!(span.who, Who::Lane { lane, .. } if lane as usize == wanted)
}
