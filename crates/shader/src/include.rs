//! Puts included files and the host's constants into a kernel's text, and remembers where each line came
//! from.
//!
//! GLSL of OpenGL has no `#include`, so both machines get one text. It has no `#line` directives either, those of
//! the author are left out: drivers disagree on what they mean, so the way back from a line of the text to a line
//! of a file is kept here instead.

use super::conditions::Conditions;
use super::dialect::{Dialect, LanguageProfile};
use super::expanded::{Expanded, SourceFile};
use super::{Stage, assembly, diagnostic};
use gristmill_base::error::{Error, Result};
use std::borrow::Cow;

/// Files inside files, at most. Every file is included once, so only a chain without end gets here.
const DEEPEST: usize = 32;

/// Expands `#include "name.glsl"` and defines the host's constants right after the `#version` line.
///
/// A program in assembly has neither, and stays as it is. A file that comes again is left out, since GLSL would not let it define its functions twice. A constant
/// wins over the kernel's own value if that stands between `#ifndef NAME` and `#endif`.
///
/// # Errors
///
/// [`Error::Source`] shows the line: no `#version`, or one that is too old; an include that is unknown, out
/// of the folder, in a cycle, or not in quotes; a comment that never ends. [`Error::Call`] is for a constant
/// whose name or value GLSL has no place for.
pub fn expand(
    file: &SourceFile,
    stage: Stage,
    includes: &dyn Fn(&str) -> Option<Cow<'static, str>>,
    defines: &[(String, String)],
) -> Result<Expanded> {
    if assembly::is_program(&file.text) {
        return assembly::expand(file, stage, defines);
    }
    let definitions = definitions(&file.name, defines)?;
    let conditions = Conditions::new(Dialect::of(&file.text).0);
    let (opened, text, lines) = (vec![], String::new(), vec![]);
    let mut expansion = Expansion { stage, includes, definitions, conditions, opened, text, lines };
    expansion.open(file.name.clone(), &file.text, false);
    expansion.copy(0, &mut vec![0])?;
    let files = expansion.opened.into_iter().map(|opened| opened.file).collect();
    Ok(Expanded { name: file.name.clone(), stage, text: expansion.text, lines: expansion.lines, files })
}

/// The `#define` lines of the host's constants.
fn definitions(kernel: &str, defines: &[(String, String)]) -> Result<String> {
    let mut text = String::new();
    for (place, (name, value)) in defines.iter().enumerate() {
        let refuse = |why: &str| Err(Error::call(kernel, format!("the constant {name:?} {why}")));
        let letter = |c: char| c == '_' || c.is_ascii_alphabetic();
        if !name.starts_with(letter) || !name.chars().all(|c| letter(c) || c.is_ascii_digit()) {
            return refuse("is no GLSL name; use letters, digits and _");
        }
        if name.starts_with("gl_") || name.contains("__") || name == "defined" {
            return refuse("has a name that GLSL reserves; use one without gl_ and __");
        }
        if defines[..place].iter().any(|(earlier, _)| earlier == name) {
            return refuse("is given twice; give it once");
        }
        if value.contains(['\n', '\r', '\0', '\\']) || value.contains("/*") || value.contains("//") {
            return refuse(&format!("has the value {value:?}; a value is one line without \\ and comments"));
        }
        text += &format!("#define {name} {value}\n");
    }
    Ok(text)
}

/// A file that is in the text.
struct Opened {
    file: SourceFile,
    /// True if it came in inside an `#if` of which the text does not say whether the compiler sees it.
    conditional: bool,
}

/// A text that is being put together.
struct Expansion<'a> {
    stage: Stage,
    includes: &'a dyn Fn(&str) -> Option<Cow<'static, str>>,
    definitions: String,
    /// The `#if` that are open, of the file and of those that include it.
    conditions: Conditions,
    opened: Vec<Opened>,
    text: String,
    lines: Vec<(usize, usize)>,
}

