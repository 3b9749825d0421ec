//! Files: their endings, stages, entries, included files, and the lines of their errors.

use gristmill::audit::{Translation, audit};
use gristmill::check::{KernelCheck, LaunchOptions};
use gristmill::{Error, Profile};
use std::path::Path;

const BOTH: &str = "struct V { float4 place : POSITION; float2 t : TEXCOORD0; };\n\
                    V main_vertex(float4 p : POSITION, uniform float4x4 m) { V v; v.place = mul(m, p); v.t = p.xy; return v; }\n\
                    float4 main_fragment(V v) : COLOR { return v.t.xyxy + 1; }\n";

fn check_entry(entry: Option<&str>) -> Result<Vec<String>, Error> {
    let launch = LaunchOptions::new();
    let launch = entry.map_or(Ok(launch.clone()), |entry| launch.option("entry", entry))?;
    let checked = KernelCheck::source("both.cg", BOTH).compile_for(&launch)?;
    Ok(checked.outputs().map(|(name, ..)| name.to_string()).collect())
}

#[test]
fn an_entry_chooses_the_function_and_the_stage() {
    assert_eq!(check_entry(Some("main_fragment")).unwrap(), ["COLOR0"]);
    assert!(check_entry(Some("main_vertex")).unwrap().contains(&"TEXCOORD0".to_string()));
    // Only one function has a colour.
    assert_eq!(check_entry(None).unwrap(), ["COLOR0"]);
    let error = check_entry(Some("main_fragmnt")).unwrap_err().to_string();
    assert!(error.contains("did you mean main_fragment?"), "{error}");
}

#[test]
fn an_option_chooses_the_stage() {
    let check = KernelCheck::source("both.cg", BOTH).stage("vertex").unwrap();
    assert!(check.compile().unwrap().outputs().any(|(name, ..)| name == "TEXCOORD0"));
    let error = KernelCheck::source("both.cg", BOTH)
        .stage("compute")
        .unwrap()
        .compile()
        .unwrap_err()
        .to_string();
    assert!(error.contains("have vertex and fragment programs; a compute kernel in a .hlsl has [numthreads(64, 1, 1)] before its function"), "{error}");
}

#[test]
fn an_error_is_drawn_at_the_authors_line() {
    let text = "#include \"two.inc\"\nfloat4 main(float4 a : TEXCOORD0) : COLOR\n{\n    return a + TWO + twoo();\n}\n";
    let check = KernelCheck::source("k.cg", text).include("two.inc", "#define TWO 2\nfloat two() { return TWO; }\n");
    let error = check.compile().unwrap_err().to_string();
    assert!(error.contains("k.cg:4:22") && error.contains("there is no function 'twoo'; did you mean two?"), "{error}");
    let check = KernelCheck::source("k.cg", "#include \"two.inc\"\nfloat4 main() : COLOR { return two(); }\n");
    let error = check
        .include("two.inc", "\nfloat two() { return TWOO; }\n")
        .compile()
        .unwrap_err()
        .to_string();
    assert!(error.contains("two.inc:2:22"), "{error}");
}

#[test]
fn a_pass_of_an_effect_is_chosen() {
    let text = "float4 one() : COLOR { return 1; } float4 two(uniform float k) : COLOR { return k; }\n\
                technique T { pass P { PixelShader = compile ps_2_0 one(); } pass Q { PixelShader = compile ps_2_0 two(2); } }";
    for (entry, wanted) in [("T.P", 1.0_f32), ("T", 1.0), ("T.Q", 2.0), ("one", 1.0)] {
        let launch = LaunchOptions::new().size([1, 1]).option("entry", entry).unwrap();
        let report = KernelCheck::source("e.fx", text).run(&launch).unwrap();
        assert_eq!(report.output("COLOR0").map(|words| f32::from_bits(words[0])), Some(wanted), "{entry}");
    }
}

#[test]
fn a_kernel_of_a_device_may_be_cg() {
    let Some(device) = crate::machine::device(gristmill::Era::Fragment) else { return };
    let text = "float4 main(float4 w : WPOS, uniform sampler2D x, uniform float2 x_texel, uniform float alpha) : COLOR { return alpha * tex2D(x, w.xy * x_texel); }";
    let source = gristmill::KernelSource::new("scaled").fragment_cg(text, None);
    let x = device.stream(&[[1.0_f32, 2.0, 3.0, 4.0]; 5]).unwrap();
    let mut y = device.empty::<[f32; 4]>(5).unwrap();
    device
        .kernel(&source)
        .unwrap()
        .call()
        .input("x", &x)
        .uniform("alpha", 2.0)
        .output("COLOR0", &mut y)
        .run()
        .unwrap();
    assert_eq!(y.read().unwrap(), [[2.0, 4.0, 6.0, 8.0]; 5]);
}

