//! Programs end after 65,536 instructions (NV_fragment_program2, 3.11.4.X; NV_vertex_program2, 2.14.2.3): at that
//! instruction, with what is written until then, and a finding that names the loop.

use crate::machine::chosen;
use gristmill::check::{KernelCheck, LaunchOptions};
use gristmill::finding::FindingKind;
use gristmill::{Device, Era, KernelSource, MachineChoice};

/// A fragment program whose loops run 255 * 255 turns of three instructions, after others.
fn nested_loops(before: usize) -> String {
    let moves = "MOV n, 0.0;\n".repeat(before);
    format!(
        "!!ARBfp1.0\nOPTION NV_fragment_program2;\nTEMP n;\n{moves}REP {{255}};\nREP {{255}};\nADD n, n, 1.0;\n\
         MOV result.color, n;\nENDREP;\nENDREP;\nMOV result.color, -1.0;\nEND"
    )
}

/// Returns the result of the program above, one instruction after the other.
fn run_plainly(before: usize) -> f32 {
    let (mut n, mut result) = (0.0, 0.0);
    let mut left = 65_536 - before - 1;
    let mut may_run = || {
        let may = left > 0;
        left -= usize::from(may);
        may
    };
    for _ in 0..255 {
        if !may_run() {
            return result;
        }
        for _ in 0..255 {
            if !may_run() {
                return result;
            }
            n += 1.0;
            if !may_run() {
                return result;
            }
            result = n;
            if !may_run() {
                return result;
            }
        }
        if !may_run() {
            return result;
        }
    }
    -1.0
}

fn run_program(device: &Device, text: &str) -> [f32; 4] {
    let run = || {
        let kernel = device.kernel(&KernelSource::new("program").fragment(text.to_string()))?;
        let mut result = device.empty::<[f32; 4]>(1)?;
        kernel.call().output("result.color", &mut result).run()?;
        Ok(result.read()?[0])
    };
    run().unwrap_or_else(|error: gristmill::Error| panic!("{error}\n{text}"))
}

#[test]
fn a_fragment_program_ends_at_its_instruction() {
    let machines = [MachineChoice::Emulator, MachineChoice::Driver];
    for device in machines.into_iter().filter_map(|choice| chosen(choice, Era::Fragment)) {
        for before in 1..6 {
            let wanted = run_plainly(before);
            assert!(wanted > 20_000.0);
            let got = run_program(&device, &nested_loops(before));
            assert_eq!(got, [wanted; 4], "{before} on {}", device.info().name);
        }
    }
}

/// Branches count with both sides' ends, a subroutine with its return.
#[test]
fn a_fragment_program_counts_branches_and_calls() {
    let text = "!!ARBfp1.0
OPTION NV_fragment_program2;
TEMP n;
BRANCHES
add:
ADD n, n, 1.0;
RET;
main:
MOVC n, 0.0;
REP {255};
REP {255};
IF EQ.x;
CAL add;
ELSE;
MOV n, -9.0;
MOV n, -9.0;
ENDIF;
MOV result.color, n;
ENDREP;
ENDREP;
END"
    .replace("BRANCHES\n", "");
    // IF, CAL, ADD, RET, ELSE, ENDIF, MOV and ENDREP in each turn.
    let (mut left, mut turns) = (65_536 - 2, 0);
    while left > 0 {
        left -= 1;
        // A turn whose MOV runs is in the result.
        let whole = (left / 8).min(255);
        turns += whole;
        left -= whole * 8;
        if whole < 255 {
            turns += usize::from(left >= 7);
            break;
        }
        left -= 1;
    }
    let machines = [MachineChoice::Emulator, MachineChoice::Driver];
    for device in machines.into_iter().filter_map(|choice| chosen(choice, Era::Fragment)) {
        assert_eq!(run_program(&device, &text), [turns as f32; 4], "{}", device.info().name);
    }
}

/// Returns the lines at which a program is found to end.
fn find_ends(name: &str, text: &str, launch: &LaunchOptions) -> Vec<usize> {
    let report = KernelCheck::source(name, text)
        .run(launch)
        .unwrap_or_else(|error| panic!("{error}\n{text}"));
    let ends = report
        .findings
        .iter()
        .filter(|finding| finding.kind == FindingKind::Undefined && finding.to_string().contains("65536 instructions"));
    let mut lines: Vec<usize> = ends
        .filter_map(|finding| finding.witnesses.first().map(|seen| seen.line))
        .collect();
    lines.dedup();
    lines
}

#[test]
fn a_finding_names_the_loop() {
    let launch = LaunchOptions::new().size([1, 1]);
    assert_eq!(find_ends("endless.fp", &nested_loops(1), &launch), [5]);
    let none: [usize; 0] = [];
    let short = nested_loops(1).replace("{255};\nREP {255}", "{8};\nREP {255}");
    assert_eq!(find_ends("short.fp", &short, &launch), none);
    let text = "!!VP2.0\nMOV o[HPOS], v[0];\nagain:\nADD R0, R0, v[0];\nMOV o[TEX0], R0;\nBRA again (TR);\nEND";
    let bits: Vec<u32> = [1.0_f32; 4].map(f32::to_bits).to_vec();
    let launch = LaunchOptions::new().vertices(1).buffer("v[0]", bits);
    assert_eq!(find_ends("endless.vp", text, &launch), [6]);
    assert_eq!(find_ends("ending.vp", &text.replace("(TR)", "(FL)"), &launch), none);
}
