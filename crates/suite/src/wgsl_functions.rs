//! `@test` functions of WGSL, by the convention of wgsl-test: each is a case, and calls `expect` and its kin.

use crate::fill_text::FillText;
use crate::memories::CaseMemories;
use crate::program::{MemoryFill, Program, ProgramStep};
use gristmill_base::error::{Error, Result};
use std::path::Path;

/// The buffer in which the functions note what failed.
const RESULT_NAME: &str = "gristmill_test_result";
/// The beginning of the entry points' names.
const ENTRY_PREFIX: &str = "gristmill_test_";
/// The group of `@buffer` variables, and that of the result.
const BUFFER_GROUP: u32 = 5;

/// The functions that a test may call, with the names and the tolerances of wgsl-test.
const EXPECTATIONS: &str = "
struct GristmillTest { count: u32, failed: u32, first: u32, lanes: u32, given: vec4f, wanted: vec4f }
@group(6) @binding(0) var<storage, read_write> gristmill_test_result: GristmillTest;
fn gristmill_note(holds: bool, lanes: u32, given: vec4f, wanted: vec4f) {
    gristmill_test_result.count += 1u;
    if (holds) { return; }
    gristmill_test_result.failed += 1u;
    if (gristmill_test_result.failed > 1u) { return; }
    gristmill_test_result.first = gristmill_test_result.count;
    gristmill_test_result.lanes = lanes;
    gristmill_test_result.given = given;
    gristmill_test_result.wanted = wanted;
}
fn gristmill_near(a: vec4f, b: vec4f, relative: f32, absolute: f32) -> bool {
    return all(abs(a - b) <= max(vec4f(absolute), relative * max(abs(a), abs(b))));
}
fn gristmill_order(x: f32) -> i32 {
    let bits = bitcast<i32>(x);
    return select(bits, -(bits & 0x7fffffff), bits < 0);
}
fn gristmill_steps(a: f32, b: f32, most: u32) -> bool {
    return u32(abs(gristmill_order(a) - gristmill_order(b))) <= most;
}
fn expect(condition: bool) { gristmill_note(condition, 0u, vec4f(), vec4f()); }
fn expectEq(a: u32, b: u32) { gristmill_note(a == b, 1u, vec4f(f32(a)), vec4f(f32(b))); }
fn expectWithin(a: f32, b: f32, relTol: f32, absTol: f32) {
    gristmill_note(gristmill_near(vec4f(a), vec4f(b), relTol, absTol), 1u, vec4f(a), vec4f(b));
}
fn expectWithinVec2(a: vec2f, b: vec2f, relTol: f32, absTol: f32) {
    gristmill_note(gristmill_near(a.xyxy, b.xyxy, relTol, absTol), 2u, a.xyxy, b.xyxy);
}
fn expectWithinVec3(a: vec3f, b: vec3f, relTol: f32, absTol: f32) {
    gristmill_note(gristmill_near(a.xyzz, b.xyzz, relTol, absTol), 3u, a.xyzz, b.xyzz);
}
fn expectWithinVec4(a: vec4f, b: vec4f, relTol: f32, absTol: f32) {
    gristmill_note(gristmill_near(a, b, relTol, absTol), 4u, a, b);
}
fn expectNear(a: f32, b: f32) { expectWithin(a, b, 1e-3, 1e-6); }
fn expectNearVec2(a: vec2f, b: vec2f) { expectWithinVec2(a, b, 1e-3, 1e-6); }
fn expectNearVec3(a: vec3f, b: vec3f) { expectWithinVec3(a, b, 1e-3, 1e-6); }
fn expectNearVec4(a: vec4f, b: vec4f) { expectWithinVec4(a, b, 1e-3, 1e-6); }
fn expectUlp(a: f32, b: f32, maxUlp: u32) { gristmill_note(gristmill_steps(a, b, maxUlp), 1u, vec4f(a), vec4f(b)); }
fn expectUlpVec4(a: vec4f, b: vec4f, maxUlp: u32) {
    let holds = gristmill_steps(a.x, b.x, maxUlp) && gristmill_steps(a.y, b.y, maxUlp)
        && gristmill_steps(a.z, b.z, maxUlp) && gristmill_steps(a.w, b.w, maxUlp);
    gristmill_note(holds, 4u, a, b);
}
fn expectUlpVec2(a: vec2f, b: vec2f, maxUlp: u32) { expectUlpVec4(a.xyxy, b.xyxy, maxUlp); }
fn expectUlpVec3(a: vec3f, b: vec3f, maxUlp: u32) { expectUlpVec4(a.xyzz, b.xyzz, maxUlp); }
";

/// The `@test` functions of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestFunctions {
    /// The name and the line of each.
    pub functions: Vec<(String, usize)>,
    /// The text as a kernel with an entry point for each.
    pub text: String,
}

