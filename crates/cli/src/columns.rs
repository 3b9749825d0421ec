//! Tables that fit the terminal: optional columns are left out first, and no word is cut.

use std::io::{IsTerminal, stdout};
use terminal_size::{Width, terminal_size_of};

/// Spaces between two columns.
const GAP: usize = 2;
/// Width of a terminal that does not report one.
const USUAL: usize = 80;
/// The narrowest layout.
const NARROWEST: usize = 40;

/// Returns the width of a line: `COLUMNS`, else that of the terminal. `None` for a file or a pipe: no limit.
pub fn width() -> Option<usize> {
    let asked = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse::<usize>().ok());
    let here = || match terminal_size_of(stdout()) {
        Some((Width(columns), _)) => Some(usize::from(columns)),
        None => stdout().is_terminal().then_some(USUAL),
    };
    asked
        .filter(|columns| *columns > 0)
        .or_else(here)
        .map(|columns| columns.max(NARROWEST))
}

/// Returns true if the standard output may have colours: <https://no-color.org>.
fn coloured() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()) && stdout().is_terminal()
}

/// The style of a cell, on terminals with colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    Plain,
    #[cfg_attr(not(feature = "emulator"), expect(dead_code, reason = "a profile is the emulator's"))]
    Bold,
    Green,
    Red,
}

/// A cell of a table.
#[derive(Debug, Clone)]
pub struct Cell {
    text: String,
    look: Look,
}

impl Cell {
    pub fn new(text: impl ToString) -> Cell {
        Cell { text: text.to_string(), look: Look::Plain }
    }

    pub fn look(self, look: Look) -> Cell {
        Cell { look, ..self }
    }
}

impl<T: ToString> From<T> for Cell {
    fn from(text: T) -> Cell {
        Cell::new(text)
    }
}

#[derive(Debug)]
struct Column {
    /// The lines of its name, if they fit.
    name: String,
    right: bool,
}

/// Rows of cells under named columns.
#[derive(Debug)]
pub struct Table {
    columns: Vec<Column>,
    rows: Vec<Vec<Cell>>,
    spare: Vec<String>,
}

/// Creates a table with these columns; a name that begins with `>` aligns its column to the right, as for numbers.
pub fn table(columns: &[&str]) -> Table {
    let column = |name: &&str| Column { name: name.trim_start_matches('>').to_string(), right: name.starts_with('>') };
    Table { columns: columns.iter().map(column).collect(), rows: Vec::new(), spare: Vec::new() }
}

/// The columns that are shown, and their widths.
#[derive(Debug)]
pub struct Layout {
    /// Index and width of each column; true if it is aligned to the right.
    shown: Vec<(usize, usize, bool)>,
    /// The names of columns that have content and were left out.
    pub left_out: Vec<String>,
}

impl Table {
    /// Sets the columns that may be left out, the least important first.
    pub fn spare(self, names: &[&str]) -> Table {
        Table { spare: names.iter().map(|name| (*name).to_string()).collect(), ..self }
    }

    pub fn add_row<C: Into<Cell>>(&mut self, row: impl IntoIterator<Item = C>) {
        self.rows.push(row.into_iter().map(Into::into).collect());
    }

    fn cells(&self, column: usize) -> impl Iterator<Item = &str> {
        self.rows
            .iter()
            .filter_map(move |row| row.get(column))
            .map(|cell| cell.text.as_str())
    }

    /// Returns the width of a column, with its name on its own lines or with one word per line.
    fn wide(&self, column: usize, by_words: bool) -> usize {
        let name = self.columns.get(column).map_or("", |column| &column.name);
        let title = if by_words { longest_word(name) } else { name.lines().map(letters).max().unwrap_or(0) };
        self.cells(column).map(letters).max().unwrap_or(0).max(title)
    }

    /// Returns the width of the table with all columns, each name on its own lines.
    pub fn whole(&self) -> usize {
        let widths = (0..self.columns.len()).map(|column| self.wide(column, false) + GAP);
        widths.sum::<usize>().saturating_sub(GAP)
    }

    /// Chooses the columns that fit, and their widths.
    pub fn layout(&self, width: Option<usize>) -> Layout {
        let mut shown: Vec<usize> = (0..self.columns.len()).collect();
        let mut left_out = Vec::new();
        let total = |shown: &[usize], by_words: bool| -> usize {
            shown
                .iter()
                .map(|column| self.wide(*column, by_words) + GAP)
                .sum::<usize>()
                .saturating_sub(GAP)
        };
        let most = width.unwrap_or(usize::MAX);
        if total(&shown, false) <= most {
            return self.laid(&shown, |column| self.wide(column, false), left_out);
        }
        if total(&shown, true) > most {
            shown.retain(|column| self.cells(*column).any(|cell| !matches!(cell, "" | "-")));
        }
        for spare in &self.spare {
            if total(&shown, true) <= most {
                break;
            }
            let before = shown.len();
            shown.retain(|column| self.columns.get(*column).is_none_or(|column| column.name != *spare));
            if shown.len() < before {
                left_out.push(spare.replace('\n', " "));
            }
        }
        let mut widths: Vec<usize> = shown.iter().map(|column| self.wide(*column, true)).collect();
        self.wrap(&shown, &mut widths, most);
        let place = |column: usize| shown.iter().position(|shown| *shown == column);
        let width_of = |column: usize| place(column).and_then(|place| widths.get(place)).copied().unwrap_or(0);
        self.laid(&shown, width_of, left_out)
    }

