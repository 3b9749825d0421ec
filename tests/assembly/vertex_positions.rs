//! Malformed programs in NVIDIA's vertex languages: the byte, the line and column, and the sentence. The grammars are
//! those of NV_vertex_program 2.14.1.7, NV_vertex_program1_1, NV_vertex_program2 2.14.1.8 and the two options.

use gristmill::check::program_counts;

/// Stands before what is wrong.
const MARK: char = '^';

/// Statements of `!!VP1.0`, with a part of what is said.
const PROGRAM1: [(&str, &str); 40] = [
    ("MOV o[HPOS], ^R12;", "a register R0 to R11, v[n] or c[n], found 'R12'"),
    ("MOV ^R12, R0;", "expected a register R0 to R11, or o[HPOS]"),
    ("MOV o[HPOS], ^r0;", "found 'r0'"),
    ("MOV o[HPOS], ^R01;", "found 'R01'"),
    ("MOV o[HPOS], c[^96];", "program parameter 96 is out of range, the last is 95"),
    ("MOV o[HPOS], v[^16];", "vertex attribute 16 is out of range, the last is 15"),
    ("MOV o[HPOS], v[^POS];", "0 to 15, OPOS"),
    ("MOV o[HPOS], v[^TEX8];", "TEX0 to TEX7, found 'TEX8'"),
    ("MOV o[^POS], R0;", "expected HPOS"),
    ("MOV o[^TEX8], R0;", "expected HPOS"),
    ("MOV o[^CLP0], R0;", "expected HPOS"),
    ("MOV ^v[0], R0;", "found 'v'"),
    ("MOV ^c[0], R0;", "found 'c'"),
    ("MOV o[HPOS], ^o[COL0];", "found 'o'"),
    ("MOV o[HPOS], ^1.0;", "found '1.0'"),
    ("MOV o[HPOS], ^{1, 2, 3, 4};", "found '{'"),
    ("MOV o[HPOS], ^+R0;", "found '+'"),
    ("MOV o[HPOS], ^|R0|;", "found '|'"),
    ("MOV o[HPOS], -^-R0;", "found '-'"),
    ("MOV o[HPOS].^yx, R0;", "components in their order"),
    ("MOV o[HPOS].^xx, R0;", "components in their order"),
    ("MOV o[HPOS].^rgb, R0;", "components in their order"),
    ("MOV o[HPOS] ^(GT), R0;", "expected ','"),
    ("MOV o[HPOS], R0.^xy;", "one component or four"),
    ("MOV o[HPOS], R0.^r;", "one component or four"),
    ("RCP o[HPOS], R0^;", "expected '.'"),
    ("RCP o[HPOS], R0.^xyzw;", "one component"),
    ("^ABS o[HPOS], R0;", "write !!VP1.1 in the first line"),
    ("^SUB o[HPOS], R0, R1;", "write !!VP1.1 in the first line"),
    ("^EX2 o[HPOS], R0.x;", "write !!VP2.0 in the first line"),
    ("^POW o[HPOS], R0.x, R1.x;", "only !!ARBvp1.0 has it"),
    ("^TEX o[HPOS], R0, TEX0, 2D;", "only !!ARBvp1.0 has it"),
    ("^KIL R0;", "only a fragment program has it"),
    ("^OPTION NV_position_invariant;", "!!VP1.1 has OPTION NV_position_invariant"),
    ("^PARAM p = { 1, 2, 3, 4 };", "'PARAM' is not an instruction"),
    ("ARL A0.^y, R0.x;", "the only component of an address register"),
    ("ARL ^A1.x, R0.x;", "expected the address register A0, found 'A1'"),
    ("MOV o[HPOS], c[A0.x + ^64];", "an offset 64 is out of range, the last is 63"),
    ("^MUL o[HPOS], v[0], v[1];", "it reads v[0] and v[1]; an instruction reads one attribute"),
    ("^ADD o[HPOS], c[A0.x], c[1];", "it reads two parameters; an instruction reads one"),
];

