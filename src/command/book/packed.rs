//! The emulator as a script that a page loads from a disk too, and the library's kernels by the marks of their texts.

use super::super::say::save;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use gristmill::{Error, Result, kernels};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

/// The module as a script: text in base64, since a page of a disk may fetch nothing.
const MODULE: &str = "book/src/live/module.js";

/// Which file of the library a text is: its mark and its path.
const KERNELS: &str = "book/src/live/kernels.js";

/// Whether the module was packed before.
pub fn is_there(root: &Path) -> bool {
    [MODULE, KERNELS].iter().all(|file| root.join(file).is_file())
}

/// Writes both scripts.
pub fn pack(root: &Path, module: &Path) -> Result<()> {
    let bytes = std::fs::read(module)
        .map_err(|error| Error::data(format!("{} cannot be read: {error}; build it by .ci/live", module.display())))?;
    save(&root.join(MODULE), script("module", &format!("'{}'", STANDARD.encode(zipped(&bytes)?))))?;
    save(&root.join(KERNELS), script("kernels", &serde_json::json!(marks()?).to_string()))
}

/// A script that hangs a value on the pages' one global.
fn script(name: &str, value: &str) -> String {
    format!("'use strict';\n(window.gristmill = window.gristmill || {{}}).{name} = {value};\n")
}

fn zipped(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(vec![], Compression::best());
    let zipped = encoder.write_all(bytes).and_then(|()| encoder.finish());
    zipped.map_err(|error| Error::data(format!("the module cannot be packed: {error}; run it again")))
}

/// The paths of the library's kernels by the marks of their texts.
fn marks() -> Result<BTreeMap<String, String>> {
    let paths = kernels::paths().into_iter();
    paths.map(|path| Ok((mark(&kernels::text(&path)?), path))).collect()
}

/// FNV-1a of 32 bits over a text without its white end, as `live.js` has it.
fn mark(text: &str) -> String {
    let mixed = text
        .trim_end()
        .bytes()
        .fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    format!("{mixed:08x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_that_of_fnv() {
        assert_eq!(["", "a", "foobar", "foobar\n \n"].map(mark), ["811c9dc5", "e40c292c", "bf9cf968", "bf9cf968"]);
    }

    /// Two files of one text may share a mark; the paths are then as good as each other.
    #[test]
    fn each_kernel_has_a_mark_of_its_own() {
        let marks = marks().unwrap();
        for path in kernels::paths() {
            let text = kernels::text(&path).unwrap();
            let known = &marks[&mark(&text)];
            assert_eq!(kernels::text(known).unwrap().trim_end(), text.trim_end(), "{path} and {known}");
        }
    }
}
