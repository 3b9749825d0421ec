//! The parallel primitives that everything else is made of.

pub mod compact;
pub mod dispatch_indirect;
pub mod histogram;
pub mod reduce;
pub(in crate::algorithms) mod rows;
pub mod scan;
pub mod scatter;
pub mod scatter_add;
pub mod search;
pub mod segmented_scan;
pub mod select;
pub mod sort;
pub mod split;

use super::{Check, Trial, Workload};
use crate::{Element, Error, Layout, Result, Stream};
pub(in crate::algorithms) use rows::{check_countable, column_and_row};

/// Checks that a stream is in one texture, row after row: kernels compute the addresses of its elements, and
/// distinguish them from padding, on that assumption.
pub(in crate::algorithms) fn in_rows<T: Element>(algorithm: &str, role: &str, stream: &Stream<T>) -> Result<()> {
    match stream.layout() {
        Layout::Packed | Layout::PackedAt(_) => Ok(()),
        layout => Err(Error::call(
            algorithm,
            format!(
                "the {role} has Layout::{layout:?}, but must be stored in rows; copy it to a stream of Layout::Packed"
            ),
        )),
    }
}