/// Statements of `!!VP1.1`.
const PROGRAM1_1: [(&str, &str); 12] = [
    ("^SEQ o[HPOS], R0, R1;", "write !!VP2.0 in the first line"),
    ("^ABSC o[HPOS], R0;", "write !!VP2.0 in the first line"),
    ("MOV o[HPOS], ^R12;", "found 'R12'"),
    ("^again: MOV o[HPOS], R0;", "is not an instruction"),
    ("OPTION ^ARB_position_invariant; MOV o[HPOS], R0;", "there is NV_position_invariant alone"),
    ("OPTION NV_position_invariant; MOV o[^HPOS], R0;", "o[HPOS] is OpenGL's"),
    ("OPTION NV_position_invariant; MOV o[COL0], c[^A0.x];", "has no relative addressing"),
    ("OPTION NV_position_invariant ^MOV o[COL0], R0;", "expected ';'"),
    ("MOV o[HPOS], R0; ^OPTION NV_position_invariant;", "options come before everything else"),
    ("MOV o[HPOS], c[A0.x - ^65];", "an offset 65 is out of range, the last is 64"),
    ("DPH o[HPOS], R0^;", "expected ','"),
    ("RCC o[HPOS], ^;", "found ';'"),
];

/// Statements of `!!VP2.0`.
const PROGRAM2: [(&str, &str); 52] = [
    ("MOV o[HPOS], ^R16;", "a register R0 to R15, v[n] or c[n], found 'R16'"),
    ("MOV ^R16, R0;", "R0 to R15, CC, or o[HPOS]"),
    ("MOV o[HPOS], ^CC;", "found 'CC'"),
    ("MOV o[HPOS], c[^256];", "program parameter 256 is out of range, the last is 255"),
    ("MOV o[HPOS], v[^16];", "vertex attribute 16 is out of range"),
    ("MOV o[^CLP6], R0;", "CLP0 to CLP5"),
    ("MOV o[^CLP], R0;", "CLP0 to CLP5"),
    ("MOV o[^HPOS1], R0;", "expected HPOS"),
    ("MOV o[HPOS], c[A0.x + ^256];", "an offset 256 is out of range, the last is 255"),
    ("MOV o[HPOS], c[A0.x - ^257];", "an offset 257 is out of range, the last is 256"),
    ("MOV o[HPOS], c[^A2.x];", "expected the address register A0 or A1, found 'A2'"),
    ("MOV o[HPOS], c[A0.^q];", "a component of an address register"),
    ("MOV o[HPOS], c[A0^];", "expected '.'"),
    ("MOV o[HPOS], c[A0.x ^* 2];", "no program has the character '*'"),
    ("MOV o[HPOS], ^A0;", "found 'A0'"),
    ("ARL A0.^yx, R0;", "components in their order"),
    ("ARL ^R0, R1;", "expected the address register A0 or A1, found 'R0'"),
    ("ARA A0, ^R0;", "expected the address register A0 or A1, found 'R0'"),
    ("ARA A0, A1^.x;", "expected ';'"),
    ("ARA A0, ^-A1;", "expected an address register"),
    ("MOV o[HPOS], |R0^;", "expected '|'"),
    ("MOV o[HPOS], |^|R0||;", "found '|'"),
    ("MOV o[HPOS] (^GTE), R0;", "a condition, as GT.x"),
    ("MOV o[HPOS] (^EQ0), R0;", "a condition, as GT.x"),
    ("MOV o[HPOS] (GT.^xy), R0;", "one component or four"),
    ("MOV o[HPOS] (GT^, R0;", "expected ')'"),
    ("MOV o[HPOS] ^GT, R0;", "expected ','"),
    ("MOV ^(GT), R0;", "a register R0 to R15"),
    ("^MOVC0 o[HPOS], R0;", "only !!ARBvp1.0 has it"),
    ("^MOV_SAT o[HPOS], R0;", "only !!ARBvp1.0 has it"),
    ("^MOVX o[HPOS], R0;", "only a fragment program with NVIDIA's options has it"),
    ("^PUSHA A0;", "only !!ARBvp1.0 has it"),
    ("^TXL R0, R1, texture[0], 2D;", "only !!ARBvp1.0 has it"),
    ("^POW o[HPOS], R0.x, R1.x;", "only !!ARBvp1.0 has it"),
    ("^XPD o[HPOS], R0, R1;", "only !!ARBvp1.0 has it"),
    ("^SWZ o[HPOS], R0, x, y, z, w;", "only !!ARBvp1.0 has it"),
    ("^IF GT.x;", "only a fragment program with NVIDIA's options has it"),
    ("^BRAC again;", "is not an instruction"),
    ("^DP2 o[HPOS], R0, R1;", "only a fragment program with NVIDIA's options has it"),
    ("COS o[HPOS], R0^;", "expected '.'"),
    ("SSG o[HPOS], R0^, R1;", "expected ';'"),
    ("SFL o[HPOS], R0^;", "expected ','"),
    ("BRA again ^GT;", "expected ';'"),
    ("BRA ^;", "expected a label"),
    ("BRA again (^);", "a condition, as GT.x"),
    ("RET ^again;", "expected ';'"),
    ("again: ^again: MOV o[HPOS], R0;", "the label 'again' is there already"),
    ("again: ^;", "an instruction, a declaration or END"),
    ("MUL o[HPOS], v[0], v[OPOS]^, v[1];", "expected ';'"),
    ("^MUL o[HPOS], v[OPOS], v[NRML];", "it reads v[OPOS] and v[NRML]"),
    ("^ADD o[HPOS], c[A0.x], c[A0.y];", "it reads two parameters"),
    ("OPTION ^NV_vertex_program3; MOV o[HPOS], R0;", "there is NV_position_invariant alone"),
];

