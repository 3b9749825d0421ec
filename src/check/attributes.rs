//! What a vertex kernel reads for each vertex: from what a launch says of it to its words.

use super::budget::Budget;
use super::content::Content;
use super::settings::RunSetting;
use crate::data::element::Format;
use crate::data::error::{Error, Result};
use crate::emulator::raster::VertexStream;
use crate::emulator::storage::Storage;
use crate::shader::Attribute;

/// A vertex stream that a launch gives.
pub(super) struct PlannedAttribute {
    location: u32,
    format: Format,
    words: Storage,
}

impl PlannedAttribute {
    /// As the emulator reads it.
    pub(super) fn stream(&self) -> VertexStream<'_> {
        VertexStream { location: self.location, storage: &self.words, format: self.format }
    }
}

/// What the settings say of an attribute: the last word counts.
fn said<'s>(attribute: &Attribute, settings: &'s [RunSetting]) -> Option<&'s super::settings::Fill> {
    settings.iter().rev().find_map(|setting| match setting {
        RunSetting::Buffer(name, fill) if *name == attribute.name => Some(fill),
        _ => None,
    })
}

/// How many vertices the given lists are long enough for; none where no list says it.
///
/// # Errors
/// [`Error::Data`] where a file cannot be read.
pub(super) fn vertices(budget: Budget, attributes: &[Attribute], settings: &[RunSetting]) -> Result<Option<u32>> {
    let mut fewest = None;
    for attribute in attributes {
        let Some(fill) = said(attribute, settings) else { continue };
        let content = Content::of(budget, fill)?;
        let count = (content.count() / usize::from(attribute.lanes)) as u32;
        fewest = Some(fewest.unwrap_or(u32::MAX).min(count));
    }
    Ok(fewest)
}

/// The vertex streams that are given, for so many vertices.
///
/// # Errors
/// [`Error::Data`] for numbers that do not fit, [`Error::Call`] for too few of them, [`Error::Limit`] for too many
/// vertices.
pub(super) fn all(
    budget: Budget,
    attributes: &[Attribute],
    vertices: u32,
    settings: &[RunSetting],
) -> Result<Vec<PlannedAttribute>> {
    let mut planned = vec![];
    for attribute in attributes {
        let Some(fill) = said(attribute, settings) else { continue };
        let Attribute { name, location, scalar, lanes } = attribute;
        let count = vertices as usize * usize::from(*lanes);
        budget.within(count as u128 * 4)?;
        let content = Content::of(budget, fill)?;
        let wrong = |why: String| Error::data(format!("{}: the vertex stream {name}: {why}", budget.kernel));
        let words = (0..count).map(|at| match content.word(at, *scalar).map_err(wrong)? {
            Some(word) => Ok(word),
            None => {
                let given = content.count();
                let sentence = format!("{given} numbers are given, {vertices} vertices take {count}");
                Err(Error::call(budget.kernel, format!("the vertex stream {name}: {sentence}")))
            }
        });
        let words = Storage::of(&words.collect::<Result<Vec<u32>>>()?);
        planned.push(PlannedAttribute {
            location: *location,
            format: Format { scalar: *scalar, lanes: *lanes },
            words,
        });
    }
    Ok(planned)
}

/// What no setting says, with what each vertex has instead.
pub(super) fn unsaid<'a>(attributes: &'a [Attribute], settings: &[RunSetting]) -> impl Iterator<Item = String> + 'a {
    let silent: Vec<&Attribute> = attributes
        .iter()
        .filter(|attribute| said(attribute, settings).is_none())
        .collect();
    silent.into_iter().map(|attribute| {
        let lanes = ["0", "0", "0", "1"];
        format!("{} = {} at every vertex", attribute.name, lanes[..usize::from(attribute.lanes.min(4))].join(", "))
    })
}
