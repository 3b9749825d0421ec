//! Stream graphs: kernels as boxes, streams as ovals between them, as in GPU Gems 2, figure 33-1.
//!
//! [`stream_graph`] finds the streams between kernels, this file draws them: one column of kernels in the order they
//! ran, the streams in the gaps, streams that skip a kernel in lanes on the right, streams that are read again in
//! lanes on the left.

mod launch_list;
mod stream_graph;

use super::Trace;
use gristmill_base::era::Era;
use launch_list::{LAUNCH_LIST_WIDTH, draw_list};
use std::collections::BTreeMap;
use std::fmt::Write;
use stream_graph::{KernelNode, StreamGraph, StreamOval};

const CHARACTER_WIDTH: f64 = 7.4; // of 12 px monospace, rounded up
const GAP_HEIGHT: f64 = 96.0; // between two kernels: a row of ovals and their arrows
const BOX_HEIGHT: f64 = 46.0;
const OVAL_HEIGHT: f64 = 34.0;
const LANE_WIDTH: f64 = 16.0;
const MARGIN: f64 = 16.0;
const TITLE_HEIGHT: f64 = 26.0;
/// Width of the book's column that a picture must fit.
const PAGE_WIDTH: f64 = 720.0;
const MAX_HEIGHT: f64 = 1200.0;

const STYLE: &str = "text{font:12px ui-monospace,Menlo,Consolas,monospace;fill:#1b1f24;text-anchor:middle}\
.title{font-weight:bold;font-size:14px}.small{font-size:10.5px;fill:#4d5560}.times{font-weight:bold;fill:#fff}\
.paper{fill:#fff}.fragment{fill:#dbe9fb;stroke:#1f5fa8}.compute{fill:#fde7cf;stroke:#b2540a}\
.stream{fill:#fff;stroke:#59636e}.host{stroke-dasharray:4 3}.edge{fill:none;stroke:#59636e;stroke-width:1.3}\
.frame{fill:none;stroke:#8a939d;stroke-dasharray:6 4}.badge{fill:#59636e}.tip{fill:#59636e}\
@media (prefers-color-scheme:dark){text{fill:#e8eaed}.small{fill:#b3bac3}.paper{fill:#16191d}\
.fragment{fill:#173353;stroke:#7db4f0}.compute{fill:#4a2c0e;stroke:#f0a860}.stream{fill:#22272e;stroke:#9aa4af}\
.edge{stroke:#9aa4af}.badge{fill:#6b7683}.tip{fill:#9aa4af}.frame{stroke:#7b8590}}";

impl Trace {
    /// Returns the run's stream graph as an SVG picture: kernels as rounded boxes, streams as ovals, repeated passes
    /// once with their number.
    ///
    /// ```
    /// # use gristmill::{Device, Era, algorithms::saxpy};
    /// # let Ok(device) = Device::open(Era::Fragment) else { return Ok::<(), gristmill::Error>(()) };
    /// let numbers = device.stream(&[1.0; 100])?;
    /// let (_, trace) = device.trace(|| saxpy::fragment(&device, 2.0, &numbers, &numbers))?;
    /// assert!(trace.graph_svg().contains("saxpy.frag"));
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn graph_svg(&self) -> String {
        graphs_svg(&[("", self)])
    }
}

