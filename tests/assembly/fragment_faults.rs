//! Malformed fragment programs: the byte, the line and column, and the sentence. The grammars are those of
//! ARB_fragment_program 3.11.2 with NVIDIA's options, and of NV_fragment_program 3.11.1.

use gristmill::check::program_counts;

/// Stands before what is wrong.
const MARK: char = '^';

/// Statements of `!!ARBfp1.0`; the mark at the end means that only the whole text shows it.
const FRAGMENT: [(&str, &str); 50] = [
    ("MOV result.color, ^R0;", "'R0' is not declared"),
    ("TEMP a; TEMP ^a;", "'a' is a temporary already; use another name"),
    ("TEMP ^MOV;", "'MOV' is a keyword; choose another name"),
    ("TEMP ^fragment;", "'fragment' is a keyword; choose another name"),
    ("TEMP a ^b;", "expected ';', found 'b'"),
    ("^FOO result.color, 1.0;", "'FOO' is not an instruction of this program"),
    ("MOV result.color, 1.0 ^END", "expected ';', found 'END'"),
    ("MOV ^fragment.color, 1.0;", "'fragment' is not declared"),
    ("MOV result.^position, 1.0;", "expected color or depth, found 'position'"),
    ("MOV result.color.^yx, 1.0;", "expected components in their order, found 'yx'"),
    ("MOV result.color.^xg, 1.0;", "expected components in their order, found 'xg'"),
    ("TEMP a; MOV result.color, a.^xy;", "expected one component or four, found 'xy'"),
    ("TEMP a; RCP result.color, a^;", "expected '.', found ';'"),
    ("TEMP a; RCP result.color, a.^xyzw;", "expected one component, found 'xyzw'"),
    ("TEMP a; SWZ result.color, a, x, y, ^2, w;", "expected 0, 1 or a component, found '2'"),
    ("TEMP a; SWZ result.color, a, x, y, ^b, w;", "expected 0, 1 or a component of the same set, found 'b'"),
    (
        "TEX result.color, fragment.texcoord[0], texture[^99], 2D;",
        "texture image unit 99 is out of range, the last is 15; use a lower one",
    ),
    ("TEX result.color, fragment.texcoord[0], texture[0], ^4D;", "expected 1D, 2D, 3D, CUBE or RECT, found '4D'"),
    (
        "TEX result.color, fragment.texcoord[^8], texture[0], 2D;",
        "texture coordinates 8 is out of range, the last is 7; use a lower one",
    ),
    (
        "TEMP a; TEX a, a, texture[0], 2D; TEX a, a, texture[0], ^3D;",
        "texture[0] was read as 2D and is read as '3D'; a unit has one target",
    ),
    ("PARAM p[^2] = { 1.0 };", "the array has 2 parameters, 1 are bound to it; make both equal"),
    ("PARAM p[^0] = { 1.0 };", "an array has one parameter at least"),
    ("PARAM p[] = { 1.0, 2.0 }; MOV result.color, p[^2];", "item 2 of 'p' is asked for, it has 2 from 0 on"),
    ("PARAM p[] = { 1.0 }; MOV result.color, ^p;", "'p' is an array; add an index, such as [0]"),
    ("PARAM p = state.matrix.mvp^;", "expected '.row[n]', since a whole matrix takes an array, found ';'"),
    ("PARAM p[] = { program.local[3..^1] };", "the range 3..1 ends before it begins; write the lower first"),
    ("PARAM p = program.^temp[0];", "expected env or local, found 'temp'"),
    (
        "MOV result.color, state.light[0].^colour;",
        "expected ambient or diffuse or specular or position or attenuation or",
    ),
    ("MOV result.color, {1.0, 2.0, 3.0, 4.0^, 5.0};", "expected '}', found ','"),
    ("MOV result.color, 1.0; ^%", "no program has the character '%'"),
    ("ALIAS a = ^b;", "'b' is not declared"),
    ("OUTPUT o = result.color; MOV result.color, ^o;", "'o' is a result, which no operand may be"),
    ("^DDX result.color, fragment.color;", "'DDX' is not an instruction of this program; write OPTION"),
    ("TEMP a; MOV a, -^;", "expected an operand, found ';'"),
    ("TEMP a; LRP a, 1.0, ^;", "expected an operand, found ';'"),
    ("PARAM p = { 1.0, 2.0 ^;", "expected '}', found ';'"),
    ("MOV result.color^[1], 1.0;", "expected ',', found '['"),
    ("MOV_SAT result.depth.^q, 1.0;", "expected components in their order, found 'q'"),
    ("ATTRIB a = ^result.color;", "expected an attribute, found 'result'"),
    ("ATTRIB a = fragment.^normal;", "expected color, texcoord, fogcoord or position, found 'normal'"),
    ("TEMP a; KIL ^result.color;", "'result' is not declared"),
    ("TXP result.color, fragment.texcoord[0], texture^;", "expected ',', found ';'"),
    ("MOV result.color, program.local[^9999];", "local parameter 9999 is out of range, the last is 4095; use a lower"),
    (
        "MOV result.color, state.matrix.texture[^99].row[0];",
        "texture matrix 99 is out of range, the last is 7; use a lower one",
    ),
    ("TEMP a; SCS a.z, 1.0^;", "expected '.', found ';'"),
    ("MOV^;", "expected where the result goes, found ';'"),
    ("MOV result.color ^fragment.color;", "expected ',', found 'fragment'"),
    ("TEMP a, ^1b;", "expected a name, found '1'"),
    ("PARAM p[^2] = { 1.0, 2.0, 3.0 };", "the array has 2 parameters, 3 are bound to it; make both equal"),
    ("MOV result.color, ^'a';", "no program has the character '''"),
];

