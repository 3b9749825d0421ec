//! Numbers: results of GLSL's operators and functions, against Rust.

use super::{floats_to_words, run_kernel, words_to_floats};

/// Runs `body` for each of 37 inputs: `float x` and `uint u` are given, `out` is a list of words.
fn run_inputs(body: &str, results: usize) -> (Vec<f32>, Vec<Vec<u32>>) {
    let text = format!(
        "layout(local_size_x = 16) in;
        layout(std430) buffer Source {{ float source[]; }};
        layout(std430) buffer Result {{ uint result[]; }};
        void put(int i, int k, float f) {{ result[i * {results} + k] = floatBitsToUint(f); }}
        void put(int i, int k, int n) {{ result[i * {results} + k] = uint(n); }}
        void put(int i, int k, uint n) {{ result[i * {results} + k] = n; }}
        void put(int i, int k, bool b) {{ result[i * {results} + k] = uint(b); }}
        void main() {{
            int i = int(gl_GlobalInvocationID.x);
            if (i >= source.length()) return;
            float x = source[i];
            {body}
        }}"
    );
    let source: Vec<f32> = (0..37).map(|i| (i as f32 - 18.0) * 1.37 + 0.25).collect();
    let result =
        run_kernel(&text, 3, &[], &[("Source", &floats_to_words(&source)), ("Result", &vec![0; 37 * results])]);
    (source, result[1].chunks(results).map(<[u32]>::to_vec).collect())
}

#[test]
fn whole_numbers() {
    let (source, results) = run_inputs(
        "int n = int(x * 1000.0), m = i - 18; uint u = uint(n), w = uint(m) | 1u;
        put(i, 0, n + m * 3 - (n ^ m));
        put(i, 1, n / (m == 0 ? 7 : m));
        put(i, 2, u / w + u % w);
        put(i, 3, (n << 3) | (n >> 2) & 0xff);
        put(i, 4, u >> 5u);
        put(i, 5, n < m);
        put(i, 6, u >= w);
        put(i, 7, bitfieldExtract(n, 3, 7));
        put(i, 8, bitfieldExtract(u, 5, 9));
        put(i, 9, bitfieldInsert(u, w, 4, 6));
        put(i, 10, bitCount(u) + findLSB(u) * 100);
        put(i, 11, findMSB(n) + findMSB(u) * 100);
        put(i, 12, bitfieldReverse(u));
        uint carry; put(i, 13, uaddCarry(u, u, carry) + carry);
        uint high, low; umulExtended(u, w, high, low); put(i, 14, high ^ low);
        int ihigh, ilow; imulExtended(n, m, ihigh, ilow); put(i, 15, ihigh ^ ilow);
        uint borrow; put(i, 16, usubBorrow(w, u, borrow) + borrow);
        put(i, 17, clamp(n, -500, m * 100 + 3000) + min(n, m) * max(n, 2) + abs(n) + sign(n));
        put(i, 18, ~u + uint(-n));
        put(i, 19, floatBitsToInt(x) ^ int(floatBitsToUint(x * 2.0)));",
        20,
    );
    for (i, (&x, result)) in source.iter().zip(&results).enumerate() {
        let n = (x * 1000.0) as i32;
        let m = i as i32 - 18;
        let u = n as u32;
        let w = m as u32 | 1;
        let mask = 0x3f << 4;
        let wide = u64::from(u) * u64::from(w);
        let signed = i64::from(n) * i64::from(m);
        let (sum, over) = u.overflowing_add(u);
        let (rest, under) = w.overflowing_sub(u);
        let wanted = [
            n.wrapping_add(m * 3).wrapping_sub(n ^ m) as u32,
            (n / if m == 0 { 7 } else { m }) as u32,
            u / w + u % w,
            ((n << 3) | (n >> 2) & 0xff) as u32,
            u >> 5,
            u32::from(n < m),
            u32::from(u >= w),
            ((n << 22) >> 25) as u32,
            (u >> 5) & 0x1ff,
            u & !mask | (w << 4) & mask,
            (u.count_ones() as i32 + if u == 0 { -100 } else { u.trailing_zeros() as i32 * 100 }) as u32,
            (find_highest_bit(n) + (31 - u.leading_zeros() as i32) * 100) as u32,
            u.reverse_bits(),
            sum.wrapping_add(u32::from(over)),
            (wide >> 32) as u32 ^ wide as u32,
            (signed >> 32) as u32 ^ signed as u32,
            rest.wrapping_add(u32::from(under)),
            (n.max(-500).min(m * 100 + 3000).wrapping_add(n.min(m).wrapping_mul(n.max(2))) + n.abs() + n.signum())
                as u32,
            (!u).wrapping_add(n.wrapping_neg() as u32),
            x.to_bits() ^ (x * 2.0).to_bits(),
        ];
        assert_eq!(result[..], wanted, "{i}: {x}");
    }
}

