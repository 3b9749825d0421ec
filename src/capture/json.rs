//! JSON of a captured run.

use super::recording::{
    CapturedEvent, CapturedGeometry, CapturedLaunch, CapturedOutput, CapturedPass, CapturedProgram, CapturedRun,
    CapturedWork,
};
use gristmill_base::element::{Format, Scalar};
use gristmill_machine::{
    Blend, Blueprint, Compare, DepthStencilState, Filter, InitialContents, Region, Sampling, StencilUpdate, Topology,
    Value as Given, Wrap,
};
use gristmill_shader::{Stage, web_program};
use serde_json::{Map, Value, json};

pub(super) type EncodeWords<'e> = &'e dyn Fn(&[u32]) -> String;

pub(super) fn run_json(run: &CapturedRun, encode: EncodeWords) -> Value {
    let launches = run.launches.iter().map(|launch| launch_json(run, launch, encode));
    json!({
        "memories": run.memories.iter().map(memory_json).collect::<Vec<_>>(),
        "programs": run.programs.iter().map(|program| program_json(program)).collect::<Vec<_>>(),
        "launches": launches.collect::<Vec<_>>(),
        "events": run.events.iter().map(|event| event_json(event, encode)).collect::<Vec<_>>(),
        "left_out": {
            "launches": run.left_out.launches, "outputs": run.left_out.outputs, "words": run.left_out.words,
        },
    })
}

/// Returns the name of a number's type.
pub(super) fn scalar_name(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::F32 => "float",
        Scalar::I32 => "int",
        Scalar::U32 => "uint",
        Scalar::F16 => "half",
        Scalar::Unorm8 => "byte",
    }
}

fn format_json(format: Format) -> Value {
    let scalar = scalar_name(format.scalar);
    json!({ "name": format.to_string(), "scalar": scalar, "lanes": format.lanes, "words": format.words() })
}

pub(super) fn memory_json(blueprint: &Blueprint) -> Value {
    match *blueprint {
        Blueprint::Buffer { words, each } => json!({ "kind": "buffer", "words": words, "each": each }),
        Blueprint::Texture { format: of, width, height, levels } => {
            json!({ "kind": "texture", "format": format_json(of), "width": width, "height": height, "levels": levels })
        }
        Blueprint::Rectangle { format: of, width, height } => {
            json!({ "kind": "rectangle", "format": format_json(of), "width": width, "height": height })
        }
        Blueprint::Row { format: of, width } => {
            json!({ "kind": "row", "format": format_json(of), "width": width, "height": 1 })
        }
        Blueprint::Volume { format: of, width, height, depth } => {
            json!({ "kind": "volume", "format": format_json(of), "width": width, "height": height, "depth": depth })
        }
        Blueprint::Cube { format: of, side } => {
            json!({ "kind": "cube", "format": format_json(of), "width": side, "height": side })
        }
        Blueprint::DepthStencil { width, height } => {
            json!({ "kind": "depth stencil", "width": width, "height": height })
        }
        Blueprint::Query => json!({ "kind": "query", "words": 1 }),
    }
}

fn program_json(program: &CapturedProgram) -> Value {
    let stages = program
        .stages
        .iter()
        .map(|stage| json!({ "name": stage.name, "stage": stage.stage.to_string(), "text": stage.text }));
    let scalars = program
        .module
        .interface
        .samplers
        .iter()
        .map(|sampler| json!({ "name": sampler.name, "shadow": sampler.shadow }));
    let mut told = json!({
        "kernel": kernel_file(program), "stages": stages.collect::<Vec<_>>(), "samplers": scalars.collect::<Vec<_>>(),
    });
    if program.stages.iter().any(|stage| stage.stage == Stage::Compute) {
        return told;
    }
    match web_program(&program.stages, &program.module) {
        Ok(web) => {
            let outputs = program.module.interface.outputs.iter();
            let outputs: Map<String, Value> =
                outputs.map(|output| (output.name.clone(), json!(output.location))).collect();
            told["web"] = json!({
                "vertex": web.vertex, "fragment": web.fragment, "names": web.names, "outputs": outputs,
            });
        }
        Err(error) => told["refused"] = error.to_string().into(),
    }
    told
}

