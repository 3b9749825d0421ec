//! What a compiler said about a kernel, shown at the lines that its author wrote.

use super::expanded::{Expanded, SourceFile};
use ariadne::{CharSet, Config, IndexType, Label, Report, ReportKind, Source};
use std::ops::Range;

/// Messages drawn, at most; one mistake often makes a dozen.
const MOST: usize = 5;

/// Letters of a line of a drawing, at most.
const LONGEST: usize = 400;

/// One message of a compiler's log.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Message {
    /// Line of the expanded text, from 1.
    line: usize,
    /// Column of that line, from 1, if the compiler says one.
    column: Option<usize>,
    /// Whether the kernel compiles in spite of it.
    warning: bool,
    /// The compiler's words.
    words: String,
}

/// Draws a compiler's log: each message with its file, line and source text, errors before warnings, in the
/// order of the text.
///
/// It reads the logs of glslang, Mesa and NVIDIA. Lines that it cannot read, or that name no line of the
/// kernel, follow as they are.
pub fn report(expanded: &Expanded, log: &str) -> String {
    let mut messages: Vec<Message> = vec![];
    let mut others: Vec<&str> = vec![];
    for words in log.lines().map(str::trim_end).filter(|words| !is_noise(words)) {
        match parse(words) {
            Some(message) if expanded.place(message.line).is_some() => messages.push(message),
            _ => others.push(words),
        }
    }
    messages.sort_by_key(|message| (message.warning, message.line, message.column));
    messages.dedup();
    drop_consequences(&mut messages);

    let mut drawn: Vec<String> = vec![];
    for message in messages.iter().take(MOST) {
        if let Some((file, line)) = expanded.place(message.line) {
            let words = if message.warning { format!("warning: {}", message.words) } else { message.words.clone() };
            drawn.push(draw(file, line, message.column, &words));
        }
    }
    if messages.len() > MOST {
        drawn.push(format!("and {} more", messages.len() - MOST));
    }
    if !others.is_empty() {
        drawn.push(others.join("\n"));
    }
    drawn.extend(hint(expanded, log));
    if drawn.is_empty() {
        let log = log.trim();
        drawn.push(if log.is_empty() { "the compiler does not say why" } else { log }.to_string());
    }
    drawn.join("\n")
}

/// Leaves out what glslang adds to an extension that it does not know.
fn drop_consequences(messages: &mut Vec<Message>) {
    let is_added = |message: &Message| message.words.starts_with("'#extension' : extra tokens");
    let lines: Vec<usize> = messages
        .iter()
        .filter(|message| !is_added(message))
        .map(|message| message.line)
        .collect();
    messages.retain(|message| !is_added(message) || !lines.contains(&message.line));
}

/// What web pages declare before a kernel, which its text then lacks: some of the words, whose they are, and what to add.
const OF_A_PAGE: [(&[&str], &str, &str); 2] = [
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

/// What `stream.glsl` and the file that it includes define, which a kernel typed from a page often lacks.
const STREAM_WORDS: [&str; 6] = ["here", "element", "fetch", "group", "element_count", "output_width"];

/// What reads by a place or an index, which a cube has not.
const BY_PLACE: [&str; 3] = ["here", "fetch", "texelFetch"];

/// Types of NVIDIA's GLSL compiler and of Cg, whose words GLSL reserves.
const NVIDIA_TYPES: [&str; 8] = ["half", "hvec2", "hvec3", "hvec4", "fixed", "fvec2", "fvec3", "fvec4"];

/// The include that defines what the compiler does not know, how a cube is read, or whose language a word is of.
fn hint(expanded: &Expanded, log: &str) -> Option<String> {
    let is_reserved = |word: &&str| {
        let mut reserved = log.lines().filter(|line| line.contains("Reserved word"));
        reserved.any(|line| quoted(line) == Some(*word))
    };
    if let Some(word) = NVIDIA_TYPES.into_iter().find(is_reserved) {
        return Some(format!(
            "{word} is a type of NVIDIA's GLSL compiler of 2004 alone, and of Cg; in GLSL the word is reserved: write float and vec2 to vec4"
        ));
    }
    let unknown = |word: &&str| log.lines().filter_map(quoted).any(|quoted| quoted == *word);
    let included = expanded.files.iter().any(|file| file.name == "stream.glsl");
    if let (Some(word), false) = (STREAM_WORDS.into_iter().find(unknown), included) {
        return Some(format!(
            "{word} is defined in stream.glsl: write #include \"stream.glsl\" below the #version line"
        ));
    }
    for (words, page, declarations) in OF_A_PAGE {
        if let Some(word) = words.iter().find(|word| unknown(word)) {
            return Some(format!("{word} is declared by {page} before the text: add {declarations}"));
        }
    }
    let word = BY_PLACE.into_iter().find(unknown)?;
    expanded
        .text
        .contains("samplerCube")
        .then(|| format!("{word} cannot read a cube, which has no elements by place: write texture(cube, direction)"))
}

/// Draws one message at a line of a file, from 1, without colour. The word that it quotes is underlined, else
/// the word at the column, else the line.
pub fn draw(file: &SourceFile, line: usize, column: Option<usize>, message: &str) -> String {
    let text = plain(file);
    let start = start_of(&text, line);
    let words = text[start..].lines().next().unwrap_or("");
    let marked = mark(words, column, message);
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
        Ok(()) => fitting(&bytes),
        Err(_) => format!("{}:{line}: {message}\n{words}", file.name),
    }
}

