//! The resources that programs take: the extension's rules in worked examples, and Mesa's answers
//! to the same programs.

use gristmill::check::{ProgramCounts, program_counts};

fn counted(text: &str) -> ProgramCounts {
    let name = if text.starts_with("!!ARBvp") { "program.vp" } else { "program.fp" };
    program_counts(name, text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// A fragment program of these statements, with what they use declared.
fn program(statements: &str) -> String {
    format!("!!ARBfp1.0\nTEMP a, b, s, t, p;\nPARAM c = program.local[0];\n{statements}\nEND\n")
}

/// Nine fetches around a place, each address computed right before it.
fn stencil_in_turn() -> String {
    let turn = |n: usize| {
        format!("ADD t, fragment.texcoord[0], program.local[{n}];\nTEX a, t, texture[0], 2D;\nADD s, s, a;\n")
    };
    let turns: String = (0..8).map(turn).collect();
    program(&format!("TEX s, fragment.texcoord[0], texture[0], 2D;\n{turns}MUL result.color, s, c;"))
}

/// The same with all addresses first, then all fetches, then the sums.
fn stencil_in_phases() -> String {
    let each = |one: &dyn Fn(usize) -> String| (0..8).map(one).collect::<String>();
    let names = (0..8).map(|n| format!(", t{n}")).collect::<String>();
    let adds = each(&|n| format!("ADD t{n}, fragment.texcoord[0], program.local[{n}];\n"));
    let reads = each(&|n| format!("TEX t{n}, t{n}, texture[0], 2D;\n"));
    let sums = each(&|n| format!("ADD s, s, t{n};\n"));
    format!(
        "!!ARBfp1.0\nTEMP s{names};\n{adds}TEX s, fragment.texcoord[0], texture[0], 2D;\n{reads}{sums}MUL result.color, s, 0.1;\nEND\n"
    )
}

/// Programs whose counts follow from section 3.11.6 of ARB_fragment_program by hand: ALU, TEX, indirections.
#[test]
fn worked_examples_have_their_counts() {
    let chase = |hops: usize| {
        let hops = "TEX p, p, texture[0], 2D;\n".repeat(hops);
        program(&format!("TEX p, fragment.texcoord[0], texture[0], 2D;\n{hops}MOV result.color, p;"))
    };
    let examples = [
        (
            program(
                "TEX a, fragment.texcoord[0], texture[0], 2D;\nTEX b, fragment.texcoord[1], texture[1], 2D;\nADD result.color, a, b;",
            ),
            [1, 2, 1],
        ),
        (program("ADD t, fragment.texcoord[0], c;\nTEX a, t, texture[0], 2D;\nMOV result.color, a;"), [2, 1, 2]),
        (
            program(
                "TEX a, fragment.texcoord[0], texture[0], 2D;\nMUL s, a, c;\nTEX a, fragment.texcoord[1], texture[0], 2D;\nADD result.color, s, a;",
            ),
            [2, 2, 2],
        ),
        (
            program(
                "TEX a, fragment.texcoord[0], texture[0], 2D;\nMUL s, a, c;\nTEX b, fragment.texcoord[1], texture[0], 2D;\nADD result.color, s, b;",
            ),
            [2, 2, 1],
        ),
        (chase(3), [1, 4, 4]),
        (chase(4), [1, 5, 5]),
        (stencil_in_turn(), [17, 9, 9]),
        (stencil_in_phases(), [17, 9, 2]),
        (
            program("TEX a, fragment.texcoord[0], texture[0], 2D;\nSUB t, a, c;\nKIL t;\nMOV result.color, a;"),
            [2, 2, 2],
        ),
        (
            program(
                "TEX a, fragment.texcoord[0], texture[0], 2D;\nSUB t, a, c;\nKIL fragment.texcoord[1];\nMOV result.color, a;",
            ),
            [2, 2, 1],
        ),
        (program("MOV result.color, c;"), [1, 0, 1]),
    ];
    for (text, wanted) in examples {
        let counts = counted(&text);
        assert_eq!([counts.alu, counts.texture, counts.indirections], wanted, "{text}");
        assert_eq!(counts.instructions, counts.alu + counts.texture, "{text}");
    }
    assert_eq!(counted(&stencil_in_phases()).temporaries, 9);
    assert_eq!(counted(&stencil_in_turn()).instructions, 26);
}

/// The example of section 2.14.3.7 of ARB_vertex_program: six vectors, where only the first array
/// is indexed by a register.
#[test]
fn constants_count_once_for_each_value() {
    let text = "!!ARBvp1.0
PARAM arr1[4] = { {1,2,3,4}, {1,2,3,4}, {4,4,4,4}, {5,6,7,8} };
PARAM arr2[3] = { {1,2,3,4}, {5,6,7,8}, {0,1,2,3} };
PARAM x = {4,3,2,1};
PARAM y = {1,2,3,4};
PARAM z = 4;
PARAM r = {4,3,2,1};
ADDRESS a;
ARL a.x, vertex.position.x;
MOV result.position, arr1[a.x];
END";
    let counts = counted(text);
    assert_eq!((counts.parameters, counts.attributes, counts.address_registers), (6, 1, 1));
    // Without the register the second {1,2,3,4} of the array is known too.
    assert_eq!(counted(&text.replace("arr1[a.x]", "arr1[0]")).parameters, 5);
}

#[test]
fn names_of_one_thing_count_once() {
    let text = "!!ARBfp1.0
TEMP used, unused;
ALIAS also = used;
PARAM one = 1.0;
PARAM same = { 1, 1, 1, 1 };
PARAM zero = { 0, 0, 0, 0 };
PARAM minus = -0.0;
PARAM rows[4] = { state.matrix.mvp };
ATTRIB first = fragment.color;
MOV used, fragment.color.primary;
ADD also, used, state.material.ambient;
ADD also, used, state.material.front.ambient;
ADD also, used, state.matrix.mvp.row[2];
ADD used, used, state.matrix.texture.row[0];
ADD used, used, state.matrix.texture[0].row[0];
MOV result.color, fragment.texcoord;
MOV result.color, fragment.texcoord[0];
END";
    let counts = counted(text);
    // 1, 0, four rows, the ambient colour, a row of the texture matrix.
    assert_eq!((counts.temporaries, counts.parameters, counts.attributes), (2, 8, 2));
    assert_eq!((counts.alu, counts.texture, counts.indirections), (8, 0, 1));
}

#[test]
fn flow_is_neither_of_the_two() {
    let text = "!!ARBfp1.0
OPTION NV_fragment_program2;
TEMP s;
MOV s, 0.0;
REP program.local[0];
ADD s, s, 1.0;
ENDREP;
KIL LT.x;
MOV result.color, s;
END";
    let counts = counted(text);
    assert_eq!((counts.instructions, counts.alu, counts.texture), (6, 3, 1));
}

/// A loop of a constant counts each turn with its end, of two sides the longer one, a call all that it runs.
#[test]
fn instructions_that_run_are_those_of_all_turns() {
    let executed = |statements: &str| {
        let text = format!("!!ARBfp1.0\nOPTION NV_fragment_program2;\nTEMP s;\n{statements}\nEND\n");
        counted(&text).executed
    };
    let add = "ADD s, s, 1.0;\n";
    assert_eq!(executed(add), Some(1));
    // The way in, and ten turns of one instruction and the end.
    assert_eq!(executed(&format!("REP {{10,0,0,0}};\n{add}ENDREP;")), Some(21));
    assert_eq!(
        executed(&format!("LOOP {{3,0,1}};\nREP {{4}};\n{add}ENDREP;\nENDLOOP;")),
        Some(1 + 3 * (1 + 4 * 2 + 1))
    );
    // The longer side: IF, its two, ELSE where it leaves, and ENDIF.
    assert_eq!(executed(&format!("IF GT.x;\n{add}{add}ELSE;\n{add}ENDIF;")), Some(5));
    let calls = format!("main:\nCAL twice;\nCAL twice;\nRET;\ntwice:\n{add}{add}RET;");
    assert_eq!(executed(&calls), Some(2 * (1 + 3) + 1));
    assert_eq!(executed(&format!("REP program.local[0];\n{add}ENDREP;")), None);
}
