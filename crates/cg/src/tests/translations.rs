//! Translations: lines, names and declarations.

use super::{translate_fragment, translate_hlsl};
use crate::{ProgramStage, ShortNumbers, TranslationRequest, translate};

/// Returns the line of the translation that has these words.
fn line_of(text: &str, words: &str) -> usize {
    let all = translate_fragment(text).unwrap().text;
    1 + all
        .lines()
        .position(|line| line.contains(words))
        .unwrap_or_else(|| panic!("{words}: {all}"))
}

#[test]
fn statements_stand_on_the_lines_of_their_author() {
    let text = "#define TWICE(x) (x) * 2\n\nstatic float kept = 7;\nfloat f(float x)\n{\n  return x + kept + 11;\n}\n\
                float4 main(float4 a : TEXCOORD0) : COLOR\n{\n  float b =\n    f(a.x) + 12;\n  for (int i = 0;\n    i < 13;\n    \
                i++)\n  {\n    b += TWICE(14);\n  }\n  if (b > 15)\n    b = 16;\n  else\n    b = 17;\n  return b;\n}\n";
    let places =
        [("7.0", 3), ("11.0", 6), ("12.0", 10), ("13", 12), ("28.0", 16), ("15.0", 18), ("16.0", 19), ("17.0", 21)];
    for (words, line) in places {
        // A product of two numbers is one number.
        let words = if words == "28.0" { "b + 28.0" } else { words };
        assert_eq!(line_of(text, words), line, "{words}");
    }
}

#[test]
fn names_that_glsl_has_get_others_and_are_known() {
    let text = "float mix(float sample) { float texture = sample; return texture; }\n\
                float4 main(uniform float4 input, float4 filter : TEXCOORD0) : COLOR { float a__b = mix(input.x); return a__b + filter; }";
    let translation = translate_fragment(text).unwrap();
    for own in ["mix", "sample", "texture", "input", "filter", "a__b", "main"] {
        assert!(translation.names.values().any(|name| name == own), "{own}: {:?}", translation.names);
    }
    assert!(!translation.text.contains("__"), "{}", translation.text);
}

#[test]
fn only_what_is_used_is_written() {
    let text = "uniform float unused; float2 own() { return nothing(); } uniform sampler2D s; float g(float x) { return nothing(x); }\n\
                float4 main(uniform float4 k, uniform float4 m, float4 a : COLOR) : COLOR { return k; }";
    let translation = translate_fragment(text).unwrap();
    // A uniform is declared all the same: who sets it is told that nothing reads it.
    for line in ["uniform vec4 k;", "uniform vec4 m;", "uniform float unused;", "uniform sampler2D s;"] {
        assert!(translation.preamble.contains(line), "{}", translation.preamble);
    }
    assert!(!translation.text.contains("nothing"), "{}", translation.text);
}

#[test]
fn a_uniform_that_is_written_is_copied() {
    let translation = translate_fragment("float4 k; float4 main() : COLOR { k *= 2; return k; }").unwrap();
    assert!(translation.preamble.contains("uniform vec4 k_host;\nvec4 k;"), "{}", translation.preamble);
    assert_eq!(translation.names.get("k_host").map(String::as_str), Some("k"));
    assert!(translation.text.contains("k = k_host;"));
}

#[test]
fn samplers_take_the_kind_of_their_reads() {
    let text = "struct T { float2 size; sampler2D map; }; uniform T t; uniform sampler some;\n\
                float4 read(sampler s, float2 p) { return texRECT(s, p); }\n\
                float4 inner(T u, float2 p) { return tex2D(u.map, p); }\n\
                float4 main(float2 p : TEXCOORD0, uniform sampler2D shadow) : COLOR\n\
                { return read(some, p) + inner(t, p) + tex2D(shadow, p.xyx); }";
    let translation = translate_fragment(text).unwrap();
    for declared in ["uniform sampler2DRect some;", "uniform sampler2D t_map_cg", "uniform sampler2DShadow shadow;"] {
        assert!(translation.preamble.contains(declared), "{declared}: {}", translation.preamble);
    }
    assert!(translation.names.values().any(|name| name == "t.map"));
}

