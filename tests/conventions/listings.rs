//! Rules for the code that a page shows. Its pieces are short enough to be looked at as a whole.
//! Each comes after what is said of it. The whole kernel is there to unfold.

use std::path::Path;

/// The lines of a listing that can be taken in at a glance.
const LINES: usize = 25;
/// A reference may be longer: it is the loop that everybody knows.
const LINES_OF_A_REFERENCE: usize = 40;
/// The beginning of a fold with a whole kernel, and of one with a file that kernels include.
const WHOLE: [&str; 2] = ["<details><summary>The whole kernel: <code>", "<details><summary>The whole file: <code>"];
/// The folders with the text of kernels.
const FOLDERS: [&str; 3] = ["fragment_kernels/", "compute_kernels/", "kernel_includes/"];

/// A listing of a page.
struct Listing {
    /// The line of its fence.
    line: usize,
    /// The number of lines that the reader sees.
    lines: usize,
    /// The file and the range of lines, where a kernel's file is shown by range.
    range: Option<(String, usize, usize)>,
    /// The kernel's file, where all of it is shown.
    whole: Option<String>,
    folded: bool,
    of_the_reference: bool,
    /// The line before it is said of it, and is no other listing's end.
    introduced: bool,
}

/// The lines that an include brings.
fn included(page: &Path, named: &str) -> Vec<String> {
    let (file, part) = named.split_once(':').unwrap_or((named, ""));
    let text = std::fs::read_to_string(page.parent().unwrap().join(file)).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    let shown: Vec<&str> = if part.is_empty() {
        lines
    } else if let Some((start, end)) = range(part, lines.len()) {
        lines.get(start - 1..end).unwrap_or_default().to_vec()
    } else {
        let (start, end) = (format!("ANCHOR: {part}"), format!("ANCHOR_END: {part}"));
        let inside = lines.into_iter().skip_while(|line| !line.trim_end().ends_with(&start)).skip(1);
        inside.take_while(|line| !line.trim_end().ends_with(&end)).collect()
    };
    shown
        .into_iter()
        .filter(|line| !line.contains("// ANCHOR"))
        .map(str::to_string)
        .collect()
}

/// The first and the last line of `3:8`, `3:`, `:8` or `3`.
fn range(part: &str, count: usize) -> Option<(usize, usize)> {
    let line = |text: &str, open: usize| if text.is_empty() { Some(open) } else { text.parse().ok() };
    match part.split_once(':') {
        Some((start, end)) => Some((line(start, 1)?, line(end, count)?)),
        None => part.parse().ok().map(|line| (line, line)),
    }
}

/// A kernel's file by its path from the root, as an include names it.
fn kernel_file(named: &str) -> Option<String> {
    let at = FOLDERS.iter().find_map(|folder| named.find(folder))?;
    Some(named[at..].to_string())
}

/// The listings of GLSL and Rust of a page.
fn listings(page: &Path, text: &str) -> Vec<Listing> {
    let mut found: Vec<Listing> = vec![];
    let (mut fence, mut folds, mut heading, mut before) = (None::<Option<usize>>, 0, "", "");
    for (line, text) in (1..).zip(text.lines()) {
        let trimmed = text.trim();
        if let Some(language) = trimmed.strip_prefix("```") {
            if fence.take().is_some() {
                before = trimmed;
                continue;
            }
            let shows_code = ["glsl", "rust"].iter().any(|name| language.split(',').next() == Some(*name));
            fence = Some(shows_code.then_some(found.len()));
            if shows_code {
                found.push(Listing {
                    line,
                    lines: 0,
                    range: None,
                    whole: None,
                    folded: folds > 0,
                    of_the_reference: heading.contains("reference"),
                    introduced: !before.starts_with("```")
                        && !before.starts_with("![")
                        && (!before.starts_with('#') || before.to_lowercase().contains("reference")),
                });
            }
            continue;
        }
        if let Some(Some(at)) = fence {
            let listing = &mut found[at];
            let Some(named) = trimmed.strip_prefix("{{#include ").and_then(|rest| rest.strip_suffix("}}")) else {
                listing.lines += 1;
                continue;
            };
            listing.lines += included(page, named.trim()).len();
            let (file, part) = named.trim().split_once(':').unwrap_or((named.trim(), ""));
            if let Some(file) = kernel_file(file) {
                if part.is_empty() {
                    listing.whole = Some(file);
                } else if let Some((start, end)) = range(part, usize::MAX) {
                    listing.range = Some((file, start, end));
                }
            }
            continue;
        }
        folds += text.matches("<details").count();
        folds -= text.matches("</details").count().min(folds);
        if trimmed.starts_with("## ") {
            heading = trimmed;
        }
        if !trimmed.is_empty() {
            before = trimmed;
        }
    }
    found
}

/// Returns true if a piece may begin at a line. A kernel that was edited moves its lines, and a
/// piece then begins in the middle of something.
fn begins(before: &str, line: &str) -> bool {
    let before = before.split("//").next().unwrap_or_default().trim();
    let line = line.trim();
    let words = ["if ", "for ", "while ", "void ", "uniform ", "layout", "struct ", "shared ", "in ", "out ", "const "];
    let calls = ["barrier(", "memoryBarrier", "return", "//", "#", "coherent ", "do "];
    let opens = words.iter().chain(&calls).any(|word| line.starts_with(word));
    !line.is_empty() && (before.is_empty() || before.ends_with(['}', '{']) || opens)
}

