//! Each kernel's WGSL, read back and run by the emulator, against the kernel itself: every word of every output is
//! equal. Inputs are made of a hash, the same for both.

mod kernel_files;

use gristmill_base::element::{Format, Scalar};
use gristmill_base::error::{Error, Result};
use gristmill_base::log::{FindingsLog, RunBounds};
use gristmill_emulator::machine::Emulator;
use gristmill_machine::{
    Backend, Blueprint, Dispatch, Draw, Geometry, GroupCounts, KernelStages, MemoryId, Region, Sampling, Value,
};
use gristmill_shader::{
    CompiledModule, Dimension, ExpandedKernel, Interface, ModuleChoice, Stage, UniformKind, compile, translate_wgsl,
};
use gristmill_webgpu::{
    ClipSpace, StageResource, TranslatedStage, TranslationOptions, pack_uniforms, translate_kernel,
};
use kernel_files::{list_kernels, read_kernel};
use rspirv::binary::Assemble;
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{Decoration, Op};
use std::collections::HashMap;
use std::rc::Rc;

/// Words of a buffer, and the side of a texture.
const WORDS: usize = 4096;
const SIDE: usize = 16;

/// Instructions of a warp until it is stopped: with made inputs some kernels never end.
const STEPS: u64 = 300_000;

/// What became of a kernel.
enum Verdict {
    Equal(usize),
    /// Not compared, with the reason.
    Skipped(String),
    Different(String),
}

