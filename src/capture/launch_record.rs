//! Records of launches, with numbers instead of memories.

use super::recording::{CapturedGeometry, CapturedLaunch, CapturedPass, CapturedProgram, CapturedWork};
use gristmill_machine::{Dispatch, Draw, Geometry, GroupCounts, KernelStages, MemoryId, Sampling, Value};

/// Returns the number of a memory.
pub(super) type MemoryNumber<'n> = &'n dyn Fn(MemoryId) -> usize;

impl CapturedProgram {
    /// Returns the texts of a kernel's stages.
    pub(super) fn of_stages(code: &KernelStages) -> CapturedProgram {
        let stages = [code.vertex, code.fragment, code.compute];
        CapturedProgram {
            stages: stages.into_iter().flatten().cloned().collect(),
            cover: code.cover.cloned(),
            module: code.module.clone(),
        }
    }
}

/// Describes a pass, without its outputs.
pub(super) fn describe_pass(draw: &Draw, number: MemoryNumber) -> CapturedLaunch {
    let covers = match draw.geometry {
        Geometry::Regions(regions) => CapturedGeometry::Regions(regions.to_vec()),
        Geometry::Vertices { mode, count, attributes, size } => {
            let attributes = attributes
                .iter()
                .map(|(name, id, format)| (name.to_string(), number(*id), *format));
            CapturedGeometry::Vertices { mode, count, attributes: attributes.collect(), size }
        }
    };
    let pass = CapturedPass {
        depth_stencil: draw.depth_stencil.map(|(id, state)| (number(id), state)),
        covers,
        blend: draw.blend,
        query: draw.query.map(number),
        condition: draw.condition.map(number),
        of_a_card: draw.arithmetic.is_some(),
    };
    describe_launch(draw.uniforms, draw.textures, CapturedWork::Pass(Box::new(pass)), number)
}

/// Describes a dispatch, without its outputs.
pub(super) fn describe_dispatch(dispatch: &Dispatch, number: MemoryNumber) -> CapturedLaunch {
    let work = match dispatch.groups {
        GroupCounts::Direct(groups) => CapturedWork::Dispatch(groups),
        GroupCounts::Indirect(id, word) => CapturedWork::IndirectDispatch(number(id), word),
    };
    let numbered = |all: &[(&str, MemoryId)]| -> Vec<(String, usize)> {
        all.iter().map(|(name, id)| (name.to_string(), number(*id))).collect()
    };
    CapturedLaunch {
        images: numbered(dispatch.images),
        buffers: numbered(dispatch.buffers),
        ..describe_launch(dispatch.uniforms, dispatch.textures, work, number)
    }
}

fn describe_launch(
    uniforms: &[(&str, Value)],
    textures: &[(&str, MemoryId, Sampling)],
    what: CapturedWork,
    number: MemoryNumber,
) -> CapturedLaunch {
    let uniforms = uniforms.iter().map(|(name, value)| (name.to_string(), *value)).collect();
    let textures = textures
        .iter()
        .map(|(name, id, sampling)| (name.to_string(), number(*id), *sampling));
    CapturedLaunch {
        program: 0,
        uniforms,
        textures: textures.collect(),
        images: vec![],
        buffers: vec![],
        what,
        outputs: vec![],
    }
}

/// Returns the images and buffers that a dispatch may write: name, memory, slice.
pub(super) fn list_written<'d>(dispatch: &Dispatch<'d>, texts: &CapturedProgram) -> Vec<(&'d str, MemoryId, usize)> {
    let interface = &texts.module.interface;
    let is_written = |name: &str| {
        let mut blocks = interface.blocks.iter();
        blocks.any(|block| block.name == name && block.storage && block.writable)
            || interface.images.iter().any(|image| image.name == name && image.writable)
    };
    let bound = dispatch.images.iter().chain(dispatch.buffers);
    bound
        .filter(|(name, _)| is_written(name))
        .map(|(name, id)| (*name, *id, 0))
        .collect()
}
