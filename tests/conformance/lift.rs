//! The parts of a test that are given to a machine: its shaders as they are, each in the GLSL of
//! its own age.

use super::shader_test::{PASSES_ON, Refusal, ShaderTest, Stage, refuse};

/// A kernel, and the vertex shader before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lifted {
    /// `Fragment` or `Compute`.
    pub stage: Stage,
    pub text: String,
    pub vertex: Option<String>,
}

/// Extensions whose functions and variables are in the core of 4.30.
const CORE: [&str; 4] = [
    "GL_ARB_compute_shader",
    "GL_ARB_shader_atomic_counters",
    "GL_ARB_shader_image_load_store",
    "GL_ARB_shader_storage_buffer_object",
];

/// The variables that a fragment shader has from the fixed pipeline, where no vertex shader gives
/// them.
const FIXED: [&str; 5] = ["gl_Color", "gl_SecondaryColor", "gl_TexCoord", "gl_FogFragCoord", "gl_PointCoord"];

/// The kernel of a test.
pub fn lift(test: &ShaderTest) -> Result<Lifted, Refusal> {
    let of = |stage| {
        test.shaders_of(stage)
            .map(|text| versioned(text, test))
            .collect::<Vec<String>>()
    };
    match (of(Stage::Compute).as_slice(), of(Stage::Fragment).as_slice(), of(Stage::Vertex).as_slice()) {
        ([], [fragment], [vertex]) => {
            Ok(Lifted { stage: Stage::Fragment, text: fragment.to_string(), vertex: Some(vertex.to_string()) })
        }
        ([], [fragment], []) => {
            if let Some(fixed) = FIXED.iter().find(|fixed| has_word(fragment, fixed)) {
                return refuse(format!("{fixed} of the fixed pipeline"));
            }
            Ok(Lifted { stage: Stage::Fragment, text: fragment.to_string(), vertex: Some(PASSES_ON.to_string()) })
        }
        ([_, ..], [], []) => {
            Ok(Lifted { stage: Stage::Compute, text: lift_compute(&of(Stage::Compute))?, vertex: None })
        }
        ([], [], _) => refuse("a test without a fragment shader"),
        _ => refuse("several shaders of a stage, which are linked"),
    }
}

/// A text without a version has the one that its test requires, as shader_runner gives it.
fn versioned(text: &str, test: &ShaderTest) -> String {
    if text.lines().any(|line| line.trim_start().starts_with("#version")) {
        return text.to_string();
    }
    let required = test
        .requires
        .iter()
        .find_map(|line| line.strip_prefix("GLSL")?.split_once(">="));
    let Some((es, number)) = required else { return text.to_string() };
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    let es = if es.trim() == "ES" && digits != "100" { " es" } else { "" };
    format!("#version {digits}{es}\n{text}")
}

/// Several compute shaders become one text: they are linked in piglit.
fn lift_compute(texts: &[String]) -> Result<String, Refusal> {
    if let [text] = texts {
        return Ok(text.to_string());
    }
    let mut whole = "#version 430 core\n".to_string();
    for text in texts {
        let (body, extensions) = parts(text);
        if let Some(extension) = extensions.iter().find(|extension| !CORE.contains(&extension.as_str())) {
            return refuse(format!("the extension {extension} in shaders that are linked"));
        }
        whole.push_str(&body);
    }
    Ok(whole)
}

/// A text without its version and extensions, whose lines stay empty, and the names of the extensions.
fn parts(text: &str) -> (String, Vec<String>) {
    let mut body = String::new();
    let mut extensions = vec![];
    for line in text.lines() {
        let directive: Vec<&str> = line.split_whitespace().collect();
        match directive.as_slice() {
            ["#version", ..] => {}
            ["#extension", rest @ ..] => extensions.push(rest.concat().split(':').next().unwrap_or("").to_string()),
            _ => body.push_str(line),
        }
        body.push('\n');
    }
    (body, extensions)
}

/// Returns true if a text has that word, and not only as a part of others.
pub fn has_word(text: &str, word: &str) -> bool {
    let part_of_word = |letter: Option<char>| letter.is_some_and(|letter| letter == '_' || letter.is_alphanumeric());
    text.match_indices(word).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        !part_of_word(before.chars().next_back()) && !part_of_word(after.chars().next())
    })
}
