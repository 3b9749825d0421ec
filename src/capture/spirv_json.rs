//! JSON of the kernels of a captured run as SPIR-V.

use super::json::{EncodeWords, scalar_name};
use super::recording::{CapturedProgram, CapturedRun};
use gristmill_base::error::Result;
use gristmill_shader::{ExpandedKernel, InterfaceBlock, Stage, compile_stage, covering_outputs, fragment_interpolants};
use serde_json::{Map, Value, json};

/// The uniform of a cover that has its positions in texels: columns and rows of the target.
const SIZE_UNIFORM: &str = "gristmill_cover_size";

/// Returns the programs of a run.
pub(super) fn programs_json(run: &CapturedRun, encode: EncodeWords) -> Value {
    let programs = run.programs.iter();
    programs
        .map(|program| program_json(program, encode).unwrap_or_else(|error| json!({ "refused": error.to_string() })))
        .collect()
}

fn program_json(program: &CapturedProgram, encode: EncodeWords) -> Result<Value> {
    let has_stage = |stage: Stage| program.stages.iter().any(|expanded| expanded.stage == stage);
    let cover = program
        .cover
        .as_ref()
        .filter(|_| has_stage(Stage::Fragment) && !has_stage(Stage::Vertex));
    let mut stages = vec![];
    if let Some(cover) = cover {
        let cover = build_cover(cover, program)?;
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

/// Returns a cover that passes a fragment kernel its place in the target by each of the kernel's own inputs: from 0 to
/// 1, or in texels if the kernel reads rectangle textures.
fn build_cover(cover: &ExpandedKernel, program: &CapturedProgram) -> Result<ExpandedKernel> {
    let fragment = program.module.spirv.iter().find(|(stage, _)| *stage == Stage::Fragment);
    let read = match fragment {
        Some((_, words)) => fragment_interpolants(&cover.name, words)?,
        None => vec![],
    };
    // Stages meet by locations; the fragment kernel's are known by now.
    let names = read.iter().map(|input| (format!("gristmill_place_{}", input.location), input));
    let names: Vec<_> = names.collect();
    let scale = program.module.interface.reads_rectangles().then_some(SIZE_UNIFORM);
    let scale = scale.filter(|_| !names.is_empty());
    let (mut outputs, values) = covering_outputs(scale, names.iter().map(|(name, input)| (name.as_str(), input.lanes)));
    for (name, input) in &names {
        let location = input.location;
        outputs = outputs
            .lines()
            .map(|line| match line.ends_with(&format!(" {name};")) {
                true => format!("layout(location = {location}) {line}\n"),
                false => format!("{line}\n"),
            })
            .collect();
    }
    let text = format!(
        "#version 450 core\n{outputs}void main() {{\n    \
         gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0);\n{values}}}\n"
    );
    Ok(ExpandedKernel { text, ..cover.clone() })
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
