//! A way as commands for the reader's card, at sizes that the emulator would not end in a page.

use crate::page_json;
use crate::request::RequestFields;
use crate::ways::{SEED, find_way};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use gristmill::algorithms::{Algorithm, Workload};
use gristmill::kernels::Edits;
use gristmill::{Device, Error, Limits, Result};
use serde_json::Value;

/// The most elements: their words have to pass through the page as text.
const MAX_ELEMENTS: u64 = 1 << 26;

/// Answers with the commands of a run. Nothing is computed, so a way that reads back is refused in a sentence.
pub(crate) fn answer_commands(request: &RequestFields) -> Result<Value> {
    let algorithm = Algorithm::find(request.required_text("algorithm")?)?;
    let way = find_way(algorithm, request.required_text("way")?, request.optional_text("era"))?;
    let size = request.optional_number("size")?.unwrap_or(algorithm.size as u64);
    if size > MAX_ELEMENTS {
        return Err(Error::data(format!(
            "{size} elements are more than the {MAX_ELEMENTS} that pass through a page; use fewer"
        )));
    }
    let mut edits = Edits::default();
    for (path, text) in request.named_texts("files") {
        edits = edits.file(path, text.to_string())?;
    }
    let limits = read_limits(request, *Device::emulator(way.era)?.limits())?;
    let (device, log) = Device::command_log(way.era, limits)?;
    let work = Workload::new(size as usize, SEED);
    let (ran, _) = edits.run(|| (way.prepare)(&device, &work)?.run());
    ran?;
    Ok(page_json::parse_json(&log.frame_json(&encode_words)))
}

/// Returns words as base64, lowest byte first.
pub(crate) fn encode_words(words: &[u32]) -> String {
    STANDARD.encode(words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>())
}

/// Returns the limits of the card: those that a page knows in the place of the emulator's.
pub(crate) fn read_limits(request: &RequestFields, limits: Limits) -> Result<Limits> {
    let given = RequestFields(&request.0["limits"]);
    let limit = |field, known: usize| -> Result<usize> {
        let number = given.optional_number(field)?;
        Ok(number.map_or(known, |number| known.min(usize::try_from(number).unwrap_or(usize::MAX))))
    };
    Ok(Limits {
        texture_side: limit("texture_side", limits.texture_side)?,
        volume_side: limit("volume_side", limits.volume_side)?,
        outputs: limit("outputs", limits.outputs)?,
        buffers: limit("buffers", limits.buffers)?,
        buffer_bytes: limit("buffer_bytes", limits.buffer_bytes)?,
        ..limits
    })
}
