//! Names of words, and findings as JSON and as drawings.

use super::super::naming;
use super::*;
use gristmill_shader::draw_finding;

fn name_word(place: SlotRef, word: u32) -> (String, String) {
    let mut assembly = build_kernel(vec![]);
    let particle = TypeLayout::Struct(vec![
        ("position".to_string(), 0, TypeLayout::Vector(Scalar::F32, 3)),
        ("velocity".to_string(), 16, TypeLayout::Vector(Scalar::F32, 3)),
        ("mass".to_string(), 28, make_float_layout()),
        ("turn".to_string(), 32, TypeLayout::Matrix { columns: 2, rows: 2, stride: 16, row_major: false }),
    ]);
    let particles = TypeLayout::Array { item: Box::new(particle), stride: 64, items: 0 };
    let block = TypeLayout::Struct(vec![
        ("count".to_string(), 0, make_float_layout()),
        ("particles".to_string(), 16, particles),
    ]);
    assembly.memories = vec![
        memory_slot("Particles", MemorySpace::Buffer, block, 4, false),
        memory_slot("total", MemorySpace::Shared(5), make_float_layout(), 1, false),
        memory_slot(
            "hits",
            MemorySpace::Counter(2),
            TypeLayout::Struct(vec![("hits".to_string(), 0, make_float_layout())]),
            1,
            false,
        ),
    ];
    assembly.images = vec![ImageSlot {
        name: "photo".to_string(),
        dimension: gristmill_shader::Dimension::D2,
        arrayed: false,
        format: None,
        scalar: Scalar::F32,
        writable: true,
        coherent: false,
        binding: None,
    }];
    naming::name_place(&assembly, &[(10, 4)], place, (Some(word), None))
}

fn make_float_layout() -> TypeLayout {
    TypeLayout::Scalar(Scalar::F32)
}

#[test]
fn a_word_is_named_as_the_kernel_names_it() {
    let cases = [
        (SlotRef::Memory(0), 0, "count", "buffer `count`"),
        (SlotRef::Memory(0), 4 + 3 * 16 + 5, "particles", "buffer `particles[3].velocity.y`"),
        (SlotRef::Memory(0), 4 + 7, "particles", "buffer `particles[0].mass`"),
        (SlotRef::Memory(0), 4 + 16 + 8 + 5, "particles", "buffer `particles[1].turn[1][1]`"),
        (SlotRef::Memory(1), 0, "total", "shared `total`"),
        (SlotRef::Memory(2), 0, "hits", "counter `hits`"),
        (SlotRef::Image(0), 4 * 43 + 2, "photo", "image `photo` texel 3,4"),
        (SlotRef::Texture(0), 5, "photo", "texture `photo`"),
    ];
    for (place, word, expected, text) in cases {
        assert_eq!(name_word(place, word), (expected.to_string(), text.to_string()));
    }
}

/// Returns one race, of two lanes at two lines.
fn sample_race() -> Finding {
    let mut run = ScriptedRun::with_races(vec![store_to(0), load_from(0)]);
    run.send_writes(0, 0, SHARED, &[(1, 1)]);
    run.send_reads(0, 1, SHARED, &[(2, 1)]);
    run.take_findings().remove(0)
}

#[test]
fn json_holds_every_field() {
    let mut finding = sample_race();
    finding.mend = "a \"quoted\" \\ word\nand\u{1} ünï".to_string();
    assert_eq!(
        finding.json(),
        concat!(
            r#"{"kind":"race","error":true,"kernel":"a.comp","name":"block","place":"shared `block[1]`","witnesses":["#,
            r#"{"who":"lane 1 of group 0","did":"wrote it","file":"a.comp","line":1,"text":"line 1;"},"#,
            r#"{"who":"lane 2 of group 0","did":"read it","file":"a.comp","line":2,"text":"line 2;"}],"#,
            r#""mend":"a \"quoted\" \\ word\nand\u0001 ünï","times":1}"#
        )
    );
}

#[test]
fn a_drawing_shows_both_lines() {
    let drawing = draw_finding(&sample_race(), true, &numbered_text(2));
    for part in [
        "race on shared `block[1]`",
        "line 1;",
        "lane 1 of group 0 wrote it",
        "line 2;",
        "lane 2 of group 0 read it",
        "put barrier()",
    ] {
        assert!(drawing.contains(part), "{part} is not in\n{drawing}");
    }
    assert!(drawing.lines().all(|line| line.trim_end() == line));
}

#[test]
fn a_drawing_without_lines_is_the_text() {
    let mut finding = sample_race();
    finding.witnesses.iter_mut().for_each(|witness| witness.line = 0);
    assert_eq!(draw_finding(&finding, true, &numbered_text(2)), format!("Error: {finding}"));
}
