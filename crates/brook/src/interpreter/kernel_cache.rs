//! Compiled kernels of a run, each in the ways that its calls needed.

use crate::fault::{Fault, Outcome, Position};
use crate::glsl::{KernelText, Variant, print_kernel};
use crate::tree::Tree;
use gristmill::{Device, Kernel, KernelSource};
use std::collections::HashMap;
use std::rc::Rc;

/// A compiled kernel with what its calls bind.
pub(crate) struct CompiledText {
    pub text: KernelText,
    pub kernel: Kernel,
}

#[derive(Default)]
pub(crate) struct KernelCache {
    known: HashMap<(usize, Variant), Rc<CompiledText>>,
}

/// Returns a kernel's text as a source of the library.
pub(crate) fn kernel_source(text: &KernelText, is_compute: bool) -> KernelSource {
    let source = KernelSource::named(text.name.clone()).include(text.include_name.clone(), text.include.clone());
    match is_compute {
        true => source.compute(text.text.clone()),
        false => source.fragment(text.text.clone()),
    }
}

impl KernelCache {
    /// Returns a kernel compiled this way.
    pub fn compile_kernel(
        &mut self,
        tree: &Tree,
        device: &Device,
        kernel: usize,
        variant: Variant,
        at: Position,
    ) -> Outcome<Rc<CompiledText>> {
        if let Some(known) = self.known.get(&(kernel, variant.clone())) {
            return Ok(known.clone());
        }
        let text = print_kernel(tree, kernel, &variant)?;
        let source = kernel_source(&text, variant.is_compute);
        let kernel_of_device = device.kernel(&source).map_err(|error| Fault::of_library(at, error))?;
        let compiled = Rc::new(CompiledText { text, kernel: kernel_of_device });
        self.known.insert((kernel, variant), compiled.clone());
        Ok(compiled)
    }
}
