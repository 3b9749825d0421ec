//! The kernel compiler: prints a kernel as GLSL, each statement on its author's line.

mod expressions;
mod frame;
mod instances;
mod library_functions;
mod names;
mod statements;
mod written_lines;

pub(crate) use frame::{Access, Form, KernelText, Variant, print_kernel};
pub(crate) use frame::{ELEMENTS_OF_PASS, stored_kind};
