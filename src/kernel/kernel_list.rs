//! The list of kernel files and include files, for `build.rs`, and for a build that reads them when it runs.

use std::fs::{self, DirEntry};
use std::io::Result;
use std::path::Path;

/// The folders of kernel files and include files, below the root of the crate.
pub const KERNEL_FOLDERS: [&str; 3] = ["fragment_kernels", "compute_kernels", "kernel_includes"];

/// Returns the paths of all kernel files and include files from the root of the crate, their parts separated by `/`.
pub fn list_kernel_files(root: &Path) -> Result<Vec<String>> {
    let mut files = Vec::new();
    for folder in KERNEL_FOLDERS {
        add_files(root, folder, &mut files)?;
    }
    Ok(files)
}

/// Adds the files of a folder and its subfolders, in order.
fn add_files(root: &Path, folder: &str, files: &mut Vec<String>) -> Result<()> {
    let mut entries = fs::read_dir(root.join(folder))?.collect::<Result<Vec<DirEntry>>>()?;
    entries.sort_by_key(DirEntry::file_name);
    for entry in entries {
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            add_files(root, &path, files)?;
        } else if path.ends_with(".glsl") || is_kernel_file(&path) {
            files.push(path);
        }
    }
    Ok(())
}

/// Returns true if the file with this path is a stage of a kernel. The vertex kernel among the include files is part of
/// every pass and has no name.
fn is_kernel_file(path: &str) -> bool {
    !path.contains("/include/") && [".frag", ".vert", ".comp"].iter().any(|ending| path.ends_with(ending))
}
