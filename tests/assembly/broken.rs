//! Programs with a random fault: each is refused with a position in its text, or is right and compiles. Nothing panics.

use crate::random_numbers::Numbers;
use gristmill::Error;
use gristmill::check::{KernelCheck, program_counts};

/// Right programs to begin with.
const PROGRAMS: [&str; 11] = [
    include_str!("programs/name_used_again.fp"),
    include_str!("programs/one_thing.fp"),
    include_str!("programs/transform.vp"),
    include_str!("programs/table.vp"),
    "!!ARBfp1.0
OPTION ARB_fog_exp2;
OPTION ARB_fragment_program_shadow;
OUTPUT o = result.color;
PARAM p[3] = { program.local[2..3], { 1, -2.5e-3 } };
TEMP a, b;
TXP a, fragment.texcoord[1], texture[3], SHADOW2D;
SWZ b.xz, a, -x, 0, 1, -w;
LIT a, b.xzyy;
SCS a.xy, -p[2].y;
CMP_SAT o, a, p[0], 0.5;
KIL fragment.fogcoord;
MOV result.depth.z, a.x;
END
",
    "!!ARBfp1.0
OPTION NV_fragment_program2;
SHORT TEMP h;
TEMP r, c;
MOVRC r.xy (NE.zwxy), |fragment.texcoord[0]|;
LOOP {4, 0, 1};
  ADDH h, fragment.texcoord[A0.x+1], -|r.x|;
  IF GT.x;
    BRK (EQ);
  ELSE;
    CAL add (LE.y);
  ENDIF;
ENDLOOP;
PK4UB c.x, r;
UP4UB r, c.x;
TXL h, r, texture[0], CUBE;
MOV result.color, r;
RET;
add:
ADDC_SSAT r.y, r, h;
END
",
    "!!FP1.0
DEFINE half = {0.5, 2};
DECLARE scale = 3;
TEX R0, f[TEX1], TEX2, 2D;
MADHC_SAT H2.xz (GT.x), -|R0|, half.x, H2.w;
KIL LT.xyzw;
PK4UB R3.x, R0;
UP4UB R4, R3.x;
RFLH H4.xyz, R4, -f[COL0];
MOVR RC.y, p[7];
LRP R1 (NE.wwww), scale, R4, R0;
MOVH o[COLH], R1;
END
",
    "!!VP1.1
OPTION NV_position_invariant;
MOV R0.xy, -v[NRML].zwxy;
ARL A0.x, R0.y;
RCC R1, +c[12].w;
LIT o[COL0], R0;
EXP R2.z, R1.x;
MAD o[TEX0], c[12], R2, -c[12].x;
MOV o[FOGC].x, R2.z;
END
",
    "!!VP1.0
DP4 o[HPOS].x, c[0], v[OPOS];
ARL A0.x, v[7].w;
ADD R11, c[A0.x + 3], -R11.wzyx;
SGE o[BFC1].yw, R11, v[OPOS].x;
END
",
    "!!VP2.0
BRA main;
sub: ARRC A1.yz (NE), -|R3.xxyy|;
ARA A0, A1;
ADDC CC.x, R0, -c[A0.w - 7];
CAL sub (GT.x);
RET (LE.y);
main: SSG R0, v[TEX3];
MOV o[HPOS] (TR), R0;
CAL sub;
BRA main (EQ.wzyx);
MOV o[CLP2].x, R0.y;
END
",
    "!!ARBvp1.0
OPTION NV_vertex_program3;
ADDRESS a, b;
TEMP t;
PARAM p[3] = { program.local[0..1], { 1, 2 } };
ARL a.xz (GT1), vertex.normal;
PUSHA a;
POPA b;
TXL_SAT t, vertex.attrib[a.x + 2], texture[2], CUBE;
ADDC1 t.xw (LT0.y), |p[b.z - 1]|, 2.0;
again: MOV result.texcoord[a.z].x, -t;
BRA again (NE1.x);
MOV result.clip[1].x, vertex.texcoord[b.w].y;
END
",
];

/// Returns the number of texts that are tried; `GRISTMILL_MUTANTS` sets another one.
fn count_mutants() -> usize {
    let said = std::env::var("GRISTMILL_MUTANTS").ok().and_then(|count| count.parse().ok());
    said.unwrap_or(FEW)
}

/// The texts that are tried every time.
const FEW: usize = 20_000;

/// The pieces that a fault puts in.
const PIECES: [&str; 34] = [
    ";",
    ",",
    ".x",
    ".xyzw",
    "[",
    "]",
    "{1}",
    "-",
    "|",
    "TEMP q;",
    "END",
    "A0",
    "(GT.x)",
    "0",
    "99",
    "..",
    "result.color",
    "fragment.color",
    "program.env[7]",
    "state.matrix.mvp.inverse.row[1]",
    "IF NE.x;",
    "ENDIF;",
    "\u{e9}",
    "#",
    "c[A0.x + 1]",
    "v[OPOS]",
    "o[HPOS]",
    "R0",
    "again:",
    "BRA again;",
    "RET;",
    "CAL main (GT);",
    "POPA a;",
    "texcoord[a.x + 3]",
];

/// A text with a few faults.
fn broken(text: &str, numbers: &mut Numbers) -> String {
    let mut broken = text.to_string();
    for _ in 0..1 + numbers.below(3) {
        let boundary = |at: usize| (0..=at).rev().find(|at| broken.is_char_boundary(*at)).unwrap_or(0);
        let at = boundary(11 + numbers.below(broken.len().saturating_sub(11).max(1)));
        let length = [0, 0, 1, 2, 5, 20][numbers.below(6)];
        let end = boundary((at + length).min(broken.len()));
        let piece = if numbers.below(3) > 0 { PIECES[numbers.below(PIECES.len())] } else { "" };
        broken.replace_range(at..end, piece);
    }
    broken
}

#[test]
fn broken_programs_are_refused_or_right() {
    let mut numbers = Numbers(0x5eed_1234_5678_9abc);
    let (mut refused, mut right) = (0, 0);
    let count = count_mutants();
    for turn in 0..count {
        let own = PROGRAMS[turn % PROGRAMS.len()];
        let text = if turn < PROGRAMS.len() { own.to_string() } else { broken(own, &mut numbers) };
        let is_vertex = ["!!ARBvp", "!!VP"].iter().any(|head| text.starts_with(head));
        let name = if is_vertex { "broken.vp" } else { "broken.fp" };
        match program_counts(name, &text) {
            Err(Error::Source { report, .. }) => {
                assert!(turn >= PROGRAMS.len(), "{report}");
                let (_, at) = report
                    .rsplit_once("PROGRAM_ERROR_POSITION_ARB is ")
                    .unwrap_or_else(|| panic!("{report}"));
                assert!(at.parse::<usize>().unwrap() <= text.len(), "{report}");
                refused += 1;
            }
            Err(error) => panic!("{error}"),
            Ok(_) => {
                right += 1;
                // Compiling takes a thousand times as long as reading.
                if right % (3 * (count / FEW).max(1)) > 0 {
                    continue;
                }
                match KernelCheck::source(name, text.clone()).compile() {
                    Ok(_) => {}
                    Err(Error::NotEmulated { report, .. }) if report.contains("calls itself") => {}
                    Err(error) => panic!("{text}\n{error}"),
                }
            }
        }
    }
    println!("{count} texts: {refused} refused, {right} right");
    assert!(refused > count / 2 && right > count / 20, "{refused} refused, {right} right");
}
