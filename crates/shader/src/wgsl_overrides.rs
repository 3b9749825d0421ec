//! The `override` declarations of a text in WGSL.

use crate::callers::without_comments;

/// An `override` declaration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OverrideDeclaration {
    /// Its name.
    pub name: String,
    /// The key by which a pipeline sets it: the number of its `@id`, else its name.
    pub key: String,
    /// The name of its type, as `u32`; empty if its value has it.
    pub type_name: String,
    /// True if the text gives it a value.
    pub has_value: bool,
    /// True if a size of work groups names it.
    pub sizes_groups: bool,
}

/// Returns the overrides of a text, in its order.
///
/// ```
/// use gristmill_shader::list_overrides;
/// let text = "override width: u32; // override old: u32;
/// @id(7) override gain: f32;
/// override bias = 1.0;
/// @compute @workgroup_size(width) fn sum() {}";
/// let all = list_overrides(text);
/// let keys: Vec<&str> = all.iter().map(|found| found.key.as_str()).collect();
/// assert_eq!(keys, ["width", "7", "bias"]);
/// assert!(all[0].sizes_groups && !all[0].has_value && all[1].type_name == "f32" && all[2].has_value);
/// ```
pub fn list_overrides(text: &str) -> Vec<OverrideDeclaration> {
    let code = without_comments(text);
    let sizes: Vec<&str> = code.split("@workgroup_size").skip(1).filter_map(read_brackets).collect();
    let mut all = Vec::new();
    // A declaration ends with a semicolon; those of functions have other words before theirs.
    for declaration in code.split(['{', '}', ';']) {
        let Some((attributes, declared)) = split_at_override(declaration) else { continue };
        let (head, value) = declared
            .split_once('=')
            .map_or((declared, None), |(head, value)| (head, Some(value)));
        let (name, type_name) = head.split_once(':').unwrap_or((head, ""));
        let name = name.trim().to_string();
        let number = attributes.split("@id").nth(1).and_then(read_brackets);
        all.push(OverrideDeclaration {
            key: number.map_or_else(|| name.clone(), |number| number.trim().to_string()),
            type_name: type_name.trim().to_string(),
            has_value: value.is_some(),
            sizes_groups: sizes.iter().any(|size| has_word(size, &name)),
            name,
        });
    }
    all
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
