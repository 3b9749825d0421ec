//! Cases of limits of cards: sizes, filters, loops, integers, precisions.

use super::{assert_right, assert_says};

const WEBGL_1: [&str; 2] = ["--card", "webgl-1"];

#[test]
fn loops_and_indices_of_webgl_1_are_those_of_appendix_a() {
    let refused = [
        ("legacy/m20_forbody.frag", "changed in its body", 7),
        ("legacy/m20_forcount.frag", "step by ++, --, += or -=", 7),
        ("legacy/m20_forstart.frag", "begin with a constant", 7),
        ("legacy/m20_fortwo.frag", "condition does not compare its index with a constant", 7),
        ("legacy/m20_localindex.frag", "depends on more than constants and indices of loops", 7),
        ("legacy/m20_loop_of_uniform.frag", "does not compare its index with a constant", 6),
        ("legacy/m20_vecindex.frag", "depends on more than constants and indices of loops", 7),
        ("legacy/m20_whileconst.frag", "loops: while, which", 7),
        ("legacy/m20b_index_by_uniform.frag", "depends on more than constants and indices of loops", 6),
        ("legacy/m20c_while.frag", "loops: while, which", 5),
    ];
    for (name, says, line) in refused {
        let file = name.trim_start_matches("legacy/");
        let place = format!("[ {file}:{line}:");
        let within: &[&str] =
            if name.contains("index") && !name.contains("local") { &["--uniform", "k=1"] } else { &[] };
        let text = assert_says(name, &[&WEBGL_1[..], within].concat(), 1, &["refused on WebGL 1", says, &place]);
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
    let said = ["float filter: t is RGBA32F", "wraps: t is in a texture of 9 x 9 and repeats", ": 2 errors"];
    assert_says("legacy/m25_sampler_limits.frag", &WEBGL_1, 1, &said);
    let nearest = ["--card", "webgl-1", "--sampler", "t=nearest,clamp"];
    assert_right("legacy/m25_sampler_limits.frag", &nearest);
    let even = ["--card", "webgl-2"];
    assert_says("legacy/m25_sampler_limits.frag", &even, 1, &["float filter", ": 1 error"]);
}

/// Floats in ordinary textures: `fit` and `check --card` refuse them in the same words; a text for both is taken.
#[test]
fn the_geforce_fx_has_floats_in_rectangles_alone() {
    let name = "mission/plain110.frag";
    let fx = ["--card", "geforce-fx-5900"];
    let says = "NVIDIA GeForce FX 5900 Ultra has floats only in rectangle textures";
    assert_says(name, &fx, 1, &["float textures: x is RGBA32F", says]);
    let (code, out, errors) = crate::check::gristmill(&["fit", "tests/cases/mission/plain110.frag"]);
    let row = out.lines().find(|line| line.starts_with("geforce-fx-5900")).unwrap_or_default();
    assert!(code == Some(0) && row.ends_with("fits but for float textures"), "{out}{errors}");
    assert!(out.replace('\n', " ").contains(says), "{out}");
    let run =
        ["--device", "emulator", "--card", "geforce-fx-5900", "run", "saxpy", "--era", "fragment", "--size", "100"];
    let (code, out, errors) = crate::check::gristmill(&run);
    assert!(code == Some(0) && out.contains("fragment_2005"), "the library lays rectangles: {out}{errors}");
    let both = [&["check"], &fx[..], &["fragment_kernels/streams/saxpy_2005.frag"]].concat();
    let (code, out, errors) = crate::check::gristmill(&both);
    assert!(code == Some(0), "{out}{errors}");
}

/// The number behind a channel of the first output of a run as `--json` has no numbers: what an
/// expectation of the text says.
fn check_text(text: &str, options: &[&str]) -> (i32, String) {
    let folder = crate::check::folder(&[("own.frag", text)]);
    let path = crate::check::path(&folder, "own.frag");
    let (code, out, errors) = crate::check::gristmill(&[&["check", &path], options].concat());
    (code.unwrap_or(-1), format!("{out}{errors}"))
}

/// Integers are floats on a card without them: `n * n - (n * n - 1)` is what 17 bits make of it,
/// and quotients are cut off.
#[test]
fn integers_of_a_card_without_them_are_its_floats() {
    let text = "#version 110
uniform int n;
int twice(int a) { return 2 * a; }
void main() {
    int a[3];
    a[0] = n; a[1] = n / 4; a[2] = -n;
    int sum = 0;
    for (int i = 0; i < 3; i++) sum += a[i];
    ivec2 v = ivec2(7, n);
    gl_FragColor = vec4(float(n * n - (n * n - 1)), float(sum), float(twice(v.x) + (n > 3 ? 1 : 0)), float(-7 / 2));
}
";
    let size = ["--size", "1x1", "--uniform", "n=1000"];
    let exact = [&size[..], &["--expect", "gl_FragColor=[1,250,15,-3]"]].concat();
    let (code, said) = check_text(text, &exact);
    assert_eq!(code, 0, "{said}");
    // 1,000,000 is a multiple of 8 there, and 999,999 is 999,992.
    let cut = [&size[..], &["--card", "radeon-9700", "--expect", "gl_FragColor=[8,250,15,-3]"]].concat();
    let (code, said) = check_text(text, &cut);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("by up to 7") && said.contains("is 1 in 32 bits and 8 there"), "{said}");
    let whole = [&size[..], &["--card", "geforce-8800", "--expect", "gl_FragColor=[1,250,15,-3]"]].concat();
    let (code, said) = check_text(text, &whole);
    assert_eq!(code, 0, "{said}");
}

