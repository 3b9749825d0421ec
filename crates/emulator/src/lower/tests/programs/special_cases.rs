//! The special cases that NV_fragment_program lists for its functions, and what the ARB extensions do instead.

use super::*;

const INF: f32 = f32::INFINITY;
const NAN: f32 = f32::NAN;

/// Returns the red of the first lane of a program of two parameters, `a` and `b`.
fn evaluate(head: &str, statement: &str, [a, b]: [f32; 2]) -> f32 {
    let is_nv = head.starts_with("!!FP");
    let text = match is_nv {
        true => format!("{head}\nDECLARE a;\nDECLARE b;\nMOV R1, b;\n{statement}\nEND\n"),
        false => {
            format!("{head}\nPARAM a = program.local[0];\nTEMP R1;\nMOV R1, program.local[1];\n{statement}\nEND\n")
        }
    };
    let assembly = lower_program(&text);
    let first = if is_nv { "a" } else { "program.local[0]" };
    let slots = assembly.uniforms.iter();
    let uniforms: Vec<(Register, u32)> = slots
        .flat_map(|slot| {
            let value = if slot.name == first { a } else { b };
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
    let (register, _) = assembly.outputs[0];
    f32::from_bits(warp.register(register)[0])
}

fn check(head: &str, statement: &str, given: [f32; 2], wanted: f32) {
    let got = evaluate(head, statement, given);
    let same = got.to_bits() == wanted.to_bits() || got.is_nan() && wanted.is_nan();
    assert!(same, "{head}: {statement} of {given:?} is {got}, not {wanted}");
}

#[test]
fn functions_of_nv_fragment_program_have_its_special_cases() {
    for (a, wanted) in [(NAN, NAN), (INF, 0.0), (-INF, NAN), (0.0, INF), (-0.0, -INF), (-4.0, NAN), (4.0, 0.5)] {
        check("!!FP1.0", "RSQ o[COLR], a.x;", [a, 0.0], wanted);
    }
    for (a, wanted) in [(NAN, NAN), (INF, 0.0), (-INF, -0.0), (0.0, INF), (-0.0, -INF), (4.0, 0.25)] {
        check("!!FP1.0", "RCP o[COLR], a.x;", [a, 0.0], wanted);
    }
    for (a, wanted) in [(NAN, NAN), (INF, INF), (0.0, -INF), (-0.0, -INF), (-1.0, NAN), (-INF, NAN), (8.0, 3.0)] {
        check("!!FP1.0", "LG2 o[COLR], a.x;", [a, 0.0], wanted);
    }
    for (a, wanted) in [(NAN, NAN), (-INF, 0.0), (INF, INF), (0.0, 1.0), (-0.0, 1.0), (3.0, 8.0)] {
        check("!!FP1.0", "EX2 o[COLR], a.x;", [a, 0.0], wanted);
    }
    for (a, wanted) in [(NAN, NAN), (INF, NAN), (-INF, NAN), (0.0, 0.0), (-0.0, 0.0), (-1.75, 0.25)] {
        check("!!FP1.0", "FRC o[COLR], a;", [a, 0.0], wanted);
    }
    for (a, b, wanted) in [
        (-1.0, 2.0, NAN),
        (NAN, 2.0, NAN),
        (2.0, NAN, NAN),
        (0.0, 0.0, NAN),
        (INF, 0.0, NAN),
        (1.0, INF, NAN),
        (0.0, 2.0, 0.0),
        (0.0, -2.0, INF),
        (1.0, 5.0, 1.0),
        (3.0, 0.0, 1.0),
        (0.5, INF, 0.0),
        (2.0, INF, INF),
        (0.5, -INF, INF),
        (2.0, -INF, 0.0),
        (4.0, 0.5, 2.0),
    ] {
        check("!!FP1.0", "POW o[COLR], a.x, R1.x;", [a, b], wanted);
    }
    for (a, b) in [(NAN, 1.0), (1.0, NAN), (NAN, NAN)] {
        for name in ["MAX", "MIN", "ADD", "MUL"] {
            check("!!FP1.0", &format!("{name} o[COLR], a, R1;"), [a, b], NAN);
        }
        check("!!FP1.0", "SGE o[COLR], a, R1;", [a, b], 0.0);
        check("!!FP1.0", "SNE o[COLR], a, R1;", [a, b], 1.0);
    }
    check("!!FP1.0", "MAX o[COLR], R1, 2.0;", [0.0, NAN], NAN);
    check("!!FP1.0", "MIN o[COLR], R1, 2.0;", [0.0, NAN], NAN);
    check("!!FP1.0", "MAX o[COLR], 2.0, R1;", [0.0, NAN], NAN);
    check("!!FP1.0", "MAX o[COLR], a, R1;", [3.0, -4.0], 3.0);
    check("!!FP1.0", "MIN o[COLR], a, R1;", [3.0, -4.0], -4.0);
}

#[test]
fn the_arb_extensions_have_other_ones() {
    let head = "!!ARBfp1.0";
    check(head, "RSQ result.color, a.x;", [-4.0, 0.0], 0.5);
    check(head, "RSQ result.color, a.x;", [0.0, 0.0], INF);
    // LIT: 0 to the power of 0 is 1, and exponents end before 128.
    let lit = |x: f32, y: f32, w: f32| {
        format!("MOV R1, {{ {x:?}, {y:?}, 0.0, {w:?} }};\nLIT R1, R1;\nMOV result.color, R1.z;")
    };
    for (x, y, w, wanted) in [
        (1.0, 0.0, 0.0, 1.0),
        (1.0, 0.0, 3.0, 0.0),
        (1.0, 2.0, 3.0, 8.0),
        (-1.0, 2.0, 3.0, 0.0),
        (0.0, 2.0, 3.0, 0.0),
        (1.0, -2.0, 3.0, 0.0),
        (1.0, 0.0, -3.0, INF),
    ] {
        check(head, &lit(x, y, w), [0.0, 0.0], wanted);
    }
    assert!(evaluate(head, &lit(1.0, 2.0, 500.0), [0.0; 2]).is_finite());
    // In NV_fragment_program the power is that of POW.
    let lit = |y: f32, w: f32| format!("MOV R1, {{ 1.0, {y:?}, 0.0, {w:?} }};\nLIT R1, R1;\nMOV o[COLR], R1.z;");
    check("!!FP1.0", &lit(0.0, 0.0), [0.0, 0.0], NAN);
    check("!!FP1.0", &lit(-2.0, 3.0), [0.0, 0.0], 0.0);
    check("!!FP1.0", &lit(2.0, 500.0), [0.0, 0.0], INF);
}