/// Returns the kernel's file: that of its last stage.
fn kernel_file(program: &CapturedProgram) -> &str {
    program.stages.last().map_or("", |stage| stage.name.as_str())
}

pub(super) fn region_json(region: &Region) -> Value {
    let Region { x, y, z, width, height } = *region;
    json!([x, y, z, width, height])
}

pub(super) fn event_json(event: &CapturedEvent, encode: EncodeWords) -> Value {
    match event {
        CapturedEvent::Reset(memory, contents) => {
            json!({ "reset": memory, "zero": *contents == InitialContents::Zero })
        }
        CapturedEvent::Write(memory, at, words) => {
            json!({ "write": memory, "at": region_json(at), "words": encode(words) })
        }
        CapturedEvent::Copy((from, at), (to, there)) => {
            json!({ "copy": from, "at": region_json(at), "to": to, "there": region_json(there) })
        }
        CapturedEvent::Read(memory, at, words) => {
            json!({ "read": memory, "at": at.iter().map(region_json).collect::<Vec<_>>(), "words": encode(words) })
        }
        CapturedEvent::Launch(number) => json!({ "launch": number }),
    }
}

fn launch_json(run: &CapturedRun, launch: &CapturedLaunch, encode: EncodeWords) -> Value {
    launch_with_program_json(run.programs.get(launch.program).map(|program| &**program), launch, encode)
}

/// Describes a launch of this program.
pub(super) fn launch_with_program_json(
    program: Option<&CapturedProgram>,
    launch: &CapturedLaunch,
    encode: EncodeWords,
) -> Value {
    let uniforms: Map<String, Value> = launch
        .uniforms
        .iter()
        .map(|(name, value)| (name.clone(), uniform_json(value)))
        .collect();
    let textures = launch.textures.iter().map(|(name, memory, how)| {
        let mut told = sampling_json(how);
        told["name"] = name.as_str().into();
        told["memory"] = (*memory).into();
        told
    });
    let mut told = json!({
        "kernel": program.map_or("", kernel_file), "program": launch.program,
        "uniforms": uniforms, "textures": textures.collect::<Vec<_>>(),
        "outputs": launch.outputs.iter().map(|output| output_json(output, encode)).collect::<Vec<_>>(),
    });
    match &launch.what {
        CapturedWork::Dispatch(groups) => told["groups"] = json!(groups),
        CapturedWork::IndirectDispatch(memory, word) => {
            told["indirect"] = json!({ "memory": memory, "word": word });
        }
        CapturedWork::Pass(pass) => {
            told["era"] = "fragment".into();
            told["pass"] = pass_json(pass);
            return told;
        }
    }
    told["era"] = "compute".into();
    told["images"] = bindings_json(&launch.images).into();
    told["buffers"] = bindings_json(&launch.buffers).into();
    told
}

fn bindings_json(all: &[(String, usize)]) -> Vec<Value> {
    all.iter()
        .map(|(name, memory)| json!({ "name": name, "memory": memory }))
        .collect()
}

fn output_json(output: &CapturedOutput, encode: EncodeWords) -> Value {
    let CapturedOutput { name, memory, slice, words } = output;
    json!({ "name": name, "memory": memory, "slice": slice, "words": words.as_deref().map(encode) })
}

