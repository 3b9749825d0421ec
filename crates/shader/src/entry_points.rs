//! The names of a module's entry points, before it is compiled.

use crate::callers::without_comments;
use crate::spirv::list_module_entries;
use gristmill_base::error::Result;

/// Attributes of WGSL that make a function an entry point.
const STAGE_ATTRIBUTES: [&str; 3] = ["vertex", "fragment", "compute"];

/// Returns the names of the entry points of a text in WGSL, in its order.
///
/// ```
/// use gristmill_shader::list_wgsl_entries;
/// let text = "// @compute fn old() {}
/// fn plain() {}
/// @compute @workgroup_size(64) fn sum() {}
/// @fragment fn red() -> @location(0) vec4f { return vec4f(1, 0, 0, 1); }";
/// assert_eq!(list_wgsl_entries(text), ["sum", "red"]);
/// ```
pub fn list_wgsl_entries(text: &str) -> Vec<String> {
    let code = without_comments(text);
    let mut entries = Vec::new();
    // The text between two functions' bodies ends with the head of the second.
    let mut head_start = 0;
    for (at, _) in code.match_indices("fn") {
        let before = &code[..at];
        let after = &code[at + 2..];
        if before.ends_with(is_word_letter) || !after.starts_with(char::is_whitespace) {
            continue;
        }
        let head = &before[before.rfind([';', '}']).map_or(head_start, |end| end + 1)..];
        head_start = at;
        if has_stage_attribute(head) {
            let name: String = after
                .trim_start()
                .chars()
                .take_while(|letter| is_word_letter(*letter))
                .collect();
            entries.push(name);
        }
    }
    entries
}

/// Returns the names of the entry points of a SPIR-V module, in its order.
///
/// # Errors
/// [`Error::Call`](gristmill_base::error::Error::Call) for bytes that are no module.
pub fn list_spirv_entries(name: &str, bytes: &[u8]) -> Result<Vec<String>> {
    list_module_entries(name, bytes)
}

fn has_stage_attribute(head: &str) -> bool {
    head.split('@').skip(1).any(|attribute| {
        let word: String = attribute
            .trim_start()
            .chars()
            .take_while(|letter| is_word_letter(*letter))
            .collect();
        STAGE_ATTRIBUTES.contains(&word.as_str())
    })
}

fn is_word_letter(letter: char) -> bool {
    letter == '_' || letter.is_alphanumeric()
}
