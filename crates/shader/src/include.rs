//! Expands included files and the host's constants in a kernel's text, and records the origin of each line.
//!
//! OpenGL's GLSL has no `#include`, so both backends get one expanded text. It has no `#line`
//! directives either, and those of the author are left out: drivers disagree on their meaning. The
//! map from lines of the text to lines of files is kept here instead.

use super::conditions::PreprocessorConditions;
use super::dialect::{Dialect, LanguageProfile};
use super::expanded_kernel::{ExpandedKernel, SourceFile};
use super::{Stage, assembly, cg, diagnostic};
use gristmill_base::error::{Error, Result};
use gristmill_base::includes::{IncludeLookup, IncludeRequest, IncludedText};

/// Deepest nesting of includes. Every file is included once, so only an endless chain gets here.
const MAX_DEPTH: usize = 32;

/// The name that is defined in kernels whose streams are rectangle textures; `rectangles_2005.glsl` asks for it.
pub const RECTANGLES: &str = "RECTANGLES";

/// Expands `#include "name.glsl"` and defines the host's constants right after the `#version` line.
///
/// A program in assembly has neither and stays as it is. A file that is included again is left out,
/// since GLSL would reject its functions as redefined. A constant overrides the kernel's own value
/// if that is between `#ifndef NAME` and `#endif`.
///
/// # Errors
///
/// [`Error::Source`] draws the line: no `#version`, or one that is too old; an include that is
/// not found, in a cycle, or not in quotes; a comment that never ends.
/// [`Error::Call`] for a constant whose name or value is not allowed in GLSL.
pub fn expand(
    file: &SourceFile,
    stage: Stage,
    includes: &IncludeLookup,
    defines: &[(String, String)],
) -> Result<ExpandedKernel> {
    if assembly::is_program(&file.text) {
        return assembly::expand(file, stage, defines);
    }
    if let Some(error) = assembly::explain_missing_version(file) {
        return Err(error);
    }
    if cg::is_cg_name(&file.name) {
        return cg::expand_cg(file, Some(stage), None, includes, defines);
    }
    let definitions = define_lines(&file.name, defines)?;
    let conditions = PreprocessorConditions::new(Dialect::detect(&file.text).0);
    let opened = vec![];
    let text = String::new();
    let lines = vec![];
    let mut expansion = Expansion { stage, includes, definitions, conditions, opened, text, lines };
    expansion.open_file(file.name.clone(), &file.text, false);
    expansion.copy_file(0, &mut vec![0])?;
    let files = expansion.opened.into_iter().map(|opened| opened.file).collect();
    Ok(ExpandedKernel { name: file.name.clone(), stage, text: expansion.text, lines: expansion.lines, files })
}

/// Returns the `#define` lines of the host's constants.
fn define_lines(kernel: &str, defines: &[(String, String)]) -> Result<String> {
    let mut text = String::new();
    for (place, (name, value)) in defines.iter().enumerate() {
        if !name.starts_with(is_first_letter) || !name.chars().all(|c| is_first_letter(c) || c.is_ascii_digit()) {
            return refuse_constant(kernel, name, "is not a GLSL name; use letters, digits and _");
        }
        if name.starts_with("gl_") || name.contains("__") || name == "defined" {
            return refuse_constant(kernel, name, "has a name that GLSL reserves; use one without gl_ and __");
        }
        if defines[..place].iter().any(|(earlier, _)| earlier == name) {
            return refuse_constant(kernel, name, "is given twice; give it once");
        }
        if value.contains(['\n', '\r', '\0', '\\']) || value.contains("/*") || value.contains("//") {
            return refuse_constant(
                kernel,
                name,
                &format!("has the value {value:?}; a value is one line without \\ and comments"),
            );
        }
        text += &format!("#define {name} {value}\n");
    }
    Ok(text)
}

fn is_first_letter(c: char) -> bool {
    c == '_' || c.is_ascii_alphabetic()
}

fn refuse_constant<T>(kernel: &str, name: &str, why: &str) -> Result<T> {
    Err(Error::call(kernel, format!("the constant {name:?} {why}")))
}

/// A file that is part of the text.
struct OpenedFile {
    file: SourceFile,
    /// True if it was included inside an `#if` that the text does not determine.
    conditional: bool,
}

/// The state of an expansion.
struct Expansion<'a> {
    stage: Stage,
    includes: &'a IncludeLookup<'a>,
    definitions: String,
    /// The open `#if`s of the file and of the files that include it.
    conditions: PreprocessorConditions,
    opened: Vec<OpenedFile>,
    text: String,
    lines: Vec<(usize, usize)>,
}