fn find_highest_bit(n: i32) -> i32 {
    if n < 0 { 31 - (!n).leading_zeros() as i32 } else { 31 - n.leading_zeros() as i32 }
}

/// Compares with wider arithmetic.
fn assert_close(body: &str, truth: impl Fn(f64) -> Vec<f64>) {
    let count = truth(1.0).len();
    let (source, results) = run_inputs(body, count);
    for (x, result) in source.iter().zip(results) {
        for (place, (got, wanted)) in words_to_floats(&result).iter().zip(truth(f64::from(*x))).enumerate() {
            let near = (f64::from(*got) - wanted).abs() <= 2e-5 * wanted.abs().max(1.0);
            assert!(near || got.is_nan() && wanted.is_nan(), "{place} of {x}: {got}, not {wanted}");
        }
    }
}

#[test]
fn functions_of_numbers() {
    assert_close(
        "float whole; float fraction = modf(x, whole); int e; float mantissa = frexp(x, e);
        put(i, 0, fraction + whole * 3.0);
        put(i, 1, mantissa + float(e) * 10.0);
        put(i, 2, ldexp(x, 3));
        put(i, 3, mod(x, 2.5) + fract(x) + floor(x) + ceil(x) * 2.0);
        put(i, 4, mix(x, 3.0, 0.25) + smoothstep(-5.0, 5.0, x) + step(0.5, x) + clamp(x, -3.0, 4.0));
        put(i, 5, sin(x) + cos(x) + atan(x) + atan(x, 2.0) + exp2(x * 0.1));
        put(i, 6, pow(abs(x), 1.5) + sqrt(abs(x)) + inversesqrt(abs(x)) + log(abs(x)) + sign(x));
        put(i, 7, radians(x) + degrees(x) + tanh(x) + asinh(x) + trunc(x) + roundEven(x));
        put(i, 8, fma(x, 2.0, 1.0) + max(x, 1.0) * min(x, 0.5));
        put(i, 9, x != x ? 1.0 : isnan(x / (x - x)) ? 2.0 : isinf(1.0 / (x - x)) ? 3.0 : 4.0);
        put(i, 10, unpackHalf2x16(packHalf2x16(vec2(0.5, -2.0) * floor(x))).x + unpackHalf2x16(packHalf2x16(vec2(0.5, -2.0) * floor(x))).y);
        put(i, 11, float(packUnorm4x8(vec4(x, x * 0.1, 0.5, 1.0)) & 0xffffu) + float(packSnorm2x16(vec2(x * 0.05, 0.0)) & 0xffffu));
        vec4 s = unpackSnorm4x8(uint(i) * 0x01010101u + 0x80000000u); put(i, 12, s.x + s.w * 2.0);",
        |x| {
            let whole = x.trunc();
            let e = x.abs().log2().floor() + 1.0;
            let i = (x / 1.37 + 18.0 - 0.25 / 1.37).round();
            let t = ((x + 5.0) / 10.0).clamp(0.0, 1.0);
            let half = x.floor();
            let short = ((x * 0.05).clamp(-1.0, 1.0) * 32767.0).round_ties_even();
            vec![
                x - whole + whole * 3.0,
                x / e.exp2() + e * 10.0,
                x * 8.0,
                x - 2.5 * (x / 2.5).floor() + x - x.floor() + x.floor() + x.ceil() * 2.0,
                x * 0.75 + 0.75 + t * t * (3.0 - 2.0 * t) + f64::from(x >= 0.5) + x.clamp(-3.0, 4.0),
                x.sin() + x.cos() + x.atan() + x.atan2(2.0) + (x * 0.1).exp2(),
                x.abs().powf(1.5) + x.abs().sqrt() + 1.0 / x.abs().sqrt() + x.abs().ln() + x.signum(),
                x.to_radians() + x.to_degrees() + x.tanh() + x.asinh() + x.trunc() + x.round_ties_even(),
                x * 2.0 + 1.0 + x.max(1.0) * x.min(0.5),
                3.0,
                half * -1.5,
                to_byte(x) + to_byte(x * 0.1) * 256.0 + if short < 0.0 { short + 65536.0 } else { short },
                to_snorm(i) + to_snorm(f64::from((i as u32 + 128) as u8)) * 2.0,
            ]
        },
    );
}