/// Finds the `@test` functions of a text; `None` if it has none.
///
/// # Errors
/// [`Error::Data`] for what WESL has and WGSL has not, with its line.
pub fn find_tests(name: &str, text: &str) -> Result<Option<TestFunctions>> {
    if !text.contains("@test") {
        return Ok(None);
    }
    let code = blank_comments(text);
    let mut kernel = text.as_bytes().to_vec();
    blank_imports(name, &code, &mut kernel)?;
    let mut functions = vec![];
    for (at, _) in code.match_indices("@test") {
        let rest = &code[at + "@test".len()..];
        if rest.starts_with(|letter: char| letter == '_' || letter.is_alphanumeric()) {
            continue;
        }
        let line = text[..at].matches('\n').count() + 1;
        let end = match rest.trim_start().strip_prefix('(') {
            Some(_) => rest.find(')').map_or(0, |end| end + 1),
            None => 0,
        };
        let function = function_name(&rest[end..]).ok_or_else(|| {
            Error::data(format!(
                "{name}:{line}: expected fn NAME() after @test; a test is a function without arguments"
            ))
        })?;
        if functions.iter().any(|(known, _)| *known == function) {
            return Err(Error::data(format!("{name}:{line}: two tests are named {function}; rename one")));
        }
        functions.push((function, line));
        blank_bytes(&mut kernel, at, at + "@test".len() + end);
    }
    if functions.is_empty() {
        return Ok(None);
    }
    // Every change above replaced ASCII by spaces.
    let mut kernel = String::from_utf8(kernel).unwrap_or_default().replace("wgsl_test::", "");
    for number in 0.. {
        if !kernel.contains("@buffer ") {
            break;
        }
        kernel = kernel.replacen("@buffer ", &format!("@group({BUFFER_GROUP}) @binding({number}) "), 1);
    }
    kernel += EXPECTATIONS;
    for (function, _) in &functions {
        kernel += &format!("@compute @workgroup_size(1) fn {ENTRY_PREFIX}{function}() {{ {function}(); }}\n");
    }
    Ok(Some(TestFunctions { functions, text: kernel }))
}

impl TestFunctions {
    /// Returns the program of a function.
    pub fn build_program(&self, path: &Path, function: &str) -> Program {
        let step = ProgramStep {
            kernel: path.to_path_buf(),
            text: Some(self.text.clone()),
            groups: Some(vec![1]),
            options: vec![("entry", format!("{ENTRY_PREFIX}{function}"))],
            repeat: 1,
            ..ProgramStep::default()
        };
        Program {
            memories: vec![(RESULT_NAME.to_string(), MemoryFill::Buffer(FillText::Words("zero:12".to_string())))],
            steps: vec![step],
            expected: vec![],
            reference: None,
            tolerance: None,
            caps: vec![],
            options: vec![],
            card: None,
            include: vec![],
            folder: path.parent().unwrap_or(Path::new("")).to_path_buf(),
        }
    }
}

/// Returns a sentence about the first expectation that failed; `None` if none did, or there is none.
pub fn find_failure(memories: &CaseMemories) -> Option<String> {
    if !memories.has_memory(RESULT_NAME) {
        return None;
    }
    // A test that expects nothing does not use the buffer.
    let words = memories.result_of(RESULT_NAME).map_or(&[0; 12][..], |(_, words)| words);
    let &[count, failed, first, lanes, given_x, given_y, given_z, given_w, wanted_x, wanted_y, wanted_z, wanted_w] =
        words
    else {
        return None;
    };
    if count == 0 {
        return Some("the test expects nothing; call expect(..) or expectNear(..) in it".to_string());
    }
    if failed == 0 {
        return None;
    }
    let of = format!("{failed} of {count} expectations failed, the first of them the {}", format_ordinal(first));
    if lanes == 0 {
        return Some(format!("{of}: its condition is false"));
    }
    let given = format_lanes([given_x, given_y, given_z, given_w], lanes);
    let wanted = format_lanes([wanted_x, wanted_y, wanted_z, wanted_w], lanes);
    Some(format!("{of}: {given}, not {wanted}"))
}

fn format_lanes(words: [u32; 4], lanes: u32) -> String {
    let lanes = words.iter().take(lanes as usize).map(|word| f32::from_bits(*word).to_string());
    let lanes: Vec<String> = lanes.collect();
    if let [one] = &lanes[..] { one.clone() } else { format!("({})", lanes.join(", ")) }
}