impl Expansion<'_> {
    /// Opens a file, with every kind of line end made a newline, and returns its index.
    fn open_file(&mut self, name: String, text: &str, conditional: bool) -> usize {
        let text = text
            .strip_prefix('\u{feff}')
            .unwrap_or(text)
            .replace("\r\n", "\n")
            .replace('\r', "\n");
        self.opened
            .push(OpenedFile { file: SourceFile { name, text: text.into() }, conditional });
        self.opened.len() - 1
    }

    /// Copies a file to the text, line by line. `path` has the files from the kernel to this one.
    fn copy_file(&mut self, file: usize, path: &mut Vec<usize>) -> Result<()> {
        let text = self.opened[file].file.text.clone();
        let mut comments = CommentState::default();
        let mut versioned = file != 0;
        let mut last = 0;
        for (line, words) in (1..).zip(text.lines()) {
            last = line;
            if words.contains('\0') {
                return Err(self.line_error(file, line, "a zero byte is not valid GLSL; remove it"));
            }
            let begins_in_comment = comments.open.is_some();
            let code = comments.strip_comments(words, line);
            let directive = split_directive(&code);
            if !versioned && !code.trim().is_empty() {
                versioned = true;
                let says = self.check_version(line, directive)?;
                if says {
                    self.push_line(words, file, line);
                }
                for definition in std::mem::take(&mut self.definitions).lines() {
                    self.conditions
                        .follow_directive("define", definition.trim_start_matches("#define"));
                    self.push_line(definition, file, line);
                }
                if says {
                    continue;
                }
            }
            if let Some((word, rest)) = directive {
                self.conditions.follow_directive(word, rest);
            }
            match directive.map_or("", |(word, _)| word) {
                "version" if file == 0 => {
                    return Err(self.line_error(file, line, "#version appears only once, as the first line"));
                }
                "version" => {
                    return Err(self.line_error(file, line, "an included file has no #version; the kernel has it"));
                }
                // Messages have the file's own line numbers, where they can be fixed.
                "line" if !begins_in_comment && comments.open.is_none() => {
                    self.push_line("", file, line);
                    continue;
                }
                "include" if self.conditions.is_taken() == Some(false) => {
                    self.push_line("", file, line);
                    continue;
                }
                "include" => {
                    if begins_in_comment || comments.open.is_some() {
                        return Err(self.line_error(
                            file,
                            line,
                            "a comment may not reach into or out of an #include line",
                        ));
                    }
                    let name = directive.map_or("", |(_, name)| name);
                    self.include_file(name, file, line, path)?;
                    continue;
                }
                _ => {}
            }
            self.push_line(words, file, line);
        }
        if let Some(line) = comments.open.filter(|_| comments.block) {
            return Err(self.line_error(file, line, "the comment that begins here never ends; close it with */"));
        }
        if !versioned {
            return Err(self.line_error(
                file,
                last.max(1),
                &format!("the first line must be {}", self.stage.first_line()),
            ));
        }
        Ok(())
    }

    /// Copies the file that an `#include` names, or an empty line if the text has it already.
    fn include_file(&mut self, quoted: &str, file: usize, line: usize, path: &mut Vec<usize>) -> Result<()> {
        let Some(name) = quoted.trim().strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) else {
            return Err(self.line_error(
                file,
                line,
                "the file name of an include is in quotes; write #include \"name.glsl\"",
            ));
        };
        if let Err(why) = check_name(name) {
            return Err(self.line_error(file, line, &why));
        }
        let found = self.find_include(name, file).map_err(|why| self.line_error(file, line, &why))?;
        if let Some(cycle) = path.iter().position(|&above| self.opened[above].file.name == found.name) {
            let circle: Vec<&str> = path[cycle..]
                .iter()
                .map(|&above| self.opened[above].file.name.as_str())
                .collect();
            let message =
                format!("{0} includes itself ({1} -> {0}); break the circle", found.name, circle.join(" -> "));
            return Err(self.line_error(file, line, &message));
        }
        let conditional = self.conditions.is_taken().is_none() || self.opened[file].conditional;
        match self.opened.iter().find(|opened| opened.file.name == found.name) {
            Some(first) if first.conditional => {
                let message =
                    format!("{name} came in before, inside an #if, and a file comes once; include it above the #if");
                return Err(self.line_error(file, line, &message));
            }
            Some(_) => {
                self.push_line("", file, line);
                return Ok(());
            }
            None => {}
        }
        if path.len() == MAX_DEPTH {
            return Err(self.line_error(file, line, &format!("{MAX_DEPTH} files inside one another is the limit")));
        }
        let included = self.open_file(found.name, &found.text, conditional);
        path.push(included);
        self.copy_file(included, path)?;
        path.pop();
        Ok(())
    }

    /// Finds the file of that name that a file includes.
    fn find_include(&self, name: &str, file: usize) -> Result<IncludedText, String> {
        let includer = if file == 0 { "" } else { self.opened[file].file.name.as_str() };
        let request = IncludeRequest { name, includer, is_angled: false };
        if let Some(found) = (self.includes)(&request) {
            return found;
        }
        // A kernel in memory is in no folder, and may still include itself by its name.
        let kernel = &self.opened[0].file;
        match request.possible_names().contains(&kernel.name) {
            true => Ok(IncludedText { name: kernel.name.clone(), text: kernel.text.clone() }),
            false => Err(format!("include file {name} not found; check the name")),
        }
    }

    /// Checks the version in the first line of code; returns false if there is none, which means
    /// the oldest. Compute kernels need a newer one.
    fn check_version(&self, line: usize, directive: Option<(&str, &str)>) -> Result<bool> {
        let first = self.stage.first_line();
        let (dialect, says) = match directive {
            Some(("version", version)) => {
                (Dialect::parse_version(version).map_err(|why| self.line_error(0, line, &why))?, true)
            }
            _ if self.stage == Stage::Compute => {
                return Err(self.line_error(0, line, &format!("the first line must be {first}")));
            }
            _ => (Dialect::DEFAULT, false),
        };
        let extended = self.opened[0].file.text.contains("GL_ARB_compute_shader");
        let oldest = match dialect.profile {
            LanguageProfile::Es => 310,
            _ if extended => 140,
            _ => 430,
        };
        if self.stage == Stage::Compute && dialect.version < oldest {
            let message = format!("a {} kernel cannot be written in this version; use {first} or later", self.stage);
            return Err(self.line_error(0, line, &message));
        }
        Ok(says)
    }

    /// Adds one line to the text.
    fn push_line(&mut self, words: &str, file: usize, line: usize) {
        self.text.push_str(words);
        self.text.push('\n');
        self.lines.push((file, line));
    }

    /// Draws an error at a line.
    fn line_error(&self, file: usize, line: usize, message: &str) -> Error {
        let report = diagnostic::draw_message(&self.opened[file].file, line, None, message);
        Error::Source { kernel: self.opened[0].file.name.clone(), report }
    }
}

