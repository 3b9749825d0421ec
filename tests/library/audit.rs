//! The address audit: the first whole numbers that do not exist, and the faults of a translation.

use gristmill::Profile;
use gristmill::audit::{AddressAudit, Translation, audit, audit_in_halves};

fn card(name: &str) -> &'static Profile {
    Profile::named(name).unwrap()
}

/// The effect of each card on a translation in floats that is right.
#[test]
fn the_first_whole_numbers_that_do_not_exist_are_found() {
    let first = |audit: AddressAudit| (audit.first.unwrap().index, audit.wrong);
    for width in [1024, 1000, 7] {
        let mended = Translation::corrected();
        let halves = audit_in_halves(card("geforce-fx-5900"), &mended, width, 2_050).unwrap();
        assert_eq!(first(halves), (2_049, 1), "width {width}");
        for name in ["radeon-9700", "radeon-x800"] {
            let fp24 = audit(card(name), &mended, width, 131_074).unwrap();
            assert_eq!(first(fp24), (131_073, 1), "{name}, width {width}");
        }
    }
    let single = audit(card("geforce-6800"), &Translation::corrected(), 4_096, 16_777_218).unwrap();
    assert_eq!(first(single), (16_777_217, 1));
}

/// Integers end later.
#[test]
fn a_translation_of_integers_is_right_where_floats_end() {
    let text = "#version 330 core
ivec2 texel(int index, int width) { return ivec2(index % width, index / width); }
out vec4 unused;
void main() { unused = vec4(texel(3, 2), 0.0, 0.0); }";
    let translation = Translation::of_text("whole.frag", text, "texel").unwrap();
    let found = audit(card("geforce-8800"), &translation, 1_000, 100_000).unwrap();
    assert!(found.is_right(), "{found:?}");
    let error = audit(card("radeon-9700"), &translation, 1_000, 1_000).unwrap_err().to_string();
    assert!(error.contains("integers") && error.contains("Radeon 9700"), "{error}");
}

#[test]
fn a_fault_of_the_translation_is_found_where_it_begins() {
    let text = "// no version: GLSL 1.10
uniform float skipped;
uniform sampler2D table;
uniform vec2 table_size;
vec2 texel(float index) {
    float row = floor((index + 0.5) / table_size.x);
    float column = index - (row * table_size.x);
    return vec2(index < skipped ? column : column + 1.0, row);
}
vec2 place(const in float index, vec2 size) { return (texel(index) + 0.5) / size; }
void main() { gl_FragColor = texture2D(table, texel(3.0)); }";
    let with = |name: &str| {
        Translation::of_text("kernel.frag", text, name)
            .unwrap()
            .uniform("skipped", &[700.0])
            .unwrap()
    };
    let radeon = card("radeon-9700");
    let found = audit(radeon, &with("texel"), 64, 1_000).unwrap();
    assert_eq!((found.wrong, found.first.unwrap().index, found.first.unwrap().given), (300, 700, [61.0, 10.0]));
    let found = audit(radeon, &with("place").in_coordinates(), 64, 1_000).unwrap();
    assert_eq!((found.wrong, found.first.unwrap().index), (300, 700));
    let error = audit(radeon, &Translation::of_text("kernel.frag", text, "texel").unwrap(), 64, 10)
        .unwrap_err()
        .to_string();
    assert!(error.contains("skipped is not set"), "{error}");
}

#[test]
fn what_cannot_be_audited_is_said() {
    let radeon = card("radeon-9700");
    let mended = Translation::corrected();
    let says = |result: gristmill::Result<AddressAudit>| result.unwrap_err().to_string();
    assert!(says(audit(radeon, &mended, 0, 10)).contains("1 to 2048"));
    assert!(says(audit(radeon, &mended, 2_049, 10)).contains("1 to 2048"));
    assert!(says(audit(radeon, &mended, 10, 0)).contains("0 elements"));
    assert!(says(audit_in_halves(radeon, &mended, 10, 10)).contains("choose a card with half floats"));
    let of = |text: &str, name: &str| Translation::of_text("k.frag", text, name);
    assert!(of("", "f").unwrap_err().to_string().contains("no function f"));
    assert!(
        of("float f(float index) { return 1.0; }", "f")
            .unwrap_err()
            .to_string()
            .contains("no function f")
    );
    assert!(
        of("// vec2 f(float index)\n", "f")
            .unwrap_err()
            .to_string()
            .contains("no function f")
    );
    let error = of("vec2 f(vec3 index) { return index.xy; }", "f").unwrap_err().to_string();
    assert!(error.contains("f(vec3 index) has no index parameter"), "{error}");
    let broken = of("vec2 f(float index) { return indx; }", "f").unwrap();
    assert!(says(audit(radeon, &broken, 10, 10)).contains("indx"));
    let output = of("uniform vec2 output_size;\nvec2 f(float i) { return vec2(i, 0.0) / output_size; }", "f").unwrap();
    assert!(says(audit(radeon, &output, 10, 10)).contains("output_size is of the stream that is written"));
    let nan = of("vec2 f(float i) { return vec2(0.0 / (i - i), -1.0); }", "f").unwrap();
    assert_eq!(audit(radeon, &nan, 10, 10).unwrap().wrong, 10);
    let five = mended.uniform("x", &[0.0; 5]).unwrap_err().to_string();
    assert!(five.contains("one to four"), "{five}");
    assert!(Translation::of_file("no such file.frag".as_ref(), "f").is_err());
}
