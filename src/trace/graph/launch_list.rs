//! List of a run's launches, if its graph does not fit a column: its kernels one below the other, each with its
//! inputs and outputs; loops, which may be nested, are frames with their number of iterations.

use super::super::repetition::{event_key, fold_repeats};
use super::super::{Launch, Trace, Use};
use super::stream_graph::{KernelNode, kernel_node};
use super::{CHARACTER_WIDTH, escape_xml};
use gristmill_base::era::Era;
use std::fmt::Write;

/// The longest loop body that is searched for; a loop in it counts as one node.
const MAX_BODY_NODES: usize = 32;
/// No kernel begins below this height.
const MAX_HEIGHT: f64 = 1060.0;
const LIST_WIDTH: f64 = 336.0;
const ROW_HEIGHT: f64 = 50.0;
const STEP_BOX_HEIGHT: f64 = 40.0;
const NESTING_INDENT: f64 = 10.0;
/// Height above a frame, for the number of iterations.
const FRAME_TITLE_HEIGHT: f64 = 18.0;
/// Width of a letter in the small font.
const SMALL_LETTER_WIDTH: f64 = 6.4;

/// A node of the program: a launch, or a loop.
#[derive(Clone)]
enum ProgramNode {
    /// The launches made here, by their numbers; `what` is equal for equal steps.
    Step { what: usize, launches: Vec<usize> },
    /// Its body, and its number of iterations each time that it was reached.
    Loop { body: Vec<ProgramNode>, times: Vec<usize> },
}

/// Equality of the code, whatever the numbers of iterations.
impl PartialEq for ProgramNode {
    fn eq(&self, other: &ProgramNode) -> bool {
        match (self, other) {
            (ProgramNode::Step { what, .. }, ProgramNode::Step { what: other, .. }) => what == other,
            (ProgramNode::Loop { body, .. }, ProgramNode::Loop { body: other, .. }) => body == other,
            _ => false,
        }
    }
}

impl ProgramNode {
    /// Merges the launches of a later iteration of the same code.
    fn merge_turn(&mut self, later: &ProgramNode) {
        match (self, later) {
            (ProgramNode::Step { launches, .. }, ProgramNode::Step { launches: more, .. }) => launches.extend(more),
            (ProgramNode::Loop { body, times }, ProgramNode::Loop { body: other, times: more }) => {
                body.iter_mut().zip(other).for_each(|(node, other)| node.merge_turn(other));
                times.extend(more);
            }
            _ => {}
        }
    }
}

/// Folds the steps of a run into loops, and loops of loops.
fn fold_program<K: PartialEq>(keys: &[K]) -> Vec<ProgramNode> {
    let mut known: Vec<&K> = Vec::new();
    let mut nodes = Vec::new();
    for (launch, key) in keys.iter().enumerate() {
        let what = known.iter().position(|known| *known == key).unwrap_or_else(|| {
            known.push(key);
            known.len() - 1
        });
        nodes.push(ProgramNode::Step { what, launches: vec![launch] });
    }
    // Short loops first, because a loop of several passes would hide the loops in it.
    let mut longest = 1;
    while longest <= MAX_BODY_NODES {
        let folds = fold_repeats(&nodes, longest);
        if folds.iter().all(|fold| fold.times == 1) {
            longest += 1;
            continue;
        }
        longest = 1;
        let mut outer = Vec::new();
        for fold in folds {
            let mut turns = nodes[fold.start..fold.start + fold.length * fold.times].chunks(fold.length);
            let mut body = turns.next().unwrap_or_default().to_vec();
            for turn in turns {
                body.iter_mut().zip(turn).for_each(|(node, later)| node.merge_turn(later));
            }
            match fold.times {
                1 => outer.extend(body),
                times => outer.push(ProgramNode::Loop { body, times: vec![times] }),
            }
        }
        nodes = outer;
    }
    nodes
}

/// The list of a run as a picture, its height, and its description in words.
pub(super) struct LaunchList {
    pub svg: String,
    pub height: f64,
    pub told: String,
}

pub(super) const LAUNCH_LIST_WIDTH: f64 = LIST_WIDTH;

pub(super) fn draw_list(trace: &Trace) -> LaunchList {
    let launches: Vec<&Launch> = trace.launches().collect();
    let events: Vec<_> = trace
        .events
        .iter()
        .filter(|event| matches!(event, super::super::Event::Launch(_)))
        .collect();
    let keys: Vec<_> = events.iter().map(|event| event_key(event)).collect();
    let nodes = fold_program(&keys);
    let mut drawing = ListDrawing { launches: &launches, svg: String::new(), y: 0.0, left_out: 0 };
    drawing.draw_block(&nodes, 0);
    if drawing.left_out > 0 {
        let _ = write!(
            drawing.svg,
            "<text class=\"small\" x=\"{:.1}\" y=\"{:.1}\">and {} more launches</text>",
            LIST_WIDTH / 2.0,
            drawing.y + 12.0,
            drawing.left_out
        );
        drawing.y += 20.0;
    }
    LaunchList { svg: drawing.svg, height: drawing.y, told: describe_nodes(&nodes, &launches) }
}

/// Describes the nodes in words, for readers that cannot see the picture.
fn describe_nodes(nodes: &[ProgramNode], launches: &[&Launch]) -> String {
    let each = nodes.iter().map(|node| match node {
        ProgramNode::Step { launches: at, .. } => at.first().map_or(String::new(), |at| launches[*at].kernel.clone()),
        ProgramNode::Loop { body, times } => {
            format!("({}), {} times", describe_nodes(body, launches), repeat_count(times))
        }
    });
    each.collect::<Vec<_>>().join(", ")
}

