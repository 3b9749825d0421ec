//! Frames as commands: what comes once, what comes again, and what is refused.

use super::pieces::PIECES;
use crate::answer;
use serde_json::{Value, json};

fn ask(request: &Value) -> Value {
    serde_json::from_str(&answer(&request.to_string())).unwrap()
}

fn open(name: &str, era: &str, level: u64) -> Value {
    let side = if level == 0 { 24 } else { 256 };
    let mut request = json!({ "do": "scene_open", "name": name, "era": era, "level": level, "commands": true });
    request["width"] = side.into();
    request["height"] = side.into();
    ask(&request)
}

/// Numbers of commands of a kind.
fn count_commands(frame: &Value, kind: &str) -> usize {
    let commands = frame["commands"].as_array().unwrap();
    commands.iter().filter(|command| !command[kind].is_null()).count()
}

/// Every frame after the first few is made of launches that are known: nothing is created, described or sent but the
/// uniforms, so that no frame costs more than the one before.
#[test]
fn frames_settle() {
    for piece in PIECES {
        for era in ["fragment", "compute"] {
            let name = piece.name;
            let first = open(name, era, 1);
            assert!(first["error"].is_null(), "{name} {era}: {first}");
            let programs = first["programs"].as_array().unwrap();
            assert!(programs.iter().all(|program| program["refused"].is_null()), "{name} {era}");
            let mut launches = 0;
            for frame in 0..30 {
                let mouse = json!({ "at": [0.5, 0.4], "moved": [0.01, 0.0], "pressed": frame % 3 == 0 });
                let next = ask(&json!({ "do": "scene_frame", "scene": first["scene"], "mouse": mouse }));
                assert!(next["error"].is_null(), "{name} {era}: {next}");
                let commands = next["commands"].as_array().unwrap();
                launches = commands.iter().filter(|one| one.is_number() || !one["run"].is_null()).count();
                if frame > 20 {
                    let new = ["create", "destroy", "describe", "forget"].map(|kind| count_commands(&next, kind));
                    assert_eq!(new, [0; 4], "{name} {era} frame {frame}");
                }
                let shown = [&next["shown"]["width"], &next["shown"]["height"]];
                assert_eq!(shown, [256, 256], "{name} {era}");
            }
            assert!(launches > 0, "{name} {era}");
            ask(&json!({ "do": "scene_close", "scene": first["scene"] }));
        }
    }
}

/// The emulator draws the same scenes as pictures, and its eras agree at the beginning.
#[test]
fn the_emulator_draws_every_scene() {
    for piece in PIECES {
        let pictures = ["fragment", "compute"].map(|era| {
            let opened = ask(&json!({
                "do": "scene_open", "name": piece.name, "era": era, "width": 24, "height": 16, "numbers": true,
            }));
            ask(&json!({ "do": "scene_close", "scene": opened["scene"] }));
            opened["picture"]["rgba"]
                .as_str()
                .unwrap_or_else(|| panic!("{}: {opened}", piece.name))
                .to_string()
        });
        assert_eq!(pictures[0].len(), 2048, "{}", piece.name); // 24 x 16 x 4 bytes in base64
        assert!(
            pictures[0]
                .as_bytes()
                .windows(4)
                .any(|four| four != &pictures[0].as_bytes()[..4]),
            "{}",
            piece.name
        );
    }
}

#[test]
fn what_is_wrong_is_said_in_a_sentence() {
    let good = json!({ "do": "scene_open", "name": "life", "era": "compute", "width": 8, "height": 8 });
    let changed = |field: &str, value: Value| {
        let mut request = good.clone();
        request[field] = value;
        ask(&request)["error"].as_str().unwrap_or_default().to_string()
    };
    assert_eq!(changed("name", json!("live")), "there is no scene live; there is life");
    assert_eq!(changed("era", json!("stone")), "expected the era fragment or compute, found stone");
    assert_eq!(changed("level", json!(3)), "level 3 is above 2; give 0, 1 or 2");
    assert_eq!(changed("width", json!(0)), "width is 0; give a picture 1 to 2048 pixels a side");
    assert_eq!(ask(&json!({ "do": "scene_frame", "scene": 77 }))["error"], "scene 77 is not open; open it first");
    let open: Vec<Value> = (0..8).map(|_| ask(&good)["scene"].clone()).collect();
    assert_eq!(ask(&good)["error"], "8 scenes are open; close one before the next");
    for scene in open {
        ask(&json!({ "do": "scene_close", "scene": scene }));
    }
}
