//! Tables that fit the terminal: optional columns are left out first, and no word is cut.

use std::io::{IsTerminal, stdout};
use terminal_size::{Width, terminal_size_of};

/// Spaces between two columns.
const COLUMN_GAP: usize = 2;
/// Width of a terminal that does not report one.
const DEFAULT_WIDTH: usize = 80;
/// The narrowest layout.
const MIN_WIDTH: usize = 40;

/// Returns the width of a line: `COLUMNS`, else that of the terminal. `None` for a file or a pipe: no limit.
pub fn terminal_width() -> Option<usize> {
    let asked = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse::<usize>().ok());
    asked
        .filter(|columns| *columns > 0)
        .or_else(reported_width)
        .map(|columns| columns.max(MIN_WIDTH))
}

/// Returns the width that the terminal reports, or the default one.
fn reported_width() -> Option<usize> {
    match terminal_size_of(stdout()) {
        Some((Width(columns), _)) => Some(usize::from(columns)),
        None => stdout().is_terminal().then_some(DEFAULT_WIDTH),
    }
}

/// Returns true if the standard output may have colours: <https://no-color.org>.
fn has_colours() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()) && stdout().is_terminal()
}

/// The style of a cell, on terminals with colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellStyle {
    Plain,
    Bold,
    Green,
    Red,
}

/// A cell of a table.
#[derive(Debug, Clone)]
pub struct TableCell {
    text: String,
    look: CellStyle,
}

impl TableCell {
    pub fn new(text: impl ToString) -> TableCell {
        TableCell { text: text.to_string(), look: CellStyle::Plain }
    }

    pub fn with_style(self, look: CellStyle) -> TableCell {
        TableCell { look, ..self }
    }
}

impl<T: ToString> From<T> for TableCell {
    fn from(text: T) -> TableCell {
        TableCell::new(text)
    }
}

#[derive(Debug)]
struct TableColumn {
    /// The lines of its name, if they fit.
    name: String,
    right: bool,
}

/// Rows of cells under named columns.
#[derive(Debug)]
pub struct TextTable {
    columns: Vec<TableColumn>,
    rows: Vec<Vec<TableCell>>,
    spare: Vec<String>,
}

/// Creates a table with these columns; a name that begins with `>` aligns its column to the right, as for numbers.
pub fn new_table(columns: &[&str]) -> TextTable {
    let column =
        |name: &&str| TableColumn { name: name.trim_start_matches('>').to_string(), right: name.starts_with('>') };
    TextTable { columns: columns.iter().map(column).collect(), rows: Vec::new(), spare: Vec::new() }
}

/// The columns that are shown, and their widths.
#[derive(Debug)]
pub struct TableLayout {
    /// Index and width of each column; true if it is aligned to the right.
    shown: Vec<(usize, usize, bool)>,
    /// The names of columns that have content and were left out.
    pub left_out: Vec<String>,
}

impl TextTable {
    /// Sets the columns that may be left out, the least important first.
    pub fn with_optional(self, names: &[&str]) -> TextTable {
        TextTable { spare: names.iter().map(|name| (*name).to_string()).collect(), ..self }
    }

    pub fn add_row<C: Into<TableCell>>(&mut self, row: impl IntoIterator<Item = C>) {
        self.rows.push(row.into_iter().map(Into::into).collect());
    }

    fn column_cells(&self, column: usize) -> impl Iterator<Item = &str> {
        self.rows
            .iter()
            .filter_map(move |row| row.get(column))
            .map(|cell| cell.text.as_str())
    }

    /// Returns the width of a column, with its name on its own lines or with one word per line.
    fn column_width(&self, column: usize, by_words: bool) -> usize {
        let name = self.columns.get(column).map_or("", |column| &column.name);
        let title = if by_words { longest_word_width(name) } else { name.lines().map(char_count).max().unwrap_or(0) };
        self.column_cells(column).map(char_count).max().unwrap_or(0).max(title)
    }

    /// Returns the width of the table with all columns, each name on its own lines.
    pub fn full_width(&self) -> usize {
        let widths = (0..self.columns.len()).map(|column| self.column_width(column, false) + COLUMN_GAP);
        widths.sum::<usize>().saturating_sub(COLUMN_GAP)
    }

    /// Chooses the columns that fit, and their widths.
    pub fn fit_columns(&self, width: Option<usize>) -> TableLayout {
        let mut shown: Vec<usize> = (0..self.columns.len()).collect();
        let mut left_out = Vec::new();
        let most = width.unwrap_or(usize::MAX);
        if self.columns_width(&shown, false) <= most {
            let widths: Vec<usize> = shown.iter().map(|column| self.column_width(*column, false)).collect();
            return self.build_layout(&shown, &widths, left_out);
        }
        if self.columns_width(&shown, true) > most {
            shown.retain(|column| self.column_cells(*column).any(|cell| !matches!(cell, "" | "-")));
        }
        for spare in &self.spare {
            if self.columns_width(&shown, true) <= most {
                break;
            }
            let before = shown.len();
            shown.retain(|column| self.columns.get(*column).is_none_or(|column| column.name != *spare));
            if shown.len() < before {
                left_out.push(spare.replace('\n', " "));
            }
        }
        let mut widths: Vec<usize> = shown.iter().map(|column| self.column_width(*column, true)).collect();
        self.shrink_columns(&shown, &mut widths, most);
        self.build_layout(&shown, &widths, left_out)
    }

