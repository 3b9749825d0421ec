//! Every construct of the language, against stated values.

use super::{INPUTS, Vector, assert_near, run_kernel, run_program};

/// The text before `main`, its statements, and the lanes for a = (0.5, 1.25, 2.75, 3.5),
/// b = (0.75, 0.375, 1.5, 0.625) and c = (1.75, 2.5, 0.875, 0.4375).
const STATED: [(&str, &str, Vector); 129] = [
    // Declarations and values.
    ("", "float4 v = a; return v;", [0.5, 1.25, 2.75, 3.5]),
    ("", "return 1;", [1.0; 4]),
    ("", "return float4(1, 2.5f, 3.5h, 0.25x);", [1.0, 2.5, 3.5, 0.25]),
    ("", "return float4(0x1F, 010, 1e2, .5);", [31.0, 8.0, 100.0, 0.5]),
    ("", "float x, y = 2, z[2] = { 3, 4 }; x = 1; return float4(x, y, z[0], z[1]);", [1.0, 2.0, 3.0, 4.0]),
    ("", "const float k = 2; const float m = k * 3; float v[m / 2] = { 1, 2, 3 }; return v[k];", [3.0; 4]),
    ("", "float v[] = { 1, 2, 3, 4 }; return float4(v[0], v[1], v[2], v[3]);", [1.0, 2.0, 3.0, 4.0]),
    ("", "float v[3] = float[](1.0, 2.0, 3.0); return v[2];", [3.0; 4]),
    (
        "",
        "float v[2][2] = { { 1, 2 }, { 3, 4 } }; return float4(v[0][0], v[0][1], v[1][0], v[1][1]);",
        [1.0, 2.0, 3.0, 4.0],
    ),
    ("", "float2 v[2] = { 1, 2, 3, 4 }; return float4(v[0], v[1]);", [1.0, 2.0, 3.0, 4.0]),
    ("", "float2 v[2] = { a.xy, a.zw }; return float4(v[1], v[0]);", [2.75, 3.5, 0.5, 1.25]),
    ("", "float2x2 m = { 1, 2, 3, 4 }; return float4(m[0], m[1]);", [1.0, 2.0, 3.0, 4.0]),
    ("", "float2x2 m = { a.xy, a.zw }; return float4(m[1], m[0]);", [2.75, 3.5, 0.5, 1.25]),
    ("", "vector<float, 3> v = a.xyz; matrix<float, 2, 2> m = 1; return float4(v, m[1].x);", [0.5, 1.25, 2.75, 1.0]),
    (
        "typedef float3 Three; typedef float Pair[2];",
        "Three v = a.xyz; Pair p = { 1, 2 }; return float4(v, p[1]);",
        [0.5, 1.25, 2.75, 2.0],
    ),
    // A type named in a block is known in it alone.
    (
        "typedef float3 Three;",
        "float w = 0; { typedef float2 Three; Three v = a.zw; w = v.y; } Three v = a.xyz; return float4(v, w);",
        [0.5, 1.25, 2.75, 3.5],
    ),
    ("", "int e; float m = frexp(a.z, e); return float4(m, e, m, e / 2);", [0.6875, 2.0, 0.6875, 1.0]),
    ("", "vec3 v = vec3(a.x); mat2 m = mat2(1, 2, 3, 4); return float4(v.xy, m[1]);", [0.5, 0.5, 3.0, 4.0]),
    // Structs.
    ("struct S { float3 p; float w; };", "S s = { 1, 2, 3, 4 }; return float4(s.w, s.p);", [4.0, 1.0, 2.0, 3.0]),
    (
        "struct S { float3 p; float w; };",
        "S s; s.p = a.xyz; s.w = 1; S t = s; t.p.y = 7; return float4(s.p.y, t.p);",
        [1.25, 0.5, 7.0, 2.75],
    ),
    ("struct S { float3 p; float w; };", "S s = (S) 0; s.w = 2; return float4(s.p, s.w);", [0.0, 0.0, 0.0, 2.0]),
    (
        "struct S { float v[2]; }; struct T { S s; float w; };",
        "T t = { { { 1, 2 } }, 3 }; return float4(t.s.v[0], t.s.v[1], t.w, 0);",
        [1.0, 2.0, 3.0, 0.0],
    ),
    // A list has an item for each member, element or row; NVIDIA's compiler gives these numbers.
    ("struct S { float2 p; float w; };", "S s = { a.x, a.yz }; return float4(s.p, s.w, 0);", [0.5, 0.5, 1.25, 0.0]),
    ("struct S { float2 p; float w; };", "S s = { a, { 3 } }; return float4(s.p, s.w, 0);", [0.5, 1.25, 3.0, 0.0]),
    (
        "struct S { float2 p; float w; }; struct T { S s; float4 q; float r[2]; };",
        "S s = { 1, 2 }; T t = { s, a, { 1, 2 } }; return t.q + t.s.p.y + t.r[1];",
        [3.5, 4.25, 5.75, 6.5],
    ),
    (
        "struct S { float2 p; float w; }; struct T { S s; float4 q; float r[2]; };",
        "T t = { { a.w, 3 }, a.x, { 1, 2 } }; return float4(t.s.p, t.q.w, t.r[1]);",
        [3.5, 3.5, 0.5, 2.0],
    ),
    ("", "float2 v[2] = { { 1, 2 }, a.zwxy }; return float4(v[0], v[1]);", [1.0, 2.0, 2.75, 3.5]),
    ("", "float2x2 m = { a.xyz, b }; return float4(m[0], m[1]);", [0.5, 1.25, 0.75, 0.375]),
    ("", "float3x3 m = { a, b, { 1, 2, 3 } }; return float4(m[1], m[2].z);", [0.75, 0.375, 1.5, 3.0]),
    ("", "float4 v = { 1, 2, 3, a.yx }; return v;", [1.0, 2.0, 3.0, 1.25]),
    ("", "float4 v = { a, b, c, { 4 } }; return v;", [0.5, 0.75, 1.75, 4.0]),
    (
        "void f(out float2 o) { o = float2(1, 2); }",
        "float2x2 m = 0; f(m._m11_m00); return float4(m[0], m[1]);",
        [2.0, 0.0, 0.0, 1.0],
    ),
    ("struct S { float x; } made; struct { float y; } other;", "return made.x - made.x + other.y - other.y;", [0.0; 4]),
    ("struct S { float x; }; S make(float x) { S s; s.x = x; return s; }", "return make(3).x;", [3.0; 4]),
    ("struct S { float x; }; void set(inout S s) { s.x *= 2; }", "S s = { 4 }; set(s); return s.x;", [8.0; 4]),
    ("struct S { float x; };", "S s[2]; s[0].x = 1; s[1].x = 2; int i = a.y; return s[i].x;", [2.0; 4]),
    ("struct S { float x; };", "S s = { 1 }; S t = { 2 }; return (a.x > 0 ? s : t).x;", [1.0; 4]),
    // Swizzles and masks.
    ("", "return a.wzyx;", [3.5, 2.75, 1.25, 0.5]),
    ("", "return a.bgra;", [2.75, 1.25, 0.5, 3.5]),
    ("", "return a.xxyy.yzwx.xyzw;", [0.5, 1.25, 1.25, 0.5]),
    ("", "return a.x.xxxx + 1.5.xxxx;", [2.0; 4]),
    ("", "float4 v = 0; v.xw = a.yz; return v;", [1.25, 0.0, 0.0, 2.75]),
    ("", "float4 v = 0; v.wzyx = a; return v;", [3.5, 2.75, 1.25, 0.5]),
    ("", "float4 v = a; v.xy = v.yx; return v;", [1.25, 0.5, 2.75, 3.5]),
    ("", "float v = 1; v.x = 3; return v;", [3.0; 4]),
    ("", "float4 v = 0; v.yzw.x = 2; v[3] = 1; return v;", [0.0, 2.0, 0.0, 1.0]),
    ("", "float2x2 m = 0; m._m01_m10 = a.xy; return float4(m[0], m[1]);", [0.0, 0.5, 1.25, 0.0]),
    ("", "float2x2 m = 0; m._12 = 3; m[1].y = 4; m[1][0] = 5; return float4(m[0], m[1]);", [0.0, 3.0, 5.0, 4.0]),
    ("", "float2x2 m = { 1, 2, 3, 4 }; return m._m11_m10_m01_m00;", [4.0, 3.0, 2.0, 1.0]),
    ("", "float2x2 m = { 1, 2, 3, 4 }; m._m00_m01 = m._m10_m11; return m._11_12_21_22;", [3.0, 4.0, 3.0, 4.0]),
    ("", "float1x4 r = a; float4x1 k = a; return r._m01 + k._m20 + r[0].x + k[3];", [8.0; 4]),
    // Operators.
    ("", "return a + b - c * 2 / 4;", [0.375, 0.375, 3.8125, 3.90625]),
    ("", "return -a + +b;", [0.25, -0.875, -1.25, -2.875]),
    ("", "return (a.xyz + b).xyzz;", [1.25, 1.625, 4.25, 4.25]),
    ("", "return a.x * b;", [0.375, 0.1875, 0.75, 0.3125]),
    ("", "int i = 7; int j = -7; return float4(i / 2, j / 2, i % 4, j % 4);", [3.0, -3.0, 3.0, -3.0]),
    ("", "int i = a.w; int j = -a.w; return float4(i, j, i * 2, i - j);", [3.0, -3.0, 6.0, 6.0]),
    ("", "return float4(7 / 2, 7 / 2.0, 7 % 4, -7 / 2);", [3.0, 3.5, 3.0, -3.0]),
    ("", "return float4(6 & 3, 6 | 3, 6 ^ 3, ~6);", [2.0, 7.0, 5.0, -7.0]),
    ("", "int i = a.w; return float4(i & 1, i | 4, i ^ 1, i << 2) + (i >> 1);", [2.0, 8.0, 3.0, 13.0]),
    ("", "int2 i = a.zw; return float4(i / 2, i % 2);", [1.0, 1.0, 0.0, 1.0]),
    ("", "return float4(a.x < b.x, a.x > b.x, a.x <= a.x, a.x >= b.x);", [1.0, 0.0, 1.0, 0.0]),
    ("", "return float4(a.x == b.x, a.x != b.x, a.x == a.x, !a.x);", [0.0, 1.0, 1.0, 0.0]),
    ("", "return a < b;", [1.0, 0.0, 0.0, 0.0]),
    ("", "return a == 1.25 || a > 3;", [0.0, 1.0, 0.0, 1.0]),
    ("", "return a > 1 && a < 3;", [0.0, 1.0, 1.0, 0.0]),
    ("", "return !(a > 1);", [1.0, 0.0, 0.0, 0.0]),
    ("", "return a.x > 0 && b.x > 0 || false;", [1.0; 4]),
    ("", "return a > 1 ? b : c;", [1.75, 0.375, 1.5, 0.625]),
    ("", "return a.x > 1 ? b : c;", [1.75, 2.5, 0.875, 0.4375]),
    ("", "return a > 1 ? 1 : 0;", [0.0, 1.0, 1.0, 1.0]),
    ("", "int4 i = a > 1 ? int4(1, 2, 3, 4) : int4(5, 6, 7, 8); return i;", [5.0, 2.0, 3.0, 4.0]),
    ("", "return a.x ? a.y ? 1 : 2 : 3;", [1.0; 4]),
    ("", "float x; float y = (x = 3) + 1; return float4(x, y, 0, 0);", [3.0, 4.0, 0.0, 0.0]),
    ("", "float x; float y; x = y = 2; return x + y;", [4.0; 4]),
    ("", "float x = (1, 2); return x;", [2.0; 4]),
    ("", "float4 v = a; v += 1; v -= b; v *= 2; v /= 4; return v;", [0.375, 0.9375, 1.125, 1.9375]),
    ("", "int i = 7; i %= 4; i <<= 2; i |= 1; i &= 9; i ^= 2; i >>= 1; return i;", [5.0; 4]),
    ("", "float2 v = a.xy; v += a; return v.xyxy;", [1.0, 2.5, 1.0, 2.5]),
    ("", "float x = 1; float y = x++; float z = ++x; return float4(x, y, z, x--);", [3.0, 1.0, 3.0, 3.0]),
    ("", "half x = 1; half y = x++; float2 v = 1; v++; return float4(x, y, v);", [2.0, 1.0, 2.0, 2.0]),
    ("", "float4 v = a; v.x++; --v.y; return v;", [1.5, 0.25, 2.75, 3.5]),
    ("", "bool t = a.x; return t + t + true;", [3.0; 4]),
    ("", "bool4 t = a > 1; return t ? 2 : t;", [0.0, 2.0, 2.0, 2.0]),
    // Conversions.
    ("", "float3 v = a; return v.xyzz;", [0.5, 1.25, 2.75, 2.75]),
    ("", "float v = a; return v;", [0.5; 4]),
    ("", "int4 i = -a; return i;", [0.0, -1.0, -2.0, -3.0]),
    ("", "return (int4) a + (float4) (bool4) (a - a);", [0.0, 1.0, 2.0, 3.0]),
    ("", "half h = 0.1; return h;", [0.099_975_586; 4]),
    ("", "float4 v = half4(a * 0.1); return v * 10 > a - 0.01;", [1.0; 4]),
    ("", "half4 h = a; float4 f = h * 0.5; fixed4 x = f; return x;", [0.25, 0.625, 1.375, 1.75]),
    ("", "float4x4 m = 2; float3x3 n = (float3x3) m; float2x2 o = m; return float4(n[2], o[1].y);", [2.0; 4]),
    ("", "return float4((float3) a, (int) a.w);", [0.5, 1.25, 2.75, 3.0]),
    ("", "float2 v[2] = (float2[2]) 0; return v[1].xyxy;", [0.0; 4]),
    ("", "return float4(a.xy, a);", [0.5, 1.25, 0.5, 1.25]),
    // Statements.
    ("", "if (a.x > 0) return 1; return 2;", [1.0; 4]),
    ("", "if (a.x < 0) return 1; else if (a.x < 1) return 2; else return 3; return 4;", [2.0; 4]),
    ("", "float s = 0; for (int i = 0; i < 4; i++) s += i; return s;", [6.0; 4]),
    ("", "float s = 0; int i; for (i = 3; i; i--) { s += i; } return s;", [6.0; 4]),
    ("", "float s = 0; for (int i = 0, j = 8; i < j; i++, j--) s += 1; return s;", [4.0; 4]),
    (
        "",
        "float s = 0; for (int i = 0; i < 9; i++) { if (i == 2) continue; if (i == 5) break; s += i; } return s;",
        [8.0; 4],
    ),
    ("", "float s = 0; for (int i = 0; i < 3; i++) for (int i = 0; i < 2; i++) s += i; return s;", [3.0; 4]),
    ("", "float s = 1; while (s < 20) s *= 2; return s;", [32.0; 4]),
    ("", "float s = 1; do s *= 2; while (s < 1); return s;", [2.0; 4]),
    ("", "float s = 0; for (;;) { s++; if (s > 4) break; } return s;", [5.0; 4]),
    (
        "",
        "int i = a.w; switch (i) { case 0: return 1; case 3: case 4: return 2; default: return 3; } return 4;",
        [2.0; 4],
    ),
    ("", "float s = 0; switch (1) { case 1: s += 1; case 2: s += 2; break; default: s = 9; } return s;", [3.0; 4]),
    ("", "float x = 1; { float x = 2; { float x = 3; } } return x;", [1.0; 4]),
    ("", "[unroll] for (int i = 0; i < 1; i++); ; { } return 1;", [1.0; 4]),
    ("", "if (a.x < 0) discard; discard a.x < 0; clip(b); return 1;", [1.0; 4]),
    // Functions.
    ("float f(float x) { return x * 2; }", "return f(3);", [6.0; 4]),
    (
        "float f(float x) { return 1; } float f(float2 x) { return 2; } float f(int x) { return 3; } float f(half x) { return 4; }",
        "return float4(f(1.0), f(a.xy), f(1), f(half(a.x)));",
        [1.0, 2.0, 3.0, 4.0],
    ),
    (
        "void f(float x, out float y, inout float z) { y = x; z += x; }",
        "float y; float z = 1; f(2, y, z); return float4(y, z, 0, 0);",
        [2.0, 3.0, 0.0, 0.0],
    ),
    ("void f(out float2 v) { v = float2(1, 2); }", "float4 v = 0; f(v.wy); return v;", [0.0, 2.0, 0.0, 1.0]),
    ("float f(float x, float y = 3) { return x * y; }", "return float4(f(1), f(1, 2), f(2), 0);", [3.0, 2.0, 6.0, 0.0]),
    (
        "float f(float x); float g(float x) { return f(x) + 1; } float f(float x) { return x * 2; }",
        "return g(3);",
        [7.0; 4],
    ),
    ("float f(float v[3]) { return v[2]; }", "float v[3] = { 1, 2, 3 }; return f(v);", [3.0; 4]),
    ("float f(float x) { x += 1; return x; }", "float x = 1; return f(x) + x;", [3.0; 4]),
    ("float frac(float x) { return 7; }", "return frac(a.x);", [7.0; 4]),
    (
        "void f(float x, out float y) { if (x > 1) { y = 1; return; } y = 2; }",
        "float y; f(a.x, y); return y;",
        [2.0; 4],
    ),
    // Variables outside of functions.
    (
        "static float k = 2; const float m = 3; static const float v[2] = { 4, 5 };",
        "k += 1; return float4(k, m, v[0], v[1]);",
        [3.0, 3.0, 4.0, 5.0],
    ),
    ("uniform float k = 2; float4 v = { 1, 2, 3, 4 };", "return v * k;", [2.0, 4.0, 6.0, 8.0]),
    ("float k = 2;", "k *= 3; return k;", [6.0; 4]),
    (
        "static float count = 0; float next() { count++; return count; }",
        "float x = next(); float y = next(); return float4(x, y, count, 0);",
        [1.0, 2.0, 2.0, 0.0],
    ),
    // The preprocessor.
    ("#define TWO 2\n#define ADD(x, y) ((x) + (y))\n#define CALL(f) f(TWO, 3)\n", "return CALL(ADD);", [5.0; 4]),
    (
        "#if defined(NONE) || 1 > 2\n#error no\n#elif !0\n#define K 4\n#else\n#error no\n#endif\n#pragma pack_matrix(row_major)\n",
        "return K;",
        [4.0; 4],
    ),
    ("#define JOIN(a, b) a##b\n", "float xy = 3; return JOIN(x, y);", [3.0; 4]),
    // Names that GLSL has for itself.
    (
        "float mod3(float x) { return x; } struct input { float filter; };",
        "input sample; sample.filter = 2; float texture = mod3(sample.filter); return texture;",
        [2.0; 4],
    ),
    (
        "float mix2(float x) { return x; }",
        "float mat3x = mix2(1); float gl_x = 2; float a__b = 3; return float4(mat3x, gl_x, a__b, 0);",
        [1.0, 2.0, 3.0, 0.0],
    ),
];

