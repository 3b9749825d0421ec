//! Kernels of numbers, each beside its plain evaluation.

use crate::{list, numbers, run};

/// A kernel's body over `a` and `b`, and what it computes.
type Case = (&'static str, fn(f32, f32) -> f32);

const EXACT: &[Case] = &[
    ("r = a + b;", |a, b| a + b),
    ("r = a - b * 2;", |a, b| a - b * 2.0),
    ("r = a / (b + 20);", |a, b| a / (b + 20.0)),
    ("r = -a;", |a, _| -a),
    ("r = a * a - b * b;", |a, b| a * a - b * b),
    ("r = a; r += b; r *= a; r -= 1;", |a, b| (a + b) * a - 1.0),
    ("r = a > b ? a : b;", f32::max),
    ("r = min(a, b);", f32::min),
    ("r = max(a, 0.5);", |a, _| a.max(0.5)),
    ("r = abs(a) + fabs(b);", |a, b| a.abs() + b.abs()),
    ("r = floor(a) + ceil(b);", |a, b| a.floor() + b.ceil()),
    ("r = frac(a);", |a, _| a - a.floor()),
    ("r = round(a);", |a, _| (a + 0.5).floor()),
    ("r = sign(a);", |a, _| if a == 0.0 { 0.0 } else { a.signum() }),
    ("r = clamp(a, -1, 1);", |a, _| a.clamp(-1.0, 1.0)),
    ("r = saturate(b);", |_, b| b.clamp(0.0, 1.0)),
    ("r = step(a, b);", |a, b| f32::from(u8::from(b >= a))),
    ("r = a < b;", |a, b| f32::from(u8::from(a < b))),
    ("r = (a < b) + (a == b) * 2;", |a, b| f32::from(u8::from(a < b)) + 2.0 * f32::from(u8::from(a == b))),
    ("r = a > 0 && b > 0;", |a, b| f32::from(u8::from(a > 0.0 && b > 0.0))),
    ("r = a > 0 || b > 0;", |a, b| f32::from(u8::from(a > 0.0 || b > 0.0))),
    ("r = !(a > 0);", |a, _| f32::from(u8::from(a <= 0.0))),
    ("if (a > 0) r = b; else r = -b;", |a, b| if a > 0.0 { b } else { -b }),
    ("if (a > 0) { if (b > 0) r = 1; else r = 2; } else r = 3;", |a, b| match (a > 0.0, b > 0.0) {
        (true, true) => 1.0,
        (true, false) => 2.0,
        _ => 3.0,
    }),
    ("float i; r = 0; for (i = 0; i < 5; i++) r += a * i;", |a, _| (0..5).fold(0.0, |r, i| r + a * i as f32)),
    ("int i; r = b; for (i = 3; i > 0; --i) { r = r * 0.5; }", |_, b| b * 0.5 * 0.5 * 0.5),
    ("float n = 4; r = a; while (n > 0) { r += 1; n -= 1; }", |a, _| a + 1.0 + 1.0 + 1.0 + 1.0),
    ("int n = 0; r = a; do { r += 2; n++; } while (n < 3);", |a, _| a + 2.0 + 2.0 + 2.0),
    ("int i; r = 0; for (i = 0; i < 9; i++) { if (i == 5) break; if (i == 2) continue; r += i; }", |_, _| 8.0),
    ("r = a; if (b > 0) return; r = 7;", |a, b| if b > 0.0 { a } else { 7.0 }),
    ("int i = (int)a; r = i;", |a, _| a.trunc()),
    ("int i = (int)a; r = i % 3;", |a, _| (a as i32 % 3) as f32),
    ("r = 7 / 2;", |_, _| 3.0),
    ("r = 7.0 / 2;", |_, _| 3.5),
    ("int i = (int)a; r = (i & 6) | 1;", |a, _| ((a as i32 & 6) | 1) as f32),
    ("int i = (int)b; r = (i << 2) + (i >> 1) + (i ^ 3) + ~i;", |_, b| {
        let i = b as i32;
        ((i << 2) + (i >> 1) + (i ^ 3) + !i) as f32
    }),
    ("int k = (int)abs(a) % 3; switch (k) { case 0: r = 10; break; case 1: r = 20; default: r = 30; }", |a, _| match a
        .abs()
        as i32
        % 3
    {
        0 => 10.0,
        _ => 30.0,
    }),
    ("float t[3]; t[0] = a; t[1] = b; t[2] = a + b; r = t[2] - t[1] + t[0];", |a, b| (a + b) - b + a),
    ("float x = a, y = b; float z = x; x = y; y = z; r = x - 2 * y;", |a, b| b - 2.0 * a),
    ("float x; float y; x = y = a; r = x + y;", |a, _| a + a),
    ("r = (a, b);", |_, b| b),
    ("r = fmod(a, 3);", |a, _| a % 3.0),
    ("r = isnan(a / 0 * 0) + isinf(1 / (a * 0)) * 2 + isfinite(b) * 4;", |a, _| {
        f32::from(u8::from((a / 0.0 * 0.0).is_nan())) + 2.0 * f32::from(u8::from((1.0 / (a * 0.0)).is_infinite())) + 4.0
    }),
    ("char c = (char)(a * 100); r = c;", |a, _| f32::from((a * 100.0) as i32 as i8)),
    ("uchar c = (uchar)(a * 100); r = c;", |a, _| f32::from((a * 100.0) as i32 as u8)),
    ("unsigned int u = 3; u = u - 4; r = u > 5;", |_, _| 1.0),
    ("float length = a; float mix = b; r = length + mix;", |a, b| a + b),
    ("float output = a; float input_ = b; float sample = output; r = sample * input_;", |a, b| a * b),
    ("r = a > 1 ? 1 : a < -1 ? -1 : 0;", |a, _| {
        if a > 1.0 {
            1.0
        } else if a < -1.0 {
            -1.0
        } else {
            0.0
        }
    }),
    ("r = lerp(a, b, 0.5);", |a, b| a * 0.5 + b * 0.5),
    ("r = mad(a, b, 3);", |a, b| a * b + 3.0),
];

/// Functions whose bits a card chooses: within a few units of the last place of the evaluation in doubles.
const CLOSE: &[Case] = &[
    ("r = sin(a) * cos(b);", |a, b| (f64::from(a).sin() * f64::from(b).cos()) as f32),
    ("r = exp(a * 0.5);", |a, _| (f64::from(a) * 0.5).exp() as f32),
    ("r = log(abs(a) + 1);", |a, _| (f64::from(a).abs() + 1.0).ln() as f32),
    ("r = sqrt(abs(a)) + rsqrt(abs(b) + 1);", |a, b| {
        (f64::from(a).abs().sqrt() + 1.0 / (f64::from(b).abs() + 1.0).sqrt()) as f32
    }),
    ("r = pow(abs(a) + 1, 2.5);", |a, _| (f64::from(a).abs() + 1.0).powf(2.5) as f32),
    ("r = atan(a) + atan2(a, abs(b) + 1);", |a, b| {
        (f64::from(a).atan() + f64::from(a).atan2(f64::from(b).abs() + 1.0)) as f32
    }),
    ("r = exp2(a) + log2(abs(b) + 1);", |a, b| (f64::from(a).exp2() + (f64::from(b).abs() + 1.0).log2()) as f32),
    ("r = log10(abs(a) + 1);", |a, _| (f64::from(a).abs() + 1.0).log10() as f32),
    ("r = asin(saturate(a)) + acos(saturate(b));", |a, b| {
        (f64::from(a).clamp(0.0, 1.0).asin() + f64::from(b).clamp(0.0, 1.0).acos()) as f32
    }),
    ("r = smoothstep(-2, 2, a);", |a, _| {
        let t = ((f64::from(a) + 2.0) / 4.0).clamp(0.0, 1.0);
        (t * t * (3.0 - 2.0 * t)) as f32
    }),
];

const SAMPLES: [f32; 9] = [-7.25, -2.5, -1.0, -0.375, 0.0, 0.5, 1.0, 2.75, 6.0];

/// Runs a body for all pairs of samples in both eras. Returns the pairs with the results.
fn evaluate(body: &str) -> Vec<(f32, f32, f32)> {
    let pairs: Vec<(f32, f32)> = SAMPLES.iter().flat_map(|&a| SAMPLES.iter().map(move |&b| (a, b))).collect();
    let (a, b): (Vec<f32>, Vec<f32>) = pairs.iter().copied().unzip();
    let count = pairs.len();
    let text = format!(
        "kernel void k(float a<>, float b<>, out float r<>) {{ {body} }}
int main() {{
    float x[{count}] = {{ {} }}, y[{count}] = {{ {} }}, z[{count}];
    float a<{count}>, b<{count}>, r<{count}>;
    int i;
    streamRead(a, x); streamRead(b, y);
    k(a, b, r);
    streamWrite(r, z);
    for (i = 0; i < {count}; i++) printf(\"%.9g \", z[i]);
    return 0;
}}",
        list(&a),
        list(&b)
    );
    numbers(&run(&text))
        .into_iter()
        .zip(pairs)
        .map(|(r, (a, b))| (a, b, r))
        .collect()
}

#[test]
fn kernels_compute_what_c_computes() {
    assert!(EXACT.len() >= 50);
    for (body, wanted) in EXACT {
        for (a, b, found) in evaluate(body) {
            let wanted = wanted(a, b);
            assert!(
                found == wanted || found.is_nan() && wanted.is_nan(),
                "{body}\na = {a}, b = {b}: {found}, wanted {wanted}"
            );
        }
    }
}

#[test]
fn functions_of_kernels_are_close() {
    for (body, wanted) in CLOSE {
        for (a, b, found) in evaluate(body) {
            let wanted = wanted(a, b);
            let near = (found - wanted).abs() <= 4e-6 * wanted.abs().max(1.0);
            assert!(near, "{body}\na = {a}, b = {b}: {found}, wanted {wanted}");
        }
    }
}

/// The same bodies on the host: a function of C with the same text computes the same.
#[test]
fn host_functions_compute_what_kernels_compute() {
    let mut compared = 0;
    for (body, wanted) in EXACT
        .iter()
        .filter(|(body, _)| !body.contains("char") && !body.contains("7.0 / 2") && !body.contains("return;"))
    {
        let count = SAMPLES.len();
        let text = format!(
            "float f(float a, float b) {{ float r; {body} return r; }}
int main() {{
    float x[{count}] = {{ {} }};
    int i, j;
    for (i = 0; i < {count}; i++) for (j = 0; j < {count}; j++) printf(\"%.9g \", f(x[i], x[j]));
    return 0;
}}",
            list(&SAMPLES)
        );
        let mut found = numbers(&run(&text)).into_iter();
        for a in SAMPLES {
            for b in SAMPLES {
                let (found, wanted) = (found.next().unwrap(), wanted(a, b));
                assert!(
                    found == wanted || found.is_nan() && wanted.is_nan(),
                    "{body}\na = {a}, b = {b}: {found}, wanted {wanted}"
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 3000);
}
