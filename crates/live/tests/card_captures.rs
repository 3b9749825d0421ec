//! The captures that a page asks for, to run a way on the reader's card.

use serde_json::{Value, json};

fn ask_json(request: &Value) -> Value {
    serde_json::from_str(&gristmill_live::answer(&request.to_string())).unwrap()
}

#[test]
fn a_capture_has_spirv_where_it_is_asked_for() {
    let mut request = json!({ "do": "run", "algorithm": "saxpy", "way": "fragment", "size": 43, "capture": true });
    assert_eq!(ask_json(&request)["capture"]["spirv"], Value::Null);
    request["spirv"] = true.into();
    let told = ask_json(&request);
    let stages = told["capture"]["spirv"][0]["stages"].as_array().unwrap();
    let kinds: Vec<_> = stages.iter().map(|stage| stage["stage"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["vertex", "fragment"]);
    // The number that begins every module, lowest byte first.
    assert!(stages.iter().all(|stage| stage["spirv"].as_str().unwrap().starts_with("AwIjB")), "{stages:?}");
}

#[test]
fn launches_that_draw_the_picture_are_left_out_where_none_is_wanted() {
    let mut request = json!({ "do": "run", "algorithm": "particles", "way": "compute", "size": 16, "capture": true });
    let count = |told: &Value| told["capture"]["launches"].as_array().map_or(0, Vec::len);
    let drawn = ask_json(&request);
    request["picture"] = false.into();
    let undrawn = ask_json(&request);
    assert!(0 < count(&undrawn) && count(&undrawn) < count(&drawn), "{} and {}", count(&undrawn), count(&drawn));
    assert_eq!((&undrawn["picture"], &undrawn["verdict"]), (&Value::Null, &"right".into()));
}

#[test]
fn an_algorithm_tells_its_ways_of_both_eras() {
    let told = ask_json(&json!({ "do": "algorithm", "name": "scan" }));
    let eras: Vec<_> = told["ways"]
        .as_array()
        .unwrap()
        .iter()
        .map(|way| way["era"].as_str().unwrap())
        .collect();
    assert!(eras.contains(&"fragment") && eras.contains(&"compute"), "{told}");
    let error = ask_json(&json!({ "do": "algorithm", "name": "scam" }))["error"].to_string();
    assert!(error.contains("scan"), "{error}");
}
