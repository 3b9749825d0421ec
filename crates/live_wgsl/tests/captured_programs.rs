//! Programs of captured runs of both eras, as a page sends them.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use gristmill::algorithms::saxpy;
use gristmill::{Capture, Device, Era};
use gristmill_live_wgsl::answer;
use serde_json::{Value, json};

fn ask_json(request: &Value) -> Value {
    serde_json::from_str(&answer(&request.to_string())).unwrap()
}

fn encode(words: &[u32]) -> String {
    STANDARD.encode(words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>())
}

fn capture_saxpy(era: Era) -> Value {
    let device = Device::emulator(era).unwrap().capturing().unwrap();
    let (_, capture): (_, Capture) = device
        .capture(|| {
            let numbers = device.stream(&[1.0; 100])?;
            match era {
                Era::Fragment => saxpy::fragment(&device, 2.0, &numbers, &numbers)?.read(),
                Era::Compute => saxpy::compute(&device, 2.0, &numbers, &numbers)?.read(),
            }
        })
        .unwrap();
    serde_json::from_str(&capture.spirv_json(&encode)).unwrap()
}

#[test]
fn a_captured_pass_becomes_a_vertex_and_a_fragment_stage() {
    let programs = capture_saxpy(Era::Fragment);
    assert_eq!(programs[0]["outputs"], json!({ "result": 0 }));
    let told = ask_json(&json!({ "stages": programs[0]["stages"] }));
    let stages = told["stages"].as_array().unwrap_or_else(|| panic!("{told}"));
    let kinds: Vec<_> = stages.iter().map(|stage| (&stage["stage"], &stage["group"])).collect();
    assert_eq!(kinds, [(&json!("vertex"), &json!(1)), (&json!("fragment"), &json!(0))]);
    let fragment = &stages[1];
    assert!(fragment["wgsl"].as_str().unwrap().contains("@fragment"), "{fragment}");
    let resources = fragment["resources"].as_array().unwrap();
    let textures = resources.iter().filter(|resource| resource["kind"] == "texture");
    assert_eq!(textures.map(|texture| texture["dimension"].as_str()).collect::<Vec<_>>(), [Some("2d"); 2]);
    let uniforms = resources.iter().find(|resource| resource["kind"] == "uniforms").unwrap();
    let members = uniforms["members"].as_array().unwrap();
    let alpha = members.iter().find(|member| member["name"] == "alpha").unwrap();
    assert_eq!((&alpha["rows"], &alpha["columns"], &alpha["items"]), (&1.into(), &1.into(), &Value::Null));
}

#[test]
fn a_captured_dispatch_has_its_buffers() {
    let programs = capture_saxpy(Era::Compute);
    let told = ask_json(&json!({ "stages": programs[0]["stages"] }));
    let resources = told["stages"][0]["resources"].as_array().unwrap_or_else(|| panic!("{told}"));
    let buffers = resources.iter().filter(|resource| resource["kind"] == "buffer");
    let written: Vec<_> = buffers.map(|buffer| buffer["writable"].as_bool()).collect();
    assert!(written.contains(&Some(true)), "{told}");
}

#[test]
fn what_is_no_module_is_refused_in_a_sentence() {
    for (request, words) in [
        (json!({}), "no stages"),
        (json!({ "stages": [{ "name": "a.frag", "stage": "geometry" }] }), "give vertex, fragment or compute"),
        (json!({ "stages": [{ "name": "a.frag", "stage": "fragment", "spirv": "?" }] }), "no base64"),
        (json!({ "stages": [{ "name": "a.frag", "stage": "fragment", "spirv": "AAAA" }] }), "a.frag"),
    ] {
        let told = ask_json(&request);
        assert!(told["error"].as_str().is_some_and(|error| error.contains(words)), "{request}: {told}");
    }
}
