//! Programs that are wrong, each with the line, the column and the sentence. NVIDIA's compiler refuses each, too.

use super::{find_error, translate_hlsl};
use crate::{ProgramStage, TranslationRequest, translate};

/// Programs, each after a line with its error.
const MISTAKES: &str = include_str!("mistakes.txt");

#[test]
fn each_mistake_is_named_at_its_place() {
    let mut count = 0;
    for block in MISTAKES.split("== ").filter(|block| !block.is_empty()) {
        let (head, text) = block.split_once('\n').unwrap();
        let (line, column, message) = find_error(text);
        assert_eq!(format!("{line}:{column} {message}"), head, "{text}");
        count += 1;
    }
    assert!(count >= 100, "{count}");
}

/// Wrong statements, each with its column and sentence.
const STATEMENTS: &str = include_str!("statements.txt");

/// The text around a wrong statement, which stands in its line 7.
const AROUND: &str = "struct S { float4 p; float w; };
float own(float2 p, out float q) { q = p.x; return p.y; }
float4 main(uniform float4 a, uniform float4 b, uniform float3 c, uniform float d, uniform float3x3 M3, uniform float4x4 M4) : COLOR
{
    S s;
    float list[3] = { 1, 2, 3 };
    STATEMENT
    return a;
}
";

#[test]
fn each_wrong_statement_is_named_at_its_place() {
    let mut count = 0;
    for line in STATEMENTS.lines() {
        let (statement, wanted) = line.rsplit_once(" => ").unwrap();
        let (line, column, message) = find_error(&AROUND.replace("STATEMENT", statement));
        assert_eq!((line, format!("{column} {message}")), (7, wanted.to_string()), "{statement}");
        count += 1;
    }
    assert!(count >= 180, "{count}");
}

#[test]
fn what_stands_in_the_head_of_a_function_is_judged() {
    let head = |head: &str| {
        find_error(&format!("float own({head}) {{ return 1; }}\nfloat4 main() : COLOR {{ return own(1); }}\n"))
    };
    let (line, column, message) = head("float");
    assert_eq!((line, column), (1, 16));
    assert_eq!(message, "a parameter of a function with a body needs a name; give it one");
    assert_eq!(head("inout const float p").2, "a parameter that is const cannot be out; leave one of them out");
}

/// Returns the sentence about a program whose statements are these.
fn sentence_of(body: &str) -> String {
    find_error(&format!("float4 main(float4 a : TEXCOORD0) : COLOR {{ {body} }}")).2
}

#[test]
fn words_of_other_languages_and_versions_are_named() {
    for (text, start) in [
        ("interface I { float f(); };", "interfaces of Cg 1.2 are not read here"),
        (
            "float f(float a[]) { return a[0]; } float4 main() : COLOR { float v[1] = { 1 }; return f(v); }",
            "an array without a length (Cg 1.2) is not read here",
        ),
        ("struct S { float f() { return 1; } };", "functions in a struct (Cg 1.2) are not read here"),
        ("RWTexture2D t;", "'RWTexture2D' is of HLSL of Direct3D 10 (2006) and later"),
        ("#version 330", "#version is a directive of GLSL"),
        ("attribute vec4 a;", "'attribute' is a word of GLSL"),
        ("precision highp float;", "'precision' is a word of GLSL ES"),
    ] {
        let (.., message) = find_error(text);
        assert!(message.starts_with(start), "{text}: {message}");
    }
    assert!(sentence_of("return gl_FragCoord;").contains("a word of GLSL"));
    assert!(sentence_of("return glstate.matrix.mvp[0];").contains("write a uniform parameter for each matrix"));
    assert!(sentence_of("return tex2Dfetch(a);").contains("of Cg 2 for cards of 2006"));
    let hlsl = translate_hlsl("float4 main(float4 a : TEXCOORD0) : COLOR { return mix(a, a, 1); }");
    assert_eq!(hlsl.unwrap_err().message, "'mix' is of GLSL; write lerp");
    let hlsl = translate_hlsl("float4 main(vec4 a : TEXCOORD0) : COLOR { return a; }");
    assert_eq!(hlsl.unwrap_err().message, "'vec4' is a word of GLSL; in Cg and HLSL write float4");
}

