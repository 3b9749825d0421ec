//! Names of a translation's variables, and their declarations.

use std::collections::BTreeMap;

/// Returns the name of a condition code, stored as the numbers whose signs it is.
pub(super) fn code_name(number: u8) -> &'static str {
    if number == 0 { "gristmill_code_" } else { "gristmill_code1_" }
}

/// A mark at the start of main, replaced by its first statements.
pub(super) const START_MARK: &str = "gristmill_start_;";

pub(super) fn temporary_name(n: usize) -> String {
    format!("gristmill_t{n}_")
}

pub(super) fn address_name(n: usize) -> String {
    format!("gristmill_a{n}_")
}

pub(super) fn section_name(n: usize) -> String {
    format!("gristmill_section{n}_")
}

pub(super) fn counter_name(depth: usize) -> String {
    format!("gristmill_count{depth}_")
}

pub(super) fn index_name(depth: usize) -> String {
    format!("gristmill_index{depth}_")
}

/// The declarations before a translation's text.
#[derive(Debug, Default)]
pub(super) struct Declarations {
    /// The author's name for each name that the translation makes.
    pub authored: BTreeMap<String, String>,
    /// The first statements of main.
    pub start: String,
    /// Declarations, each once, in the order of first use.
    lines: Vec<String>,
    /// `#extension` lines, which go before the declarations.
    extensions: Vec<String>,
}

impl Declarations {
    /// Returns all extensions and declarations.
    pub(super) fn preamble(&self) -> String {
        let lines = self.extensions.iter().chain(&self.lines);
        lines.map(|line| format!("{line}\n")).collect()
    }

    /// Adds a line unless it is already there.
    pub(super) fn add_line(&mut self, line: String) {
        if !self.lines.contains(&line) {
            self.lines.push(line);
        }
    }

    /// Requires an extension.
    pub(super) fn require_extension(&mut self, name: &str) {
        let line = format!("#extension {name} : require");
        if !self.extensions.contains(&line) {
            self.extensions.push(line);
        }
    }

    /// Records the author's name for a name of the translation.
    pub(super) fn set_author_name(&mut self, made: impl Into<String>, own: impl Into<String>) {
        self.authored.insert(made.into(), own.into());
    }

    /// Declares a variable with a type and qualifiers.
    pub(super) fn declare_variable(&mut self, made: String, own: &str, kind: &str) -> String {
        self.add_line(format!("{kind} {made};"));
        self.set_author_name(made.clone(), own);
        made
    }

    /// Declares a register, with its first value if it has one.
    pub(super) fn declare_register(&mut self, made: String, own: &str, kind: &str, value: Option<&str>) {
        let first = value.map_or(String::new(), |value| format!(" = {value}"));
        self.add_line(format!("{kind} {made}{first};"));
        self.set_author_name(made, own);
    }

    /// Declares a function before its calls.
    pub(super) fn declare_function(&mut self, n: usize) {
        self.add_line(format!("void {}();", section_name(n)));
    }

    /// Declares a vector of OpenGL's state.
    pub(super) fn declare_state(&mut self, name: &str) -> String {
        self.declare_variable(glsl_name(name), name, "uniform vec4")
    }

    /// Declares a parameter with its value until the host sets it.
    pub(super) fn declare_parameter(&mut self, name: &str, value: [f32; 4]) -> String {
        let made = glsl_name(name);
        let [x, y, z, w] = value.map(float_literal);
        self.add_line(format!("uniform vec4 {made} = vec4({x}, {y}, {z}, {w});"));
        self.set_author_name(made.clone(), name);
        made
    }

    /// Declares a matrix of OpenGL's state: the identity until the host sets it, OpenGL's initial value.
    pub(super) fn declare_matrix(&mut self, name: &str) -> String {
        let made = glsl_name(name);
        self.add_line(format!("uniform mat4 {made} = mat4(1.0);"));
        self.set_author_name(made.clone(), name);
        made
    }

    /// Declares the inverse of a matrix, computed once.
    pub(super) fn declare_inverse(&mut self, name: &str) -> String {
        let matrix = self.declare_matrix(name);
        let made = format!("{}inverse_", glsl_name(name));
        let line = format!("mat4 {made};");
        if !self.lines.contains(&line) {
            self.start.push_str(&format!("{made} = inverse({matrix}); "));
        }
        self.add_line(line);
        self.set_author_name(made.clone(), format!("{name}.inverse"));
        made
    }
}

/// Returns a GLSL name for a name of the assembly language, such as `state.light[1].half`.
pub(super) fn glsl_name(name: &str) -> String {
    let plain: String = name.replace("].", "_").chars().map(to_name_letter).collect();
    format!("gristmill_{}_", plain.trim_end_matches('_'))
}

fn to_name_letter(c: char) -> char {
    if c.is_ascii_alphanumeric() { c } else { '_' }
}

/// Writes a float as a GLSL literal of exactly that value.
pub(super) fn float_literal(value: f32) -> String {
    match value {
        _ if value.is_infinite() && value > 0.0 => "uintBitsToFloat(0x7f800000u)".to_string(),
        _ if value.is_infinite() => "uintBitsToFloat(0xff800000u)".to_string(),
        _ if value.is_sign_negative() => format!("({value:?})"),
        _ => format!("{value:?}"),
    }
}
