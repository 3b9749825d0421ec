//! The content of a setting, with its file read.

use super::budget::Budget;
use super::fill::NumberPlace;
use super::fill::NumberSource;
use super::kernel_files::find_inside;
use super::numpy::NumpyArray;
use super::settings::{BufferFill, FillPattern, GivenFile, GivenNumbers};
use gristmill_base::element::Scalar;
use gristmill_base::error::{Error, Result};
use gristmill_base::files::read_at_most;
use std::path::PathBuf;

/// The content of a setting, with its file read.
pub(super) enum Content<'s> {
    /// A pattern and its length.
    Made(FillPattern, u32),
    /// Numbers in the setting itself.
    Numbers(&'s GivenNumbers),
    /// An array from a file.
    Array(NumpyArray, &'s GivenFile),
    /// The words of a file, in the layout of a buffer.
    Raw(Vec<u32>),
}

impl<'s> Content<'s> {
    /// Reads the content of a fill.
    pub(super) fn from_fill(budget: Budget, fill: &'s BufferFill) -> Result<Content<'s>> {
        match fill {
            BufferFill::Made(pattern, count) => Ok(Content::Made(*pattern, *count)),
            BufferFill::Given(numbers) => Ok(Content::Numbers(numbers)),
            BufferFill::File(file) if file.name.to_ascii_lowercase().ends_with(".npy") => {
                Ok(Content::Array(read_array(budget, file)?, file))
            }
            BufferFill::File(file) => {
                let bytes = read_file_bytes(budget, file)?;
                let (words, rest) = bytes.as_chunks::<4>();
                if !rest.is_empty() {
                    return Err(file_error(budget, file, format!("it has {} bytes, words have four", bytes.len())));
                }
                Ok(Content::Raw(words.iter().map(|word| u32::from_le_bytes(*word)).collect()))
            }
        }
    }

    /// Returns the source of the words, one scalar after another.
    pub(super) fn source(&self) -> NumberSource<'_> {
        match self {
            Content::Made(pattern, _) => NumberSource::Made(*pattern),
            Content::Numbers(GivenNumbers::Written(numbers)) => NumberSource::Written(numbers),
            Content::Numbers(GivenNumbers::Words(words)) => NumberSource::Words(words),
            Content::Array(array, _) => NumberSource::Array(array),
            Content::Raw(words) => NumberSource::Words(words),
        }
    }

    /// Returns the number of scalars.
    pub(super) fn scalar_count(&self) -> usize {
        match self {
            Content::Made(_, count) => *count as usize,
            Content::Numbers(GivenNumbers::Written(numbers)) => numbers.len(),
            Content::Numbers(GivenNumbers::Words(words)) => words.len(),
            Content::Array(array, _) => array.len(),
            Content::Raw(words) => words.len(),
        }
    }

    /// Returns the word of a scalar, or a sentence if the number is not of that type.
    pub(super) fn word_at(&self, at: usize, scalar: Scalar) -> Result<Option<u32>, String> {
        if at >= self.scalar_count() {
            return Ok(None);
        }
        self.source().word_at(at, scalar).map_err(|why| self.with_file_name(why))
    }

    /// Returns the value for a place, or a sentence if the number is not of its type.
    pub(super) fn value_at(&self, at: usize, place: &NumberPlace) -> Result<Option<u32>, String> {
        match (place.part, place.half) {
            (Some((_, number)), _) => {
                let bytes = at * usize::from(number.bit_width()) / 8;
                self.source()
                    .narrow_at(at, bytes, number)
                    .map_err(|why| self.with_file_name(why))
            }
            (None, Some((number, half))) if at < self.scalar_count() => {
                let words = self
                    .source()
                    .wide_at(at, at * 2, number)
                    .map_err(|why| self.with_file_name(why))?;
                Ok(words.map(|words| words[half]))
            }
            _ => self.word_at(at, place.scalar),
        }
    }

    /// Prefixes a sentence about its numbers with the name of their file.
    pub(super) fn with_file_name(&self, why: String) -> String {
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
        let shape = array.describe_shape();
        Err(format!("{}: its shape is {shape}, an item takes {item} numbers; make it ({first}, {item})", file.name))
    }
}

/// Reads the array of a file.
pub(super) fn read_array(budget: Budget, file: &GivenFile) -> Result<NumpyArray> {
    NumpyArray::read(&read_file_bytes(budget, file)?).map_err(|why| file_error(budget, file, why))
}

/// Returns the path of a file; files named in comments are in the kernel's folder.
pub(super) fn file_path(budget: Budget, file: &GivenFile) -> Result<PathBuf> {
    match (file.within, budget.folder) {
        (false, _) => Ok(PathBuf::from(&file.name)),
        (true, Some(folder)) => find_inside(folder, &file.name)
            .ok_or_else(|| file_error(budget, file, "it is not in the kernel's folder; copy it there".to_string())),
        (true, None) => {
            Err(file_error(budget, file, "the kernel has no folder to read it from; give its content".to_string()))
        }
    }
}

/// Returns the bytes of a file that the launch provides itself.
pub(super) fn given_bytes<'b>(budget: Budget<'b>, file: &GivenFile) -> Option<&'b [u8]> {
    let mut files = budget.files.iter();
    files.find(|(name, _)| *name == file.name).map(|(_, bytes)| &bytes[..])
}

fn read_file_bytes(budget: Budget, file: &GivenFile) -> Result<Vec<u8>> {
    if let Some(bytes) = given_bytes(budget, file) {
        return budget.check_bytes(bytes.len() as u128).map(|()| bytes.to_vec());
    }
    let bytes = read_at_most(&file_path(budget, file)?, budget.most as u64)
        .map_err(|error| Error::of_system(format!("{}: {}: it cannot be read", budget.kernel, file.name), &error))?;
    budget.check_bytes(bytes.len() as u128)?;
    Ok(bytes)
}

fn file_error(budget: Budget, file: &GivenFile, why: String) -> Error {
    Error::data(format!("{}: {}: {why}", budget.kernel, file.name))
}
