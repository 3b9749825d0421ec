//! What a translation calls things, and what it declares of them.

use std::collections::BTreeMap;

/// The condition code, as the numbers that it has the signs of.
pub(super) const CODE: &str = "gristmill_code_";

/// Where main begins; what it begins with takes the place of it.
pub(super) const START: &str = "gristmill_start_;";

pub(super) fn temporary(n: usize) -> String {
    format!("gristmill_t{n}_")
}

pub(super) fn address(n: usize) -> String {
    format!("gristmill_a{n}_")
}

pub(super) fn section(n: usize) -> String {
    format!("gristmill_section{n}_")
}

pub(super) fn counter(depth: usize) -> String {
    format!("gristmill_count{depth}_")
}

pub(super) fn index(depth: usize) -> String {
    format!("gristmill_index{depth}_")
}

/// The declarations before a translation's text.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// The author's name of each that the translation makes.
    pub authored: BTreeMap<String, String>,
    /// What main begins with.
    pub start: String,
    /// Lines, each once, in the order in which they came.
    lines: Vec<String>,
    /// `#extension` lines, which stand before them.
    extensions: Vec<String>,
}

impl Names {
    /// All of them.
    pub(super) fn preamble(&self) -> String {
        let lines = self.extensions.iter().chain(&self.lines);
        lines.map(|line| format!("{line}\n")).collect()
    }

    /// A line, if it is not there.
    pub(super) fn line(&mut self, line: String) {
        if !self.lines.contains(&line) {
            self.lines.push(line);
        }
    }

    /// An extension that is needed.
    pub(super) fn extension(&mut self, name: &str) {
        let line = format!("#extension {name} : require");
        if !self.extensions.contains(&line) {
            self.extensions.push(line);
        }
    }

    /// Says what the author calls it.
    pub(super) fn author(&mut self, made: impl Into<String>, own: impl Into<String>) {
        self.authored.insert(made.into(), own.into());
    }

    /// A variable of a type, or with qualifiers.
    pub(super) fn declare(&mut self, made: String, own: &str, kind: &str) -> String {
        self.line(format!("{kind} {made};"));
        self.author(made.clone(), own);
        made
    }

    /// A function, before any calls it.
    pub(super) fn function(&mut self, n: usize) {
        self.line(format!("void {}();", section(n)));
    }

    /// A vector of OpenGL's state.
    pub(super) fn state(&mut self, name: &str) -> String {
        self.declare(made_of(name), name, "uniform vec4")
    }

    /// A matrix of OpenGL's state: the identity where nothing says it, as OpenGL begins.
    pub(super) fn matrix(&mut self, name: &str) -> String {
        let made = made_of(name);
        self.line(format!("uniform mat4 {made} = mat4(1.0);"));
        self.author(made.clone(), name);
        made
    }

    /// The inverse of a matrix, made once.
    pub(super) fn inverse(&mut self, name: &str) -> String {
        let matrix = self.matrix(name);
        let made = format!("{}inverse_", made_of(name));
        let line = format!("mat4 {made};");
        if !self.lines.contains(&line) {
            self.start.push_str(&format!("{made} = inverse({matrix}); "));
        }
        self.line(line);
        self.author(made.clone(), format!("{name}.inverse"));
        made
    }
}

/// A name of GLSL for a name of the language, as `state.light[1].half`.
pub(super) fn made_of(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let plain: String = name.replace("].", "_").chars().map(plain).collect();
    format!("gristmill_{}_", plain.trim_end_matches('_'))
}
