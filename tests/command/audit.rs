//! `gristmill audit`.

use super::check::gristmill;
use std::fs;

const MINE: &str = "#version 110
#include \"width.glsl\"
vec2 texel(float index) {
    float row = floor(index * (1.0 / WIDTH));
    return vec2(index - (row * WIDTH), row);
}";

#[test]
fn a_strangers_translation_is_held_against_a_card() {
    let folder = std::env::temp_dir().join(format!("gristmill-audit-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("mine.frag");
    fs::write(&file, MINE).unwrap();
    fs::write(folder.join("width.glsl"), "#define WIDTH 1000.0\n").unwrap();
    let file = file.to_str().unwrap();
    let audit = |rest: &[&str]| gristmill(&[&["audit", file, "--function", "texel", "--width", "1000"], rest].concat());
    // The reciprocal is cut off: a row begins a column late, from the first on.
    let (code, out, errors) = audit(&["--card", "radeon-9700", "--elements", "5000"]);
    assert!(code == Some(1) && out.contains("(1000, 0), not (0, 1)"), "{out}{errors}");
    let (code, out, errors) = audit(&["--card", "radeon-9700", "--elements", "900"]);
    assert!(code == Some(0), "{out}{errors}");
    let (code, out, _) = audit(&["--card", "radeon-9700", "--elements", "5000", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert!(code == Some(1) && json[0]["first"]["index"] == 1000, "{out}");
    let (code, _, errors) = audit(&["--card", "radeon-970"]);
    assert!(code == Some(2) && errors.contains("did you mean radeon-9700?"), "{errors}");
    let (code, _, errors) = gristmill(&["audit", file, "--function", "texels"]);
    assert!(code == Some(2) && errors.contains("no function texels"), "{errors}");
    let (code, _, errors) = audit(&["--uniform", "a=b"]);
    assert!(code == Some(2) && errors.contains("write NAME=X"), "{errors}");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn the_printed_listings_are_audited() {
    let (code, out, errors) = gristmill(&["audit", "--elements", "2050", "--width", "1000"]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(out.contains("2,049: (48, 2), not (49, 2)"), "{out}");
    let row = |words: [&str; 2]| out.lines().any(|line| words.iter().all(|word| line.contains(word)));
    assert!(row(["printed_1d_to_rectangle", "1: (0.99998474"]), "{out}");
}
