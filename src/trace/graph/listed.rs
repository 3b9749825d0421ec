//! List of a run's launches, if its graph does not fit a column: its kernels one below the other, each with its
//! inputs and outputs; loops, which may be nested, are frames with their number of iterations.

use super::super::repeats::{fold, key};
use super::super::{Launch, Trace, Use};
use super::plan::{Kernel, kernel};
use super::{CHARACTER, escape};
use gristmill_base::era::Era;
use std::fmt::Write;

/// The longest loop body that is searched for; a loop in it counts as one node.
const LONGEST: usize = 32;
/// No kernel begins below this height.
const DEEPEST: f64 = 1060.0;
const WIDTH: f64 = 336.0;
const ROW: f64 = 50.0;
const BOX: f64 = 40.0;
const INDENT: f64 = 10.0;
/// Height above a frame, for the number of iterations.
const HEAD: f64 = 18.0;
/// Width of a letter in the small font.
const LETTER: f64 = 6.4;

/// A node of the program: a launch, or a loop.
#[derive(Clone)]
enum Node {
    /// The launches made here, by their numbers; `what` is equal for equal steps.
    Step { what: usize, launches: Vec<usize> },
    /// Its body, and its number of iterations each time that it was reached.
    Loop { body: Vec<Node>, times: Vec<usize> },
}

/// Equality of the code, whatever the numbers of iterations.
impl PartialEq for Node {
    fn eq(&self, other: &Node) -> bool {
        match (self, other) {
            (Node::Step { what, .. }, Node::Step { what: other, .. }) => what == other,
            (Node::Loop { body, .. }, Node::Loop { body: other, .. }) => body == other,
            _ => false,
        }
    }
}

impl Node {
    /// Merges the launches of a later iteration of the same code.
    fn merge(&mut self, later: &Node) {
        match (self, later) {
            (Node::Step { launches, .. }, Node::Step { launches: more, .. }) => launches.extend(more),
            (Node::Loop { body, times }, Node::Loop { body: other, times: more }) => {
                body.iter_mut().zip(other).for_each(|(node, other)| node.merge(other));
                times.extend(more);
            }
            _ => {}
        }
    }
}

/// Folds the steps of a run into loops, and loops of loops.
fn program<K: PartialEq>(keys: &[K]) -> Vec<Node> {
    let mut known: Vec<&K> = Vec::new();
    let mut nodes = Vec::new();
    for (launch, key) in keys.iter().enumerate() {
        let what = known.iter().position(|known| *known == key).unwrap_or_else(|| {
            known.push(key);
            known.len() - 1
        });
        nodes.push(Node::Step { what, launches: vec![launch] });
    }
    // Short loops first, because a loop of several passes would hide the loops in it.
    let mut longest = 1;
    while longest <= LONGEST {
        let folds = fold(&nodes, longest);
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
                body.iter_mut().zip(turn).for_each(|(node, later)| node.merge(later));
            }
            match fold.times {
                1 => outer.extend(body),
                times => outer.push(Node::Loop { body, times: vec![times] }),
            }
        }
        nodes = outer;
    }
    nodes
}

/// The list of a run as a picture, its height, and its description in words.
pub(super) struct Listed {
    pub svg: String,
    pub height: f64,
    pub told: String,
}

pub(super) const LISTED_WIDTH: f64 = WIDTH;

pub(super) fn listed(trace: &Trace) -> Listed {
    let launches: Vec<&Launch> = trace.launches().collect();
    let events: Vec<_> = trace
        .events
        .iter()
        .filter(|event| matches!(event, super::super::Event::Launch(_)))
        .collect();
    let keys: Vec<_> = events.iter().map(|event| key(event)).collect();
    let nodes = program(&keys);
    let mut drawing = Drawing { launches: &launches, svg: String::new(), y: 0.0, left_out: 0 };
    drawing.block(&nodes, 0);
    if drawing.left_out > 0 {
        let _ = write!(
            drawing.svg,
            "<text class=\"small\" x=\"{:.1}\" y=\"{:.1}\">and {} more launches</text>",
            WIDTH / 2.0,
            drawing.y + 12.0,
            drawing.left_out
        );
        drawing.y += 20.0;
    }
    Listed { svg: drawing.svg, height: drawing.y, told: told(&nodes, &launches) }
}

/// Describes the nodes in words, for readers that cannot see the picture.
fn told(nodes: &[Node], launches: &[&Launch]) -> String {
    let each = nodes.iter().map(|node| match node {
        Node::Step { launches: at, .. } => at.first().map_or(String::new(), |at| launches[*at].kernel.clone()),
        Node::Loop { body, times } => format!("({}), {} times", told(body, launches), often(times)),
    });
    each.collect::<Vec<_>>().join(", ")
}

