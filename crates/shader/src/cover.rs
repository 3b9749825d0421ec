//! A vertex stage that covers a target and passes each fragment its position in it.

use super::{CompiledModule, ExpandedKernel, Stage, fragment_interpolants};
use gristmill_base::error::Result;

/// The uniform of a cover that has its positions in texels: columns and rows of the target.
pub const COVER_SIZE: &str = "gristmill_cover_size";

/// Returns the cover of a fragment kernel for SPIR-V: each of the kernel's inputs is its place in the target, from 0 to
/// 1, or in texels if the kernel reads rectangle textures; then 0 and 1. Stages of SPIR-V meet by locations.
///
/// # Errors
/// [`Error::Source`](gristmill_base::error::Error::Source) for an input that is not of 32 bits.
pub fn covering_stage(cover: &ExpandedKernel, module: &CompiledModule) -> Result<ExpandedKernel> {
    let fragment = module.spirv.iter().find(|(stage, _)| *stage == Stage::Fragment);
    let read = match fragment {
        Some((_, words)) => fragment_interpolants(&cover.name, words)?,
        None => vec![],
    };
    let names: Vec<String> = read.iter().map(|input| format!("gristmill_place_{}", input.location)).collect();
    let scale = (module.interface.reads_rectangles() && !read.is_empty()).then_some(COVER_SIZE);
    let inputs = names.iter().zip(&read).map(|(name, input)| (name.as_str(), input.lanes));
    let (mut outputs, values) = covering_outputs(scale, inputs);
    for (name, input) in names.iter().zip(&read) {
        let location = format!("layout(location = {}) out ", input.location);
        outputs = outputs
            .lines()
            .map(|line| match line.ends_with(&format!(" {name};")) {
                true => line.replacen("out ", &location, 1) + "\n",
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

/// Returns the outputs that fragments read, and the lines that set each of them to the position in
/// the target, from 0 to 1, then 0 and 1. With `scale`, a uniform of two floats, positions go from 0 to that. `read` has
/// a name and its number of channels each.
pub fn covering_outputs<'r>(scale: Option<&str>, read: impl Iterator<Item = (&'r str, u8)>) -> (String, String) {
    let mut outputs = scale.map_or(String::new(), |scale| format!("uniform vec2 {scale};\n"));
    let place = "(gl_Position.xy * 0.5) + 0.5";
    let place = scale.map_or(place.to_string(), |scale| format!("({place}) * {scale}"));
    let mut values = String::new();
    for (name, channels) in read {
        let (kind, channels) = match channels {
            1 => ("float", "x"),
            2 => ("vec2", "xy"),
            3 => ("vec3", "xyz"),
            _ => ("vec4", "xyzw"),
        };
        outputs += &format!("out {kind} {name};\n");
        values += &format!("    {name} = vec4({place}, 0.0, 1.0).{channels};\n");
    }
    (outputs, values)
}