/// Whole programs.
const WHOLE: [(&str, &str); 16] = [
    ("^ !!ARBfp1.0\nEND", "a program begins with !!ARBfp1.0, !!ARBvp1.0, !!FP1.0, !!VP1.0"),
    ("^!!ARBfp2.0\nEND", "a program begins with !!ARBfp1.0, !!ARBvp1.0, !!FP1.0, !!VP1.0"),
    ("!!ARBfp1.0\nMOV result.color, 1.0;^", "the program does not end with END"),
    ("!!ARBfp1.0\nOPTION ^ARB_no_such;\nEND", "there is no option 'ARB_no_such' for fragment programs here; there is"),
    (
        "!!ARBfp1.0\nOPTION ARB_fog_exp;\nOPTION ^ARB_fog_linear;\nEND",
        "a program has one option for fog; leave one out",
    ),
    ("!!ARBfp1.0\nTEMP a;\n^OPTION ARB_fog_exp;\nEND", "options come before everything else; move this one up"),
    (
        "!!ARBvp1.0\nOPTION ARB_position_invariant;\nMOV result.^position, vertex.position;\nEND",
        "'position' is OpenGL's with OPTION ARB_position_invariant; leave one",
    ),
    (
        "!!ARBvp1.0\nMOV result.position, vertex.normal;\nMOV result.color, ^vertex.attrib[2];\nEND",
        "vertex.attrib[2] and the conventional attribute that it aliases are",
    ),
    (
        "!!ARBvp1.0\nADDRESS a;\nARL a.^y, vertex.position.x;\nEND",
        "expected x, the only component of an address register, found 'y'",
    ),
    (
        "!!ARBvp1.0\nPARAM p[] = { program.env[0..3] };\nADDRESS a;\nMOV result.position, p[a.x + ^64];\nEND",
        "an offset 64 is out of range, the last is 63; use a lower one",
    ),
    (
        "!!ARBvp1.0\nPARAM p[] = { program.env[0], program.env[0] };\nADDRESS a;\nARL a.x, vertex.position.x;\nMOV result.position, p[a.x];\nEND\n^",
        "a vector of 'p' is bound twice in arrays that an address register",
    ),
    ("!!ARBvp1.0\n^KIL vertex.color;\nEND", "'KIL' is not an instruction of this program; only a fragment program"),
    ("!!ARBfp1.0\nOPTION NV_fragment_program2;\nIF GT.x;\nEND\n^", "an IF is not closed"),
    ("!!ARBfp1.0\nOPTION NV_fragment_program2;\n^BRK;\nEND", "'BRK' leaves a loop, and this is in none"),
    (
        "!!ARBfp1.0\nOPTION NV_fragment_program2;\nTEMP a;\nREP ^a;\nENDREP;\nEND",
        "a loop is counted by a parameter, never by what was computed",
    ),
    ("!!ARBfp1.0\nOPTION NV_fragment_program2;\nCAL nowhere;\nEND\n^", "there is no label 'nowhere' for CAL"),
];

