//! Numbers of 8 and 16 bits against Rust and the crate half, and atomics of other numbers than `int` and `uint`.

use super::run_kernel_with;
use super::wide::{numbers_to_words, random_bits, words_to_numbers};

#[test]
fn halves_and_small_whole_numbers_are_calculated_as_such() {
    let text = "#extension GL_EXT_shader_explicit_arithmetic_types : require
        layout(local_size_x = 64) in;
        layout(std430, binding = 0) buffer A { uint as[]; };
        layout(std430, binding = 1) buffer R { uint r[]; };
        uint bits(float16_t x) { return packHalf2x16(vec2(float(x), 0.0)); }
        void main() {
            uint i = gl_GlobalInvocationID.x, a = as[i], b = as[i ^ 1u];
            int8_t p = int8_t(a), q = int8_t(b >> 3); uint8_t u = uint8_t(a), v = uint8_t(b);
            int16_t s = int16_t(a), t = int16_t(b); uint16_t w = uint16_t(a >> 5), x = uint16_t(b);
            float16_t f = float16_t(unpackHalf2x16(a).x), g = float16_t(unpackHalf2x16(b).x);
            r[i * 16] = uint(int(p + q)); r[i * 16 + 1] = uint(int(p * q - p)); r[i * 16 + 2] = uint(u * v + u);
            r[i * 16 + 3] = uint(int(s * t)); r[i * 16 + 4] = uint(w - x); r[i * 16 + 5] = uint(~u);
            r[i * 16 + 6] = uint(int(-p)); r[i * 16 + 7] = uint(w << (a & 15u)); r[i * 16 + 8] = uint(int(s >> (b & 15u)));
            r[i * 16 + 9] = bits(f + g); r[i * 16 + 10] = bits(f * g); r[i * 16 + 11] = bits(f - g);
            r[i * 16 + 12] = bits(f / g); r[i * 16 + 13] = bits(sqrt(abs(f)));
            r[i * 16 + 14] = uint(u < v) + 2u * uint(p < q) + 4u * uint(f < g); r[i * 16 + 15] = uint(max(u, v)) + uint(w % (x | uint16_t(1)));
        }";
    let mut seed = 5;
    // Every half, next to any other one.
    let given: Vec<u32> =
        (0..1u32 << 17)
            .map(|i| {
                if i % 2 == 0 {
                    (i / 2) | ((random_bits(&mut seed) as u32) << 16)
                } else {
                    random_bits(&mut seed) as u32
                }
            })
            .collect();
    let empty = vec![0; given.len() * 16];
    let text = format!("#version 450 core\n{text}");
    let results = run_kernel_with(&text, (given.len() / 64) as u32, &[], &[("A", &given), ("R", &empty)], false, 32);
    for (i, result) in results[1].chunks(16).enumerate() {
        let a = given[i];
        let b = given[i ^ 1];
        let p = a as i8;
        let q = (b >> 3) as i8;
        let u = a as u8;
        let v = b as u8;
        let s = a as i16;
        let t = b as i16;
        let w = (a >> 5) as u16;
        let x = b as u16;
        let wanted = [
            p.wrapping_add(q) as i32 as u32,
            p.wrapping_mul(q).wrapping_sub(p) as i32 as u32,
            u.wrapping_mul(v).wrapping_add(u).into(),
            s.wrapping_mul(t) as i32 as u32,
            w.wrapping_sub(x).into(),
            (!u).into(),
            p.wrapping_neg() as i32 as u32,
            (w << (a & 15)).into(),
            (s >> (b & 15)) as i32 as u32,
        ];
        assert_eq!(result[..9], wanted, "{a:#x} {b:#x}");
        let f = half::f16::from_bits(a as u16);
        let g = half::f16::from_bits(b as u16);
        let floats = [f + g, f * g, f - g, f / g, half::f16::from_f32(f.to_f32().abs().sqrt())];
        for (got, wanted) in result[9..14].iter().zip(floats) {
            let got = half::f16::from_bits(*got as u16);
            assert!(got.to_bits() == wanted.to_bits() || got.is_nan() && wanted.is_nan(), "{f} {g}: {got} {wanted}");
        }
        assert_eq!(result[14], u32::from(u < v) + 2 * u32::from(p < q) + 4 * u32::from(f < g));
        assert_eq!(result[15], u32::from(u.max(v)) + u32::from(w % (x | 1)));
    }
}

