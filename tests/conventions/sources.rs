//! Every citation leads to the list of sources, of the pages and of the documentation of algorithms.

use crate::path::{Page, pages};
use crate::source::{File, assert_none, files, root};

/// An entry of the list: `- <a id="key"></a>Authors. *Title*. Venue, year.`
#[derive(Debug)]
struct Source {
    key: String,
    /// The first author's surname.
    surname: String,
    /// Authors, title, venue and year, as they stand.
    text: String,
    year: String,
}

/// The list, and what is wrong with it.
fn sources(text: &str) -> (Vec<Source>, Vec<String>) {
    let (mut found, mut wrong) = (Vec::<Source>::new(), vec![]);
    for line in text.lines().filter(|line| line.starts_with("- ")) {
        let entry = line.strip_prefix("- <a id=\"").and_then(|rest| rest.split_once("\"></a>"));
        let parts = entry.and_then(|(key, text)| {
            let (authors, rest) = text.split_once(". *")?;
            let (title, venue) = rest.split_once("*. ")?;
            let (venue, year) = venue.strip_suffix('.')?.rsplit_once(", ")?;
            let surname = authors
                .split([',', ' '])
                .next()
                .filter(|_| !title.is_empty() && !venue.is_empty())?;
            let surname = if surname == "Da" { "Da Graca" } else { surname };
            (is_year(year) && key.ends_with(year)).then(|| [key, surname, text, year].map(str::to_string))
        });
        match parts {
            None => wrong.push(format!("{line}\n  is not `- <a id=\"KEY-YEAR\"></a>Authors. *Title*. Venue, YEAR.`")),
            Some([key, ..]) if found.iter().any(|source| source.key == key) => {
                wrong.push(format!("{key} stands twice"))
            }
            Some([key, surname, text, year]) => found.push(Source { key, surname, text, year }),
        }
    }
    (found, wrong)
}

fn is_year(word: &str) -> bool {
    word.len() == 4
        && word.bytes().all(|digit| digit.is_ascii_digit())
        && ["18", "19", "20"].iter().any(|century| word.starts_with(century))
}

/// The text of a page without code, with `§` for a link to a source and nothing for other links.
fn prose(text: &str) -> String {
    let blocks: String = text.split("```").step_by(2).collect();
    let plain: String = blocks.split('`').step_by(2).collect();
    let mut prose = String::new();
    let mut rest = plain.as_str();
    while let Some(at) = rest.find("](") {
        let start = rest[..at].rfind('[').unwrap_or(at);
        let end = at + rest[at..].find(')').map_or(0, |end| end + 1).max(2);
        prose.push_str(&rest[..start]);
        prose.push_str(if rest[at..end].contains("sources.md#") { "§" } else { "" });
        rest = &rest[end..];
    }
    prose + rest
}

/// The brackets of a page that cite and lead nowhere: a name or a venue with a year, or a year alone.
fn unlinked(page: &Page) -> Vec<String> {
    let prose = prose(&page.text);
    let mut found = vec![];
    for (at, _) in prose.match_indices('(') {
        let Some(inside) = prose[at + 1..].split(')').next() else { continue };
        let after_link = prose[..at].trim_end().ends_with('§');
        if inside.contains('§') || after_link {
            continue;
        }
        let words: Vec<&str> = inside.split_whitespace().collect();
        let cites = words.iter().enumerate().any(|(place, word)| {
            let before = place.checked_sub(1).map_or("", |before| words[before]);
            let named = before.is_empty()
                || before.ends_with([',', '.'])
                || before.starts_with(|letter: char| letter.is_uppercase());
            is_year(word.trim_end_matches([',', ';'])) && named
        });
        // A language and a card have years, too, and nobody wrote them.
        if cites && !prose[..at].trim_end().ends_with(|letter: char| letter.is_ascii_digit()) {
            found.push(format!("book/src/{}:1: ({inside}) leads to no source; link it to sources.md#...", page.path));
        }
    }
    found
}

/// The links of a page to sources that the list has not.
fn unknown(page: &Page, sources: &[Source]) -> Vec<String> {
    let keys = page.text.split("sources.md#").skip(1).filter_map(|rest| rest.split(')').next());
    keys.filter(|key| !sources.iter().any(|source| source.key == *key))
        .map(|key| format!("book/src/{}:1: sources.md has no {key}", page.path))
        .collect()
}

