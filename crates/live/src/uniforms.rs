//! Uniforms of a run: those that the host's code sets, and those that a page pins instead.

use crate::page_json;
use crate::request::RequestFields;
use gristmill::{Device, Error, HostUniform, Result, Value as Uniform};
use serde_json::{Value, json};

/// A value that replaces the host's.
#[derive(Debug)]
struct UniformPin {
    kernel: String,
    name: String,
    value: Uniform,
}

/// The pinned values of a request.
#[derive(Debug)]
pub(crate) struct UniformPins(Vec<UniformPin>);

impl UniformPins {
    pub fn from_request(request: &RequestFields) -> Result<UniformPins> {
        let mut pins = vec![];
        for (kernel, uniforms) in request.0["uniforms"].as_object().into_iter().flatten() {
            for (name, given) in uniforms.as_object().into_iter().flatten() {
                let kind = given["type"].as_str().unwrap_or("");
                let numbers: Vec<f64> = RequestFields(given).list_values("numbers").filter_map(Value::as_f64).collect();
                let value = parse_uniform(kind, &numbers).ok_or_else(|| {
                    let next = "give a float, int, uint or a vector of them, with its numbers";
                    Error::data(format!(
                        "{kernel}: {numbers:?} are not a value of the uniform {name} as {kind:?}; {next}"
                    ))
                })?;
                pins.push(UniformPin { kernel: kernel.clone(), name: name.clone(), value });
            }
        }
        Ok(UniformPins(pins))
    }

    /// Pins them on a device, and records the host's values.
    pub fn pin_on(&self, device: &Device) {
        device.note_uniforms(true);
        for pin in &self.0 {
            device.pin_uniform(&pin.kernel, &pin.name, Some(pin.value));
        }
    }

    /// # Errors
    /// No launch ran a kernel whose uniform is pinned.
    pub fn check_launched(&self, host: &[HostUniform]) -> Result<()> {
        match self.0.iter().find(|pin| pin.find_host_uniform(host).is_none()) {
            Some(UniformPin { kernel, name, .. }) => {
                let mut kernels: Vec<&str> = host.iter().map(|one| one.kernel.as_str()).collect();
                kernels.sort_unstable();
                kernels.dedup();
                let known = if kernels.is_empty() { "none".to_string() } else { kernels.join(", ") };
                Err(Error::data(format!(
                    "no launch of this run is of {kernel}, whose {name} is pinned; the host sets uniforms of {known}"
                )))
            }
            None => Ok(()),
        }
    }

    /// Explains that the reference does not apply, if a pinned value differs from the host's.
    pub fn explain_unjudged(&self, host: &[HostUniform]) -> Option<String> {
        let mut moved: Vec<(String, String)> = vec![];
        for pin in &self.0 {
            let values = pin.find_host_uniform(host).map_or(&[][..], |host| &host.values);
            if values != [pin.value] {
                let values: Vec<String> = values.iter().map(format_uniform).collect();
                let one = (format!("{} = {}", pin.name, values.join(", ")), format_uniform(&pin.value));
                if !moved.contains(&one) {
                    moved.push(one);
                }
            }
        }
        if moved.is_empty() {
            return None;
        }
        let is = if moved.len() == 1 { "it is" } else { "they are" };
        let (theirs, here): (Vec<String>, Vec<String>) = moved.into_iter().unzip();
        let [theirs, here] = [theirs, here].map(|several| several.join(" and "));
        Some(format!(
            "the reference computes with the host's {theirs}; here {is} {here}, so the result is shown and not judged"
        ))
    }
}

impl UniformPin {
    fn find_host_uniform<'h>(&self, host: &'h [HostUniform]) -> Option<&'h HostUniform> {
        host.iter().find(|one| (&one.kernel, &one.name) == (&self.kernel, &self.name))
    }
}

/// Returns the values that the host's code set, for a page.
pub(crate) fn uniforms_json(host: &[HostUniform]) -> Value {
    host.iter()
        .map(|one| {
            let values: Vec<_> = one
                .values
                .iter()
                .map(|value| value.numbers().iter().map(page_json::number_json).collect::<Vec<_>>())
                .collect();
            json!({ "kernel": one.kernel, "name": one.name, "type": one.values[0].glsl(), "values": values })
        })
        .collect()
}

/// Formats a value; a float gets as many digits as identify it.
fn format_uniform(value: &Uniform) -> String {
    let whole = value.glsl().starts_with(['i', 'u']);
    match value.numbers().as_slice() {
        [one] => format_number(one, whole),
        several => format!(
            "({})",
            several
                .iter()
                .map(|number| format_number(number, whole))
                .collect::<Vec<_>>()
                .join(", ")
        ),
    }
}

fn format_number(number: &f64, whole: bool) -> String {
    if whole { number.to_string() } else { (*number as f32).to_string() }
}

/// Parses a value of a GLSL type.
fn parse_uniform(kind: &str, numbers: &[f64]) -> Option<Uniform> {
    let floats: Vec<f32> = numbers.iter().map(|number| *number as f32).collect();
    let ints: Option<Vec<i32>> = numbers
        .iter()
        .map(|number| (number.fract() == 0.0 && *number as i32 as f64 == *number).then_some(*number as i32))
        .collect();
    let uints: Option<Vec<u32>> = numbers
        .iter()
        .map(|number| (number.fract() == 0.0 && *number as u32 as f64 == *number).then_some(*number as u32))
        .collect();
    Some(match (kind, floats.as_slice()) {
        ("float", [x]) => (*x).into(),
        ("vec2", [x, y]) => [*x, *y].into(),
        ("vec3", [x, y, z]) => [*x, *y, *z].into(),
        ("vec4", [x, y, z, w]) => [*x, *y, *z, *w].into(),
        ("int", [_]) => ints?[0].into(),
        ("ivec2", [_, _]) => <[i32; 2]>::try_from(ints?).ok()?.into(),
        ("ivec3", [_, _, _]) => <[i32; 3]>::try_from(ints?).ok()?.into(),
        ("ivec4", [_, _, _, _]) => <[i32; 4]>::try_from(ints?).ok()?.into(),
        ("uint", [_]) => uints?[0].into(),
        ("uvec2", [_, _]) => <[u32; 2]>::try_from(uints?).ok()?.into(),
        ("uvec3", [_, _, _]) => <[u32; 3]>::try_from(uints?).ok()?.into(),
        ("uvec4", [_, _, _, _]) => <[u32; 4]>::try_from(uints?).ok()?.into(),
        _ => return None,
    })
}
