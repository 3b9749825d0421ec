//! What a kernel may take of memory.

use gristmill_base::address_space;
use gristmill_base::error::{Error, Result};
use std::path::Path;

/// Bytes of addresses that are kept for what is not counted: texts, reports, threads.
const RESERVE: u64 = 64 << 20;

/// What the memories of a launch may take, and for whom.
#[derive(Clone, Copy)]
pub(super) struct Budget<'a> {
    pub kernel: &'a str,
    /// Where the kernel's own files lie.
    pub folder: Option<&'a Path>,
    /// Files that are not read from a disk, by their names.
    pub files: &'a [(String, Vec<u8>)],
    /// Bytes of all memories together.
    pub most: usize,
}

impl Budget<'_> {
    pub(super) fn unknown(&self, kind: &'static str, given: &str, known: Vec<String>) -> Error {
        Error::Name { kernel: self.kernel.to_string(), kind, given: given.to_string(), known }
    }

    /// The room that is left, or what is wrong.
    pub(super) fn within(&self, bytes: u128) -> Result<()> {
        if bytes <= self.most as u128 {
            let left = address_space::left().map_or(u128::MAX, |left| left.saturating_sub(RESERVE).into());
            if bytes <= left {
                return Ok(());
            }
            let what = format!("{}: its launch takes {} MiB, {} are left", self.kernel, bytes >> 20, left >> 20);
            return Err(Error::shortage(what, "memory (ulimit -v)"));
        }
        let thing = format!(
            "{}: bytes of its buffers, images and registers, of the copies that are compared and of who used what",
            self.kernel
        );
        Err(Error::limit(thing, bytes, self.most as u128, "make them smaller, or allow more with --memory"))
    }
}
