//! Answers requests from standard input, one per line, on standard output: those of a page, without a browser.
//!
//! ```sh
//! echo '{"do": "cards"}' | cargo run --release -p gristmill-live --example ask
//! ```

use std::io::{self, BufRead, Write};

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for request in io::stdin().lock().lines() {
        writeln!(out, "{}", gristmill_live::answer(&request?))?;
        out.flush()?;
    }
    Ok(())
}
