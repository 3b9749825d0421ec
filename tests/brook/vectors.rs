//! Kernels of vectors, structs and whole numbers, each beside its plain evaluation.

use crate::{list, numbers, run};

type Four = [f32; 4];
type Case = (&'static str, fn(Four, Four) -> Four);

fn each(a: Four, b: Four, f: fn(f32, f32) -> f32) -> Four {
    [0, 1, 2, 3].map(|i| f(a[i], b[i]))
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

const CASES: &[Case] = &[
    ("r = a + b;", |a, b| each(a, b, |a, b| a + b)),
    ("r = a * 2 - b;", |a, b| each(a, b, |a, b| a * 2.0 - b)),
    ("r = a.wzyx;", |[x, y, z, w], _| [w, z, y, x]),
    ("r = 0; r.xy = b.zw; r.w = a.x;", |a, b| [b[2], b[3], 0.0, a[0]]),
    ("r = b; r.zyx = a.xyz;", |a, b| [a[2], a[1], a[0], b[3]]),
    ("r = float4(a.x, b.yz, 1);", |a, b| [a[0], b[1], b[2], 1.0]),
    ("r = a.x;", |a, _| [a[0]; 4]),
    ("float s = a; r = float4(s, 0, 0, b.x);", |a, b| [a[0], 0.0, 0.0, b[0]]),
    ("float2 h = a; r = float4(h, h.yx);", |a, _| [a[0], a[1], a[1], a[0]]),
    ("r = dot(a, b);", |a, b| [dot(&a, &b); 4]),
    ("r = dot(a.xy, b.xy);", |a, b| [dot(&a[..2], &b[..2]); 4]),
    ("r.xyz = cross(a.xyz, b.xyz); r.w = 5;", |a, b| {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0], 5.0]
    }),
    ("r = max(a, b) - min(a, b);", |a, b| each(a, b, |a, b| a.max(b) - a.min(b))),
    ("r = a < b;", |a, b| each(a, b, |a, b| f32::from(u8::from(a < b)))),
    ("r = a < b ? a : b;", |a, b| each(a, b, f32::min)),
    ("r = (a > 0) && (b > 0);", |a, b| each(a, b, |a, b| f32::from(u8::from(a > 0.0 && b > 0.0)))),
    ("r = !(a > 0);", |a, b| each(a, b, |a, _| f32::from(u8::from(a <= 0.0)))),
    ("r = any(a > 2) + 2 * all(a < 9);", |a, _| {
        [f32::from(u8::from(a.iter().any(|a| *a > 2.0))) + 2.0 * f32::from(u8::from(a.iter().all(|a| *a < 9.0))); 4]
    }),
    ("r = a; r *= b; r += 1; r.x -= 3;", |a, b| {
        let mut r = each(a, b, |a, b| a * b + 1.0);
        r[0] -= 3.0;
        r
    }),
    ("if (a) r = 1; else r = 2;", |a, _| [if a[0] != 0.0 { 1.0 } else { 2.0 }; 4]),
    ("int4 i = (int4)a; r = i / 2;", |a, b| each(a, b, |a, _| (a as i32 / 2) as f32)),
    ("int2 i = int2(1, 2); i += int2(a.x, 5); r = float4(i, i.yx);", |a, _| {
        let i = [1 + a[0] as i32, 7].map(|i| i as f32);
        [i[0], i[1], i[1], i[0]]
    }),
    ("float3 c = a; c = c.yzx; r = float4(c, dot(c, float3(1, 1, 1)));", |a, _| {
        [a[1], a[2], a[0], dot(&[a[1], a[2], a[0]], &[1.0; 3])]
    }),
    ("float4 t = {1, 2}; r = t + a;", |a, b| {
        let t = [1.0, 2.0, 0.0, 0.0];
        let _ = b;
        each(t, a, |t, a| t + a)
    }),
];

