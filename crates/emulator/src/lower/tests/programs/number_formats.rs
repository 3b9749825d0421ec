//! Halves and fixed-point numbers, bit by bit, against tables and whole numbers.

use super::super::super::super::assembly::{Assembly, Instruction, Unary};
use super::super::super::super::number::{round_to_fixed, round_to_half};
use super::*;

/// The numbers of 12-bit fixed point in steps of 1/1024, the least first.
const FIXED: std::ops::RangeInclusive<i32> = -2048..=2047;

/// Applies an operation of one operand to words, a warp at a time.
fn apply_unary(op: Unary, words: &[u32]) -> Vec<u32> {
    let instructions = vec![Instruction::Unary { op, to: 1, a: 0 }, Instruction::End];
    let assembly = Assembly { lines: vec![0; 2], instructions, registers: 2, ..Assembly::new(Stage::Fragment) };
    let mut results = vec![];
    for chunk in words.chunks(LANES) {
        let mut warp = Warp::<LANES>::new(&assembly, &[]);
        let lanes = LaneKind::Vertices(0);
        let info = WarpInfo { group: [0; 3], group_number: 0, warp: 0, width: LANES as u32, helpers: 0, lanes };
        warp.start(info, u64::MAX);
        for (to, word) in warp.register_mut(0).iter_mut().zip(chunk) {
            *to = *word;
        }
        let bindings = SlotBindings::default();
        let mut context = WarpContext { bindings: &bindings, shared: &mut [], limit: 100, other: None, swap: 0 };
        warp.run(&assembly, &mut context, &mut (), u64::MAX);
        results.extend_from_slice(&warp.register(1)[..chunk.len()]);
    }
    results
}

/// Returns the float of each half that is a number, the least first: by the format's definition, without a library.
fn list_halves() -> Vec<f64> {
    let mut halves = vec![];
    for bits in 0..0x7c00_u32 {
        let (exponent, mantissa) = (bits >> 10, f64::from(bits & 0x3ff));
        halves.push(match exponent {
            0 => mantissa / 1024.0 * 2_f64.powi(-14),
            _ => (1.0 + mantissa / 1024.0) * 2_f64.powi(exponent as i32 - 15),
        });
    }
    halves
}

#[test]
fn every_half_is_kept_and_all_between_are_rounded() {
    let halves = list_halves();
    assert_eq!(halves.len(), 31_744);
    let (mut given, mut wanted) = (vec![], vec![]);
    for (at, pair) in halves.windows(2).enumerate() {
        let [low, high] = [pair[0], pair[1]];
        let middle = f64::midpoint(low, high);
        // The mantissa of a half is even at every second one.
        let even = if at.is_multiple_of(2) { low } else { high };
        let step = middle as f32;
        let tests = [
            (low as f32, low),
            (f32::from_bits(step.to_bits() - 1), low),
            (step, even),
            (f32::from_bits(step.to_bits() + 1), high),
        ];
        for (number, half) in tests {
            given.extend([number.to_bits(), (-number).to_bits()]);
            wanted.extend([(half as f32).to_bits(), (-(half as f32)).to_bits()]);
        }
    }
    // The greatest half, those above it that are nearer to it than to 2^16, and the rest.
    for (number, half) in [
        (65_504.0_f32, 65_504.0_f32),
        (65_519.996, 65_504.0),
        (65_520.0, f32::INFINITY),
        (65_536.0, f32::INFINITY),
        (f32::INFINITY, f32::INFINITY),
        (0.0, 0.0),
    ] {
        given.extend([number.to_bits(), (-number).to_bits()]);
        wanted.extend([half.to_bits(), (-half).to_bits()]);
    }
    assert_eq!(apply_unary(Unary::RoundHalf, &given), wanted);
    let constants: Vec<u32> = given
        .iter()
        .map(|word| round_to_half(f32::from_bits(*word)).to_bits())
        .collect();
    assert_eq!(constants, wanted);
    assert!(f32::from_bits(apply_unary(Unary::RoundHalf, &[f32::NAN.to_bits()])[0]).is_nan());
}

