//! Packs the emulator, the reader of Cg and the translation to WGSL as scripts, so that pages opened from disk can load
//! them, and indexes the library's kernels by the hashes of their texts.

use crate::bench::report::find_commit;
use crate::output_files::save_file;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use gristmill::{Error, Result, kernels};
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;

/// The modules as scripts: base64 text, because a page from disk cannot fetch files. With zstd they are a quarter smaller
/// than with gzip, including the 8 KB that unpack them.
const MODULE_SCRIPT: &str = "book/src/live/module.js";
const CG_SCRIPT: &str = "book/src/live/cg.js";
const WGSL_SCRIPT: &str = "book/src/live/wgsl.js";

/// The modules: the script of each, the name that pages have for it, and its file in the folder of the build.
const MODULES: [(&str, &str, &str); 3] = [
    (MODULE_SCRIPT, "module", "gristmill_live.wasm"),
    (CG_SCRIPT, "cg", "gristmill_live_cg.wasm"),
    (WGSL_SCRIPT, "wgsl", "gristmill_live_wgsl.wasm"),
];

/// The level of zstd above which the module gets no smaller.
const ZSTD_LEVEL: i32 = 19;

/// The script that maps the hash of a kernel's text to its path in the library.
const KERNELS_SCRIPT: &str = "book/src/live/kernels.js";

/// The script with the files of the example of a course pack, and their folder.
const PACK_SCRIPT: &str = "book/src/live/example_pack.js";
const PACK_FOLDER: &str = "examples/course_pack";

/// The scripts that a book with modules has.
const SCRIPTS: [&str; 5] = [MODULE_SCRIPT, CG_SCRIPT, WGSL_SCRIPT, KERNELS_SCRIPT, PACK_SCRIPT];

/// The header that tells pages that these scripts exist; without it they load neither. mdBook puts this file into each
/// page.
const PAGE_HEADER: &str = "book/theme/header.hbs";

/// Returns true if the module was packed before.
pub fn is_packed(root: &Path) -> bool {
    SCRIPTS.iter().all(|file| root.join(file).is_file())
}

/// Writes the scripts, with the modules that are in a folder.
pub fn write_scripts(root: &Path, folder: &Path) -> Result<()> {
    for (script, name, file) in MODULES {
        let module = folder.join(file);
        let bytes = std::fs::read(&module).map_err(|error| {
            Error::data(format!("{} cannot be read: {error}; build it by .ci/live", module.display()))
        })?;
        let text = format!("'{}'", STANDARD.encode(compress_module(&bytes)?));
        save_file(&root.join(script), global_script(name, &text))?;
    }
    save_file(
        &root.join(PACK_SCRIPT),
        global_script("example_pack", &serde_json::json!(read_pack(root)?).to_string()),
    )?;
    save_file(&root.join(KERNELS_SCRIPT), global_script("kernels", &serde_json::json!(kernel_marks()?).to_string()))
}

/// Reads the texts of the example of a course pack, by their paths below its folder.
fn read_pack(root: &Path) -> Result<BTreeMap<String, String>> {
    let folder = root.join(PACK_FOLDER);
    let unread =
        |path: &Path, error: std::io::Error| Error::data(format!("{} cannot be read: {error}", path.display()));
    let mut texts = BTreeMap::new();
    let mut folders = vec![folder.clone()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(&next).map_err(|error| unread(&next, error))? {
            let path = entry.map_err(|error| unread(&next, error))?.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).map_err(|error| unread(&path, error))?;
            let names = path.strip_prefix(&folder).unwrap_or(&path).iter();
            let names: Vec<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
            texts.insert(names.join("/"), text);
        }
    }
    Ok(texts)
}

/// Writes or removes the header of the next build's pages, depending on the scripts.
pub fn write_page_header(root: &Path) -> Result<()> {
    let said = root.join(PAGE_HEADER);
    if is_packed(root) {
        let version = serde_json::json!(find_commit());
        let values = format!("{{ live: true, version: {version} }}");
        let script = format!("Object.assign(window.gristmill = window.gristmill || {{}}, {values});");
        return save_file(&said, format!("<script>{script}</script>\n"));
    }
    match std::fs::remove_file(&said) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(Error::data(format!("{} cannot be removed: {error}; remove it by hand", said.display())))
        }
        _ => Ok(()),
    }
}

/// Returns a script that stores a value in the pages' only global.
fn global_script(name: &str, value: &str) -> String {
    format!("'use strict';\n(window.gristmill = window.gristmill || {{}}).{name} = {value};\n")
}

fn compress_module(bytes: &[u8]) -> Result<Vec<u8>> {
    zstd::bulk::compress(bytes, ZSTD_LEVEL)
        .map_err(|error| Error::data(format!("the module cannot be packed: {error}; run it again")))
}

/// Returns the paths of the library's kernels by the hashes of their texts.
fn kernel_marks() -> Result<BTreeMap<String, String>> {
    let paths = kernels::paths().into_iter();
    paths.map(|path| Ok((text_mark(&kernels::text(&path)?), path))).collect()
}

/// Hashes a text without trailing white space by FNV-1a of 32 bits, as `live.js` does.
fn text_mark(text: &str) -> String {
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
        let said = root.join(PAGE_HEADER);
        for file in SCRIPTS {
            write_page_header(&root).unwrap();
            assert!(!said.exists(), "{file} is missing");
            save_file(&root.join(file), "").unwrap();
        }
        write_page_header(&root).unwrap();
        assert!(std::fs::read_to_string(&said).unwrap().contains("live: true"));
        std::fs::remove_file(root.join(MODULE_SCRIPT)).unwrap();
        write_page_header(&root).unwrap();
        assert!(!said.exists());
        std::fs::remove_dir_all(&root).unwrap();
    }

    #[test]
    fn a_mark_is_that_of_fnv() {
        assert_eq!(["", "a", "foobar", "foobar\n \n"].map(text_mark), ["811c9dc5", "e40c292c", "bf9cf968", "bf9cf968"]);
    }

    /// Two files of the same text share a hash; either path will do.
    #[test]
    fn each_kernel_has_a_mark_of_its_own() {
        let marks = kernel_marks().unwrap();
        for path in kernels::paths() {
            let text = kernels::text(&path).unwrap();
            let known = &marks[&text_mark(&text)];
            assert_eq!(kernels::text(known).unwrap().trim_end(), text.trim_end(), "{path} and {known}");
        }
    }
}
