//! What drivers take of a dialect and glslang does not: given to glslang in another form, on the same lines.

use super::Dialect;
use super::stand_in::{Names, replace_names};
use std::borrow::Cow;

/// Extensions that glslang does not know, and whose words it takes without them.
const UNKNOWN: [&str; 4] =
    ["GL_EXT_draw_buffers", "GL_ARB_draw_buffers", "GL_ATI_draw_buffers", "GL_ARB_fragment_coord_conventions"];

/// Words that glslang reserves in every version: OpenGL's language has reserved them since 1.30, that of ES since 3.00.
const RESERVED_LATER: [&str; 4] = ["active", "common", "filter", "partition"];

/// Types that glslang reserves before OpenGL's 4.00 and ES's 3.00, where they are names unless an extension brings them.
const CUBE_ARRAYS: [&str; 4] = ["samplerCubeArray", "samplerCubeArrayShadow", "isamplerCubeArray", "usamplerCubeArray"];

/// Extensions that bring those types.
const BRING_CUBE_ARRAYS: [&str; 2] = ["texture_cube_map_array", "gpu_shader5"];

/// A text as glslang takes it, line for line.
pub struct AcceptedText<'t> {
    /// The text.
    pub text: Cow<'t, str>,
    /// The author's name of what the text calls otherwise.
    pub names: Names,
}

/// Returns the text for glslang: lines that a backslash joins are joined where the dialect has no such lines yet and every
/// driver has, `#extension` lines of what it takes anyway are empty, and names that became reserved words later are replaced.
pub fn accept_text(text: &str, dialect: Dialect) -> AcceptedText<'_> {
    let text = join_lines(text, dialect);
    let cubes = dialect.since(400, 300) || BRING_CUBE_ARRAYS.iter().any(|extension| text.contains(extension));
    let reserved = dialect.since(130, 300);
    let is_name = |word: &str| !reserved && RESERVED_LATER.contains(&word) || !cubes && CUBE_ARRAYS.contains(&word);
    match replace_names(&text, is_name) {
        Some((replaced, names)) => AcceptedText { text: Cow::Owned(replaced), names },
        None => AcceptedText { text, names: Names::new() },
    }
}

/// Joins lines, and empties those of extensions that glslang does not know.
fn join_lines(text: &str, dialect: Dialect) -> Cow<'_, str> {
    let joins = !dialect.since(420, 300) && text.contains("\\\n");
    if !joins && !UNKNOWN.iter().any(|name| text.contains(name)) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut joined = 0;
    for line in text.split_inclusive('\n') {
        let code = line.trim_end_matches('\n');
        // Behind `//` the backslash is of the comment, which ends with its line in such a dialect.
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
    extension(line).is_some_and(|name| UNKNOWN.contains(&name))
}

/// The extension that a line is about.
pub(super) fn extension(line: &str) -> Option<&str> {
    let words = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("extension")?;
    words.split([':', ' ', '\t']).find(|word| !word.is_empty())
}