fn format_ordinal(number: u32) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// Returns the name of the function that a text begins with, after other attributes.
fn function_name(text: &str) -> Option<String> {
    let rest = text.trim_start();
    let rest = rest.strip_prefix("fn")?.strip_prefix(char::is_whitespace)?.trim_start();
    let (name, rest) = rest.split_once('(')?;
    let is_name =
        !name.trim().is_empty() && name.trim().chars().all(|letter| letter == '_' || letter.is_alphanumeric());
    (is_name && rest.trim_start().starts_with(')')).then(|| name.trim().to_string())
}

/// Replaces the imports of wgsl-test's functions by spaces, and refuses others.
fn blank_imports(name: &str, code: &str, kernel: &mut [u8]) -> Result<()> {
    let mut at = 0;
    for text in code.split_inclusive('\n') {
        let begin = at + (text.len() - text.trim_start().len());
        at += text.len();
        let Some(named) = code[begin.min(code.len())..]
            .strip_prefix("import ")
            .filter(|_| !text.trim().is_empty())
        else {
            continue;
        };
        let line = code[..begin].matches('\n').count() + 1;
        let Some(end) = named.find(';') else {
            return Err(Error::data(format!("{name}:{line}: the import has no end; write ; after it")));
        };
        let path = named[..end].trim();
        if !path.starts_with("wgsl_test") {
            let path: String = path.chars().take(60).collect();
            return Err(Error::data(format!(
                "{name}:{line}: import {path} is of WESL, which is not linked; write the function into this file"
            )));
        }
        blank_bytes(kernel, begin, begin + "import ".len() + end + 1);
    }
    Ok(())
}

/// Replaces bytes by spaces, but for the ends of lines.
fn blank_bytes(text: &mut [u8], begin: usize, end: usize) {
    for byte in text.iter_mut().take(end).skip(begin) {
        if *byte != b'\n' {
            *byte = b' ';
        }
    }
}

/// Returns a text of the same length whose comments are spaces.
fn blank_comments(text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let mut at = 0;
    while at + 1 < bytes.len() {
        let end = match &bytes[at..at + 2] {
            b"//" => bytes[at..]
                .iter()
                .position(|byte| *byte == b'\n')
                .map_or(bytes.len(), |end| at + end),
            b"/*" => end_of_comment(&bytes, at),
            _ => {
                at += 1;
                continue;
            }
        };
        blank_bytes(&mut bytes, at, end);
        at = end;
    }
    // Comments are blanked whole, so no letter is cut.
    String::from_utf8(bytes).unwrap_or_default()
}

/// Returns the end of a comment of WGSL, which may have others in it.
fn end_of_comment(bytes: &[u8], begin: usize) -> usize {
    let mut depth = 0;
    let mut at = begin;
    while at + 1 < bytes.len() {
        match &bytes[at..at + 2] {
            b"/*" => {
                depth += 1;
                at += 2;
            }
            b"*/" => {
                depth -= 1;
                at += 2;
                if depth == 0 {
                    return at;
                }
            }
            _ => at += 1,
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_found_on_their_lines() {
        let text = "import wgsl_test::expectNear;\nimport wgsl_test::{ expect,\n  expectEq };\n// @test fn not() {}\n\
                    /* @test /* fn */ nor() */\n@test fn first() { expect(true); }\n@test(some words)\nfn second() {}\n\
                    @test_texture fn third() {}\n@buffer var<storage> a: array<f32, 4>;\n";
        let tests = find_tests("a.wgsl", text).unwrap().unwrap();
        assert_eq!(tests.functions, [("first".into(), 6), ("second".into(), 7)]);
        let lines: Vec<&str> = tests.text.lines().collect();
        assert_eq!(lines[..3].concat().trim(), "");
        assert_eq!(lines[5], "      fn first() { expect(true); }");
        assert_eq!(lines[9], "@group(5) @binding(0) var<storage> a: array<f32, 4>;");
        assert!(tests.text.ends_with("fn gristmill_test_second() { second(); }\n"));
        assert_eq!(find_tests("a.wgsl", "fn test() {}").unwrap(), None);
    }

    #[test]
    fn what_is_of_wesl_is_refused() {
        for (text, part) in [
            ("import package::a::b;\n@test fn a() {}", "a.wgsl:1: import package::a::b is of WESL"),
            ("import wgsl_test::expect\n@test fn a() {}", "a.wgsl:1: the import has no end"),
            ("\n@test fn a(x: f32) {}", "a.wgsl:2: expected fn NAME() after @test"),
            ("@test const x = 1;", "expected fn NAME() after @test"),
            ("@test fn a() {}\n@test fn a() {}", "a.wgsl:2: two tests are named a"),
        ] {
            let error = find_tests("a.wgsl", text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn numbers_are_counted_in_words() {
        assert_eq!([1, 2, 3, 4, 11, 12, 21, 113].map(format_ordinal).join(" "), "1st 2nd 3rd 4th 11th 12th 21st 113th");
    }
}
