//! Each function of the library on each type that it takes, against a plain evaluation in double precision.

use super::{INPUTS, Vector, assert_near, half, run_kernel};

/// A function of each component.
struct Map {
    name: &'static str,
    arguments: usize,
    wanted: fn(f64, f64, f64) -> f64,
    /// True if numbers below zero have no result.
    positive: bool,
    /// True if it takes whole numbers as such.
    whole: bool,
}

const fn map(name: &'static str, arguments: usize, wanted: fn(f64, f64, f64) -> f64) -> Map {
    Map { name, arguments, wanted, positive: false, whole: false }
}

const fn positive(map: Map) -> Map {
    Map { positive: true, ..map }
}

const fn whole(map: Map) -> Map {
    Map { whole: true, ..map }
}

const MAPS: [Map; 35] = [
    whole(map("abs", 1, |x, _, _| x.abs())),
    map("acos", 1, |x, _, _| x.acos()),
    map("asin", 1, |x, _, _| x.asin()),
    map("atan", 1, |x, _, _| x.atan()),
    map("atan2", 2, |y, x, _| y.atan2(x)),
    map("ceil", 1, |x, _, _| x.ceil()),
    whole(map("clamp", 3, |x, low, high| if low <= high { x.max(low).min(high) } else { f64::NAN })),
    map("cos", 1, |x, _, _| x.cos()),
    map("cosh", 1, |x, _, _| x.cosh()),
    map("degrees", 1, |x, _, _| x.to_degrees()),
    map("exp", 1, |x, _, _| x.exp()),
    map("exp2", 1, |x, _, _| x.exp2()),
    map("floor", 1, |x, _, _| x.floor()),
    map("fmod", 2, |x, y, _| x % y),
    map("frac", 1, |x, _, _| x - x.floor()),
    map("ldexp", 2, |x, y, _| x * y.exp2()),
    map("lerp", 3, |x, y, s| x + s * (y - x)),
    positive(map("log", 1, |x, _, _| x.ln())),
    positive(map("log10", 1, |x, _, _| x.log10())),
    positive(map("log2", 1, |x, _, _| x.log2())),
    whole(map("max", 2, |x, y, _| x.max(y))),
    whole(map("min", 2, |x, y, _| x.min(y))),
    positive(map("pow", 2, |x, y, _| x.powf(y))),
    map("radians", 1, |x, _, _| x.to_radians()),
    map("round", 1, |x, _, _| (x + 0.5).floor()),
    positive(map("rsqrt", 1, |x, _, _| 1.0 / x.sqrt())),
    map("saturate", 1, |x, _, _| x.clamp(0.0, 1.0)),
    whole(map("sign", 1, |x, _, _| if x == 0.0 { 0.0 } else { x.signum() })),
    map("sin", 1, |x, _, _| x.sin()),
    map("sinh", 1, |x, _, _| x.sinh()),
    positive(map("sqrt", 1, |x, _, _| x.sqrt())),
    map("step", 2, |edge, x, _| f64::from(u8::from(x >= edge))),
    map("tan", 1, |x, _, _| x.tan()),
    map("tanh", 1, |x, _, _| x.tanh()),
    map("trunc", 1, |x, _, _| x.trunc()),
];

/// The types of numbers; where no card is played, a `fixed` has 16 bits as a `half` has.
const BASES: [&str; 4] = ["float", "half", "fixed", "int"];

fn type_name(base: &str, count: usize) -> String {
    if count == 1 { base.to_string() } else { format!("{base}{count}") }
}

/// Returns the program that applies a function to the first components of three uniforms.
fn map_text(name: &str, arguments: usize, base: &str, count: usize) -> String {
    let kind = type_name(base, count);
    let letters = &"xyzw"[..count];
    let names = &["x", "y", "z"][..arguments];
    let reads: String = names
        .iter()
        .zip(["a", "b", "c"])
        .map(|(name, uniform)| format!("    {kind} {name} = {uniform}.{letters};\n"))
        .collect();
    let fill = ", 0".repeat(4 - count);
    format!(
        "float4 main(uniform float4 a, uniform float4 b, uniform float4 c) : COLOR\n{{\n{reads}    {kind} r = {name}({});\n    \
         return float4(r{fill});\n}}\n",
        names.join(", ")
    )
}

/// Returns a number as a type holds it.
fn hold(base: &str, x: f64) -> f64 {
    match base {
        "half" | "fixed" => half(x),
        "int" => x.trunc(),
        _ => x,
    }
}

#[test]
fn functions_of_components_on_every_type() {
    let mut kernels = 0;
    for map in &MAPS {
        for base in BASES.into_iter().filter(|base| *base != "int" || map.whole) {
            for count in 1..=4 {
                let text = map_text(map.name, map.arguments, base, count);
                for inputs in INPUTS.iter().take(if map.positive { 2 } else { 3 }) {
                    let wanted = std::array::from_fn(|lane| {
                        let [x, y, z] = inputs.map(|vector| hold(base, vector[lane].into()));
                        if lane < count { hold(base, (map.wanted)(x, y, z)) } else { 0.0 }
                    });
                    let part = if base == "half" || base == "fixed" { 2e-3 } else { 1e-5 };
                    assert_near(run_kernel(&text, inputs), wanted, part, &text);
                }
                kernels += 1;
            }
        }
    }
    assert!(kernels >= 400, "{kernels}");
}

