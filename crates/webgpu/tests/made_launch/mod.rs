//! A launch of a kernel on inputs made of a hash: the same on every backend.

use gristmill_base::element::{Format, Scalar};
use gristmill_base::error::{Error, Result};
use gristmill_machine::{
    Backend, Blueprint, Dispatch, Draw, Geometry, GroupCounts, KernelStages, MemoryId, Region, Sampling, Value,
};
use gristmill_shader::{CompiledModule, Dimension, ExpandedKernel, Interface, Stage, UniformKind};

/// Words of a buffer, and the side of a texture.
const WORDS: usize = 4096;
const SIDE: usize = 16;

/// The memories of one run, and what they are bound to.
struct RunMemories {
    textures: Vec<(String, MemoryId)>,
    images: Vec<(String, MemoryId)>,
    buffers: Vec<(String, MemoryId)>,
    targets: Vec<(String, MemoryId)>,
    /// The outputs to compare: name, memory, region and words.
    outputs: Vec<(String, MemoryId, Vec<Region>, usize)>,
}

fn hash(name: &str, at: usize) -> u32 {
    let start = name
        .bytes()
        .fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    let mixed = (start ^ at as u32).wrapping_mul(0x9e37_79b1);
    (mixed ^ (mixed >> 15)).wrapping_mul(0x85eb_ca6b) >> 8
}

/// A made word: floats from -4 to 4, integers from 0 to 15, so that most indices are in range.
fn made_word(name: &str, at: usize, scalar: Scalar) -> u32 {
    let hash = hash(name, at);
    match scalar {
        Scalar::F32 => ((hash % 2049) as f32 / 256.0 - 4.0).to_bits(),
        _ => hash % 16,
    }
}

pub fn made_uniforms(interface: &Interface) -> Vec<(String, Value)> {
    let mut all = vec![];
    for uniform in &interface.uniforms {
        for item in 0..uniform.array.unwrap_or(1) {
            let name = match uniform.array {
                Some(_) => format!("{}[{item}]", uniform.name),
                None => uniform.name.clone(),
            };
            all.extend(made_value(&name, uniform.kind).map(|value| (name, value)));
        }
    }
    all
}

fn made_value(name: &str, kind: UniformKind) -> Option<Value> {
    let float = |at: usize| (hash(name, at) % 256) as f32 / 128.0;
    let uint = |at: usize| 1 + hash(name, at) % 16;
    let int = |at: usize| uint(at) as i32;
    let row = |at: usize| [0, 1, 2, 3].map(|lane| float(4 * at + lane));
    Some(match kind {
        UniformKind::Vector { scalar: Scalar::F32, lanes } => match lanes {
            1 => Value::Float(float(0)),
            2 => Value::Vec2([float(0), float(1)]),
            3 => Value::Vec3([float(0), float(1), float(2)]),
            _ => Value::Vec4(row(0)),
        },
        UniformKind::Vector { scalar: Scalar::I32, lanes } => match lanes {
            1 => Value::Int(int(0)),
            2 => Value::IVec2([int(0), int(1)]),
            3 => Value::IVec3([int(0), int(1), int(2)]),
            _ => Value::IVec4([0, 1, 2, 3].map(int)),
        },
        UniformKind::Vector { lanes, .. } => match lanes {
            1 => Value::UInt(uint(0)),
            2 => Value::UVec2([uint(0), uint(1)]),
            3 => Value::UVec3([uint(0), uint(1), uint(2)]),
            _ => Value::UVec4([0, 1, 2, 3].map(uint)),
        },
        UniformKind::Bool { lanes: 1 } => Value::Bool(hash(name, 0) & 1 == 1),
        UniformKind::Matrix { columns: 2, rows: 2 } => Value::Mat2([[float(0), float(1)], [float(2), float(3)]]),
        UniformKind::Matrix { columns: 3, rows: 3 } => {
            Value::Mat3([0, 1, 2].map(|at| [row(at)[0], row(at)[1], row(at)[2]]))
        }
        UniformKind::Matrix { columns: 4, rows: 4 } => Value::Mat4([0, 1, 2, 3].map(row)),
        _ => return None,
    })
}

fn skip_kernel(sentence: &str) -> Error {
    Error::data(format!("skipped: {sentence}"))
}

/// Makes a texture of a dimension, filled, with its regions and words.
fn make_texture(
    backend: &dyn Backend,
    name: &str,
    format: Format,
    (dimension, arrayed): (Dimension, bool),
) -> Result<(MemoryId, Vec<Region>, usize)> {
    let (blueprint, slices, height) = match (dimension, arrayed) {
        (Dimension::D1, false) => (Blueprint::Row { format, width: SIDE }, 1, 1),
        (Dimension::D2, false) => (Blueprint::Texture { format, width: SIDE, height: SIDE, levels: 1 }, 1, SIDE),
        (Dimension::TexelRect, false) => (Blueprint::Rectangle { format, width: SIDE, height: SIDE }, 1, SIDE),
        (Dimension::D3, false) => (Blueprint::Volume { format, width: SIDE, height: SIDE, depth: SIDE }, SIDE, SIDE),
        (Dimension::Cube, false) => (Blueprint::Cube { format, side: SIDE }, 6, SIDE),
        _ => return Err(skip_kernel("a texture of a kind that streams have not")),
    };
    let memory = backend.create_memory(&blueprint)?;
    let regions: Vec<Region> = (0..slices).map(|z| Region { x: 0, y: 0, z, width: SIDE, height }).collect();
    let each = SIDE * height * format.words();
    for (slice, region) in regions.iter().enumerate() {
        let words: Vec<u32> = (0..each).map(|at| made_word(name, slice * each + at, format.scalar)).collect();
        backend.write(memory, region, &words)?;
    }
    Ok((memory, regions, each * slices))
}

