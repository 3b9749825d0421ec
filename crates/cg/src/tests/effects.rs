//! Effect files: techniques and passes.

use crate::{Language, ProgramStage, TranslationRequest, list_passes, translate};

const EFFECT: &str = "
texture Picture < string name = \"a.png\"; >;
sampler2D Sampler = sampler_state { Texture = <Picture>; MinFilter = Linear; };
float scale < string UIName = \"scale\"; float UIMin = 0.0; > = 0.5;
float4 place(float4 p : POSITION) : POSITION { return p * scale; }
float4 paint(float2 t : TEXCOORD0, uniform bool twice) : COLOR
{
    float4 c = tex2D(Sampler, t);
    return twice ? c * 2 : c;
}
technique First < string note = \"one\"; >
{
    pass p0 { AlphaBlendEnable = true; VertexShader = compile vs_2_0 place(); PixelShader = compile ps_2_0 paint(false); }
    pass p1 { VertexShader = NULL; PixelShader = compile ps_2_0 paint(true); }
}
technique { pass { FragmentProgram = compile arbfp1 paint(true); } }
";

fn request(stage: ProgramStage, entry: Option<&str>) -> TranslationRequest<'_> {
    TranslationRequest { is_effect: true, language: Language::Hlsl, ..TranslationRequest::new(stage, entry) }
}

#[test]
fn passes_are_listed_and_chosen() {
    assert_eq!(list_passes(EFFECT).unwrap(), ["First.p0", "First.p1", "technique.pass0"]);
    for (entry, wanted) in [
        (None, "const bool twice = false"),
        (Some("First.p1"), "const bool twice = true"),
        (Some("technique"), "const bool twice = true"),
    ] {
        let translation = translate(EFFECT, &request(ProgramStage::Fragment, entry)).unwrap();
        assert!(translation.text.contains(wanted), "{entry:?}: {}", translation.text);
        assert_eq!(translation.entry, "paint");
    }
    let vertex = translate(EFFECT, &request(ProgramStage::Vertex, None)).unwrap();
    assert_eq!(vertex.entry, "place");
    assert!(vertex.preamble.contains("uniform float scale = 0.5;"), "{}", vertex.preamble);
}

#[test]
fn a_pass_that_is_not_there_has_a_sentence() {
    let message = |stage, entry: &str| translate(EFFECT, &request(stage, Some(entry))).unwrap_err().message;
    assert_eq!(message(ProgramStage::Vertex, "First.p1"), "the pass First.p1 compiles no vertex program");
    assert!(message(ProgramStage::Fragment, "First.p2").contains("did you mean First.p0"));
    let none = "float4 f(float4 a : TEXCOORD0) { return a; }";
    let error = translate(none, &request(ProgramStage::Fragment, None)).unwrap_err();
    assert_eq!(
        error.message,
        "this effect has no technique, so nothing says which function to compile; name one (--entry)"
    );
}

#[test]
fn a_profile_that_does_not_exist_is_refused() {
    for (profile, wanted) in [
        ("ps_2_9", "did you mean ps_2_0"),
        ("ps_4_0", "there is no profile 'ps_4_0'; it is of Direct3D 10"),
        ("wonderful", "there is no profile 'wonderful'; there are vs_2_0"),
    ] {
        let text = EFFECT.replace("ps_2_0 paint(true)", &format!("{profile} paint(true)"));
        let error = translate(&text, &request(ProgramStage::Fragment, Some("First.p1"))).unwrap_err();
        assert!(error.message.contains(wanted) && error.place.line == 14, "{error:?}");
    }
    let upper = EFFECT.replace("ps_2_0", "PS_2_0");
    assert!(translate(&upper, &request(ProgramStage::Fragment, Some("First.p1"))).is_ok());
}
