//! What drivers take of a dialect and glslang does not: given to glslang in another form, on the same lines.

use super::Dialect;
use std::borrow::Cow;

/// Extensions that glslang does not know, and whose words it takes without them.
const UNKNOWN: [&str; 4] =
    ["GL_EXT_draw_buffers", "GL_ARB_draw_buffers", "GL_ATI_draw_buffers", "GL_ARB_fragment_coord_conventions"];

/// The text for glslang: lines that a backslash joins are joined where the dialect has no such lines yet and every
/// driver has, and `#extension` lines of what it takes anyway are empty.
pub fn accepted(text: &str, dialect: Dialect) -> Cow<'_, str> {
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

/// The text with another version of the core profile in its `#version` line.
pub fn of_version(text: &str, version: u32) -> String {
    let is_version = |line: &str| {
        line.trim_start()
            .strip_prefix('#')
            .is_some_and(|rest| rest.trim_start().starts_with("version"))
    };
    let lines = text
        .split_inclusive('\n')
        .map(|line| match (is_version(line), line.ends_with('\n')) {
            (true, true) => format!("#version {version} core\n"),
            (true, false) => format!("#version {version} core"),
            (false, _) => line.to_string(),
        });
    lines.collect()
}

fn is_of_unknown_extension(line: &str) -> bool {
    let words = line
        .trim_start()
        .strip_prefix('#')
        .and_then(|rest| rest.trim_start().strip_prefix("extension"));
    let name = words.and_then(|rest| rest.split([':', ' ', '\t']).find(|word| !word.is_empty()));
    name.is_some_and(|name| UNKNOWN.contains(&name))
}
