//! The sentences about wrong programs, with the numbers and the next step, and programs that are right although they look
//! wrong.

use gristmill::check::program_counts;

/// The instructions whose constants NV_fragment_program merges into one vector, and constants that name a scalar.
const MERGED: [&str; 7] = [
    "MAD R0, R1, 2, -1;",
    "ADD R0, {1,2,3,4}, 4;",
    "MADR R0, R0, {2}.x, {-1}.x;",
    "DEFINE two = 2; MAD R0, R1, two, {1,2,3}.z;",
    "DEFINE pi = 3.25; DEFINE v = {pi, 1}; ADD R0, v, pi;",
    "DEFINE pi = 3.25; MOV R0, {pi,1,2,pi};",
    "DEFINE pi = 3.25; DECLARE a = {1,pi}; MOV R0, a;",
];

#[test]
fn constants_of_one_instruction_are_merged() {
    for statement in MERGED {
        let counts = program_counts("merged.fp", &format!("!!FP1.0\n{statement}\nMOV o[COLR], R0;\nEND"));
        assert!(counts.is_ok(), "{statement}: {}", counts.unwrap_err());
    }
}

#[test]
fn messages_quote_what_is_given_and_the_limit() {
    let says = |text: &str| program_counts("wrong.fp", text).unwrap_err().to_string();
    let error = says("!!ARBfp1.0\nTEX result.color, fragment.texcoord[0], texture[99], 2D;\nEND");
    assert!(error.contains("texture image unit 99 is out of range, the last is 15"), "{error}");
    assert!(error.contains("wrong.fp:2:"), "{error}");
    let error = says("!!ARBfp1.0\nPARAM p[3] = { program.local[0..1] };\nEND");
    assert!(error.contains("the array has 3 parameters, 2 are bound"), "{error}");
    let error = says("!!ARBfp1.0\nOPTION NV_vertex_program3;\nEND");
    assert!(error.contains("there is no option 'NV_vertex_program3'"), "{error}");
    let error = says("!!ARBfp1.0\nDDX result.color, fragment.color;\nEND");
    assert!(error.contains("write OPTION NV_fragment_program; after the first line"), "{error}");
    // A modifier of the later option, whatever program it is looked for in.
    let error = says("!!ARBfp1.0\nOPTION NV_fragment_program;\nCMPC result.color, 1.0, 1.0, 1.0;\nEND");
    assert!(error.contains("write OPTION NV_fragment_program2; after the first line"), "{error}");
    let error = program_counts("wrong.vp", "!!ARBvp1.0\nSEQ result.color, 1.0, 1.0;\nEND")
        .unwrap_err()
        .to_string();
    assert!(error.contains("write OPTION NV_vertex_program2; after the first line"), "{error}");
    let error = program_counts("wrong.vp", "!!ARBvp1.0\nX2D result.color, 1.0, 1.0, 1.0;\nEND")
        .unwrap_err()
        .to_string();
    assert!(error.contains("only a fragment program with NVIDIA's options has it"), "{error}");
    let error = says("!!FP1.0\nMOV o[COLR], R0;\nMOV o[COLH], H0;\nEND");
    assert!(error.contains("o[COLR] and o[COLH] are both written"), "{error}");
    let full: String = (0..32).map(|n| format!("MOV R{n}, 1.0;\n")).collect();
    let error = says(&format!("!!FP1.0\n{full}MOV o[COLR], R0;\nEND"));
    assert!(error.contains("take the room of 66 of 16 bits, there is room for 64"), "{error}");
    let nearly: String = (0..31).map(|n| format!("MOV R{n}, 1.0;\n")).collect();
    assert!(program_counts("full.fp", &format!("!!FP1.0\n{nearly}MOV H0, 1.0;\nMOV o[COLR], R0;\nEND")).is_err());
    assert!(program_counts("full.fp", &format!("!!FP1.0\n{nearly}MOV o[COLR], R0;\nEND")).is_ok());
    assert!(says("!!FP1.0\nMOV R0, 1.0;\nEND").contains("writes no result; write o[COLR], o[COLH] or o[DEPR]"));
    let deep = format!("!!ARBfp1.0\nOPTION NV_fragment_program2;\n{}END", "REP program.local[0];\n".repeat(5));
    assert!(says(&deep).contains("'REP' is 5 deep, 4 is the limit"), "{}", says(&deep));
}
