//! The triangle that covers a target, for fragment kernels without a vertex kernel. It supplies
//! their place in the target.

use gristmill_base::error::Result;
use gristmill_machine::KernelStages;
use gristmill_shader::{self as shader, DriverText, ExpandedKernel, Stage};

/// A vertex kernel for passes of this crate: three corners of a triangle that covers the viewport.
#[cfg(egl)]
pub(super) const COVER: &str = "#version 330 core
void main() { gl_Position = vec4(gl_VertexID % 2 * 4 - 1, gl_VertexID / 2 * 4 - 1, 0.0, 1.0); }";

/// The cover for a fragment kernel, and the text that the driver gets instead of the author's, if different.
pub(super) struct CoverShaders {
    pub cover: ExpandedKernel,
    pub fragment: Option<DriverText>,
}

/// Builds the cover with every interpolant that a fragment kernel reads: its place in the target,
/// from 0 to 1, or in texels if the kernel reads rectangle textures; then 0 and 1.
pub(super) fn build_cover(
    code: &KernelStages,
    cover: &ExpandedKernel,
    fragment: &ExpandedKernel,
) -> Result<CoverShaders> {
    let of_fragment = code.module.spirv.iter().find(|(stage, _)| *stage == Stage::Fragment);
    let read = match of_fragment {
        Some((_, words)) => shader::fragment_interpolants(&fragment.name, words)?,
        None => vec![],
    };
    if read.is_empty() {
        return Ok(CoverShaders { cover: cover.clone(), fragment: None });
    }
    let translated = shader::driver_text(fragment)?;
    let scale = code.module.interface.reads_rectangles().then_some(shader::COVER_SIZE);
    let (outputs, values) = shader::covering_outputs(
        scale,
        read.iter().map(|interpolant| {
            let made = translated.as_ref().and_then(|text| text.names.get(&interpolant.name));
            (made.unwrap_or(&interpolant.name).as_str(), interpolant.lanes)
        }),
    );
    let text = cover.text.replacen("void main()", &format!("{outputs}void main()"), 1);
    let text = text
        .rfind('}')
        .map_or(text.clone(), |end| format!("{}{values}{}", &text[..end], &text[end..]));
    Ok(CoverShaders { cover: ExpandedKernel { text, ..cover.clone() }, fragment: translated })
}
