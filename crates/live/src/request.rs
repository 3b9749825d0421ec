//! The fields of a request.

use gristmill::{Error, Result};
use serde_json::Value;

/// A request: an object, or a value without fields.
#[derive(Debug)]
pub(crate) struct RequestFields<'r>(pub &'r Value);

impl<'r> RequestFields<'r> {
    /// Returns a text that must be there.
    pub fn required_text(&self, field: &str) -> Result<&'r str> {
        self.optional_text(field)
            .ok_or_else(|| Error::data(format!("the request has no text in {field:?}; give one")))
    }

    /// Returns a text that may be there.
    pub fn optional_text(&self, field: &str) -> Option<&'r str> {
        self.0[field].as_str()
    }

    /// Returns true if the field is true; `default` if it is missing.
    pub fn is_wanted(&self, field: &str, default: bool) -> bool {
        self.0[field].as_bool().unwrap_or(default)
    }

    /// Returns a number that may be there.
    pub fn optional_number(&self, field: &str) -> Result<Option<u64>> {
        match &self.0[field] {
            Value::Null => Ok(None),
            value => match value.as_u64() {
                Some(number) => Ok(Some(number)),
                None => Err(Error::data(format!("{field} is {value}; give a whole number from 0 on"))),
            },
        }
    }

    /// Returns a list; empty if it is missing.
    pub fn list_values(&self, field: &str) -> impl Iterator<Item = &'r Value> {
        self.0[field].as_array().into_iter().flatten()
    }

    /// Returns texts by their names; none if the field is missing.
    pub fn named_texts(&self, field: &str) -> impl Iterator<Item = (&'r str, &'r str)> {
        let all = self.0[field].as_object().into_iter().flatten();
        all.filter_map(|(name, text)| Some((name.as_str(), text.as_str()?)))
    }

    /// Returns a list of words of 32 bits.
    pub fn word_list(&self, field: &str) -> Vec<u32> {
        self.list_values(field).map(|word| word.as_u64().unwrap_or(0) as u32).collect()
    }
}
