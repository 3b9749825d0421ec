//! What a kernel is: its text, its compiler, its interface.
//!
//! A kernel file goes through here in one direction. [`expand`] puts its includes and the host's constants in
//! and remembers where each line came from; [`compile`] checks it and turns it into SPIR-V; [`Interface`]
//! says which names it has. What is wrong on the way is drawn by [`report`], with the line of the file that
//! its author wrote.

mod assembly;
mod callers;
mod compile;
mod conditions;
mod counters;
mod cover;
mod declared;
mod diagnostic;
mod dialect;
mod drawing;
mod driver;
mod expanded;
mod glslang;
mod image_format;
mod include;
mod interface;
mod names;
mod reflect;
mod spirv;
#[cfg(test)]
mod tests;
mod web;
#[cfg(feature = "wgsl")]
mod wgsl;

pub use assembly::{interpolated, is_program};
pub use callers::{callers, without_comments};
#[cfg(test)]
pub use compile::preprocessed as glslang_preprocessed;
pub use compile::{Module, compile, spirv_of};
pub use counters::without_counters;
pub use cover::covering;
pub use declared::interpolants;
pub use diagnostic::draw;
pub use diagnostic::report;
pub use dialect::Dialect;
pub use driver::{DriverText, driver_text};
pub use expanded::{Expanded, SourceFile};
pub use image_format::glsl_format;
pub use include::expand;
pub use interface::{Block, Dimension, Image, Interface, Member, Output, UniformKind};
pub use web::{WebProgram, web_program};

// What the checks of others' kernels need besides.
#[cfg(feature = "wgsl")]
pub use wgsl::translate as translate_wgsl;
pub use {
    assembly::{OptionUse, ProgramCounts, ProgramNeeds, counts, needs as program_needs},
    compile::{LONGEST, appendix_a_errors, translate},
    declared::{attributes, declared_names, outputs, samplers, textures},
    dialect::{asks_for_halves, find_word},
    drawing::draw_finding,
    expanded::source_line,
    glslang::names,
    interface::{Attribute, Sampler},
    spirv::{LONGEST as LONGEST_MODULE, ModuleChoice, integers_as_floats, ledger, module, specialised},
};

use serde::{Deserialize, Serialize};
use std::fmt;

/// Which part of the pipeline a kernel is written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Stage {
    /// Places what is drawn: `.vert`.
    Vertex,
    /// Computes one element of each output, in the fragment era: `.frag`.
    Fragment,
    /// One lane of a work group, in the compute era: `.comp`.
    Compute,
}

impl Stage {
    /// The first line of a kernel of this stage: the oldest GLSL of today's kind in which it can be written.
    pub const fn first_line(self) -> &'static str {
        match self {
            Stage::Vertex | Stage::Fragment => "#version 330 core",
            Stage::Compute => "#version 430 core",
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Stage::Vertex => "vertex",
            Stage::Fragment => "fragment",
            Stage::Compute => "compute",
        })
    }
}