/// A drawing, its long lines cut: a line of a kernel may have as many letters as it likes, a terminal has
/// not.
pub(super) fn fitting(drawing: &[u8]) -> String {
    let cut = |line: &str| match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line.trim_end().to_string(),
    };
    String::from_utf8_lossy(drawing).lines().map(cut).collect::<Vec<_>>().join("\n")
}

/// A file's text as ariadne counts its lines: it ends them at some signs where GLSL does not; a space keeps
/// the count of both.
pub(super) fn plain(file: &SourceFile) -> String {
    file.text
        .replace(['\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}', '\r'], " ")
}

/// The byte that a line, from 1, starts at.
fn start_of(text: &str, line: usize) -> usize {
    text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum()
}

/// The bytes of a line, from 1, in the plain text of its file, without the blanks around it.
pub(super) fn line_span(file: &SourceFile, line: usize) -> Range<usize> {
    let text = plain(file);
    let start = start_of(&text, line);
    let words = text[start..].lines().next().unwrap_or("");
    let marked = mark(words, None, "");
    start + marked.start..start + marked.end
}

/// The bytes of a line to underline.
fn mark(words: &str, column: Option<usize>, message: &str) -> Range<usize> {
    let all = words.len() - words.trim_start().len()..words.trim_end().len();
    let near = column.map_or(0, |column| column - column.min(1));
    if let Some(quoted) = quoted(message) {
        let whole = |at: usize| {
            let inside = |c: char| c == '_' || c.is_alphanumeric();
            let longer = words[..at].ends_with(inside) || words[at + quoted.len()..].starts_with(inside);
            !(longer && quoted.starts_with(inside))
        };
        let places = words.match_indices(quoted).map(|(at, _)| at).filter(|&at| whole(at));
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

/// The first word in quotes of any of the kinds that compilers use: `'x'`, `"x"`, `` `x' ``.
fn quoted(message: &str) -> Option<&str> {
    let (open, _) = message.char_indices().find(|&(_, c)| matches!(c, '\'' | '"' | '`'))?;
    let close = if message[open..].starts_with('"') { '"' } else { '\'' };
    let inside = &message[open + 1..];
    inside
        .find(close)
        .map(|end| inside[..end].trim())
        .filter(|word| !word.is_empty())
}

/// Returns the line of the expanded text and the words of each error of a log.
pub(super) fn errors(log: &str) -> Vec<(usize, String)> {
    let lines = log.lines().map(str::trim_end).filter(|words| !is_noise(words));
    let errors = lines.filter_map(parse).filter(|message| !message.warning);
    errors.map(|message| (message.line, message.words)).collect()
}

/// Lines of a log that say nothing about the kernel.
fn is_noise(words: &str) -> bool {
    let words = words.trim();
    words.is_empty()
        || words.ends_with("compilation terminated")
        || words.contains("compilation errors.  No code generated")
        || ["Vertex info", "Fragment info", "Compute info"].contains(&words)
        || words.chars().all(|c| c == '-')
}

/// One line of a log, in the first dialect that it fits.
fn parse(words: &str) -> Option<Message> {
    glslang(words).or_else(|| mesa(words)).or_else(|| nvidia(words))
}

/// `ERROR: 0:12:5: 'x' : undeclared identifier`, with or without the column.
fn glslang(words: &str) -> Option<Message> {
    let (kind, rest) = words.split_once(": ")?;
    let warning = severity(kind)?;
    let (_, rest) = number(rest)?;
    let (line, rest) = number(rest.strip_prefix(':')?)?;
    let rest = rest.strip_prefix(':')?;
    let (column, rest) = match number(rest) {
        Some((column, rest)) => (Some(column), rest.strip_prefix(':')?),
        None => (None, rest),
    };
    // glslang quotes what it is about, and an empty quotation if there is nothing.
    let words = rest.trim().trim_start_matches("'' :").trim();
    Some(Message { line, column, warning, words: words.to_string() })
}

/// `0:12(5): error: 'x' undeclared`.
fn mesa(words: &str) -> Option<Message> {
    let (_, rest) = number(words)?;
    let (line, rest) = number(rest.strip_prefix(':')?)?;
    let (column, rest) = number(rest.strip_prefix('(')?)?;
    let (kind, words) = rest.strip_prefix("):")?.split_once(':')?;
    let warning = severity(kind)?;
    Some(Message { line, column: Some(column), warning, words: words.trim().to_string() })
}

/// `0(12) : error C1008: undefined variable "x"`.
fn nvidia(words: &str) -> Option<Message> {
    let (_, rest) = number(words)?;
    let (line, rest) = number(rest.strip_prefix('(')?)?;
    let (kind, words) = rest.strip_prefix(')')?.trim_start().strip_prefix(':')?.split_once(':')?;
    let warning = severity(kind.split_whitespace().next()?)?;
    Some(Message { line, column: None, warning, words: words.trim().to_string() })
}

/// Whether the word for how bad it is means a warning; none if it is no such word.
fn severity(kind: &str) -> Option<bool> {
    match kind.trim().to_ascii_lowercase().as_str() {
        "error" | "internal error" => Some(false),
        "warning" | "note" => Some(true),
        _ => None,
    }
}

/// A number at the start, and what follows it.
fn number(words: &str) -> Option<(usize, &str)> {
    let end = words.find(|c: char| !c.is_ascii_digit()).unwrap_or(words.len());
    Some((words[..end].parse().ok()?, &words[end..]))
}
