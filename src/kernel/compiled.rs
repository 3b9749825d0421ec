//! A kernel compiled for one device: the data that a call needs.

#[cfg(feature = "emulator")]
use super::card_fit;
use super::launch_cache::LaunchCache;
use super::{KernelSource, PreparedStages};
use crate::machine::Machine;
use gristmill_base::era::Era;
use gristmill_base::error::{Error, Result};
use gristmill_machine::{BackendProgram, KernelStages, Limits};
use gristmill_shader::{ExpandedKernel, Interface, ShortNumbers, Stage};
use std::collections::BTreeSet;
use std::fmt;
use std::rc::Rc;

/// A kernel compiled for one device and era; cheap to clone.
///
/// ```
/// # use gristmill::{Device, Era, kernel_pair};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let saxpy = device.kernel(&kernel_pair!("streams/saxpy"))?;
/// assert_eq!(saxpy.name(), "saxpy.frag");
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// It is called with streams by name:
///
/// ```
/// # use gristmill::{Device, Era, KernelSource};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let one = KernelSource::new("one").fragment(
///     "#version 330 core
///     out float result;
///     void main() { result = 1.0; }",
/// );
/// let kernel = device.kernel(&one)?;
/// assert_eq!((kernel.era(), kernel.group_size()), (Era::Fragment, [1; 3]));
/// let mut result = device.empty::<f32>(2)?;
/// kernel.call().output("result", &mut result).run()?;
/// assert_eq!(result.read()?, [1.0, 1.0]);
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Clone)]
pub struct Kernel {
    // Declared before the machine that it belongs to: fields are dropped in this order.
    pub(crate) compiled: Rc<CompiledKernel>,
    pub(crate) machine: Rc<Machine>,
}

impl fmt::Debug for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kernel")
            .field("name", &self.name())
            .field("era", &self.era())
            .finish_non_exhaustive()
    }
}

impl Kernel {
    /// Returns the name of its file, as in messages.
    pub fn name(&self) -> &str {
        &self.compiled.name
    }

    /// Returns the era that it was compiled for.
    pub fn era(&self) -> Era {
        self.compiled.era
    }

    /// Returns the invocations of a work group along x, y and z; 1 in the fragment era.
    pub fn group_size(&self) -> [u32; 3] {
        self.compiled.interface.local_size
    }
}

/// A compiled kernel, with the data that a call needs.
pub(crate) struct CompiledKernel {
    pub name: String,
    pub era: Era,
    pub program: BackendProgram,
    pub interface: Interface,
    /// The library's files that it was made from, each with its era; empty outside [`super::edits::Edits::run`].
    pub files: BTreeSet<(Era, String)>,
    /// True if its own vertex kernel places the primitives.
    pub places_vertices: bool,
    /// True if it is only a vertex kernel: it draws nothing and writes vertex streams.
    pub writes_vertices: bool,
    /// Every stream that a call must bind.
    pub streams: Vec<String>,
    /// Uniforms that the library sets.
    pub automatic: Vec<(String, AutomaticUniform)>,
    /// Uniforms that the caller must set, and their GLSL types.
    pub uniforms: Vec<(String, String)>,
    /// Its recent launches that can be replayed.
    pub launches: LaunchCache,
    /// What the check against a card leaves to its calls.
    #[cfg(feature = "emulator")]
    pub card_fit: card_fit::CardFit,
}

/// A uniform that the library sets at each call, recognised by its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum AutomaticUniform {
    /// `element_count`: elements of the output.
    ElementCount,
    /// `output_width`: texels in a row of the output.
    OutputWidth,
    /// `output_shape`: its extents, 1 for missing dimensions.
    OutputShape,
    /// `output_columns`: slices next to each other in its texture.
    OutputColumns,
    /// `slice`: the slice that this pass writes.
    Slice,
    /// `<stream>_count`, `<stream>_shape`, `<stream>_columns`.
    Count(String),
    Shape(String),
    Columns(String),
    /// `output_size`, `<stream>_size`: texels of a row and of a column of the texture, as floats.
    Size(Option<String>),
    /// `output_texel`, `<stream>_texel`: the width and the height of a texel in texture coordinates; 1 of a rectangle
    /// that is read, whose coordinates are texels.
    Texel(Option<String>),
    /// One of the others if the kernel declares it with floats, as kernels without integers did.
    Floats(Box<AutomaticUniform>),
}

impl AutomaticUniform {
    /// Returns the automatic uniform with this name and GLSL type, given the kernel's streams; `None` if the caller
    /// must set it.
    pub(crate) fn for_uniform(name: &str, kind: &str, has_stream: &dyn Fn(&str) -> bool) -> Option<AutomaticUniform> {
        match (AutomaticUniform::from_name(name, has_stream)?, kind) {
            (AutomaticUniform::Size(_) | AutomaticUniform::Texel(_), other) if other != "vec2" => None,
            (known @ (AutomaticUniform::Size(_) | AutomaticUniform::Texel(_)), _) => Some(known),
            (known, "float" | "vec4") => Some(AutomaticUniform::Floats(Box::new(known))),
            (known, _) => Some(known),
        }
    }

    /// Returns the stream that it describes; `None` for the output.
    #[cfg(feature = "emulator")]
    pub(crate) fn stream_name(&self) -> Option<&str> {
        match self {
            AutomaticUniform::Count(name) | AutomaticUniform::Shape(name) | AutomaticUniform::Columns(name) => {
                Some(name)
            }
            AutomaticUniform::Size(name) | AutomaticUniform::Texel(name) => name.as_deref(),
            AutomaticUniform::Floats(known) => known.stream_name(),
            _ => None,
        }
    }

