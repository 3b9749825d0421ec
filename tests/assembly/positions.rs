//! The place where a program is wrong: `PROGRAM_ERROR_POSITION_ARB` is the bytes before the first
//! thing that is.

use gristmill::check::program_counts;

/// Stands before what is wrong.
const MARK: char = '^';

/// Statements of a fragment program; the mark at the end means that only the whole text shows it.
const FRAGMENT: [&str; 34] = [
    "MOV result.color, ^R0;",
    "TEMP a; TEMP ^a;",
    "TEMP ^MOV;",
    "TEMP ^fragment;",
    "TEMP a ^b;",
    "^FOO result.color, 1.0;",
    "MOV result.color, 1.0 ^END",
    "MOV ^fragment.color, 1.0;",
    "MOV result.^position, 1.0;",
    "MOV result.color.^yx, 1.0;",
    "MOV result.color.^xg, 1.0;",
    "TEMP a; MOV result.color, a.^xy;",
    "TEMP a; RCP result.color, a^;",
    "TEMP a; RCP result.color, a.^xyzw;",
    "TEMP a; SWZ result.color, a, x, y, ^2, w;",
    "TEMP a; SWZ result.color, a, x, y, ^b, w;",
    "TEX result.color, fragment.texcoord[0], texture[^99], 2D;",
    "TEX result.color, fragment.texcoord[0], texture[0], ^4D;",
    "TEX result.color, fragment.texcoord[^8], texture[0], 2D;",
    "TEMP a; TEX a, a, texture[0], 2D; TEX a, a, texture[0], ^3D;",
    "PARAM p[^2] = { 1.0 };",
    "PARAM p[^0] = { 1.0 };",
    "PARAM p[] = { 1.0, 2.0 }; MOV result.color, p[^2];",
    "PARAM p[] = { 1.0 }; MOV result.color, ^p;",
    "PARAM p = state.matrix.mvp^;",
    "PARAM p[] = { program.local[3..^1] };",
    "PARAM p = program.^temp[0];",
    "MOV result.color, state.light[0].^colour;",
    "MOV result.color, {1.0, 2.0, 3.0, 4.0^, 5.0};",
    "MOV result.color, 1.0; ^%",
    "ALIAS a = ^b;",
    "OUTPUT o = result.color; MOV result.color, ^o;",
    "^DDX result.color, fragment.color;",
    "TEMP a; MOV a, -^;",
];

/// Whole programs.
const WHOLE: [&str; 16] = [
    "^ !!ARBfp1.0\nEND",
    "^!!ARBfp2.0\nEND",
    "!!ARBfp1.0\nMOV result.color, 1.0;^",
    "!!ARBfp1.0\nOPTION ^ARB_no_such;\nEND",
    "!!ARBfp1.0\nOPTION ARB_fog_exp;\nOPTION ^ARB_fog_linear;\nEND",
    "!!ARBfp1.0\nTEMP a;\n^OPTION ARB_fog_exp;\nEND",
    "!!ARBvp1.0\nOPTION ARB_position_invariant;\nMOV result.^position, vertex.position;\nEND",
    "!!ARBvp1.0\nMOV result.position, vertex.normal;\nMOV result.color, ^vertex.attrib[2];\nEND",
    "!!ARBvp1.0\nADDRESS a;\nARL a.^y, vertex.position.x;\nEND",
    "!!ARBvp1.0\nPARAM p[] = { program.env[0..3] };\nADDRESS a;\nMOV result.position, p[a.x + ^64];\nEND",
    "!!ARBvp1.0\nPARAM p[] = { program.env[0], program.env[0] };\nADDRESS a;\nARL a.x, vertex.position.x;\nMOV result.position, p[a.x];\nEND\n^",
    "!!ARBvp1.0\n^KIL vertex.color;\nEND",
    "!!ARBfp1.0\nOPTION NV_fragment_program2;\nIF GT.x;\nEND\n^",
    "!!ARBfp1.0\nOPTION NV_fragment_program2;\n^BRK;\nEND",
    "!!ARBfp1.0\nOPTION NV_fragment_program2;\nTEMP a;\nREP ^a;\nENDREP;\nEND",
    "!!ARBfp1.0\nOPTION NV_fragment_program2;\nCAL nowhere;\nEND\n^",
];

/// Statements of `!!FP1.0`.
const REGISTERS: [&str; 37] = [
    "MOV o[COLR], ^R32;",
    "MOV o[COLR], ^H64;",
    "MOV o[COLR], ^r0;",
    "MOV o[^COLX], R0;",
    "MOV ^f[COL0], R0;",
    "MOV ^p[0], R0;",
    "MOV o[COLR], f[^TEX8];",
    "MOV o[COLR], f[^POS];",
    "MOV o[COLR], p[^4096];",
    "MOV o[COLR], ^alpha;",
    "DECLARE alpha; DECLARE ^alpha;",
    "DEFINE ^R1 = 1.0;",
    "DEFINE ^MOV = 1.0;",
    "DEFINE one ^1.0;",
    "DEFINE one = ^alpha;",
    "^TEMP a;",
    "^OPTION ARB_fog_exp;",
    "^ABS R0, R1;",
    "^CMP R0, R1, R2, R3;",
    "^SWZ R0, R1, x, y, z, w;",
    "KIL ^R0;",
    "RCP R0, R1^;",
    "RCP R0, R1.^xy;",
    "MOV R0.^yx, R1;",
    "MOV R0.^rg, R1;",
    "TEX R0, f[TEX0], ^texture[0], 2D;",
    "TEX R0, f[TEX0], ^TEX16, 2D;",
    "TEX R0, f[TEX0], TEX0, 2D; TEX R1, f[TEX0], TEX0, ^RECT;",
    "^ADD R0, f[TEX0], f[TEX1];",
    "^MAD R0, R1, p[0], p[1];",
    "^MAD R0, R1, p[0], 2;",
    "^ADD R0, {1,2,3,4}, -4;",
    "^ADD R0, {1,2,3,4}, -{-1,-2,-3,-4};",
    "^ADD R0, {1,2,3,4}, {4,5,6,7}.x;",
    "DECLARE ^TEX0;",
    "DECLARE ^EQ;",
    "DEFINE v = {1,2}; DEFINE w = {^v, 1};",
];

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

fn position(text: &str) -> usize {
    let name = if text.contains("!!ARBvp") { "wrong.vp" } else { "wrong.fp" };
    let error = program_counts(name, text).expect_err(text).to_string();
    let (_, at) = error.rsplit_once("PROGRAM_ERROR_POSITION_ARB is ").expect(&error);
    at.parse().expect(&error)
}

#[test]
fn what_is_wrong_is_found_where_it_stands() {
    let fragment = FRAGMENT.map(|statements| {
        let end = if statements.ends_with("END") { "" } else { "\nEND" };
        format!("!!ARBfp1.0\n# a program\n{statements}{end}")
    });
    let registers = REGISTERS.map(|statements| format!("!!FP1.0\n{statements}\nEND"));
    for marked in fragment.iter().chain(&registers).map(String::as_str).chain(WHOLE) {
        let wanted = marked.find(MARK).expect(marked);
        let text = marked.replace(MARK, "");
        assert_eq!(position(&text), wanted, "{marked}");
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