/// Returns the lanes of a vector as doubles.
fn wide(v: Vector) -> [f64; 4] {
    v.map(f64::from)
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Runs a function of vectors for each size and type, and compares all lanes that it has.
fn check_vectors(
    call: &str,
    sizes: std::ops::RangeInclusive<usize>,
    wanted: impl Fn(&[f64], &[f64], &[f64]) -> Vec<f64>,
) {
    for base in ["float", "half", "fixed"] {
        for count in sizes.clone() {
            let kind = type_name(base, count);
            let letters = &"xyzw"[..count];
            let results = wanted(&[0.5; 4][..count], &[0.5; 4][..count], &[0.5; 4][..count]).len();
            let fill = ", 0".repeat(4 - results);
            let text = format!(
                "float4 main(uniform float4 a, uniform float4 b, uniform float4 c) : COLOR\n{{\n    {kind} x = a.{letters};\n    \
                 {kind} y = b.{letters};\n    {kind} z = c.{letters};\n    return float4({call}{fill});\n}}\n"
            );
            for inputs in &INPUTS {
                let [x, y, z] = inputs.map(|vector| wide(vector).map(|x| hold(base, x)));
                let mut lanes = wanted(&x[..count], &y[..count], &z[..count]);
                lanes.resize(4, 0.0);
                let part = if base == "float" { 2e-5 } else { 8e-3 };
                assert_near(run_kernel(&text, inputs), std::array::from_fn(|lane| lanes[lane]), part, &text);
            }
        }
    }
}

#[test]
fn functions_of_vectors_on_every_type() {
    check_vectors("dot(x, y)", 1..=4, |x, y, _| vec![dot(x, y)]);
    check_vectors("length(x)", 1..=4, |x, _, _| vec![dot(x, x).sqrt()]);
    check_vectors("distance(x, y)", 1..=4, |x, y, _| {
        let sides: Vec<f64> = x.iter().zip(y).map(|(x, y)| x - y).collect();
        vec![dot(&sides, &sides).sqrt()]
    });
    check_vectors("normalize(x)", 2..=4, |x, _, _| x.iter().map(|lane| lane / dot(x, x).sqrt()).collect());
    check_vectors("cross(x, y)", 3..=3, |x, y, _| {
        vec![x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]]
    });
    check_vectors("reflect(x, y)", 2..=4, |x, y, _| {
        x.iter().zip(y).map(|(lane, normal)| lane - 2.0 * dot(y, x) * normal).collect()
    });
    check_vectors("faceforward(x, y, z)", 2..=4, |x, y, z| {
        let sign = if dot(z, y) < 0.0 { 1.0 } else { -1.0 };
        x.iter().map(|lane| sign * lane).collect()
    });
    check_vectors("refract(normalize(x), normalize(y), 0.5)", 3..=3, |x, y, _| {
        let unit = |v: &[f64]| -> Vec<f64> { v.iter().map(|lane| lane / dot(v, v).sqrt()).collect() };
        let (x, y) = (unit(x), unit(y));
        let cosine = dot(&y, &x);
        let k = 1.0 - 0.25 * (1.0 - cosine * cosine);
        x.iter()
            .zip(&y)
            .map(|(lane, normal)| 0.5 * lane - (0.5 * cosine + k.sqrt()) * normal)
            .collect()
    });
    check_vectors("lit(x.x, y.x, z.x)", 1..=1, |x, y, z| {
        let specular = if x[0] > 0.0 { y[0].max(0.0).powf(z[0]) } else { 0.0 };
        vec![1.0, x[0].max(0.0), specular, 1.0]
    });
    check_vectors("dst(x, y)", 4..=4, |x, y, _| vec![1.0, x[1] * y[1], x[2], y[3]]);
    check_vectors("smoothstep(-2, 2, x)", 1..=4, |x, _, _| {
        x.iter()
            .map(|lane| ((lane + 2.0) / 4.0).clamp(0.0, 1.0))
            .map(|t| t * t * (3.0 - 2.0 * t))
            .collect()
    });
}