    fn from_name(name: &str, has_stream: &dyn Fn(&str) -> bool) -> Option<AutomaticUniform> {
        match name {
            "element_count" => Some(AutomaticUniform::ElementCount),
            "output_width" => Some(AutomaticUniform::OutputWidth),
            "output_shape" => Some(AutomaticUniform::OutputShape),
            "output_columns" => Some(AutomaticUniform::OutputColumns),
            "slice" => Some(AutomaticUniform::Slice),
            "output_size" => Some(AutomaticUniform::Size(None)),
            "output_texel" => Some(AutomaticUniform::Texel(None)),
            _ => strip_stream(name, "_count", has_stream)
                .map(AutomaticUniform::Count)
                .or_else(|| strip_stream(name, "_shape", has_stream).map(AutomaticUniform::Shape))
                .or_else(|| strip_stream(name, "_columns", has_stream).map(AutomaticUniform::Columns))
                .or_else(|| strip_stream(name, "_size", has_stream).map(|name| AutomaticUniform::Size(Some(name))))
                .or_else(|| strip_stream(name, "_texel", has_stream).map(|name| AutomaticUniform::Texel(Some(name)))),
        }
    }
}

/// Returns the stream that a uniform describes by that ending.
fn strip_stream(name: &str, ending: &str, has_stream: &dyn Fn(&str) -> bool) -> Option<String> {
    let stream = name.strip_suffix(ending)?;
    has_stream(stream).then(|| stream.to_string())
}

/// Compiles a kernel's side for an era on a device.
///
/// # Errors
/// [`Error::Source`] if it does not compile, [`Error::Limit`] if it needs more than the device has.
pub(super) fn compile_kernel(machine: &Machine, era: Era, source: &KernelSource) -> Result<CompiledKernel> {
    #[cfg(feature = "emulator")]
    let numbers = machine
        .card
        .get()
        .map_or(ShortNumbers::Halves, |card| card.profile.short_numbers());
    #[cfg(not(feature = "emulator"))]
    let numbers = ShortNumbers::Halves;
    let PreparedStages { stages, module, cover } = source.prepare_stages(era, numbers)?;
    let main = stages.last().ok_or_else(|| Error::call(source.name(), "it has no stage"))?;
    // The card is checked first: its messages are those of `fit` and of `check --card`.
    #[cfg(feature = "emulator")]
    let (card_fit, module) = match machine.card.get() {
        Some(card) => {
            let found = card_fit::check_card_fit(card.profile, &stages, &module)?;
            (found, card_fit::with_card_numbers(card.profile, &stages, module))
        }
        None => (card_fit::CardFit::default(), module),
    };
    check_limits(&main.name, main.stage, &module.interface, machine.limits())?;
    let writes_vertices = main.stage == Stage::Vertex;
    let program = machine.backend.compile_program(&KernelStages {
        vertex: find_stage(&stages, Stage::Vertex),
        fragment: find_stage(&stages, Stage::Fragment),
        compute: find_stage(&stages, Stage::Compute),
        cover: cover.as_ref(),
        module: &module,
    })?;
    let interface = module.interface;
    let mut automatic = Vec::new();
    let mut uniforms = Vec::new();
    for uniform in &interface.uniforms {
        match AutomaticUniform::for_uniform(&uniform.name, &uniform.kind.to_string(), &|name| {
            interface.has_stream(name)
        }) {
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
    let name = main.name.clone();
    let files = BTreeSet::new(); // the cache that keeps the kernel fills them in
    Ok(CompiledKernel {
        name,
        era,
        program,
        interface,
        files,
        places_vertices: cover.is_none(),
        writes_vertices,
        streams,
        automatic,
        uniforms,
        launches: LaunchCache::default(),
        #[cfg(feature = "emulator")]
        card_fit,
    })
}

fn find_stage(stages: &[ExpandedKernel], wanted: Stage) -> Option<&ExpandedKernel> {
    stages.iter().find(|stage| stage.stage == wanted)
}

/// Checks a kernel's demands against the device's limits, before the driver sees it: llvmpipe does not report some of
/// them.
fn check_limits(name: &str, stage: Stage, interface: &Interface, limits: &Limits) -> Result<()> {
    let (outputs, most) = match stage {
        Stage::Vertex => ("vertex streams that it writes", limits.vertex_outputs),
        _ => ("outputs of one pass", limits.outputs),
    };
    check_within(name, outputs, interface.outputs.len(), most, "write the rest in a second pass")?;
    check_within(
        name,
        "textures read",
        interface.samplers.len(),
        limits.textures,
        "pack several streams into one of 4-vectors",
    )?;
    if stage == Stage::Compute {
        let storage = interface.blocks.iter().filter(|block| block.storage).count();
        check_within(name, "storage buffers", storage, limits.buffers, "pack several streams into one")?;
        check_within(name, "images", interface.images.len(), limits.images, "read some of them as textures")?;
        let size = interface.local_size.map(|size| size as usize);
        let invocations = size.iter().product();
        check_within(
            name,
            "invocations of a work group",
            invocations,
            limits.group_invocations,
            "give local_size smaller numbers",
        )?;
        for (axis, (size, limit)) in ["x", "y", "z"].iter().zip(size.into_iter().zip(limits.group_size)) {
            check_within(name, &format!("local_size_{axis}"), size, limit, "give it a smaller number")?;
        }
        let shared = interface.shared_bytes as usize;
        check_within(name, "bytes of shared memory", shared, limits.shared_bytes, "work on smaller blocks")?;
    }
    Ok(())
}

fn check_within(name: &str, what: &str, given: usize, limit: usize, next: &str) -> Result<()> {
    if given <= limit {
        return Ok(());
    }
    Err(Error::limit(format!("{name}: {what}"), given as u128, limit as u128, next))
}