#[test]
fn a_check_on_a_card_says_what_its_numbers_changed() {
    let radeon = ["--card", "radeon-9700"];
    let said = [
        "note on ATI Radeon 9700 Pro",
        "numbers: on ATI Radeon 9700 Pro",
        "values differ from those of 32 bits, by up to",
    ];
    assert_says("legacy/m13_card_numbers.frag", &radeon, 0, &said);
    let exact = "#version 110\nvoid main() { gl_FragColor = vec4(0.5 * 3.0); }\n";
    let (code, said) = check_text(exact, &radeon);
    assert!(code == 0 && !said.contains("numbers: on"), "{said}");
}

/// 3.3 squared in halves is 10.8984, and 10.89 in 32 bits.
#[test]
fn mediump_is_calculated_in_halves_where_a_card_does() {
    let name = "legacy/m01_mediump_square.frag";
    let size = ["--size", "1x1", "--uniform", "x=3.3"];
    let text = assert_right(name, &[&size[..], &["--card", "webgl-1"]].concat());
    assert!(
        text.contains("10.89 in 32 bits and 10.8984") || text.contains("10.889999 in 32 bits and 10.8984"),
        "{text}"
    );
    let text = assert_right(name, &size);
    assert!(text.contains("precision mediump may be halves") && text.contains("10.8984"), "{text}");
    let text = assert_right(name, &[]);
    assert!(text.contains("precision mediump may be halves"), "{text}");
}

/// The demands of chapter 33's listings on the cards of their time, as the book says them.
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

#[test]
fn a_work_group_beyond_what_is_guaranteed_is_a_note() {
    let says = [
        "2048 invocations and 40960 bytes",
        "Vulkan guarantees 128 and 16,384",
        "WebGPU 256 and 16,384",
        "OpenGL 1,024 and 32,768",
    ];
    // Lanes 0 and 1,024 write `result[0]`, which is an error of its own.
    assert_says("modern/too_much_for_a_device.comp", &[], 1, &says);
}

/// The types of NVIDIA's compiler are named as such; that compiler's language is not read here.
#[test]
fn half_is_named_as_a_type_of_nvidia() {
    for options in [&[][..], &["--card", "radeon-9700"]] {
        assert_says("mission/half.frag", options, 2, &["half is a type only of NVIDIA's GLSL compiler of 2004"]);
    }
}

/// A target format that the card lacks is refused; one that nobody has said is a note.
#[test]
fn a_target_format_that_a_card_lacks_is_refused() {
    let text = "#version 110\nvoid main() { gl_FragColor = vec4(0.5); }\n";
    let size = ["--size", "2x2", "--card", "webgl-1"];
    let (code, said) = check_text(text, &[&size[..], &["--target", "gl_FragColor=r32f"]].concat());
    assert!(code == 2 && said.contains("to which the WebGL 1 with float textures cannot draw"), "{said}");
    let (code, said) = check_text(text, &[&size[..], &["--target", "gl_FragColor=rgba8"]].concat());
    assert!(code == 0 && !said.contains("float targets"), "{said}");
    let (code, said) = check_text(text, &size);
    assert!(code == 0 && said.contains("note on WebGL 1") && said.contains("float targets"), "{said}");
}