#[test]
fn a_double_is_rounded_once_into_a_half() {
    let text = "#version 450 core
        #extension GL_EXT_shader_explicit_arithmetic_types : require
        layout(local_size_x = 64) in;
        layout(std430, binding = 0) buffer A { double as[]; };
        layout(std430, binding = 1) buffer R { uint r[]; };
        void main() {
            uint i = gl_GlobalInvocationID.x;
            r[i] = packHalf2x16(vec2(float(float16_t(as[i])), 0.0));
        }";
    let mut seed = 7;
    let (given, nearest): (Vec<u64>, Vec<u32>) = (0..1 << 16).map(|i| draw_near_half(i, &mut seed)).unzip();
    let results =
        run_kernel_with(text, 1 << 10, &[], &[("A", &numbers_to_words(&given)), ("R", &vec![0; 1 << 16])], false, 32);
    for ((&a, &got), wanted) in given.iter().zip(&results[1]).zip(nearest) {
        assert_eq!(got, wanted, "{:e}", f64::from_bits(a));
    }
}

/// Draws a number half way between two halves, or next to it, with the half that it rounds to.
fn draw_near_half(i: u64, seed: &mut u64) -> (u64, u32) {
    // Half way between two halves, or next to it: below, there, above.
    let step = random_bits(seed) % 3;
    let [low, high] = [i % 0x7bff, i % 0x7bff + 1].map(|bits| f64::from(half::f16::from_bits(bits as u16)));
    let nearest = [i % 0x7bff, i % 0x7bff + (i % 0x7bff) % 2, i % 0x7bff + 1][step as usize];
    ((low / 2.0 + high / 2.0).to_bits() + step - 1, nearest as u32)
}

#[test]
fn atomics_of_64_bits_and_of_floats() {
    let text = "#version 450 core
        #extension GL_ARB_gpu_shader_int64 : require
        #extension GL_EXT_shader_atomic_int64 : require
        #extension GL_EXT_shader_atomic_float : require
        #extension GL_EXT_shader_atomic_float2 : require
        layout(local_size_x = 64) in;
        layout(std430, binding = 0) buffer A { uint64_t sum, least, swapped, last; int64_t lowest; };
        layout(std430, binding = 1) buffer R { uint64_t r[]; };
        layout(std430, binding = 2) buffer F { float total, low, high; double exact; };
        shared uint64_t kept[2];
        void main() {
            uint i = gl_GlobalInvocationID.x;
            uint64_t big = uint64_t(i) << 33;
            r[i] = atomicAdd(sum, big + 1ul);
            atomicMin(least, big + 5ul); atomicMin(lowest, -int64_t(big));
            atomicCompSwap(swapped, 7ul << 40, 9ul << 40); atomicExchange(last, big);
            if (gl_LocalInvocationIndex == 0u) kept[1] = 1ul << 35;
            barrier();
            atomicMax(kept[1], uint64_t(gl_LocalInvocationIndex) << 30); atomicOr(kept[1], 1ul);
            barrier();
            if (i == 0u) r[128] = kept[1];
            atomicAdd(total, 0.5); atomicMin(low, -float(i)); atomicMax(high, float(i)); atomicAdd(exact, 0.25lf);
        }";
    let start = numbers_to_words(&[3, u64::MAX, 7 << 40, 0, 0]);
    let floats = [0, 0, 0, 0, 0, 0];
    for watched in [false, true] {
        let buffers: [(&str, &[u32]); 3] = [("A", &start), ("R", &[0; 129 * 2]), ("F", &floats)];
        let results = run_kernel_with(text, 2, &[], &buffers, watched, 32);
        let all = words_to_numbers(&results[0]);
        let got = words_to_numbers(&results[1]);
        let mut sum = 3;
        for i in 0..128u64 {
            assert_eq!(got[i as usize], sum);
            sum += (i << 33) + 1;
        }
        assert_eq!(all, [sum, 5, 9 << 40, 127 << 33, (127u64 << 33).wrapping_neg()]);
        assert_eq!(got[128], 63 << 30 | 1);
        assert_eq!(super::words_to_floats(&results[2][..3]), [64.0, -127.0, 127.0]);
        assert_eq!(f64::from_bits(words_to_numbers(&results[2][4..])[0]), 32.0);
    }
}

