//! The kernel compiler: prints a kernel as GLSL, each statement on its author's line.

mod expressions;
mod frame;
mod instances;
mod library_functions;
mod names;
mod statements;
mod variant;
mod written_lines;

pub(crate) use frame::{ELEMENTS_OF_PASS, print_kernel, stored_kind};
pub(crate) use variant::{Access, Form, KernelText, Variant};
