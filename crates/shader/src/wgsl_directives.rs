//! Words of WGSL that naga does not take, in a text whose columns stay.

use std::borrow::Cow;

/// The name that wgpu up to 27 gives to the address space `immediate`.
const OLD_SPACE: &str = "push_constant";
/// The directive that asks for extensions.
const ENABLE: &str = "enable";
/// The extension whose functions naga takes without a directive.
const SUBGROUPS: &str = "subgroups";

/// Renames the address space `push_constant` of wgpu up to 27 to today's `immediate`; blanks keep the columns.
pub(crate) fn rename_push_constants(text: &str) -> Cow<'_, str> {
    let places: Vec<usize> = text
        .match_indices(OLD_SPACE)
        .map(|(at, _)| at)
        .filter(|&at| is_address_space(text, at))
        .collect();
    let mut renamed = Cow::Borrowed(text);
    for at in places {
        renamed.to_mut().replace_range(at..at + OLD_SPACE.len(), "immediate    ");
    }
    renamed
}

/// Returns true if `var<` stands before a byte, with blanks anywhere between, and the old word ends after it.
fn is_address_space(text: &str, at: usize) -> bool {
    let before = text[..at].trim_end().strip_suffix('<').map(str::trim_end);
    let declares = before
        .and_then(|before| before.strip_suffix("var"))
        .is_some_and(|rest| !rest.ends_with(is_name_letter));
    declares && !text[at + OLD_SPACE.len()..].starts_with(is_name_letter)
}

fn is_name_letter(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// Blanks the extension `subgroups` in directives `enable`: naga has its functions, and refuses its name.
pub(crate) fn blank_subgroups(text: &str) -> Cow<'_, str> {
    let mut blanked = Cow::Borrowed(text);
    for (at, _) in text.match_indices(ENABLE) {
        let names_start = at + ENABLE.len();
        let Some(length) = text[names_start..].find(';') else { break };
        let names = &text[names_start..names_start + length];
        let is_directive = !text[..at].ends_with(is_name_letter) && names.starts_with(char::is_whitespace);
        let others: Vec<&str> = names.split(',').filter(|name| name.trim() != SUBGROUPS).collect();
        if !is_directive || others.len() == names.split(',').count() {
            continue;
        }
        let kept = if others.is_empty() { String::new() } else { format!("{ENABLE} {};", others.join(",").trim()) };
        let whole = at..names_start + length + 1;
        // What is left is as long, with as many lines, as what was there.
        let lines = "\n".repeat(text[whole.clone()].matches('\n').count() - kept.matches('\n').count());
        let blanks = " ".repeat(whole.len().saturating_sub(kept.len() + lines.len()));
        blanked.to_mut().replace_range(whole, &format!("{kept}{blanks}{lines}"));
    }
    blanked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subgroups_are_no_extension_and_columns_stay() {
        for (text, blanked) in [
            ("enable subgroups;\nfn a() {}", "                 \nfn a() {}"),
            ("enable f16, subgroups;", "enable f16;           "),
            ("enable subgroups, f16;", "enable f16;           "),
            ("enable\nsubgroups;fn a() {}", "                \nfn a() {}"),
            ("enable f16;", "enable f16;"),
            ("let enabled = subgroups;", "let enabled = subgroups;"),
            ("enable subgroups", "enable subgroups"),
        ] {
            assert_eq!(blank_subgroups(text), blanked);
        }
    }
}
