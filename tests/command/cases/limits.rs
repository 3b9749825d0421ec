//! Cases of limits of cards: sizes, filters, loops, integers, precisions.

use super::{assert_right, assert_says};

const WEBGL_1: [&str; 2] = ["--card", "webgl-1"];

#[test]
fn loops_and_indices_of_webgl_1_are_those_of_appendix_a() {
    let refused = [
        ("legacy/m20_forbody.frag", "changed in its body", 7),
        ("legacy/m20_forcount.frag", "step by ++, --, += or -=", 7),
        ("legacy/m20_forstart.frag", "begin with a constant", 7),
        ("legacy/m20_fortwo.frag", "condition is not its index beside a constant", 7),
        ("legacy/m20_localindex.frag", "made of constants and indices of loops", 7),
        ("legacy/m20_loop_of_uniform.frag", "its turns are not constant", 6),
        ("legacy/m20_vecindex.frag", "made of constants and indices of loops", 7),
        ("legacy/m20_whileconst.frag", "loops: while, which", 7),
        ("legacy/m20b_index_by_uniform.frag", "made of constants and indices of loops", 6),
        ("legacy/m20c_while.frag", "loops: while, which", 5),
    ];
    for (name, says, line) in refused {
        let file = name.trim_start_matches("legacy/");
        let place = format!("[ {file}:{line}:");
        let text = assert_says(name, &WEBGL_1, 1, &["refused on WebGL 1", says, &place]);
        assert!(text.contains(": 1 error"), "{name} is refused once\n{text}");
    }
    for name in
        ["legacy/m20_forbreak.frag", "legacy/m20_forfloat.frag", "legacy/m20_outer.frag", "legacy/m20_samplerloop.frag"]
    {
        assert_right(name, &WEBGL_1);
    }
}

/// Sides of 9 that repeat, and floats that are interpolated.
#[test]
fn wraps_and_filters_of_a_card_hold_in_check() {
    let said = ["float filter: t is RGBA32F", "wraps: t lies in a texture of 9 x 9 and repeats", ": 2 errors"];
    assert_says("legacy/m25_sampler_limits.frag", &WEBGL_1, 1, &said);
    let nearest = ["--card", "webgl-1", "--sampler", "t=nearest,clamp"];
    assert_right("legacy/m25_sampler_limits.frag", &nearest);
    let even = ["--card", "webgl-2"];
    assert_says("legacy/m25_sampler_limits.frag", &even, 1, &["float filter", ": 1 error"]);
}

/// Floats in ordinary textures: `fit`, `check --card` and `run --card` refuse them in the same words.
#[test]
fn the_geforce_fx_has_floats_in_rectangles_alone() {
    let name = "mission/plain110.frag";
    let fx = ["--card", "geforce-fx-5900"];
    let says = "NVIDIA GeForce FX 5900 Ultra has floats in rectangle textures alone";
    assert_says(name, &fx, 1, &["float textures: x is RGBA32F", says]);
    let (code, out, errors) = crate::check::gristmill(&["fit", "tests/cases/mission/plain110.frag"]);
    let row = out.lines().find(|line| line.starts_with("geforce-fx-5900")).unwrap_or_default();
    assert!(code == Some(0) && row.ends_with("fits but for float textures"), "{out}{errors}");
    assert!(out.replace('\n', " ").contains(says), "{out}");
    let run =
        ["--device", "emulator", "--card", "geforce-fx-5900", "run", "saxpy", "--era", "fragment", "--size", "100"];
    let (code, _, errors) = crate::check::gristmill(&run);
    assert!(code == Some(2) && errors.contains(says), "{errors}");
}

/// What chapter 33's listings ask of the cards of their time, as the book says it.
#[test]
fn the_listings_of_chapter_33_have_room_on_every_card() {
    for (listing, on_the_fx) in [(1, true), (2, false), (3, false), (4, false)] {
        let file = format!("tests/book/listing_33_{listing}.frag");
        let all = crate::check::json(&["fit", "--json", &file]);
        for fit in all[0]["fits"].as_array().unwrap().iter().take(7) {
            let refused = fit["demands"]
                .as_array()
                .unwrap()
                .iter()
                .filter(|demand| demand["refused"] == true)
                .count();
            let conditions = fit["conditions"].as_array().unwrap().len();
            let is_fx = fit["card"] == "geforce-fx-5900";
            assert_eq!((refused, conditions == 0), (0, on_the_fx || !is_fx), "{file} on {}", fit["card"]);
        }
    }
}
