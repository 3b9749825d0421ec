//! Answers that do nothing of the task, made from its start: an empty `main`, and one that writes zeros.

use gristmill_check::without_comments;
use std::ops::Range;

/// An answer that a task has to refuse.
#[derive(Debug)]
pub struct BlankAnswer {
    /// Its deed, for a sentence: `does nothing`.
    pub deed: &'static str,
    pub text: String,
}

/// Types of one word that zero can be written to.
const SCALARS: [&str; 3] = ["float", "int", "uint"];
/// Types of several.
const VECTORS: [&str; 9] = ["vec2", "vec3", "vec4", "ivec2", "ivec3", "ivec4", "uvec2", "uvec3", "uvec4"];

/// Builds the answers that can be made of a start. The one that writes zeros is made of GLSL alone.
pub fn build_blank_answers(start: &str, ending: &str) -> Vec<BlankAnswer> {
    let code = without_comments(start);
    let opening = if ending == "wgsl" { find_wgsl_entry(&code) } else { find_glsl_main(&code) };
    let Some(body) = opening.and_then(|at| find_block(&code, at)) else { return vec![] };
    let replace = |statements: &str| format!("{}{{\n{statements}}}{}", &code[..body.start], &code[body.end..]);
    let mut answers = vec![BlankAnswer { deed: "does nothing", text: replace("") }];
    let zeros = match ending {
        "comp" => write_buffers(&code),
        "frag" => write_outputs(&code),
        _ => String::new(),
    };
    if !zeros.is_empty() {
        answers.push(BlankAnswer { deed: "writes zeros", text: replace(&zeros) });
    }
    answers
}

/// Returns the place after the `)` of `void main()`.
fn find_glsl_main(code: &str) -> Option<usize> {
    let start = code.find("void main")?;
    Some(start + code[start..].find(')')? + 1)
}

/// Returns the place after the name of the first entry point.
fn find_wgsl_entry(code: &str) -> Option<usize> {
    let stages = ["@compute", "@fragment", "@vertex"].iter().filter_map(|stage| code.find(stage));
    let stage = stages.min()?;
    Some(stage + code[stage..].find("fn ")? + 3)
}

/// Returns the first block in braces from a place on, with its braces.
fn find_block(code: &str, from: usize) -> Option<Range<usize>> {
    let start = from + code[from..].find('{')?;
    let mut depth = 0;
    for (at, letter) in code[start..].char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(start..start + at + 1);
        }
    }
    None
}

/// Returns statements that write zeros to all members of the buffers that are not read-only: a lane to each element of a
/// list, and the first lane to a number.
fn write_buffers(code: &str) -> String {
    let mut statements = String::new();
    for (at, _) in code.match_indices("buffer ") {
        let before = &code[code[..at].rfind([';', '}']).map_or(0, |end| end + 1)..at];
        let Some(block) = find_block(code, at) else { continue };
        if before.contains("readonly") {
            continue;
        }
        let instance = code[block.end..].split(';').next().unwrap_or("").trim();
        let owner = if instance.is_empty() { String::new() } else { format!("{instance}.") };
        for member in code[block.start + 1..block.end - 1].split(';') {
            let words: Vec<&str> = member.split_whitespace().collect();
            let [.., kind, name] = words[..] else { continue };
            if !SCALARS.contains(&kind) && !VECTORS.contains(&kind) {
                continue;
            }
            statements += &match name.split_once('[') {
                Some((list, _)) => format!(
                    "if (gl_GlobalInvocationID.x < uint({owner}{list}.length())) \
                     {owner}{list}[gl_GlobalInvocationID.x] = {kind}(0);\n"
                ),
                None => format!("if (gl_GlobalInvocationID.x == 0u) {owner}{name} = {kind}(0);\n"),
            };
        }
    }
    statements
}

/// Returns statements that write zeros to the outputs of a fragment kernel.
fn write_outputs(code: &str) -> String {
    let mut statements = String::new();
    for declaration in code.split(';') {
        let words: Vec<&str> = declaration.split_whitespace().collect();
        if let [.., "out", kind, name] = words[..]
            && (SCALARS.contains(&kind) || VECTORS.contains(&kind))
        {
            statements += &format!("{name} = {kind}(0);\n");
        }
    }
    statements
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_answers_are_made_of_a_start() {
        let start = "#version 430 core // main\nlayout(std430) readonly buffer A { uint a[]; };\n\
                     layout(std430) buffer B { uint count; vec2 b[]; } own;\nvoid main() {\n    if (x) { y(); }\n}\n";
        let answers = build_blank_answers(start, "comp");
        assert_eq!(answers.len(), 2);
        assert!(answers[0].text.ends_with("void main() {\n}\n"), "{}", answers[0].text);
        let zeros = &answers[1].text;
        assert!(zeros.contains("own.count = uint(0);") && zeros.contains("own.b[gl_GlobalInvocationID.x] = vec2(0);"));
        assert!(!zeros.contains("a[gl_"), "{zeros}");
        let drawn = build_blank_answers("layout(location = 0) out vec4 colour;\nvoid main() { colour = x; }", "frag");
        assert!(drawn[1].text.contains("{\ncolour = vec4(0);\n}"), "{}", drawn[1].text);
        let wgsl = build_blank_answers("fn f() { a } @compute @workgroup_size(1) fn main() { f(); }", "wgsl");
        assert!(wgsl.len() == 1 && wgsl[0].text.ends_with("fn main() {\n}"), "{}", wgsl[0].text);
        assert!(build_blank_answers("void", "comp").is_empty());
    }
}