/// Statements of `!!ARBvp1.0` with `OPTION NV_vertex_program2`.
const OPTION2: [(&str, &str); 18] = [
    ("ADDRESS a; ARL ^b, vertex.position;", "'b' is not declared"),
    ("TEMP a; ARL ^a, vertex.position;", "'a' is not an address register"),
    ("ADDRESS a; ARA a, a^.x;", "expected ';'"),
    ("ADDRESS a; TEMP t; MOV t, ^a;", "'a' is an address register, which no operand may be"),
    ("ADDRESS a; MOV ^a, 1.0;", "'a' is an address register, which is not written"),
    ("TEMP t; MOV t, |vertex.position^;", "expected '|'"),
    ("TEMP t; MOV t (^XX), vertex.position;", "a condition, as GT.x"),
    ("TEMP t; MOV t (^EQ1), vertex.position;", "a condition, as GT.x"),
    ("^MOVC1 result.position, vertex.position;", "write OPTION NV_vertex_program3"),
    ("^MOV_SAT result.position, vertex.position;", "write OPTION NV_vertex_program3"),
    ("ADDRESS a; ^PUSHA a;", "write OPTION NV_vertex_program3"),
    ("^TEX result.position, vertex.position, texture[0], 2D;", "write OPTION NV_vertex_program3"),
    ("ADDRESS a; MOV result.position, vertex.attrib[^a.x];", "the number of attribute"),
    ("ADDRESS a; MOV result.texcoord[^a.x], vertex.position;", "the number of texture coordinates"),
    ("MOV result.clip[^6].x, 1.0;", "clip plane 6 is out of range, the last is 5"),
    ("PARAM p[] = { program.local[0..3] }; ADDRESS a; MOV result.position, p[a.x + ^256];", "the last is 255"),
    ("TEMP ^BRA;", "'BRA' is a keyword"),
    ("^DDX result.position, vertex.position;", "only a fragment program with NVIDIA's options has it"),
];

/// Statements of `!!ARBvp1.0` with `OPTION NV_vertex_program3`.
const OPTION3: [(&str, &str); 16] = [
    ("ADDRESS a; POPA ^a.x;", "POPA writes a whole register"),
    ("ADDRESS a; POPA ^a (EQ);", "POPA writes a whole register"),
    ("ADDRESS a; PUSHA a^.x;", "expected ';'"),
    ("TEMP t; PUSHA ^t;", "'t' is not an address register"),
    ("ADDRESS a; MOV result.position, vertex.attrib[^b.x];", "'b' is not declared"),
    ("ADDRESS a; MOV result.position, vertex.attrib[a^];", "expected '.'"),
    ("ADDRESS a; MOV result.position, vertex.normal^[a.x];", "expected ';'"),
    ("ADDRESS a; MOV result.texcoord[a.x + ^300], vertex.position;", "the last is 255"),
    ("ADDRESS a; MOV result.clip[^a.x], vertex.position;", "the number of clip plane"),
    ("TEMP t; TEX t, vertex.position, texture[^16], 2D;", "texture image unit 16 is out of range"),
    ("TEMP t; TEX t, vertex.position, texture[0], ^SHADOW2D;", "1D, 2D, 3D, CUBE or RECT"),
    ("TEMP t; TXL t, t, texture[0], 2D; TXL t, t, texture[0], ^3D;", "a unit has one target"),
    ("^TXD result.position, vertex.position, vertex.position, vertex.position, texture[0], 2D;", "fragment program"),
    ("^TXL_SSAT result.position, vertex.position, texture[0], 2D;", "fragment program"),
    ("^ARLC2 a, vertex.position;", "is not an instruction"),
    ("TEMP t; MOV t (^EQ2), vertex.position;", "a condition, as GT.x"),
];

