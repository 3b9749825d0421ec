//! Draws a compiler's messages about a kernel at the lines of its author.

use super::expanded_kernel::{ExpandedKernel, SourceFile};
use ariadne::{CharSet, Config, IndexType, Label, Report, ReportKind, Source};
use std::ops::Range;

/// Most messages drawn; one mistake often causes a dozen.
const MAX_MESSAGES: usize = 5;

/// Longest line of a drawing, in letters.
const MAX_LINE_LETTERS: usize = 400;

/// One message of a compiler's log.
#[derive(Debug, Clone, PartialEq, Eq)]
struct CompilerMessage {
    /// Line of the expanded text, from 1.
    line: usize,
    /// Column in that line, from 1, if the compiler reports one.
    column: Option<usize>,
    /// True if the kernel compiles in spite of it.
    warning: bool,
    /// The compiler's words.
    words: String,
}

/// Draws a compiler's log: each message with its file, line and source text, errors before warnings, in the
/// order of the text.
///
/// It reads the logs of glslang, Mesa and NVIDIA. Lines that it cannot read, or whose line number
/// is not in the kernel, are appended unchanged.
pub fn draw_log(expanded: &ExpandedKernel, log: &str) -> String {
    let mut messages: Vec<CompilerMessage> = vec![];
    let mut others: Vec<&str> = vec![];
    for words in log.lines().map(str::trim_end).filter(|words| !is_noise(words)) {
        match parse_line(words) {
            Some(message) if expanded.locate_line(message.line).is_some() => messages.push(message),
            _ => others.push(words),
        }
    }
    messages.sort_by_key(|message| (message.warning, message.line, message.column));
    messages.dedup();
    drop_consequences(&mut messages);

    let mut drawn: Vec<String> = vec![];
    for message in messages.iter().take(MAX_MESSAGES) {
        if let Some((file, line)) = expanded.locate_line(message.line) {
            let words = if message.warning { format!("warning: {}", message.words) } else { message.words.clone() };
            drawn.push(draw_message(file, line, message.column, &words));
        }
    }
    if messages.len() > MAX_MESSAGES {
        drawn.push(format!("and {} more", messages.len() - MAX_MESSAGES));
    }
    if !others.is_empty() {
        drawn.push(others.join("\n"));
    }
    drawn.extend(find_hint(expanded, log));
    if drawn.is_empty() {
        let log = log.trim();
        drawn.push(if log.is_empty() { "the compiler gave no reason" } else { log }.to_string());
    }
    drawn.join("\n")
}

/// Removes glslang's follow-up errors about an unknown extension.
fn drop_consequences(messages: &mut Vec<CompilerMessage>) {
    let lines: Vec<usize> = messages
        .iter()
        .filter(|message| !is_extra_token(message))
        .map(|message| message.line)
        .collect();
    messages.retain(|message| !is_extra_token(message) || !lines.contains(&message.line));
}

fn is_extra_token(message: &CompilerMessage) -> bool {
    message.words.starts_with("'#extension' : extra tokens")
}

/// Declarations that web pages put before a kernel: some of the words, the page, and the lines to add.
const PAGE_DECLARATIONS: [(&[&str], &str, &str); 2] = [
    (
        &["iResolution", "iTime", "iGlobalTime", "iMouse", "iFrame", "iDate", "iChannel0", "iChannel1", "iChannel2"],
        "Shadertoy",
        "uniform vec3 iResolution; uniform float iTime; and so on, and void main() { mainImage(gl_FragColor, gl_FragCoord.xy); }",
    ),
    (
        &["projectionMatrix", "modelViewMatrix", "modelMatrix", "viewMatrix", "normalMatrix", "cameraPosition"],
        "three.js",
        "uniform mat4 projectionMatrix, modelViewMatrix; attribute vec3 position, normal; attribute vec2 uv; and so on",
    ),
];

/// Words that `stream.glsl` and the file that it includes define; kernels typed from a page often lack the include.
const STREAM_WORDS: [&str; 6] = ["here", "element", "fetch", "group", "element_count", "output_width"];

/// Functions that read at a position or an index, which a cube map does not have.
const POSITION_READS: [&str; 3] = ["here", "fetch", "texelFetch"];

/// Types of NVIDIA's GLSL compiler and of Cg; GLSL reserves these words.
const NVIDIA_TYPES: [&str; 8] = ["half", "hvec2", "hvec3", "hvec4", "fixed", "fvec2", "fvec3", "fvec4"];

