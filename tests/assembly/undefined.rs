//! What an extension leaves undefined is a finding in its own words; what it defines is none.

use gristmill::check::{KernelCheck, LaunchOptions};
use gristmill::finding::FindingKind;

/// Returns what is found in a program: the kind, the line, and the rule.
fn find(text: &str) -> Vec<(FindingKind, usize, String)> {
    let report = KernelCheck::source("undefined.fp", text)
        .run(&LaunchOptions::new().size([2, 2]))
        .unwrap_or_else(|error| panic!("{error}\n{text}"));
    let findings = report.findings.iter();
    findings
        .map(|finding| {
            let line = finding.witnesses.first().map_or(0, |seen| seen.line);
            (finding.kind, line, finding.to_string())
        })
        .collect()
}

fn arb(statement: &str) -> String {
    format!("!!ARBfp1.0\nTEMP r;\nMOV r, 0.0;\n{statement}\nEND")
}

#[test]
fn what_arb_fragment_program_leaves_undefined_is_told_in_its_words() {
    for (statement, words) in [
        ("LG2 result.color, r.x;", "the result of LG2 is undefined if the operand is zero or negative"),
        ("SCS r.xy, 4.0.x;\nMOV result.color, r;", "not in the range [-PI,PI]"),
        (
            "MOV r, fragment.position;\nMOV r.w, -1.0;\nTXP result.color, r, texture[0], 2D;",
            "if the fourth component is less than or equal to zero, the result of TXP is undefined",
        ),
        ("POW result.color, r.x, r.x;", "POW may be EX2 of a product with LG2"),
    ] {
        let found = find(&arb(statement));
        let told = found.iter().any(|(_, line, text)| *line >= 4 && text.contains(words));
        assert!(told, "{statement}: {found:?}");
    }
}

#[test]
fn a_result_in_doubt_is_written_all_the_same() {
    let text = "!!ARBfp1.0\nTEMP r;\nMOV r, 2.0;\nSCS r.xy, 0.5.x;\nMOV result.color, r;\nEND";
    let launch = LaunchOptions::new().size([1, 1]);
    for launch in [launch.clone(), launch.unwatched()] {
        let report = KernelCheck::source("written.fp", text).run(&launch).unwrap();
        let lanes: Vec<f32> = report
            .output("result.color")
            .unwrap()
            .iter()
            .map(|bits| f32::from_bits(*bits))
            .collect();
        let wanted = [0.5_f32.cos(), 0.5_f32.sin(), 2.0, 2.0];
        assert!(lanes.iter().zip(wanted).all(|(got, wanted)| (got - wanted).abs() < 1e-6), "{lanes:?}");
    }
}

#[test]
fn what_the_extensions_define_is_no_finding() {
    for statement in [
        "RSQ result.color, r.x;",
        "RCP result.color, r.x;",
        "LIT result.color, r;",
        "MOV r.x, 1.0;\nLIT result.color, r;",
        "SCS r.xy, 3.0.x;\nMOV result.color, r;",
        "TXP result.color, fragment.position, texture[0], RECT;",
    ] {
        assert_eq!(find(&arb(statement)), [], "{statement}");
    }
    // All registers begin as zeros, and every function has a result for every number.
    for statement in [
        "LG2 o[COLR], R0.x;",
        "LG2 o[COLR], -1.0;",
        "POW o[COLR], R0.x, R1.x;",
        "RSQ o[COLR], -1.0;",
        "RCP o[COLR], R0.x;",
        "ADD o[COLR], R3, H7;",
        "LIT o[COLR], R0;",
    ] {
        assert_eq!(find(&format!("!!FP1.0\n{statement}\nEND")), [], "{statement}");
    }
    let found = find("!!FP1.0\nMOV R0, f[WPOS];\nMOV R0.w, -1.0;\nTXP o[COLR], R0, TEX0, 2D;\nEND");
    assert!(
        found
            .iter()
            .any(|(_, _, text)| text.contains("if q is less than or equal to zero")),
        "{found:?}"
    );
}

/// A call too many and an instruction too many are told by their rule; the limit itself is not too many.
#[test]
fn an_abnormal_end_is_told() {
    let notes = |statements: &str| {
        let found = find(&format!("!!ARBfp1.0\nOPTION NV_fragment_program2;\nTEMP s;\nMOV s, 0.0;\n{statements}END"));
        let ends = found.into_iter().filter(|(_, _, text)| text.contains("ends abnormally"));
        ends.map(|(kind, line, _)| (kind, line)).collect::<Vec<_>>()
    };
    let chain = |calls: usize| {
        let labels = (1..=calls).map(|n| match n {
            n if n == calls => format!("l{n}:\nADD s, s, 1.0;\nRET;\n"),
            n => format!("l{n}:\nCAL l{};\nRET;\n", n + 1),
        });
        format!("CAL l1;\nMOV result.color, s;\nRET;\n{}", labels.collect::<String>())
    };
    assert_eq!(notes(&chain(4)), []);
    assert_eq!(notes(&chain(5)), [(FindingKind::Note, 5)]);
    // MOV, LOOP, 255 turns of 257 instructions, and those of the last lines make the limit and one more.
    let turns = |last: usize| {
        let inner = "ADD s, s, 1.0;\n".repeat(255);
        let last = "ADD s, s, 1.0;\n".repeat(last);
        format!("REP {{255}};\n{inner}ENDREP;\n{last}MOV result.color, s;\n")
    };
    let fixed = 2 + 255 * 256 + 1;
    assert_eq!(notes(&turns(65_536 - fixed)), []);
    // The last line does not run.
    assert_eq!(notes(&turns(65_537 - fixed)), [(FindingKind::Undefined, 262), (FindingKind::Note, 5)]);
}
