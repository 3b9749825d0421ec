//! The emulator as a script that a page loads from a disk too, and the library's kernels by the marks of their texts.

use super::super::say::save;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use gristmill::{Error, Result, kernels};
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;

/// The module as a script: text in base64, since a page of a disk may fetch nothing. By zstd it is a quarter smaller than by gzip, for the 8 KB
/// that unpack it.
const MODULE: &str = "book/src/live/module.js";

/// A level of zstd beyond which the module gets no smaller.
const BEST: i32 = 19;

/// Which file of the library a text is: its mark and its path.
const KERNELS: &str = "book/src/live/kernels.js";

/// What pages are told by where both scripts are: they ask for neither where it is missing. mdBook puts this file into each page.
const SAID: &str = "book/theme/header.hbs";

/// Whether the module was packed before.
pub fn is_there(root: &Path) -> bool {
    [MODULE, KERNELS].iter().all(|file| root.join(file).is_file())
}

/// Writes both scripts.
pub fn pack(root: &Path, module: &Path) -> Result<()> {
    let bytes = std::fs::read(module)
        .map_err(|error| Error::data(format!("{} cannot be read: {error}; build it by .ci/live", module.display())))?;
    save(&root.join(MODULE), script("module", &format!("'{}'", STANDARD.encode(packed(&bytes)?))))?;
    save(&root.join(KERNELS), script("kernels", &serde_json::json!(marks()?).to_string()))
}

/// Has the pages of the next build say whether the scripts are there.
pub fn say(root: &Path) -> Result<()> {
    let said = root.join(SAID);
    if is_there(root) {
        return save(&said, "<script>(window.gristmill = window.gristmill || {}).live = true;</script>\n");
    }
    match std::fs::remove_file(&said) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(Error::data(format!("{} cannot be removed: {error}; remove it by hand", said.display())))
        }
        _ => Ok(()),
    }
}

/// A script that hangs a value on the pages' one global.
fn script(name: &str, value: &str) -> String {
    format!("'use strict';\n(window.gristmill = window.gristmill || {{}}).{name} = {value};\n")
}

fn packed(bytes: &[u8]) -> Result<Vec<u8>> {
    zstd::bulk::compress(bytes, BEST)
        .map_err(|error| Error::data(format!("the module cannot be packed: {error}; run it again")))
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
    fn pages_say_whether_the_scripts_are_there() {
        let root = std::env::temp_dir().join(format!("gristmill-packed-{}", std::process::id()));
        let said = root.join(SAID);
        for file in [MODULE, KERNELS] {
            say(&root).unwrap();
            assert!(!said.exists(), "{file} is missing");
            save(&root.join(file), "").unwrap();
        }
        say(&root).unwrap();
        assert!(std::fs::read_to_string(&said).unwrap().contains("live = true"));
        std::fs::remove_file(root.join(MODULE)).unwrap();
        say(&root).unwrap();
        assert!(!said.exists());
        std::fs::remove_dir_all(&root).unwrap();
    }

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