impl Expansion<'_> {
    /// Takes a file in, with every kind of line end made a newline, and gives its index.
    fn open(&mut self, name: String, text: &str, conditional: bool) -> usize {
        let text = text
            .strip_prefix('\u{feff}')
            .unwrap_or(text)
            .replace("\r\n", "\n")
            .replace('\r', "\n");
        self.opened
            .push(Opened { file: SourceFile { name, text: text.into() }, conditional });
        self.opened.len() - 1
    }

    /// Copies a file to the text, line by line. `path` has the files from the kernel to this one.
    fn copy(&mut self, file: usize, path: &mut Vec<usize>) -> Result<()> {
        let text = self.opened[file].file.text.clone();
        let mut comments = Comments::default();
        let mut versioned = file != 0;
        let mut last = 0;
        for (line, words) in (1..).zip(text.lines()) {
            last = line;
            if words.contains('\0') {
                return Err(self.wrong(file, line, "a zero byte is no GLSL; remove it"));
            }
            let begins_in_comment = comments.open.is_some();
            let code = comments.strip(words, line);
            let directive = directive(&code);
            if !versioned && !code.trim().is_empty() {
                versioned = true;
                let says = self.check_version(line, directive)?;
                if says {
                    self.push(words, file, line);
                }
                for definition in std::mem::take(&mut self.definitions).lines() {
                    self.conditions.follow("define", definition.trim_start_matches("#define"));
                    self.push(definition, file, line);
                }
                if says {
                    continue;
                }
            }
            if let Some((word, rest)) = directive {
                self.conditions.follow(word, rest);
            }
            match directive.map_or("", |(word, _)| word) {
                "version" if file == 0 => return Err(self.wrong(file, line, "#version stands once, before all else")),
                "version" => return Err(self.wrong(file, line, "an included file has no #version; the kernel has it")),
                // Messages name the file's own lines, where they can be mended.
                "line" if !begins_in_comment && comments.open.is_none() => {
                    self.push("", file, line);
                    continue;
                }
                "include" if self.conditions.is_taken() == Some(false) => {
                    self.push("", file, line);
                    continue;
                }
                "include" => {
                    if begins_in_comment || comments.open.is_some() {
                        return Err(self.wrong(file, line, "a comment may not reach into or out of an #include line"));
                    }
                    let name = directive.map_or("", |(_, name)| name);
                    self.include(name, file, line, path)?;
                    continue;
                }
                _ => {}
            }
            self.push(words, file, line);
        }
        if let Some(line) = comments.open.filter(|_| comments.block) {
            return Err(self.wrong(file, line, "the comment that begins here never ends; close it with */"));
        }
        if !versioned {
            return Err(self.wrong(file, last.max(1), &format!("the first line must be {}", self.stage.first_line())));
        }
        Ok(())
    }

    /// Copies the file that an `#include` names, or an empty line if it is in the text already.
    fn include(&mut self, quoted: &str, file: usize, line: usize, path: &mut Vec<usize>) -> Result<()> {
        let Some(name) = quoted.trim().strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) else {
            return Err(self.wrong(file, line, "an include stands in quotes; write #include \"name.glsl\""));
        };
        if let Err(why) = check_name(name) {
            return Err(self.wrong(file, line, &why));
        }
        if let Some(cycle) = path.iter().position(|&above| self.opened[above].file.name == name) {
            let circle: Vec<&str> = path[cycle..]
                .iter()
                .map(|&above| self.opened[above].file.name.as_str())
                .collect();
            let message = format!("{name} includes itself ({} -> {name}); break the circle", circle.join(" -> "));
            return Err(self.wrong(file, line, &message));
        }
        let conditional = self.conditions.is_taken().is_none() || self.opened[file].conditional;
        match self.opened.iter().find(|opened| opened.file.name == name) {
            Some(first) if first.conditional => {
                let message =
                    format!("{name} came in before, inside an #if, and a file comes once; include it above the #if");
                return Err(self.wrong(file, line, &message));
            }
            Some(_) => {
                self.push("", file, line);
                return Ok(());
            }
            None => {}
        }
        if path.len() == DEEPEST {
            return Err(self.wrong(file, line, &format!("{DEEPEST} files inside one another is the limit")));
        }
        let Some(text) = (self.includes)(name) else {
            return Err(self.wrong(file, line, &format!("include file {name} not found; check the name")));
        };
        let included = self.open(name.to_string(), &text, conditional);
        path.push(included);
        self.copy(included, path)?;
        path.pop();
        Ok(())
    }

    /// The first line of code says the version, or is of the oldest; gives which. Compute kernels are of newer ones.
    fn check_version(&self, line: usize, directive: Option<(&str, &str)>) -> Result<bool> {
        let first = self.stage.first_line();
        let (dialect, says) = match directive {
            Some(("version", version)) => (Dialect::read(version).map_err(|why| self.wrong(0, line, &why))?, true),
            _ if self.stage == Stage::Compute => {
                return Err(self.wrong(0, line, &format!("the first line must be {first}")));
            }
            _ => (Dialect::UNSAID, false),
        };
        let extended = self.opened[0].file.text.contains("GL_ARB_compute_shader");
        let oldest = match dialect.profile {
            LanguageProfile::Es => 310,
            _ if extended => 140,
            _ => 430,
        };
        if self.stage == Stage::Compute && dialect.version < oldest {
            let message = format!("a {} kernel cannot be written in this version; use {first} or later", self.stage);
            return Err(self.wrong(0, line, &message));
        }
        Ok(says)
    }

    /// Adds one line to the text.
    fn push(&mut self, words: &str, file: usize, line: usize) {
        self.text.push_str(words);
        self.text.push('\n');
        self.lines.push((file, line));
    }

    /// What is wrong in a line, drawn.
    fn wrong(&self, file: usize, line: usize, message: &str) -> Error {
        let report = diagnostic::draw(&self.opened[file].file, line, None, message);
        Error::Source { kernel: self.opened[0].file.name.clone(), report }
    }
}

/// Includes come from one folder and the folders in it.
fn check_name(name: &str) -> Result<(), String> {
    if name.is_empty() || name.contains('"') {
        return Err("an include names one file; write #include \"name.glsl\"".to_string());
    }
    if name.starts_with('/') || name.contains(['\\', ':']) {
        return Err(format!("{name} is an absolute path; name a file in the include folder"));
    }
    if name.split('/').any(|part| part == ".." || part == "." || part.is_empty()) {
        return Err(format!("{name} leaves the include folder; name a file in it, without . and .."));
    }
    Ok(())
}

/// The word after `#`, and what follows it. `code` has no comments.
fn directive(code: &str) -> Option<(&str, &str)> {
    let words = code.trim().strip_prefix('#')?.trim_start();
    let end = words
        .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .unwrap_or(words.len());
    Some(words.split_at(end))
}

/// Which comment the lines read so far end in.
#[derive(Default)]
struct Comments {
    /// The line in which the comment began that is still open.
    open: Option<usize>,
    /// Whether it is one that `*/` ends; else a `//` whose line ends in a backslash.
    block: bool,
}

impl Comments {
    /// A line without its comments; a space stands for each.
    fn strip(&mut self, words: &str, line: usize) -> String {
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
            // The first of the two openings: in `//*` the line comment, in `/*/` the block comment.
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