/// The memories of one run, and what they are bound to.
struct RunMemories {
    textures: Vec<(String, MemoryId)>,
    images: Vec<(String, MemoryId)>,
    buffers: Vec<(String, MemoryId)>,
    targets: Vec<(String, MemoryId)>,
    /// What is compared: name, memory, region and words.
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

fn made_uniforms(interface: &Interface) -> Vec<(String, Value)> {
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

fn skip(sentence: &str) -> Error {
    Error::data(format!("skipped: {sentence}"))
}

/// Makes a texture of a dimension, filled, with its regions and words.
fn make_texture(
    emulator: &Emulator,
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
        _ => return Err(skip("a texture of a kind that streams have not")),
    };
    let memory = emulator.create_memory(&blueprint)?;
    let regions: Vec<Region> = (0..slices).map(|z| Region { x: 0, y: 0, z, width: SIDE, height }).collect();
    let each = SIDE * height * format.words();
    for (slice, region) in regions.iter().enumerate() {
        let words: Vec<u32> = (0..each).map(|at| made_word(name, slice * each + at, format.scalar)).collect();
        emulator.write(memory, region, &words)?;
    }
    Ok((memory, regions, each * slices))
}

fn make_memories(emulator: &Emulator, interface: &Interface) -> Result<RunMemories> {
    let mut run = RunMemories { textures: vec![], images: vec![], buffers: vec![], targets: vec![], outputs: vec![] };
    for sampler in &interface.samplers {
        for item in 0..sampler.array.unwrap_or(1) {
            let name = sampler
                .array
                .map_or(sampler.name.clone(), |_| format!("{}[{item}]", sampler.name));
            let format = Format { scalar: sampler.scalar, lanes: 4 };
            let (memory, ..) = make_texture(emulator, &name, format, (sampler.dimension, sampler.arrayed))?;
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
        let made = make_texture(emulator, &image.name, Format { scalar, lanes }, (image.dimension, image.arrayed))?;
        run.images.push((image.name.clone(), made.0));
        run.outputs.push((image.name.clone(), made.0, made.1, made.2));
    }
    for block in &interface.blocks {
        let memory = emulator.create_memory(&Blueprint::Buffer { words: WORDS, each: 1 })?;
        let scalar_at = |word: usize| {
            let before = block.members.iter().rev().find(|member| member.offset as usize <= word * 4);
            before.and_then(|member| member.scalar).unwrap_or(Scalar::F32)
        };
        let words: Vec<u32> = (0..WORDS).map(|at| made_word(&block.name, at, scalar_at(at))).collect();
        let region = Region { x: 0, y: 0, z: 0, width: WORDS, height: 1 };
        emulator.write(memory, &region, &words)?;
        run.buffers.push((block.name.clone(), memory));
        run.outputs.push((block.name.clone(), memory, vec![region], WORDS));
    }
    for output in &interface.outputs {
        let lanes = if output.lanes == 3 { 4 } else { output.lanes };
        let format = Format { scalar: output.scalar, lanes };
        let made = make_texture(emulator, &output.name, format, (Dimension::D2, false))?;
        run.targets.push((output.name.clone(), made.0));
        run.outputs.push((output.name.clone(), made.0, made.1, made.2));
    }
    Ok(run)
}

fn borrowed<T: Copy>(named: &[(String, T)]) -> Vec<(&str, T)> {
    named.iter().map(|(name, of)| (name.as_str(), *of)).collect()
}

/// Runs a kernel on made inputs, by its own SPIR-V or by that of its WGSL. Returns the words of all outputs by name.
fn run(
    expanded: &ExpandedKernel,
    module: &CompiledModule,
    translated: Option<&TranslatedStage>,
) -> Result<Vec<(String, Vec<u32>)>> {
    let log = Rc::new(FindingsLog::default());
    log.bounds.set(Some(RunBounds { launches: 1, steps: STEPS }));
    let emulator = Emulator::open(log);
    let mut memories = make_memories(&emulator, &module.interface)?;
    let uniforms = made_uniforms(&module.interface);
    let uniforms = borrowed(&uniforms);
    if let Some(TranslatedStage { resources, .. }) = translated {
        for resource in resources {
            let StageResource::Uniforms { bytes, members, .. } = resource else { continue };
            let words = pack_uniforms(members, *bytes, &uniforms);
            let memory = emulator.create_memory(&Blueprint::Buffer { words: words.len(), each: 1 })?;
            emulator.write(memory, &Region { x: 0, y: 0, z: 0, width: words.len(), height: 1 }, &words)?;
            memories.buffers.push(("uniforms".to_string(), memory));
        }
    }
    let stage = expanded.stage;
    let program = emulator.compile_program(&KernelStages {
        vertex: None,
        fragment: Some(expanded).filter(|_| stage == Stage::Fragment),
        compute: Some(expanded).filter(|_| stage == Stage::Compute),
        cover: None,
        module,
    })?;
    let textures: Vec<(&str, MemoryId, Sampling)> = memories
        .textures
        .iter()
        .map(|(name, id)| (name.as_str(), *id, Sampling::nearest()))
        .collect();
    if stage == Stage::Compute {
        emulator.dispatch(&Dispatch {
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
        // Blocks of a fragment kernel would need a device that binds buffers to passes.
        emulator.draw_pass(&Draw {
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
        emulator.read(*memory, regions, &mut words)?;
        Ok((name.clone(), words))
    });
    outputs.collect()
}

/// Gives the variables of WGSL's SPIR-V the author's names, by their bindings.
fn with_author_names(words: &[u32], resources: &[StageResource]) -> Vec<u32> {
    let mut module = rspirv::dr::load_words(words).unwrap();
    let named: HashMap<u32, &str> = resources
        .iter()
        .filter_map(|resource| match resource {
            StageResource::Uniforms { binding, .. } => Some((*binding, "uniforms")),
            StageResource::TargetSize { .. } => None,
            StageResource::Texture { name, binding, .. }
            | StageResource::Image { name, binding, .. }
            | StageResource::Buffer { name, binding, .. } => Some((*binding, name.as_str())),
        })
        .collect();
    let bound: Vec<(u32, u32)> = module
        .annotations
        .iter()
        .filter_map(|made| match made.operands.as_slice() {
            [Operand::IdRef(of), Operand::Decoration(Decoration::Binding), Operand::LiteralBit32(binding)] => {
                Some((*of, *binding))
            }
            _ => None,
        })
        .collect();
    for (of, binding) in bound {
        let Some(name) = named.get(&binding) else { continue };
        module
            .debug_names
            .retain(|made| made.operands.first() != Some(&Operand::IdRef(of)));
        let operands = vec![Operand::IdRef(of), Operand::LiteralString(name.to_string())];
        module.debug_names.push(Instruction::new(Op::Name, None, None, operands));
    }
    module.assemble()
}

fn judge(paths: &[String]) -> Verdict {
    let [path] = paths else { return Verdict::Skipped("it has a vertex stage".to_string()) };
    let stages = read_kernel(paths);
    let expanded = &stages[0];
    let module = match compile(&[expanded]) {
        Ok(module) => module,
        Err(error) => return Verdict::Different(format!("{path}: {error}")),
    };
    let options = TranslationOptions { clip_space: ClipSpace::OpenGl, ..TranslationOptions::default() };
    let translated = match translate_kernel(&module.spirv, &[expanded], &options) {
        Ok(translated) => translated,
        Err(error) => return Verdict::Skipped(format!("{path}: {error}")),
    };
    let stage = &translated.stages[0];
    let name = format!("{path}.wgsl");
    let words = match translate_wgsl(&name, &stage.wgsl, &ModuleChoice::default()) {
        Ok((_, words)) => with_author_names(&words, &stage.resources),
        Err(error) => return Verdict::Different(format!("{path}: its WGSL is not read: {error}\n{}", stage.wgsl)),
    };
    let text = ExpandedKernel { name, stage: expanded.stage, text: stage.wgsl.clone(), lines: vec![], files: vec![] };
    let read_back = CompiledModule { spirv: vec![(expanded.stage, words)], interface: module.interface.clone() };
    match (run(expanded, &module, None), run(&text, &read_back, Some(stage))) {
        (Ok(own), Ok(other)) => compare(path, &own, &other),
        (Err(own), Err(_)) => Verdict::Skipped(format!("{path}: {own}")),
        (Err(own), Ok(_)) => Verdict::Skipped(format!("{path}: the kernel itself: {own}")),
        (Ok(_), Err(other)) => Verdict::Different(format!("{path}: only its WGSL fails: {other}")),
    }
}

fn compare(path: &str, own: &[(String, Vec<u32>)], other: &[(String, Vec<u32>)]) -> Verdict {
    for ((name, own), (_, other)) in own.iter().zip(other) {
        let differ = own.iter().zip(other).enumerate().filter(|(_, (own, other))| own != other);
        if let Some((at, (a, b))) = differ.clone().next() {
            let [x, y] = [a, b].map(|word| f32::from_bits(*word));
            let count = differ.count();
            return Verdict::Different(format!(
                "{path}: {count} words of {name} differ, the first at {at}: {a} ({x}) and by WGSL {b} ({y})"
            ));
        }
    }
    Verdict::Equal(own.iter().map(|(_, words)| words.len()).sum())
}

/// Judges every kernel of a stage; at least so many are compared, and so many may differ.
fn assert_equal_results(ending: &str, least: usize) {
    let [mut equal, mut compared] = [0, 0];
    let [mut skipped, mut different] = [vec![], vec![]];
    for paths in list_kernels(ending) {
        match judge(&paths) {
            Verdict::Equal(words) => {
                equal += 1;
                compared += words;
            }
            Verdict::Skipped(why) => skipped.push(why),
            Verdict::Different(how) => different.push(how),
        }
    }
    println!("{ending}: {equal} kernels are equal in {compared} words; {} were not compared", skipped.len());
    println!("{}\ndifferent: {}\n{}", skipped.join("\n"), different.len(), different.join("\n"));
    assert!(different.is_empty(), "{} kernels differ", different.len());
    assert!(equal >= least, "{equal} kernels were compared, of at least {least}");
}

#[test]
fn compute_kernels_and_their_wgsl_have_equal_results() {
    assert_equal_results("comp", 1);
}

#[test]
fn fragment_kernels_and_their_wgsl_have_equal_results() {
    assert_equal_results("frag", 1);
}