/// Returns a hint: the include that defines an unknown word, how to read a cube map, or which language a word is from.
fn find_hint(expanded: &ExpandedKernel, log: &str) -> Option<String> {
    if let Some(word) = NVIDIA_TYPES.into_iter().find(|word| has_reserved_word(log, word)) {
        return Some(format!(
            "{word} is a type only of NVIDIA's GLSL compiler of 2004, and of Cg; in GLSL the word is reserved: write \
             float and vec2 to vec4"
        ));
    }
    let included = expanded.files.iter().any(|file| file.name == "stream.glsl");
    if let (Some(word), false) = (STREAM_WORDS.into_iter().find(|word| has_unknown_word(log, word)), included) {
        return Some(format!(
            "{word} is defined in stream.glsl: write #include \"stream.glsl\" below the #version line"
        ));
    }
    for (words, page, declarations) in PAGE_DECLARATIONS {
        if let Some(word) = words.iter().find(|word| has_unknown_word(log, word)) {
            return Some(format!("{word} is declared by {page} before the text: add {declarations}"));
        }
    }
    let word = POSITION_READS.into_iter().find(|word| has_unknown_word(log, word))?;
    expanded
        .text
        .contains("samplerCube")
        .then(|| format!("{word} cannot read a cube map; write texture(cube, direction)"))
}

fn has_unknown_word(log: &str, word: &str) -> bool {
    log.lines().filter_map(quoted_word).any(|quoted| quoted == word)
}

fn has_reserved_word(log: &str, word: &str) -> bool {
    let mut reserved = log.lines().filter(|line| line.contains("Reserved word"));
    reserved.any(|line| quoted_word(line) == Some(word))
}

/// Draws one message at a line of a file, counted from 1, without colour. It underlines the word
/// quoted in the message, or else the word at the column, or else the line.
pub fn draw_message(file: &SourceFile, line: usize, column: Option<usize>, message: &str) -> String {
    draw_near(file, line, column, message, message)
}

/// Draws one message at a line and a column of a file, both counted from 1, whatever words the message quotes.
pub(super) fn draw_message_at(file: &SourceFile, line: usize, column: usize, message: &str) -> String {
    draw_near(file, line, Some(column), message, "")
}

/// Draws a message at the word that `quoting` quotes, or at the column.
fn draw_near(file: &SourceFile, line: usize, column: Option<usize>, message: &str, quoting: &str) -> String {
    let text = plain_text(file);
    let start = line_start(&text, line);
    let words = text[start..].lines().next().unwrap_or("");
    let marked = marked_span(words, column, quoting);
    let span = (file.name.as_str(), start + marked.start..start + marked.end);
    let config = Config::new()
        .with_color(false)
        .with_index_type(IndexType::Byte)
        .with_char_set(CharSet::Unicode);
    let drawing = Report::build(ReportKind::Error, span.clone())
        .with_config(config)
        .with_message(message)
        .with_label(Label::new(span).with_message("here"))
        .finish();
    let mut bytes = vec![];
    match drawing.write((file.name.as_str(), Source::from(text.as_str())), &mut bytes) {
        Ok(()) => cut_long_lines(&bytes),
        Err(_) => format!("{}:{line}: {message}\n{words}", file.name),
    }
}

/// Cuts the long lines of a drawing, for terminals.
pub(super) fn cut_long_lines(drawing: &[u8]) -> String {
    String::from_utf8_lossy(drawing)
        .lines()
        .map(|line| match line.char_indices().nth(MAX_LINE_LETTERS) {
            Some((end, _)) => format!("{}...", &line[..end]),
            None => line.trim_end().to_string(),
        })
        .collect::<Vec<_>>()
        .join("\n")
}

/// Returns a file's text with line breaks that ariadne counts and GLSL does not replaced by spaces,
/// so that line numbers agree.
pub(super) fn plain_text(file: &SourceFile) -> String {
    file.text
        .replace(['\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}', '\r'], " ")
}

/// Returns the byte at which a line, counted from 1, starts.
fn line_start(text: &str, line: usize) -> usize {
    text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum()
}

/// Returns the bytes of a line, counted from 1, in the plain text of its file, without the blanks around it.
pub(super) fn line_span(file: &SourceFile, line: usize) -> Range<usize> {
    let text = plain_text(file);
    let start = line_start(&text, line);
    let words = text[start..].lines().next().unwrap_or("");
    let marked = marked_span(words, None, "");
    start + marked.start..start + marked.end
}

/// Returns the bytes of a line to underline.
fn marked_span(words: &str, column: Option<usize>, message: &str) -> Range<usize> {
    let all = words.len() - words.trim_start().len()..words.trim_end().len();
    let near = column.map_or(0, |column| column - column.min(1));
    if let Some(quoted) = quoted_word(message) {
        let places = words
            .match_indices(quoted)
            .map(|(at, _)| at)
            .filter(|&at| is_whole_word(words, quoted, at));
        if let Some(at) = places.min_by_key(|at| at.abs_diff(near)) {
            return at..at + quoted.len();
        }
    }
    let Some(under) = column.and_then(|_| words.get(near..)).filter(|under| !under.trim().is_empty()) else {
        return if all.start < all.end { all } else { 0..words.len() };
    };
    let word = under.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(under.len());
    let first = under.chars().next().map_or(0, char::len_utf8);
    near..near + word.max(first)
}

