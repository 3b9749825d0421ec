//! The counts of programs beside those that Mesa 22.3 gives for the same bytes (llvmpipe, a compatibility context,
//! `glGetProgramivARB`).
//!
//! Mesa differs from the extensions' text wherever the two differ, in four ways that hold for all
//! of piglit's programs too. It counts END as an instruction. It counts no indirections (0 for a
//! program of fragments, where the text says that every program has one). It counts the parameters
//! and the attributes that instructions use, where the text counts those that are bound.

use gristmill::check::program_counts;

/// Instructions, ALU, TEX, indirections, temporaries, parameters, attributes.
type Numbers = [usize; 7];

/// A program, what Mesa says of it, and how many parameters and attributes are bound that no instruction uses.
struct Row {
    name: &'static str,
    text: &'static str,
    mesa: Numbers,
    indirections: usize,
    unused: [usize; 2],
}

macro_rules! row {
    ($name:literal, $mesa:expr, $indirections:literal, $unused:expr) => {
        Row {
            name: $name,
            text: include_str!(concat!("programs/", $name)),
            mesa: $mesa,
            indirections: $indirections,
            unused: $unused,
        }
    };
}

const ROWS: [Row; 11] = [
    row!("two_reads.fp", [4, 1, 2, 0, 2, 0, 2], 1, [0, 0]),
    row!("moved.fp", [4, 2, 1, 0, 2, 1, 1], 2, [0, 0]),
    row!("name_used_again.fp", [5, 2, 2, 0, 2, 1, 2], 2, [0, 0]),
    row!("chase.fp", [6, 1, 4, 0, 1, 0, 1], 4, [0, 0]),
    row!("stencil_in_turn.fp", [27, 17, 9, 0, 3, 9, 1], 9, [0, 0]),
    row!("stencil_in_phases.fp", [27, 17, 9, 0, 9, 9, 1], 2, [0, 0]),
    row!("kill.fp", [5, 2, 2, 0, 2, 1, 1], 2, [0, 0]),
    row!("one_thing.fp", [11, 10, 0, 0, 1, 5, 1], 1, [0, 0]),
    // `three` and `never`.
    row!("unused.fp", [3, 2, 0, 0, 2, 1, 1], 1, [1, 1]),
    // The last row of the inverse.
    row!("transform.vp", [11, 0, 0, 0, 2, 9, 3], 0, [1, 0]),
    row!("table.vp", [4, 0, 0, 0, 0, 4, 2], 0, [0, 0]),
];

#[test]
fn counts_are_mesas_where_mesa_counts_as_the_text_says() {
    for row in &ROWS {
        let counts = program_counts(row.name, row.text).unwrap_or_else(|error| panic!("{error}"));
        let [instructions, alu, texture, _, temporaries, parameters, attributes] = row.mesa;
        let wanted = [
            instructions - 1,
            alu,
            texture,
            row.indirections,
            temporaries,
            parameters + row.unused[0],
            attributes + row.unused[1],
        ];
        let got = [
            counts.instructions,
            counts.alu,
            counts.texture,
            counts.indirections,
            counts.temporaries,
            counts.parameters,
            counts.attributes,
        ];
        assert_eq!(got, wanted, "{}", row.name);
    }
}