fn pass_json(pass: &CapturedPass) -> Value {
    let mut told = match &pass.covers {
        CapturedGeometry::Regions(regions) => json!({ "regions": regions.iter().map(region_json).collect::<Vec<_>>() }),
        CapturedGeometry::Vertices { mode, count, attributes, size } => {
            let mode = match mode {
                Topology::Points => "points",
                Topology::Lines => "lines",
                Topology::Triangles => "triangles",
            };
            let attributes = attributes
                .iter()
                .map(|(name, memory, of)| json!({ "name": name, "memory": memory, "format": format_json(*of) }));
            json!({ "vertices": mode, "count": count, "size": size, "attributes": attributes.collect::<Vec<_>>() })
        }
    };
    told["blend"] = json!(pass.blend.map(|blend| match blend {
        Blend::Add => "add",
        Blend::Min => "min",
        Blend::Max => "max",
    }));
    told["query"] = json!(pass.query);
    told["condition"] = json!(pass.condition);
    told["of_a_card"] = pass.of_a_card.into();
    told["depth_stencil"] = pass.depth_stencil.map_or(Value::Null, |(memory, state)| {
        let DepthStencilState { depth, write_depth, stencil, reference, on_pass, on_fail } = state;
        json!({
            "memory": memory, "depth": webgl_compare(depth), "write_depth": write_depth, "stencil": webgl_compare(stencil),
            "reference": reference, "on_pass": webgl_stencil_op(on_pass), "on_fail": webgl_stencil_op(on_fail),
        })
    });
    told
}

/// Returns WebGL's name of a comparison.
fn webgl_compare(compare: Compare) -> &'static str {
    match compare {
        Compare::Always => "ALWAYS",
        Compare::Never => "NEVER",
        Compare::Less => "LESS",
        Compare::LessOrEqual => "LEQUAL",
        Compare::Equal => "EQUAL",
        Compare::NotEqual => "NOTEQUAL",
        Compare::GreaterOrEqual => "GEQUAL",
        Compare::Greater => "GREATER",
    }
}

/// Returns WebGL's name of a stencil operation.
fn webgl_stencil_op(update: StencilUpdate) -> &'static str {
    match update {
        StencilUpdate::Keep => "KEEP",
        StencilUpdate::Replace => "REPLACE",
        StencilUpdate::Increment => "INCR",
        StencilUpdate::Decrement => "DECR",
    }
}

/// Describes a sampling with WebGL's names.
fn sampling_json(how: &Sampling) -> Value {
    let wraps = how.wraps.map(|wrap| match wrap {
        Wrap::Clamp => "CLAMP_TO_EDGE",
        Wrap::Repeat => "REPEAT",
        Wrap::Mirror => "MIRRORED_REPEAT",
        Wrap::Border => "border",
    });
    json!({ "linear": how.filter == Filter::Linear, "wraps": wraps, "border": how.border, "by_level": how.by_level })
}

/// Describes a value: its GLSL type and its numbers. JSON has no infinities or NaN, so these are texts.
pub(super) fn uniform_json(value: &Given) -> Value {
    let numbers = match value {
        Given::Float(x) => floats_json(&[*x]),
        Given::Vec2(v) => floats_json(v),
        Given::Vec3(v) => floats_json(v),
        Given::Vec4(v) => floats_json(v),
        Given::Int(x) => json!([x]),
        Given::IVec2(v) => json!(v),
        Given::IVec3(v) => json!(v),
        Given::IVec4(v) => json!(v),
        Given::UInt(x) => json!([x]),
        Given::UVec2(v) => json!(v),
        Given::UVec3(v) => json!(v),
        Given::UVec4(v) => json!(v),
        Given::Bool(x) => json!([u8::from(*x)]),
        Given::Mat2(m) => floats_json(m.as_flattened()),
        Given::Mat3(m) => floats_json(m.as_flattened()),
        Given::Mat4(m) => floats_json(m.as_flattened()),
    };
    json!({ "type": value.glsl(), "numbers": numbers })
}

fn floats_json(floats: &[f32]) -> Value {
    floats
        .iter()
        .map(|x| if x.is_finite() { json!(x) } else { json!(x.to_string()) })
        .collect()
}
