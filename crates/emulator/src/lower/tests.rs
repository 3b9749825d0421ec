//! Lowering of kernels: the code is sound, has the expected shape, and computes the same as Rust.

mod broken_modules;
mod code_shapes;
mod control;
mod kernels;
mod ledger;
mod memory;
mod narrow;
mod narrow_memory;
mod numbers;
mod programs;
mod refusals;
mod subgroups;
mod verify;
mod wide;

use super::super::assembly::{Assembly, Instruction, MemorySpace};
use super::super::bindings::{BoundMemory, SlotBindings};
use super::super::dispatch::{self, Ending, Policy};
use super::super::event::MemoryKey;
use super::super::storage::Storage;
use super::lower_stage;
use gristmill_base::error::{Error, Result};
use gristmill_shader::{ExpandedKernel, SourceFile, Stage, compile_stage, expand};
use std::borrow::Cow;
use std::sync::Arc;

/// Expands a kernel's text.
fn expand_kernel(stage: Stage, text: &str) -> ExpandedKernel {
    let name = match stage {
        Stage::Vertex => "test.vert",
        Stage::Fragment => "test.frag",
        Stage::Compute => "test.comp",
    };
    let file = SourceFile { name: name.to_string(), text: Cow::Owned(text.to_string()) };
    expand(&file, stage, &|_| None, &[]).unwrap()
}

/// Lowers a kernel and checks that the code is sound.
fn lower_checked(stage: Stage, text: &str, watched: bool) -> Result<Assembly> {
    let expanded = expand_kernel(stage, text);
    let spirv = compile_stage(&expanded).unwrap_or_else(|error| panic!("{error}"));
    let assembly = lower_stage(&expanded, &spirv, watched)?;
    verify::assert_sound(&assembly);
    Ok(assembly)
}

/// Lowers a compute kernel without watching; it must succeed.
fn lower_compute(text: &str) -> Assembly {
    lower_checked(Stage::Compute, &format!("#version 430 core\n{text}"), false)
        .unwrap_or_else(|error| panic!("{error}"))
}

/// Lowers a fragment kernel without watching; it must succeed.
fn lower_fragment(text: &str) -> Assembly {
    lower_checked(Stage::Fragment, &format!("#version 330 core\n{text}"), false)
        .unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the report of a kernel that cannot be lowered.
fn refusal_report(stage: Stage, text: &str) -> String {
    match lower_checked(stage, text, false) {
        Err(Error::Source { report, .. } | Error::NotEmulated { report, .. }) => report,
        Err(other) => other.to_string(),
        Ok(_) => panic!("it was lowered"),
    }
}

/// Runs a compute kernel on buffers, given by the name of their block, and returns their contents.
fn run_kernel(text: &str, groups: u32, uniforms: &[(&str, u32)], buffers: &[(&str, &[u32])]) -> Vec<Vec<u32>> {
    let text = format!("#version 430 core\n{text}");
    let plain = run_kernel_with(&text, groups, uniforms, buffers, false, 32);
    for (watched, width) in [(true, 32), (false, 64), (false, 5)] {
        let other = run_kernel_with(&text, groups, uniforms, buffers, watched, width);
        assert_eq!(plain, other, "watched {watched}, warps of {width}");
    }
    plain
}

fn run_kernel_with(
    text: &str,
    groups: u32,
    uniforms: &[(&str, u32)],
    buffers: &[(&str, &[u32])],
    watched: bool,
    width: u32,
) -> Vec<Vec<u32>> {
    let assembly = lower_checked(Stage::Compute, text, watched).unwrap_or_else(|error| panic!("{error}"));
    let storages: Vec<Arc<Storage>> = buffers.iter().map(|(_, words)| Arc::new(Storage::from_words(words))).collect();
    let memories = assembly.memories.iter().map(|memory| match memory.space {
        MemorySpace::Shared(base) => BoundMemory::Shared { base, words: memory.words },
        _ => {
            let place = buffers.iter().position(|(name, _)| *name == memory.name);
            let place = place.unwrap_or_else(|| panic!("no buffer for {}", memory.name));
            BoundMemory::Global { key: MemoryKey::Global(place), storage: Arc::clone(&storages[place]) }
        }
    });
    let uniforms = uniforms.iter().flat_map(|&(name, word)| {
        // `name+2` is the third word.
        let (name, skip) = name
            .split_once('+')
            .map_or((name, 0), |(name, skip)| (name, skip.parse().unwrap()));
        let slot = assembly.uniforms.iter().find(|slot| slot.name == name);
        slot.map(|slot| (slot.first + skip, word))
    });
    let bindings =
        SlotBindings { uniforms: uniforms.collect(), memories: memories.collect(), ..SlotBindings::default() };
    let policy = Policy { width, ..Policy::default() };
    let ending = dispatch::run_watched(&assembly, &bindings, [groups, 1, 1], &policy, &mut ()).unwrap();
    assert_eq!(ending, Ending::Complete);
    storages.iter().map(|storage| storage.to_vec()).collect()
}

/// Counts the instructions of a kind.
fn count_instructions(assembly: &Assembly, kind: impl Fn(&Instruction) -> bool) -> usize {
    assembly.instructions.iter().filter(|instruction| kind(instruction)).count()
}

/// Converts floats to words.
fn floats_to_words(floats: &[f32]) -> Vec<u32> {
    floats.iter().map(|float| float.to_bits()).collect()
}

/// Converts words to floats.
fn words_to_floats(words: &[u32]) -> Vec<f32> {
    words.iter().map(|&word| f32::from_bits(word)).collect()
}