#[test]
fn an_entry_that_is_not_there_has_a_nearest_name() {
    let text = "float4 shade(float4 a : TEXCOORD0) : COLOR { return a; }\nfloat helped(float x) { return x; }\n";
    let message = |entry: &str| {
        let request = TranslationRequest::new(ProgramStage::Fragment, Some(entry));
        let error = translate(text, &request).expect_err(entry);
        assert_eq!(error.place.line, 0, "the name stands in no line");
        error.message
    };
    assert_eq!(message("shde"), "there is no function 'shde' to begin with; did you mean shade?");
    assert_eq!(message("xyz"), "there is no function 'xyz' to begin with; name one of shade, helped (--entry)");
    // Without a name the one function with a colour is meant.
    let request = TranslationRequest::new(ProgramStage::Fragment, None);
    assert_eq!(translate(text, &request).unwrap().entry, "shade");
}

#[test]
fn what_the_stage_lacks_is_refused() {
    let vertex = |body: &str| {
        let text = format!("float4 main(float4 a : POSITION) : POSITION {{ {body} return a; }}");
        translate(&text, &TranslationRequest::new(ProgramStage::Vertex, None))
            .unwrap_err()
            .message
    };
    assert_eq!(vertex("discard;"), "'discard' is for fragment programs, and this is a vertex program");
    assert_eq!(vertex("a = ddx(a);"), "'ddx' is for fragment programs, and this is a vertex program");
    assert_eq!(vertex("clip(a);"), "'clip' is for fragment programs, and this is a vertex program");
}

#[test]
fn hlsl_has_no_inputs_without_semantics() {
    let error = translate_hlsl("float4 main(float4 a) : COLOR { return a; }").unwrap_err();
    assert_eq!(error.message, "'a' has no semantic; add one, as : TEXCOORD0, or uniform before it");
}

/// Direct3D's compiler refuses each, as the tests of vkd3d say.
#[test]
fn states_of_samplers_and_sides_of_groups_are_read() {
    let end = "float4 main() : COLOR { return 0; }";
    let sentence = |text: &str| translate_hlsl(&format!("{text}\n{end}")).map_err(|error| error.message);
    for states in
        ["MinFilter = Linear; Texture = <picture>;", "BorderColor = float4(0, 0, 0, 1); MaxAnisotropy = 4;", ""]
    {
        let declared = format!("texture picture; sampler s = sampler_state {{ {states} }};");
        assert!(sentence(&declared).is_ok(), "{states}: {:?}", sentence(&declared).err());
    }
    for (text, wanted) in [
        ("sampler s { foo = float; };", "expected ( after the type 'float', found ';'"),
        ("sampler s { 2 = 3; };", "expected a state, as MinFilter = Linear;, found '2'"),
        ("sampler s { foo; };", "expected = after the state 'foo', found ';'"),
        ("sampler s { foo = bar };", "expected ; after the state 'foo', found '}'"),
        ("sampler s {}", "expected ; after the declaration of 's', found 'float4'"),
        ("[numthreads(f)]", "a side of [numthreads] is no constant; write a whole number"),
        ("[numthreads(float2(1))]", "a side of [numthreads] is no constant; write a whole number"),
    ] {
        assert_eq!(sentence(text).unwrap_err(), wanted, "{text}");
    }
    let text = "float4 main() : COLOR { for (struct apple { float4 f; } s = { 0, 1, 0, 1 };;) return s.f; }";
    assert_eq!(translate_hlsl(text).unwrap_err().message, "for declares no struct; declare it before the loop");
}