#[test]
fn a_vertex_program_takes_and_gives_the_same_semantics() {
    let text = "struct A { float4 p : POSITION; float2 t : TEXCOORD0; float4 c : COLOR; };\n\
                struct V { float4 p : POSITION; float4 c : COLOR; float2 t : TEXCOORD0; };\n\
                V main(A a) { V v; v.p = a.p; v.t = 2 * a.t + 1; v.c = a.c; return v; }\n";
    let check = KernelCheck::source("both.cg", text);
    let checked = check.compile().unwrap();
    let outputs: Vec<_> = checked.outputs().map(|(name, ..)| name.to_string()).collect();
    assert!(outputs.contains(&"TEXCOORD0".to_string()) && outputs.contains(&"COLOR0".to_string()), "{outputs:?}");
    let launch = LaunchOptions::new().option("buffer", "TEXCOORD0=2:8").unwrap();
    let report = check.run(&launch).unwrap();
    assert!(report.is_right() && report.is_judged(), "{}", report.verdict());
    let text =
        "void main(float4 p : POSITION, inout float4 t : TEXCOORD0, out float4 q : POSITION) { q = p; t += 1; }\n";
    assert!(KernelCheck::source("both.cg", text).compile().is_ok());
}

#[test]
fn a_text_without_an_entry_is_for_inclusion() {
    let is_include = |name: &str, text: &str| KernelCheck::source(name, text).is_include_file();
    assert!(is_include("two.cg", "float two() { return 2; }\n"));
    assert!(!is_include("two.cg", "float4 two() : COLOR { return 2; }\n"));
    assert!(!is_include("two.hlsl", "float4 two() : COLOR { return 2; }\n"));
    assert!(!is_include("two.cg", "float two() { return 2\n"), "what is wrong is told");
}

#[test]
fn a_uniform_that_is_not_used_is_a_note() {
    let text = "float4 main(uniform float4 a, uniform half3 b, uniform sampler2D s) : COLOR { return a; }";
    let launch = LaunchOptions::new().size([1, 1]).option("uniform", "b=1,2,3").unwrap();
    let report = KernelCheck::source("k.cg", text).run(&launch).unwrap();
    assert!(report.is_right(), "{}", report.verdict());
    let launch = LaunchOptions::new().size([1, 1]).option("uniform", "d=1").unwrap();
    let error = KernelCheck::source("k.cg", text).run(&launch).unwrap_err().to_string();
    assert!(error.contains("has no uniform d"), "{error}");
}

/// The chapter's listings in Cg send the same elements to wrong texels as the same formulas in GLSL.
#[test]
fn an_audit_takes_the_listings_in_cg() {
    let in_cg = |file: &str, function: &str| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fragment_kernels/museum");
        Translation::of_file(&folder.join(file), function).unwrap()
    };
    let listings = [
        in_cg("listing_33_1.cg", "addrTranslation_1DtoRECT"),
        in_cg("listing_33_2.cg", "addrTranslation_1Dto2D").in_coordinates(),
    ];
    for (listing, printed) in listings.iter().zip(Translation::printed()) {
        let run = |translation: &Translation| {
            let card = Profile::named("geforce-6800").unwrap();
            let found = audit(card, translation, 1000, 20_000).unwrap();
            (found.wrong, found.first.map(|first| first.index))
        };
        let found = run(listing);
        assert!(found.0 > 0, "{}", listing.function());
        assert_eq!(found, run(&printed), "{}", listing.function());
    }
}

/// A kernel in Cg that is too long for a card gives the same in passes: one number, and two targets.
#[test]
fn a_kernel_in_cg_is_cut_into_passes() {
    let Some(device) = crate::machine::device(gristmill::Era::Fragment) else { return };
    let turns = "v = v * v + a; ".repeat(80);
    let one = format!("float main(uniform float4 a) : COLOR {{ float4 v = a; {turns} return v.x + v.w; }}");
    let two = format!(
        "struct R {{ float4 c : COLOR0; float2 d : COLOR1; }};\n\
         R main(uniform float4 a) {{ float4 v = a; {turns} R r; r.c = v; r.d = v.yx; return r; }}"
    );
    let a = [0.125_f32, -0.25, 0.0625, -0.5];
    let card = Profile::named("radeon-9700").unwrap();
    let source = gristmill::KernelSource::new("one").fragment_cg(one, None);
    let split = device.split(&source, card).unwrap();
    assert!(split.passes().len() > 1);
    let [mut whole, mut cut] = [(); 2].map(|()| device.empty::<f32>(3).unwrap());
    let kernel = device.kernel(&source).unwrap();
    kernel.call().uniform("a", a).output("COLOR0", &mut whole).run().unwrap();
    split.call().uniform("a", a).output("COLOR0", &mut cut).run().unwrap();
    assert_eq!(whole.read().unwrap(), cut.read().unwrap());
    let source = gristmill::KernelSource::new("two").fragment_cg(two, None);
    let split = device.split(&source, card).unwrap();
    let [mut whole, mut cut] = [(); 2].map(|()| device.empty::<[f32; 4]>(3).unwrap());
    let [mut whole_too, mut cut_too] = [(); 2].map(|()| device.empty::<[f32; 2]>(3).unwrap());
    let kernel = device.kernel(&source).unwrap();
    let call = kernel.call().uniform("a", a).output("COLOR0", &mut whole);
    call.output("COLOR1", &mut whole_too).run().unwrap();
    let call = split.call().uniform("a", a).output("COLOR0", &mut cut);
    call.output("COLOR1", &mut cut_too).run().unwrap();
    assert_eq!(whole.read().unwrap(), cut.read().unwrap());
    assert_eq!(whole_too.read().unwrap(), cut_too.read().unwrap());
}
