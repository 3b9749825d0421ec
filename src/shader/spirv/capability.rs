//! What a module may ask for and the emulator has not, in words.

use super::words::instructions;
use crate::data::error::{Error, Result};
use rspirv::spirv::{AddressingModel, Capability, Op};

/// What a capability is called, with the next step; none for those that are taken, or are seen where they are
/// used.
fn lacking(capability: Capability) -> Option<(&'static str, &'static str)> {
    use Capability as C;
    Some(match capability {
        C::Kernel | C::Addresses | C::Linkage => ("kernels of OpenCL", "compile a compute shader"),
        C::PhysicalStorageBufferAddresses => ("addresses of buffers (buffer_reference)", "bind the buffers"),
        C::VariablePointers | C::VariablePointersStorageBuffer => {
            ("pointers that are chosen while it runs (variable pointers)", "choose an index")
        }
        C::Geometry | C::GeometryStreams | C::GeometryPointSize => ("geometry stages", "use a compute shader"),
        C::Tessellation | C::TessellationPointSize => ("tessellation stages", "use a compute shader"),
        C::MeshShadingEXT | C::MeshShadingNV => ("mesh stages", "use a compute shader"),
        C::RayTracingKHR | C::RayTracingNV | C::RayQueryKHR => ("ray tracing", "search in a buffer"),
        C::InputAttachment => ("input attachments", "bind a texture"),
        C::MultiView => ("several views", "draw them one by one"),
        C::SparseResidency => ("sparse textures", "bind whole ones"),
        C::CooperativeMatrixKHR | C::CooperativeMatrixNV => ("cooperative matrices", "write the loops"),
        C::SampleRateShading | C::StorageImageMultisample | C::ImageMSArray => {
            ("textures with several samples", "use one sample")
        }
        C::InterpolationFunction => ("interpolateAt functions", "leave them out"),
        C::TransformFeedback => ("transform feedback of its own", "give the outputs their locations"),
        _ => return None,
    })
}

/// Refuses what the emulator has not.
///
/// # Errors
/// [`Error::Call`] names it.
pub(super) fn refuse(name: &str, words: &[u32]) -> Result<()> {
    let refused = |what: &str, next: &str| {
        Err(Error::call(name, format!("it asks for {what}, which the emulator has not; {next}")))
    };
    for instruction in instructions(words) {
        if instruction.opcode == Op::MemoryModel as u32 {
            let addressing = AddressingModel::from_u32(instruction.operand(0));
            return match addressing {
                Some(AddressingModel::Logical) => Ok(()),
                Some(AddressingModel::PhysicalStorageBuffer64) => {
                    refused("addresses of buffers (buffer_reference)", "bind the buffers")
                }
                _ => refused("addresses of memory, as OpenCL has them", "compile a compute shader"),
            };
        }
        if instruction.opcode != Op::Capability as u32 {
            continue;
        }
        if let Some((what, next)) = Capability::from_u32(instruction.operand(0)).and_then(lacking) {
            return refused(what, next);
        }
    }
    Ok(())
}