/// Returns the number of iterations as `10`, or `1 to 10`.
fn often(times: &[usize]) -> String {
    let (least, most) = (times.iter().min().copied().unwrap_or(0), times.iter().max().copied().unwrap_or(0));
    if least == most { most.to_string() } else { format!("{least} to {most}") }
}

struct Drawing<'a> {
    launches: &'a [&'a Launch],
    svg: String,
    y: f64,
    left_out: usize,
}

impl Drawing<'_> {
    fn block(&mut self, nodes: &[Node], depth: usize) {
        for node in nodes {
            if self.y > DEEPEST {
                self.left_out += count(node);
                continue;
            }
            match node {
                Node::Step { launches, .. } => self.step(launches, depth, None),
                // A loop of one pass is a box with its number of iterations; it needs no frame.
                Node::Loop { body, times } => match body.as_slice() {
                    [Node::Step { launches, .. }] => self.step(launches, depth, Some(often(times))),
                    _ => self.frame(body, times, depth),
                },
            }
        }
    }

    fn frame(&mut self, body: &[Node], times: &[usize], depth: usize) {
        let (top, at) = (self.y, self.svg.len());
        self.y += HEAD;
        self.block(body, depth + 1);
        self.y += 2.0;
        let (x, height) = (INDENT * depth as f64, self.y - top - 4.0);
        let frame = format!(
            "<rect class=\"frame\" x=\"{x:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\" rx=\"8\"/>\
             <text class=\"small\" style=\"text-anchor:start\" x=\"{:.1}\" y=\"{:.1}\">repeat {} times</text>",
            top + 2.0,
            WIDTH - 2.0 * x,
            x + 8.0,
            top + 14.0,
            often(times),
        );
        self.svg.insert_str(at, &frame);
        self.y += 4.0;
    }

    fn step(&mut self, at: &[usize], depth: usize, times: Option<String>) {
        let launches = || at.iter().filter_map(|at| self.launches.get(*at).copied());
        let Some(first) = launches().next() else { return };
        let Kernel { name, era, detail } = kernel(launches());
        let class = if era == Era::Fragment { "fragment" } else { "compute" };
        let (x, y, middle) = (INDENT * depth as f64 + 6.0, self.y + 4.0, WIDTH / 2.0);
        let width = WIDTH - 2.0 * x;
        let often = times.map_or(String::new(), |times| format!("  x {times}"));
        let room = ((width - 8.0) / LETTER) as usize;
        let flow = flow(first, &detail, room);
        let title = fitted(format!("{name}{often}"), (width / CHARACTER) as usize);
        let _ = write!(
            self.svg,
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{BOX}\" rx=\"8\" stroke-width=\"1.5\"/>\
             <text x=\"{middle:.1}\" y=\"{:.1}\" font-weight=\"bold\">{}</text>\
             <text class=\"small\" x=\"{middle:.1}\" y=\"{:.1}\">{}</text>",
            y + 17.0,
            escape(&title),
            y + 32.0,
            escape(&flow),
        );
        self.y += ROW;
    }
}

/// Counts the launches of a node.
fn count(node: &Node) -> usize {
    match node {
        Node::Step { launches, .. } => launches.len(),
        Node::Loop { body, .. } => body.iter().map(count).sum(),
    }
}

/// Describes inputs, outputs and the number of elements, as far as there is room.
fn flow(launch: &Launch, elements: &str, room: usize) -> String {
    let names = |uses: &[Use]| uses.iter().map(|usage| usage.name.as_str()).collect::<Vec<_>>().join(", ");
    let written = names(&launch.outputs);
    let whole = format!("{} \u{2192} {written}", names(&launch.inputs));
    if whole.chars().count() + elements.len() + 3 <= room {
        return format!("{whole} \u{b7} {elements}");
    }
    if whole.chars().count() <= room {
        return whole;
    }
    fitted(format!("{} streams \u{2192} {written}", launch.inputs.len()), room)
}

/// Cuts the end of a text that does not fit.
fn fitted(text: String, room: usize) -> String {
    if text.chars().count() <= room {
        return text;
    }
    text.chars().take(room.saturating_sub(1)).chain(['\u{2026}']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes a letter for each step, and a loop in brackets with its number of iterations.
    fn written(nodes: &[Node], letters: &[char]) -> String {
        let each = nodes.iter().map(|node| match node {
            Node::Step { launches, .. } => letters[launches[0]].to_string(),
            Node::Loop { body, times } => format!("({}){}", written(body, letters), often(times)),
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
            let nodes = program(&letters);
            assert_eq!(written(&nodes, &letters), told, "{run}");
            let launches: usize = nodes.iter().map(count).sum();
            assert_eq!(launches, run.len());
        }
    }
}
