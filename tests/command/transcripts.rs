//! Every transcript of README.md and the book, run again: the commands in ```` ```console ```` blocks and
//! what they print.
//!
//! A command ends well, in a block ```` ```console,wrong ```` with 1. A line `...` stands for any lines,
//! `...` in a line for any text: times, paths, names of devices.

use crate::ROOT;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A command, where it stands, and the output shown.
#[derive(Debug, PartialEq)]
struct Transcript {
    place: String,
    arguments: Vec<String>,
    /// The code with which it ends.
    code: i32,
    shown: Vec<String>,
}

/// The transcripts of one text.
fn transcripts(path: &str, text: &str) -> Result<Vec<Transcript>, String> {
    let mut found: Vec<Transcript> = Vec::new();
    let mut inside = None;
    let mut fresh = false; // no command yet in this block
    for (number, line) in (1..).zip(text.lines()) {
        if line.starts_with("```") {
            inside = [("```console", 0), ("```console,wrong", 1)]
                .into_iter()
                .find(|(start, _)| *start == line);
            fresh = true;
        } else if let Some((_, code)) = inside {
            if let Some(command) = line.strip_prefix("$ ") {
                let place = format!("{path}:{number}");
                let arguments = arguments(command)
                    .ok_or_else(|| format!("{place}: `{command}` is no gristmill; show it in a ```sh block"))?;
                found.push(Transcript { place, arguments, code, shown: Vec::new() });
                fresh = false;
            } else if fresh {
                return Err(format!("{path}:{number}: a console block begins with `$ gristmill ...`"));
            } else if let Some(last) = found.last_mut() {
                last.shown.push(line.trim_end().to_string());
            }
        }
    }
    Ok(found)
}

/// The arguments of `gristmill ...` or `cargo run -- ...`.
fn arguments(command: &str) -> Option<Vec<String>> {
    let rest = command
        .strip_prefix("cargo run --")
        .or_else(|| command.strip_prefix("gristmill"))?;
    if !rest.is_empty() && !rest.starts_with(' ') {
        return None;
    }
    Some(rest.split_whitespace().map(str::to_string).collect())
}

/// Returns true if the lines match those shown.
fn matches(shown: &[String], printed: &[&str]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((line, rest)) if line.trim() == "..." => {
            (0..=printed.len()).any(|skipped| matches(rest, &printed[skipped..]))
        }
        Some((line, rest)) => printed
            .split_first()
            .is_some_and(|(first, others)| line_matches(line, first) && matches(rest, others)),
    }
}

/// Returns true if a line matches the one shown, spaces counted as one.
fn line_matches(shown: &str, printed: &str) -> bool {
    let tidy = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let (shown, printed) = (tidy(shown), tidy(printed));
    let mut parts = shown.split("...");
    let Some(mut rest) = parts.next().and_then(|first| printed.strip_prefix(first)) else { return false };
    let mut last = None;
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
        last = Some(part);
    }
    match last {
        None => rest.is_empty(),
        Some(part) => part.is_empty() || printed.ends_with(part),
    }
}

/// The pages of a folder and of those in it.
fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            pages(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
}

fn texts() -> Vec<(String, String)> {
    let root = Path::new(ROOT);
    let mut paths = vec![root.join("README.md")];
    pages(&root.join("book/src"), &mut paths);
    paths.sort();
    let read = |path: PathBuf| {
        let name = path.strip_prefix(root).unwrap().to_string_lossy().into_owned();
        (name, std::fs::read_to_string(path).unwrap())
    };
    paths.into_iter().map(read).collect()
}

#[test]
fn every_transcript_is_what_the_command_prints() {
    let mut faults = Vec::new();
    let mut count = 0;
    for (path, text) in texts() {
        let transcripts = match transcripts(&path, &text) {
            Ok(transcripts) => transcripts,
            Err(fault) => {
                faults.push(fault);
                continue;
            }
        };
        for Transcript { place, arguments, code, shown } in transcripts {
            let output = Command::new(env!("CARGO_BIN_EXE_gristmill"))
                .args(&arguments)
                .current_dir(ROOT)
                .env("COLUMNS", "120")
                .output()
                .unwrap();
            count += 1;
            let printed = String::from_utf8_lossy(&output.stdout).into_owned();
            let lines: Vec<&str> = printed.trim_end().lines().map(str::trim_end).collect();
            let shown: Vec<String> = {
                let end = shown.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
                shown[..end].to_vec()
            };
            if output.status.code() != Some(code) {
                let said = String::from_utf8_lossy(&output.stderr);
                faults.push(format!("{place}: gristmill {} ends with {}\n{said}", arguments.join(" "), output.status));
            } else if !matches(&shown, &lines) {
                faults.push(format!("{place}: gristmill {} prints\n{printed}", arguments.join(" ")));
            }
        }
    }
    println!("{count} transcripts");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(count > 0, "README.md shows no transcript");
}

