//! Every kernel file and include file of the library, by its path.

/// A kernel file or include file of the library.
pub(super) struct LibraryFile {
    /// Its path from the root of the crate: `fragment_kernels/streams/saxpy.frag`.
    pub path: &'static str,
    /// The value of `kernel_file!`.
    pub file: &'static str,
}

impl LibraryFile {
    /// Returns the name of the kernel that the file is a stage of: `streams/saxpy`; `None` for an include file.
    pub fn kernel_name(&self) -> Option<&'static str> {
        let (_era, file) = self.path.split_once('/')?;
        let (name, ending) = file.rsplit_once('.')?;
        (ending != "glsl").then_some(name)
    }
}

/// Returns all files, in the order of their folders. `build.rs` lists them.
#[cfg(not(kernels_from_files))]
pub(super) fn library_files() -> &'static [LibraryFile] {
    include!(concat!(env!("OUT_DIR"), "/library_files.rs"))
}

/// Returns all files, in the order of their folders, as they are in the tree now: a new file needs no rebuild.
#[cfg(kernels_from_files)]
pub(super) fn library_files() -> &'static [LibraryFile] {
    use std::path::Path;
    use std::sync::LazyLock;

    static FILES: LazyLock<Vec<LibraryFile>> = LazyLock::new(|| {
        let root = env!("CARGO_MANIFEST_DIR");
        // Without the tree there are no files; the first one to be read says so.
        let paths = super::kernel_list::list_kernel_files(Path::new(root)).unwrap_or_default();
        let files = paths
            .into_iter()
            .map(|path| LibraryFile { file: format!("{root}/{path}").leak(), path: path.leak() });
        files.collect()
    });
    &FILES
}

/// Returns the paths of all files, from the root of the crate.
pub(super) fn library_paths() -> Vec<String> {
    library_files().iter().map(|file| file.path.to_string()).collect()
}

/// Returns the value of `kernel_file!` for this path.
pub(super) fn find_library_file(path: &str) -> Option<&'static str> {
    let found = library_files().iter().find(|file| file.path == path)?;
    Some(found.file)
}

/// Returns the path of the kernel file with this name, if `file`, the value of `kernel_file!`, is the library's.
pub(super) fn library_file_path(name: &str, file: &str) -> Option<&'static str> {
    let has_name = |path: &str| path.rsplit('/').next() == Some(name);
    let found = library_files()
        .iter()
        .find(|known| has_name(known.path) && known.file == file)?;
    Some(found.path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_kernels_and_include_files_alone() {
        let name = |path: &str| {
            library_files()
                .iter()
                .find(|file| file.path == path)
                .map(LibraryFile::kernel_name)
        };
        assert_eq!(name("fragment_kernels/streams/saxpy.frag"), Some(Some("streams/saxpy")));
        assert_eq!(name("compute_kernels/include/stream.glsl"), Some(None));
        assert_eq!(name("fragment_kernels/include/cover.vert"), None);
    }
}
