//! The memory budget of a kernel.

use gristmill_base::address_space;
use gristmill_base::error::{Error, Result};
use std::path::Path;

/// Bytes of address space reserved for memory that is not counted: texts, reports, threads.
const RESERVED_BYTES: u64 = 64 << 20;

/// The memory limit of a launch, and the kernel it is for.
#[derive(Clone, Copy)]
pub(super) struct Budget<'a> {
    pub kernel: &'a str,
    /// The folder of the kernel's own files.
    pub folder: Option<&'a Path>,
    /// Files given by name instead of being read from disk.
    pub files: &'a [(String, Vec<u8>)],
    /// Limit on all memories together, in bytes.
    pub most: usize,
}

impl Budget<'_> {
    pub(super) fn unknown_name(&self, kind: &'static str, given: &str, known: Vec<String>) -> Error {
        Error::Name { kernel: self.kernel.to_string(), kind, given: given.to_string(), known }
    }

    /// Returns an error if this many bytes exceed the limit or the address space that is left.
    pub(super) fn check_bytes(&self, bytes: u128) -> Result<()> {
        if bytes <= self.most as u128 {
            let left = address_space::left().map_or(u128::MAX, |left| left.saturating_sub(RESERVED_BYTES).into());
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
