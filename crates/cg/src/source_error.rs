//! The first error in a text, and its place.

use crate::token::Place;
use serde::{Deserialize, Serialize};

/// An error, at a place of the text or of the request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CgError {
    /// The line and the column; line 0 if the error is in the request, as a name to begin with that the text lacks.
    pub place: Place,
    /// One sentence: the expected, the found, the next step.
    pub message: String,
}

/// The result of reading.
pub(crate) type CgResult<T> = Result<T, CgError>;

impl CgError {
    /// Builds an error at a place of the text: a mistake, or a part of the language that is not read here.
    pub(crate) fn new(place: Place, message: impl Into<String>) -> CgError {
        CgError { place, message: message.into() }
    }
}
