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