fn is_whole_word(words: &str, quoted: &str, at: usize) -> bool {
    let longer = words[..at].ends_with(is_word_letter) || words[at + quoted.len()..].starts_with(is_word_letter);
    !(longer && quoted.starts_with(is_word_letter))
}

fn is_word_letter(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// Returns the first word in quotes of any kind that compilers use: `'x'`, `"x"`, `` `x' ``.
fn quoted_word(message: &str) -> Option<&str> {
    let (open, _) = message.char_indices().find(|&(_, c)| matches!(c, '\'' | '"' | '`'))?;
    let close = if message[open..].starts_with('"') { '"' } else { '\'' };
    let inside = &message[open + 1..];
    inside
        .find(close)
        .map(|end| inside[..end].trim())
        .filter(|word| !word.is_empty())
}

/// Returns the expanded line and the text of each error in a log.
pub(super) fn parse_errors(log: &str) -> Vec<(usize, String)> {
    let lines = log.lines().map(str::trim_end).filter(|words| !is_noise(words));
    let errors = lines.filter_map(parse_line).filter(|message| !message.warning);
    errors.map(|message| (message.line, message.words)).collect()
}

/// Returns true for log lines that are not about the kernel.
fn is_noise(words: &str) -> bool {
    let words = words.trim();
    words.is_empty()
        || words.ends_with("compilation terminated")
        || words.contains("compilation errors.  No code generated")
        || words.ends_with("HLSL parsing failed.")
        || ["Vertex info", "Fragment info", "Compute info"].contains(&words)
        || words.chars().all(|c| c == '-')
}

/// Parses one line of a log in the first format that fits.
fn parse_line(words: &str) -> Option<CompilerMessage> {
    parse_glslang(words)
        .or_else(|| parse_mesa(words))
        .or_else(|| parse_nvidia(words))
}

/// Parses `ERROR: 0:12:5: 'x' : undeclared identifier`, with or without the column.
fn parse_glslang(words: &str) -> Option<CompilerMessage> {
    let (kind, rest) = words.split_once(": ")?;
    let warning = is_warning(kind)?;
    let (_, rest) = leading_number(rest)?;
    let (line, rest) = leading_number(rest.strip_prefix(':')?)?;
    let rest = rest.strip_prefix(':')?;
    let (column, rest) = match leading_number(rest) {
        Some((column, rest)) => (Some(column), rest.strip_prefix(':')?),
        None => (None, rest),
    };
    // glslang quotes the word in question, or has empty quotes if there is none.
    let words = rest.trim().trim_start_matches("'' :").trim();
    Some(CompilerMessage { line, column, warning, words: words.to_string() })
}

/// Parses `0:12(5): error: 'x' undeclared`.
fn parse_mesa(words: &str) -> Option<CompilerMessage> {
    let (_, rest) = leading_number(words)?;
    let (line, rest) = leading_number(rest.strip_prefix(':')?)?;
    let (column, rest) = leading_number(rest.strip_prefix('(')?)?;
    let (kind, words) = rest.strip_prefix("):")?.split_once(':')?;
    let warning = is_warning(kind)?;
    Some(CompilerMessage { line, column: Some(column), warning, words: words.trim().to_string() })
}

/// Parses `0(12) : error C1008: undefined variable "x"`.
fn parse_nvidia(words: &str) -> Option<CompilerMessage> {
    let (_, rest) = leading_number(words)?;
    let (line, rest) = leading_number(rest.strip_prefix('(')?)?;
    let (kind, words) = rest.strip_prefix(')')?.trim_start().strip_prefix(':')?.split_once(':')?;
    let warning = is_warning(kind.split_whitespace().next()?)?;
    Some(CompilerMessage { line, column: None, warning, words: words.trim().to_string() })
}

/// Returns true for a word that means a warning, false for an error; `None` for other words.
fn is_warning(kind: &str) -> Option<bool> {
    match kind.trim().to_ascii_lowercase().as_str() {
        "error" | "internal error" => Some(false),
        "warning" | "note" => Some(true),
        _ => None,
    }
}

/// Splits off the number at the start.
fn leading_number(words: &str) -> Option<(usize, &str)> {
    let end = words.find(|c: char| !c.is_ascii_digit()).unwrap_or(words.len());
    Some((words[..end].parse().ok()?, &words[end..]))
}
