//! Text whose pieces are on lines of the author's.

/// Pieces of text, each with the line where it belongs; 0 is the line of the one before.
#[derive(Debug, Default)]
pub(super) struct WrittenLines {
    pieces: Vec<(u32, usize, String)>,
}

impl WrittenLines {
    /// Adds a piece on a line of the author's, indented so deep if it begins the line.
    pub fn add_line(&mut self, line: u32, depth: usize, text: impl Into<String>) {
        self.pieces.push((line, depth, text.into()));
    }

    /// Appends the pieces to a text that is `line` lines long so far; pieces whose line is past follow each other. Returns the
    /// line that it ends on.
    pub fn append_to(&self, text: &mut String, mut line: u32) -> u32 {
        for (wanted, depth, piece) in &self.pieces {
            if *wanted > line {
                while line < *wanted {
                    text.push('\n');
                    line += 1;
                }
                *text += &"    ".repeat(*depth);
            } else if !text.is_empty() && !text.ends_with(['\n', ' ']) {
                text.push(' ');
            }
            *text += piece;
        }
        line
    }

    /// Appends the pieces from the next line on, in the author's lines relative to each other.
    pub fn append_after(&self, text: &mut String, line: u32) -> u32 {
        let first = self.pieces.first().map_or(0, |(line, ..)| *line);
        text.push('\n');
        let moved: Vec<_> = self
            .pieces
            .iter()
            .map(|(wanted, depth, piece)| (wanted.saturating_sub(first) + line + 1, *depth, piece.clone()))
            .collect();
        WrittenLines { pieces: moved }.append_to(text, line + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_on_their_lines() {
        let mut lines = WrittenLines::default();
        lines.add_line(3, 0, "a");
        lines.add_line(3, 0, "b");
        lines.add_line(5, 1, "c");
        lines.add_line(4, 1, "late");
        let mut text = "first\nsecond\n".to_string();
        assert_eq!(lines.append_to(&mut text, 3), 5);
        assert_eq!(text, "first\nsecond\na b\n\n    c late");
    }
}
