//! A run launch by launch: what each left in its outputs, and all that another machine needs to make them again.

use crate::fields::Fields;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use gristmill::{Capture, Device, Result};
use serde_json::{Value, json};

/// What of a run's launches is asked for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asked {
    /// What each left.
    launches: bool,
    /// Texts, values and streams, to make them again.
    capture: bool,
}

impl Asked {
    pub fn of(request: &Fields) -> Asked {
        Asked { launches: request.wants("launches", false), capture: request.wants("capture", false) }
    }

    /// Returns whether nothing is asked for.
    pub fn is_none(self) -> bool {
        !self.launches && !self.capture
    }

    /// The device, which keeps what its launches do where that is asked for.
    pub fn on(self, device: Device) -> Result<Device> {
        if self.launches || self.capture { device.capturing() } else { Ok(device) }
    }

    /// The result of the work, and its launches, counted where they are told.
    pub fn counted<T>(self, device: &Device, work: impl FnOnce() -> Result<T>) -> Result<(T, usize)> {
        if !self.launches {
            return Ok((work()?, 0));
        }
        let (result, trace) = device.trace(work)?;
        Ok((result, trace.passes()))
    }

    /// The result of the work, and what is told of its launches.
    pub fn run<T>(self, device: &Device, work: impl FnOnce() -> Result<T>) -> Result<(T, Value)> {
        if self.is_none() {
            return Ok((work()?, json!({})));
        }
        let (result, capture) = device.capture(work)?;
        Ok((result, self.told(&capture)))
    }

    fn told(self, capture: &Capture) -> Value {
        let bytes = |words: &[u32]| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
        let mut all = crate::shown::written(&capture.json(&|words| STANDARD.encode(bytes(words))));
        let mut told = json!({ "left_out": all["left_out"] });
        if self.launches {
            let launches = all["launches"].as_array().into_iter().flatten();
            told["launches"] = launches.map(|launch| shown(launch, &all["memories"])).collect();
        }
        if self.capture {
            // A machine that makes them again needs no outputs.
            for launch in all["launches"].as_array_mut().into_iter().flatten() {
                for output in launch["outputs"].as_array_mut().into_iter().flatten() {
                    output["words"] = Value::Null;
                }
            }
            told["capture"] = all;
        }
        told
    }
}

/// A launch for a page: its outputs with what their words are.
fn shown(launch: &Value, memories: &Value) -> Value {
    let outputs = launch["outputs"].as_array().into_iter().flatten();
    let outputs = outputs.map(|output| {
        let at = output["memory"].as_u64().and_then(|at| usize::try_from(at).ok());
        let memory = at.map_or(&Value::Null, |at| &memories[at]);
        let of = |what: &str| memory[what].clone();
        json!({
            "name": output["name"], "memory": output["memory"], "slice": output["slice"], "words": output["words"],
            "kind": of("kind"), "format": of("format"), "width": of("width"), "height": of("height"), "each": of("each"),
        })
    });
    json!({
        "kernel": launch["kernel"], "era": launch["era"], "uniforms": launch["uniforms"], "groups": launch["groups"],
        "covers": launch["pass"]["vertices"], "outputs": outputs.collect::<Vec<_>>(),
    })
}