#[test]
fn constructs_give_stated_values() {
    for (before, body, wanted) in STATED {
        let text = format!(
            "{before}\nfloat4 main(uniform float4 a, uniform float4 b, uniform float4 c) : COLOR\n{{\n    {body}\n}}\n"
        );
        assert_near(run_kernel(&text, &INPUTS[0]), wanted.map(f64::from), 1e-6, &text);
    }
}

#[test]
fn uniforms_have_the_names_of_their_author() {
    let text = "struct Light { float3 color; float power[2]; }; uniform Light sample;\n\
                float4 main(uniform float4 mix, uniform bool on, uniform int count, uniform float k[3]) : COLOR\n\
                { return on ? mix * count + k[2] + sample.power[1] * sample.color.x : 0; }";
    let launch = |name: &str, words: Vec<u32>, launch: gristmill::check::LaunchOptions| launch.uniform(name, words);
    let bits = |numbers: &[f32]| numbers.iter().map(|number| number.to_bits()).collect::<Vec<u32>>();
    let mut options = gristmill::check::LaunchOptions::new().size([1, 1]);
    for (name, words) in [
        ("mix", bits(&[1.0, 2.0, 3.0, 4.0])),
        ("on", vec![1]),
        ("count", vec![2]),
        ("k", bits(&[0.0, 0.0, 10.0])),
        ("sample.power", bits(&[0.0, 5.0])),
        ("sample.color", bits(&[20.0, 0.0, 0.0])),
    ] {
        options = launch(name, words, options);
    }
    let report = gristmill::check::KernelCheck::source("names.cg", text).run(&options).unwrap();
    let lanes: Vec<f32> = report
        .output("COLOR0")
        .unwrap()
        .iter()
        .map(|word| f32::from_bits(*word))
        .collect();
    assert_eq!(lanes, [112.0, 114.0, 116.0, 118.0]);
}

#[test]
fn a_struct_of_outputs_has_each_at_its_place() {
    let text = "struct Out { half4 first : COLOR0; float4 second : COLOR2; float depth : DEPTH; };\n\
                Out main(uniform float4 a) { Out o; o.first = a; o.second = a.wzyx; o.depth = 0.5; return o; }";
    let got = run_program("out.cg", text, &[("a", &INPUTS[0][0])], &["COLOR0", "COLOR2"]);
    assert_eq!(got, [[0.5, 1.25, 2.75, 3.5], [3.5, 2.75, 1.25, 0.5]]);
}

#[test]
fn the_position_of_a_fragment_is_an_input() {
    let text = "float4 main(float4 w : WPOS, float2 v : VPOS, float f : FACE, float4 t : TEXCOORD0) : COLOR { return float4(w.xy, v.x, f); }";
    assert_eq!(run_program("place.cg", text, &[], &["COLOR0"]), [[0.5, 0.5, 0.0, 1.0]]);
}
