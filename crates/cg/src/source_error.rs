//! The first error in a text, and its place.

use crate::token::Place;

/// An error at a place of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CgError {
    /// The line and the column.
    pub place: Place,
    /// One sentence: the expected, the found, the next step.
    pub message: String,
    /// False if the text is right, and this reader or its target lacks something.
    pub is_mistake: bool,
}

/// The result of reading.
pub(crate) type CgResult<T> = Result<T, CgError>;

impl CgError {
    /// Builds an error in the text.
    pub(crate) fn new(place: Place, message: impl Into<String>) -> CgError {
        CgError { place, message: message.into(), is_mistake: true }
    }

    /// Builds the error for something that the text may say and this translation cannot.
    pub(crate) fn unsupported(place: Place, message: impl Into<String>) -> CgError {
        CgError { place, message: message.into(), is_mistake: false }
    }
}
