//! Inserts included files, and leaves out the lines whose conditions do not hold.
//!
//! The result has the macros' definitions still in it. Each of its lines is a line of a file, with
//! blanks for comments, so that its columns are the author's.

use super::{Directive, Preprocessor, is_directive, split_directives};
use crate::lexer::split_tokens;
use crate::source_error::{CgError, CgResult};
use crate::token::{Place, Token};
use gristmill_base::includes::{IncludeLookup, IncludeRequest};
use std::collections::HashSet;

/// Deepest nesting of includes.
const MAX_DEPTH: usize = 32;

/// Most bytes of a text with its includes.
const MAX_BYTES: usize = 1 << 22;

/// A file and its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IncludedFile {
    /// Its name, from the folder of the first file.
    pub name: String,
    /// Its text, with line ends of one letter.
    pub text: String,
}

/// A text with its included files.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ExpandedText {
    /// The text. Every line ends with a newline.
    pub text: String,
    /// The origin of each line: an index into `files`, and a line from 1.
    pub lines: Vec<(usize, usize)>,
    /// The file itself, then those that it includes.
    pub files: Vec<IncludedFile>,
}

/// Inserts the files that a text includes.
///
/// A file may be included again, as C allows, unless it has `#pragma once`. The host's constants are
/// macros from the first line on.
///
/// ```
/// use gristmill_base::includes::IncludeRequest;
/// let lookup = |request: &IncludeRequest| {
///     request.find_text(|name| (name == "two.h").then(|| "#define TWO 2".into())).map(Ok)
/// };
/// let expanded = gristmill_cg::expand_includes("k.cg", "#include \"two.h\"\nfloat two = TWO;", &[], &lookup).unwrap();
/// assert_eq!(expanded.text, "\n#define TWO 2\nfloat two = TWO;\n");
/// assert_eq!(expanded.lines, [(0, 1), (1, 1), (0, 2)]);
/// ```
///
/// # Errors
/// The first error, and the index of its file.
pub fn expand_includes(
    name: &str,
    text: &str,
    definitions: &[(String, String)],
    includes: &IncludeLookup,
) -> Result<ExpandedText, (IncludedFile, CgError)> {
    let mut expansion = Expansion {
        includes,
        preprocessor: Preprocessor::default(),
        out: ExpandedText { files: vec![open_file(name, text)], ..ExpandedText::default() },
        path: vec![0],
        once: HashSet::new(),
    };
    let done = expansion.define_constants(definitions).and_then(|()| expansion.copy_file(0));
    let at = expansion.path.last().copied().unwrap_or(0);
    match done {
        Ok(()) => Ok(expansion.out),
        Err(error) => {
            let file = expansion.out.files.get(at).cloned().unwrap_or_else(|| open_file(name, text));
            Err((file, error))
        }
    }
}

fn open_file(name: &str, text: &str) -> IncludedFile {
    let text = text
        .strip_prefix('\u{feff}')
        .unwrap_or(text)
        .replace("\r\n", "\n")
        .replace('\r', "\n");
    IncludedFile { name: name.to_string(), text: text.replace('\0', " ") }
}

/// The state of the insertion.
struct Expansion<'a> {
    includes: &'a IncludeLookup<'a>,
    preprocessor: Preprocessor,
    out: ExpandedText,
    /// The files from the first to the one that is read.
    path: Vec<usize>,
    /// The files with `#pragma once`.
    once: HashSet<usize>,
}