    /// Returns the width of some columns together.
    fn columns_width(&self, shown: &[usize], by_words: bool) -> usize {
        let widths = shown.iter().map(|column| self.column_width(*column, by_words) + COLUMN_GAP);
        widths.sum::<usize>().saturating_sub(COLUMN_GAP)
    }

    /// Builds the layout of these columns, each with its width.
    fn build_layout(&self, shown: &[usize], widths: &[usize], left_out: Vec<String>) -> TableLayout {
        let mut columns = Vec::new();
        for (column, width) in shown.iter().zip(widths) {
            let is_right = self.columns.get(*column).is_some_and(|column| column.right);
            columns.push((*column, *width, is_right));
        }
        TableLayout { shown: columns, left_out }
    }

    /// Narrows the widest text columns, down to their longest words, until the table fits.
    fn shrink_columns(&self, shown: &[usize], widths: &mut [usize], most: usize) {
        let least: Vec<usize> = shown
            .iter()
            .map(|column| {
                let right = self.columns.get(*column).is_none_or(|column| column.right);
                let name = self.columns.get(*column).map_or("", |column| &column.name);
                if right {
                    usize::MAX
                } else {
                    self.column_cells(*column)
                        .chain([name])
                        .map(longest_word_width)
                        .max()
                        .unwrap_or(0)
                }
            })
            .collect();
        while widths.iter().sum::<usize>() + COLUMN_GAP * widths.len().saturating_sub(1) > most {
            let widest = widths.iter_mut().zip(&least).filter(|(width, least)| **width > **least);
            let Some((width, _)) = widest.max_by_key(|(width, _)| **width) else { return };
            *width -= 1;
        }
    }

    /// Formats the column names and the line below them.
    pub fn format_head(&self, layout: &TableLayout) -> String {
        let names = self
            .columns
            .iter()
            .map(|column| TableCell::new(&column.name))
            .collect::<Vec<_>>();
        let total: usize = layout.shown.iter().map(|(_, width, _)| width + COLUMN_GAP).sum();
        format!("{}\n{}", layout.format_row(&names), "-".repeat(total.saturating_sub(COLUMN_GAP)))
    }

    /// Formats all rows, without the column names.
    pub fn format_body(&self, layout: &TableLayout) -> String {
        self.rows
            .iter()
            .map(|row| layout.format_row(row))
            .collect::<Vec<_>>()
            .join("\n")
    }

    /// Splits the table into as many layouts as it takes to show every column; each begins with the first column.
    fn split_columns(&self, most: usize) -> Vec<TableLayout> {
        let mut parts: Vec<Vec<usize>> = Vec::new();
        let mut used = usize::MAX;
        for column in 1..self.columns.len() {
            let width = COLUMN_GAP + self.column_width(column, true);
            match parts.last_mut() {
                Some(part) if used.saturating_add(width) <= most => {
                    part.push(column);
                    used += width;
                }
                _ => {
                    parts.push(vec![0, column]);
                    used = self.column_width(0, true) + width;
                }
            }
        }
        let mut layouts = Vec::new();
        for part in &parts {
            let widths: Vec<usize> = part.iter().map(|column| self.column_width(*column, true)).collect();
            layouts.push(self.build_layout(part, &widths, Vec::new()));
        }
        layouts
    }
}

impl TableLayout {
    /// Formats a row as lines of text, without trailing spaces.
    pub fn format_row(&self, cells: &[TableCell]) -> String {
        let empty = TableCell::new("");
        let cells: Vec<&TableCell> = self.shown.iter().map(|(at, ..)| cells.get(*at).unwrap_or(&empty)).collect();
        let texts = cells.iter().zip(&self.shown).map(|(cell, (_, width, _))| {
            cell.text
                .split('\n')
                .flat_map(|line| wrap_text(line, *width))
                .collect::<Vec<_>>()
        });
        let texts: Vec<Vec<String>> = texts.collect();
        let height = texts.iter().map(Vec::len).max().unwrap_or(0);
        let mut lines = Vec::new();
        for line in 0..height {
            let mut drawn = String::new();
            for ((text, cell), (_, width, right)) in texts.iter().zip(&cells).zip(&self.shown) {
                let text = text.get(line).map_or("", String::as_str);
                let room = " ".repeat(width.saturating_sub(char_count(text)));
                let (before, behind) = if *right { (room.as_str(), "") } else { ("", room.as_str()) };
                drawn += &format!("{before}{}{behind}{}", paint_text(text, cell.look), " ".repeat(COLUMN_GAP));
            }
            lines.push(drawn.trim_end().to_string());
        }
        lines.join("\n")
    }

    /// Returns a line that names the columns left out, if there are any.
    pub fn omitted_note(&self) -> Option<String> {
        let names = self.left_out.join(", ");
        (!names.is_empty()).then(|| format!("columns left out for lack of room: {names}; --json has them"))
    }
}

