//! JSON of a captured run.

use super::kept::{Covers, Event, Held, KeptProgram, Launch, Pass, Run, What};
use gristmill_base::element::{Format, Scalar};
use gristmill_machine::{
    Blend, Blueprint, Compare, Contents, DepthStencilState, Filter, Region, Sampling, StencilUpdate, Topology,
    Value as Given, Wrap,
};
use gristmill_shader::{Stage, web_program};
use serde_json::{Map, Value, json};

type Encode<'e> = &'e dyn Fn(&[u32]) -> String;

pub(super) fn run(run: &Run, encode: Encode) -> Value {
    let launches = run.launches.iter().map(|launch| launched(run, launch, encode));
    json!({
        "memories": run.memories.iter().map(memory).collect::<Vec<_>>(),
        "programs": run.programs.iter().map(|program| texts(program)).collect::<Vec<_>>(),
        "launches": launches.collect::<Vec<_>>(),
        "events": run.events.iter().map(|event| happened(event, encode)).collect::<Vec<_>>(),
        "left_out": {
            "launches": run.left_out.launches, "outputs": run.left_out.outputs, "words": run.left_out.words,
        },
    })
}

fn format(format: Format) -> Value {
    let scalar = match format.scalar {
        Scalar::F32 => "float",
        Scalar::I32 => "int",
        Scalar::U32 => "uint",
        Scalar::F16 => "half",
        Scalar::Unorm8 => "byte",
    };
    json!({ "name": format.to_string(), "scalar": scalar, "lanes": format.lanes, "words": format.words() })
}

fn memory(blueprint: &Blueprint) -> Value {
    match *blueprint {
        Blueprint::Buffer { words, each } => json!({ "kind": "buffer", "words": words, "each": each }),
        Blueprint::Texture { format: of, width, height, levels } => {
            json!({ "kind": "texture", "format": format(of), "width": width, "height": height, "levels": levels })
        }
        Blueprint::Row { format: of, width } => {
            json!({ "kind": "row", "format": format(of), "width": width, "height": 1 })
        }
        Blueprint::Volume { format: of, width, height, depth } => {
            json!({ "kind": "volume", "format": format(of), "width": width, "height": height, "depth": depth })
        }
        Blueprint::Cube { format: of, side } => {
            json!({ "kind": "cube", "format": format(of), "width": side, "height": side })
        }
        Blueprint::DepthStencil { width, height } => {
            json!({ "kind": "depth stencil", "width": width, "height": height })
        }
        Blueprint::Query => json!({ "kind": "query", "words": 1 }),
    }
}

