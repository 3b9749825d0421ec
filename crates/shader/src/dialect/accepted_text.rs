//! Rewrites texts that drivers accept and glslang does not, keeping every line in its place.

use super::Dialect;
use super::stand_in_names::{AuthorNames, replace_names};
use std::borrow::Cow;

/// Extensions that glslang does not know, but whose features it accepts without them.
const UNKNOWN_EXTENSIONS: [&str; 4] =
    ["GL_EXT_draw_buffers", "GL_ARB_draw_buffers", "GL_ATI_draw_buffers", "GL_ARB_fragment_coord_conventions"];

/// Words that glslang reserves in every version: desktop GLSL reserves them since 1.30, GLSL ES since 3.00.
const RESERVED_LATER: [&str; 4] = ["active", "common", "filter", "partition"];

/// Types that glslang reserves before GLSL 4.00 and ES 3.00; there they are plain names unless an
/// extension brings them.
const CUBE_ARRAYS: [&str; 4] = ["samplerCubeArray", "samplerCubeArrayShadow", "isamplerCubeArray", "usamplerCubeArray"];

/// Extensions that bring these types.
const CUBE_ARRAY_EXTENSIONS: [&str; 2] = ["texture_cube_map_array", "gpu_shader5"];

/// A text rewritten for glslang, line for line.
pub struct AcceptedText<'t> {
    /// The text.
    pub text: Cow<'t, str>,
    /// The author's names for names that the text replaces.
    pub names: AuthorNames,
}

/// Rewrites a text for glslang. Lines that end in a backslash are joined if the dialect does not
/// allow that but every driver does; `#extension` lines that glslang does not know are emptied;
/// names that later became reserved words are replaced.
pub fn accept_text(text: &str, dialect: Dialect) -> AcceptedText<'_> {
    let text = join_lines(text, dialect);
    let cubes = dialect.is_since(400, 300) || CUBE_ARRAY_EXTENSIONS.iter().any(|extension| text.contains(extension));
    let reserved = dialect.is_since(130, 300);
    match replace_names(&text, |word| {
        !reserved && RESERVED_LATER.contains(&word) || !cubes && CUBE_ARRAYS.contains(&word)
    }) {
        Some((replaced, names)) => AcceptedText { text: Cow::Owned(replaced), names },
        None => AcceptedText { text, names: AuthorNames::new() },
    }
}

/// Joins lines, and empties `#extension` lines that glslang does not know.
fn join_lines(text: &str, dialect: Dialect) -> Cow<'_, str> {
    let joins = !dialect.is_since(420, 300) && text.contains("\\\n");
    if !joins && !UNKNOWN_EXTENSIONS.iter().any(|name| text.contains(name)) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut joined = 0;
    for line in text.split_inclusive('\n') {
        let code = line.trim_end_matches('\n');
        // After `//` the backslash belongs to the comment, which ends with its line in such a dialect.
        if let (true, Some(part), false) = (joins && line != code, code.strip_suffix('\\'), code.contains("//")) {
            out.push_str(part);
            joined += 1;
            continue;
        }
        if !is_of_unknown_extension(code) {
            out.push_str(code);
        }
        let ends = usize::from(line.ends_with('\n')) + std::mem::take(&mut joined);
        out.push_str(&"\n".repeat(ends));
    }
    out.push_str(&"\n".repeat(joined));
    Cow::Owned(out)
}

fn is_of_unknown_extension(line: &str) -> bool {
    extension_name(line).is_some_and(|name| UNKNOWN_EXTENSIONS.contains(&name))
}

/// Returns the name in an `#extension` line.
pub(super) fn extension_name(line: &str) -> Option<&str> {
    let words = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("extension")?;
    words.split([':', ' ', '\t']).find(|word| !word.is_empty())
}