/// Whole programs: what only the whole text shows is at its end.
const WHOLE: [(&str, &str); 20] = [
    ("!!VP1.0\nMOV o[COL0], v[COL0];\nEND^", "o[HPOS] is never written"),
    ("!!VP1.1\nEND^", "o[HPOS] is never written"),
    ("!!VP2.0\nMOV o[CLP0], v[0];\nEND^", "o[HPOS] is never written"),
    ("!!VP2.0\nMOV o[HPOS], v[0];\nBRA nowhere;\nEND^", "there is no label 'nowhere' for CAL or BRA"),
    ("!!VP2.0\nMOV o[HPOS], v[0];\nCAL nowhere (GT);\nEND^", "there is no label 'nowhere' for CAL or BRA"),
    ("!!ARBvp1.0\nOPTION NV_vertex_program2;\nBRA nowhere;\nEND^", "there is no label 'nowhere' for CAL or BRA"),
    ("!!VP1.0\nMOV o[HPOS], v[0];^", "the program does not end with END"),
    ("!!VP1.0\nMOV o[HPOS], v[0];\nEND\n^!!VP1.0\nMOV o[HPOS], v[0];\nEND", "expected the end of the program"),
    ("!!VP1.0\nMOV o[HPOS], v[0]\n^END", "expected ';'"),
    ("^!!VP3.0\nEND", "there is no head !!VP3.0; a vertex program of NVIDIA's begins with !!VP1.0, !!VP1.1 or !!VP2.0"),
    ("^!!VP1.2\nEND", "there is no head !!VP1.2"),
    ("^!!VSP1.0\nMOV c[0], v[0];\nEND", "a vertex state program writes the parameters c[n] and no vertex"),
    ("^ !!VP1.0\nEND", "a program begins with"),
    ("^!!vp1.0\nEND", "a program begins with"),
    ("!!VP1.0\n^;\nEND", "an instruction, a declaration or END"),
    ("!!VP1.0\r\nMOV o[HPOS], v[0];\r\nMOV o[COL0], ^x;\r\nEND\r\n", "found 'x'"),
    ("!!VP1.0\n# \u{e9}t\u{e9}\nMOV o[HPOS], ^\u{e9};\nEND", "no program has the character"),
    ("!!ARBvp1.0\nOPTION ^NV_position_invariant;\nEND", "there is no option 'NV_position_invariant'"),
    ("!!ARBvp1.0\nOPTION ^NV_vertex_program;\nEND", "NV_vertex_program2, NV_vertex_program3"),
    ("!!ARBvp1.0\nTEMP a;\n^OPTION NV_vertex_program2;\nEND", "options come before everything else"),
];

/// Checks one text with its mark and a part of what is said.
fn check(marked: &str, said: &str) {
    let at = marked.find(MARK).expect(marked);
    let text = marked.replace(MARK, "");
    let error = program_counts("wrong.vp", &text).map(|_| ()).expect_err(marked).to_string();
    let (_, found) = error.rsplit_once("PROGRAM_ERROR_POSITION_ARB is ").expect(&error);
    assert_eq!(found.parse::<usize>().expect(&error), at, "{marked}\n{error}");
    assert!(error.contains(said), "{marked} lacks {said:?}\n{error}");
    let before = &text[..at];
    let (line, column) = (before.matches('\n').count() + 1, at - before.rfind('\n').map_or(0, |end| end + 1) + 1);
    // Behind the end of the text there is no character to point at.
    if at < text.len() && text.is_ascii() {
        assert!(error.contains(&format!("wrong.vp:{line}:{column}")), "{marked}: not {line}:{column}\n{error}");
    }
}

