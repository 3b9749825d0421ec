//! Reads of textures of each kind.

use gristmill::check::{KernelCheck, LaunchOptions};

/// Returns the first two fragments of a program that reads a texture of 4 by 4 texels, each of which has its number.
fn read_texels(text: &str) -> [f32; 2] {
    let launch = LaunchOptions::new().size([2, 1]).option("image", "s=index:4x4").unwrap();
    let report = KernelCheck::source("read.cg", text)
        .run(&launch)
        .unwrap_or_else(|error| panic!("{text}\n{error}"));
    let words = report.output("COLOR0").unwrap();
    [f32::from_bits(words[0]), f32::from_bits(words[4])]
}

#[test]
fn each_read_of_two_dimensions_finds_its_texel() {
    // The second column of the third row: the texel 9, then the one beside it.
    let at = "float2 p = (float2(1.5, 2.5) + float2(w.x - 0.5, 0)) / 4;";
    for read in [
        "tex2D(s, p)",
        "tex2Dproj(s, float3(p * 2, 2))",
        "tex2Dlod(s, float4(p, 0, 0))",
        "tex2Dbias(s, float4(p, 0, 0))",
        "tex2D(s, p, float2(0, 0), float2(0, 0))",
        "tex2Dgrad(s, p, 0, 0)",
        "f1tex2D(s, p)",
        "f4tex2D(s, p)",
        "h4tex2D(s, p)",
        "h1tex2Dproj(s, float3(p, 1))",
        "x4tex2D(s, half2(p))",
        "float4(f3tex2D(s, p), 1)",
    ] {
        let text = format!("float4 main(float4 w : WPOS, uniform sampler2D s) : COLOR {{ {at} return {read}; }}");
        assert_eq!(read_texels(&text), [9.0, 10.0], "{read}");
    }
}

#[test]
fn each_read_of_a_rectangle_finds_its_texel() {
    for read in [
        "texRECT(s, p)",
        "texRECTproj(s, float3(p * 2, 2))",
        "texRECTlod(s, float4(p, 0, 3))",
        "texRECTbias(s, float4(p, 0, 3))",
        "texRECT(s, p, float2(0, 0), float2(0, 0))",
        "f1texRECT(s, p)",
        "f4texRECT(s, p)",
        "h4texRECT(s, p)",
        "f4texRECTproj(s, float3(p, 1))",
    ] {
        let text = format!(
            "float4 main(float4 w : WPOS, uniform samplerRECT s) : COLOR {{ float2 p = float2(1 + w.x, 2.5); return {read}; }}"
        );
        assert_eq!(read_texels(&text), [9.0, 10.0], "{read}");
    }
}

#[test]
fn samplers_go_through_functions_structs_and_other_names() {
    for text in [
        "float4 read(sampler2D t, float2 p) { return tex2D(t, p / 4); }\n\
         float4 main(float4 w : WPOS, uniform sampler2D s) : COLOR { return read(s, float2(1 + w.x, 2.5)); }",
        "sampler s;\nfloat4 read(sampler t, float2 p) { return texRECT(t, p); }\n\
         float4 main(float4 w : WPOS) : COLOR { return read(s, float2(1 + w.x, 2.5)); }",
        "static sampler2D kept;\nfloat4 read(float2 p) { return tex2D(kept, p / 4); }\n\
         float4 main(float4 w : WPOS, uniform sampler2D s) : COLOR { kept = s; return read(float2(1 + w.x, 2.5)); }",
        "float4 main(float4 w : WPOS, uniform sampler2D s) : COLOR { sampler2D t = s; return tex2D(t, float2(1 + w.x, 2.5) / 4); }",
    ] {
        assert_eq!(read_texels(text), [9.0, 10.0], "{text}");
    }
    let text = "struct T { float2 size; sampler2D s; };\nfloat4 read(T t, float2 p) { return tex2D(t.s, p / t.size); }\n\
                float4 main(float4 w : WPOS, uniform T u) : COLOR { T v = u; return read(v, float2(1 + w.x, 2.5)); }";
    let launch = LaunchOptions::new().size([2, 1]).option("image", "u.s=index:4x4").unwrap();
    let launch = launch.uniform("u.size", vec![4.0_f32.to_bits(); 2]);
    let report = KernelCheck::source("read.cg", text).run(&launch).unwrap();
    assert_eq!(report.output("COLOR0").map(|words| f32::from_bits(words[0])), Some(9.0));
}

#[test]
fn hlsl_divides_by_the_last_of_four() {
    let text = "float4 main(float2 v : VPOS, uniform sampler2D s) : COLOR\n\
                { return tex2Dproj(s, float4(float2(1.5 + v.x, 2.5) / 4 * 2, 7, 2)); }";
    let launch = LaunchOptions::new().size([2, 1]).option("image", "s=index:4x4").unwrap();
    let report = KernelCheck::source("read.hlsl", text).run(&launch).unwrap();
    assert_eq!(report.output("COLOR0").map(|words| f32::from_bits(words[0])), Some(9.0));
}
