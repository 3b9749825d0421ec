//! A program: read, checked, its kernels, its run.

use crate::fault::{BrookError, Fault};
use crate::glsl::{Access, Form, KernelText, Variant, print_kernel};
use crate::interpreter::{RunOptions, run_program};
use crate::parser::read_program;
use crate::preprocessor::{expand_program, read_words};
use crate::syntax::FunctionKind;
use crate::tree::{Function, Role, Tree};
use crate::types::Type;
use crate::typing::type_program;
use gristmill::includes::IncludeLookup;
use gristmill::{Device, Era, KernelSource};
use gristmill_cg::IncludedFile;
use std::io::Write;

/// A program of Brook, read and checked.
///
/// ```
/// use gristmill::Era;
/// use gristmill_brook::BrookProgram;
/// let program = BrookProgram::read("a.br", "kernel void half(float a<>, out float b<>) { b = a / 2; }")?;
/// let kernels = program.kernels();
/// assert_eq!(kernels.iter().map(|kernel| kernel.name()).collect::<Vec<_>>(), ["half"]);
/// assert!(kernels[0].text(Era::Fragment)?.contains("b = a / 2.0;"));
/// assert!(!program.has_main());
/// # Ok::<(), gristmill_brook::BrookError>(())
/// ```
#[derive(Debug)]
pub struct BrookProgram {
    /// Its own file, then those that it includes.
    files: Vec<IncludedFile>,
    tree: Tree,
}

/// A kernel of a program.
#[derive(Debug)]
pub struct BrookKernel<'p> {
    program: &'p BrookProgram,
    number: usize,
    function: &'p Function,
}

impl BrookProgram {
    /// Reads a program that includes no files of its own. `name` is for messages.
    ///
    /// # Errors
    /// The first mistake, with its place.
    pub fn read(name: &str, text: &str) -> Result<BrookProgram, BrookError> {
        BrookProgram::read_with(name, text, &|_| None)
    }

    /// Reads a program; `lookup` finds the files that it includes in quotes, as
    /// [`IncludeFolders`](gristmill::includes::IncludeFolders) does.
    ///
    /// ```
    /// use gristmill::includes::IncludeRequest;
    /// use gristmill_brook::BrookProgram;
    /// let text_of = |name: &str| (name == "size.h").then(|| "#define SIZE 4".into());
    /// let lookup = |request: &IncludeRequest| request.find_text(text_of).map(Ok);
    /// let program = BrookProgram::read_with("a.br", "#include \"size.h\"\nfloat data[SIZE];", &lookup)?;
    /// assert_eq!(program.kernels().len(), 0);
    /// # Ok::<(), gristmill_brook::BrookError>(())
    /// ```
    ///
    /// # Errors
    /// The first mistake, with its place.
    pub fn read_with(name: &str, text: &str, lookup: &IncludeLookup) -> Result<BrookProgram, BrookError> {
        let expanded = expand_program(name, text, lookup)?;
        let tree = read_words(&expanded)
            .and_then(|tokens| read_program(&tokens))
            .and_then(|syntax| type_program(&syntax));
        match tree {
            Ok(tree) => Ok(BrookProgram { files: expanded.files, tree }),
            Err(fault) => Err(place_fault(fault, &expanded.files)),
        }
    }

    /// Returns true if it has a function `main`, so that it runs.
    pub fn has_main(&self) -> bool {
        self.tree
            .functions
            .iter()
            .any(|function| function.name == "main" && function.body.is_some())
    }

    /// Returns its kernels and reductions, in order; kernels that return a value are parts of others and left out.
    pub fn kernels(&self) -> Vec<BrookKernel<'_>> {
        let functions = self.tree.functions.iter().enumerate();
        functions
            .filter(|(_, function)| function.is_kernel() && function.body.is_some())
            .filter(|(_, function)| function.result == Type::Void)
            .map(|(number, function)| BrookKernel { program: self, number, function })
            .collect()
    }

    /// Runs `main` on a device. Returns its exit code.
    ///
    /// # Errors
    /// The fault that ends the run early, with its place in the text.
    pub fn run(
        &self,
        device: &Device,
        options: &RunOptions,
        out: &mut dyn Write,
        errors: &mut dyn Write,
    ) -> Result<i32, BrookError> {
        run_program(&self.tree, device, options, out, errors).map_err(|fault| place_fault(fault, &self.files))
    }
}

impl BrookKernel<'_> {
    /// Returns its name.
    pub fn name(&self) -> &str {
        &self.function.name
    }

    /// Returns its text for an era, for streams of one shape: each statement is on its author's line.
    ///
    /// # Errors
    /// The feature that the era lacks, such as doubles.
    pub fn text(&self, era: Era) -> Result<String, BrookError> {
        self.print_kernel(era).map(|text| text.text)
    }

    /// Returns it as a source of the library, for streams of one shape.
    ///
    /// ```
    /// use gristmill::Era;
    /// use gristmill_brook::BrookProgram;
    /// let program = BrookProgram::read("a.br", "kernel void half(float a<>, out float b<>) { b = a / 2; }")?;
    /// let kernels = program.kernels();
    /// for era in Era::ALL {
    ///     kernels[0].source(era)?.check(era).unwrap();
    /// }
    /// # Ok::<(), gristmill_brook::BrookError>(())
    /// ```
    ///
    /// # Errors
    /// The feature that the era lacks, such as doubles.
    pub fn source(&self, era: Era) -> Result<KernelSource, BrookError> {
        let text = self.print_kernel(era)?;
        Ok(crate::interpreter::kernel_source(&text, era == Era::Compute))
    }

    fn print_kernel(&self, era: Era) -> Result<KernelText, BrookError> {
        let roles = &self.function.roles;
        let pushed = roles.iter().position(|role| *role == Role::Push);
        let form = match (self.function.kind, pushed) {
            (FunctionKind::Reduction, _) => Form::Reduce,
            (_, Some(parameter)) if !roles.contains(&Role::Out) => Form::Push(parameter),
            _ => Form::Map,
        };
        let aligned = if form == Form::Map { Access::Aligned } else { Access::Whole };
        let access = roles
            .iter()
            .map(|role| if *role == Role::Stream { aligned } else { Access::Whole })
            .collect();
        let variant = Variant { is_compute: era == Era::Compute, form, access, outputs: (0, usize::MAX / 2) };
        print_kernel(&self.program.tree, self.number, &variant).map_err(|fault| place_fault(fault, &self.program.files))
    }
}

/// Names the file of a fault.
fn place_fault(fault: Fault, files: &[IncludedFile]) -> BrookError {
    let file = files.get(fault.at.file as usize);
    let (name, text) = file.map_or(("", ""), |file| (file.name.as_str(), file.text.as_str()));
    BrookError::from_fault(fault, name, text)
}
