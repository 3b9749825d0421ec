//! Vertex attributes: from a launch's settings to the words of the streams.

use super::budget::Budget;
use super::content::Content;
use super::default_fill::{DefaultFill, describe_numbers};
use super::fill::to_word;
use super::settings::{RunSetting, WrittenNumber};
use gristmill_base::element::Format;
use gristmill_base::error::{Error, Result};
use gristmill_emulator::raster::VertexStream;
use gristmill_emulator::storage::Storage;
use gristmill_shader::Attribute;

/// A vertex stream of a launch.
pub(super) struct PlannedAttribute {
    location: u32,
    format: Format,
    words: Storage,
}

impl PlannedAttribute {
    /// Returns the stream for the emulator.
    pub(super) fn vertex_stream(&self) -> VertexStream<'_> {
        VertexStream { location: self.location, storage: &self.words, format: self.format }
    }
}

/// Returns the fill that settings give an attribute; the last one wins.
fn find_fill<'s>(attribute: &Attribute, settings: &'s [RunSetting]) -> Option<&'s super::settings::BufferFill> {
    settings.iter().rev().find_map(|setting| match setting {
        RunSetting::Buffer(name, fill) if *name == attribute.name => Some(fill),
        _ => None,
    })
}

/// Returns the number of vertices that the given lists are long enough for; `None` if no list is given.
///
/// # Errors
/// [`Error::Data`] if a file cannot be read.
pub(super) fn count_vertices(budget: Budget, attributes: &[Attribute], settings: &[RunSetting]) -> Result<Option<u32>> {
    let mut fewest = None;
    for attribute in attributes {
        let Some(fill) = find_fill(attribute, settings) else { continue };
        let content = Content::from_fill(budget, fill)?;
        let count = (content.scalar_count() / usize::from(attribute.lanes)) as u32;
        fewest = Some(fewest.unwrap_or(u32::MAX).min(count));
    }
    Ok(fewest)
}

/// Plans the given vertex streams for this number of vertices.
///
/// # Errors
/// [`Error::Data`] for numbers that do not fit, [`Error::Call`] for too few of them,
/// [`Error::Limit`] for too many vertices.
pub(super) fn plan_attributes(
    budget: Budget,
    attributes: &[Attribute],
    vertices: u32,
    settings: &[RunSetting],
) -> Result<Vec<PlannedAttribute>> {
    let mut planned = vec![];
    for attribute in attributes {
        let Some(fill) = find_fill(attribute, settings) else { continue };
        let Attribute { name, location, scalar, lanes } = attribute;
        let count = vertices as usize * usize::from(*lanes);
        budget.check_bytes(count as u128 * 4)?;
        let content = Content::from_fill(budget, fill)?;
        let words = (0..count).map(|at| {
            match content
                .word_at(at, *scalar)
                .map_err(|why: String| Error::data(format!("{}: the vertex stream {name}: {why}", budget.kernel)))?
            {
                Some(word) => Ok(word),
                None => {
                    let given = content.scalar_count();
                    let sentence = format!("found {given} numbers, expected {count} for {vertices} vertices");
                    Err(Error::call(budget.kernel, format!("the vertex stream {name}: {sentence}")))
                }
            }
        });
        let words = Storage::from_words(&words.collect::<Result<Vec<u32>>>()?);
        planned.push(PlannedAttribute {
            location: *location,
            format: Format { scalar: *scalar, lanes: *lanes },
            words,
        });
    }
    Ok(planned)
}

/// Returns default vertex streams if none are given. If some are given, the others have the
/// constant of an API: 0, 0, 0, 1.
pub(super) fn default_streams(
    attributes: &[Attribute],
    vertices: u32,
    settings: &[RunSetting],
    fill: DefaultFill,
) -> Vec<PlannedAttribute> {
    if attributes.iter().any(|attribute| find_fill(attribute, settings).is_some()) && fill == DefaultFill::Mixed {
        return vec![];
    }
    let silent = attributes.iter().filter(|attribute| find_fill(attribute, settings).is_none());
    let streams = (0..).zip(silent).map(|(number, attribute)| {
        let format = Format { scalar: attribute.scalar, lanes: attribute.lanes };
        let count = vertices as usize * usize::from(attribute.lanes);
        let words: Vec<u32> = (0..count).map(|at| default_lane(at, number, format, fill)).collect();
        PlannedAttribute { location: attribute.location, format, words: Storage::from_words(&words) }
    });
    streams.collect()
}

/// Returns a lane of a default vertex stream: the fourth is 1, as in a point.
fn default_lane(at: usize, stream: usize, format: Format, fill: DefaultFill) -> u32 {
    let number = match at % usize::from(format.lanes.max(1)) {
        3 => WrittenNumber::Whole(1),
        _ => fill.number_at(at + stream * 977, format.scalar),
    };
    // A default number is valid for every type.
    to_word(number, format.scalar).unwrap_or(0)
}

/// Describes the attributes that no setting gives, with the value used at each vertex.
pub(super) fn describe_defaults(
    attributes: &[Attribute],
    streams: &[PlannedAttribute],
    settings: &[RunSetting],
) -> Vec<String> {
    let silent = attributes.iter().filter(|attribute| find_fill(attribute, settings).is_none());
    let described = silent.map(|attribute| {
        let lanes = ["0", "0", "0", "1"];
        let stream = streams.iter().find(|stream| stream.location == attribute.location);
        let Some(PlannedAttribute { words, .. }) = stream else {
            let value = lanes[..usize::from(attribute.lanes.min(4))].join(", ");
            return format!("{} = {value} at every vertex", attribute.name);
        };
        let numbers: Vec<_> = (0..words.len().min(4)).map(|at| (words.load(at), attribute.scalar)).collect();
        format!("{} = {}", attribute.name, describe_numbers(&numbers, words.len()))
    });
    described.collect()
}