/// Checks that an include names one file, from a folder.
fn check_name(name: &str) -> Result<(), String> {
    if name.is_empty() || name.contains('"') {
        return Err("an include names one file; write #include \"name.glsl\"".to_string());
    }
    if name.starts_with('/') || name.contains(':') {
        return Err(format!("{name} is an absolute path; write it from the folder of this file"));
    }
    Ok(())
}

/// Returns the word after `#`, and the rest. `code` has no comments.
fn split_directive(code: &str) -> Option<(&str, &str)> {
    let words = code.trim().strip_prefix('#')?.trim_start();
    let end = words
        .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .unwrap_or(words.len());
    Some(words.split_at(end))
}

/// The comment that is open after the lines read so far.
#[derive(Default)]
struct CommentState {
    /// The line of the start of the open comment.
    open: Option<usize>,
    /// True for a comment that `*/` ends, false for a `//` whose line ends in a backslash.
    block: bool,
}

impl CommentState {
    /// Returns a line with each comment replaced by a space.
    fn strip_comments(&mut self, words: &str, line: usize) -> String {
        let mut code = String::new();
        let mut rest = words;
        loop {
            if self.open.is_some() && self.block {
                let Some(end) = rest.find("*/") else { return code };
                rest = &rest[end + 2..];
                self.open = None;
                code.push(' ');
            } else if self.open.is_some() {
                if !rest.ends_with('\\') {
                    self.open = None;
                }
                return code;
            }
            // The first opening wins: a line comment in `//*`, a block comment in `/*/`.
            let opening = rest.match_indices('/').find(|&(at, _)| rest[at + 1..].starts_with(['/', '*']));
            let Some((at, _)) = opening else {
                code.push_str(rest);
                return code;
            };
            code.push_str(&rest[..at]);
            self.open = Some(line);
            self.block = rest[at + 1..].starts_with('*');
            rest = &rest[at + 2..];
        }
    }
}
