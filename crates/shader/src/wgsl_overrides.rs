//! The `override` declarations of a text in WGSL that have no value.

use crate::callers::without_comments;

/// An `override` that has no value, so that a pipeline must give it one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenOverride {
    /// Its name.
    pub name: String,
    /// The key by which a pipeline sets it: the number of its `@id`, else its name.
    pub key: String,
    /// The name of its type: `u32`.
    pub type_name: String,
    /// True if a size of work groups names it.
    pub sizes_groups: bool,
}

/// Returns the overrides without a value, in the order of the text.
///
/// ```
/// use gristmill_shader::list_open_overrides;
/// let text = "override width: u32; // override old: u32;
/// @id(7) override gain: f32;
/// override bias = 1.0;
/// @compute @workgroup_size(width) fn sum() {}";
/// let open = list_open_overrides(text);
/// let keys: Vec<&str> = open.iter().map(|open| open.key.as_str()).collect();
/// assert_eq!(keys, ["width", "7"]);
/// assert!(open[0].sizes_groups && open[1].type_name == "f32");
/// ```
pub fn list_open_overrides(text: &str) -> Vec<OpenOverride> {
    let code = without_comments(text);
    let sizes: Vec<&str> = code.split("@workgroup_size").skip(1).filter_map(read_brackets).collect();
    let mut open = Vec::new();
    // A declaration ends with a semicolon; those of functions have other words before theirs.
    for declaration in code.split(['{', '}', ';']) {
        let Some((attributes, declared)) = split_at_override(declaration) else { continue };
        if declared.contains('=') {
            continue;
        }
        let Some((name, type_name)) = declared.split_once(':') else { continue };
        let name = name.trim().to_string();
        let number = attributes.split("@id").nth(1).and_then(read_brackets);
        open.push(OpenOverride {
            key: number.map_or_else(|| name.clone(), |number| number.trim().to_string()),
            type_name: type_name.trim().to_string(),
            sizes_groups: sizes.iter().any(|size| has_word(size, &name)),
            name,
        });
    }
    open
}

/// Splits a declaration into the attributes before the word `override` and what follows it.
fn split_at_override(declaration: &str) -> Option<(&str, &str)> {
    let (attributes, declared) = declaration.split_once("override")?;
    let is_word = attributes.is_empty() || attributes.ends_with([')', ' ', '\n', '\t', '\r']);
    (is_word && declared.starts_with(char::is_whitespace)).then_some((attributes, declared))
}

/// Returns the text between the brackets that a text begins with.
fn read_brackets(text: &str) -> Option<&str> {
    let inner = text.trim_start().strip_prefix('(')?;
    inner.split_once(')').map(|(inner, _)| inner)
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|letter: char| letter != '_' && !letter.is_alphanumeric())
        .any(|part| part == word)
}