#[test]
fn every_fixed_point_number_is_kept_and_all_between_are_rounded() {
    let (mut given, mut wanted) = (vec![], vec![]);
    for step in FIXED {
        let number = step as f32 / 1024.0;
        let near = |of: f32| number + of / 1024.0;
        let next = (step + 1).min(2047);
        let even = if step % 2 == 0 { step } else { next };
        for (float, nearest) in [(number, step), (near(0.499), step), (near(0.5), even), (near(0.501), next)] {
            given.push(float.to_bits());
            wanted.push((nearest as f32 / 1024.0).to_bits());
        }
    }
    for (float, nearest) in [
        (f32::NAN, 0.0),
        (f32::INFINITY, 2047.0 / 1024.0),
        (f32::NEG_INFINITY, -2.0),
        (2.0, 2047.0 / 1024.0),
        (1e30, 2047.0 / 1024.0),
        (-2.000_001, -2.0),
        (-1e30, -2.0),
        // Two's complement has one zero.
        (-0.0, 0.0),
        (-1e-10, 0.0),
    ] {
        given.push(f32::to_bits(float));
        wanted.push(f32::to_bits(nearest));
    }
    assert_eq!(apply_unary(Unary::RoundFixed, &given), wanted);
    let constants: Vec<u32> = given
        .iter()
        .map(|word| round_to_fixed(f32::from_bits(*word)).to_bits())
        .collect();
    assert_eq!(constants, wanted);
}

/// Clamps whole steps of 1/1024 to the numbers of the format.
fn clamp_steps(steps: i64) -> i64 {
    steps.clamp(i64::from(*FIXED.start()), i64::from(*FIXED.end()))
}

/// Rounds steps of 1/1024, given in parts of a step, to the nearest whole one, ties to even.
fn round_steps(parts: i64, per_step: i64) -> i64 {
    let (whole, rest) = (parts.div_euclid(per_step), parts.rem_euclid(per_step));
    let up = 2 * rest > per_step || 2 * rest == per_step && whole % 2 != 0;
    clamp_steps(whole + i64::from(up))
}