/// Kernel text typed into a Markdown file: each block must stand so in a kernel file.
fn strange_kernels(path: &str, text: &str, kernels: &[String]) -> Vec<String> {
    let mut faults = Vec::new();
    let mut block: Option<(usize, String)> = None;
    for (number, line) in (1..).zip(text.lines()) {
        match &mut block {
            None if line == "```glsl" => block = Some((number, String::new())),
            Some((start, code)) if line == "```" => {
                let typed = !code.trim_start().starts_with("{{#include");
                if typed && !kernels.iter().any(|kernel| kernel.contains(&without_layout(code))) {
                    faults
                        .push(format!("{path}:{start}: no kernel file reads like this; include it, or copy it again"));
                }
                block = None;
            }
            Some((_, code)) => *code += &format!("{line}\n"),
            None => {}
        }
    }
    faults
}

/// A kernel's lines that are neither empty nor its local size.
fn without_layout(code: &str) -> String {
    let lines = code
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with("layout(local_size"));
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn every_kernel_shown_is_a_kernel_here() {
    let root = Path::new(ROOT);
    let mut kernels = Vec::new();
    for folder in ["fragment_kernels", "compute_kernels"] {
        let parts = std::fs::read_dir(root.join(folder)).unwrap().map(|part| part.unwrap().path());
        for path in parts
            .flat_map(|part| std::fs::read_dir(part).unwrap())
            .map(|entry| entry.unwrap().path())
        {
            kernels.extend(std::fs::read_to_string(path).ok().map(|text| without_layout(&text)));
        }
    }
    let faults: Vec<_> = texts()
        .iter()
        .flat_map(|(path, text)| strange_kernels(path, text, &kernels))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_strange_kernel_is_found() {
    let kernels = [without_layout("#version 430 core\nlayout(local_size_x = 8) in;\n\nvoid main() {}\n")];
    let faults = |block: &str| strange_kernels("a.md", &format!("```glsl\n{block}\n```\n"), &kernels).len();
    assert_eq!(faults("#version 430 core\nvoid main() {}"), 0);
    assert_eq!(faults("{{#include a.comp}}"), 0);
    assert_eq!(faults("void main() { }"), 1);
}

/// Pieces of code in sentences that hold a link, which is shown as it is typed.
fn links_in_code(path: &str, text: &str) -> Vec<String> {
    let blocks = text.split("\n```").step_by(2);
    let paragraphs = blocks.flat_map(|block| block.split("\n\n"));
    let code = paragraphs.flat_map(|paragraph| paragraph.split('`').skip(1).step_by(2));
    let faulty = code.filter(|code| code.contains("](") && code.contains(".md"));
    faulty
        .map(|code| format!("{path}: `{code}` is code, and a link in it is none"))
        .collect()
}

#[test]
fn no_code_in_a_sentence_holds_a_link() {
    let faults: Vec<_> = texts().iter().flat_map(|(path, text)| links_in_code(path, text)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert_eq!(links_in_code("a.md", "Take `a\n[b](c.md#b) d` and [`e`](e.md).\n\n```sh\n`f](g.md`\n```\n").len(), 1);
}

#[test]
fn a_wrong_transcript_is_found() {
    let text = "```console\n$ gristmill list\none\n...\nlast\n```\n```sh\n$ ls\n```\n";
    let found = transcripts("a.md", text).unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].arguments, ["list"]);
    assert_eq!(found[0].code, 0);
    assert_eq!(transcripts("a.md", "```console,wrong\n$ gristmill check a.comp\n```\n").unwrap()[0].code, 1);
    assert!(matches(&found[0].shown, &["one", "last"]));
    assert!(matches(&found[0].shown, &["one", "two", "three", "last"]));
    assert!(!matches(&found[0].shown, &["one", "two"]));
    assert!(!matches(&found[0].shown, &["two", "last"]));
    assert!(transcripts("a.md", "```console\n$ ls\n```\n").is_err());
    assert!(transcripts("a.md", "```console\none\n```\n").is_err());
    assert_eq!(arguments("cargo run -- run invert"), Some(vec!["run".to_string(), "invert".to_string()]));
    assert!(line_matches("took ... ms, ...", "took 12.5  ms, all right"));
    assert!(line_matches("12 x", "12 x"));
    assert!(!line_matches("took ... ms", "took 12.5 s"));
    assert!(!line_matches("12", "123"));
}
