//! Subroutines that call themselves, and what ends a program early.

use super::*;

fn reds(text: &str) -> [f32; LANES] {
    colour(&run_program(&lower_program(text)), 0)
}

#[test]
fn subroutines_call_themselves_up_to_the_depth_of_the_extension() {
    // Each call adds one. The fifth ends the program, so that nothing after it runs.
    let text = |limit: u32| {
        format!(
            "!!ARBfp1.0
OPTION NV_fragment_program2;
TEMP n;
again:
  ADD n, n, 1.0;
  MOV result.color, n;
  SUBC CC.x, n, {limit}.0;
  CAL again (LT.x);
  ADD result.color, n, 100.0;
  RET;
main:
  MOV n, 0.0;
  CAL again;
  ADD result.color, n, 1000.0;
END
"
        )
    };
    assert_eq!(reds(&text(1)), [1001.0; LANES]);
    assert_eq!(reds(&text(4)), [1004.0; LANES]);
    assert_eq!(reds(&text(5)), [4.0; LANES]);
}

#[test]
fn a_return_outside_of_subroutines_ends_the_program() {
    let text = "!!ARBfp1.0
OPTION NV_fragment_program2;
MOV result.color, 1.0;
MOVC CC, fragment.facing;
RET (GT.x);
MOV result.color, 2.0;
END
";
    let wanted = std::array::from_fn(|lane| if lane % 3 == 0 { 1.0 } else { 2.0 });
    assert_eq!(reds(text), wanted);
}

#[test]
fn registers_of_nv_fragment_program_begin_as_zeros() {
    let text = "!!FP1.0\nADD o[COLR], R5, 3.0;\nEND\n";
    let expanded = expand_program(text).unwrap();
    let spirv = compile_stage(&expanded).unwrap();
    let watched = lower_stage(&expanded, &spirv, true).unwrap();
    // No instruction touches a register that may have no value, except those of the results.
    assert_eq!(reds(text), [3.0; LANES]);
    assert!(watched.variables.iter().all(|slot| slot.name != "R5"));
}

#[test]
fn every_instruction_has_its_authors_line() {
    let text = "!!ARBfp1.0
TEMP r;

MUL r, fragment.color,
  fragment.color;

MOV result.color, r;
END
";
    let assembly = lower_program(text);
    let lines: std::collections::BTreeSet<u32> = assembly.lines.iter().copied().collect();
    assert!(lines.contains(&4) && lines.contains(&7), "{lines:?}");
    assert!(lines.iter().all(|line| [0, 4, 7, 8].contains(line)), "{lines:?}");
}