/// An instruction in fixed point: its statement with the operands a, b and c, and its result in whole numbers.
type FixedCase = (&'static str, fn(i64, i64, i64) -> i64);

const CASES: [FixedCase; 14] = [
    ("MOVX R0, a", |a, _, _| a),
    ("MOVX R0, -a", |a, _, _| clamp_steps(-a)),
    ("MOVX R0, |a|", |a, _, _| clamp_steps(a.abs())),
    ("ADDX R0, a, b", |a, b, _| clamp_steps(a + b)),
    ("SUBX R0, a, b", |a, b, _| clamp_steps(a - b)),
    ("MULX R0, a, b", |a, b, _| round_steps(a * b, 1024)),
    ("MADX R0, a, b, c", |a, b, c| round_steps(a * b + 1024 * c, 1024)),
    ("LRPX R0, a, b, c", |a, b, c| round_steps(a * b + (1024 - a) * c, 1024)),
    ("DP4X R0, a, b", |a, b, _| round_steps(4 * a * b, 1024)),
    ("MAXX R0, a, b", |a, b, _| a.max(b)),
    ("MINX R0, a, b", |a, b, _| a.min(b)),
    ("FLRX R0, a", |a, _, _| 1024 * a.div_euclid(1024)),
    ("FRCX R0, a", |a, _, _| a.rem_euclid(1024)),
    ("SLTX R0, a, b", |a, b, _| if a < b { 1024 } else { 0 }),
];

/// Runs a statement for lists of steps in a, b and c, which are numbers of the format or halves of a step.
fn run_fixed(statement: &str, [a, b, c]: [&[f32]; 3]) -> Vec<f32> {
    let text = format!(
        "!!FP1.0\nDECLARE a;\nDECLARE b;\nDECLARE c;\nMOV R1, a;\nMOV R2, b;\nMOV R3, c;\n{};\n\
        MOV o[COLR], R0;\nEND\n",
        in_registers(statement)
    );
    let assembly = lower_program(&text);
    let mut results = vec![];
    for ((a, b), c) in a.iter().zip(b).zip(c) {
        let uniforms: Vec<(Register, u32)> = assembly
            .uniforms
            .iter()
            .flat_map(|slot| {
                let value = match slot.name.as_str() {
                    "a" => *a,
                    "b" => *b,
                    _ => *c,
                };
                (slot.first..slot.first + slot.words).map(move |register| (register, value.to_bits()))
            })
            .collect();
        let mut warp = Warp::<LANES>::new(&assembly, &uniforms);
        let lanes = LaneKind::Fragments(vec![[0, 0]; LANES]);
        let info = WarpInfo { group: [0; 3], group_number: 0, warp: 0, width: LANES as u32, helpers: 0, lanes };
        warp.start(info, 15);
        let bindings = SlotBindings::default();
        let mut context = WarpContext { bindings: &bindings, shared: &mut [], limit: 1000, other: None, swap: 0 };
        warp.run(&assembly, &mut context, &mut (), u64::MAX);
        let (register, _) = assembly.outputs[1];
        results.push(f32::from_bits(warp.register(register)[0]));
    }
    results
}

/// Writes registers for the letters of a statement's operands.
fn in_registers(statement: &str) -> String {
    let (name, operands) = statement.split_once(' ').unwrap();
    let operands = operands.replace('a', "R1").replace('b', "R2").replace('c', "R3");
    format!("{name} {operands}")
}

#[test]
fn fixed_point_instructions_compute_in_whole_numbers() {
    let steps: Vec<i64> = FIXED.map(i64::from).collect();
    let others = [-2048_i64, -1025, -3, 0, 1, 512, 1024, 1537, 2047];
    for (statement, evaluate) in CASES {
        let mut given: [Vec<f32>; 3] = Default::default();
        let mut wanted = vec![];
        for (at, a) in steps.iter().enumerate() {
            let b = others[at % others.len()];
            let c = others[at / 7 % others.len()];
            for (list, step) in given.iter_mut().zip([*a, b, c]) {
                list.push(step as f32 / 1024.0);
            }
            wanted.push(evaluate(*a, b, c) as f32 / 1024.0);
        }
        let [a, b, c] = &given;
        let got = run_fixed(statement, [a, b, c]);
        for (at, (got, wanted)) in got.iter().zip(&wanted).enumerate() {
            let given = [a[at], b[at], c[at]];
            assert_eq!(got.to_bits(), wanted.to_bits(), "{statement} of {given:?}: {got}, wanted {wanted}");
        }
    }
}

/// Returns the red of the first lane of a program's colour.
fn first_red(text: &str) -> f32 {
    colour(&run_program(&lower_program(text)), 0)[0]
}

#[test]
fn a_register_decides_the_precision_of_an_instruction_without_suffix() {
    let third = "R9";
    let program =
        |code: &str| first_red(&format!("!!FP1.0\nMOV R9, {{ 0.333333343 }};\n{code}\nMOV o[COLR], R0;\nEND\n"));
    let half = round_to_half(0.333_333_34);
    // Computed in 32 bits, in 16 by the suffix, and in 16 by the register; an R register keeps all bits of a half.
    assert_eq!(program(&format!("MUL R0, {third}, 3.0;")), 1.0);
    assert_eq!(program(&format!("MULH R0, {third}, 3.0;")), round_to_half(half * 3.0));
    assert_eq!(program(&format!("MUL H0, {third}, 3.0;\nMOV R0, H0;")), round_to_half(half * 3.0));
    // With the suffix R it is computed in 32 bits, and the register rounds the result.
    assert_eq!(program(&format!("MULR H0, {third}, 3.0;\nMOV R0, H0;")), 1.0);
    assert_eq!(program(&format!("MOVX R0, {third};")), 341.0 / 1024.0);
    assert_eq!(program("MOVX R0, 7.0;"), 2047.0 / 1024.0);
    // H and R registers do not overlap: all begin as zeros, and each keeps what is written to it.
    assert_eq!(program("MOV H0, 2.0;\nMOV H1, 3.0;\nADD R0, R0, H0;"), 2.0);
}

#[test]
fn texture_and_fog_coordinates_are_read_at_full_precision() {
    let program = |code: &str| run_program(&lower_program(&format!("!!FP1.0\n{code}\nMOV o[COLR], R0;\nEND\n")));
    let plain = program("MUL R0, f[TEX0], 0.1;");
    for code in ["MULX R0, f[TEX0], 0.1;", "MULH R0, f[TEX0], 0.1;"] {
        assert_eq!(program(code).0, plain.0, "{code}");
    }
    assert_ne!(program("MULH R0, f[COL0], 0.1;").0, program("MUL R0, f[COL0], 0.1;").0);
}
