//! The ways to compile a kernel, and what comes of it.

use crate::tree::{Function, Role, Tree};
use crate::types::{Leaf, Type};

/// A way to read a stream in a kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Access {
    /// It has the output's shape: element by element.
    Aligned,
    /// All of it, repeated or strided to the output's shape.
    Whole,
    /// A part of it.
    Window,
}

/// The work of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Form {
    /// The outputs, element by element.
    Map,
    /// The number of elements that each element pushes on a `vout` parameter.
    Count(usize),
    /// The elements that are pushed, each by the element that pushes it.
    Push(usize),
    /// A pass of a reduction along one axis.
    Reduce,
}

/// A way to compile a kernel.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Variant {
    pub is_compute: bool,
    pub form: Form,
    /// For each parameter; only streams and gathers need it.
    pub access: Vec<Access>,
    /// The first of the outputs' numbers and vectors that this text writes, and how many.
    pub outputs: (usize, usize),
}

/// A number or vector of a parameter, with its name in the text.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct LeafBinding {
    pub parameter: usize,
    /// Its place among the leaves of the parameter's type.
    pub leaf: usize,
    pub name: String,
}

/// A kernel's text for one era, and what a call binds.
#[derive(Debug, Clone)]
pub(crate) struct KernelText {
    pub name: String,
    pub text: String,
    /// The file that it includes: the declarations.
    pub include_name: String,
    pub include: String,
    pub inputs: Vec<LeafBinding>,
    pub outputs: Vec<LeafBinding>,
    pub uniforms: Vec<LeafBinding>,
    /// Parameters whose part of a stream is given by `brook_from_N` and `brook_extent_N`.
    pub windows: Vec<usize>,
    /// True if an element may be left as it was.
    pub discards: bool,
}

/// Returns the leaves of a parameter's element.
pub(super) fn leaves_of(tree: &Tree, function: &Function, parameter: usize) -> Vec<Leaf> {
    let ty = function.locals.get(parameter).map(|named| &named.ty);
    let element = match ty {
        Some(Type::Gather(element, _)) => element,
        Some(other) => other,
        None => return Vec::new(),
    };
    tree.types.list_leaves(element).unwrap_or_default()
}

/// Returns true if the parameter of this role is written by the text.
pub(super) fn is_written(role: Role, parameter: usize, form: Form) -> bool {
    match form {
        Form::Map => role == Role::Out,
        Form::Reduce => role == Role::Reduce,
        Form::Push(of) => parameter == of,
        Form::Count(_) => false,
    }
}
