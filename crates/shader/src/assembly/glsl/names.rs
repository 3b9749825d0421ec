//! Names of a translation's variables, and their declarations.

use std::collections::BTreeMap;

/// The condition code, stored as the numbers whose signs it is.
pub(super) const CODE: &str = "gristmill_code_";

/// A mark at the start of main, replaced by its first statements.
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
    /// The author's name for each name that the translation makes.
    pub authored: BTreeMap<String, String>,
    /// The first statements of main.
    pub start: String,
    /// Declarations, each once, in the order of first use.
    lines: Vec<String>,
    /// `#extension` lines, which go before the declarations.
    extensions: Vec<String>,
}

impl Names {
    /// Returns all extensions and declarations.
    pub(super) fn preamble(&self) -> String {
        let lines = self.extensions.iter().chain(&self.lines);
        lines.map(|line| format!("{line}\n")).collect()
    }

    /// Adds a line unless it is already there.
    pub(super) fn line(&mut self, line: String) {
        if !self.lines.contains(&line) {
            self.lines.push(line);
        }
    }

    /// Requires an extension.
    pub(super) fn extension(&mut self, name: &str) {
        let line = format!("#extension {name} : require");
        if !self.extensions.contains(&line) {
            self.extensions.push(line);
        }
    }

    /// Records the author's name for a name of the translation.
    pub(super) fn author(&mut self, made: impl Into<String>, own: impl Into<String>) {
        self.authored.insert(made.into(), own.into());
    }

    /// Declares a variable with a type and qualifiers.
    pub(super) fn declare(&mut self, made: String, own: &str, kind: &str) -> String {
        self.line(format!("{kind} {made};"));
        self.author(made.clone(), own);
        made
    }

    /// Declares a function before its calls.
    pub(super) fn function(&mut self, n: usize) {
        self.line(format!("void {}();", section(n)));
    }

    /// Declares a vector of OpenGL's state.
    pub(super) fn state(&mut self, name: &str) -> String {
        self.declare(made_of(name), name, "uniform vec4")
    }

    /// Declares a matrix of OpenGL's state: the identity until the host sets it, OpenGL's initial value.
    pub(super) fn matrix(&mut self, name: &str) -> String {
        let made = made_of(name);
        self.line(format!("uniform mat4 {made} = mat4(1.0);"));
        self.author(made.clone(), name);
        made
    }

    /// Declares the inverse of a matrix, computed once.
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

/// Returns a GLSL name for a name of the assembly language, such as `state.light[1].half`.
pub(super) fn made_of(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let plain: String = name.replace("].", "_").chars().map(plain).collect();
    format!("gristmill_{}_", plain.trim_end_matches('_'))
}
