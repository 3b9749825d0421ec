//! Scenes of the library, frame by frame: as commands for the reader's card, or as pictures of the emulator.

use crate::page_json;
use crate::request::RequestFields;
use crate::way_commands::{encode_words, read_limits};
use gristmill::{CommandLog, Device, Era, Error, Mouse, Result, Scene, image_of};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;

mod pieces;
#[cfg(test)]
mod tests;

/// The most scenes that are open at one time.
const MAX_OPEN: usize = 8;

/// The most frames that one request advances.
const MAX_STEPS: u64 = 64;

/// The longest side of a picture.
const MAX_SIDE: u64 = 2048;

/// A scene that a page shows.
struct OpenScene {
    scene: Box<dyn Scene>,
    /// The log of its device, unless that is the emulator.
    log: Option<CommandLog>,
    picture: [usize; 2],
}

thread_local! {
    /// The open scenes; a page has one thread.
    static OPEN: RefCell<BTreeMap<u64, OpenScene>> = const { RefCell::new(BTreeMap::new()) };
}

/// Opens a scene and draws its first picture.
pub(crate) fn open_scene(request: &RequestFields) -> Result<Value> {
    let piece = pieces::find_piece(request.required_text("name")?)?;
    let era = match request.required_text("era")? {
        "fragment" => Era::Fragment,
        "compute" => Era::Compute,
        other => return Err(Error::data(format!("expected the era fragment or compute, found {other}"))),
    };
    let level = request.optional_number("level")?.unwrap_or(0);
    let elements = pieces::count_elements(piece, level)?;
    let (device, log) = match request.is_wanted("commands", false) {
        true => {
            let (device, log) = Device::command_log(era, read_limits(request, *Device::emulator(era)?.limits())?)?;
            (device, Some(log))
        }
        false => {
            let device = Device::emulator(era)?;
            device.listen(None)?;
            (device, None)
        }
    };
    let picture = read_size(request)?;
    let mut opened = OpenScene { scene: (piece.build)(&device, elements)?, log, picture };
    let mut told = draw_scene(&mut opened, request)?;
    let number = OPEN.with_borrow_mut(|open| {
        if open.len() >= MAX_OPEN {
            return Err(Error::data(format!("{MAX_OPEN} scenes are open; close one before the next")));
        }
        let number = open.last_key_value().map_or(0, |(last, _)| last + 1);
        open.insert(number, opened);
        Ok(number)
    })?;
    told["scene"] = number.into();
    told["elements"] = elements.into();
    Ok(told)
}

/// Advances a scene by some frames, one where no number is given, and draws it.
pub(crate) fn advance_scene(request: &RequestFields) -> Result<Value> {
    let steps = request.optional_number("steps")?.unwrap_or(1).min(MAX_STEPS);
    let mouse = read_mouse(&request.0["mouse"]);
    with_scene(request, |opened| {
        for _ in 0..steps {
            opened.scene.advance(mouse)?;
        }
        draw_scene(opened, request)
    })
}

/// Closes a scene; one that is closed already is no error.
pub(crate) fn close_scene(request: &RequestFields) -> Result<Value> {
    let number = request.optional_number("scene")?.unwrap_or(u64::MAX);
    OPEN.with_borrow_mut(|open| open.remove(&number));
    Ok(json!({}))
}

fn with_scene(request: &RequestFields, work: impl FnOnce(&mut OpenScene) -> Result<Value>) -> Result<Value> {
    let number = request.optional_number("scene")?.unwrap_or(u64::MAX);
    OPEN.with_borrow_mut(|open| match open.get_mut(&number) {
        Some(opened) => work(opened),
        None => Err(Error::data(format!("scene {number} is not open; open it first"))),
    })
}

/// Draws a scene: the commands since the last frame, or the emulator's picture.
fn draw_scene(opened: &mut OpenScene, request: &RequestFields) -> Result<Value> {
    let picture = opened.scene.picture(opened.picture)?;
    let Some(log) = &opened.log else {
        let mut told = json!({ "picture": page_json::picture_json(&image_of(&picture)?) });
        if request.is_wanted("numbers", false) {
            let lanes: Vec<u32> = picture
                .read()?
                .iter()
                .flat_map(|colour| colour.iter().map(|lane| lane.to_bits()).collect::<Vec<_>>())
                .collect();
            told["numbers"] = encode_words(&lanes).into();
        }
        return Ok(told);
    };
    let [memory, width, height] = log.locate_picture(&picture)?;
    let mut told = page_json::parse_json(&log.frame_json(&encode_words));
    told["shown"] = json!({ "memory": memory, "width": width, "height": height });
    Ok(told)
}

fn read_size(request: &RequestFields) -> Result<[usize; 2]> {
    let side = |field| -> Result<usize> {
        let side = request.optional_number(field)?.unwrap_or(0);
        match side {
            1..=MAX_SIDE => Ok(side as usize),
            _ => Err(Error::data(format!("{field} is {side}; give a picture 1 to {MAX_SIDE} pixels a side"))),
        }
    };
    Ok([side("width")?, side("height")?])
}

fn read_mouse(given: &Value) -> Option<Mouse> {
    let pair = |field: &str| [0, 1].map(|axis| given[field][axis].as_f64().unwrap_or(0.0) as f32);
    given
        .is_object()
        .then(|| Mouse { at: pair("at"), moved: pair("moved"), pressed: given["pressed"] == true })
}
