//! Lets naga read a rewritten module, validate it, and write it as WGSL.

use super::input_arguments;
use super::options::ClipSpace;
use super::refusal::{Refusal, Translated};
use gristmill_base::deep_stack::run_on_deep_stack;
use naga::back::wgsl;
use naga::front::spv;
use naga::valid::{Capabilities, ValidationFlags, Validator};
use rspirv::spirv::Op;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The capabilities of WebGPU, with those that adapters may lack.
const CAPABILITIES: Capabilities = Capabilities::SUBGROUP
    .union(Capabilities::SUBGROUP_BARRIER)
    .union(Capabilities::PRIMITIVE_INDEX)
    .union(Capabilities::CUBE_ARRAY_TEXTURES)
    .union(Capabilities::STORAGE_TEXTURE_16BIT_NORM_FORMATS)
    .union(Capabilities::TEXTURE_ATOMIC)
    .union(Capabilities::EARLY_DEPTH_TEST)
    .union(Capabilities::SHADER_FLOAT16_IN_FLOAT32);

/// Returns the WGSL of a module.
pub(super) fn write_wgsl(words: &[u32], clip_space: ClipSpace) -> Translated<String> {
    let written = run_on_deep_stack("naga", || {
        catch_unwind(AssertUnwindSafe(|| write_here(words, clip_space)))
            .unwrap_or_else(|_| Err(Refusal::new("naga panicked on it; leave parts out to find the cause")))
    });
    written
        .unwrap_or_else(|error| Err(Refusal::new(format!("there is no thread for naga, {error}; end other programs"))))
}

fn write_here(words: &[u32], clip_space: ClipSpace) -> Translated<String> {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let options = spv::Options {
        adjust_coordinate_space: clip_space == ClipSpace::WebGpu,
        strict_capabilities: false,
        block_ctx_dump_prefix: None,
    };
    let mut module = spv::parse_u8_slice(&bytes, &options).map_err(|error| refuse(&error, None))?;
    input_arguments::pass_inputs(&mut module);
    let info = Validator::new(ValidationFlags::all(), CAPABILITIES)
        .validate(&module)
        .map_err(|error| {
            let spans: Vec<usize> = error.spans().filter_map(|(span, _)| Some(span.to_range()?.start)).collect();
            refuse(error.as_inner(), spans.into_iter().find_map(|byte| find_line(words, byte)))
        })?;
    wgsl::write_string(&module, &info, wgsl::WriterFlags::empty()).map_err(|error| refuse(&error, None))
}

/// Makes a refusal of naga's error, with its causes.
fn refuse(error: &dyn std::error::Error, line: Option<u32>) -> Refusal {
    let causes = std::iter::successors(Some(error), |error| error.source());
    let causes: Vec<String> = causes.map(ToString::to_string).collect();
    Refusal::new(format!("naga refuses it, {}; write that part in another way", causes.join(": "))).at(line)
}

/// Returns the line of the instruction at a byte of the module.
fn find_line(words: &[u32], byte: usize) -> Option<u32> {
    let mut line = None;
    let mut at = 5;
    while at < words.len() && at * 4 <= byte {
        let length = (words[at] >> 16) as usize;
        match words[at] & 0xffff {
            op if op == Op::Line as u32 => line = words.get(at + 2).copied(),
            op if op == Op::FunctionEnd as u32 => line = None,
            _ => {}
        }
        at += length.max(1);
    }
    line
}
