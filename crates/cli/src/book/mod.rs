//! `gristmill book`: builds the book, with its kernels for the browser, and opens it.

mod http_server;
mod module_script;
mod toolchain;

use crate::terminal::{CommandResult, print_line, print_wrapped, warn};
use clap::Args;
use gristmill::{Error, Result};
use std::io::ErrorKind;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Arguments of `book`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gristmill book                 builds it, opens it at http://127.0.0.1:3000, and ends with Ctrl-C
  gristmill book --port 8080 --no-open
  gristmill book --build-only    builds it: book/book/index.html opens without a server, too

It runs in a clone of Gristmill, where the book's pages are, and needs mdBook. Kernels run in the pages if a \
toolchain for WebAssembly is installed; without one the pages have only their figures.")]
pub struct BookArgs {
    /// The local port that serves it
    #[arg(long, default_value_t = 3000)]
    pub port: u16,
    /// Do not open the browser
    #[arg(long)]
    pub no_open: bool,
    /// Build it without opening it
    #[arg(long, conflicts_with_all = ["port", "no_open"])]
    pub build_only: bool,
}

/// The folder of the built pages, in the clone.
const BOOK_OUTPUT: &str = "book/book";

pub fn show_book(wanted: &BookArgs) -> CommandResult {
    let here = std::env::current_dir()
        .map_err(|error| Error::data(format!("this folder is gone: {error}; enter a clone of Gristmill")))?;
    let root = find_clone(&here)?;
    // A taken port is reported before minutes of building.
    let listener = if wanted.build_only { None } else { Some(bind_port(wanted.port)?) };
    match toolchain::build_modules(&root)? {
        Some(folder) => module_script::write_scripts(&root, &folder)?,
        None if module_script::is_packed(&root) => {
            warn(format!("{}; the pages keep the modules that were built before", toolchain::INSTALL_HINT))
        }
        None => warn(format!("{}; the book is built without them", toolchain::INSTALL_HINT)),
    }
    module_script::write_page_header(&root)?;
    build_pages(&root)?;
    let Some(listener) = listener else {
        print_wrapped(format!("{BOOK_OUTPUT}/index.html is the book"))?;
        return Ok(true);
    };
    let address = listener.local_addr().map(|address| format!("http://{address}"));
    let address =
        address.map_err(|error| Error::data(format!("port {} has no address: {error}; try --port 0", wanted.port)))?;
    print_line(format!("{address} shows the book until Ctrl-C"))?;
    if !wanted.no_open && !open_browser(&address) {
        warn("no browser opens from here; type the address into one");
    }
    http_server::serve_folder(&listener, &root.join(BOOK_OUTPUT));
    Ok(true)
}

/// Returns the clone of Gristmill that contains a folder.
fn find_clone(folder: &Path) -> Result<PathBuf> {
    let is_clone =
        |folder: &&Path| folder.join("book/book.toml").is_file() && folder.join("crates/live/Cargo.toml").is_file();
    let root = folder.ancestors().find(is_clone).map(Path::to_path_buf);
    root.ok_or_else(|| {
        Error::data(format!(
            "{} is not in a clone of Gristmill, and the book is built from its files; clone it and enter it",
            folder.display()
        ))
    })
}

/// Binds the port.
fn bind_port(port: u16) -> Result<TcpListener> {
    TcpListener::bind(("127.0.0.1", port)).map_err(|error| {
        Error::data(match error.kind() {
            ErrorKind::AddrInUse => format!(
                "port {port} is taken; use another one, as --port {}, or any that is free by --port 0",
                port.saturating_add(1)
            ),
            _ => format!("port {port} is not available: {error}; use another one, such as --port 8080"),
        })
    })
}

/// Runs mdBook to build the pages.
fn build_pages(root: &Path) -> Result<()> {
    let ended = Command::new("mdbook").args(["build", "book"]).current_dir(root).status();
    match ended {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Error::data(format!("mdBook could not build the book ({status}); fix the errors above"))),
        Err(error) if error.kind() == ErrorKind::NotFound => Err(Error::data(
            "mdBook, which builds the pages, is not installed: cargo install mdbook; without it the book is plain Markdown in book/src",
        )),
        Err(error) => {
            Err(Error::data(format!("mdBook does not start: {error}; install it anew: cargo install mdbook")))
        }
    }
}

/// Opens an address in the browser; returns true if a browser was started.
fn open_browser(address: &str) -> bool {
    let mut command = match std::env::consts::OS {
        "macos" => Command::new("open"),
        "windows" => Command::new("explorer"),
        _ => Command::new("xdg-open"),
    };
    command.arg(address).spawn().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clone_is_found_from_within() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
        assert_eq!(find_clone(&root.join("book/src")).unwrap(), root);
        let error = find_clone(&std::env::temp_dir()).unwrap_err().to_string();
        assert!(error.contains("is not in a clone of Gristmill"), "{error}");
    }

    #[test]
    fn a_taken_port_is_told() {
        let first = bind_port(0).unwrap();
        let port = first.local_addr().unwrap().port();
        let error = bind_port(port).unwrap_err().to_string();
        assert!(error.starts_with(&format!("port {port} is taken; use another one, as --port ")), "{error}");
    }
}