/// Programs with the lanes that they give for a = (0.5, 1.25, 2.75, 3.5), b = (0.75, 0.375, 1.5, 0.625), c = (1.75, 2.5, 0.875, 0.4375).
const STATED: [(&str, Vector); 22] = [
    ("return any(a > 3) + 2 * any(a > 4) + 4 * any(0.5) + 8 * any(float2(0, 0));", [5.0; 4]),
    ("return all(a > 0.25) + 2 * all(a > 1) + 4 * all(a.xy) + 8 * all(0);", [5.0; 4]),
    ("return isnan(a) || isinf(a) ? 1 : 2;", [2.0; 4]),
    ("float4 z = a - a; return isnan(z / z) ? 1 : 0;", [1.0; 4]),
    ("float4 z = a - a; return isinf(a / z) ? 1 : 0;", [1.0; 4]),
    ("float4 z = a - a; return isfinite(a) ? (isfinite(a / z) ? 1 : 2) : 3;", [2.0; 4]),
    ("float s; float k; sincos(0, s, k); return float4(s, k, 0, 1);", [0.0, 1.0, 0.0, 1.0]),
    ("float3 s; float3 k; sincos(a.xyz - a.xyz, s, k); return float4(s + k, 2);", [1.0, 1.0, 1.0, 2.0]),
    ("float4 i; float4 f = modf(-a, i); return f + 10 * i;", [-0.5, -10.25, -20.75, -30.5]),
    ("float i; float f = modf(a.z, i); return float4(f, i, 0, 0);", [0.75, 2.0, 0.0, 0.0]),
    ("float4 e; float4 m = frexp(a, e); return m + 10 * e;", [0.5, 10.625, 20.6875, 20.875]),
    ("float e; float m = frexp(a.w, e); return float4(m, e, frexp(0, e), e);", [0.875, 2.0, 0.0, 0.0]),
    ("half h; half i; h = modf(half(a.z), i); return float4(h, i, 0, 0);", [0.75, 2.0, 0.0, 0.0]),
    ("return unpack_4ubyte(pack_4ubyte(float4(0, 0.2, 0.6, 1)));", [0.0, 0.2, 0.6, 1.0]),
    ("return unpack_4byte(pack_4byte(float4(0, 1, -1, 0)));", [0.0, 1.0, -1.0, 0.0]),
    ("return unpack_2half(pack_2half(a.xy)).xyxy;", [0.5, 1.25, 0.5, 1.25]),
    ("return unpack_2ushort(pack_2ushort(float2(0, 1))).xyxy;", [0.0, 1.0, 0.0, 1.0]),
    ("return D3DCOLORtoUBYTE4(float4(0, 0.5, 1, 0.25));", [255.0, 127.0, 0.0, 63.0]),
    ("return ddx(a) + ddy(a) + fwidth(a);", [0.0; 4]),
    ("clip(a); clip(a.x); return mod(-a, 2) + fract(a) + mix(a, b, 0);", [2.5, 2.25, 4.75, 4.5]),
    (
        "return lessThan(a, b) + 2 * equal(a, a) + 4 * notEqual(a, b) + 8 * greaterThanEqual(a, b);",
        [7.0, 14.0, 14.0, 14.0],
    ),
    ("return inversesqrt(float4(1, 4, 16, 64)) + vec4(ivec2(a.yz), vec2(1));", [2.0, 2.5, 1.25, 1.125]),
];

#[test]
fn other_functions_give_stated_values() {
    for (body, wanted) in STATED {
        let text = format!("float4 main(uniform float4 a, uniform float4 b, uniform float4 c) : COLOR {{ {body} }}");
        assert_near(run_kernel(&text, &INPUTS[0]), wanted.map(f64::from), 1e-5, &text);
    }
}

#[test]
fn a_half_is_rounded_after_each_operation() {
    let text = "float4 main(uniform float4 a, uniform float4 b, uniform float4 c) : COLOR\n\
                { half4 x = a; half4 y = b; half4 p = x * y; return p + c * 0.1h; }";
    for inputs in &INPUTS {
        let [x, y, z] = inputs.map(wide);
        let wanted = std::array::from_fn(|lane| half(half(x[lane]) * half(y[lane])) + z[lane] * half(0.1));
        assert_near(run_kernel(text, inputs), wanted, 1e-6, text);
    }
}

/// NVIDIA's compiler chooses the function of numbers where a variable of one number comes first, and cuts the vectors (Cg
/// 3.1, profile fp40); a number of the text does not choose.
#[test]
fn a_number_that_comes_first_cuts_the_vectors() {
    let [a, b, c] = INPUTS[0];
    let (s, v) = (f64::from(a[1]), b.map(f64::from));
    for (call, wanted) in [
        ("min(a.y, b)", [s.min(v[0]); 4]),
        ("max(a.y, b)", [s.max(v[0]); 4]),
        ("min(b, a.y)", v.map(|x| x.min(s))),
        ("step(a.y, b)", v.map(|x| f64::from(u8::from(x >= s)))),
        ("dot(a.y, b)", [s * v[0]; 4]),
        ("clamp(b, a.y, c)", v.map(|x| x.max(s).min(f64::from(c[0])))),
    ] {
        let text =
            format!("float4 main(uniform float4 a, uniform float4 b, uniform float4 c) : COLOR {{ return {call}; }}");
        assert_near(run_kernel(&text, &INPUTS[0]), wanted, 1e-6, &text);
    }
}
