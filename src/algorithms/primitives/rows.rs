//! Indices of elements as columns and rows of texels, for cards without integers.

use crate::algorithms::epsilon;
use crate::{Device, Element, Error, Layout, Result, Shape, Stream};

/// Converts a number of elements to texels of a partial row, and whole rows of the stream's texture.
pub(in crate::algorithms) fn column_and_row<T: Element>(elements: usize, stream: &Stream<T>) -> [f32; 2] {
    let width = stream.plan().size()[0].max(1);
    [(elements % width) as f32, (elements / width) as f32]
}

/// Checks that the device's floats represent every integer up to `elements`.
pub(in crate::algorithms) fn check_countable(device: &Device, elements: usize) -> Result<()> {
    let largest = (2.0 / epsilon(device)) as usize;
    if elements <= largest {
        return Ok(());
    }
    let next = "process the stream in parts, or use a card with longer floats (see the chapter on cards)";
    Err(Error::limit("elements counted in the card's floats", elements as u128, largest as u128, next))
}

/// Copies a stream of another shape or layout to one dimension, on the device; `None` if it has one already.
pub(super) fn in_one_dimension<T: Element>(device: &Device, stream: &Stream<T>) -> Result<Option<Stream<T>>> {
    if stream.layout() == Layout::Packed && stream.shape() == Shape::from(stream.len()) {
        return Ok(None);
    }
    let mut copy = device.empty(stream.len())?;
    copy.copy_from(stream)?;
    Ok(Some(copy))
}
