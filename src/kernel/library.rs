//! The library's own kernels and include files, by name: to run, read, copy and change.
//!
//! ```
//! use gristmill::{Device, Era, kernels};
//! # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
//! let saxpy = device.kernel(&kernels::find("saxpy")?)?;
//! assert_eq!(saxpy.name(), "saxpy.frag");
//! let text = kernels::text("fragment_kernels/streams/saxpy.frag")?;
//! assert!(text.starts_with("#version 330 core"));
//! # Ok::<(), gristmill::Error>(())
//! ```

use super::KernelSource;
use super::edits;
pub use super::edits::Edits;
use super::files;
use super::kernel_table::{LibraryFile, find_library_file, library_files, library_paths};
use gristmill_base::era::Era;
use gristmill_base::error::{Error, Result};
use gristmill_shader::ShortNumbers;
pub use gristmill_shader::{callers, without_comments};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Returns the names of all kernels: `streams/saxpy`, once for both eras.
///
/// ```
/// assert!(gristmill::kernels::names().iter().any(|name| name == "streams/saxpy"));
/// ```
pub fn names() -> Vec<String> {
    let names: BTreeSet<&str> = library_files().iter().filter_map(LibraryFile::kernel_name).collect();
    names.into_iter().map(str::to_string).collect()
}

/// Returns the kernel with this name, `streams/saxpy` or `saxpy`, with all its stages.
///
/// ```
/// use gristmill::{Era, kernels};
/// kernels::find("streams/saxpy")?.check(Era::Compute)?;
/// let error = kernels::find("saxpi").unwrap_err();
/// assert_eq!(error.to_string(), "kernel saxpi not found; gristmill::kernels::names lists all kernels");
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`Error::Data`] if there is none.
pub fn find(name: &str) -> Result<KernelSource> {
    let known = names()
        .into_iter()
        .find(|known| known == name || known.ends_with(&format!("/{name}")));
    let Some((part, stem)) = known.as_deref().and_then(|known| known.split_once('/')) else {
        return Err(Error::data(format!("kernel {name} not found; gristmill::kernels::names lists all kernels")));
    };
    let stage = |era: &str, ending: &str| find_library_file(&format!("{era}_kernels/{part}/{stem}.{ending}"));
    let vertex = stage("fragment", "vert");
    let fragment = stage("fragment", "frag");
    let compute = stage("compute", "comp");
    Ok(KernelSource::from_parts(stem.to_string().into(), vertex, fragment, compute))
}

/// Returns the paths of all kernel files and include files, from the root of the crate.
///
/// ```
/// assert!(gristmill::kernels::paths().iter().any(|path| path == "kernel_includes/gather.glsl"));
/// ```
pub fn paths() -> Vec<String> {
    library_paths()
}

/// Returns the text of a kernel file or an include file, by its path from the root of the crate.
///
/// ```
/// let text = gristmill::kernels::text("kernel_includes/gather.glsl")?;
/// assert!(text.contains("fetch"));
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`Error::Data`] if there is no such file.
pub fn text(path: &str) -> Result<Cow<'static, str>> {
    files::kernel_text(
        find_library_file(path)
            .ok_or_else(|| Error::data(format!("{path} not found; gristmill::kernels::paths lists all files")))?,
    )
}

/// Returns the path of the one library file with this name or ending.
///
/// ```
/// assert_eq!(gristmill::kernels::path_of("edited/scan.frag")?, "fragment_kernels/primitives/scan.frag");
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`Error::Data`] if there is none, or more than one.
pub fn path_of(name: &str) -> Result<String> {
    edits::library_path(name)
}

/// Returns the kernel files, include files and programs in Brook in a folder and its subfolders, by their endings, in
/// order.
///
/// ```
/// assert!(gristmill::kernels::files_of(std::path::Path::new("fragment_kernels"))?.len() > 100);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`Error::Data`] if a folder cannot be read.
pub fn files_of(folder: &Path) -> Result<Vec<PathBuf>> {
    edits::list_files(
        folder,
        0,
        &[
            edits::GLSL_ENDINGS,
            &[
                "fs", "vs", "fsh", "vsh", "vfp", "fp", "vp", "ps", "psh", "cg", "hlsl", "fx", "cgfx", "br", "wgsl",
                "spv",
            ],
        ]
        .concat(),
    )
}

/// Returns true if a text can replace the library's file with this path: it compiles and declares the same streams,
/// outputs and uniforms. An include file always can.
///
/// ```
/// use gristmill::kernels::{fits, text};
/// let path = "fragment_kernels/streams/saxpy.frag";
/// assert!(fits(path, &text(path)?.replace("alpha *", "2.0 * alpha *"))?);
/// assert!(!fits(path, "#version 330 core\nout float other;\nvoid main() { other = 1.0; }\n")?);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`Error::Data`] if there is no such file.
pub fn fits(path: &str, text: &str) -> Result<bool> {
    let edits = Edits::default().file(path, text.to_string())?;
    let Some((folder, name)) = path.rsplit_once('/').filter(|(_, name)| !name.ends_with(".glsl")) else {
        return Ok(true);
    };
    let part = folder.rsplit('/').next().unwrap_or(folder);
    let source = find(&format!("{part}/{}", name.split('.').next().unwrap_or(name)))?;
    let era = if name.ends_with(".comp") { Era::Compute } else { Era::Fragment };
    let declared = || -> Result<Vec<String>> {
        let interface = source.prepare_stages(era, ShortNumbers::Halves)?.module.interface;
        let mut names = interface.stream_names();
        names.extend(interface.uniforms.into_iter().map(|uniform| uniform.name));
        names.extend(interface.outputs.into_iter().map(|output| output.name));
        names.extend(interface.attributes.into_iter().map(|attribute| attribute.name));
        names.sort();
        Ok(names)
    };
    match edits.run(declared).0 {
        Ok(names) => Ok(names == Edits::without(declared)?),
        // A file that does not compile is reported when it is used; here it just does not fit.
        Err(_) => Ok(false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kernel_is_found_by_its_name_and_is_the_same_file() {
        for path in paths().iter().filter(|path| !path.ends_with(".glsl")) {
            let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
            assert_eq!(text(path).unwrap(), std::fs::read_to_string(file).unwrap(), "{path}");
        }
        for name in names() {
            let source = find(&name).unwrap();
            let eras: Vec<_> = Era::ALL.into_iter().filter(|era| source.check(*era).is_ok()).collect();
            assert!(!eras.is_empty(), "{name} compiles in no era");
            assert_eq!(
                find(name.split('/').next_back().unwrap()).unwrap(),
                source,
                "{name}: two kernels have this name"
            );
        }
    }
}