/// Statements of `!!FP1.0`.
const REGISTERS: [(&str, &str); 51] = [
    ("MOV o[COLR], ^R32;", "'R32' is neither a register nor named by DEFINE or DECLARE"),
    ("MOV o[COLR], ^H64;", "'H64' is neither a register nor named by DEFINE or DECLARE"),
    ("MOV o[COLR], ^r0;", "'r0' is neither a register nor named by DEFINE or DECLARE"),
    ("MOV o[^COLX], R0;", "expected COLR, COLH or DEPR, found 'COLX'"),
    ("MOV ^f[COL0], R0;", "expected R0 to R31, H0 to H63, RC, HC or o[COLR], found 'f'"),
    ("MOV ^p[0], R0;", "expected R0 to R31, H0 to H63, RC, HC or o[COLR], found 'p'"),
    ("MOV o[COLR], f[^TEX8];", "expected texture coordinates TEX0 to TEX7, found 'TEX8'"),
    ("MOV o[COLR], f[^POS];", "expected WPOS, COL0, COL1, FOGC or TEX0 to TEX7, found 'POS'"),
    ("MOV o[COLR], p[^4096];", "local parameter 4096 is out of range, the last is 4095; use a lower"),
    ("MOV o[COLR], ^alpha;", "'alpha' is neither a register nor named by DEFINE or DECLARE"),
    ("DECLARE alpha; DECLARE ^alpha;", "'alpha' is a parameter already; use another name"),
    ("DEFINE ^R1 = 1.0;", "'R1' is a keyword; choose another name"),
    ("DEFINE ^MOV = 1.0;", "'MOV' is a keyword; choose another name"),
    ("DEFINE one ^1.0;", "expected '=', found '1.0'"),
    ("DEFINE one = ^alpha;", "expected a number, found 'alpha'"),
    ("^TEMP a;", "'TEMP' is not an instruction of this program"),
    ("^OPTION ARB_fog_exp;", "'OPTION' is not an instruction of this program"),
    ("^ABS R0, R1;", "'ABS' is not an instruction of this program; only !!ARBfp1.0 has it"),
    ("^CMP R0, R1, R2, R3;", "'CMP' is not an instruction of this program; only !!ARBfp1.0 has it"),
    ("^SWZ R0, R1, x, y, z, w;", "'SWZ' is not an instruction of this program; only !!ARBfp1.0 has it"),
    ("KIL ^R0;", "expected a condition, as GT.x, found 'R0'"),
    ("RCP R0, R1^;", "expected '.', found ';'"),
    ("RCP R0, R1.^xy;", "expected one component, found 'xy'"),
    ("MOV R0.^yx, R1;", "expected components in their order, found 'yx'"),
    ("MOV R0.^rg, R1;", "expected components in their order, found 'rg'"),
    ("TEX R0, f[TEX0], ^texture[0], 2D;", "expected texture image unit TEX0 to TEX15, found 'texture'"),
    ("TEX R0, f[TEX0], ^TEX16, 2D;", "expected texture image unit TEX0 to TEX15, found 'TEX16'"),
    (
        "TEX R0, f[TEX0], TEX0, 2D; TEX R1, f[TEX0], TEX0, ^RECT;",
        "TEX0 was read as 2D and is read as 'RECT'; a unit has one target",
    ),
    ("^ADD R0, f[TEX0], f[TEX1];", "it reads f[TEX0] and f[TEX1]; an instruction reads one attribute, so"),
    ("^MAD R0, R1, p[0], p[1];", "it reads two parameters; an instruction reads one, so move the other"),
    ("^MAD R0, R1, p[0], 2;", "it reads two parameters; an instruction reads one, so move the other"),
    ("^ADD R0, {1,2,3,4}, -4;", "its constants have 5 different numbers, and an instruction has room"),
    ("^ADD R0, {1,2,3,4}, -{-1,-2,-3,-4};", "its constants have 8 different numbers, and an instruction has room"),
    ("^ADD R0, {1,2,3,4}, {4,5,6,7}.x;", "its constants have 7 different numbers, and an instruction has room"),
    ("DECLARE ^TEX0;", "'TEX0' is a keyword; choose another name"),
    ("DECLARE ^EQ;", "'EQ' is a keyword; choose another name"),
    ("DEFINE v = {1,2}; DEFINE w = {^v, 1};", "expected a number, found 'v'"),
    ("ADDH R0, R1^;", "expected ',', found ';'"),
    ("MOV o[COLR], ^v[0];", "'v' is neither a register nor named by DEFINE or DECLARE"),
    ("KIL GT.^q;", "expected one component or four, found 'q'"),
    ("MOV R0 (^XX.x), R1;", "expected a condition, as GT.x, found 'XX'"),
    ("MOV R0 (GT.^xy), R1;", "expected one component or four, found 'xy'"),
    ("DDX R0, R1^, R2;", "expected ';', found ','"),
    ("UP2H R0, R1^;", "expected '.', found ';'"),
    ("TEX R0, f[TEX0], TEX0, ^4D;", "expected 1D, 2D, 3D, CUBE or RECT, found '4D'"),
    ("TXD R0, f[TEX0], R1^;", "expected ',', found ';'"),
    ("STR R0, R1^;", "expected ',', found ';'"),
    ("X2D R0, R1, R2^;", "expected ',', found ';'"),
    ("MOV R0, |R1^;", "expected '|', found ';'"),
    ("LRP R0, R1, R2^;", "expected ',', found ';'"),
    ("^BRA main;", "'BRA' is not an instruction of this program; only a vertex program"),
];