#[test]
fn numbers_are_rounded_where_the_card_rounds() {
    let text = "half4 main(half4 a : TEXCOORD0, fixed4 b : COLOR0) : COLOR { half h = 0.1; fixed f = 3; return a * h + b * f; }";
    let plain = TranslationRequest::new(ProgramStage::Fragment, None);
    let floats = translate(text, &TranslationRequest { short_numbers: ShortNumbers::Floats, ..plain }).unwrap();
    assert!(floats.text.contains("h = 0.1;") && !floats.text.contains("cg_half"), "{}", floats.text);
    let halves = translate(text, &TranslationRequest { short_numbers: ShortNumbers::HalvesAndSteps, ..plain }).unwrap();
    assert!(halves.text.contains("h = 0.099975586;") && halves.text.contains("f = 1.9990234;"), "{}", halves.text);
    assert!(halves.text.contains("cg_half(cg_half(a * h) + cg_fixed(b * f))"), "{}", halves.text);
    let halves = translate(text, &plain).unwrap();
    assert!(halves.text.contains("f = 3.0;") && halves.text.contains("cg_half(b * f)"), "{}", halves.text);
    let text = "float4 main(half4 a : POSITION) : POSITION { half4 h = a * a; return h; }";
    let vertex = translate(text, &TranslationRequest::new(ProgramStage::Vertex, None)).unwrap();
    assert!(!vertex.text.contains("cg_half"), "{}", vertex.text);
}

#[test]
fn inputs_without_semantics_get_the_next_free_coordinates() {
    let text = "struct V { float4 first : TEXCOORD0; float4 second; float4 third : TEXCOORD1; };\n\
                float4 main(V v) : COLOR { return v.second; }";
    assert!(
        translate_fragment(text)
            .unwrap()
            .text
            .contains("V(TEXCOORD0, TEXCOORD2, TEXCOORD1)")
    );
}

#[test]
fn hlsl_cuts_vectors_and_multiplies_them() {
    let text = "float4 main(float4 a : TEXCOORD0, float3 b : TEXCOORD1) : COLOR { return max(a, b).xyzz * mul(a, a) + a % 2; }";
    let translation = translate_hlsl(text).unwrap();
    assert!(translation.text.contains("max(a.xyz, b).xyzz * dot(a, a)"), "{}", translation.text);
    assert!(translation.text.contains("cg_fmod(a, vec4(2.0))"), "{}", translation.text);
}

#[test]
fn hlsl_cuts_matrices_of_products_and_begins_statics_at_zero() {
    let text = "static float s; static float2 t; static int3 u = { 1, 2, 3 };
float4 main(uniform float4x4 m, float3 v : TEXCOORD0) : COLOR { float3x3 n = (float3x3)m; return mul(m, v) + mul(m, n)[1].xyzz + s + t.xyxy + u.xyzz; }";
    let translation = translate_hlsl(text).unwrap().text;
    for words in ["float s = float(0);", "vec2 t = vec2(0);", "ivec3 u = ivec3(1, 2, 3);"] {
        assert!(translation.contains(words), "{words}: {translation}");
    }
    assert!(translate_fragment(text).is_err());
    let own = "static float s; float4 main() : COLOR { s = 1; return s; }";
    assert!(translate_fragment(own).unwrap().text.contains(" float s;"));
}

#[test]
fn cg_cuts_vectors_where_nvidias_compiler_does() {
    let written = |call: &str| {
        let text = format!(
            "float4 main(float4 a : TEXCOORD0, float2 b : TEXCOORD1) : COLOR {{ return float4({call}, 0, 1); }}"
        );
        translate_fragment(&text).map(|made| made.text).map_err(|error| error.message)
    };
    for (call, cut) in [
        ("pow(a, b)", "pow(a.xy, b)"),
        ("atan2(b, a)", "atan(b, a.xy)"),
        ("fmod(a, b)", "cg_fmod(a.xy, b)"),
        ("reflect(b, a)", "reflect(b, a.xy)"),
        ("faceforward(a, b, a)", "faceforward(a.xy, b, a.xy)"),
        ("refract(a, b, 1)", "refract(a.xy, b, 1.0)"),
    ] {
        let text = written(call).unwrap();
        assert!(text.contains(cut), "{text}");
    }
    for call in ["min(a, b)", "lerp(b, a, a)", "step(a, b)", "smoothstep(a, a, b)"] {
        assert!(written(call).unwrap_err().contains("takes vectors of one size, found float"), "{call}");
    }
}

