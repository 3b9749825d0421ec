//! Numbers of 64 bits against Rust: every operation on random operands, bit for bit, and their layout in memory.

use super::{Stage, lower_checked, run_kernel, run_kernel_with};

/// Number of operands of one run, and number of runs.
const OPERANDS: usize = 1 << 15;
const RUNS: u64 = 32;

/// Returns random bits and advances the seed.
pub(super) fn random_bits(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut bits = *seed;
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// Returns a `double` of any kind: any bits, a small number, an integer, or a special value.
fn random_double(seed: &mut u64) -> u64 {
    const SPECIAL: [f64; 10] =
        [0.0, -0.0, 1.0, -1.0, 0.5, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, f64::MIN_POSITIVE, f64::MAX];
    let kind = random_bits(seed) % 8;
    let bits = random_bits(seed);
    match kind {
        0 | 1 => bits,
        2 => SPECIAL[(bits % 10) as usize].to_bits(),
        3 => ((bits % 2001) as f64 - 1000.0).to_bits(),
        4 => (((bits % 2001) as f64 - 1000.0) / 2.0).to_bits(),
        _ => ((bits as i64 as f64) / 2f64.powi(60)).to_bits(),
    }
}

/// Returns an integer of any size.
fn random_integer(seed: &mut u64) -> u64 {
    let kind = random_bits(seed) % 8;
    let bits = random_bits(seed);
    match kind {
        0 => [0, 1, u64::MAX, 1 << 63, i64::MAX as u64, 1 << 32, u64::from(u32::MAX), 2][(bits % 8) as usize],
        1 | 2 => bits % 100,
        3 => (bits % 100).wrapping_neg(),
        4 => bits >> 40,
        _ => bits,
    }
}

pub(super) fn numbers_to_words(numbers: &[u64]) -> Vec<u32> {
    numbers
        .iter()
        .flat_map(|&number| [number as u32, (number >> 32) as u32])
        .collect()
}

pub(super) fn words_to_numbers(words: &[u32]) -> Vec<u64> {
    words
        .chunks(2)
        .map(|pair| u64::from(pair[0]) | u64::from(pair[1]) << 32)
        .collect()
}

/// An operation in GLSL on `a`, `b` and `c`, and in Rust.
type WideCase<'c> = (&'c str, &'c dyn Fn(u64, u64, u64) -> u64);

/// Runs every case on a million operands and compares the results, which are of type `result`.
fn check_cases(operand: &str, result: &str, draw: fn(&mut u64) -> u64, same: fn(u64, u64) -> bool, cases: &[WideCase]) {
    let count = cases.len();
    let mut seed = 1;
    let body: String = (0..)
        .zip(cases)
        .map(|(k, (text, _))| format!("r[i * {count} + {k}] = {text};\n"))
        .collect();
    let text = format!(
        "#version 450 core
        #extension GL_ARB_gpu_shader_int64 : require
        layout(local_size_x = 64) in;
        layout(std430, binding = 0) buffer A {{ {operand} as[]; }};
        layout(std430, binding = 1) buffer B {{ {operand} bs[]; }};
        layout(std430, binding = 2) buffer C {{ {operand} cs[]; }};
        layout(std430, binding = 3) buffer R {{ {result} r[]; }};
        void main() {{
            uint i = gl_GlobalInvocationID.x;
            {operand} a = as[i], b = bs[i], c = cs[i];
            {body}
        }}"
    );
    for round in 0..RUNS {
        let mut all: [Vec<u64>; 3] = Default::default();
        for operands in &mut all {
            *operands = (0..OPERANDS).map(|_| draw(&mut seed)).collect();
        }
        let given = all.each_ref().map(|operands| numbers_to_words(operands));
        let empty = vec![0; OPERANDS * count * 2];
        let buffers: [(&str, &[u32]); 4] = [("A", &given[0]), ("B", &given[1]), ("C", &given[2]), ("R", &empty)];
        let watched = round == 0;
        let results = run_kernel_with(&text, (OPERANDS / 64) as u32, &[], &buffers, watched, 32);
        let results = words_to_numbers(&results[3]);
        for i in 0..OPERANDS {
            let a = all[0][i];
            let b = all[1][i];
            let c = all[2][i];
            for (k, (text, wanted)) in cases.iter().enumerate() {
                let got = results[i * count + k];
                let wanted = wanted(a, b, c);
                assert!(same(got, wanted), "{text} of {a:#x}, {b:#x}, {c:#x} is {got:#x}, not {wanted:#x}");
            }
        }
    }
}

/// True if both have the same bits, or both are NaN.
fn same_doubles(a: u64, b: u64) -> bool {
    a == b || f64::from_bits(a).is_nan() && f64::from_bits(b).is_nan()
}

fn same_bits(a: u64, b: u64) -> bool {
    a == b
}

macro_rules! float_case {
    ($a:ident, $b:ident, $c:ident, $result:expr) => {
        &|a: u64, b: u64, c: u64| {
            let $a = f64::from_bits(a);
            let $b = f64::from_bits(b);
            let $c = f64::from_bits(c);
            let _ = ($a, $b, $c);
            let result: f64 = $result;
            result.to_bits()
        }
    };
}

/// Returns the smaller one; the first one only if it is less, so a NaN selects the second.
fn glsl_min(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

fn glsl_max(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

#[test]
fn doubles_are_those_of_rust() {
    check_cases(
        "double",
        "double",
        random_double,
        same_doubles,
        &[
            ("a + b", float_case!(a, b, _c, a + b)),
            ("a - b", float_case!(a, b, _c, a - b)),
            ("a * b", float_case!(a, b, _c, a * b)),
            ("a / b", float_case!(a, b, _c, a / b)),
            ("-a", float_case!(a, _b, _c, -a)),
            ("abs(a)", float_case!(a, _b, _c, a.abs())),
            (
                "sign(a)",
                float_case!(
                    a,
                    _b,
                    _c,
                    if a > 0.0 {
                        1.0
                    } else if a < 0.0 {
                        -1.0
                    } else {
                        0.0
                    }
                ),
            ),
            ("floor(a)", float_case!(a, _b, _c, a.floor())),
            ("ceil(a)", float_case!(a, _b, _c, a.ceil())),
            ("trunc(a)", float_case!(a, _b, _c, a.trunc())),
            ("round(a)", float_case!(a, _b, _c, a.round_ties_even())),
            ("roundEven(a)", float_case!(a, _b, _c, a.round_ties_even())),
            ("fract(a)", float_case!(a, _b, _c, a - a.floor())),
            ("sqrt(a)", float_case!(a, _b, _c, a.sqrt())),
            ("inversesqrt(a)", float_case!(a, _b, _c, 1.0 / a.sqrt())),
            ("mod(a, b)", float_case!(a, b, _c, a - b * (a / b).floor())),
            ("min(a, b)", float_case!(a, b, _c, glsl_min(a, b))),
            ("max(a, b)", float_case!(a, b, _c, glsl_max(a, b))),
            ("clamp(a, b, c)", float_case!(a, b, c, glsl_min(glsl_max(a, b), c))),
            ("mix(a, b, c)", float_case!(a, b, c, a * (1.0 - c) + b * c)),
            ("step(a, b)", float_case!(a, b, _c, if b < a { 0.0 } else { 1.0 })),
            ("fma(a, b, c)", float_case!(a, b, c, a.mul_add(b, c))),
            ("a < b ? c : a", float_case!(a, b, c, if a < b { c } else { a })),
            ("double(float(a))", float_case!(a, _b, _c, f64::from(a as f32))),
            ("packDouble2x32(unpackDouble2x32(a))", float_case!(a, _b, _c, a)),
            (
                "double(isnan(a)) + 2.0lf * double(isinf(a))",
                float_case!(a, _b, _c, f64::from(u8::from(a.is_nan())) + 2.0 * f64::from(u8::from(a.is_infinite()))),
            ),
            (
                "double(a == b) + 2.0lf * double(a != b) + 4.0lf * double(a < b) + 8.0lf * double(a <= b) \
          + 16.0lf * double(a > b) + 32.0lf * double(a >= b)",
                float_case!(
                    a,
                    b,
                    _c,
                    [a == b, a != b, a < b, a <= b, a > b, a >= b]
                        .iter()
                        .enumerate()
                        .map(|(bit, &holds)| f64::from(u8::from(holds)) * f64::from(1 << bit))
                        .sum()
                ),
            ),
            ("dot(dvec2(a, b), dvec2(c, a))", float_case!(a, b, c, a * c + b * a)),
            ("length(dvec2(a, b))", float_case!(a, b, _c, (a * a + b * b).sqrt())),
            ("cross(dvec3(a, b, c), dvec3(c, a, b)).y", float_case!(a, b, c, c * c - b * a)),
        ],
    );
}

#[test]
fn whole_numbers_of_64_bits_are_those_of_rust() {
    check_cases(
        "uint64_t",
        "uint64_t",
        random_integer,
        same_bits,
        &[
            ("a + b", &|a, b, _| a.wrapping_add(b)),
            ("a - b", &|a, b, _| a.wrapping_sub(b)),
            ("a * b", &|a, b, _| a.wrapping_mul(b)),
            ("b == 0ul ? 0ul : a / b", &|a, b, _| a.checked_div(b).unwrap_or(0)),
            ("b == 0ul ? 0ul : a % b", &|a, b, _| a.checked_rem(b).unwrap_or(0)),
            ("a & b | ~c", &|a, b, c| a & b | !c),
            ("a ^ b", &|a, b, _| a ^ b),
            ("a << (uint(b) & 63u)", &|a, b, _| a << (b & 63)),
            ("a >> (b & 63ul)", &|a, b, _| a >> (b & 63)),
            ("min(a, b) ^ max(b, c)", &|a, b, c| a.min(b) ^ b.max(c)),
            (
                "uint64_t(a < b) + 2ul * uint64_t(a <= b) + 4ul * uint64_t(a > b) + 8ul * uint64_t(a >= b)",
                &|a, b, _| u64::from(a < b) + 2 * u64::from(a <= b) + 4 * u64::from(a > b) + 8 * u64::from(a >= b),
            ),
            ("uint64_t(uint(a)) + (uint64_t(int(b)) << 1)", &|a, b, _| {
                u64::from(a as u32).wrapping_add((b as i32 as i64 as u64) << 1)
            }),
            ("doubleBitsToUint64(double(a))", &|a, _, _| (a as f64).to_bits()),
            ("uint64_t(floatBitsToUint(float(a)))", &|a, _, _| u64::from((a as f32).to_bits())),
            ("packUint2x32(unpackUint2x32(a).yx)", &|a, _, _| a.rotate_left(32)),
            ("clamp(a, min(b, c), max(b, c))", &|a, b, c| a.clamp(b.min(c), b.max(c))),
        ],
    );
    check_cases(
        "int64_t",
        "int64_t",
        random_integer,
        same_bits,
        &[
            ("-a", &|a, _, _| a.wrapping_neg()),
            ("abs(a)", &|a, _, _| (a as i64).wrapping_abs() as u64),
            ("sign(a)", &|a, _, _| (a as i64).signum() as u64),
            ("b == 0l || b == -1l ? a : a / b", &|a, b, _| match b as i64 {
                0 | -1 => a,
                b => ((a as i64) / b) as u64,
            }),
            ("(a & 0x7fffffffffffl) % ((b & 0xffffl) + 1l)", &|a, b, _| (a & 0x7fff_ffff_ffff) % ((b & 0xffff) + 1)),
            ("a >> (int(b) & 63)", &|a, b, _| ((a as i64) >> (b & 63)) as u64),
            ("min(a, b) ^ max(b, c)", &|a, b, c| ((a as i64).min(b as i64) ^ (b as i64).max(c as i64)) as u64),
            ("int64_t(a < b) + 2l * int64_t(a <= b) + 4l * int64_t(a == c) + 8l * int64_t(a != b)", &|a, b, c| {
                let i = a as i64;
                let j = b as i64;
                u64::from(i < j) + 2 * u64::from(i <= j) + 4 * u64::from(a == c) + 8 * u64::from(a != b)
            }),
            ("int64_t(int(a)) + int64_t(uint(b))", &|a, b, _| (i64::from(a as i32) + i64::from(b as u32)) as u64),
            ("doubleBitsToInt64(double(a))", &|a, _, _| (a as i64 as f64).to_bits()),
            ("int64_t(floatBitsToUint(float(a)))", &|a, _, _| u64::from((a as i64 as f32).to_bits())),
            ("any(lessThan(i64vec2(a, b), i64vec2(b, c))) ? a : c", &|a, b, c| {
                if (a as i64) < (b as i64) || (b as i64) < (c as i64) { a } else { c }
            }),
        ],
    );
}

#[test]
fn doubles_become_whole_numbers_towards_zero() {
    check_cases(
        "double",
        "int64_t",
        random_double,
        same_bits,
        &[
            ("abs(a) < 9e18lf ? int64_t(a) : 0l", &|a, _, _| {
                let x = f64::from_bits(a);
                if x.abs() < 9e18 { x as i64 as u64 } else { 0 }
            }),
            ("a >= 0.0lf && a < 1.8e19lf ? int64_t(uint64_t(a)) : 0l", &|a, _, _| {
                let x = f64::from_bits(a);
                if (0.0..1.8e19).contains(&x) { x as u64 } else { 0 }
            }),
            ("abs(a) < 2e9lf ? int64_t(int(a)) : 0l", &|a, _, _| {
                let x = f64::from_bits(a);
                if x.abs() < 2e9 { x as i64 as u64 } else { 0 }
            }),
            ("abs(a) < 1e30lf ? int64_t(floatBitsToInt(float(a))) : 0l", &|a, _, _| {
                let x = f64::from_bits(a);
                if x.abs() < 1e30 { i64::from((x as f32).to_bits() as i32) as u64 } else { 0 }
            }),
        ],
    );
}

#[test]
fn exponents_of_doubles() {
    let text = "#version 450 core
        layout(local_size_x = 64) in;
        layout(std430, binding = 0) buffer A { double as[]; };
        layout(std430, binding = 1) buffer R { double r[]; };
        void main() {
            uint i = gl_GlobalInvocationID.x;
            int exponent;
            double mantissa = frexp(as[i], exponent), whole, rest = modf(as[i], whole);
            r[i * 5] = mantissa; r[i * 5 + 1] = double(exponent);
            r[i * 5 + 2] = ldexp(mantissa, exponent); r[i * 5 + 3] = whole; r[i * 5 + 4] = rest;
        }";
    let mut seed = 3;
    let given: Vec<u64> = (0..1 << 14).map(|_| random_double(&mut seed)).collect();
    let empty = vec![0; given.len() * 10];
    let results = run_kernel_with(
        text,
        (given.len() / 64) as u32,
        &[],
        &[("A", &numbers_to_words(&given)), ("R", &empty)],
        true,
        32,
    );
    for (&a, result) in given.iter().zip(words_to_numbers(&results[1]).chunks(5)) {
        let x = f64::from_bits(a);
        let result: Vec<f64> = result.iter().map(|&bits| f64::from_bits(bits)).collect();
        if x.is_finite() {
            let wanted = if x == 0.0 { 0.0..=0.0 } else { 0.5..=1.0f64.next_down() };
            assert!(wanted.contains(&result[0].abs()) && result[0].is_sign_negative() == x.is_sign_negative(), "{x}");
            // Powers of two are exact; in two steps, so that neither is out of range.
            let half = (result[1] as i32) / 2;
            assert_eq!(result[0] * 2f64.powi(half) * 2f64.powi(result[1] as i32 - half), x, "{x}");
            assert!(
                same_doubles(result[2].to_bits(), a) && result[3] == x.trunc() && result[4] == x - x.trunc(),
                "{x}"
            );
        }
    }
}

/// Matrices of `double`s in both orders, and vectors that are indexed.
#[test]
fn matrices_and_vectors_of_doubles() {
    let text = "layout(local_size_x = 1) in;
        layout(std140, binding = 0) uniform A { float first; dmat3x2 m; layout(row_major) dmat2x3 n; dvec3 list[2]; };
        layout(std430, binding = 1) buffer R { double r[]; };
        shared dvec3 kept[3];
        uniform int zero; uniform double scale;
        struct Both { float f; dvec2 d; int64_t i; };
        void main() {
            dmat2 product = m * n;
            for (int column = 0; column < 2; column++)
                for (int row = 0; row < 2; row++) r[column * 2 + row] = product[column][row];
            r[4] = determinant(product); r[5] = transpose(m)[1][2] * scale;
            dmat2 back = inverse(product) * product;
            r[6] = back[0][0]; r[7] = back[1][0];
            kept[zero + 2] = list[zero + 1]; kept[0] = dvec3(0.0);
            dvec3 v = kept[2]; v[zero + 1] += 0.5lf;
            r[8] = v.x; r[9] = v[zero + 1]; r[10] = v.zyx[zero];
            Both both[2]; both[zero + 1] = Both(1.0, v.zx, 7l); both[0] = both[zero + 1];
            r[11] = both[0].d.x + double(both[0].i) + both[zero + 1].f;
            r[12] = n[zero + 1][zero + 2]; dvec2 column = m[zero + 2]; r[13] = column.y + first;
        }";
    let text = format!("#extension GL_ARB_gpu_shader_int64 : require\n{text}");
    let mut block = vec![0u32; 68];
    let mut put = |byte: usize, number: f64| {
        block[byte / 4..byte / 4 + 2].copy_from_slice(&numbers_to_words(&[number.to_bits()]))
    };
    let m = [[1.5, -2.0], [0.25, 3.0], [7.0, 0.125]]; // by columns
    let n = [[2.0, 0.5, -1.0], [4.0, 8.0, 0.75]];
    // The columns of m are 16 bytes apart, the rows of n too; a vector of three doubles is aligned to 32 bytes.
    for (column, rows) in m.iter().enumerate() {
        rows.iter()
            .enumerate()
            .for_each(|(row, &number)| put(16 + column * 16 + row * 8, number));
    }
    for (column, rows) in n.iter().enumerate() {
        rows.iter()
            .enumerate()
            .for_each(|(row, &number)| put(64 + row * 16 + column * 8, number));
    }
    let list = [[1.0, 2.0, 3.0], [10.0, 20.0, 30.0]];
    for (item, lanes) in list.iter().enumerate() {
        lanes
            .iter()
            .enumerate()
            .for_each(|(lane, &number)| put(128 + item * 32 + lane * 8, number));
    }
    block[0] = 1.0f32.to_bits();
    let scale = numbers_to_words(&[2.5f64.to_bits()]);
    let uniforms = [("zero", 0), ("scale", scale[0]), ("scale+1", scale[1])];
    let results = run_kernel(&text, 1, &uniforms, &[("A", &block), ("R", &[0; 28])]);
    let results: Vec<f64> = words_to_numbers(&results[1]).into_iter().map(f64::from_bits).collect();
    let product = |column: usize, row: usize| (0..3).map(|k| m[k][row] * n[column][k]).sum::<f64>();
    let determinant = product(0, 0) * product(1, 1) - product(1, 0) * product(0, 1);
    let wanted = [product(0, 0), product(0, 1), product(1, 0), product(1, 1), determinant, m[2][1] * 2.5];
    for (at, wanted) in wanted.into_iter().enumerate() {
        assert!((results[at] - wanted).abs() <= wanted.abs() * 1e-14, "{at}: {} is not {wanted}", results[at]);
    }
    assert!((results[6] - 1.0).abs() < 1e-12 && results[7].abs() < 1e-12, "{results:?}");
    assert_eq!(results[8..], [10.0, 20.5, 30.0, 38.0, 0.75, 1.125]);
}

#[test]
fn what_is_stored_in_two_words_is_one_store() {
    let text = "#version 450 core\nlayout(local_size_x = 1) in; buffer R { double r; }; void main() { r = 1.5lf; }";
    let assembly = lower_checked(Stage::Compute, text, false).unwrap();
    assert_eq!(
        super::count_instructions(&assembly, |made| matches!(made, super::Instruction::Store { words: 2, .. })),
        1
    );
}
