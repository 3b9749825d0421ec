//! Programs in assembly, lowered directly and through their translation: two ways to the same bits.

mod both_ways;
mod flow;
mod generator;
mod number_formats;
mod random_numbers;
mod special_cases;
mod vertex_generator;

use super::super::super::assembly::{Assembly, Register, StageInput, StageOutput};
use super::super::super::bindings::{SlotBindings, WarpContext};
use super::super::super::event::{LaneKind, MemoryKey, WarpInfo};
use super::super::super::storage::Storage;
use super::super::super::texture::{TexelFormat, TextureView};
use super::super::super::warp::{Pause, Warp};
use super::super::lower_spirv;
use super::{lower_stage, verify};
use gristmill_base::element::Scalar;
use gristmill_base::error::Result;
use gristmill_shader::{ExpandedKernel, SourceFile, Stage, compile_stage, expand};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Lanes of a warp.
const LANES: usize = 32;

/// Steps after which a program does not end.
const STEP_LIMIT: u64 = 10_000_000;

/// Words of the results, one for each lane, by the name of the result; and the lanes that are discarded.
type Results = (BTreeMap<String, [u32; LANES]>, u64);

/// Expands a program.
fn expand_program(text: &str) -> Result<ExpandedKernel> {
    let stage = gristmill_shader::program_stage(text).unwrap_or(Stage::Fragment);
    let name = if stage == Stage::Vertex { "test.vp" } else { "test.fp" };
    let file = SourceFile { name: name.to_string(), text: Cow::Owned(text.to_string()) };
    expand(&file, stage, &|_| None, &[])
}

/// Lowers a program directly, and checks that the code is sound, watched or not.
fn lower_program(text: &str) -> Assembly {
    let expanded = expand_program(text).unwrap_or_else(|error| panic!("{error}"));
    let spirv = compile_stage(&expanded).unwrap_or_else(|error| panic!("{error}"));
    let lower = |watched| {
        let assembly = lower_stage(&expanded, &spirv, watched).unwrap_or_else(|error| panic!("{error}\n{text}"));
        verify::assert_sound(&assembly);
        assembly
    };
    lower(true);
    lower(false)
}

/// Lowers a program through its translation.
fn lower_translation(text: &str) -> Assembly {
    let expanded = expand_program(text).unwrap_or_else(|error| panic!("{error}"));
    let spirv = compile_stage(&expanded).unwrap_or_else(|error| panic!("{error}"));
    lower_spirv(&expanded, &spirv, false).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Numbers that programs are given: zeros, halves, small, large and negative ones.
const GIVEN: [f32; 16] = [0.0, 1.0, -1.0, 0.5, -0.25, 2.5, -3.75, 0.1, 7.0, -0.0, 100.0, 0.333, -1e-3, 1e5, 1.5, -2.0];

/// Returns a number for a place.
fn given_number(place: u32) -> f32 {
    let mixed = place.wrapping_add(0x9e37_79b9).wrapping_mul(0x85eb_ca6b);
    let mixed = (mixed ^ mixed >> 13).wrapping_mul(0xc2b2_ae35);
    GIVEN[(mixed >> 28) as usize]
}

fn hash_name(name: &str) -> u32 {
    name.bytes()
        .fold(7, |hash: u32, byte| hash.wrapping_mul(31).wrapping_add(byte.into()))
}

/// Returns the word of an input in a lane.
fn input_word(assembly: &Assembly, input: StageInput, lane: u32) -> u32 {
    match input {
        StageInput::FragCoord(axis @ 0..=1) => {
            let pixel = [lane / 4 * 2 + lane % 2, lane / 2 % 2];
            assembly.window.pixel_coordinate(pixel, axis.into(), 8).to_bits()
        }
        StageInput::FragCoord(2) => 0.5_f32.to_bits(),
        StageInput::FragCoord(_) => 1.0_f32.to_bits(),
        StageInput::FrontFacing => {
            if lane.is_multiple_of(3) {
                u32::MAX
            } else {
                0
            }
        }
        StageInput::Attribute { location, lane: part } | StageInput::Varying { location, lane: part, .. } => {
            given_number(location * 1000 + u32::from(part) * 100 + lane).to_bits()
        }
        other => panic!("no program reads {other:?}"),
    }
}

/// Returns the registers of the uniforms with words by their names.
fn uniform_words(assembly: &Assembly) -> Vec<(Register, u32)> {
    let slots = assembly.uniforms.iter();
    let words = slots.flat_map(|slot| {
        let seed = hash_name(&slot.name);
        let word = move |at: u32| match slot.scalar {
            Scalar::F32 => given_number(seed.wrapping_add(at)).to_bits(),
            _ if slot.boolean => u32::MAX * (seed % 2),
            // The turns of a loop.
            _ => seed.wrapping_add(at) % 4,
        };
        (0..slot.words * slot.items).map(move |at| (slot.first + at, word(at)))
    });
    words.collect()
}

/// Binds a texture with texels by its name to each slot.
fn bind_textures(assembly: &Assembly) -> SlotBindings {
    let slots = assembly.textures.iter().zip(1..);
    let textures = slots.map(|(slot, key)| {
        let texel = TexelFormat::from_name("rgba32f").unwrap();
        let size = if slot.dimension == gristmill_shader::Dimension::Cube { [4, 4, 1] } else { [4, 3, 2] };
        let storage = Storage::new(4096);
        let seed = hash_name(&slot.name);
        (0..storage.len()).for_each(|at| storage.store(at, given_number(seed.wrapping_add(at as u32)).to_bits()));
        let texture = TextureView::new(slot.dimension, false, size, 1, texel, Arc::new(storage));
        (MemoryKey::Global(key), Arc::new(texture))
    });
    SlotBindings { textures: textures.collect(), ..SlotBindings::default() }
}

/// Runs a program on one warp.
fn run_program(assembly: &Assembly) -> Results {
    let bindings = bind_textures(assembly);
    let mut warp = Warp::<LANES>::new(assembly, &uniform_words(assembly));
    let lanes = match assembly.stage {
        Stage::Vertex => LaneKind::Vertices(0),
        _ => LaneKind::Fragments((0..LANES as u32).map(|lane| [lane, 0]).collect()),
    };
    warp.start(WarpInfo { group: [0; 3], group_number: 0, warp: 0, width: LANES as u32, helpers: 0, lanes }, u64::MAX);
    for &(register, input) in &assembly.inputs {
        *warp.register_mut(register) = std::array::from_fn(|lane| input_word(assembly, input, lane as u32));
    }
    let shared = &mut [];
    let mut context = WarpContext { bindings: &bindings, shared, limit: STEP_LIMIT, other: None, swap: 0 };
    let pause = warp.run(assembly, &mut context, &mut (), u64::MAX);
    assert!(matches!(pause, Pause::Ended), "the program does not end");
    let outputs = assembly.outputs.iter();
    let words = outputs.map(|&(register, output)| (describe_output(output), *warp.register(register)));
    (words.collect(), warp.killed_lanes())
}

fn describe_output(output: StageOutput) -> String {
    format!("{output:?}")
}

/// Returns a component of a fragment's first colour in each lane, as floats.
fn colour(results: &Results, lane: u8) -> [f32; LANES] {
    let scalar = Scalar::F32;
    let output = describe_output(StageOutput::Colour { location: 0, lane, scalar });
    results.0[&output].map(f32::from_bits)
}
