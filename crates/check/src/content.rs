//! The content of a setting, with its file read.

use super::budget::Budget;
use super::fill::Place;
use super::fill::Source;
use super::numpy::NumpyArray;
use super::settings::{Fill, FillPattern, GivenFile, Numbers};
use super::text::inside;
use gristmill_base::element::Scalar;
use gristmill_base::error::{Error, Result};
use gristmill_base::files::read_at_most;
use std::path::PathBuf;

/// The content of a setting, with its file read.
pub(super) enum Content<'s> {
    /// A pattern and its length.
    Made(FillPattern, u32),
    /// Numbers in the setting itself.
    Numbers(&'s Numbers),
    /// An array from a file.
    Array(NumpyArray, &'s GivenFile),
    /// The words of a file, in the layout of a buffer.
    Raw(Vec<u32>),
}

impl<'s> Content<'s> {
    /// Reads the content of a fill.
    pub(super) fn of(budget: Budget, fill: &'s Fill) -> Result<Content<'s>> {
        match fill {
            Fill::Made(pattern, count) => Ok(Content::Made(*pattern, *count)),
            Fill::Given(numbers) => Ok(Content::Numbers(numbers)),
            Fill::File(file) if file.name.to_ascii_lowercase().ends_with(".npy") => {
                Ok(Content::Array(array(budget, file)?, file))
            }
            Fill::File(file) => {
                let bytes = bytes(budget, file)?;
                let (words, rest) = bytes.as_chunks::<4>();
                if !rest.is_empty() {
                    return Err(wrong(budget, file, format!("it has {} bytes, words have four", bytes.len())));
                }
                Ok(Content::Raw(words.iter().map(|word| u32::from_le_bytes(*word)).collect()))
            }
        }
    }

    /// Returns the source of the words, one scalar after another.
    pub(super) fn source(&self) -> Source<'_> {
        match self {
            Content::Made(pattern, _) => Source::Made(*pattern),
            Content::Numbers(Numbers::Written(numbers)) => Source::Written(numbers),
            Content::Numbers(Numbers::Words(words)) => Source::Words(words),
            Content::Array(array, _) => Source::Array(array),
            Content::Raw(words) => Source::Words(words),
        }
    }

    /// Returns the number of scalars.
    pub(super) fn count(&self) -> usize {
        match self {
            Content::Made(_, count) => *count as usize,
            Content::Numbers(Numbers::Written(numbers)) => numbers.len(),
            Content::Numbers(Numbers::Words(words)) => words.len(),
            Content::Array(array, _) => array.len(),
            Content::Raw(words) => words.len(),
        }
    }

    /// Returns the word of a scalar, or a sentence if the number is not of that type.
    pub(super) fn word(&self, at: usize, scalar: Scalar) -> Result<Option<u32>, String> {
        if at >= self.count() {
            return Ok(None);
        }
        self.source().word(at, scalar).map_err(|why| self.named(why))
    }

    /// Returns the value for a place, or a sentence if the number is not of its type.
    pub(super) fn value(&self, at: usize, place: &Place) -> Result<Option<u32>, String> {
        match (place.part, place.half) {
            (Some((_, number)), _) => {
                let bytes = at * usize::from(number.bits()) / 8;
                self.source().narrow(at, bytes, number).map_err(|why| self.named(why))
            }
            (None, Some((number, half))) if at < self.count() => {
                let words = self.source().wide(at, at * 2, number).map_err(|why| self.named(why))?;
                Ok(words.map(|words| words[half]))
            }
            _ => self.word(at, place.scalar),
        }
    }

    /// Prefixes a sentence about its numbers with the name of their file.
    pub(super) fn named(&self, why: String) -> String {
        match self {
            Content::Array(_, file) => format!("{}: {why}", file.name),
            _ => why,
        }
    }

    /// Refuses an array of several axes that cannot be split into items of this many scalars.
    pub(super) fn refuse_shape(&self, item: usize) -> Result<(), String> {
        let Content::Array(array, file) = self else { return Ok(()) };
        let mut inner = 1_usize;
        let fits = array.shape.iter().rev().any(|side| {
            inner = inner.saturating_mul(*side);
            inner == item
        });
        if array.shape.len() < 2 || item <= 1 || fits {
            return Ok(());
        }
        let first = array.shape.first().copied().unwrap_or(0);
        let shape = array.said();
        Err(format!("{}: its shape is {shape}, an item takes {item} numbers; make it ({first}, {item})", file.name))
    }
}

/// Reads the array of a file.
pub(super) fn array(budget: Budget, file: &GivenFile) -> Result<NumpyArray> {
    NumpyArray::read(&bytes(budget, file)?).map_err(|why| wrong(budget, file, why))
}

/// Returns the path of a file; files named in comments are in the kernel's folder.
pub(super) fn path(budget: Budget, file: &GivenFile) -> Result<PathBuf> {
    match (file.within, budget.folder) {
        (false, _) => Ok(PathBuf::from(&file.name)),
        (true, Some(folder)) => inside(folder, &file.name)
            .ok_or_else(|| wrong(budget, file, "it is not in the kernel's folder; copy it there".to_string())),
        (true, None) => {
            Err(wrong(budget, file, "there is no folder that it could lie in; give its content".to_string()))
        }
    }
}

/// Returns the bytes of a file that the launch provides itself.
pub(super) fn given<'b>(budget: Budget<'b>, file: &GivenFile) -> Option<&'b [u8]> {
    let mut files = budget.files.iter();
    files.find(|(name, _)| *name == file.name).map(|(_, bytes)| &bytes[..])
}

fn bytes(budget: Budget, file: &GivenFile) -> Result<Vec<u8>> {
    if let Some(bytes) = given(budget, file) {
        return budget.within(bytes.len() as u128).map(|()| bytes.to_vec());
    }
    let what = || format!("{}: {}: it cannot be read", budget.kernel, file.name);
    let bytes =
        read_at_most(&path(budget, file)?, budget.most as u64).map_err(|error| Error::of_system(what(), &error))?;
    budget.within(bytes.len() as u128)?;
    Ok(bytes)
}

fn wrong(budget: Budget, file: &GivenFile, why: String) -> Error {
    Error::data(format!("{}: {}: {why}", budget.kernel, file.name))
}
