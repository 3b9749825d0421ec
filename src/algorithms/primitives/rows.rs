//! Elements in rows of texels as cards without integers count them: in columns and rows.

use crate::algorithms::epsilon;
use crate::{Device, Element, Error, Layout, Result, Shape, Stream};

/// A number of elements: texels of a row that is not whole, and whole rows of the stream's texture.
pub(super) fn rows_of<T: Element>(elements: usize, stream: &Stream<T>) -> [f32; 2] {
    let width = stream.plan().size()[0].max(1);
    [(elements % width) as f32, (elements / width) as f32]
}

/// That the device's floats have every whole number up to that one.
pub(super) fn countable(device: &Device, elements: usize) -> Result<()> {
    let largest = (2.0 / epsilon(device)) as usize;
    if elements <= largest {
        return Ok(());
    }
    let next = "take the stream in parts, or a card with longer floats (see the chapter on cards)";
    Err(Error::limit("elements counted in the card's floats", elements as u128, largest as u128, next))
}

/// A copy in one dimension, made on the device, of a stream that has another shape or layout.
pub(super) fn in_one_dimension<T: Element>(device: &Device, stream: &Stream<T>) -> Result<Option<Stream<T>>> {
    if stream.layout() == Layout::Packed && stream.shape() == Shape::from(stream.len()) {
        return Ok(None);
    }
    let mut copy = device.empty(stream.len())?;
    copy.copy_from(stream)?;
    Ok(Some(copy))
}