#[test]
fn malformed_programs_are_refused_where_they_are_wrong() {
    let groups: [(&str, &[(&str, &str)]); 5] = [
        ("!!VP1.0\n# a program\n", &PROGRAM1),
        ("!!VP1.1\n", &PROGRAM1_1),
        ("!!VP2.0\n\n", &PROGRAM2),
        ("!!ARBvp1.0\nOPTION NV_vertex_program2;\n", &OPTION2),
        ("!!ARBvp1.0\nOPTION NV_vertex_program3;\n", &OPTION3),
    ];
    for (head, rows) in groups {
        for (statements, said) in rows {
            check(&format!("{head}{statements}\nEND\n"), said);
        }
    }
    for (text, said) in WHOLE {
        check(text, said);
    }
}

#[test]
fn a_program_has_as_many_instructions_as_its_language() {
    let long = |head: &str, count: usize| format!("{head}\n{}END\n", "MOV o[COL0], v[COL0];\n".repeat(count));
    let invariant = "OPTION NV_position_invariant;";
    let position = "MOV o[HPOS], v[OPOS];";
    for (head, limit) in [
        (format!("!!VP1.0\n{position}"), 127),
        (format!("!!VP1.1\n{position}"), 127),
        (format!("!!VP2.0\n{position}"), 255),
        (format!("!!VP1.1\n{invariant}"), 124),
        (format!("!!VP2.0\n{invariant}"), 252),
    ] {
        assert!(program_counts("long.vp", &long(&head, limit)).is_ok(), "{head}");
        let text = long(&head, limit + 1);
        let error = program_counts("long.vp", &text).unwrap_err().to_string();
        assert!(error.contains("is one too many"), "{error}");
        // The first instruction beyond is the last line but one.
        let at = text.len() - "MOV o[COL0], v[COL0];\nEND\n".len();
        assert!(error.ends_with(&format!("PROGRAM_ERROR_POSITION_ARB is {at}")), "{error}");
    }
}

#[test]
fn right_programs_of_each_language_are_taken() {
    let programs = [
        "!!VP1.0 MOV o[HPOS],-v[OPOS] . w z y x ; END",
        "!!VP1.0\nMOV R11.xw, c[95];\nADD o[HPOS].z, R11, -R11.x;\nMAD R0, v[15], v[TEX7], v[15].w;\nEND",
        "!!VP1.0\nARL A0.x, v[0].y;\nMUL o[HPOS], c[A0.x-64], c[A0.x-64].x;\nMOV R0, c[A0.x+63];\nEND",
        "!!VP1.1\nOPTION NV_position_invariant;\nABS o[COL0], +v[COL0];\nEND",
        "!!VP2.0\nOPTION NV_position_invariant;\nMOV o[CLP5].x, c[A0.x];\nEND",
        "!!VP2.0\nMOVC CC.x (NE.wzyx), -|-v[0].x|;\nARLC A1.yw (LT), R15;\nARAC A0 (TR.x), A1;\nMOV o[HPOS], c[A1.w-256];\nEND",
        "!!VP2.0\nMOV:\nBRA MOV (FL);\nMOV o[HPOS], v[0];\nEND",
        "!!ARBvp1.0\nOPTION NV_vertex_program2;\nADDRESS a;\nARR a.yz, vertex.position;\nRCC result.position, 3.0;\nEND",
        "!!ARBvp1.0\nOPTION NV_vertex_program2;\nOPTION NV_vertex_program3;\nSINC0_SAT result.position.x (GT1), -|vertex.normal.y|;\nEND",
        "!!ARBvp1.0\nOPTION NV_vertex_program3;\nADDRESS a;\nATTRIB v = vertex.attrib[a.w - 1];\nOUTPUT o = result.texcoord[a.x];\nMOV o.xy, v;\nEND",
    ];
    for text in programs {
        if let Err(error) = program_counts("right.vp", text) {
            panic!("{text}\n{error}");
        }
    }
}
