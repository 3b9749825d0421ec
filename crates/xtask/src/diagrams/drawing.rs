//! The parts of a diagram: boxes with numbers, arrows between them, lines of text.

use gristmill_command::html::escape_html;
use std::collections::BTreeMap;
use std::fmt::{Display, Write};

/// A position in pixels, from left and top.
pub type Position = [f64; 2];

/// The meaning of a box or an arrow, the same in all diagrams.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tone {
    Plain,
    Read,
    Written,
    Active,
    Idle,
    Wrong,
}

impl Tone {
    fn css_class(self) -> &'static str {
        match self {
            Tone::Plain => "plain",
            Tone::Read => "read",
            Tone::Written => "written",
            Tone::Active => "active",
            Tone::Idle => "idle",
            Tone::Wrong => "wrong",
        }
    }
}

/// The content of a box: its text and its tone.
#[derive(Clone)]
pub struct BoxContent {
    pub text: String,
    pub tone: Tone,
}

impl BoxContent {
    pub fn new(text: impl Display, tone: Tone) -> BoxContent {
        BoxContent { text: text.to_string(), tone }
    }
}

/// Returns a box for each value, with a tone by its index.
pub fn box_contents<T: Display>(values: &[T], tone: impl Fn(usize) -> Tone) -> Vec<BoxContent> {
    values
        .iter()
        .enumerate()
        .map(|(i, value)| BoxContent::new(value, tone(i)))
        .collect()
}

/// Joins values with commas.
pub fn join_values<T: Display>(values: &[T]) -> String {
    values.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}

/// Boxes that have been drawn, row by row.
#[derive(Clone, Copy)]
pub struct BoxGrid {
    pub at: Position,
    pub size: Position,
    pub columns: usize,
}

impl BoxGrid {
    fn top_left(&self, i: usize) -> Position {
        let [across, down] = [i % self.columns, i / self.columns];
        [self.at[0] + across as f64 * self.size[0], self.at[1] + down as f64 * self.size[1]]
    }

    pub fn centre(&self, i: usize) -> Position {
        let [x, y] = self.top_left(i);
        [x + self.size[0] / 2.0, y + self.size[1] / 2.0]
    }

    pub fn top_middle(&self, i: usize) -> Position {
        [self.centre(i)[0], self.top_left(i)[1]]
    }

    pub fn bottom_middle(&self, i: usize) -> Position {
        [self.centre(i)[0], self.top_left(i)[1] + self.size[1]]
    }
}

pub const PICTURE_WIDTH: f64 = 420.0;
pub const PICTURE_MARGIN: f64 = 14.0;
/// The height of a line of text.
const LINE_HEIGHT: f64 = 19.0;
/// The width of a letter on average, with a margin because fonts differ.
const LETTER_WIDTH: f64 = 7.7;

const STYLE: &str = "text{font:14px system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;fill:#1b1f24}\
.number{font:15px ui-monospace,Menlo,Consolas,monospace}.small{font:13px ui-monospace,Menlo,Consolas,monospace}\
.middle{text-anchor:middle}.head{font-weight:bold;font-size:16px}.paper{fill:#fff;stroke:#d6dae0}\
rect,circle,path{stroke-width:1.4}.plain{fill:#fff;stroke:#59636e}.read{fill:#cfe6f8;stroke:#0b62a4}\
.written{fill:#ffe0ad;stroke:#a86200}.active{fill:#c3ecd9;stroke:#006d4e}.idle{fill:#eceff2;stroke:#a3acb5}\
.wrong{fill:#f9d0e5;stroke:#a3155f;stroke-width:2.4;stroke-dasharray:5 2}path{fill:none!important}\
path.plain,path.idle{stroke-width:1.3}path.read,path.written,path.active{stroke-width:1.8}\
.tip{stroke:none}.tip.plain{fill:#59636e}.tip.read{fill:#0b62a4}.tip.written{fill:#a86200}.tip.active{fill:#006d4e}\
.tip.idle{fill:#a3acb5}.tip.wrong{fill:#a3155f}\
@media(prefers-color-scheme:dark){text{fill:#e8eaed}.paper{fill:#16191d;stroke:#343b43}\
.plain{fill:#1a1e23;stroke:#9aa4af}.read{fill:#12395c;stroke:#6db3f0}.written{fill:#553708;stroke:#f0b050}\
.active{fill:#0b4a37;stroke:#4fd0a5}.idle{fill:#3b424a;stroke:#626c77}.wrong{fill:#571838;stroke:#f58cc0}\
.tip.plain{fill:#9aa4af}.tip.read{fill:#6db3f0}.tip.written{fill:#f0b050}.tip.active{fill:#4fd0a5}\
.tip.idle{fill:#565f69}.tip.wrong{fill:#f58cc0}}";

