//! JSON of the kernels of a captured run as SPIR-V.

use super::json::{EncodeWords, scalar_name};
use super::recording::{CapturedProgram, CapturedRun};
use gristmill_base::error::Result;
use gristmill_shader::{ExpandedKernel, InterfaceBlock, Stage, compile_stage, covering_stage};
use serde_json::{Map, Value, json};

/// Returns the programs of a run.
pub(super) fn programs_json(run: &CapturedRun, encode: EncodeWords) -> Value {
    run.programs.iter().map(|program| spirv_program_json(program, encode)).collect()
}

/// Returns a program, or why glslang does not link it.
pub(super) fn spirv_program_json(program: &CapturedProgram, encode: EncodeWords) -> Value {
    program_json(program, encode).unwrap_or_else(|error| json!({ "refused": error.to_string() }))
}

fn program_json(program: &CapturedProgram, encode: EncodeWords) -> Result<Value> {
    let has_stage = |stage: Stage| program.stages.iter().any(|expanded| expanded.stage == stage);
    let cover = program
        .cover
        .as_ref()
        .filter(|_| has_stage(Stage::Fragment) && !has_stage(Stage::Vertex));
    let mut stages = vec![];
    if let Some(cover) = cover {
        let cover = covering_stage(cover, &program.module)?;
        stages.push(stage_json(&cover, &encode(&compile_stage(&cover)?)));
    }
    for text in &program.stages {
        if let Some((_, words)) = program.module.spirv.iter().find(|(stage, _)| *stage == text.stage) {
            stages.push(stage_json(text, &encode(words)));
        }
    }
    let interface = &program.module.interface;
    let outputs = interface
        .outputs
        .iter()
        .map(|output| (output.name.clone(), json!(output.location)));
    let attributes = interface.attributes.iter();
    let attributes = attributes.map(|attribute| (attribute.name.clone(), json!(attribute.location)));
    let blocks = interface.blocks.iter().map(|block| (block.name.clone(), block_scalar(block)));
    Ok(json!({
        "stages": stages, "outputs": outputs.collect::<Map<_, _>>(),
        "attributes": attributes.collect::<Map<_, _>>(), "blocks": blocks.collect::<Map<_, _>>(),
    }))
}

/// Returns a stage with what the sentence of a refusal needs: its text, and the file and line of each of its lines.
fn stage_json(text: &ExpandedKernel, spirv: &str) -> Value {
    json!({
        "name": text.name, "stage": text.stage.to_string(), "spirv": spirv, "text": text.text, "lines": text.lines,
        "files": text.files.iter().map(|file| file.name.as_str()).collect::<Vec<_>>(),
    })
}

/// Returns the type of a block's numbers; null if its members have several.
fn block_scalar(block: &InterfaceBlock) -> Value {
    let first = block.members.first().and_then(|member| member.scalar);
    match first {
        Some(scalar) if block.members.iter().all(|member| member.scalar == first) => scalar_name(scalar).into(),
        _ => Value::Null,
    }
}
