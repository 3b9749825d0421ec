//! Lines of a text by their bytes.

/// The first byte of each line.
pub(super) struct LineStarts(Vec<usize>);

impl LineStarts {
    /// Finds the lines of a text.
    pub(super) fn new(text: &str) -> LineStarts {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        LineStarts(std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect())
    }

    /// Returns the line of a byte, counted from 1.
    pub(super) fn line_at(&self, at: usize) -> u32 {
        self.0.partition_point(|start| *start <= at) as u32
    }
}