/// A diagram, drawn from top to bottom.
pub struct Drawing {
    title: String,
    /// The description for screen readers.
    words: String,
    body: String,
    /// The vertical position of the next part.
    pub low: f64,
    /// The tones in use, each with its meaning in this diagram.
    tones: BTreeMap<Tone, String>,
}

impl Drawing {
    pub fn new(title: &str, words: impl Display) -> Drawing {
        let words = words.to_string();
        let mut drawing =
            Drawing { title: title.into(), words, body: String::new(), low: PICTURE_MARGIN, tones: BTreeMap::new() };
        drawing.add_words("head", title);
        drawing.low += 6.0;
        drawing
    }

    /// Sets the meaning of a tone in the key, where its own name is too general.
    pub fn explain_tone(&mut self, tone: Tone, words: &str) {
        self.tones.insert(tone, words.to_string());
    }

    fn note_tone(&mut self, tone: Tone) {
        self.tones.entry(tone).or_insert_with(|| tone.css_class().to_string());
    }

    /// Adds text, wrapped to the width.
    pub fn add_paragraph(&mut self, words: impl Display) {
        self.add_words("", &words.to_string());
    }

    fn add_words(&mut self, class: &str, words: &str) {
        let letter = if class == "head" { LETTER_WIDTH * 1.2 } else { LETTER_WIDTH };
        let room = ((PICTURE_WIDTH - 2.0 * PICTURE_MARGIN) / letter) as usize;
        let mut line = String::new();
        for word in words.split_whitespace().map(Some).chain([None]) {
            if word.is_none_or(|word| line.chars().count() + 1 + word.chars().count() > room) && !line.is_empty() {
                self.draw_text([PICTURE_MARGIN, self.low + 14.0], class, &line);
                self.low += LINE_HEIGHT;
                line.clear();
            }
            if let Some(word) = word {
                if !line.is_empty() {
                    line.push(' ');
                }
                line.push_str(word);
            }
        }
        self.low += 4.0;
    }

    pub fn add_space(&mut self, pixels: f64) {
        self.low += pixels;
    }

    fn draw_text(&mut self, at: Position, class: &str, text: &str) {
        let _ = write!(self.body, "<text x=\"{:.1}\" y=\"{:.1}\"", at[0], at[1]);
        if !class.is_empty() {
            let _ = write!(self.body, " class=\"{class}\"");
        }
        let _ = writeln!(self.body, ">{}</text>", escape_html(text));
    }

    /// Draws text that begins at a position.
    pub fn draw_label(&mut self, at: Position, text: impl Display) {
        self.draw_text([at[0], at[1] + 5.0], "", &text.to_string());
    }

    /// Draws text centred at a position.
    pub fn draw_centred(&mut self, at: Position, text: impl Display) {
        self.draw_text([at[0], at[1] + 5.0], "middle", &text.to_string());
    }

    /// Draws one box.
    pub fn draw_box(&mut self, at: Position, size: Position, cell: &BoxContent) {
        self.note_tone(cell.tone);
        let [[x, y], [width, height]] = [at, size];
        let _ = writeln!(
            self.body,
            "<rect class=\"{}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"2\"/>",
            cell.tone.css_class()
        );
        if !cell.text.is_empty() {
            let letters = cell.text.chars().count() as f64;
            let class = if letters * 9.1 + 3.0 > width { "small middle" } else { "number middle" };
            self.draw_text([x + width / 2.0, y + height / 2.0 + 5.0], class, &cell.text);
        }
    }

    /// Draws boxes at a position, `columns` in a row.
    pub fn draw_boxes(&mut self, at: Position, size: Position, columns: usize, cells: &[BoxContent]) -> BoxGrid {
        let boxes = BoxGrid { at, size, columns: columns.max(1) };
        for (i, cell) in cells.iter().enumerate() {
            self.draw_box(boxes.top_left(i), size, cell);
        }
        boxes
    }

    /// Adds a row of boxes below the last part, over the whole width if there are enough.
    pub fn add_row(&mut self, cells: &[BoxContent]) -> BoxGrid {
        let wide = ((PICTURE_WIDTH - 2.0 * PICTURE_MARGIN) / cells.len().max(1) as f64).min(48.0);
        self.add_grid(cells.len(), [wide, 30.0], cells)
    }

