//! JSON of a translated stage, in WebGPU's words.

use gristmill_base::element::Scalar;
use gristmill_shader::{Dimension, UniformKind};
use gristmill_webgpu::{StageResource, TranslatedStage, UniformMember};
use serde_json::{Value, json};

/// Returns a stage's WGSL and its resources.
pub(crate) fn stage_json(stage: &TranslatedStage) -> Value {
    json!({
        "stage": stage.stage.to_string(), "wgsl": stage.wgsl, "group": stage.group,
        "has_point_size": stage.has_point_size,
        "resources": stage.resources.iter().map(resource_json).collect::<Vec<_>>(),
    })
}

fn resource_json(resource: &StageResource) -> Value {
    match resource {
        StageResource::Uniforms { binding, bytes, storage, members } => json!({
            "kind": "uniforms", "binding": binding, "bytes": bytes, "storage": storage,
            "members": members.iter().map(member_json).collect::<Vec<_>>(),
        }),
        StageResource::TargetSize { binding } => json!({ "kind": "target size", "binding": binding }),
        StageResource::Texture { name, binding, sampler, dimension, arrayed, scalar, shadow } => {
            let sample_type = match scalar {
                Scalar::I32 => "sint",
                Scalar::U32 => "uint",
                _ if *shadow => "depth",
                _ => "float",
            };
            json!({
                "kind": "texture", "name": name, "binding": binding, "sampler": sampler, "shadow": shadow,
                "dimension": view_dimension(*dimension, *arrayed), "sample_type": sample_type,
            })
        }
        StageResource::Image { name, binding, dimension, arrayed, format, readable, writable } => {
            let access = match (readable, writable) {
                (true, true) => "read-write",
                (true, false) => "read-only",
                _ => "write-only",
            };
            json!({
                "kind": "image", "name": name, "binding": binding, "dimension": view_dimension(*dimension, *arrayed),
                "format": format, "access": access,
            })
        }
        StageResource::Buffer { name, binding, storage, writable } => json!({
            "kind": "buffer", "name": name, "binding": binding, "storage": storage, "writable": writable,
        }),
    }
}

/// Returns a uniform's place: `column` is the number of bytes from one column to the next.
fn member_json(member: &UniformMember) -> Value {
    let (columns, rows) = match member.kind {
        UniformKind::Vector { lanes, .. } | UniformKind::Bool { lanes } => (1, lanes),
        UniformKind::Matrix { columns, rows } => (columns, rows),
    };
    json!({
        "name": member.name, "columns": columns, "rows": rows, "items": member.items, "offset": member.offset,
        "stride": member.stride, "column": member.column_offset(0, 1) - member.offset,
    })
}

fn view_dimension(dimension: Dimension, arrayed: bool) -> &'static str {
    match (dimension, arrayed) {
        (Dimension::D3, _) => "3d",
        (Dimension::Cube, false) => "cube",
        (Dimension::Cube, true) => "cube-array",
        (_, true) => "2d-array",
        _ => "2d",
    }
}
