//! Rules of Direct3D 9's HLSL that Cg has not, with results that follow from Microsoft's reference, and texts that its
//! compiler refuses.

use super::{Vector, run_program};
use gristmill::check::{KernelCheck, LaunchOptions};

/// Returns what a program without uniforms computes.
fn run_hlsl(text: &str) -> Vector {
    run_program("kernel.hlsl", text, &[], &["COLOR0"])[0]
}

fn in_main(statements: &str) -> String {
    format!("float4 main(float2 at : VPOS) : COLOR\n{{\n{statements}\n}}\n")
}

#[test]
fn a_vector_of_four_becomes_a_matrix_and_back() {
    let text = in_main("float2x2 m = float4(1, 2, 3, 4) + at.xxxx * 0;\nfloat4 v = transpose(m);\nreturn v;");
    assert_eq!(run_hlsl(&text), [1.0, 3.0, 2.0, 4.0]);
}

#[test]
fn a_list_gives_an_array_its_length() {
    let text = in_main("float4 all[] = {10, 20, 30, 40, 50, 60, 70, 80};\nreturn all[1];");
    assert_eq!(run_hlsl(&text), [50.0, 60.0, 70.0, 80.0]);
    let text =
        in_main("float2 all[][3] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};\nreturn float4(all[1][0], all[1][1]);");
    assert_eq!(run_hlsl(&text), [7.0, 8.0, 9.0, 10.0]);
    let text = in_main("float4 one[2] = {1, 2, 3, 4, 5, 6, 7, 8};\nfloat4 other[] = one;\nreturn other[1];");
    assert_eq!(run_hlsl(&text), [5.0, 6.0, 7.0, 8.0]);
}

#[test]
fn a_function_of_uint_is_another_than_that_of_int() {
    let functions = "float choose(int n) { return 0.25; }\nfloat choose(uint n) { return 0.5; }\n";
    let text = in_main(
        "int i = 1;\nuint u = 1;\nreturn float4(choose(i), choose(u), choose(int2(1, 1)), choose(uint2(1, 1)));",
    );
    assert_eq!(run_hlsl(&format!("{functions}{text}")), [0.25, 0.5, 0.25, 0.5]);
}

#[test]
fn what_a_loop_declares_is_there_behind_it() {
    let text = in_main(
        "float4 sum = 0;\nfor (int i = 0; i < 5; i++) sum += i;\nsum.y = i;\n\
         for (int i = 0; i < 3; i++) sum.z += 1;\nsum.w = i;\nreturn sum;",
    );
    assert_eq!(run_hlsl(&text), [10.0, 5.0, 13.0, 3.0]);
}

#[test]
fn attributes_are_hints_and_may_be_several() {
    let text = format!("[one][two(1, \"three\")]\n{}", in_main("[unroll] for (int i = 0; i < 2; i++) {}\nreturn i;"));
    assert_eq!(run_hlsl(&text), [2.0; 4]);
}

#[test]
fn an_argument_of_another_type_is_converted_in_and_back() {
    for (functions, statements, wanted) in [
        ("void f(out float4 o) { o = float4(-1.9, -1, 2.9, 4); }", "int4 x; f(x); return x;", [-1.0, -1.0, 2.0, 4.0]),
        ("void f(inout float4 o) { o += 0.5; }", "int4 x = int4(-2, 0, 1, 7); f(x); return x;", [-1.0, 0.0, 1.0, 7.0]),
        ("void f(inout int o) { o += 2; }", "float x = 1.75; f(x); return x;", [3.0; 4]),
        ("void f(out float4 o) { o = float4(1, 2, 3, 4); }", "float2 x; f(x); return x.xyxy;", [1.0, 2.0, 1.0, 2.0]),
        ("void f(out float o) { o = 3; }", "float4 x; f(x); return x;", [3.0; 4]),
        ("void f(out float4 o) { o = float4(1, 2, 3, 4); }", "float2x2 x; f(x); return x;", [1.0, 2.0, 3.0, 4.0]),
        (
            "void f(out float2 o) { o = float2(1, 2); }",
            "float2x2 x = 0; f(x._m10_m01); return x;",
            [0.0, 2.0, 1.0, 0.0],
        ),
        (
            "float f(inout float o) { o *= 2; return o; }",
            "int x = 3; return float4(f(x) + 0.5, x, f(x), x);",
            [6.5, 6.0, 12.0, 12.0],
        ),
        ("bool f(out int o) { o = 5; return true; }", "half x; if (f(x)) x += 1; return x;", [6.0; 4]),
        (
            "void f(out float a, out float b) { a = 1.5; b = 2.5; }",
            "int2 x; f(x.y, x.x); return x.xyxy;",
            [2.0, 1.0, 2.0, 1.0],
        ),
        (
            "void f(out float o) { o = 1.5; }",
            "int x[2] = {7, 7}; for (int i = 0; i < 2; i++) f(x[i]); return float4(x[0], x[1], 0, 0);",
            [1.0, 1.0, 0.0, 0.0],
        ),
    ] {
        assert_eq!(run_hlsl(&format!("{functions}\n{}", in_main(statements))), wanted, "{functions} {statements}");
    }
}