/// Returns several runs' stream graphs in one SVG picture, each under its title: side by side, or stacked if they are
/// wider than a column of 720 pixels. If they are still too wide or too high, they are drawn as lists of their
/// kernels, loops folded, in the order in which they ran.
///
/// ```
/// # use gristmill::{Device, Era, algorithms::saxpy, trace::graphs_svg};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let numbers = device.stream(&[1.0; 100])?;
/// let (_, trace) = device.trace(|| saxpy::fragment(&device, 2.0, &numbers, &numbers))?;
/// assert!(graphs_svg(&[("first", &trace), ("again", &trace)]).contains("again"));
/// # Ok::<(), gristmill::Error>(())
/// ```
pub fn graphs_svg(runs: &[(&str, &Trace)]) -> String {
    let head = if runs.iter().any(|(title, _)| !title.is_empty()) { TITLE_HEIGHT } else { 0.0 };
    let panels: Vec<GraphPanel> = runs.iter().map(|(title, trace)| GraphPanel::from_graph(title, trace)).collect();
    let laid =
        [PanelArrangement::SideBySide, PanelArrangement::Stacked].map(|lay| (lay, lay.total_size(&panels, head)));
    let fitting = laid.iter().find(|(_, size)| size[0] <= PAGE_WIDTH && size[1] <= MAX_HEIGHT);
    let (panels, lay) = match fitting {
        Some((lay, _)) => (panels, *lay),
        None => {
            let panels: Vec<GraphPanel> = runs.iter().map(|(_, trace)| GraphPanel::from_list(trace)).collect();
            let lay = if PanelArrangement::SideBySide.total_size(&panels, head)[0] <= PAGE_WIDTH {
                PanelArrangement::SideBySide
            } else {
                PanelArrangement::Stacked
            };
            (panels, lay)
        }
    };
    let [width, height] = lay.total_size(&panels, head);
    let mut body = String::new();
    let mut at = [MARGIN; 2];
    for ((title, _), panel) in runs.iter().zip(&panels) {
        // Stacked pictures are centred.
        let x = if let PanelArrangement::Stacked = lay { (width - panel.size[0]) / 2.0 } else { at[0] };
        let _ = write!(body, "<g transform=\"translate({x:.0} {:.0})\">", at[1]);
        if head > 0.0 {
            let middle = panel.middle;
            let title = escape_xml(title);
            let _ = write!(body, "<text class=\"title\" x=\"{middle:.1}\" y=\"14\">{title}</text>");
        }
        let _ = writeln!(body, "<g transform=\"translate(0 {head:.0})\">{}</g></g>", panel.svg);
        match lay {
            PanelArrangement::SideBySide => at[0] += panel.size[0] + MARGIN,
            PanelArrangement::Stacked => at[1] += panel.size[1] + head + MARGIN,
        }
    }
    let told: Vec<&str> = panels.iter().map(|panel| panel.told.as_str()).collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         role=\"img\"><title>Stream graph</title><desc>{}</desc><style>{STYLE}</style>\
         <defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">\
         <path class=\"tip\" d=\"M0 0L8 4L0 8z\"/></marker></defs>\
         <rect class=\"paper\" width=\"100%\" height=\"100%\" rx=\"6\"/>\n{body}</svg>\n",
        escape_xml(&told.join("; ")),
    )
}

/// The picture of one run, without its title.
struct GraphPanel {
    svg: String,
    /// Width and height.
    size: [f64; 2],
    /// The centre of the title.
    middle: f64,
    told: String,
}

impl GraphPanel {
    /// Draws a run as a graph.
    fn from_graph(title: &str, trace: &Trace) -> GraphPanel {
        let graph = stream_graph::build_graph(trace);
        let mut drawing = GraphDrawing::new(&graph, title);
        drawing.draw_graph();
        let size = [drawing.total_width(), drawing.total_height()];
        let middle = drawing.center_x();
        GraphPanel { svg: drawing.svg, size, middle, told: graph.describe() }
    }

    /// Draws a run as a list.
    fn from_list(trace: &Trace) -> GraphPanel {
        let list = draw_list(trace);
        GraphPanel {
            svg: list.svg,
            size: [LAUNCH_LIST_WIDTH, list.height],
            middle: LAUNCH_LIST_WIDTH / 2.0,
            told: list.told,
        }
    }
}

/// The arrangement of the pictures of several runs.
#[derive(Clone, Copy)]
enum PanelArrangement {
    SideBySide,
    Stacked,
}