#[test]
fn vectors_compute_component_by_component() {
    let a: Vec<f32> = (0..32).map(|i| ((i * 7) % 19) as f32 - 6.5).collect();
    let b: Vec<f32> = (0..32).map(|i| ((i * 5) % 13) as f32 * 0.5 - 2.0).collect();
    for (body, wanted) in CASES {
        let text = format!(
            "kernel void k(float4 a<>, float4 b<>, out float4 r<>) {{ {body} }}
int main() {{
    float x[32] = {{ {} }}, y[32] = {{ {} }};
    float4 z[8], a<8>, b<8>, r<8>;
    int i;
    streamRead(a, x); streamRead(b, y);
    k(a, b, r);
    streamWrite(r, z);
    for (i = 0; i < 8; i++) printf(\"%.9g %.9g %.9g %.9g \", z[i].x, z[i].y, z[i].z, z[i].w);
}}",
            list(&a),
            list(&b)
        );
        // A declaration mixes arrays and streams here, as C allows.
        let found = numbers(&run(&text));
        let four = |list: &[f32], i: usize| [list[4 * i], list[4 * i + 1], list[4 * i + 2], list[4 * i + 3]];
        for i in 0..8 {
            assert_eq!(four(&found, i), wanted(four(&a, i), four(&b, i)), "{body}, element {i}");
        }
    }
}

#[test]
fn small_whole_numbers_wrap_and_fixed_ones_saturate() {
    let sum = |kind: &str, a: i32, print: &str| {
        run(&format!(
            "kernel void sum({kind} a<>, {kind} b<>, out {kind} c<>) {{ c = a + b; }}
int main() {{
    {kind} x[20], y[20], z[20];
    {kind} a<20>, b<20>, c<20>;
    int i;
    for (i = 0; i < 20; i++) {{ x[i] = ({kind}){a}; y[i] = ({kind})(7 * i); }}
    streamRead(a, x); streamRead(b, y);
    sum(a, b, c);
    streamWrite(c, z);
    for (i = 0; i < 20; i++) printf(\"{print} \", z[i]);
}}"
        ))
    };
    let wanted = |f: &dyn Fn(i32) -> i64| (0..20).map(|i| format!("{} ", f(7 * i))).collect::<String>();
    assert_eq!(sum("char", 100, "%d"), wanted(&|b| i64::from((100_i32 as i8).wrapping_add(b as i8))));
    assert_eq!(sum("unsigned char", 200, "%d"), wanted(&|b| i64::from(200_u8.wrapping_add(b as u8))));
    assert_eq!(sum("short", 32_700, "%d"), wanted(&|b| i64::from(32_700_i16.wrapping_add(b as i16))));
    assert_eq!(sum("unsigned short", 65_500, "%d"), wanted(&|b| i64::from(65_500_u16.wrapping_add(b as u16))));
    assert_eq!(sum("int", 2_147_483_600, "%d"), wanted(&|b| i64::from(2_147_483_600_i32.wrapping_add(b))));
    assert_eq!(sum("fixed", 200, "%d"), wanted(&|b| i64::from(200_u8.saturating_add(b as u8))));
    assert_eq!(sum("unsigned int", -5, "%u"), wanted(&|b| i64::from(u32::MAX.wrapping_sub(4).wrapping_add(b as u32))));
}

/// Doubles are of the compute era alone: what a float would round stays.
#[test]
fn doubles_run_where_the_era_has_them() {
    let text = "kernel void k(double a<>, out double r<>) { r = a + 1; }
int main() {
    double x[3] = {1e-12, 2.5, -1.0}, y[3];
    double a<3>, r<3>;
    streamRead(a, x);
    k(a, r);
    streamWrite(r, y);
    printf(\"%.15g %.15g %.15g\", y[0], y[1], y[2]);
}";
    let printed = crate::run_in(gristmill::Era::Compute, text, &[]).unwrap();
    assert_eq!(printed, format!("{:.12} 3.5 0", 1.0 + 1e-12));
    let error = crate::run_in(gristmill::Era::Fragment, text, &[]).unwrap_err();
    assert_eq!((error.line(), error.column()), (1, 22));
    assert!(error.sentence().contains("the fragment era does not have"), "{error}");
}
