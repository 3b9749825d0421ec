//! Every link of the book and of the texts beside it leads somewhere: to a file that is there, and
//! to a heading or a name in it.

use crate::path::{Page, pages};
use crate::source::{File, assert_none, root};
use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};

/// A path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}

/// The text of a page with the Markdown that it includes, without its code.
fn prose(path: &str, text: &str) -> String {
    let folder = Path::new(path).parent().unwrap_or(Path::new(""));
    let (mut prose, mut fenced) = (String::new(), false);
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if fenced {
            continue;
        } else if let Some(file) = line.strip_prefix("{{#include ").and_then(|rest| rest.strip_suffix(".md}}")) {
            let included = root().join(plain(&folder.join(format!("{file}.md"))));
            prose.push_str(&std::fs::read_to_string(included).unwrap_or_default());
        } else {
            // The text between backticks is code.
            let parts: Vec<&str> = line.split('`').collect();
            let even = parts.len() % 2 == 1;
            let kept = parts
                .iter()
                .enumerate()
                .map(|(at, part)| if even && at % 2 == 1 { "" } else { part });
            prose.extend(kept);
        }
        prose.push('\n');
    }
    prose
}

/// Returns the targets of a text's links and pictures.
fn links(prose: &str) -> Vec<&str> {
    let markdown = prose.split("](").skip(1).filter_map(|rest| rest.split([')', ' ']).next());
    let written = ["href=\"", "src=\""].into_iter().flat_map(|start| {
        let rests = prose.split(start).skip(1);
        rests.filter_map(|rest| rest.split('"').next())
    });
    markdown.chain(written).collect()
}

/// The names that a link may have behind `#`: of headings, as mdBook makes them, and given ones.
fn anchors(text: &str) -> Vec<String> {
    let mut anchors: Vec<String> = text
        .split("id=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .map(str::to_string)
        .collect();
    let mut fenced = false;
    for line in text.lines() {
        fenced ^= line.starts_with("```");
        let Some(heading) = line.strip_prefix('#').filter(|_| !fenced) else { continue };
        let heading = heading.trim_start_matches('#').trim();
        let letters = heading.to_lowercase();
        let letters = letters.chars().filter_map(|letter| match letter {
            ' ' => Some('-'),
            letter => (letter.is_alphanumeric() || "-_".contains(letter)).then_some(letter),
        });
        let anchor: String = letters.collect();
        let same = anchors.iter().filter(|known| **known == anchor).count();
        anchors.push(if same > 0 { format!("{anchor}-{same}") } else { anchor });
    }
    anchors
}

/// The links of a text that lead nowhere. `texts` are those that may be asked for their headings.
fn dead(path: &str, text: &str, texts: &HashMap<String, Vec<String>>, is_there: impl Fn(&Path) -> bool) -> Vec<String> {
    let prose = prose(path, text);
    let folder = Path::new(path).parent().unwrap_or(Path::new(""));
    let leads = |link: &str| {
        let (file, anchor) = link.split_once('#').map_or((link, None), |(file, anchor)| (file, Some(anchor)));
        let target = if file.is_empty() { PathBuf::from(path) } else { plain(&folder.join(file)) };
        let target_name = target.to_string_lossy().replace('\\', "/");
        match (texts.get(&target_name), anchor) {
            (Some(anchors), Some(anchor)) => anchors.iter().any(|known| known == anchor),
            (None, Some(_)) => false,
            (Some(_), None) => true,
            // A page that the contents do not list is not made.
            (None, None) => is_there(&target) && !(target_name.starts_with("book/") && target_name.ends_with(".md")),
        }
    };
    let inner = links(&prose)
        .into_iter()
        .filter(|link| !link.contains("://") && !link.starts_with("mailto:"));
    inner
        .filter(|link| !leads(link))
        .map(|link| format!("{path}: {link} leads nowhere"))
        .collect()
}

fn texts() -> Vec<File> {
    let book = pages()
        .into_iter()
        .map(|Page { path, text, .. }| File { path: format!("book/src/{path}"), text });
    let beside = ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "DRIVERS.md"];
    let beside =
        beside.map(|path| File { path: path.into(), text: std::fs::read_to_string(root().join(path)).unwrap() });
    book.chain(beside).collect()
}

#[test]
fn every_link_leads_somewhere() {
    let texts = texts();
    // A page has the names of its own text and of what it includes.
    let named = |path: &str, text: &str| [anchors(text), anchors(&prose(path, text))].concat();
    let known = texts
        .iter()
        .map(|File { path, text }| (path.clone(), named(path, text)))
        .collect();
    let there = |path: &Path| root().join(path).exists();
    let faults: Vec<String> = texts
        .iter()
        .flat_map(|file| dead(&file.path, &file.text, &known, there))
        .collect();
    assert!(texts.len() > 90, "only {} texts", texts.len());
    assert_none("a link leads to what is there", &faults);
}

#[test]
fn a_dead_link_is_found() {
    let texts = HashMap::from([
        ("book/src/a/b.md".to_string(), anchors("# One\n\n## Two, and *three*\n\n## One\n<a id=\"four\"></a>\n")),
        ("book/src/c.md".to_string(), vec![]),
    ]);
    let there = |path: &Path| path == Path::new("book/src/figures/d.svg") || path.ends_with("e.md");
    let dead = |text: &str| dead("book/src/a/b.md", text, &texts, there).len();
    let right =
        "[x](../c.md) [x](#one) [x](#two-and-three) [x](#one-1) [x](b.md#four) ![x](../figures/d.svg) [x](https://y.z)";
    assert_eq!(dead(right), 0);
    assert_eq!(dead("`[x](nowhere.md)`\n\n```text\n[x](nowhere.md)\n```\n"), 0);
    assert_eq!(dead("[x](c.md) [x](#three) [x](../c.md#one) ![x](../figures/e.svg) <img src=\"../figures/f.svg\">"), 5);
    assert_eq!(dead("[x](../e.md)"), 1);
}
