//! Kernels: their text, their compiler, their interface.
//!
//! A kernel file goes through here in one direction. [`expand`] inserts its includes and the host's
//! constants and records the origin of each line; [`compile`] checks it and compiles it to SPIR-V;
//! [`Interface`] lists its names. Errors are drawn by [`draw_log`], at the line of the author's
//! file.

mod assembly;
mod callers;
mod cg;
mod compile;
mod conditions;
mod counters;
mod cover;
mod declarations;
mod diagnostic;
mod dialect;
mod drawing;
mod driver;
mod entry_points;
mod expanded_kernel;
mod glslang;
mod hlsl;
mod image_format;
mod include;
mod interface;
mod reflect;
mod spirv;
mod stream_names;
#[cfg(test)]
mod tests;
mod web;
#[cfg(feature = "wgsl")]
mod wgsl;
#[cfg(feature = "wgsl")]
mod wgsl_directives;
mod wgsl_overrides;

pub use assembly::{first_interpolated, is_program, program_stage};
pub use callers::{callers, without_comments};
pub use cg::{expand_cg, find_short_numbers, is_cg, is_cg_include, is_cg_name, set_short_numbers};
#[cfg(test)]
pub use compile::preprocess_text as glslang_preprocessed;
pub use compile::{CompiledModule, compile, compile_stage};
pub use counters::without_counters;
pub use cover::{COVER_SIZE, covering_outputs, covering_stage};
pub use declarations::fragment_interpolants;
pub use diagnostic::draw_log;
pub use diagnostic::draw_message;
pub use dialect::Dialect;
pub use driver::{DriverText, driver_text};
pub use entry_points::{list_spirv_entries, list_wgsl_entries};
pub use expanded_kernel::{ExpandedKernel, SourceFile};
pub use gristmill_cg::ShortNumbers;
pub use hlsl::{expand_hlsl, find_wave_size, is_hlsl, is_hlsl_compute, list_hlsl_entries};
pub use image_format::glsl_format;
pub use include::{RECTANGLES, expand};
pub use interface::{Dimension, Image, Interface, InterfaceBlock, Member, Output, UniformKind};
pub use web::{WebProgram, web_program};

// Additional functions for checks of users' kernels.
#[cfg(feature = "wgsl")]
pub use wgsl::translate as translate_wgsl;
pub use wgsl_overrides::{OverrideDeclaration, list_overrides};
pub use {
    assembly::{
        OptionUse, ProgramCounts, ProgramNeeds, ShaderVersionUse, counts, is_of_direct3d, is_stream, list_stream,
        needs as program_needs, writes_position as program_writes_position,
    },
    compile::{MAX_TEXT_BYTES, appendix_a_errors, compile_to_spirv},
    declarations::{declared_names, stage_outputs, stage_samplers, vertex_attributes},
    dialect::{asks_for_halves, find_word},
    drawing::draw_finding,
    expanded_kernel::source_line,
    glslang::kernel_names,
    interface::{Attribute, DeclaredSampler},
    spirv::{
        MAX_MODULE_BYTES as LONGEST_MODULE, ModuleChoice, constant_defaults, integers_as_floats, ledger, read_module,
        specialise,
    },
};

/// Programs in assembly, parsed: what the emulator lowers to its register code.
pub mod program {
    pub use crate::assembly::{
        AddressComponent, AssemblyProgram, Availability, Condition, ConditionRule, ConstantKind, ConstantRegister,
        Destination, FogMode, LanguageLevel, MatrixForm, Opcode, OpcodeRow, Operand, OperandShape, OperandSource,
        OperationPrecision, ParameterArray, ProgramAttribute, ProgramInstruction, ProgramNames, ProgramOptions,
        ProgramOutput, ProgramParameter, ProgramRegister, Saturation, SwizzleComponent, SwizzleSource, TextureTarget,
        VariableSize, VertexLanguage, read_program,
    };
}

use serde::{Deserialize, Serialize};
use std::fmt;

/// The pipeline stage that a kernel is written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Stage {
    /// Places vertices: `.vert`.
    Vertex,
    /// Computes one element of each output, in the fragment era: `.frag`.
    Fragment,
    /// One lane of a work group, in the compute era: `.comp`.
    Compute,
}

impl Stage {
    /// Returns the first line of a kernel of this stage: the oldest core GLSL in which it can be written.
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
