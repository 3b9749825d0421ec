//! Runs with records of their launches: the outputs of each, and the data with which another device can run it again.

use crate::request::RequestFields;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use gristmill::{Capture, Device, Result};
use serde_json::{Value, json};

/// The records of launches that a request asks for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LaunchRequest {
    /// The outputs of each launch.
    launches: bool,
    /// The texts, values and streams to run them again.
    capture: bool,
    /// The kernels as SPIR-V, too.
    spirv: bool,
    /// The launches that draw the result as a picture.
    pub picture: bool,
}

impl LaunchRequest {
    pub fn from_request(request: &RequestFields) -> LaunchRequest {
        LaunchRequest {
            launches: request.is_wanted("launches", false),
            capture: request.is_wanted("capture", false),
            spirv: request.is_wanted("spirv", false),
            picture: request.is_wanted("picture", true),
        }
    }

    /// Returns true if no records are asked for.
    pub fn is_none(self) -> bool {
        !self.launches && !self.capture
    }

    /// Returns the device, which captures its launches if records are asked for.
    pub fn prepare_device(self, device: Device) -> Result<Device> {
        if self.launches || self.capture { device.capturing() } else { Ok(device) }
    }

    /// Runs the work, and counts its launches if they are asked for.
    pub fn run_counted<T>(self, device: &Device, work: impl FnOnce() -> Result<T>) -> Result<(T, usize)> {
        if !self.launches {
            return Ok((work()?, 0));
        }
        let (result, trace) = device.trace(work)?;
        Ok((result, trace.passes()))
    }

    /// Runs the work, and returns the records of its launches.
    pub fn run_captured<T>(self, device: &Device, work: impl FnOnce() -> Result<T>) -> Result<(T, Value)> {
        if self.is_none() {
            return Ok((work()?, json!({})));
        }
        let (result, capture) = device.capture(work)?;
        Ok((result, self.launches_json(&capture)))
    }

    fn launches_json(self, capture: &Capture) -> Value {
        let mut all = crate::page_json::parse_json(&capture.json(&|words| STANDARD.encode(to_bytes(words))));
        let mut told = json!({ "left_out": all["left_out"] });
        if self.launches {
            let launches = all["launches"].as_array().into_iter().flatten();
            told["launches"] = launches.map(|launch| launch_for_page(launch, &all["memories"])).collect();
        }
        if self.capture {
            // Outputs are not needed to run the launches again.
            for launch in all["launches"].as_array_mut().into_iter().flatten() {
                for output in launch["outputs"].as_array_mut().into_iter().flatten() {
                    output["words"] = Value::Null;
                }
            }
            if self.spirv {
                let spirv = capture.spirv_json(&|words| STANDARD.encode(to_bytes(words)));
                all["spirv"] = crate::page_json::parse_json(&spirv);
            }
            told["capture"] = all;
        }
        told
    }
}

fn to_bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>()
}

/// Returns a launch for a page: its outputs with their types.
fn launch_for_page(launch: &Value, memories: &Value) -> Value {
    let outputs = launch["outputs"].as_array().into_iter().flatten();
    let outputs = outputs.map(|output| {
        let at = output["memory"].as_u64().and_then(|at| usize::try_from(at).ok());
        let memory = at.map_or(&Value::Null, |at| &memories[at]);
        json!({
            "name": output["name"], "memory": output["memory"], "slice": output["slice"], "words": output["words"],
            "kind": memory["kind"].clone(), "format": memory["format"].clone(), "width": memory["width"].clone(), "height": memory["height"].clone(), "each": memory["each"].clone(),
        })
    });
    json!({
        "kernel": launch["kernel"], "era": launch["era"], "uniforms": launch["uniforms"], "groups": launch["groups"],
        "covers": launch["pass"]["vertices"], "outputs": outputs.collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    fn ask_json(request: &Value) -> Value {
        serde_json::from_str(&crate::answer(&request.to_string())).unwrap()
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
        let mut request =
            json!({ "do": "run", "algorithm": "particles", "way": "compute", "size": 16, "capture": true });
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
}