fn make_memories(backend: &dyn Backend, interface: &Interface) -> Result<RunMemories> {
    let mut run = RunMemories { textures: vec![], images: vec![], buffers: vec![], targets: vec![], outputs: vec![] };
    for sampler in &interface.samplers {
        for item in 0..sampler.array.unwrap_or(1) {
            let name = sampler
                .array
                .map_or(sampler.name.clone(), |_| format!("{}[{item}]", sampler.name));
            let format = Format { scalar: sampler.scalar, lanes: 4 };
            let (memory, ..) = make_texture(backend, &name, format, (sampler.dimension, sampler.arrayed))?;
            run.textures.push((name, memory));
        }
    }
    for image in &interface.images {
        let format = image.format.as_deref().unwrap_or("");
        let lanes = if format.starts_with("rgba") || format.is_empty() {
            4
        } else if format.starts_with("rg") {
            2
        } else {
            1
        };
        let scalar = match () {
            () if format.ends_with("16f") => Scalar::F16,
            () if format.ends_with('8') => Scalar::Unorm8,
            () => image.scalar,
        };
        let made = make_texture(backend, &image.name, Format { scalar, lanes }, (image.dimension, image.arrayed))?;
        run.images.push((image.name.clone(), made.0));
        run.outputs.push((image.name.clone(), made.0, made.1, made.2));
    }
    for block in &interface.blocks {
        let memory = backend.create_memory(&Blueprint::Buffer { words: WORDS, each: 1 })?;
        let scalar_at = |word: usize| {
            let before = block.members.iter().rev().find(|member| member.offset as usize <= word * 4);
            before.and_then(|member| member.scalar).unwrap_or(Scalar::F32)
        };
        let words: Vec<u32> = (0..WORDS).map(|at| made_word(&block.name, at, scalar_at(at))).collect();
        let region = Region { x: 0, y: 0, z: 0, width: WORDS, height: 1 };
        backend.write(memory, &region, &words)?;
        run.buffers.push((block.name.clone(), memory));
        run.outputs.push((block.name.clone(), memory, vec![region], WORDS));
    }
    for output in &interface.outputs {
        let lanes = if output.lanes == 3 { 4 } else { output.lanes };
        let format = Format { scalar: output.scalar, lanes };
        let made = make_texture(backend, &output.name, format, (Dimension::D2, false))?;
        run.targets.push((output.name.clone(), made.0));
        run.outputs.push((output.name.clone(), made.0, made.1, made.2));
    }
    Ok(run)
}

pub fn borrowed<T: Copy>(named: &[(String, T)]) -> Vec<(&str, T)> {
    named.iter().map(|(name, of)| (name.as_str(), *of)).collect()
}

/// Stages of a kernel: those that the author wrote, or others in their place, and the module that was made of them.
pub struct LaunchedKernel<'a> {
    /// The vertex stage that covers a target, for a driver.
    pub cover: Option<&'a ExpandedKernel>,
    /// The fragment or the compute stage.
    pub main: &'a ExpandedKernel,
    /// Their SPIR-V, and the interface of the author's kernel.
    pub module: &'a CompiledModule,
    /// A buffer more, by the name of its block.
    pub buffer: Option<(&'a str, &'a [u32])>,
}

/// The words of each output, by its name.
pub type Outputs = Vec<(String, Vec<u32>)>;

/// Launches a kernel on made inputs. Returns the words of everything that it can write.
pub fn launch(backend: &dyn Backend, kernel: &LaunchedKernel) -> Result<Outputs> {
    let LaunchedKernel { cover, main, module, buffer } = *kernel;
    let mut memories = make_memories(backend, &module.interface)?;
    if let Some((name, words)) = buffer {
        let memory = backend.create_memory(&Blueprint::Buffer { words: words.len(), each: 1 })?;
        backend.write(memory, &Region { x: 0, y: 0, z: 0, width: words.len(), height: 1 }, words)?;
        memories.buffers.push((name.to_string(), memory));
    }
    let uniforms = made_uniforms(&module.interface);
    let uniforms = borrowed(&uniforms);
    let program = backend.compile_program(&KernelStages {
        vertex: None,
        fragment: Some(main).filter(|_| main.stage == Stage::Fragment),
        compute: Some(main).filter(|_| main.stage == Stage::Compute),
        cover,
        module,
    })?;
    let textures: Vec<(&str, MemoryId, Sampling)> = memories
        .textures
        .iter()
        .map(|(name, id)| (name.as_str(), *id, Sampling::nearest()))
        .collect();
    if main.stage == Stage::Compute {
        backend.dispatch(&Dispatch {
            program: &program,
            uniforms: &uniforms,
            given: uniforms.len(),
            remember: None,
            textures: &textures,
            images: &borrowed(&memories.images),
            buffers: &borrowed(&memories.buffers),
            groups: GroupCounts::Direct([2, 1, 1]),
        })?;
    } else {
        let targets: Vec<(&str, MemoryId, usize)> =
            memories.targets.iter().map(|(name, id)| (name.as_str(), *id, 0)).collect();
        backend.draw_pass(&Draw {
            program: &program,
            uniforms: &uniforms,
            given: uniforms.len(),
            remember: None,
            textures: &textures,
            targets: &targets,
            depth_stencil: None,
            geometry: Geometry::Regions(&[Region { x: 0, y: 0, z: 0, width: SIDE, height: SIDE }]),
            blend: None,
            query: None,
            condition: None,
            arithmetic: None,
        })?;
    }
    let outputs = memories.outputs.iter().map(|(name, memory, regions, count)| {
        let mut words = vec![0; *count];
        backend.read(*memory, regions, &mut words)?;
        Ok((name.clone(), words))
    });
    outputs.collect()
}