/// Returns the faults in the listings of a page.
fn wrong(page: &Path, text: &str, kernel: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let name = page.display();
    let mut wrong = vec![];
    let mut last: Vec<(String, usize)> = vec![];
    for listing in listings(page, text).iter().filter(|listing| !listing.folded) {
        let at = format!("{name}:{}", listing.line);
        let most = if listing.of_the_reference { LINES_OF_A_REFERENCE } else { LINES };
        if listing.lines > most {
            wrong.push(format!("{at}: {} lines at once; show pieces of at most {most}", listing.lines));
        }
        if !listing.introduced {
            wrong.push(format!("{at}: nothing is said of these lines before them"));
        }
        let Some((file, start, end)) = &listing.range else { continue };
        let Some(text) = kernel(file) else { continue };
        let line = |number: usize| text.lines().nth(number.wrapping_sub(1)).unwrap_or_default();
        if *end != usize::MAX && *end > text.lines().count() {
            wrong.push(format!("{at}: {file} ends before line {end}"));
        }
        let starts = |number: usize| number == 1 || begins(line(number - 1), line(number));
        if !starts(*start) {
            wrong.push(format!("{at}: a piece begins in the middle of something, at {file}:{start}"));
        }
        let closes = line(*end).trim().starts_with('}');
        let after = line(end.saturating_add(1));
        if *end != usize::MAX
            && !closes
            && !after.trim().is_empty()
            && !starts(end + 1)
            && !after.trim().starts_with('}')
        {
            wrong.push(format!("{at}: a piece ends in the middle of something, at {file}:{end}"));
        }
        if line(*end).trim().is_empty() && *end != usize::MAX {
            wrong.push(format!("{at}: a piece ends with an empty line, at {file}:{end}"));
        }
        match last.iter_mut().find(|(known, _)| known == file) {
            Some((_, before)) if start <= before => wrong.push(format!("{at}: {file}:{start} was shown before")),
            Some((_, before)) => *before = *end,
            None => last.push((file.clone(), *end)),
        }
    }
    wrong
}

fn read_pages() -> Vec<(std::path::PathBuf, String)> {
    let pages = crate::pages::pages(&Path::new(env!("CARGO_MANIFEST_DIR")).join("book/src"));
    let pages = pages
        .into_iter()
        .filter(|page| !page.components().any(|part| part.as_os_str() == "figures"));
    pages
        .map(|page| (page.clone(), std::fs::read_to_string(page).unwrap()))
        .collect()
}

fn text_of(file: &str) -> Option<String> {
    std::fs::read_to_string(crate::source::root().join(file)).ok()
}

#[test]
fn listings_are_short_and_introduced() {
    let faults: Vec<String> = read_pages()
        .iter()
        .flat_map(|(page, text)| wrong(page, text, text_of))
        .collect();
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

/// A kernel that is shown in pieces can be read, and copied, as a whole somewhere in the book.
#[test]
fn a_kernel_in_pieces_is_whole_somewhere() {
    let pages = read_pages();
    let all: Vec<Listing> = pages.iter().flat_map(|(page, text)| listings(page, text)).collect();
    let whole = |file: &String| all.iter().any(|listing| listing.whole.as_ref() == Some(file));
    let in_pieces = all.iter().filter_map(|listing| Some(&listing.range.as_ref()?.0));
    // A page may show only what matters of a file that kernels include.
    let kernels = in_pieces.filter(|file| !file.starts_with("kernel_includes/"));
    let mut missing: Vec<&String> = kernels.filter(|file| !whole(file)).collect();
    missing.sort();
    missing.dedup();
    assert!(missing.is_empty(), "shown in pieces, and nowhere in a fold `{}..`: {missing:#?}", WHOLE[0]);
}

/// A fold holds the kernel that it names.
#[test]
fn a_fold_holds_the_kernel_it_names() {
    let mut faults = vec![];
    for (page, text) in read_pages() {
        for rest in WHOLE.iter().flat_map(|start| text.split(start).skip(1)) {
            let named = rest.split_once("</code></summary>\n\n```glsl\n{{#include ");
            let Some((named, rest)) = named else {
                faults.push(format!("{}: a fold without a kernel", page.display()));
                continue;
            };
            let ends = rest.split_once("}}\n```\n\n</details>");
            let file = ends.and_then(|(file, _)| kernel_file(file));
            if file.as_deref() != Some(named) {
                faults.push(format!("{}: the fold of {named} holds {file:?}", page.display()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn long_silent_and_torn_listings_are_found() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("book/src/SUMMARY.md");
    let kernel = |_: &str| Some("#version 330 core\n// a: b\n\nvoid main() {\n    a = b;\n    c = d;\n}\n".to_string());
    let wrong = |text: &str| wrong(&page, text, kernel).len();
    assert_eq!(wrong(&format!("Look:\n\n```glsl\n{}```\n", "a;\n".repeat(LINES))), 0);
    assert_eq!(wrong(&format!("Look:\n\n```glsl\n{}```\n", "a;\n".repeat(LINES + 1))), 1);
    assert_eq!(wrong(&format!("## The reference\n\nSo:\n\n```rust,ignore\n{}```\n", "a;\n".repeat(40))), 0);
    assert_eq!(wrong("Look:\n\n```glsl\na;\n```\n\n```glsl\nb;\n```\n"), 1);
    let piece = |range: &str| format!("So:\n\n```glsl\n{{{{#include ../../fragment_kernels/a.frag:{range}}}}}\n```\n");
    assert_eq!(wrong(&piece("1:2")), 0);
    assert_eq!(wrong(&piece("4:7")), 0);
    assert_eq!(wrong(&piece("4:5")), 1);
    assert_eq!(wrong(&piece("6:7")), 1);
    assert_eq!(wrong(&piece("1:9")), 2);
    assert_eq!(wrong(&format!("{}\n{}", piece("4:7"), piece("1:2"))), 1);
}