    /// Adds a centred grid below the last part.
    pub fn add_grid(&mut self, columns: usize, size: Position, cells: &[BoxContent]) -> BoxGrid {
        let columns = columns.max(1);
        let left = (PICTURE_WIDTH - columns as f64 * size[0]) / 2.0;
        let boxes = self.draw_boxes([left, self.low], size, columns, cells);
        self.low += cells.len().div_ceil(columns) as f64 * size[1] + 8.0;
        boxes
    }

    /// Draws a ring with a text in it.
    pub fn draw_circle(&mut self, at: Position, radius: f64, cell: &BoxContent) {
        self.note_tone(cell.tone);
        let [x, y] = at;
        let class = cell.tone.css_class();
        let _ = writeln!(self.body, "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\"/>");
        if !cell.text.is_empty() {
            self.draw_text([x, y + 5.0], "number middle", &cell.text);
        }
    }

    pub fn draw_line(&mut self, from: Position, to: Position, tone: Tone) {
        self.note_tone(tone);
        let class = tone.css_class();
        let [a, b] = from;
        let [c, d] = to;
        let _ = writeln!(self.body, "<path class=\"{class}\" d=\"M{a:.1} {b:.1}L{c:.1} {d:.1}\"/>");
    }

    pub fn draw_arrow(&mut self, from: Position, to: Position, tone: Tone) {
        self.draw_line(from, to, tone);
        self.draw_arrow_head(from, to, tone);
    }

    /// Draws a curved arrow that leaves upwards or downwards, `high` pixels at its farthest.
    pub fn draw_arc(&mut self, from: Position, to: Position, high: f64, tone: Tone) {
        self.note_tone(tone);
        let bend = [(from[0] + to[0]) / 2.0, (from[1] + to[1]) / 2.0 - 2.0 * high];
        let [a, b] = from;
        let [c, d] = bend;
        let [e, f] = to;
        let class = tone.css_class();
        let _ = writeln!(self.body, "<path class=\"{class}\" d=\"M{a:.1} {b:.1}Q{c:.1} {d:.1} {e:.1} {f:.1}\"/>");
        self.draw_arrow_head(bend, to, tone);
    }

    /// Draws the head of an arrow.
    fn draw_arrow_head(&mut self, from: Position, to: Position, tone: Tone) {
        let [x, y] = [to[0] - from[0], to[1] - from[1]];
        let long = (x * x + y * y).sqrt().max(1e-6);
        let [x, y] = [x / long, y / long];
        let [back, wide] = [8.0, 4.0];
        let [left, right] =
            [1.0, -1.0].map(|side| [to[0] - back * x - side * wide * y, to[1] - back * y + side * wide * x]);
        let _ = writeln!(
            self.body,
            "<polygon class=\"tip {}\" points=\"{:.1},{:.1} {:.1},{:.1} {:.1},{:.1}\"/>",
            tone.css_class(),
            to[0],
            to[1],
            left[0],
            left[1],
            right[0],
            right[1]
        );
    }

    /// Adds the key: the meanings of the colours in use.
    fn add_key(&mut self) {
        let tones: Vec<(Tone, String)> = self
            .tones
            .clone()
            .into_iter()
            .filter(|(tone, _)| *tone != Tone::Plain)
            .collect();
        if tones.is_empty() {
            return;
        }
        self.low += 8.0;
        let mut across = PICTURE_MARGIN;
        for (tone, words) in tones {
            let wide = 40.0 + words.chars().count() as f64 * LETTER_WIDTH;
            if across > PICTURE_MARGIN && across + wide > PICTURE_WIDTH {
                across = PICTURE_MARGIN;
                self.low += 22.0;
            }
            self.draw_box([across, self.low], [14.0, 14.0], &BoxContent::new("", tone));
            self.draw_label([across + 20.0, self.low + 7.0], words);
            across += wide;
        }
        self.low += 18.0;
    }

    /// Finishes the diagram as SVG.
    pub fn into_svg(mut self) -> String {
        self.add_key();
        let high = (self.low + PICTURE_MARGIN - 4.0).ceil();
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{PICTURE_WIDTH}\" height=\"{high}\" viewBox=\"0 0 {PICTURE_WIDTH} {high}\" \
             role=\"img\"><title>{}</title><desc>{}</desc><style>{STYLE}</style>\n\
             <rect class=\"paper\" x=\"0.5\" y=\"0.5\" width=\"{}\" height=\"{}\" rx=\"6\"/>\n{}</svg>\n",
            escape_html(&self.title),
            escape_html(&self.words),
            PICTURE_WIDTH - 1.0,
            high - 1.0,
            self.body
        )
    }
}