/// Second operands of 16 bits for each value: edge cases, and some between.
const EDGE_OPERANDS: [u16; 32] = [
    0, 1, 2, 3, 5, 7, 8, 15, 16, 63, 64, 100, 0x7f, 0x80, 0xff, 0x100, 0x3c00, 0x3c01, 0x3555, 0x7bff, 0x7c00, 0x7ffe,
    0x7fff, 0x8000, 0x8001, 0x8400, 0xb800, 0xbc00, 0xfbff, 0xfc00, 0xfffe, 0xffff,
];

/// An operation in GLSL on `a` and `b`, and in Rust on their bits.
type NarrowCase<'c> = (&'c str, &'c dyn Fn(u16, u16) -> u16);

/// Runs every case on all pairs of `as` and `bs`, in a type whose bits are the low ones.
fn each_pair(of: &str, to_bits: &str, from_bits: &str, lists: [&[u16]; 2], cases: &[NarrowCase]) {
    let count = cases.len();
    let body: String = (0..)
        .zip(cases)
        .map(|(k, (text, _))| format!("r[at + {k}u] = {};\n", to_bits.replace('@', &format!("({text})"))))
        .collect();
    let [a, b] = ["pair & 0xffffu", "pair >> 16"].map(|bits| from_bits.replace('@', bits));
    let text = format!(
        "#version 450 core
        #extension GL_EXT_shader_explicit_arithmetic_types : require
        layout(local_size_x = 64) in;
        layout(std430, binding = 0) buffer P {{ uint pairs[]; }};
        layout(std430, binding = 1) buffer R {{ uint r[]; }};
        void main() {{
            uint pair = pairs[gl_GlobalInvocationID.x], at = gl_GlobalInvocationID.x * {count}u;
            {of} a = {a}, b = {b};
            {body}
        }}"
    );
    let pairs: Vec<u32> = lists[1]
        .iter()
        .flat_map(|b| lists[0].iter().map(|a| u32::from(*a) | u32::from(*b) << 16))
        .collect();
    for pairs in pairs.chunks(1 << 16) {
        let empty = vec![0; pairs.len() * count];
        let results = run_kernel_with(&text, (pairs.len() / 64) as u32, &[], &[("P", pairs), ("R", &empty)], false, 32);
        for (pair, results) in pairs.iter().zip(results[1].chunks(count)) {
            let a = *pair as u16;
            let b = (*pair >> 16) as u16;
            for ((text, wanted), got) in cases.iter().zip(results) {
                let got = *got as u16;
                let wanted = wanted(a, b);
                let nan =
                    of == "float16_t" && half::f16::from_bits(got).is_nan() && half::f16::from_bits(wanted).is_nan();
                assert!(got == wanted || nan, "{of} {text} of {a:#x} and {b:#x} is {got:#x}, not {wanted:#x}");
            }
        }
    }
}

macro_rules! whole_cases {
    ($of:ty, $wide:ty) => {{
        macro_rules! case {
            ($text:literal, $a:ident, $b:ident, $result:expr) => {
                ($text, &|a: u16, b: u16| {
                    let $a = a as $of;
                    let $b = b as $of;
                    let _ = ($a, $b);
                    let result: $of = $result;
                    result as $wide as u16
                })
            };
        }
        const BITS: u32 = <$of>::BITS;
        let cases: [NarrowCase; 17] = [
            case!("a + b", a, b, a.wrapping_add(b)),
            case!("a - b", a, b, a.wrapping_sub(b)),
            case!("a * b", a, b, a.wrapping_mul(b)),
            // The result of a division by zero is undefined.
            case!("b == 0 ? a : a / b", a, b, a.checked_div(b).unwrap_or(a)),
            case!(
                "b == 0 ? a : a % b",
                a,
                b,
                if b == 0 {
                    a
                } else if (a as i32) < 0 || (b as i32) < 0 {
                    b
                } else {
                    a.wrapping_rem(b)
                }
            ),
            case!("a & b", a, b, a & b),
            case!("a | b", a, b, a | b),
            case!("a ^ b", a, b, a ^ b),
            case!("~a", a, b, !a),
            case!("-a", a, b, a.wrapping_neg()),
            case!("a << (b & BITS)", a, b, a << (b as u32 & (BITS - 1))),
            case!("a >> (b & BITS)", a, b, a >> (b as u32 & (BITS - 1))),
            case!("min(a, b)", a, b, a.min(b)),
            case!("max(a, b)", a, b, a.max(b)),
            case!("OF(a < b)", a, b, <$of>::from(a < b)),
            case!("OF(a >= b)", a, b, <$of>::from(a >= b)),
            case!("OF(a == b)", a, b, <$of>::from(a == b)),
        ];
        cases.map(|(text, wanted)| {
            // The remainder of a negative number is undefined, too.
            let text = text.replace("a % b", "(a < 0 || b < 0 ? b : a % b)");
            (text, wanted)
        })
    }};
}

