//! Targets of fragment kernels, and outputs that a later pass reads, as written.

use super::content::shorten_text;
use super::{ImageFill, RunSetting, split_name};
use gristmill_emulator::texture::TexelFormat;

/// Parses `state=gl_FragColor`: a texture, and the previous pass's output that it holds.
pub(super) fn drawn_image(value: &str) -> Result<RunSetting, String> {
    let (name, output) = split_name(value).map_err(|why| refuse_image(value, why))?;
    if !output
        .chars()
        .all(|c| c == '_' || c.is_ascii_alphanumeric() || matches!(c, '[' | ']' | '.'))
    {
        return Err(refuse_image(
            value,
            "a later pass reads what the pass before drew, by the name of the output".to_string(),
        ));
    }
    Ok(RunSetting::Image(name, ImageFill::Drawn(output.to_string())))
}

fn refuse_image(value: &str, why: String) -> String {
    format!("image {}: {why}; write it as image state=gl_FragColor", shorten_text(value))
}

/// Parses the format of a target, by GLSL's names of image formats; case is ignored.
pub(super) fn target_format(format: &str) -> Result<TexelFormat, String> {
    TexelFormat::from_name(&format.to_ascii_lowercase()).ok_or_else(|| {
        let known: Vec<&str> = TexelFormat::format_names().collect();
        format!("there is no format {}; there are {}", shorten_text(format), known.join(", "))
    })
}
