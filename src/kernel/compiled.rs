//! A kernel compiled for one machine: what a call needs to know of it.

use super::{KernelSource, Prepared};
use crate::backend::{Code, Limits, Program};
use crate::data::era::Era;
use crate::data::error::{Error, Result};
use crate::machine::Machine;
use crate::shader::{Interface, Stage};

/// What a call needs to know of a kernel.
pub(crate) struct Compiled {
    pub name: String,
    pub era: Era,
    pub program: Program,
    pub interface: Interface,
    pub places_vertices: bool,
    /// Every stream that a call must bind.
    pub streams: Vec<String>,
    /// Uniforms that the library sets.
    pub automatic: Vec<(String, Automatic)>,
    /// Uniforms that the caller must set, and their GLSL types.
    pub uniforms: Vec<(String, String)>,
}

/// A uniform that the library sets at each call, known by its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Automatic {
    /// `element_count`: elements of the output.
    ElementCount,
    /// `output_width`: texels in a row of the output.
    OutputWidth,
    /// `output_shape`: its extents, 1 where it has no such dimension.
    OutputShape,
    /// `output_columns`: slices side by side in its texture.
    OutputColumns,
    /// `slice`: which of several slices this pass writes.
    Slice,
    /// `<stream>_count`, `<stream>_shape`, `<stream>_columns`.
    Count(String),
    Shape(String),
    Columns(String),
}

impl Automatic {
    fn of(name: &str, interface: &Interface) -> Option<Automatic> {
        let stream = |ending: &str| {
            let stream = name.strip_suffix(ending)?;
            interface.has_stream(stream).then(|| stream.to_string())
        };
        match name {
            "element_count" => Some(Automatic::ElementCount),
            "output_width" => Some(Automatic::OutputWidth),
            "output_shape" => Some(Automatic::OutputShape),
            "output_columns" => Some(Automatic::OutputColumns),
            "slice" => Some(Automatic::Slice),
            _ => stream("_count")
                .map(Automatic::Count)
                .or_else(|| stream("_shape").map(Automatic::Shape))
                .or_else(|| stream("_columns").map(Automatic::Columns)),
        }
    }
}

/// Compiles the side of an era on a machine.
///
/// # Errors
/// [`Error::Source`] where it does not compile, [`Error::Limit`] where it asks for more than the machine has.
pub(super) fn compile(machine: &Machine, era: Era, source: &KernelSource) -> Result<Compiled> {
    let Prepared { stages, module, places_vertices } = source.prepare(era)?;
    let stage = |wanted| stages.iter().find(|stage| stage.stage == wanted);
    let main = stages.last().ok_or_else(|| Error::call(source.name(), "it has no stage"))?;
    check_limits(&main.name, era, &module.interface, &machine.backend.info().limits)?;
    let program = machine.backend.compile(&Code {
        vertex: stage(Stage::Vertex),
        fragment: stage(Stage::Fragment),
        compute: stage(Stage::Compute),
        module: &module,
    })?;
    let interface = module.interface;
    let mut automatic = Vec::new();
    let mut uniforms = Vec::new();
    for uniform in &interface.uniforms {
        match Automatic::of(&uniform.name, &interface) {
            Some(what) => automatic.push((uniform.name.clone(), what)),
            None => match uniform.array {
                None => uniforms.push((uniform.name.clone(), uniform.kind.to_string())),
                Some(length) => {
                    uniforms
                        .extend((0..length).map(|at| (format!("{}[{at}]", uniform.name), uniform.kind.to_string())));
                }
            },
        }
    }
    let streams = interface.stream_names();
    Ok(Compiled { name: main.name.clone(), era, program, interface, places_vertices, streams, automatic, uniforms })
}

/// What a kernel asks for against what the machine has, before the driver sees it: llvmpipe is silent about
/// some of it.
fn check_limits(name: &str, era: Era, interface: &Interface, limits: &Limits) -> Result<()> {
    let within = |what: &str, given: usize, limit: usize, next: &str| {
        if given <= limit {
            return Ok(());
        }
        Err(Error::limit(format!("{name}: {what}"), given as u128, limit as u128, next))
    };
    within("outputs of one pass", interface.outputs.len(), limits.outputs, "write the rest in a second pass")?;
    within("textures read", interface.samplers.len(), limits.textures, "pack several streams into one of 4-vectors")?;
    if era == Era::Compute {
        let storage = interface.blocks.iter().filter(|block| block.storage).count();
        within("storage buffers", storage, limits.buffers, "pack several streams into one")?;
        within("images", interface.images.len(), limits.images, "read some of them as textures")?;
        let size = interface.local_size.map(|size| size as usize);
        let invocations = size.iter().product();
        within(
            "invocations of a work group",
            invocations,
            limits.group_invocations,
            "give local_size smaller numbers",
        )?;
        for (axis, (size, limit)) in ["x", "y", "z"].iter().zip(size.into_iter().zip(limits.group_size)) {
            within(&format!("local_size_{axis}"), size, limit, "give it a smaller number")?;
        }
        let shared = interface.shared_bytes as usize;
        within("bytes of shared memory", shared, limits.shared_bytes, "work on smaller blocks")?;
    }
    Ok(())
}