#[test]
fn casts_and_lists_take_values_by_their_components() {
    let structs = "struct S { float3 p; int w; };\nstruct T { int2 n; float v[2]; };\nstruct U { float4 q[1]; };\n\
                   float4 twice;\nfloat4 next() { twice += 1; return twice; }\n";
    for (statements, wanted) in [
        ("float f[4] = {1, 2, 3, 4.5}; S s = (S) f; return float4(s.p, s.w);", [1.0, 2.0, 3.0, 4.0]),
        ("S s = {5, 6, 7, 8.5}; float f[4] = (float[4]) s; return float4(f);", [5.0, 6.0, 7.0, 8.0]),
        (
            "float f[6] = {1, 2, 3, 4, 5, 6}; int n[4] = (int[4]) f; return float4(n[3], n[2], n[1], n[0]);",
            [4.0, 3.0, 2.0, 1.0],
        ),
        ("T t = {1.5, 2.5, 3.5, 4.5}; return float4((int4) t);", [1.0, 2.0, 3.0, 4.0]),
        ("T t = {1.5, 2.5, 3.5, 4.5}; float2x2 m = (float2x2) t; return float4(m[1], m[0]);", [3.5, 4.5, 1.0, 2.0]),
        ("float2x2 m = {1, 2, 3, 4.5}; T t = (T) m; return float4(t.n, t.v[0], t.v[1]);", [1.0, 2.0, 3.0, 4.5]),
        ("int2x2 m = {1, 2, 3, 4}; S s = (S) m; return float4(s.p, s.w / 3);", [1.0, 2.0, 3.0, 1.0]),
        ("float4 f[1] = {1, 2, 3, 4}; U u = f; return u.q[0];", [1.0, 2.0, 3.0, 4.0]),
        ("S s = {1, 2, 3, 4}; float4 v = {0.5, s.w, s.p.yz}; return v;", [0.5, 4.0, 2.0, 3.0]),
        (
            "T t = {1, 2, 3, 4}; S s[2] = {9, t, t.v[0], t.n}; return float4(s[0].p.x, s[0].w, s[1].p.z, s[1].w);",
            [9.0, 3.0, 1.0, 2.0],
        ),
        ("struct { int a; } s = {3}, r = s; return float4(s.a, r.a, 0, 0);", [3.0, 3.0, 0.0, 0.0]),
        ("float3 f = {1, 2, 3}; float v[3] = {f}; return float4(v, 9);", [1.0, 2.0, 3.0, 9.0]),
        ("twice = 0; float2 f[3] = {0, next(), 7}; return float4(f[0].y, f[1], twice.x);", [1.0; 4]),
    ] {
        assert_eq!(run_hlsl(&format!("{structs}{}", in_main(statements))), wanted, "{statements}");
    }
}

#[test]
fn a_vector_of_one_is_a_vector_in_products() {
    let matrix =
        "float4x4 m = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}; float1 v = 10; float1x1 o = 10;\n";
    for (statements, wanted) in [
        ("return mul(v, m);", [10.0, 20.0, 30.0, 40.0]),
        ("return mul(m, v);", [10.0, 50.0, 90.0, 130.0]),
        ("return mul(o, m);", [10.0, 20.0, 30.0, 40.0]),
        ("return mul(m, o);", [10.0, 50.0, 90.0, 130.0]),
        ("return mul(v, float4(1, 2, 3, 4));", [10.0; 4]),
        ("return mul(v.x, float4(1, 2, 3, 4));", [10.0, 20.0, 30.0, 40.0]),
        ("return mul(v, v) + mul(v, o);", [200.0; 4]),
        ("v[0] += 1; v++; if (v) v.x = v * 2; return v + float4(1, 2, 3, v[0]);", [25.0, 26.0, 27.0, 48.0]),
        (
            "vector<float, 1> w = v; w = max(w, 20); return float4(w, v, (float1) m, transpose(v.x));",
            [20.0, 10.0, 1.0, 10.0],
        ),
        (
            "float1 w[2] = {3, 4}; return float4(w[0], w[1], determinant(v.x), v == 10 ? w[0] : v);",
            [3.0, 4.0, 10.0, 3.0],
        ),
        ("return float4(max(float2x3(1, 9, 3, 4, 5, 6), float3x2(2, 2, 7, 7, 7, 7)));", [2.0, 9.0, 7.0, 7.0]),
    ] {
        assert_eq!(run_hlsl(&in_main(&format!("{matrix}{statements}"))), wanted, "{statements}");
    }
}

#[test]
fn every_variable_may_have_states() {
    let before = "float4 sum(float4 a, float4 b) { return a + b; }\n\
        sampler s { Foobar = 3; Filter = any_name; Texture[3] = (int) 2; list = {1, {2, \"three\"}, any_name}; };\n\
        sampler all[2] = sampler_state { { Filter = ANISOTROPIC; }, { } };\nfloat2 two { { }, { } };\nfloat3 six[2] { {}, {}, {}, {}, {}, {} };\n\
        sampler called { SetBlendState(sum(p, q), p + q, p / q); SetPixelShader(100); other = sum(foo, bar) + p * q.x; };\n\
        PixelShader own { state = 1; };\n";
    let text = in_main(
        "float zero = 0; float a {}; float b { foo = bar; foo = float4(bar, baz, 1, 2); foo = zero++; };\n\
         float c {}, d = 1, e; struct { int a; } s { foo = bar; };\nreturn float4(0, d, zero, 1);",
    );
    assert_eq!(run_hlsl(&format!("{before}{text}")), [0.0, 1.0, 0.0, 1.0]);
}