impl PanelArrangement {
    /// Returns width and height of all of them, each with a title of this height.
    fn total_size(self, panels: &[GraphPanel], head: f64) -> [f64; 2] {
        let count = panels.len() as f64;
        match self {
            PanelArrangement::SideBySide => [
                list_sizes(panels, 0).sum::<f64>() + MARGIN * (count + 1.0),
                find_largest(panels, 1) + head + 2.0 * MARGIN,
            ],
            PanelArrangement::Stacked => [
                find_largest(panels, 0) + 2.0 * MARGIN,
                list_sizes(panels, 1).sum::<f64>() + (head + MARGIN) * count + MARGIN,
            ],
        }
    }
}

fn find_largest(panels: &[GraphPanel], axis: usize) -> f64 {
    list_sizes(panels, axis).fold(0.0_f64, f64::max)
}

fn list_sizes(panels: &[GraphPanel], axis: usize) -> impl Iterator<Item = f64> {
    panels.iter().map(move |panel| panel.size[axis])
}

/// Replaces the characters that are special in XML.
fn escape_xml(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// A graph being drawn. Kernel `k` is under gap `k`; the last gap has the streams left at the end.
struct GraphDrawing<'a> {
    graph: &'a StreamGraph,
    svg: String,
    /// Horizontal centre of each oval, by its index.
    places: BTreeMap<usize, f64>,
    /// The width of the lanes on the left, the width of the middle, and the number of lanes on the right so far.
    left: f64,
    center: f64,
    lanes: usize,
    box_width: f64,
}

