//! Serves the files of a folder over HTTP to browsers of this machine: GET and HEAD, one response for each connection.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

/// The longest request that is read, in bytes.
const MAX_REQUEST_BYTES: u64 = 1 << 16;

/// The time that a browser has to send its request.
const READ_TIMEOUT: Duration = Duration::from_secs(10);

/// Serves until the program is stopped.
pub fn serve_folder(listener: &TcpListener, folder: &Path) {
    for stream in listener.incoming().flatten() {
        let folder = folder.to_path_buf();
        // A browser that closes the connection early is not an error.
        std::thread::spawn(move || drop(answer_connection(stream, &folder)));
    }
}

fn answer_connection(mut stream: TcpStream, folder: &Path) -> io::Result<()> {
    stream.set_read_timeout(Some(READ_TIMEOUT))?;
    let mut lines = BufReader::new(stream.try_clone()?.take(MAX_REQUEST_BYTES)).lines();
    let request = lines.next().transpose()?.unwrap_or_default();
    // The headers are read and ignored, so that the connection is not reset while the browser sends.
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    let (head, body) = build_response(&request, folder);
    stream.write_all(head.as_bytes())?;
    stream.write_all(&body)
}

/// Returns the head and the body of the response to the first line of a request.
fn build_response(request: &str, folder: &Path) -> (String, Vec<u8>) {
    let mut words = request.split(' ');
    let method = words.next().unwrap_or("");
    let address = words.next().unwrap_or("");
    if method != "GET" && method != "HEAD" {
        return (response_head("405 Method Not Allowed", "text/plain", 0), vec![]);
    }
    let path = requested_path(address).map(|path| folder.join(path));
    let path = path.map(|path| if path.is_dir() { path.join("index.html") } else { path });
    let (status, kind, body) = match path.and_then(|path| Some((content_type(&path), std::fs::read(path).ok()?))) {
        Some((kind, body)) => ("200 OK", kind, body),
        None => {
            ("404 Not Found", "text/html; charset=utf-8", std::fs::read(folder.join("404.html")).unwrap_or_default())
        }
    };
    let head = response_head(status, kind, body.len());
    (head, if method == "HEAD" { vec![] } else { body })
}

fn response_head(status: &str, kind: &str, bytes: usize) -> String {
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {bytes}\r\nCache-Control: no-cache\r\nConnection: close\r\n\r\n"
    )
}

/// Returns the path of an address below the folder; `None` if it leads out of the folder.
fn requested_path(address: &str) -> Option<PathBuf> {
    let address = address.split(['?', '#']).next()?.strip_prefix('/')?;
    let path = PathBuf::from(percent_decode(address)?);
    path.components()
        .all(|part| matches!(part, Component::Normal(_)))
        .then_some(path)
}

/// Decodes the `%2E` escapes of a text.
fn percent_decode(text: &str) -> Option<String> {
    let mut bytes = vec![];
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let high = char::from(rest.next()?).to_digit(16)?;
                let low = char::from(rest.next()?).to_digit(16)?;
                u8::try_from(high * 16 + low).ok()?
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).ok().filter(|text| !text.contains('\0'))
}

/// Returns the content type of a file by its extension.
fn content_type(path: &Path) -> &'static str {
    match path.extension().and_then(|ending| ending.to_str()).unwrap_or("") {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "gif" => "image/gif",
        "jpg" | "jpeg" => "image/jpeg",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        "md" | "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_folders_are_given() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("a b")).unwrap();
        std::fs::write(folder.path().join("a b/index.html"), "page").unwrap();
        std::fs::write(folder.path().join("live.js"), "script").unwrap();
        let get = |request: &str| build_response(request, folder.path());
        let (head, body) = get("GET /live.js?v=1 HTTP/1.1");
        assert!(head.starts_with("HTTP/1.1 200 OK\r\nContent-Type: text/javascript"), "{head}");
        assert_eq!(body, b"script");
        assert_eq!(get("GET /a%20b/ HTTP/1.1").1, b"page");
        let (head, body) = get("HEAD /live.js HTTP/1.1");
        assert!(head.contains("Content-Length: 6\r\n") && body.is_empty(), "{head}");
        assert!(get("POST /live.js HTTP/1.1").0.starts_with("HTTP/1.1 405"));
    }

    #[test]
    fn nothing_outside_is_given() {
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("book");
        std::fs::create_dir(&inside).unwrap();
        std::fs::write(folder.path().join("secret"), "secret").unwrap();
        for address in
            ["/../secret", "/%2e%2e/secret", "//etc/hosts", "/a/../../secret", "secret", "/%zz", "/%", "/none", ""]
        {
            let (head, body) = build_response(&format!("GET {address} HTTP/1.1"), &inside);
            assert!(head.starts_with("HTTP/1.1 404") && body.is_empty(), "{address}: {head}");
        }
    }
}