    fn laid(&self, shown: &[usize], width: impl Fn(usize) -> usize, left_out: Vec<String>) -> Layout {
        let right = |column: usize| self.columns.get(column).is_some_and(|column| column.right);
        Layout { shown: shown.iter().map(|at| (*at, width(*at), right(*at))).collect(), left_out }
    }

    /// Narrows the widest text columns, down to their longest words, until the table fits.
    fn wrap(&self, shown: &[usize], widths: &mut [usize], most: usize) {
        let least: Vec<usize> = shown
            .iter()
            .map(|column| {
                let right = self.columns.get(*column).is_none_or(|column| column.right);
                let name = self.columns.get(*column).map_or("", |column| &column.name);
                if right { usize::MAX } else { self.cells(*column).chain([name]).map(longest_word).max().unwrap_or(0) }
            })
            .collect();
        while widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1) > most {
            let widest = widths.iter_mut().zip(&least).filter(|(width, least)| **width > **least);
            let Some((width, _)) = widest.max_by_key(|(width, _)| **width) else { return };
            *width -= 1;
        }
    }

    /// Formats the column names and the line below them.
    pub fn head(&self, layout: &Layout) -> String {
        let names = self.columns.iter().map(|column| Cell::new(&column.name)).collect::<Vec<_>>();
        let total: usize = layout.shown.iter().map(|(_, width, _)| width + GAP).sum();
        format!("{}\n{}", layout.row(&names), "-".repeat(total.saturating_sub(GAP)))
    }

    /// Formats all rows, without the column names.
    pub fn body(&self, layout: &Layout) -> String {
        self.rows.iter().map(|row| layout.row(row)).collect::<Vec<_>>().join("\n")
    }

    /// Splits the table into as many layouts as it takes to show every column; each begins with the first column.
    fn parts(&self, most: usize) -> Vec<Layout> {
        let mut parts: Vec<Vec<usize>> = Vec::new();
        let wide = |column: usize| self.wide(column, true);
        let mut used = usize::MAX;
        for column in 1..self.columns.len() {
            match parts.last_mut() {
                Some(part) if used.saturating_add(GAP + wide(column)) <= most => {
                    part.push(column);
                    used += GAP + wide(column);
                }
                _ => {
                    parts.push(vec![0, column]);
                    used = wide(0) + GAP + wide(column);
                }
            }
        }
        parts.iter().map(|part| self.laid(part, wide, Vec::new())).collect()
    }
}

impl Layout {
    /// Formats a row as lines of text, without trailing spaces.
    pub fn row(&self, cells: &[Cell]) -> String {
        let empty = Cell::new("");
        let cells: Vec<&Cell> = self.shown.iter().map(|(at, ..)| cells.get(*at).unwrap_or(&empty)).collect();
        let texts = cells.iter().zip(&self.shown).map(|(cell, (_, width, _))| {
            cell.text.split('\n').flat_map(|line| wrapped(line, *width)).collect::<Vec<_>>()
        });
        let texts: Vec<Vec<String>> = texts.collect();
        let height = texts.iter().map(Vec::len).max().unwrap_or(0);
        let mut lines = Vec::new();
        for line in 0..height {
            let mut drawn = String::new();
            for ((text, cell), (_, width, right)) in texts.iter().zip(&cells).zip(&self.shown) {
                let text = text.get(line).map_or("", String::as_str);
                let room = " ".repeat(width.saturating_sub(letters(text)));
                let (before, behind) = if *right { (room.as_str(), "") } else { ("", room.as_str()) };
                drawn += &format!("{before}{}{behind}{}", painted(text, cell.look), " ".repeat(GAP));
            }
            lines.push(drawn.trim_end().to_string());
        }
        lines.join("\n")
    }

    /// Returns a line that names the columns left out, if there are any.
    pub fn note(&self) -> Option<String> {
        let names = self.left_out.join(", ");
        (!names.is_empty()).then(|| format!("columns left out for want of room: {names}; --json has them"))
    }
}