impl<'a> GraphDrawing<'a> {
    fn new(graph: &'a StreamGraph, title: &str) -> GraphDrawing<'a> {
        let box_width = measure_longest(&mut graph.kernels.iter().flat_map(|k| [k.name.len(), k.detail.len()])) + 28.0;
        let mut center = box_width.max(150.0).max(title.len() as f64 * 9.0);
        // Lanes run outside of the badges.
        let badge = graph.groups.iter().map(|group| badge_width(group.times)).fold(0.0, f64::max);
        center = center.max(box_width.max(150.0) + 2.0 * badge);
        let mut rows: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (index, oval) in graph.ovals.iter().enumerate() {
            rows.entry(oval.gap).or_default().push(index);
        }
        for (gap, row) in &mut rows {
            // Inputs of the next kernel are left of streams that go further, so that few lanes cross.
            row.sort_by_key(|&index| (graph.ovals[index].readers.iter().any(|r| r != gap), index));
            center = center.max(measure_row(graph, row));
        }
        let longest_loop =
            measure_longest(&mut graph.loops.iter().flat_map(|back| &back.labels).map(|label| label.len()));
        let left =
            if graph.loops.is_empty() { 0.0 } else { longest_loop + LANE_WIDTH * graph.loops.len() as f64 + 14.0 };
        let mut places = BTreeMap::new();
        for row in rows.values() {
            let mut x = left + (center - measure_row(graph, row)) / 2.0;
            for &index in row {
                let width = oval_width(&graph.ovals[index]) + 14.0;
                places.insert(index, x + width / 2.0);
                x += width;
            }
        }
        GraphDrawing { graph, svg: String::new(), places, left, center, lanes: 0, box_width: box_width.max(150.0) }
    }

    fn total_width(&self) -> f64 {
        self.left + self.center + LANE_WIDTH * (self.lanes as f64 + 1.0)
    }

    fn total_height(&self) -> f64 {
        let last =
            if self.graph.ovals.iter().any(|oval| oval.gap == self.graph.kernels.len()) { GAP_HEIGHT } else { 20.0 };
        self.graph.kernels.len() as f64 * (GAP_HEIGHT + BOX_HEIGHT)
            + last
            + if self.graph.left_out > 0 { 20.0 } else { 0.0 }
    }

    fn draw_graph(&mut self) {
        for group in self
            .graph
            .groups
            .iter()
            .filter(|group| group.times > 1 && group.kernels.len() > 1)
        {
            let x = self.box_left() - 10.0;
            let width = self.box_width + 20.0;
            let y = box_top(group.kernels.start) - 14.0;
            let end = box_top(group.kernels.end - 1) + BOX_HEIGHT + 12.0;
            let _ = write!(
                self.svg,
                "<rect class=\"frame\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{:.1}\" rx=\"10\"/>",
                end - y
            );
            self.draw_badge(x + width, y, group.times);
        }
        for index in 0..self.graph.ovals.len() {
            self.draw_arrows(index);
        }
        self.draw_loops();
        for (index, oval) in self.graph.ovals.iter().enumerate() {
            let x = self.places[&index];
            let y = oval_middle(oval.gap);
            let width = oval_width(oval);
            let host = if oval.producer.is_none() { " host" } else { "" };
            let _ = write!(
                self.svg,
                "<rect class=\"stream{host}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"{OVAL_HEIGHT}\" rx=\"{:.1}\"/>\
                 <text x=\"{x:.1}\" y=\"{:.1}\">{}</text><text class=\"small\" x=\"{x:.1}\" y=\"{:.1}\">{}</text>",
                x - width / 2.0,
                y - OVAL_HEIGHT / 2.0,
                OVAL_HEIGHT / 2.0,
                y - 2.0,
                escape_xml(&oval.name),
                y + 11.0,
                escape_xml(&oval.detail),
            );
        }
        for (place, kernel) in self.graph.kernels.iter().enumerate() {
            self.draw_kernel(place, kernel);
        }
        for group in self
            .graph
            .groups
            .iter()
            .filter(|group| group.times > 1 && group.kernels.len() == 1)
        {
            self.draw_badge(self.box_left() + self.box_width, box_top(group.kernels.start), group.times);
        }
        if self.graph.left_out > 0 {
            let x = self.center_x();
            let y = self.total_height() - 6.0;
            let _ = write!(
                self.svg,
                "<text class=\"small\" x=\"{x:.1}\" y=\"{y:.1}\">and {} more launches</text>",
                self.graph.left_out
            );
        }
    }

    fn center_x(&self) -> f64 {
        self.left + self.center / 2.0
    }

    fn box_left(&self) -> f64 {
        self.center_x() - self.box_width / 2.0
    }

    fn draw_kernel(&mut self, place: usize, kernel: &KernelNode) {
        let class = if kernel.era == Era::Fragment { "fragment" } else { "compute" };
        let x = self.box_left();
        let y = box_top(place);
        let middle = self.center_x();
        let _ = write!(
            self.svg,
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{BOX_HEIGHT}\" rx=\"10\" stroke-width=\"1.5\"/>\
             <text x=\"{middle:.1}\" y=\"{:.1}\" font-weight=\"bold\">{}</text>\
             <text class=\"small\" x=\"{middle:.1}\" y=\"{:.1}\">{}</text>",
            self.box_width,
            y + 20.0,
            escape_xml(&kernel.name),
            y + 36.0,
            escape_xml(&kernel.detail),
        );
    }

    /// Draws a block's number of repetitions at the upper right corner of its box, away from the arrows.
    fn draw_badge(&mut self, x: f64, y: f64, times: usize) {
        let text = format!("x {times}");
        let width = badge_width(times);
        let _ = write!(
            self.svg,
            "<rect class=\"badge\" x=\"{:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"20\" rx=\"10\"/>\
             <text class=\"times\" x=\"{:.1}\" y=\"{:.1}\">{text}</text>",
            x - 10.0,
            y - 10.0,
            x - 10.0 + width / 2.0,
            y + 4.0,
        );
    }

    /// Draws the arrows from an oval's producer to it, and from it to all its readers.
    fn draw_arrows(&mut self, index: usize) {
        let oval = &self.graph.ovals[index];
        let x = self.places[&index];
        let y = oval_middle(oval.gap);
        let half = self.box_width / 2.0 - 14.0;
        let middle = self.center_x();
        if let Some(producer) = oval.producer {
            let from = box_top(producer) + BOX_HEIGHT;
            self.draw_path(&curve_path([x.clamp(middle - half, middle + half), from], [x, y - OVAL_HEIGHT / 2.0]));
        }
        for &reader in &oval.readers {
            let top = box_top(reader);
            if reader == oval.gap {
                self.draw_path(&curve_path([x, y + OVAL_HEIGHT / 2.0], [x.clamp(middle - half, middle + half), top]));
                continue;
            }
            self.lanes += 1;
            let lane = self.left + self.center + LANE_WIDTH * self.lanes as f64 - LANE_WIDTH / 2.0;
            let side = self.box_left() + self.box_width;
            let out = y + OVAL_HEIGHT / 2.0 + 10.0;
            let into = top + BOX_HEIGHT / 2.0;
            self.draw_path(&format!(
                "M{x:.1} {:.1}V{:.1}q0 6 6 6H{:.1}q6 0 6 6V{:.1}q0 6 -6 6H{side:.1}",
                y + OVAL_HEIGHT / 2.0,
                out - 6.0,
                lane - 6.0,
                into - 6.0,
            ));
        }
    }

    /// Draws the streams that a repeated block reads again the next time, around the left side.
    fn draw_loops(&mut self) {
        for (lane, back) in self.graph.loops.iter().enumerate() {
            let side = self.box_left();
            let x = self.left - 6.0 - LANE_WIDTH * lane as f64;
            let from = box_top(back.from) + BOX_HEIGHT - 12.0;
            let into = box_top(back.into) + 12.0;
            self.draw_path(&format!(
                "M{side:.1} {from:.1}H{:.1}q-6 0 -6 -6V{:.1}q0 -6 6 -6H{side:.1}",
                x + 6.0,
                into + 6.0
            ));
            let first = (from + into) / 2.0 + 4.0 - 6.5 * (back.labels.len() as f64 - 1.0);
            for (row, label) in back.labels.iter().enumerate() {
                let at = x - 5.0;
                let y = first + 13.0 * row as f64;
                let _ = write!(
                    self.svg,
                    "<text class=\"small\" style=\"text-anchor:end\" x=\"{at:.1}\" y=\"{y:.1}\">{}</text>",
                    escape_xml(label)
                );
            }
        }
    }

    fn draw_path(&mut self, path: &str) {
        let _ = write!(self.svg, "<path class=\"edge\" marker-end=\"url(#tip)\" d=\"{path}\"/>");
    }
}

fn measure_row(graph: &StreamGraph, row: &[usize]) -> f64 {
    row.iter().map(|&index| oval_width(&graph.ovals[index]) + 14.0).sum::<f64>()
}

fn measure_longest(texts: &mut dyn Iterator<Item = usize>) -> f64 {
    texts.max().unwrap_or(0) as f64 * CHARACTER_WIDTH
}

/// 0 for a block that runs once.
fn badge_width(times: usize) -> f64 {
    if times > 1 { (times.to_string().len() + 2) as f64 * CHARACTER_WIDTH + 12.0 } else { 0.0 }
}

fn oval_width(oval: &StreamOval) -> f64 {
    (oval.name.len().max(oval.detail.len()) as f64 * CHARACTER_WIDTH + 26.0).max(80.0)
}

fn box_top(place: usize) -> f64 {
    place as f64 * (GAP_HEIGHT + BOX_HEIGHT) + GAP_HEIGHT
}

fn oval_middle(gap: usize) -> f64 {
    gap as f64 * (GAP_HEIGHT + BOX_HEIGHT) + GAP_HEIGHT / 2.0
}

fn curve_path([x, y]: [f64; 2], [to_x, to_y]: [f64; 2]) -> String {
    let half = (y + to_y) / 2.0;
    format!("M{x:.1} {y:.1}C{x:.1} {half:.1} {to_x:.1} {half:.1} {to_x:.1} {to_y:.1}")
}