/// Returns the number of iterations as `10`, or `1 to 10`.
fn repeat_count(times: &[usize]) -> String {
    let least = times.iter().min().copied().unwrap_or(0);
    let most = times.iter().max().copied().unwrap_or(0);
    if least == most { most.to_string() } else { format!("{least} to {most}") }
}

struct ListDrawing<'a> {
    launches: &'a [&'a Launch],
    svg: String,
    y: f64,
    left_out: usize,
}

impl ListDrawing<'_> {
    fn draw_block(&mut self, nodes: &[ProgramNode], depth: usize) {
        for node in nodes {
            if self.y > MAX_HEIGHT {
                self.left_out += count_launches(node);
                continue;
            }
            match node {
                ProgramNode::Step { launches, .. } => self.draw_step(launches, depth, None),
                // A loop of one pass is a box with its number of iterations; it needs no frame.
                ProgramNode::Loop { body, times } => match body.as_slice() {
                    [ProgramNode::Step { launches, .. }] => self.draw_step(launches, depth, Some(repeat_count(times))),
                    _ => self.draw_frame(body, times, depth),
                },
            }
        }
    }

    fn draw_frame(&mut self, body: &[ProgramNode], times: &[usize], depth: usize) {
        let top = self.y;
        let at = self.svg.len();
        self.y += FRAME_TITLE_HEIGHT;
        self.draw_block(body, depth + 1);
        self.y += 2.0;
        let x = NESTING_INDENT * depth as f64;
        let height = self.y - top - 4.0;
        let frame = format!(
            "<rect class=\"frame\" x=\"{x:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\" rx=\"8\"/>\
             <text class=\"small\" style=\"text-anchor:start\" x=\"{:.1}\" y=\"{:.1}\">repeat {} times</text>",
            top + 2.0,
            LIST_WIDTH - 2.0 * x,
            x + 8.0,
            top + 14.0,
            repeat_count(times),
        );
        self.svg.insert_str(at, &frame);
        self.y += 4.0;
    }

    fn draw_step(&mut self, at: &[usize], depth: usize, times: Option<String>) {
        let launches = || at.iter().filter_map(|at| self.launches.get(*at).copied());
        let Some(first) = launches().next() else { return };
        let KernelNode { name, era, detail } = kernel_node(launches());
        let class = if era == Era::Fragment { "fragment" } else { "compute" };
        let x = NESTING_INDENT * depth as f64 + 6.0;
        let y = self.y + 4.0;
        let middle = LIST_WIDTH / 2.0;
        let width = LIST_WIDTH - 2.0 * x;
        let often = times.map_or(String::new(), |times| format!("  x {times}"));
        let room = ((width - 8.0) / SMALL_LETTER_WIDTH) as usize;
        let flow = describe_flow(first, &detail, room);
        let title = fit_text(format!("{name}{often}"), (width / CHARACTER_WIDTH) as usize);
        let _ = write!(
            self.svg,
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{STEP_BOX_HEIGHT}\" rx=\"8\" stroke-width=\"1.5\"/>\
             <text x=\"{middle:.1}\" y=\"{:.1}\" font-weight=\"bold\">{}</text>\
             <text class=\"small\" x=\"{middle:.1}\" y=\"{:.1}\">{}</text>",
            y + 17.0,
            escape_xml(&title),
            y + 32.0,
            escape_xml(&flow),
        );
        self.y += ROW_HEIGHT;
    }
}

/// Counts the launches of a node.
fn count_launches(node: &ProgramNode) -> usize {
    match node {
        ProgramNode::Step { launches, .. } => launches.len(),
        ProgramNode::Loop { body, .. } => body.iter().map(count_launches).sum(),
    }
}

/// Describes inputs, outputs and the number of elements, as far as there is room.
fn describe_flow(launch: &Launch, elements: &str, room: usize) -> String {
    let written = join_names(&launch.outputs);
    let whole = format!("{} \u{2192} {written}", join_names(&launch.inputs));
    if whole.chars().count() + elements.len() + 3 <= room {
        return format!("{whole} \u{b7} {elements}");
    }
    if whole.chars().count() <= room {
        return whole;
    }
    fit_text(format!("{} streams \u{2192} {written}", launch.inputs.len()), room)
}

fn join_names(uses: &[Use]) -> String {
    uses.iter().map(|usage| usage.name.as_str()).collect::<Vec<_>>().join(", ")
}

/// Cuts the end of a text that does not fit.
fn fit_text(text: String, room: usize) -> String {
    if text.chars().count() <= room {
        return text;
    }
    text.chars().take(room.saturating_sub(1)).chain(['\u{2026}']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes a letter for each step, and a loop in brackets with its number of iterations.
    fn program_text(nodes: &[ProgramNode], letters: &[char]) -> String {
        let each = nodes.iter().map(|node| match node {
            ProgramNode::Step { launches, .. } => letters[launches[0]].to_string(),
            ProgramNode::Loop { body, times } => format!("({}){}", program_text(body, letters), repeat_count(times)),
        });
        each.collect()
    }

    #[test]
    fn loops_of_loops_are_folded() {
        for (run, told) in [
            ("abc", "abc"),
            ("abbbbc", "a(b)4c"),
            ("abbbcabbbcabbbcz", "(a(b)3c)3z"),
            ("xabbabbbxabbabbb", "(x(a(b)2 to 3)2)2"),
            ("", ""),
        ] {
            let letters: Vec<char> = run.chars().collect();
            let nodes = fold_program(&letters);
            assert_eq!(program_text(&nodes, &letters), told, "{run}");
            let launches: usize = nodes.iter().map(count_launches).sum();
            assert_eq!(launches, run.len());
        }
    }
}
