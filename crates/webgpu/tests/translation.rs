//! Each kernel's WGSL, read back and run by the emulator, against the kernel itself: every word of every output is
//! equal. Inputs are made of a hash, the same for both.

mod kernel_files;
mod made_launch;

use gristmill_base::element::Scalar;
use gristmill_base::error::Result;
use gristmill_base::log::{FindingsLog, RunBounds};
use gristmill_emulator::machine::Emulator;
use gristmill_machine::Value;
use gristmill_shader::{CompiledModule, ExpandedKernel, ModuleChoice, Stage, UniformKind, compile, translate_wgsl};
use gristmill_webgpu::{
    ClipSpace, StageResource, TranslatedStage, TranslationOptions, UniformMember, pack_uniforms, translate_kernel,
};
use kernel_files::{list_kernels, read_kernel};
use made_launch::{LaunchedKernel, Outputs, borrowed, launch, made_uniforms};
use rspirv::binary::Assemble;
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{Decoration, Op};
use std::collections::HashMap;
use std::rc::Rc;

/// Instructions of a warp until it is stopped: with made inputs some kernels never end.
const STEPS: u64 = 300_000;

/// The verdict on a kernel.
enum Verdict {
    Equal(usize),
    /// Not compared, with the reason.
    Skipped(String),
    Different(String),
}

/// Runs a kernel on the emulator, with the block of its uniforms if it has one.
fn run(expanded: &ExpandedKernel, module: &CompiledModule, block: Option<&[u32]>) -> Result<Outputs> {
    let log = Rc::new(FindingsLog::default());
    log.bounds.set(Some(RunBounds { launches: 1, steps: STEPS }));
    launch(
        &Emulator::open(log),
        &LaunchedKernel { cover: None, main: expanded, module, buffer: block.map(|words| ("uniforms", words)) },
    )
}

/// Writes the values of the uniforms into a text: the emulator binds no blocks to passes.
fn with_values(stage: &TranslatedStage, uniforms: &[(&str, Value)]) -> String {
    let declared = "var<uniform> uniforms: Uniforms;";
    let declared = if stage.wgsl.contains(declared) { declared } else { "var<storage> uniforms: Uniforms;" };
    let block = stage.resources.iter().find_map(|resource| match resource {
        StageResource::Uniforms { binding, bytes, members, .. } => Some((binding, bytes, members)),
        _ => None,
    });
    let Some((binding, bytes, members)) = block else { return stage.wgsl.clone() };
    let words = pack_uniforms(members, *bytes, uniforms);
    let values: Vec<String> = members.iter().map(|member| write_member(member, &words)).collect();
    let place = format!("@group({}) @binding({binding}) ", stage.group);
    let (before, after) = stage.wgsl.split_once(declared).expect("the block of uniforms");
    let before = before.trim_end().strip_suffix(place.trim_end()).expect("its binding");
    format!("{before}var<private> uniforms: Uniforms = Uniforms({});{after}", values.join(", "))
}

/// Writes a uniform's value in WGSL.
fn write_member(member: &UniformMember, words: &[u32]) -> String {
    let vector = |first: u32, scalar: Scalar, lanes: u8| {
        let words = words.iter().skip(first as usize / 4).take(lanes.into());
        let (kind, lanes_text): (_, Vec<String>) = match scalar {
            Scalar::F32 => ("f32", words.map(|word| format!("{:?}f", f32::from_bits(*word))).collect()),
            Scalar::I32 => ("i32", words.map(|word| format!("{}i", *word as i32)).collect()),
            _ => ("u32", words.map(|word| format!("{word}u")).collect()),
        };
        let text = lanes_text.join(", ");
        if lanes == 1 {
            (kind.to_string(), text)
        } else {
            (format!("vec{lanes}<{kind}>"), format!("vec{lanes}<{kind}>({text})"))
        }
    };
    let item = |item: u32| match member.kind {
        UniformKind::Vector { scalar, lanes } => vector(member.column_offset(item, 0), scalar, lanes),
        UniformKind::Bool { lanes } => vector(member.column_offset(item, 0), Scalar::U32, lanes),
        UniformKind::Matrix { columns, rows } => {
            let kind = format!("mat{columns}x{rows}<f32>");
            let texts =
                (0..columns.into()).map(|column| vector(member.column_offset(item, column), Scalar::F32, rows).1);
            (kind.clone(), format!("{kind}({})", texts.collect::<Vec<_>>().join(", ")))
        }
    };
    match member.items {
        None => item(0).1,
        Some(items) => {
            let texts: Vec<String> = (0..items).map(|at| item(at).1).collect();
            format!("array<{}, {items}>({})", item(0).0, texts.join(", "))
        }
    }
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
    let uniforms = made_uniforms(&module.interface);
    let uniforms = borrowed(&uniforms);
    let block = stage.resources.iter().find_map(|resource| match resource {
        StageResource::Uniforms { bytes, members, .. } => Some(pack_uniforms(members, *bytes, &uniforms)),
        _ => None,
    });
    let wgsl = match stage.stage {
        Stage::Compute => stage.wgsl.clone(),
        _ => with_values(stage, &uniforms),
    };
    let words = match translate_wgsl(&name, &wgsl, &ModuleChoice::default()) {
        Ok((_, words)) => with_author_names(&words, &stage.resources),
        Err(error) => return Verdict::Different(format!("{path}: its WGSL is not read: {error}\n{}", stage.wgsl)),
    };
    let text = ExpandedKernel { name, stage: expanded.stage, text: stage.wgsl.clone(), lines: vec![], files: vec![] };
    let read_back = CompiledModule { spirv: vec![(expanded.stage, words)], interface: module.interface.clone() };
    match (run(expanded, &module, None), run(&text, &read_back, block.as_deref())) {
        (Ok(own), Ok(other)) => compare(path, &own, &other),
        (Err(own), Err(_)) => Verdict::Skipped(format!("{path}: {own}")),
        (Err(own), Ok(_)) => Verdict::Skipped(format!("{path}: the kernel itself: {own}")),
        (Ok(_), Err(other)) => Verdict::Different(format!("{path}: only its WGSL fails: {other}")),
    }
}

fn compare(path: &str, own: &Outputs, other: &Outputs) -> Verdict {
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
    assert_equal_results("comp", 227);
}

#[test]
fn fragment_kernels_and_their_wgsl_have_equal_results() {
    assert_equal_results("frag", 266);
}