/// Checks one text with its mark and a part of what is said.
fn check_fault(marked: &str, said: &str) {
    let at = marked.find(MARK).expect(marked);
    let text = marked.replacen(MARK, "", 1);
    let name = if text.contains("!!ARBvp") { "wrong.vp" } else { "wrong.fp" };
    let error = program_counts(name, &text).map(|_| ()).expect_err(marked).to_string();
    let (_, found) = error.rsplit_once("PROGRAM_ERROR_POSITION_ARB is ").expect(&error);
    assert_eq!(found.parse::<usize>().expect(&error), at, "{marked}\n{error}");
    assert!(error.contains(said), "{marked} lacks {said:?}\n{error}");
    let before = &text[..at];
    let (line, column) = (before.matches('\n').count() + 1, at - before.rfind('\n').map_or(0, |end| end + 1) + 1);
    // Behind the end of the text there is no character to point at.
    if at < text.len() {
        assert!(error.contains(&format!("{name}:{line}:{column} ")), "{marked}: not {line}:{column}\n{error}");
    }
}

#[test]
fn malformed_programs_are_refused_where_they_are_wrong() {
    for (head, rows) in [("!!ARBfp1.0\n# a program\n", &FRAGMENT[..]), ("!!FP1.0\n", &REGISTERS)] {
        for (statements, said) in rows {
            let end = if statements.ends_with("END") { "" } else { "\nEND" };
            check_fault(&format!("{head}{statements}{end}"), said);
        }
    }
    for (text, said) in WHOLE {
        check_fault(text, said);
    }
}
