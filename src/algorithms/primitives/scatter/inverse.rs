//! The fragment era's gather, for places with a known inverse.

use super::reference;
use crate::algorithms::gather;
use crate::{Device, Element, Pointer, Result, Stream};

/// A gather: for each place, `elements` points to the element that belongs there ([`inverse`] computes it on the host).
///
/// Source: Buck, GPU Gems 2, chapter 32.
///
/// # Errors
/// As [`gather::fragment`].
pub fn fragment_inverse<T: Element>(
    device: &Device,
    source: &Stream<T>,
    elements: &Stream<Pointer>,
) -> Result<Stream<T>> {
    gather::fragment(device, source, elements)
}

/// Returns, for each of `count` places, the last element that goes there: the inverse for [`fragment_inverse`].
///
/// ```
/// use gristmill::{Pointer, algorithms::scatter::inverse};
/// let places = [Pointer::to(2), Pointer::to(0)];
/// assert_eq!(inverse(&places, 3), [Pointer::to(1), Pointer::NOWHERE, Pointer::to(0)]);
/// ```
pub fn inverse(places: &[Pointer], count: usize) -> Vec<Pointer> {
    let elements: Vec<Pointer> = (0..places.len()).map(Pointer::to).collect();
    reference(&elements, places, count, Pointer::NOWHERE)
}