impl Expansion<'_> {
    /// Writes the host's constants as macros before the first line.
    fn define_constants(&mut self, definitions: &[(String, String)]) -> CgResult<()> {
        for (name, value) in definitions {
            let line = format!("#define {name} {value}");
            let tokens = split_tokens(&line)?;
            self.preprocessor.follow_directive(&tokens)?;
            self.out.text.push_str(&line);
            self.out.text.push('\n');
            self.out.lines.push((0, 1));
        }
        Ok(())
    }

    /// Copies a file to the text. After an error the path still ends with the file that has it.
    fn copy_file(&mut self, file: usize) -> CgResult<()> {
        let text = self.out.files.get(file).map_or(String::new(), |file| file.text.clone());
        let tokens = split_tokens(&text)?;
        let outer = self.preprocessor.conditions.len();
        let mut bytes = blank_comments(&text, &tokens);
        let mut copied = Copied::default();
        for part in split_directives(&tokens) {
            let Some((first, last)) = part.first().zip(part.last()) else { continue };
            if !is_directive(first) {
                if !self.preprocessor.is_reading() {
                    blank_bytes(&mut bytes, first, last);
                }
                continue;
            }
            match self.preprocessor.follow_directive(part)? {
                Directive::Definition => {}
                Directive::Blank => blank_bytes(&mut bytes, first, last),
                Directive::Once => {
                    blank_bytes(&mut bytes, first, last);
                    self.once.insert(file);
                }
                Directive::Include { name, is_angled } => {
                    blank_bytes(&mut bytes, first, last);
                    self.copy_lines(file, &bytes, &mut copied, last.end);
                    self.insert_file(&name, is_angled, first.place)?;
                }
            }
        }
        self.copy_lines(file, &bytes, &mut copied, bytes.len());
        match self.preprocessor.conditions.get(outer) {
            Some(open) => Err(CgError::new(open.place, "this condition is not closed; add #endif")),
            None => Ok(()),
        }
    }

    /// Copies the lines up to that with a byte, after those that were copied.
    fn copy_lines(&mut self, file: usize, bytes: &[u8], copied: &mut Copied, end: usize) {
        let rest = bytes.get(end..).unwrap_or(&[]);
        let end = end + rest.iter().position(|byte| *byte == b'\n').map_or(rest.len(), |at| at + 1);
        for line in String::from_utf8_lossy(bytes.get(copied.bytes..end).unwrap_or(&[])).lines() {
            copied.lines += 1;
            self.out.text.push_str(line.trim_end_matches(' '));
            self.out.text.push('\n');
            self.out.lines.push((file, copied.lines));
        }
        copied.bytes = end.max(copied.bytes);
    }

    /// Inserts the file that a line includes.
    fn insert_file(&mut self, name: &str, is_angled: bool, place: Place) -> CgResult<()> {
        if self.path.len() >= MAX_DEPTH {
            return Err(CgError::new(
                place,
                format!("files include one another deeper than {MAX_DEPTH}; break the circle"),
            ));
        }
        if self.out.text.len() > MAX_BYTES {
            return Err(CgError::new(place, format!("the text with its includes is longer than {MAX_BYTES} bytes")));
        }
        let above = self.path.last().filter(|above| **above > 0);
        let includer = above
            .and_then(|above| self.out.files.get(*above))
            .map_or("", |file| file.name.as_str());
        let found = (self.includes)(&IncludeRequest { name, includer, is_angled })
            .unwrap_or_else(|| Err(format!("include file {name} not found; check the name")))
            .map_err(|why| CgError::new(place, why))?;
        let known = self.out.files.iter().skip(1).position(|file| file.name == found.name);
        let index = known.map_or(self.out.files.len(), |known| known + 1);
        if known.is_none() {
            self.out.files.push(open_file(&found.name, &found.text));
        }
        if self.once.contains(&index) {
            return Ok(());
        }
        self.path.push(index);
        self.copy_file(index)?;
        self.path.pop();
        Ok(())
    }
}

/// The part of a file that was copied.
#[derive(Default)]
struct Copied {
    bytes: usize,
    lines: usize,
}

/// Returns a text's bytes with blanks for its comments: three quarters of some texts are comments.
fn blank_comments(text: &str, tokens: &[Token]) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    let mut start = 0;
    for (end, next) in tokens.iter().map(|token| (token.start, token.end)).chain([(bytes.len(), 0)]) {
        for at in start..end {
            // A backslash joins its line with the next one.
            let is_joint = bytes.get(at..at + 2) == Some(b"\\\n");
            if let Some(byte) = bytes.get_mut(at).filter(|byte| **byte != b'\n' && !is_joint) {
                *byte = b' ';
            }
        }
        start = next;
    }
    bytes
}

/// Replaces the bytes from a token to another by blanks, except line ends.
fn blank_bytes(bytes: &mut [u8], first: &Token, last: &Token) {
    for byte in bytes.get_mut(first.start..last.end).into_iter().flatten() {
        if *byte != b'\n' {
            *byte = b' ';
        }
    }
}
