//! Kernels for elements of any type.

use crate::{Era, Format, KernelSource, Scalar};

/// Specialises a kernel for elements of that format: a fragment kernel depends on the texture's class, a compute kernel
/// on the exact type in the buffer.
pub(in crate::algorithms) fn define_element_type(
    kernel: &KernelSource,
    era: Era,
    Format { scalar, lanes }: Format,
) -> KernelSource {
    let kernel = kernel.clone();
    let (sampler, vector) = match scalar {
        Scalar::F32 | Scalar::F16 | Scalar::Unorm8 => ("sampler2D", "vec"),
        Scalar::I32 => ("isampler2D", "ivec"),
        Scalar::U32 => ("usampler2D", "uvec"),
    };
    let element = match (scalar, lanes) {
        // Four bytes and two halves move as one word.
        (Scalar::Unorm8, _) | (Scalar::U32, 1) | (Scalar::F16, 2) => "uint".to_string(),
        (Scalar::F16, _) => "uvec2".to_string(),
        (Scalar::F32, 1) => "float".to_string(),
        (Scalar::I32, 1) => "int".to_string(),
        _ => format!("{vector}{lanes}"),
    };
    match era {
        Era::Fragment => kernel.define("SAMPLER", sampler).define("ELEMENT", format!("{vector}4")),
        Era::Compute => kernel.define("ELEMENT", element),
    }
}