#[test]
fn texts_that_microsoft_s_compiler_refuses_are_refused() {
    let main = in_main("return 0;");
    for (text, line) in [
        (format!("[one, two]\n{main}"), 1),
        (format!("[numthreads()]\n{main}"), 1),
        (format!("[one][one]\n{main}"), 1),
        (format!("[one]\nfloat4 f;\n{main}"), 1),
        (format!("const const float4 c = 1;\n{main}"), 1),
        (format!("in float4 f;\n{main}"), 1),
        (format!("static uniform float4 f;\n{main}"), 1),
        (format!("void set(out uniform float4 o) {{ o = 0; }}\n{main}"), 1),
        (in_main("float4 all[] = {10, 20, 30, 40, 50, 60, 70};\nreturn 0;"), 3),
        (in_main("float all[];\nreturn 0;"), 3),
        // Conversions that the language lacks.
        (format!("void f(inout float4 o) {{ o += 1; }}\n{}", in_main("float2 x = 1;\nf(x);\nreturn 0;")), 5),
        (format!("void f(out float2 o) {{ o = 1; }}\n{}", in_main("float4 x;\nf(x);\nreturn 0;")), 5),
        (in_main("float2x2 m = 1;\nfloat n[3] = (float[3]) m;\nreturn 0;"), 4),
        (in_main("float n[5] = {1, 2, 3, 4, 5};\nfloat2x2 m = (float2x2) n;\nreturn 0;"), 4),
        (in_main("float n[3] = {1, 2, 3};\nfloat4 v = (float4) n;\nreturn 0;"), 4),
        (
            format!("struct S {{ float3 p; int w; }};\n{}", in_main("float n[4] = {1, 2, 3, 4};\nS s = n;\nreturn 0;")),
            5,
        ),
        (format!("struct S {{ float3 p; float w; }};\n{}", in_main("float4 n = 1;\nS s = n;\nreturn 0;")), 5),
        (
            format!(
                "float f(float x) {{ return 1; }}\nfloat f(float1 x) {{ return 2; }}\n{}",
                in_main("return f(at.x);")
            ),
            5,
        ),
        (in_main("float1 v = 1;\nreturn determinant(v);"), 4),
        (in_main("return float2x3(1, 2, 3, 4, 5, 6) + float3x2(1, 2, 3, 4, 5, 6);"), 3),
        // States.
        (format!("sampler s {{ foo = float; }};\n{main}"), 1),
        (format!("sampler s {{ 2 = 3; }};\n{main}"), 1),
        (format!("sampler s {{ foo; }};\n{main}"), 1),
        (format!("sampler s {{ foo = bar }};\n{main}"), 1),
        (format!("sampler s {{}}\n{main}"), 1),
        (format!("float f {{}} = 1;\n{main}"), 1),
        (format!("float f {{}} : register(c1);\n{main}"), 1),
        (format!("float f {{ foo = (sampler) 2; }};\n{main}"), 1),
        (format!("float f {{ foo = (faketype) 2; }};\n{main}"), 1),
        (format!("float f {{ foo = bar(); }};\n{main}"), 1),
        (format!("float f {{ foo = 1 + SetPixelShader(bar); }};\n{main}"), 1),
        (format!("sampler s[2] {{ {{}} }};\n{main}"), 1),
        (format!("float2 s[2] {{ {{}}, {{}} }};\n{main}"), 1),
        (format!("sampler s[2] {{ {{}}, {{}}, }};\n{main}"), 1),
        (format!("sampler s[2] {{ {{ {{}} }}, {{}} }};\n{main}"), 1),
        (format!("sampler s {{ dogs[3 + 4] = 10; }};\n{main}"), 1),
        (format!("sampler s {{ dogs[-2] = 10; }};\n{main}"), 1),
        (format!("sampler s {{ dogs[1][1] = 10; }};\n{main}"), 1),
        (format!("sampler s {{ foo = bar[2]; }};\n{main}"), 1),
        (format!("sampler s {{ foo = bar.y; }};\n{main}"), 1),
        (format!("sampler s {{ SetSomeotherState(); }};\n{main}"), 1),
        (format!("sampler s {{ SetPixelShader(1, 2); }};\n{main}"), 1),
        (format!("DepthStencilState s {{ DepthEnable = false; }};\n{main}"), 1),
    ] {
        let error = KernelCheck::source("wrong.hlsl", text.clone()).run(&LaunchOptions::new());
        let report = error.map_or_else(|error| error.to_string(), |_| panic!("it is taken:\n{text}"));
        assert!(report.contains(&format!("wrong.hlsl:{line}:")), "{report}");
    }
}
