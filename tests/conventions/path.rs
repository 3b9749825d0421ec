//! The book is a path: each page says on which pages it stands, and these come before it.

use crate::source::{assert_none, root};
use std::path::{Component, Path, PathBuf};

/// A page of the book, as the contents list it.
pub struct Page {
    /// The path below `book/src`.
    pub path: String,
    pub text: String,
}

/// Pages that are read in no order: the first page, and those in which one looks things up.
const LISTS: [&str; 4] = ["introduction.md", "sections.md", "glossary.md", "sources.md"];

/// The pages in the order of the contents.
pub fn pages() -> Vec<Page> {
    let folder = root().join("book/src");
    let read = |path: &str| std::fs::read_to_string(folder.join(path)).unwrap();
    links(&read("SUMMARY.md"))
        .map(|path| Page { text: read(path), path: path.to_string() })
        .collect()
}

/// The pages that a text links, without the place on the page.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
    targets.filter(|target| target.ends_with(".md") && !target.contains("://"))
}

/// The page that another one links, below `book/src`.
fn linked(from: &str, target: &str) -> String {
    let mut path = PathBuf::new();
    for part in Path::new(from).parent().unwrap().join(target).components() {
        if part == Component::ParentDir {
            path.pop();
        } else {
            path.push(part);
        }
    }
    path.to_str().unwrap().to_string()
}

/// The pages on which one stands, and those that need it, by its first paragraph; none where it does not begin so.
fn stands_on(page: &Page) -> Option<[Vec<String>; 2]> {
    let first = page.text.split("\n\n").nth(1)?.replace('\n', " ");
    let said = first.strip_prefix("*Stands on: ")?.strip_suffix(".*")?;
    let (stands, needed) = said.split_once(". Needed for: ").unwrap_or((said, ""));
    let all = [stands, needed].map(|part| links(part).map(|target| linked(&page.path, target)).collect::<Vec<_>>());
    (!all[0].is_empty() || stands == "nothing").then_some(all)
}

/// Returns the faults in the first paragraphs of a book.
fn wrong_steps(pages: &[Page]) -> Vec<String> {
    let place = |path: &str| pages.iter().position(|page| page.path == path);
    let steps: Vec<_> = pages.iter().map(stands_on).collect();
    let mut wrong = vec![];
    for (at, (page, step)) in pages.iter().zip(&steps).enumerate() {
        let path = &page.path;
        if LISTS.contains(&path.as_str()) {
            continue;
        }
        let Some([stands, needed]) = step else {
            wrong.push(format!(
                "book/src/{path}:3: begin with `*Stands on: [..](..). Needed for: [..](..).*`, or `*Stands on: nothing.*`"
            ));
            continue;
        };
        for before in stands.iter().filter(|before| place(before).is_none_or(|before| before >= at)) {
            wrong.push(format!("book/src/{path}:3: stands on {before}, which does not come before it in SUMMARY.md"));
        }
        let follows = |after: usize| steps[after].as_ref().is_some_and(|[stands, _]| stands.contains(path));
        for after in needed.iter().filter(|after| !place(after).is_some_and(follows)) {
            wrong.push(format!("book/src/{path}:3: is needed for {after}, which does not say that it stands on it"));
        }
        if needed.is_empty() && (0..pages.len()).any(follows) {
            wrong.push(format!("book/src/{path}:3: other pages stand on it; say which, after `Needed for: `"));
        }
    }
    wrong
}

#[test]
fn a_page_stands_on_pages_before_it() {
    let pages = pages();
    assert!(pages.len() > 80, "only {} pages are listed", pages.len());
    assert_none("the book is no path", &wrong_steps(&pages));
}

#[test]
fn a_page_that_stands_on_a_later_one_is_found() {
    let wrong = |first: &str, second: &str| {
        let page = |path: &str, line: &str| Page { path: path.to_string(), text: format!("# A\n\n{line}\n\nText.\n") };
        wrong_steps(&[page("a.md", first), page("b/c.md", second)]).len()
    };
    assert_eq!(wrong("*Stands on: nothing. Needed for: [c](b/c.md).*", "*Stands on: [a](../a.md).*"), 0);
    assert_eq!(wrong("*Stands on: nothing.*", "*Stands on: [a](../a.md).*"), 1);
    assert_eq!(wrong("*Stands on: [c](b/c.md).*", "*Stands on: nothing.*"), 2);
    assert_eq!(wrong("*Stands on: nothing. Needed for: [c](b/c.md).*", "*Stands on: nothing.*"), 1);
    assert_eq!(wrong("No path.", "*Stands on: nothing.*"), 1);
    assert_eq!(wrong("*Stands on: nothing.*", "*Stands on: [d](d.md).*"), 1);
}