/// The reference of Cg: `clamp` is `max(low, min(x, high))`, and `smoothstep` is a formula for any two edges.
#[test]
fn limits_need_not_ascend() {
    let written = |call: &str| {
        let text = format!("float4 main(float4 a : TEXCOORD0, uniform float2 e) : COLOR {{ return {call}; }}");
        let hlsl = text.replace("uniform float2 e", "float2 e : TEXCOORD1");
        [translate_fragment(&text), translate_hlsl(&hlsl)]
            .map(|made| made.map(|made| made.preamble + &made.text).unwrap())
            .into()
    };
    let (cg, hlsl) = written("clamp(a, e.x, e.y)");
    assert!(cg.contains("return max(b, min(a, c));") && hlsl.contains("clamp(a, "), "{cg}\n{hlsl}");
    let (cg, _) = written("clamp(a, 1, 0)");
    assert!(cg.contains("return max(b, min(a, c));"), "{cg}");
    let (cg, _) = written("clamp(a, -1, 2)");
    assert!(cg.contains("clamp(a, vec4(-1.0), vec4(2.0))"), "{cg}");
    for edges in ["3, 0", "e.x, e.y"] {
        let (cg, hlsl) = written(&format!("smoothstep({edges}, a)"));
        assert!(cg.contains("cg_smoothstep(") && hlsl.contains("cg_smoothstep("), "{cg}\n{hlsl}");
    }
    let (cg, _) = written("smoothstep(0, 3, a)");
    assert!(cg.contains(" smoothstep("), "{cg}");
}

#[test]
fn small_powers_are_products() {
    for (call, wanted) in [
        ("pow(a, 2)", "return a * a;"),
        ("pow(a, 3.0)", "return a * a * a;"),
        ("pow(a, 4)", " pow(a, vec4(4.0))"),
        ("pow(a, a)", " pow(a, a)"),
    ] {
        let text = format!("float4 main(float4 a : TEXCOORD0) : COLOR {{ return {call}; }}");
        for made in [translate_fragment(&text), translate_hlsl(&text)] {
            let made = made.map(|made| made.preamble + &made.text).unwrap();
            assert!(made.contains(wanted), "{made}");
        }
    }
}

#[test]
fn a_line_number_is_that_of_the_authors_file() {
    let text = "#define HERE __LINE__\nfloat4 main() : COLOR\n{\n    return float4(HERE, __LINE__, 0, 1);\n}\n";
    let made = translate_fragment(text).unwrap();
    assert!(made.text.contains("vec4(4.0, 4.0, 0.0, 1.0)"), "{}", made.text);
    // Three lines were inserted before it.
    let lines: Vec<(usize, usize)> = (1..=3).map(|line| (1, line)).chain((1..=5).map(|line| (0, line))).collect();
    let request = TranslationRequest { lines: &lines, ..TranslationRequest::new(ProgramStage::Fragment, None) };
    let made = translate(&format!("\n\n\n{text}"), &request).unwrap();
    assert!(made.text.contains("vec4(4.0, 4.0, 0.0, 1.0)"), "{}", made.text);
}

#[test]
fn the_stage_follows_from_the_outputs() {
    let text = "float4 main(float4 p : POSITION) : POSITION { return p; }";
    assert_eq!(crate::find_stage(text, &TranslationRequest::new(ProgramStage::Fragment, None)), ProgramStage::Vertex);
    let text = "float4 main(float4 p : TEXCOORD0) : COLOR { return p; }";
    assert_eq!(crate::find_stage(text, &TranslationRequest::new(ProgramStage::Fragment, None)), ProgramStage::Fragment);
}

#[test]
fn other_encodings_are_read() {
    assert_eq!(crate::decode_text(b"// \xe9t\xe9"), "// \u{e9}t\u{e9}");
    assert_eq!(crate::decode_text("// \u{e9}".as_bytes()), "// \u{e9}");
    assert!(translate_fragment("// \u{e9}\nfloat4 main() : COLOR { return 1; }").is_ok());
}
