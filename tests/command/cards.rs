//! `gristmill cards`, `gristmill fit` and `gristmill check --card` as people type them.

use crate::check::{folder, gristmill, json, path};
use serde_json::Value;

/// A kernel that the first card of floats takes.
const TWICE: &str = "uniform sampler2D x;
varying vec2 place;
void main() {
    gl_FragColor = 2.0 * texture2D(x, place);
}
";

/// One that reads at whole numbers.
const FIRST: &str = "#version 330 core
uniform sampler2D x;
out vec4 y;
void main() {
    y = texelFetch(x, ivec2(gl_FragCoord.xy), 0);
}
";

/// As wide as a terminal of 80 columns.
fn narrow(arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_gristmill"));
    let output = command
        .current_dir(crate::ROOT)
        .env("COLUMNS", "80")
        .args(arguments)
        .output()
        .unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn the_tables_fit_80_columns() {
    let folder = folder(&[("twice.frag", TWICE), ("first.frag", FIRST)]);
    let (files, one) = (folder.path().display().to_string(), path(&folder, "first.frag"));
    let runs: [&[&str]; 5] =
        [&["cards"], &["cards", "radeon-9700"], &["cards", "opengl-2-0"], &["fit", &one], &["fit", &files]];
    for arguments in runs {
        let (code, out) = narrow(arguments);
        assert_eq!(code, Some(0), "{arguments:?}: {out}");
        let long: Vec<&str> = out.lines().filter(|line| line.chars().count() > 80).collect();
        assert!(long.is_empty() && !out.contains("left out"), "{arguments:?}: {long:#?}\n{out}");
    }
}

#[test]
fn every_card_is_listed_and_told() {
    let (code, out, _) = gristmill(&["cards"]);
    assert_eq!(code, Some(0));
    let all = json(&["cards", "--json"]);
    let all = all.as_array().unwrap();
    assert_eq!(all.len(), 17);
    for card in all {
        let name = card["name"].as_str().unwrap();
        assert!(out.lines().any(|line| line.split_whitespace().next() == Some(name)), "{name}\n{out}");
        let (code, told, _) = gristmill(&["cards", name]);
        assert!(code == Some(0) && told.starts_with(card["title"].as_str().unwrap()), "{told}");
    }
    let one = json(&["cards", "geforce-6800", "--json"]);
    assert_eq!((&one["blend"]["value"]["half"], &one["blend"]["mark"]), (&Value::Bool(true), &"Published".into()));
}

#[test]
fn an_unknown_card_is_bad_input() {
    let folder = folder(&[("twice.frag", TWICE)]);
    for arguments in [vec!["cards", "radeon-970"], vec!["check", "--card", "radeon-970", &path(&folder, "twice.frag")]]
    {
        let (code, out, errors) = gristmill(&arguments);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{errors}");
        assert!(errors.trim_end().ends_with("did you mean radeon-9700?"), "{errors}");
    }
}

#[test]
fn what_a_card_refuses_is_drawn_and_ends_with_1() {
    let folder = folder(&[("twice.frag", TWICE), ("first.frag", FIRST)]);
    let (twice, first) = (path(&folder, "twice.frag"), path(&folder, "first.frag"));
    let (code, out, errors) = gristmill(&["check", "--card", "radeon-9700", &twice]);
    assert_eq!(code, Some(0), "{out}{errors}");
    let (code, out, errors) = gristmill(&["check", "--card", "radeon-9700", &first]);
    assert_eq!(code, Some(1), "{out}{errors}");
    assert!(out.contains("refused on ATI Radeon 9700 Pro in first.frag"), "{out}");
    assert!(out.contains("y = texelFetch(x, ivec2(gl_FragCoord.xy), 0);"), "{out}");
    assert!(out.contains("arrays_in_textures.md"), "{out}");
    assert!(out.ends_with("first.frag: 2 errors\n"), "{out}");
    let report = json(&["check", "--card", "radeon-9700", "--json", &first]);
    assert_eq!(report["findings"][0]["kind"], "refused");
    assert_eq!(report["findings"][0]["witnesses"][0]["line"], 5);
    let (code, out, _) = gristmill(&["check", "--card", "radeon-9700", "--format", "sarif", &first]);
    assert_eq!(code, Some(1));
    let sarif: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(sarif["runs"][0]["results"][0]["ruleId"], "refused");
    let (code, out, errors) = gristmill(&["check", "--card", "opengl-3-3", &first]);
    assert_eq!(code, Some(0), "{out}{errors}");
}

#[test]
fn a_kernel_of_the_library_is_held_against_a_card_by_its_path() {
    let (code, out, errors) = gristmill(&["check", "--card", "geforce-6800", "fragment_kernels/primitives/scan.frag"]);
    assert_eq!(code, Some(1), "{out}{errors}");
    assert!(out.contains("refused on NVIDIA GeForce 6800 Ultra in scan.frag"), "{out}");
}

#[test]
fn which_cards_take_a_kernel() {
    let folder = folder(&[
        ("twice.frag", TWICE),
        ("first.frag", FIRST),
        ("work.comp", "#version 430 core\nlayout(local_size_x = 1) in;\nvoid main() {}\n"),
    ]);
    let (code, out, errors) = gristmill(&["fit", &path(&folder, "first.frag")]);
    assert_eq!(code, Some(0), "{out}{errors}");
    let verdict = |name: &str| out.lines().find(|line| line.starts_with(name)).unwrap_or_default().to_string();
    assert!(verdict("radeon-9700").contains("refused: texelFetch, integers"), "{out}");
    assert!(verdict("opengl-3-3").contains("fits"), "{out}");
    let (code, out, errors) = gristmill(&["fit", &folder.path().display().to_string()]);
    assert_eq!(code, Some(0), "{errors}");
    let fits = |name: &str| {
        let row = out.lines().find(|line| line.starts_with(name)).unwrap_or_default();
        row.matches("fits").count()
    };
    assert_eq!([fits("first.frag"), fits("twice.frag"), fits("work.comp")], [3, 8, 1], "{out}");
    assert!(out.contains("twice.frag  fits  bytes  fits"), "{out}");
    assert!(out.contains("Of 3 kernels each card accepts: radeon-9700 1,"), "{out}");
    let all = json(&["fit", "--json", &path(&folder, "twice.frag")]);
    assert_eq!(all[0]["fits"].as_array().unwrap().len(), 17);
    let slots = &all[0]["fits"][0]["demands"][0];
    assert_eq!(
        (&slots["thing"], &slots["given"], &slots["limit"]),
        (&"arithmetic slots".into(), &1.into(), &64.into())
    );
}

#[test]
fn what_cannot_be_fitted_is_said() {
    let folder = folder(&[("broken.frag", "void main() { gl_FragColor = 1; }\n"), ("note.txt", "no kernel")]);
    let (code, _, errors) = gristmill(&["fit", &path(&folder, "broken.frag")]);
    assert!(code == Some(2) && errors.contains("does not compile"), "{errors}");
    let (code, _, errors) = gristmill(&["fit", &path(&folder, "nothing.frag")]);
    assert!(code == Some(2) && errors.contains("nothing.frag"), "{errors}");
    let (code, _, errors) = gristmill(&["fit", &path(&folder, "note.txt")]);
    assert!(code == Some(2) && !errors.is_empty(), "{errors}");
    std::fs::remove_file(folder.path().join("broken.frag")).unwrap();
    let (code, _, errors) = gristmill(&["fit", &folder.path().display().to_string()]);
    assert!(code == Some(2) && errors.contains("there is no fragment kernel to fit"), "{errors}");
}