/// Returns the items that follow `Source:` or `Sources:` in the documentation of a file, one after
/// the other.
fn documented(file: &File) -> Vec<String> {
    let lines: Vec<&str> = file.text.lines().map(str::trim_start).collect();
    let said = |line: &str| {
        let text = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"))?;
        Some(text.trim()).filter(|text| !text.is_empty()).map(str::to_string)
    };
    let mut items = vec![];
    for (at, line) in lines.iter().enumerate() {
        let Some(first) = said(line) else { continue };
        let Some(first) = first.strip_prefix("Source: ").or_else(|| first.strip_prefix("Sources: ")) else { continue };
        let more = lines[at + 1..].iter().map_while(|line| said(line));
        let all = std::iter::once(first.to_string()).chain(more).collect::<Vec<_>>().join(" ");
        items.extend(all.split(';').map(|item| item.trim().to_string()));
    }
    items
}

/// Returns true if an item of the documentation is an entry of the list, or cites nothing. It is
/// found by the first author and the year, or by the chapter of a collection.
fn is_listed(item: &str, sources: &[Source]) -> bool {
    let has = |source: &Source| {
        let chapter = source.text.split("*. ").nth(1).and_then(|venue| venue.rsplit_once(", "));
        let chapter = chapter.is_some_and(|(venue, _)| venue.contains("chapter") && item.contains(venue));
        item.contains(&source.surname) && (item.contains(&source.year) || chapter)
    };
    let cites = item.split([' ', ',', '.', ')']).any(is_year) || item.contains("GPU Gems");
    let texts = ["SuperBible", "GPU Gems 2, chapter 33"]; // the texts of the errata
    !cites || texts.iter().any(|text| item.contains(text)) || sources.iter().any(has)
}

#[test]
fn every_citation_has_its_source() {
    let list = std::fs::read_to_string(root().join("book/src/sources.md")).unwrap();
    let (sources, mut wrong) = sources(&list);
    assert!(sources.len() > 100, "only {} sources are listed", sources.len());
    let pages = pages();
    wrong.extend(pages.iter().flat_map(|page| unknown(page, &sources)));
    wrong.extend(pages.iter().flat_map(unlinked));
    let algorithms = files("src/algorithms", &[".rs"]);
    let documented: Vec<_> = algorithms.iter().map(|file| (&file.path, documented(file))).collect();
    for (path, items) in &documented {
        let missing = items.iter().filter(|item| !is_listed(item, &sources));
        wrong.extend(missing.map(|item| format!("{path}:1: book/src/sources.md has no `{item}`")));
    }
    let cited = |source: &Source| {
        let link = format!("sources.md#{})", source.key);
        let names = |file: &File| file.text.contains(&source.surname) && file.text.contains(&source.year);
        pages.iter().any(|page| page.text.contains(&link)) || algorithms.iter().any(names)
    };
    wrong.extend(
        sources
            .iter()
            .filter(|source| !cited(source))
            .map(|source| format!("nobody cites {}", source.key)),
    );
    assert_none("a citation has no source", &wrong);
}

#[test]
fn a_citation_without_its_source_is_found() {
    let (list, wrong) =
        sources("- <a id=\"ab-2005\"></a>Ab and C. *T*. GPU Gems 2, chapter 36, 2005.\n- Ab. *T*. V, 2005.\n");
    assert_eq!((list.len(), wrong.len()), (1, 1));
    let page = |text: &str| Page { path: "a.md".to_string(), text: text.to_string() };
    let faults = |text: &str| unlinked(&page(text)).len() + unknown(&page(text), &list).len();
    assert_eq!(faults("[Ab and C (2005)](sources.md#ab-2005), ([Ab, 2005](sources.md#ab-2005); more 2005)"), 0);
    assert_eq!(
        faults("[*T*](sources.md#ab-2005) (2005), OpenGL 3.3 (2010), (new in 2005), `f(2005)`\n```\n(2005)\n```\n"),
        0
    );
    assert_eq!(faults("[Ab](sources.md#cd-2005)"), 1);
    assert_eq!(faults("Ab and C (2005), (Ab 2005), (Ab, *T*, 2005; more)"), 3);
    let item = |text: &str| is_listed(text, &list);
    assert!(item("Ab, T, GPU Gems 2, chapter 36") && item("Ab et al. 2005") && item("a remark of ours"));
    assert!(!item("Ab 2006") && !item("Cd, T, GPU Gems 2, chapter 36"));
    let file =
        File { path: "a.rs".to_string(), text: "/// Sources: Ab,\n/// 2005; Cd 2006.\n///\n/// More.\n".to_string() };
    assert_eq!(documented(&file), ["Ab, 2005", "Cd 2006."]);
}
