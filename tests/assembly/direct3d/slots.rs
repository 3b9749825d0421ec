//! Slots and other counts, by Microsoft's tables.

use super::file_name;
use gristmill::check::{ProgramCounts, program_counts};

fn counted(text: &str) -> ProgramCounts {
    program_counts(file_name(text), text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[test]
fn each_instruction_takes_its_slots() {
    let pixel = |version: &str, code: &str| {
        let text = format!(
            "{version}\ndcl_2d s0\ndcl_cube s1\nmov r1, c0\nmov r2, c1\nmov r3, c2\nmov r0, c0\n{code}\nmov oC0, r0\n"
        );
        counted(&text).instructions - 5
    };
    for (code, slots) in [
        ("add r0, r1, r2", 1),
        ("nrm r0, r1", 3),
        ("crs r0.xyz, r1, r2", 2),
        ("sincos r4.xy, r1.x, c6, c7", 8),
        ("m4x4 r0, r1, c4", 4),
        ("m3x2 r0.xy, r1, c4", 2),
        ("pow r0, r1.x, r2.x", 3),
        ("lrp r0, r1, r2, r3", 2),
        ("dp2add r0, r1, r2, r3.x", 2),
        ("texld r0, r1, s0", 1),
        ("texkill r1", 1),
        ("nop", 1),
    ] {
        assert_eq!(pixel("ps_2_0", code), slots, "{code}");
    }
    let third = |code: &str| pixel("ps_3_0", code);
    for (code, slots) in [
        ("texld r0, r1, s0", 1),
        ("texld r0, r1, s1", 4),
        ("texldp r0, r1, s0", 3),
        ("texldb r0, r1, s0", 6),
        ("texldl r0, r1, s0", 2),
        ("texldl r0, r1, s1", 5),
        ("texldd r0, r1, s0, r2, r3", 3),
        ("texkill r1", 2),
        ("dsx r0, r1", 2),
        ("sincos r0.xy, r1.x", 8),
        ("setp_gt p0, r1, r2\n(p0) add r0, r1, r2", 3),
        ("if_gt r1.x, r2.x\nmov r0, r1\nelse\nmov r0, r2\nendif", 7),
    ] {
        assert_eq!(third(code), slots, "{code}");
    }
    let vertex = |version: &str, code: &str| {
        counted(&format!("{version}\nmov r0, c0\nmov r1, c0\n{code}\nmov oPos, r0\n")).instructions - 3
    };
    for (version, code, slots) in [
        ("vs_1_1", "exp r0, r1.x", 10),
        ("vs_2_0", "exp r0, r1.x", 1),
        ("vs_1_1", "frc r0.xy, r1", 3),
        ("vs_1_1", "lit r0, r1", 1),
        ("vs_2_0", "lit r0, r1", 3),
        ("vs_2_0", "sgn r0, r1, r2, r3", 3),
        ("vs_1_1", "m4x4 r0, r1, c4", 4),
        ("vs_2_0", "rep i0\nadd r0, r0, r1\nendrep", 6),
    ] {
        assert_eq!(vertex(version, code), slots, "{version} {code}");
    }
}

#[test]
fn pairs_and_first_versions_have_their_slots() {
    let counts = counted("ps_1_3\ntex t0\ndp4 r0, t0, c0\nmul r0.rgb, r0, t0\n+ mov r0.a, c1\n");
    assert_eq!((counts.alu, counts.texture, counts.instructions), (3, 1, 4));
    let counts = counted("ps_1_4\ntexld r0, t0\nmul r0, r0, c0\nphase\ntexld r1, r0\nadd r0, r1, c0\n");
    assert_eq!((counts.alu, counts.texture, counts.indirections), (2, 2, 2));
    let counts = counted("ps_1_1\ntex t0\ntexbeml t1, t0\nmov r0, t1\n");
    assert_eq!((counts.alu, counts.texture), (2, 2));
}

#[test]
fn chains_of_reads_are_counted() {
    let chain = |hops: usize| {
        let hops = "texld r0, r0, s0\n".repeat(hops);
        format!("ps_2_0\ndcl t0\ndcl_2d s0\ntexld r0, t0, s0\n{hops}mov oC0, r0\n")
    };
    for hops in 0..4 {
        assert_eq!(counted(&chain(hops)).indirections, hops + 1);
    }
    assert!(program_counts("chain.psh", &chain(4)).is_err());
    let free = chain(9).replace("ps_2_0", "ps_2_a");
    assert_eq!(counted(&free).indirections, 10);
}

#[test]
fn slots_that_run_are_those_of_all_turns() {
    let text =
        "ps_3_0\ndefi i0, 10, 0, 0, 0\ndef c0, 1, 1, 1, 1\nmov r0, c0\nrep i0\nadd r0, r0, c0\nendrep\nmov oC0, r0\n";
    // The way in takes 3, each turn 1 and 2 for its end.
    assert_eq!(counted(text).executed, Some(1 + 3 + 10 * 3 + 1));
    assert_eq!(counted(&text.replace("defi i0, 10, 0, 0, 0\n", "")).executed, None);
}
