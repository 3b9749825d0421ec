//! Tests of dialects: their detection, their translation, and that glslang accepts the result.

use super::super::{SourceFile, Stage, compile, compile_stage, expand};
use super::*;
use crate::{ExpandedKernel, Interface};
use gristmill_base::error::{Error, Result};

fn expand_kernel(name: &str, text: &str) -> ExpandedKernel {
    let stage = match name.rsplit('.').next() {
        Some("vert") => Stage::Vertex,
        Some("comp") => Stage::Compute,
        _ => Stage::Fragment,
    };
    let file = SourceFile { name: name.to_string(), text: text.to_string().into() };
    expand(&file, stage, &|_| None, &[]).unwrap_or_else(|error| panic!("{error}"))
}

fn compile_interface(text: &str) -> Result<Interface> {
    compile(&[&expand_kernel("k.frag", text)]).map(|module| module.interface)
}

fn output_locations(text: &str) -> Vec<(String, u32)> {
    let interface = compile_interface(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    interface
        .outputs
        .into_iter()
        .map(|output| (output.name, output.location))
        .collect()
}

/// A correct kernel of each dialect.
const RIGHT_KERNELS: [(&str, &str); 21] = [
    (
        "",
        "precision mediump float; varying vec2 at; uniform sampler2D t;\nvoid main() { gl_FragColor = texture2D(t, at); }",
    ),
    ("", "varying vec2 at; uniform sampler2D t;\nvoid main() { gl_FragColor = texture2D(t, at); }"),
    ("#version 110\n", "void main() { gl_FragColor = vec4(1.0); }"),
    ("#version 120\n", "varying vec2 at; uniform mat2x3 m;\nvoid main() { gl_FragColor = vec4(m * at, 1); }"),
    ("#version 130\n", "in vec2 at; uniform sampler2D t; out vec4 c;\nvoid main() { c = texture(t, at); }"),
    ("#version 140\n", "uniform B { vec4 b; }; out vec4 c;\nvoid main() { c = b; }"),
    ("#version 150\n", "out vec4 c;\nvoid main() { c = vec4(determinant(mat2(1.0))); }"),
    ("#version 150 compatibility\n", "void main() { gl_FragColor = gl_TexCoord[0] + gl_Color; }"),
    ("#version 330\n", "out vec4 c;\nvoid main() { c = vec4(1.0); }"),
    ("#version 330 compatibility\n", "void main() { gl_FragColor = gl_Color * gl_NormalMatrix[0][0]; }"),
    ("#version 400\n", "out vec4 c;\nvoid main() { c = vec4(fma(1.0, 2.0, 3.0)); }"),
    ("#version 410\n", "out vec4 c;\nvoid main() { c = vec4(1.0); }"),
    ("#version 420\n", "out vec4 c;\nvoid main() { c = vec4(1.0); }"),
    ("#version 430\n", "out vec4 c;\nvoid main() { c = vec4(1.0); }"),
    ("#version 440\n", "out vec4 c;\nvoid main() { c = vec4(1.0); }"),
    ("#version 450 compatibility\n", "void main() { gl_FragColor = gl_Color; }"),
    ("#version 460\n", "out vec4 c;\nvoid main() { c = vec4(1.0); }"),
    ("#version 100\n", "precision mediump float; varying vec2 at;\nvoid main() { gl_FragColor = vec4(at, 0.0, 1.0); }"),
    ("#version 300 es\n", "precision highp float; in vec2 at; out vec4 c;\nvoid main() { c = vec4(at, 0.0, 1.0); }"),
    ("#version 310 es\n", "precision highp float; out vec4 c;\nvoid main() { c = vec4(1.0); }"),
    ("#version 320 es\n", "precision highp float; out vec4 c;\nvoid main() { c = vec4(1.0); }"),
];

#[test]
fn each_dialect_compiles_in_any_order_of_asking() {
    // glslang keeps tables for the process: one dialect's must not spoil another's.
    let order: Vec<usize> = (0..RIGHT_KERNELS.len()).chain((0..RIGHT_KERNELS.len()).rev()).collect();
    for at in order {
        let (version, text) = RIGHT_KERNELS[at];
        let result = compile_interface(&format!("{version}{text}"));
        assert!(result.is_ok_and(|interface| interface.outputs.len() == 1), "{version}{text}");
        // A mistake is reported with the author's names and line, in every dialect.
        let wrong = format!("{version}{text}\nfloat f() {{ return nothing; }}");
        let line = wrong.lines().count();
        let error = compile_interface(&wrong).unwrap_err().to_string();
        assert!(error.contains("does not compile"), "{error}");
        assert!(error.contains("'nothing' : undeclared") && error.contains(&format!("k.frag:{line}:")), "{error}");
    }
}

#[test]
fn a_version_is_read_as_it_is_said() {
    for (text, dialect) in [
        ("void main() {}", "GLSL 1.10"),
        ("#ifdef GL_ES\nprecision highp float;\n#endif", "GLSL ES 1.00"),
        ("float precision; // precision highp", "GLSL 1.10"),
        ("// a\n/* b\n c */ # version 120 // d\n", "GLSL 1.20"),
        ("// a\\\n#version 120\n#version 330\n", "GLSL 3.30"),
        ("#version 100\n", "GLSL ES 1.00"),
        ("#version 310 es\n", "GLSL ES 3.10"),
        ("#version 450 core/**/", "GLSL 4.50"),
        ("#version 150 compatibility\n", "GLSL 1.50 compatibility"),
        ("/* never closed", "GLSL 1.10"),
        ("// #version 120", "GLSL 1.10"),
    ] {
        assert_eq!(detect_name(text), dialect, "{text:?}");
    }
}

fn detect_name(text: &str) -> String {
    Dialect::detect(text).0.to_string()
}

#[test]
fn outputs_of_old_have_their_own_names() {
    assert_eq!(output_locations("void main() { gl_FragColor = vec4(1.0); }"), [("gl_FragColor".to_string(), 0)]);
    let two = "void main() { gl_FragData[2] = vec4(1.0); gl_FragData [ 0 ]\n = vec4(0.0); }";
    assert_eq!(output_locations(two), [("gl_FragData[0]".to_string(), 0), ("gl_FragData[2]".to_string(), 2)]);
    let all = "void main() { for (int i = 0; i < 2; i++) gl_FragData[i] = vec4(float(i)); }";
    let names = output_locations(all);
    assert_eq!((names.len(), names[7].0.as_str()), (8, "gl_FragData[7]"));
}

#[test]
fn an_authors_names_stay_his() {
    // Keywords and functions of later versions, as names of variables, functions, members and uniforms.
    let text = "#version 110
uniform float sample, buffer, flat; uniform sampler2D layout;
struct Shared { float smooth; };
float round(float precise) { return floor(precise + 0.5); }
float texture(float shared) { return shared; }
void main() { Shared patch; patch.smooth = sample; gl_FragColor = texture2D(layout, vec2(round(buffer), texture(flat))) * patch.smooth; }";
    let interface = compile_interface(text).unwrap_or_else(|error| panic!("{error}"));
    let names: Vec<&str> = interface.uniforms.iter().map(|uniform| uniform.name.as_str()).collect();
    assert_eq!(names, ["sample", "buffer", "flat"]);
    assert_eq!(interface.samplers[0].name, "layout");
    let words = compile_stage(&expand_kernel("k.frag", text)).unwrap();
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    assert!(has_text(&bytes, "round(f1;\0") && has_text(&bytes, "smooth\0") && has_text(&bytes, "patch\0"));
    assert!(!interface.uniforms.iter().any(|uniform| uniform.name.contains("gristmill")));
}

fn has_text(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

#[test]
fn functions_of_old_have_successors() {
    let text = "#version 120
#extension GL_ARB_texture_rectangle : enable
#extension GL_ARB_shader_texture_lod : enable
#extension GL_EXT_texture_array : enable
uniform sampler1D a; uniform sampler2D b; uniform sampler3D c; uniform samplerCube d; uniform sampler2DRect e;
uniform sampler1DShadow f; uniform sampler2DShadow g; uniform sampler2DRectShadow h;
varying vec4 p;
void main() {
  vec4 s = texture1D(a, p.x) + texture1D(a, p.x, 1.0) + texture1DProj(a, p.xy) + texture1DProj(a, p);
  s += texture2D(b, p.xy) + texture2DProj(b, p.xyz) + texture2DProj(b, p, 0.5) + texture3D(c, p.xyz) + texture3DProj(c, p);
  s += textureCube(d, p.xyz) + texture2DRect(e, p.xy) + texture2DRectProj(e, p.xyz) + texture2DRectProj(e, p);
  s += shadow1D(f, p.xyz) + shadow1DProj(f, p) + shadow2D(g, (p.xyz)) + shadow2DProj(g, p) + shadow2DRect(h, p.xyz);
  s += texture2DLod(b, p.xy, 0.0) + texture2DProjLod(b, p, 0.0) + texture2DGradARB(b, p.xy, p.xy, p.xy);
  gl_FragColor = s + vec4(noise1(p.x)) + shadow2D(g, vec3(shadow2D(g, p.xyz).xy, p.z));
}";
    assert_eq!(output_locations(text).len(), 1);
    let es = "#version 100
#extension GL_EXT_shader_texture_lod : enable
#extension GL_EXT_frag_depth : enable
#extension GL_EXT_draw_buffers : require
#extension GL_OES_standard_derivatives : enable
precision highp float; precision lowp sampler2D; uniform sampler2D b; uniform samplerCube d; varying mediump vec4 p;
invariant varying vec2 q;
void main() {
  gl_FragData[0] = texture2DLodEXT(b, p.xy, 0.0) + textureCubeLodEXT(d, p.xyz, 1.0) + texture2DProjGradEXT(b, p, q, q);
  gl_FragData[1] = vec4(dFdx(p.x)); gl_FragDepthEXT = p.z;
}";
    assert_eq!(output_locations(es).len(), 2);
}

#[test]
fn the_fixed_pipeline_reaches_the_fragment() {
    let vertex = expand_kernel(
        "k.vert",
        "void main() { gl_Position = ftransform(); gl_FrontColor = gl_Color; gl_TexCoord[0] = gl_TextureMatrix[0] * gl_MultiTexCoord0; gl_FogFragCoord = gl_FogCoord; }",
    );
    let fragment = expand_kernel(
        "k.frag",
        "#version 120\nvarying vec4 gl_TexCoord[2];\nvoid main() { gl_FragColor = gl_Color + gl_TexCoord[0] * gl_FogFragCoord * gl_DepthRange.far; }",
    );
    let module = compile(&[&vertex, &fragment]).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(module.interface.outputs[0].name, "gl_FragColor");
    // ES and desktop stages link together, each translated.
    let vertex = expand_kernel(
        "k.vert",
        "#version 330\nout vec2 at; void main() { at = vec2(0); gl_Position = vec4(at, 0, 1); }",
    );
    for version in ["300", "310"] {
        let text = format!(
            "#version {version} es\nprecision highp float; in vec2 at; out vec4 c; void main() {{ c = at.xyxy; }}"
        );
        compile(&[&vertex, &expand_kernel("k.frag", &text)]).unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn lines_stay_where_they_are() {
    // Macros over several lines, statements that are left out, and items over several lines.
    let text = "#version 120
#define TWO(a, \\
            b) ((a) \\
   + (b))
#line 700
varying vec4
  gl_TexCoord
  [1];
/* a
   b */ varying vec2 p;
void main() {
  gl_FragColor = gl_TexCoord
     [
     0
     ] + vec4(TWO(p.x,
       p.y)) + \\
       vec4(1);
  float a = 0.0; a = 1.0 / gl_LightSource[0].position.x;
}";
    let plain = super::super::glslang_preprocessed(&expand_kernel("k.frag", text)).unwrap();
    let translated = translate(&plain, Stage::Fragment, Dialect::detect(text).0);
    assert_eq!(
        [
            find_line(&translated.text, "p;"),
            find_line(&translated.text, "void main"),
            find_line(&translated.text, "float a")
        ],
        [Some(10), Some(11), Some(18)]
    );
    let error = compile_interface(text).unwrap_err();
    assert!(matches!(error, Error::NotEmulated { .. }), "{error}");
    let told = error.to_string();
    assert!(told.contains("k.frag:18:") && told.contains("gl_LightSource") && told.contains("GLSL 1.20"), "{told}");
}

fn find_line(text: &str, word: &str) -> Option<usize> {
    text.lines().position(|line| line.contains(word)).map(|line| line + 1)
}

#[test]
fn vulkans_words_are_told_from_others() {
    for text in [
        "#version 450\nlayout(set = 0, binding = 1) uniform sampler2D t;",
        "#version 450\nlayout(push_constant) uniform P { float a; } p;",
        "#version 450\n#extension GL_KHR_vulkan_glsl : enable\n",
        "int a = gl_VertexIndex;",
    ] {
        assert!(is_vulkan(text), "{text}");
    }
    for text in [
        "#version 450\nint set = 1; // layout(set = 0)",
        "/* layout(push_constant) */ float push_constant = f(set == 1);",
        "#version 450\nlayout(binding = 0) uniform sampler2D t;",
    ] {
        assert!(!is_vulkan(text), "{text}");
    }
}

/// Words that break their surroundings, in any dialect.
const WORDS: [&str; 26] = [
    "gl_TexCoord",
    "[0]",
    "[i]",
    ";",
    "{",
    "}",
    "(",
    ")",
    "varying ",
    "attribute",
    "precision ",
    "invariant ",
    "\n",
    "shadow2D(",
    "texture2D",
    "gl_FragData",
    "#",
    "#version 120\n",
    "/*",
    "*/",
    "//",
    "\\\n",
    "ftransform()",
    "sample",
    "\u{e9}",
    "gl_Color",
];

/// Random broken texts of every dialect: the same each time, `GRISTMILL_FUZZ` of them.
#[test]
fn whatever_stands_in_a_text_its_lines_stay_and_nothing_panics() {
    let count = std::env::var("GRISTMILL_FUZZ")
        .ok()
        .and_then(|count| count.parse().ok())
        .unwrap_or(20_000_u32);
    let mut number = 7;
    let mut roll = |below: usize| {
        number = gristmill_base::random::pcg(number);
        number as usize % below.max(1)
    };
    for _ in 0..count {
        let (version, text) = RIGHT_KERNELS[roll(RIGHT_KERNELS.len())];
        let mut letters: Vec<char> = format!("{version}{text}").chars().collect();
        for _ in 0..1 + roll(4) {
            let at = roll(letters.len() + 1);
            match roll(4) {
                0 => letters.truncate(at),
                1 => drop(letters.splice(at..at, WORDS[roll(WORDS.len())].chars())),
                2 if at < letters.len() => drop(letters.remove(at)),
                _ => drop(letters.splice(at..at, [char::from_u32(roll(0x11_0000) as u32).unwrap_or('?')])),
            }
        }
        let text: String = letters.into_iter().collect();
        let (dialect, _) = Dialect::detect(&text);
        is_vulkan(&text);
        assert_eq!(count_lines(&accept_text(&text, dialect).text), count_lines(&text), "{text:?}");
        for stage in [Stage::Vertex, Stage::Fragment] {
            assert_eq!(count_lines(&translate(&text, stage, dialect).text), count_lines(&text), "{text:?}");
        }
    }
}

fn count_lines(text: &str) -> usize {
    text.matches('\n').count()
}

#[test]
fn broken_words_stay_as_they_are() {
    let names = [("gristmill_a".to_string(), "a".to_string())].into();
    let name = u32::from_le_bytes;
    let long = [name(*b"gris"), name(*b"tmil"), name(*b"l_a(")];
    let words =
        [vec![1, 2, 3, 4, 5], vec![6 << 16 | 5, 9], long.to_vec(), vec![name(*b"f1;\0"), 1 << 16 | 248]].concat();
    let restored = restore_names(words.clone(), &names);
    assert_eq!(restored[5..], [4 << 16 | 5, 9, name(*b"a(f1"), name(*b";\0\0\0"), 1 << 16 | 248]);
    for length in 0..words.len() {
        restore_names(words[..length].to_vec(), &names);
        let mut zeros = words.clone();
        zeros[length] = 0;
        restore_names(zeros, &names);
    }
}