/// Formats the table for the width of the terminal.
pub fn format_table(table: &TextTable) -> String {
    let layout = table.fit_columns(terminal_width());
    let mut lines = vec![table.format_head(&layout)];
    lines.extend((!table.rows.is_empty()).then(|| table.format_body(&layout)));
    lines.extend(
        layout
            .omitted_note()
            .map(|note| wrap_text(&note, terminal_width().unwrap_or(usize::MAX)).join("\n")),
    );
    lines.join("\n")
}

/// Formats the table with every column; columns that do not fit go into further tables below.
pub fn format_table_in_parts(table: &TextTable) -> String {
    let whole = table.fit_columns(terminal_width());
    let most = terminal_width().unwrap_or(usize::MAX);
    let total: usize = whole
        .shown
        .iter()
        .map(|(_, width, _)| width + COLUMN_GAP)
        .sum::<usize>()
        .saturating_sub(COLUMN_GAP);
    if total <= most {
        return format_table(table);
    }
    let parts = table.split_columns(most);
    parts
        .iter()
        .map(|layout: &TableLayout| format!("{}\n{}", table.format_head(layout), table.format_body(layout)))
        .collect::<Vec<_>>()
        .join("\n\n")
}

/// Wraps a text to lines of at most `width` characters, at spaces; a longer word gets a line of its own. All lines keep
/// the text's indent.
pub fn wrap_text(text: &str, width: usize) -> Vec<String> {
    let text = text.trim_end();
    if char_count(text) <= width {
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
            Some(line) if char_count(line) + gap + char_count(word) <= width => *line += &format!("{:gap$}{word}", ""),
            _ => lines.push(format!("{indent}{word}")),
        }
        gap = 0;
    }
    lines
}

fn char_count(text: &str) -> usize {
    text.chars().count()
}

/// Returns the least width at which no word is cut, with the text's indent.
fn longest_word_width(text: &str) -> usize {
    let indent = text.chars().take_while(|letter| *letter == ' ').count();
    text.split_whitespace().map(char_count).max().unwrap_or(0) + indent
}

fn paint_text(text: &str, look: CellStyle) -> String {
    let code = match look {
        _ if text.is_empty() || !has_colours() => return text.to_string(),
        CellStyle::Plain => return text.to_string(),
        CellStyle::Bold => 1,
        CellStyle::Green => 32,
        CellStyle::Red => 31,
    };
    format!("\u{1b}[{code}m{text}\u{1b}[0m")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example_table() -> TextTable {
        let mut table =
            new_table(&["rung", ">median time", "method", ">passes", ">none"]).with_optional(&["passes", "rung"]);
        table.add_row(["fragment", "12 us", "one fragment for each pixel", "1", "-"]);
        table.add_row(["compute", "1.5 us", "one invocation", "12,345", ""]);
        table
    }

    fn draw_example(width: Option<usize>) -> String {
        let table = example_table();
        let layout = table.fit_columns(width);
        format!("{}\n{}", table.format_head(&layout), table.format_body(&layout))
    }

    #[test]
    fn what_has_room_is_whole() {
        let whole = draw_example(None);
        assert_eq!(whole.lines().next(), Some("rung      median time  method                       passes  none"));
        assert_eq!(whole.lines().last(), Some("compute        1.5 us  one invocation               12,345"));
        assert_eq!(draw_example(Some(64)), whole);
    }

    fn words_of(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_string).collect()
    }

    #[test]
    fn the_least_important_goes_first_and_no_word_is_cut() {
        // Column names wrap first.
        assert!(draw_example(Some(63)).starts_with("rung      median  method"), "{}", draw_example(Some(63)));
        let all = words_of(&draw_example(None));
        for width in 20..64 {
            let text = draw_example(Some(width));
            assert!(text.lines().all(|line| char_count(line) <= width), "{width}\n{text}");
            assert!(
                words_of(&text)
                    .iter()
                    .all(|word: &String| all.contains(word) || word.starts_with("--")),
                "{width}\n{text}"
            );
            assert!(text.contains("1.5 us"), "{width}\n{text}");
        }
        let layout = example_table().fit_columns(Some(50));
        assert_eq!(layout.left_out, ["passes"]);
        assert_eq!(example_table().fit_columns(Some(30)).left_out, ["passes", "rung"]);
    }

    #[test]
    fn parts_have_every_column() {
        let table = example_table();
        let parts = table.split_columns(30);
        let shown: Vec<Vec<usize>> = parts
            .iter()
            .map(|part| part.shown.iter().map(|(at, ..)| *at).collect())
            .collect();
        assert_eq!(shown, [vec![0, 1], vec![0, 2], vec![0, 3, 4]]);
    }

    #[test]
    fn words_stay_whole() {
        assert_eq!(wrap_text("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap_text("  a = bcdefghijk + l;", 10), ["  a =", "  bcdefghijk", "  + l;"]);
        assert_eq!(wrap_text("  1  two  three", 10), ["  1  two", "  three"]);
        assert_eq!(wrap_text("", 5), [""]);
    }
}
