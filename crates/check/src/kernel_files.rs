//! Reads a kernel, up to a size limit, and finds the files of its own folder that its comments name.

use gristmill_base::error::{Error, Result};
use gristmill_base::files::{decode_text, read_at_most};
use gristmill_shader as shader;
use std::path::{Component, Path, PathBuf};

/// Longest file in bytes.
const MAX_TEXT_BYTES: usize = 1 << 20;

/// Returns the path of a file in a folder or below it, after following links; `None` if it is
/// elsewhere, missing, or a folder.
pub(super) fn find_inside(folder: &Path, name: &str) -> Option<PathBuf> {
    let plain = Path::new(name)
        .components()
        .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    let folder = folder.canonicalize().ok()?;
    let path = folder.join(name).canonicalize().ok()?;
    (plain && path.starts_with(&folder) && !path.is_dir()).then_some(path)
}

/// Reads the text of a kernel; a token stream of Direct3D becomes its listing.
pub(super) fn read_kernel(path: &Path) -> Result<String> {
    let bytes = read_bytes(path, MAX_TEXT_BYTES)?;
    match shader::is_stream(&bytes) {
        true => shader::list_stream(&path.display().to_string(), &bytes),
        false => decode_kernel(path, bytes),
    }
}

fn decode_kernel(path: &Path, bytes: Vec<u8>) -> Result<String> {
    let text = decode_text(bytes);
    text.ok_or_else(|| Error::data(format!("{}: it is not text in UTF-8 or Latin-1; is it a kernel?", path.display())))
}

/// Reads the bytes of a file, at most `most`.
pub(super) fn read_bytes(path: &Path, most: usize) -> Result<Vec<u8>> {
    let name = path.display();
    let bytes = read_at_most(path, most as u64)
        .map_err(|error| Error::of_system(format!("{name}: it cannot be opened"), &error))?;
    if bytes.len() > most {
        return Err(Error::limit(format!("bytes of {name}"), bytes.len() as u128, most as u128, "split it"));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_outside_the_folder_is_reached() {
        let outer = tempfile::tempdir().unwrap();
        let folder = outer.path().join("kernels");
        std::fs::create_dir_all(folder.join("more")).unwrap();
        for name in ["secret", "kernels/a.glsl", "kernels/more/b.glsl"] {
            std::fs::write(outer.path().join(name), "x").unwrap();
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink(outer.path().join("secret"), folder.join("link")).unwrap();
        for name in ["a.glsl", "more/b.glsl", "./a.glsl"] {
            assert!(find_inside(&folder, name).is_some(), "{name}");
        }
        let absolute = outer.path().join("secret");
        for name in
            ["../secret", "more/../../secret", "more/../a.glsl", "link", "none", "more", absolute.to_str().unwrap()]
        {
            assert!(find_inside(&folder, name).is_none(), "{name}");
        }
    }

    #[test]
    fn what_is_no_kernel_is_said() {
        let folder = tempfile::tempdir().unwrap();
        assert!(
            fail_to_read(folder.path(), "a.comp", &[0xff, 0xfe])
                .ends_with("it is not text in UTF-8 or Latin-1; is it a kernel?")
        );
        assert!(fail_to_read(folder.path(), "b.comp", &vec![b' '; 1 << 21]).contains("the limit is 1048576"));
        assert!(
            read_kernel(&folder.path().join("c.comp"))
                .unwrap_err()
                .to_string()
                .contains("cannot be opened")
        );
        assert!(read_kernel(folder.path()).is_err());
    }

    fn fail_to_read(folder: &Path, name: &str, bytes: &[u8]) -> String {
        let path = folder.join(name);
        std::fs::write(&path, bytes).unwrap();
        read_kernel(&path).unwrap_err().to_string()
    }
}
