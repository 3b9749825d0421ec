//! Raises a text to a version that includes its extensions: glslang supports many extensions of
//! drivers only as part of these versions.

use super::accepted_text::extension_name;
use super::stand_in_names::{AuthorNames, replace_names};
use super::{Dialect, LanguageProfile, later_words};
use crate::Stage;

/// Extensions, and the version of desktop GLSL that includes them.
const EXTENSION_VERSIONS: [(&str, u32); 13] = [
    ("GL_ARB_arrays_of_arrays", 430),
    ("GL_ARB_compute_shader", 430),
    ("GL_ARB_enhanced_layouts", 440),
    ("GL_ARB_explicit_attrib_location", 330),
    ("GL_ARB_gpu_shader5", 400),
    ("GL_ARB_gpu_shader_fp64", 400),
    ("GL_ARB_gpu_shader_int64", 450),
    ("GL_ARB_shader_bit_encoding", 330),
    ("GL_ARB_shader_image_load_store", 420),
    ("GL_ARB_shader_image_size", 430),
    ("GL_ARB_shader_storage_buffer_object", 430),
    ("GL_ARB_shading_language_420pack", 420),
    ("GL_ARB_shading_language_packing", 420),
];

/// A text in a newer version, line for line.
pub struct RaisedText {
    /// The new version.
    pub dialect: Dialect,
    /// The text.
    pub text: String,
    /// The author's names for names that are reserved words in the newer version.
    pub names: AuthorNames,
}

/// Returns the text in the version that includes all its extensions, or `None` if its own version does.
pub fn raise_version(text: &str, dialect: Dialect, stage: Stage) -> Option<RaisedText> {
    if dialect.is_es() {
        return None;
    }
    let version = text
        .lines()
        .filter_map(|line| {
            let name = extension_name(line)?;
            EXTENSION_VERSIONS
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, version)| *version)
        })
        .max()?;
    if version <= dialect.version {
        return None;
    }
    // Old fragment and vertex kernels use features that no core profile has.
    let (profile, word) = match stage {
        Stage::Compute => (LanguageProfile::Desktop, "core"),
        Stage::Vertex | Stage::Fragment => (LanguageProfile::Compatibility, "compatibility"),
    };
    let lines = text.split_inclusive('\n').map(|line| match line.strip_suffix('\n') {
        // glslang knows these extensions only by the version.
        _ if extension_name(line) == Some("GL_ARB_arrays_of_arrays") => "\n".to_string(),
        Some(line) if is_version_line(line) => format!("#version {version} {word}\n"),
        _ => line.to_string(),
    });
    let text: String = lines.collect();
    let extensions: String = text.lines().filter(|line| extension_name(line).is_some()).collect();
    let newer = Dialect { version, profile };
    let (text, names) = replace_names(&text, |word| {
        later_words::is_later_keyword(word, dialect, &extensions)
            && !later_words::is_later_keyword(word, newer, &extensions)
    })
    .unwrap_or((text, AuthorNames::new()));
    Some(RaisedText { dialect: newer, text, names })
}

fn is_version_line(line: &str) -> bool {
    let rest = line.trim_start().strip_prefix('#');
    rest.is_some_and(|rest| rest.trim_start().starts_with("version"))
}
