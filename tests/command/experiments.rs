//! `gristmill experiment`.

use super::check::gristmill;

#[test]
fn the_questions_are_listed() {
    let (code, out, errors) = gristmill(&["experiment"]);
    assert!(code == Some(0) && out.contains("group_sizes"), "{out}{errors}");
    let (_, out, _) = gristmill(&["experiment", "--json"]);
    let all: serde_json::Value = serde_json::from_str(&out).unwrap();
    let asks = |one: &serde_json::Value| one["question"].as_str().is_some_and(|question| question.ends_with('?'));
    assert!(all.as_array().unwrap().iter().all(asks), "{out}");
}

#[test]
fn an_answer_has_its_numbers_and_its_chart() {
    let folder = std::env::temp_dir().join(format!("gristmill-experiment-{}", std::process::id()));
    let out = folder.to_str().unwrap();
    let asked = ["experiment", "group_sizes", "--quick", "--device", "emulator"];
    let (code, said, errors) = gristmill(&[&asked[..], &["--out", out]].concat());
    assert!(code == Some(0) && said.contains("invocations per group"), "{said}{errors}");
    let chart = std::fs::read_to_string(folder.join("experiment_group_sizes.svg")).unwrap();
    assert!(chart.contains("sum by a tree"), "{chart}");
    std::fs::remove_dir_all(&folder).unwrap();

    let (code, said, _) = gristmill(&[&asked[..], &["--json"]].concat());
    let answer: serde_json::Value = serde_json::from_str(&said).unwrap();
    let rows = answer["tables"][0]["rows"].as_array().unwrap();
    assert!(code == Some(0) && rows.len() >= 10, "{said}");
    // The emulator counts: a group of one has one lane of a warp.
    assert_eq!(rows[0][0], 1);

    let (code, _, errors) = gristmill(&["experiment", "group_size"]);
    assert!(code == Some(2) && errors.contains("did you mean group_sizes?"), "{errors}");
}