fn texts(program: &KeptProgram) -> Value {
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
        "kernel": kernel(program), "stages": stages.collect::<Vec<_>>(), "samplers": scalars.collect::<Vec<_>>(),
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
fn kernel(program: &KeptProgram) -> &str {
    program.stages.last().map_or("", |stage| stage.name.as_str())
}

fn region(region: &Region) -> Value {
    let Region { x, y, z, width, height } = *region;
    json!([x, y, z, width, height])
}

fn happened(event: &Event, encode: Encode) -> Value {
    match event {
        Event::Reset(memory, contents) => json!({ "reset": memory, "zero": *contents == Contents::Zero }),
        Event::Write(memory, at, words) => json!({ "write": memory, "at": region(at), "words": encode(words) }),
        Event::Copy((from, at), (to, there)) => {
            json!({ "copy": from, "at": region(at), "to": to, "there": region(there) })
        }
        Event::Read(memory, at, words) => {
            json!({ "read": memory, "at": at.iter().map(region).collect::<Vec<_>>(), "words": encode(words) })
        }
        Event::Launch(number) => json!({ "launch": number }),
    }
}

fn launched(run: &Run, launch: &Launch, encode: Encode) -> Value {
    let program = run.programs.get(launch.program);
    let uniforms: Map<String, Value> = launch
        .uniforms
        .iter()
        .map(|(name, value)| (name.clone(), given(value)))
        .collect();
    let textures = launch.textures.iter().map(|(name, memory, how)| {
        let mut told = sampling(how);
        told["name"] = name.as_str().into();
        told["memory"] = (*memory).into();
        told
    });
    let bound = |all: &[(String, usize)]| -> Vec<Value> {
        all.iter()
            .map(|(name, memory)| json!({ "name": name, "memory": memory }))
            .collect()
    };
    let mut told = json!({
        "kernel": program.map_or("", |program| kernel(program)), "program": launch.program,
        "uniforms": uniforms, "textures": textures.collect::<Vec<_>>(),
        "outputs": launch.outputs.iter().map(|output| held(output, encode)).collect::<Vec<_>>(),
    });
    match &launch.what {
        What::Dispatch(groups) => {
            told["era"] = "compute".into();
            told["groups"] = json!(groups);
            told["images"] = bound(&launch.images).into();
            told["buffers"] = bound(&launch.buffers).into();
        }
        What::Pass(pass) => {
            told["era"] = "fragment".into();
            told["pass"] = drawn(pass);
        }
    }
    told
}

fn held(output: &Held, encode: Encode) -> Value {
    let Held { name, memory, slice, words } = output;
    json!({ "name": name, "memory": memory, "slice": slice, "words": words.as_deref().map(encode) })
}

fn drawn(pass: &Pass) -> Value {
    let mut told = match &pass.covers {
        Covers::Regions(regions) => json!({ "regions": regions.iter().map(region).collect::<Vec<_>>() }),
        Covers::Vertices { mode, count, attributes, size } => {
            let mode = match mode {
                Topology::Points => "points",
                Topology::Lines => "lines",
                Topology::Triangles => "triangles",
            };
            let attributes = attributes
                .iter()
                .map(|(name, memory, of)| json!({ "name": name, "memory": memory, "format": format(*of) }));
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
            "memory": memory, "depth": compared(depth), "write_depth": write_depth, "stencil": compared(stencil),
            "reference": reference, "on_pass": updated(on_pass), "on_fail": updated(on_fail),
        })
    });
    told
}

/// Returns WebGL's name of a comparison.
fn compared(compare: Compare) -> &'static str {
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
fn updated(update: StencilUpdate) -> &'static str {
    match update {
        StencilUpdate::Keep => "KEEP",
        StencilUpdate::Replace => "REPLACE",
        StencilUpdate::Increment => "INCR",
        StencilUpdate::Decrement => "DECR",
    }
}

/// Describes a sampling with WebGL's names.
fn sampling(how: &Sampling) -> Value {
    let wraps = how.wraps.map(|wrap| match wrap {
        Wrap::Clamp => "CLAMP_TO_EDGE",
        Wrap::Repeat => "REPEAT",
        Wrap::Mirror => "MIRRORED_REPEAT",
        Wrap::Border => "border",
    });
    json!({ "linear": how.filter == Filter::Linear, "wraps": wraps, "border": how.border, "by_level": how.by_level })
}

/// Describes a value: its GLSL type and its numbers. JSON has no infinities or NaN, so these are texts.
fn given(value: &Given) -> Value {
    let floats = |floats: &[f32]| -> Value {
        let one = |x: &f32| if x.is_finite() { json!(x) } else { json!(x.to_string()) };
        floats.iter().map(one).collect()
    };
    let numbers = match value {
        Given::Float(x) => floats(&[*x]),
        Given::Vec2(v) => floats(v),
        Given::Vec3(v) => floats(v),
        Given::Vec4(v) => floats(v),
        Given::Int(x) => json!([x]),
        Given::IVec2(v) => json!(v),
        Given::IVec3(v) => json!(v),
        Given::IVec4(v) => json!(v),
        Given::UInt(x) => json!([x]),
        Given::UVec2(v) => json!(v),
        Given::UVec3(v) => json!(v),
        Given::UVec4(v) => json!(v),
        Given::Bool(x) => json!([u8::from(*x)]),
        Given::Mat2(m) => floats(m.as_flattened()),
        Given::Mat3(m) => floats(m.as_flattened()),
        Given::Mat4(m) => floats(m.as_flattened()),
    };
    json!({ "type": value.glsl(), "numbers": numbers })
}