/// Formats the table for the width of the terminal.
pub fn text(table: &Table) -> String {
    let layout = table.layout(width());
    let mut lines = vec![table.head(&layout)];
    lines.extend((!table.rows.is_empty()).then(|| table.body(&layout)));
    lines.extend(
        layout
            .note()
            .map(|note| wrapped(&note, width().unwrap_or(usize::MAX)).join("\n")),
    );
    lines.join("\n")
}

/// Formats the table with every column; columns that do not fit go into further tables below.
pub fn text_in_parts(table: &Table) -> String {
    let whole = table.layout(width());
    let most = width().unwrap_or(usize::MAX);
    let total: usize = whole
        .shown
        .iter()
        .map(|(_, width, _)| width + GAP)
        .sum::<usize>()
        .saturating_sub(GAP);
    if total <= most {
        return text(table);
    }
    let parts = table.parts(most);
    let part = |layout: &Layout| format!("{}\n{}", table.head(layout), table.body(layout));
    parts.iter().map(part).collect::<Vec<_>>().join("\n\n")
}

/// Wraps a text to lines of at most `width` characters, at spaces; a longer word gets a line of its own. All lines keep
/// the text's indent.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let text = text.trim_end();
    if letters(text) <= width {
        return vec![text.to_string()];
    }
    let indent = text.chars().take_while(|letter| *letter == ' ').count();
    let indent = " ".repeat(indent.min(width / 2));
    let mut lines: Vec<String> = Vec::new();
    let mut gap = 0;
    for word in text.trim_start().split(' ') {
        gap += 1;
        if word.is_empty() {
            continue;
        }
        match lines.last_mut() {
            Some(line) if letters(line) + gap + letters(word) <= width => *line += &format!("{:gap$}{word}", ""),
            _ => lines.push(format!("{indent}{word}")),
        }
        gap = 0;
    }
    lines
}

fn letters(text: &str) -> usize {
    text.chars().count()
}

/// Returns the least width at which no word is cut, with the text's indent.
fn longest_word(text: &str) -> usize {
    let indent = text.chars().take_while(|letter| *letter == ' ').count();
    text.split_whitespace().map(letters).max().unwrap_or(0) + indent
}

fn painted(text: &str, look: Look) -> String {
    let code = match look {
        _ if text.is_empty() || !coloured() => return text.to_string(),
        Look::Plain => return text.to_string(),
        Look::Bold => 1,
        Look::Green => 32,
        Look::Red => 31,
    };
    format!("\u{1b}[{code}m{text}\u{1b}[0m")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Table {
        let mut table = table(&["rung", ">median time", "method", ">passes", ">none"]).spare(&["passes", "rung"]);
        table.add_row(["fragment", "12 us", "one fragment for each pixel", "1", "-"]);
        table.add_row(["compute", "1.5 us", "one invocation", "12,345", ""]);
        table
    }

    fn drawn(width: Option<usize>) -> String {
        let table = example();
        let layout = table.layout(width);
        format!("{}\n{}", table.head(&layout), table.body(&layout))
    }

    #[test]
    fn what_has_room_is_whole() {
        let whole = drawn(None);
        assert_eq!(whole.lines().next(), Some("rung      median time  method                       passes  none"));
        assert_eq!(whole.lines().last(), Some("compute        1.5 us  one invocation               12,345"));
        assert_eq!(drawn(Some(64)), whole);
    }

    #[test]
    fn the_least_important_goes_first_and_no_word_is_cut() {
        // Column names wrap first.
        assert!(drawn(Some(63)).starts_with("rung      median  method"), "{}", drawn(Some(63)));
        let words = |text: &str| text.split_whitespace().map(str::to_string).collect::<Vec<_>>();
        let all = words(&drawn(None));
        for width in 20..64 {
            let text = drawn(Some(width));
            assert!(text.lines().all(|line| letters(line) <= width), "{width}\n{text}");
            let whole = |word: &String| all.contains(word) || word.starts_with("--");
            assert!(words(&text).iter().all(whole), "{width}\n{text}");
            assert!(text.contains("1.5 us"), "{width}\n{text}");
        }
        let layout = example().layout(Some(50));
        assert_eq!(layout.left_out, ["passes"]);
        assert_eq!(example().layout(Some(30)).left_out, ["passes", "rung"]);
    }

    #[test]
    fn parts_have_every_column() {
        let table = example();
        let parts = table.parts(30);
        let shown: Vec<Vec<usize>> = parts
            .iter()
            .map(|part| part.shown.iter().map(|(at, ..)| *at).collect())
            .collect();
        assert_eq!(shown, [vec![0, 1], vec![0, 2], vec![0, 3, 4]]);
    }

    #[test]
    fn words_stay_whole() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("  a = bcdefghijk + l;", 10), ["  a =", "  bcdefghijk", "  + l;"]);
        assert_eq!(wrapped("  1  two  three", 10), ["  1  two", "  three"]);
        assert_eq!(wrapped("", 5), [""]);
    }
}
