//! Lifts the shaders of a test to the kernels that Gristmill runs: GLSL 3.30 for fragments, 4.30 for compute.

use super::shader_test::{Refusal, ShaderTest, Stage, refuse};

/// A kernel of the core language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lifted {
    /// `Fragment` or `Compute`.
    pub stage: Stage,
    pub text: String,
}

/// What takes the place of `gl_FragColor`.
const COLOR: &str = "piglit_color";

/// Extensions whose functions and variables are in the core of 4.30.
const CORE: [&str; 4] = [
    "GL_ARB_compute_shader",
    "GL_ARB_shader_atomic_counters",
    "GL_ARB_shader_image_load_store",
    "GL_ARB_shader_storage_buffer_object",
];

/// Built-in names that 3.30 no longer has, or that say where a fragment lies: a region is drawn as a target of its own.
const GONE: [&str; 8] = [
    "gl_FragData",
    "gl_TexCoord",
    "gl_Color",
    "gl_FragCoord",
    "gl_ModelViewProjectionMatrix",
    "varying",
    "texture1D",
    "texture2D",
];

/// The kernel of a test. A vertex shader must only pass its vertex on: the region it draws says the same.
pub fn lift(test: &ShaderTest) -> Result<Lifted, Refusal> {
    let compute: Vec<&str> = test.shaders_of(Stage::Compute).collect();
    let fragment: Vec<&str> = test.shaders_of(Stage::Fragment).collect();
    match (compute.as_slice(), fragment.as_slice()) {
        ([], [fragment]) => {
            for vertex in test.shaders_of(Stage::Vertex) {
                let words: String = vertex.split_whitespace().collect();
                if !PASSES_ON.contains(&words.as_str()) {
                    return refuse("a vertex shader that does more than pass its vertex on");
                }
            }
            if let Some(rows) = &test.vertices {
                covers_all(rows)?;
            }
            Ok(Lifted { stage: Stage::Fragment, text: lift_fragment(fragment)? })
        }
        ([_, ..], []) => Ok(Lifted { stage: Stage::Compute, text: lift_compute(&compute)? }),
        _ => refuse("shaders that are neither one fragment shader nor compute shaders"),
    }
}

/// The vertex shaders that may be left out, without their spaces.
const PASSES_ON: [&str; 3] = [
    "voidmain(){gl_Position=gl_Vertex;}",
    "invec4vertex;voidmain(){gl_Position=vertex;}",
    "invec4piglit_vertex;voidmain(){gl_Position=piglit_vertex;}",
];

/// A fan that is not the whole target is refused.
fn covers_all(rows: &[Vec<f64>]) -> Result<(), Refusal> {
    if rows == [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]] {
        Ok(())
    } else {
        refuse("vertex data that does not cover the target")
    }
}

fn lift_fragment(text: &str) -> Result<String, Refusal> {
    for gone in GONE {
        if replaced(text, gone, "").1 > 0 {
            return refuse(format!("{gone} in a fragment shader"));
        }
    }
    let (body, extensions) = parts(text);
    if let Some(extension) = extensions.first() {
        return refuse(format!("the extension {extension}"));
    }
    let (body, colors) = replaced(&body, "gl_FragColor", COLOR);
    let output = if colors > 0 { format!("layout(location = 0) out vec4 {COLOR};\n") } else { String::new() };
    Ok(format!("#version 330 core\n{output}{body}"))
}

/// Several shaders of one stage become one text: they are linked in piglit.
fn lift_compute(texts: &[&str]) -> Result<String, Refusal> {
    let mut whole = "#version 430 core\n".to_string();
    for text in texts {
        let (body, extensions) = parts(text);
        if let Some(extension) = extensions.iter().find(|extension| !CORE.contains(&extension.as_str())) {
            return refuse(format!("the extension {extension}"));
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

/// A text in which a whole word is another, and how often.
fn replaced(text: &str, word: &str, other: &str) -> (String, usize) {
    let mut out = String::new();
    let mut count = 0;
    let part_of_word = |letter: Option<char>| letter.is_some_and(|letter| letter == '_' || letter.is_alphanumeric());
    let mut rest = text;
    while let Some(at) = rest.find(word) {
        let (before, after) = (&rest[..at], &rest[at + word.len()..]);
        let whole = !part_of_word(before.chars().next_back()) && !part_of_word(after.chars().next());
        out.push_str(before);
        out.push_str(if whole { other } else { word });
        count += usize::from(whole);
        rest = after;
    }
    out.push_str(rest);
    (out, count)
}