fn to_byte(b: f64) -> f64 {
    (b.clamp(0.0, 1.0) * 255.0).round_ties_even()
}

fn to_snorm(b: f64) -> f64 {
    (if b > 127.0 { b - 256.0 } else { b } / 127.0).max(-1.0)
}

#[test]
fn vectors_and_matrices() {
    assert_close(
        "vec3 a = vec3(x, 2.0, -1.0), b = vec3(0.5, x * 0.3, 4.0), n = normalize(b);
        mat3 m = mat3(a, b, vec3(1.0, -x * 0.1, 3.0));
        mat2x3 t = mat2x3(a, b); mat3x2 s = transpose(t);
        put(i, 0, dot(a, b) + length(a) + distance(a, b) * 10.0);
        put(i, 1, cross(a, b).x + cross(a, b).y * 2.0 + cross(a, b).z * 3.0);
        put(i, 2, dot(reflect(a, n), vec3(1, 2, 3)));
        put(i, 3, dot(refract(normalize(a), n, 0.8), vec3(1, 2, 3)));
        put(i, 4, faceforward(x, x, -2.0) + length(x) + dot(faceforward(a, b, n), b));
        put(i, 5, determinant(m) * 0.1);
        mat3 one = m * inverse(m); put(i, 6, one[0][0] + one[1][1] * 2.0 + one[2][2] * 3.0 + one[0][1] + one[2][0]);
        vec3 v = m * a; put(i, 7, v.x + v.y * 2.0 + v.z * 3.0);
        vec2 w = a * t; put(i, 8, w.x + w.y * 2.0);
        mat2 p = s * t; put(i, 9, p[0].y + p[1].x * 2.0 + p[1].y * 3.0);
        mat3x2 o = outerProduct(vec2(x, 3.0), a); put(i, 10, o[0].y + o[2].x * 2.0 + (o * 2.0)[1].y);
        mat4 f = mat4(m); f[3] = vec4(x, 1, 2, 3); put(i, 11, determinant(f) * 0.1 + inverse(f)[3][3]);
        put(i, 12, a[i % 3] + m[i % 3][(i + 1) % 3] + (a + b)[i % 2]);
        vec4 q = vec4(a, 1.0); q[i % 4] = 9.0; q.zx += q.yw; put(i, 13, dot(q, vec4(1, 2, 3, 4)));
        bvec3 c = lessThan(a, b); put(i, 14, (any(c) ? 1.0 : 0.0) + (all(c) ? 2.0 : 0.0) + dot(mix(a, b, c), vec3(1)) + (a == b ? 4.0 : 0.0));
        put(i, 15, matrixCompMult(m, m)[1].z + (m / 2.0)[2].x + (-m)[0].x + m[0].x);",
        |x| {
            let i = (x / 1.37 + 18.0 - 0.25 / 1.37).round() as usize;
            let a = [x, 2.0, -1.0];
            let b = [0.5, x * 0.3, 4.0];
            let c = [1.0, -x * 0.1, 3.0];
            let n = scale_vector(b, 1.0 / measure_vector(b));
            let unit = scale_vector(a, 1.0 / measure_vector(a));
            let k = 1.0 - 0.64 * (1.0 - compute_dot(n, unit).powi(2));
            let bent = if k < 0.0 {
                [0.0; 3]
            } else {
                add_vectors(scale_vector(unit, 0.8), scale_vector(n, -(0.8 * compute_dot(n, unit) + k.sqrt())))
            };
            let determinant = compute_dot(a, compute_cross(b, c));
            let product = add_vectors(add_vectors(scale_vector(a, a[0]), scale_vector(b, a[1])), scale_vector(c, a[2]));
            let columns = [a, b, c];
            let mut q = [x, 2.0, -1.0, 1.0];
            q[i % 4] = 9.0;
            let z = q[2] + q[1];
            let first = q[0] + q[3];
            (q[2], q[0]) = (z, first);
            let less = [a[0] < b[0], a[1] < b[1], a[2] < b[2]];
            let mixed: f64 = (0..3).map(|lane| if less[lane] { b[lane] } else { a[lane] }).sum();
            let any = less.contains(&true);
            let all = !less.contains(&false);
            vec![
                compute_dot(a, b) + measure_vector(a) + measure_vector(add_vectors(a, scale_vector(b, -1.0))) * 10.0,
                weigh_lanes(compute_cross(a, b)),
                weigh_lanes(add_vectors(a, scale_vector(n, -2.0 * compute_dot(n, a)))),
                weigh_lanes(bent),
                (if -2.0 * x < 0.0 { x } else { -x }) + x.abs() + compute_dot(if compute_dot(n, b) < 0.0 { a } else { scale_vector(a, -1.0) }, b),
                determinant * 0.1,
                6.0,
                weigh_lanes(product),
                compute_dot(a, a) + compute_dot(a, b) * 2.0,
                compute_dot(a, b) * 3.0 + compute_dot(b, b) * 3.0,
                3.0 * x - x * 2.0 + 3.0 * 2.0 * 2.0,
                determinant * 0.3 + 1.0 / 3.0,
                a[i % 3] + columns[i % 3][(i + 1) % 3] + a[i % 2] + b[i % 2],
                q[0] + q[1] * 2.0 + q[2] * 3.0 + q[3] * 4.0,
                f64::from(any) + f64::from(all) * 2.0 + mixed,
                16.0 + 0.5,
            ]
        },
    );
}