#[test]
fn all_values_of_8_and_16_bits_are_those_of_rust() {
    let all: Vec<u16> = (0..=u16::MAX).collect();
    let bytes: Vec<u16> = (0..=255).collect();
    macro_rules! check {
        ($rust:ty, $glsl:literal, $signed:literal, $lists:expr) => {
            let cases = whole_cases!($rust, $rust);
            let texts: Vec<String> = cases
                .iter()
                .map(|(text, _)| {
                    let mask = format!("{}({})", $glsl, <$rust>::BITS - 1);
                    text.replace("BITS", &mask)
                        .replace("OF", $glsl)
                        .replace("== 0", &format!("== {}(0)", $glsl))
                        .replace("< 0", &format!("< {}(0)", $glsl))
                })
                .collect();
            let cases: Vec<NarrowCase> = texts
                .iter()
                .zip(&cases)
                .map(|(text, (_, wanted))| (text.as_str(), *wanted))
                .collect();
            each_pair($glsl, concat!("uint(", $signed, "(@))"), concat!($glsl, "(@)"), $lists, &cases);
        };
    }
    check!(i8, "int8_t", "int", [&bytes, &bytes]);
    check!(u8, "uint8_t", "uint", [&bytes, &bytes]);
    check!(i16, "int16_t", "int", [&all, &EDGE_OPERANDS]);
    check!(u16, "uint16_t", "uint", [&all, &EDGE_OPERANDS]);
}

#[test]
fn all_halves_are_those_of_the_crate_half() {
    use half::f16;
    macro_rules! case {
        ($text:literal, $a:ident, $b:ident, $result:expr) => {
            ($text, &|a: u16, b: u16| {
                let $a = f16::from_bits(a);
                let $b = f16::from_bits(b);
                let _ = ($a, $b);
                let result: f16 = $result;
                result.to_bits()
            })
        };
    }
    let cases: [NarrowCase; 16] = [
        case!("a + b", a, b, a + b),
        case!("a - b", a, b, a - b),
        case!("a * b", a, b, a * b),
        case!("a / b", a, b, a / b),
        case!("-a", a, b, -a),
        case!("abs(a)", a, b, f16::from_bits(a.to_bits() & 0x7fff)),
        case!("floor(a)", a, b, compute_by_float(a, f32::floor)),
        case!("ceil(a)", a, b, compute_by_float(a, f32::ceil)),
        case!("trunc(a)", a, b, compute_by_float(a, f32::trunc)),
        case!("roundEven(a)", a, b, compute_by_float(a, f32::round_ties_even)),
        case!("sqrt(abs(a))", a, b, compute_by_float(a, |a| a.abs().sqrt())),
        case!("isnan(a) || isnan(b) ? a : min(a, b)", a, b, if a.is_nan() || b.is_nan() || a < b { a } else { b }),
        case!("isnan(a) || isnan(b) ? a : max(a, b)", a, b, if a.is_nan() || b.is_nan() || a > b { a } else { b }),
        case!("float16_t(a < b)", a, b, f16::from_f32(f32::from(u8::from(a < b)))),
        case!("float16_t(a == b)", a, b, f16::from_f32(f32::from(u8::from(a == b)))),
        case!("float16_t(float(a))", a, b, a),
    ];
    let all: Vec<u16> = (0..=u16::MAX).collect();
    let bits = "packHalf2x16(vec2(float(@), 0.0))";
    each_pair("float16_t", bits, "float16_t(unpackHalf2x16(@).x)", [&all, &EDGE_OPERANDS], &cases);
}

fn compute_by_float(number: half::f16, of: fn(f32) -> f32) -> half::f16 {
    half::f16::from_f32(of(number.to_f32()))
}
