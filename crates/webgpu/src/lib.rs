//! Kernels as WGSL, the language of WebGPU.
//!
//! glslang's SPIR-V of a kernel is rewritten to what WGSL can say ([`translate_kernel`]), and naga writes and validates
//! the text. Begin with `translation.rs`.

#[cfg(feature = "machine")]
mod machine;
mod translation;
mod uniform_packing;

#[cfg(feature = "machine")]
pub use machine::{WebGpu, list_adapters};
pub use translation::{
    ClipSpace, PointShape, StageResource, TranslatedKernel, TranslatedStage, TranslationOptions, UniformMember,
    translate_kernel,
};
pub use uniform_packing::pack_uniforms;
