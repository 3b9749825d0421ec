//! Texts and words on their way to the compiler's process and back.

use crate::shader::{Expanded, SourceFile, Stage};

/// What is sent: numbers of four bytes, and texts and words with their length before them.
#[derive(Debug, Default)]
pub(super) struct Writer(pub Vec<u8>);

impl Writer {
    pub(super) fn number(&mut self, number: usize) {
        self.0.extend(u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes());
    }

    pub(super) fn text(&mut self, text: &str) {
        self.number(text.len());
        self.0.extend(text.as_bytes());
    }

    pub(super) fn words(&mut self, words: &[u32]) {
        self.number(words.len());
        self.0.extend(words.iter().flat_map(|word| word.to_le_bytes()));
    }

    pub(super) fn expanded(&mut self, expanded: &Expanded) {
        self.text(&expanded.name);
        self.number(stage_number(expanded.stage));
        self.text(&expanded.text);
        self.number(expanded.files.len());
        for file in &expanded.files {
            self.text(&file.name);
            self.text(&file.text);
        }
        self.number(expanded.lines.len());
        for (file, line) in &expanded.lines {
            self.number(*file);
            self.number(*line);
        }
    }
}

/// What was received. It may be cut off, or anything.
pub(super) struct Reader<'b>(pub &'b [u8]);

impl Reader<'_> {
    pub(super) fn number(&mut self) -> Option<usize> {
        let (bytes, rest) = self.0.split_first_chunk::<4>()?;
        self.0 = rest;
        usize::try_from(u32::from_le_bytes(*bytes)).ok()
    }

    fn bytes(&mut self, count: usize) -> Option<&[u8]> {
        let (bytes, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(bytes)
    }

    pub(super) fn text(&mut self) -> Option<String> {
        let length = self.number()?;
        String::from_utf8(self.bytes(length)?.to_vec()).ok()
    }

    pub(super) fn words(&mut self) -> Option<Vec<u32>> {
        let length = self.number()?;
        let (words, _) = self.bytes(length.checked_mul(4)?)?.as_chunks::<4>();
        Some(words.iter().map(|word| u32::from_le_bytes(*word)).collect())
    }

    pub(super) fn stage(&mut self) -> Option<Stage> {
        let number = self.number()?;
        STAGES.get(number).copied()
    }

    pub(super) fn expanded(&mut self) -> Option<Expanded> {
        let (name, stage, text) = (self.text()?, self.stage()?, self.text()?);
        let mut files = vec![];
        for _ in 0..self.number()? {
            files.push(SourceFile { name: self.text()?, text: self.text()?.into() });
        }
        let mut lines = vec![];
        for _ in 0..self.number()? {
            lines.push((self.number()?, self.number()?));
        }
        Some(Expanded { name, stage, text, lines, files })
    }
}

const STAGES: [Stage; 3] = [Stage::Vertex, Stage::Fragment, Stage::Compute];

/// The number of a stage.
pub(super) fn stage_number(stage: Stage) -> usize {
    STAGES.iter().position(|known| *known == stage).unwrap_or(STAGES.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_arrives_is_what_was_sent_and_what_is_cut_off_is_nothing() {
        let file = |name: &str, text: &str| SourceFile { name: name.to_string(), text: text.to_string().into() };
        let expanded = Expanded {
            name: "ä.comp".to_string(),
            stage: Stage::Compute,
            text: "one\ntwo\n".to_string(),
            lines: vec![(0, 1), (1, 7)],
            files: vec![file("ä.comp", "one"), file("b.glsl", "")],
        };
        let mut writer = Writer::default();
        writer.expanded(&expanded);
        writer.words(&[1, u32::MAX]);
        let mut reader = Reader(&writer.0);
        assert_eq!(reader.expanded(), Some(expanded));
        assert_eq!(reader.words(), Some(vec![1, u32::MAX]));
        assert_eq!(reader.number(), None);
        for length in 0..writer.0.len() {
            let mut reader = Reader(&writer.0[..length]);
            assert!(reader.expanded().is_none() || reader.words().is_none(), "{length}");
        }
    }
}