fn compute_dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn scale_vector(a: [f64; 3], f: f64) -> [f64; 3] {
    a.map(|lane| lane * f)
}

fn add_vectors(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

fn measure_vector(a: [f64; 3]) -> f64 {
    compute_dot(a, a).sqrt()
}

fn compute_cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - b[1] * a[2], a[2] * b[0] - b[2] * a[0], a[0] * b[1] - b[0] * a[1]]
}

fn weigh_lanes(a: [f64; 3]) -> f64 {
    compute_dot(a, [1.0, 2.0, 3.0])
}

#[test]
fn sums_go_from_the_left_and_nothing_is_contracted() {
    let (source, results) = run_inputs(
        "put(i, 0, x * 1.1 + x * 1.3 + 1e8 - 1e8);
        put(i, 1, dot(vec4(x, 1e8, -1e8, x), vec4(1.1, 1.0, 1.0, 1.3)));
        put(i, 2, (x + 0.1) * (x - 0.1) - x * x);",
        3,
    );
    for (&x, result) in source.iter().zip(&results) {
        let wanted = [x * 1.1 + x * 1.3 + 1e8 - 1e8, x * 1.1 + 1e8 + -1e8 + x * 1.3, (x + 0.1) * (x - 0.1) - x * x];
        assert_eq!(result[..], floats_to_words(&wanted));
    }
}
