//! Files that users name: only regular files are read, up to a given size; a file is written completely or not at all.

use std::fs::{File, FileType, OpenOptions, Permissions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// Opens a regular file. Pipes, sockets and devices are refused before they are opened: reading one
/// may block or never end.
///
/// ```
/// use gristmill::files::open_regular;
/// assert!(open_regular("Cargo.toml").is_ok());
/// let error = open_regular("src").unwrap_err();
/// assert_eq!(error.to_string(), "expected a file, found a folder; name a file in it");
/// ```
///
/// # Errors
/// The system's errors, and one that names the kind of thing found instead of a file.
pub fn open_regular(path: impl AsRef<Path>) -> io::Result<File> {
    let path = path.as_ref();
    let kind = std::fs::metadata(path)?.file_type();
    if kind.is_file() {
        return File::open(path);
    }
    let next = if kind.is_dir() { "name a file in it" } else { "write what it has to a file and name that" };
    Err(io::Error::other(format!("expected a file, found {}; {next}", file_type_noun(kind))))
}

/// Returns the noun for something that is not a regular file.
fn file_type_noun(kind: FileType) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return "a pipe";
        }
        if kind.is_socket() {
            return "a socket";
        }
    }
    if kind.is_dir() { "a folder" } else { "a device" }
}

/// Reads a regular file: `most` bytes of it, and one more if it is longer.
///
/// ```
/// assert_eq!(gristmill::files::read_at_most("Cargo.toml", 3)?.len(), 4);
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// The errors of [`open_regular`] and of the system.
pub fn read_at_most(path: impl AsRef<Path>, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = vec![];
    open_regular(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Decodes a text in UTF-8, or in Latin-1, which texts of 2004 use. Returns `None` if it is neither, because it has
/// bytes that no text has.
///
/// ```
/// use gristmill::files::decode_text;
/// assert_eq!(decode_text(b"// H\xf6he".to_vec()).as_deref(), Some("// Höhe"));
/// assert_eq!(decode_text("// Höhe".into()).as_deref(), Some("// Höhe"));
/// assert_eq!(decode_text(b"\x7fELF\x02\xff\x00".to_vec()), None);
/// ```
pub fn decode_text(bytes: Vec<u8>) -> Option<String> {
    String::from_utf8(bytes).map(Some).unwrap_or_else(|error| {
        let bytes = error.into_bytes();
        // Latin-1 is the first 256 characters of Unicode. Texts use only the white space of its first block of
        // control characters, and nothing of the second; 0x1a ended files of DOS.
        // The mark of UTF-16.
        let marked = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
        (!marked
            && bytes.iter().all(|byte| match byte {
                b'\t' | b'\n' | b'\r' | 0x0b | 0x0c | 0x1a => true,
                _ => !char::from(*byte).is_control(),
            }))
        .then(|| bytes.into_iter().map(char::from).collect())
    })
}

/// Replaces a file completely, or leaves it unchanged if there is no room. The new content is written to a file next
/// to it, which is then renamed. Anything but a regular file, as `/dev/stdout`, is written directly.
///
/// ```
/// let path = std::env::temp_dir().join(format!("gristmill_files_{}", std::process::id()));
/// gristmill::files::replace(&path, b"one")?;
/// gristmill::files::replace(&path, b"two")?;
/// assert_eq!(std::fs::read(&path)?, b"two");
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// The system's errors.
pub fn replace(path: impl AsRef<Path>, bytes: &[u8]) -> io::Result<()> {
    let path = path.as_ref();
    // A link stays a link: the file that it points to is replaced.
    let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let about = std::fs::metadata(&path).ok();
    if about.as_ref().is_some_and(|about| !about.is_file()) {
        return std::fs::write(path, bytes);
    }
    let beside = with_ending(&path, &format!(".{}", std::process::id()));
    let permissions = about.map(|about| about.permissions());
    let written = write_new(&beside, bytes, permissions).and_then(|()| std::fs::rename(&beside, &path));
    match written {
        // A file may be writable in a folder that is not.
        Err(error) if error.kind() == ErrorKind::PermissionDenied && path.exists() => std::fs::write(path, bytes),
        Err(error) => {
            // The remains of the new file are useless, and may not exist.
            let _ = std::fs::remove_file(&beside);
            Err(error)
        }
        Ok(()) => Ok(()),
    }
}

/// Creates a file and writes it through to the disk.
fn write_new(path: &Path, bytes: &[u8], permissions: Option<Permissions>) -> io::Result<()> {
    // Left over from a killed program with the same process number.
    let _ = std::fs::remove_file(path);
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)?;
    }
    file.write_all(bytes)?;
    file.sync_all()
}

/// Appends an ending to the last name of a path.
///
/// ```
/// assert_eq!(gristmill::files::with_ending("a/b.json".as_ref(), ".old").to_str(), Some("a/b.json.old"));
/// ```
pub fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(ending);
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_an_endless_file_nothing_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ten");
        std::fs::write(&path, [7; 10]).unwrap();
        assert_eq!(read_at_most(&path, 3).unwrap(), [7; 4]);
        assert_eq!(read_at_most(&path, 10).unwrap(), [7; 10]);
        let says = |path: &Path| read_at_most(path, 3).unwrap_err().to_string();
        assert_eq!(says(folder.path()), "expected a file, found a folder; name a file in it");
        if cfg!(unix) {
            let wanted = "expected a file, found a device; write what it has to a file and name that";
            assert_eq!(says(Path::new("/dev/zero")), wanted);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_socket_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("socket");
        let _listener = std::os::unix::net::UnixListener::bind(&path).unwrap();
        assert!(open_regular(&path).unwrap_err().to_string().contains("found a socket"));
    }

    #[cfg(unix)]
    #[test]
    fn a_replaced_file_keeps_its_link_and_its_permissions() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        let link = folder.path().join("link");
        std::fs::write(&file, "one").unwrap();
        std::fs::set_permissions(&file, PermissionsExt::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        replace(&link, b"two").unwrap();
        assert_eq!(std::fs::read(&file).unwrap(), b"two");
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "nothing is left beside it");
        replace("/dev/null", b"three").unwrap();
        assert!(!std::fs::metadata("/dev/null").unwrap().is_file());
    }

    #[test]
    fn what_is_no_text_is_not_decoded() {
        for bytes in [&b"\xff\xfev\0"[..], b"\xfe\xff\0v", b"\xe9\x00", b"\xe9\x7f", b"\xe9\x90", b"\x89PNG\r\n\x1a\n"]
        {
            assert_eq!(decode_text(bytes.to_vec()), None, "{bytes:?}");
        }
        assert_eq!(decode_text(b"a\tb\r\n\xb5s\x1a".to_vec()).as_deref(), Some("a\tb\r\nµs\x1a"));
    }
}
