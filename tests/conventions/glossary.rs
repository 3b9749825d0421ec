//! The words of the glossary: each in the page that explains it, and linked where it is used before that page.

use crate::path::{Page, pages};
use crate::source::{File, assert_none, files, root};

/// Words of the glossary that chapters link where they use them first: the place in the glossary, and the
/// forms that count.
const LINKED: [(&str, &[&str]); 38] = [
    ("alias", &["alias", "aliases"]),
    ("bank-conflict", &["bank conflict", "bank conflicts"]),
    ("barrier", &["barrier", "barriers"]),
    ("channel", &["channel", "channels"]),
    ("coalescing", &["coalescing", "coalesced"]),
    ("depth-stencil", &["depth-stencil buffer", "depth-stencil buffers"]),
    ("dispatch", &["dispatch", "dispatches"]),
    ("emulator", &["emulator"]),
    ("era", &["era", "eras"]),
    ("finding", &["finding", "findings"]),
    ("fragment", &["fragment", "fragments"]),
    ("gather", &["gather", "gathers"]),
    ("group", &["work group", "work groups"]),
    ("hazard", &["hazard", "hazards"]),
    ("invocation", &["invocation", "invocations"]),
    ("kernel", &["kernel", "kernels"]),
    ("lane", &["lane", "lanes"]),
    ("llvmpipe", &["llvmpipe"]),
    ("memory-barrier", &["memory barrier", "memory barriers"]),
    ("query", &["occlusion query", "occlusion queries"]),
    ("padding", &["padding"]),
    ("pass", &["pass", "passes"]),
    ("ping-pong", &["ping-pong"]),
    ("pointer", &["pointer", "pointers"]),
    ("quad", &["quad", "quads"]),
    ("race", &["race", "races"]),
    ("rasteriser", &["rasteriser"]),
    ("reduction", &["reduction", "reductions"]),
    ("rung", &["rung", "rungs"]),
    ("scatter", &["scatter", "scatters"]),
    ("shared-memory", &["shared memory"]),
    ("std430", &["std430"]),
    ("stream", &["stream", "streams"]),
    ("swizzle", &["swizzle", "swizzles"]),
    ("target", &["target", "targets"]),
    ("texel", &["texel", "texels"]),
    ("uniform", &["uniform", "uniforms"]),
    ("warp", &["warp", "warps"]),
];

/// The prose of a chapter in small letters: without code, headings, tables, and what stands in links or is
/// emphasised.
fn plain_prose(text: &str) -> String {
    let mut fenced = false;
    let mut prose = String::new();
    for line in text.lines() {
        let start = line.trim_start();
        if start.starts_with("```") {
            fenced = !fenced;
            continue;
        }
        if fenced || start.starts_with(['#', '|', '<']) || start.starts_with("{{") || start.starts_with("![") {
            continue;
        }
        let mut rest = line;
        while let Some(at) = rest.find(['`', '[', '<', '*', '{']) {
            prose.push_str(&rest[..at]);
            let close = match rest.as_bytes()[at] {
                b'`' => "`",
                b'[' => ")",
                b'<' => ">",
                b'{' => "}}",
                _ => "*",
            };
            let inner = &rest[at + 1..];
            rest = inner.find(close).map_or("", |end| &inner[end + close.len()..]);
            prose.push(' ');
        }
        prose.push_str(rest);
        prose.push('\n');
    }
    prose.to_lowercase()
}

/// Returns true if a prose uses a word in one of its forms.
fn uses(prose: &str, forms: &[&str]) -> bool {
    forms.iter().any(|form| {
        prose.match_indices(form).any(|(at, _)| {
            let word = |letter: Option<char>| {
                letter.is_some_and(|letter| letter.is_alphanumeric() || "-_/(.".contains(letter))
            };
            let after = prose[at + form.len()..].trim_start_matches('.');
            !word(prose[..at].chars().next_back())
                && !word(after.chars().next())
                && is_noun(&prose[..at], form, &prose[at + form.len()..])
        })
    })
}

/// Words that stand before a noun, and before no verb.
const BEFORE_NOUNS: [&str; 24] = [
    "a", "the", "each", "every", "one", "per", "no", "another", "next", "last", "first", "two", "three", "four",
    "five", "six", "eight", "of", "in", "many", "more", "few", "fewer", "these",
];
/// Words that stand behind the verb `finding`, and seldom behind the noun.
const BEHIND_VERBS: [&str; 8] = ["a", "an", "the", "out", "its", "which", "what", "it"];

/// Returns whether a form is the noun that the glossary explains, where it could be a verb: to pass
/// on, finding an address.
fn is_noun(before: &str, form: &str, after: &str) -> bool {
    match form {
        "pass" | "passes" => before
            .split_whitespace()
            .next_back()
            .is_some_and(|word| BEFORE_NOUNS.contains(&word) || word.chars().all(|letter| letter.is_ascii_digit())),
        "finding" => !after.split_whitespace().next().is_some_and(|word| BEHIND_VERBS.contains(&word)),
        _ => true,
    }
}

/// Returns the links to the glossary that stand on a verb.
fn linked_verbs(file: &File) -> Vec<String> {
    let mut wrong = vec![];
    for (number, line) in (1..).zip(file.text.lines()) {
        for form in ["pass", "passes", "finding"] {
            for (at, linked) in line.match_indices(&format!("[{form}](")) {
                let before = line[..at].to_lowercase();
                let target = &line[at + linked.len()..];
                let after = target.split_once(')').map_or("", |(_, after)| after);
                let leads =
                    ["to", "can", "cannot", "could", "would", "will", "may", "must", "not", "only", "it", "they"];
                let is_led = before.split_whitespace().next_back().is_some_and(|word| leads.contains(&word));
                let is_verb = if form == "finding" { !is_noun(&before, form, after) } else { is_led };
                if is_verb && target.contains("glossary.md#") {
                    wrong.push(format!(
                        "{}:{number}: `{form}` is a verb here, and the glossary explains a noun",
                        file.path
                    ));
                }
            }
        }
    }
    wrong
}

#[test]
fn no_verb_is_linked_to_the_glossary() {
    let faults: Vec<_> = files("book/src", &[".md"]).iter().flat_map(linked_verbs).collect();
    assert_none("a verb is linked to a noun of the glossary", &faults);
    let linked = |text: &str| linked_verbs(&File { path: "a.md".to_string(), text: text.to_string() }).len();
    assert_eq!(linked("It could [pass](glossary.md#pass) on; [finding](glossary.md#finding) an address is dear."), 2);
    assert_eq!(linked("A [pass](glossary.md#pass), and a [finding](glossary.md#finding) in line 3."), 0);
}

/// Words of the glossary that a chapter uses and never links.
fn unlinked(file: &File) -> Vec<String> {
    let prose = plain_prose(&file.text);
    let unlinked = LINKED
        .iter()
        .filter(|(id, forms)| !file.text.contains(&format!("glossary.md#{id})")) && uses(&prose, forms));
    unlinked
        .map(|(id, _)| {
            format!(
                "{}:1: uses `{id}` and never links it; write [{id}](../glossary.md#{id}) where it comes first",
                file.path
            )
        })
        .collect()
}

#[test]
fn chapters_link_the_words_they_use() {
    let glossary = std::fs::read_to_string(root().join("book/src/glossary.md")).unwrap();
    for (id, _) in LINKED {
        assert!(glossary.contains(&format!("id=\"{id}\"")), "the glossary has no {id}");
    }
    let chapters = files("book/src", &[".md"]);
    let chapters = chapters.iter().filter(|file| {
        !file.path.contains("/figures/") && !file.path.ends_with("glossary.md") && !file.path.ends_with("SUMMARY.md")
    });
    let faults: Vec<_> = chapters.flat_map(unlinked).collect();
    assert_none("a word of the glossary is not linked", &faults);
}

#[test]
fn an_unlinked_word_is_found() {
    let faults = |text: &str| unlinked(&File { path: "book/src/a.md".to_string(), text: text.to_string() }).len();
    assert_eq!(faults("Each texel holds a number."), 1);
    assert_eq!(faults("Each [texel](glossary.md#texel) holds a number; a texel is small."), 0);
    assert_eq!(faults("They pass on what it passes, finding the rest."), 0);
    assert_eq!(faults("A pass, and a finding."), 2);
    assert_eq!(faults("# Texels\n`texel` *texel*\n```\ntexel\n```\n| texel |\n"), 0);
}

/// The rows of the glossary: the word, its place, and the page that explains it.
fn rows(glossary: &str) -> Vec<[&str; 3]> {
    let rows = glossary.lines().filter_map(|line| {
        let (id, rest) = line.strip_prefix("| <a id=\"")?.split_once("\"></a>")?;
        let mut cells = rest.split(" | ");
        let (word, page) = (cells.next()?, cells.nth(1)?);
        let page = page.split_once("](").map_or("", |(_, target)| target.trim_end_matches(')'));
        Some([word, id, page])
    });
    rows.collect()
}

/// Returns the faults in the order of the words: a page that explains one and does not have it, a
/// page before that which uses it first and links it afterwards.
fn out_of_order(rows: &[[&str; 3]], pages: &[Page]) -> Vec<String> {
    let mut wrong = vec![];
    for [word, id, explained] in rows {
        let Some(place) = pages.iter().position(|page| page.path == *explained) else {
            wrong.push(format!("book/src/glossary.md:1: {word} is explained in {explained}, which is no page"));
            continue;
        };
        let name = word.split(',').next().unwrap_or(word);
        if !pages[place].text.to_lowercase().contains(&name.to_lowercase()) {
            wrong.push(format!("book/src/{explained}:1: explains {name}, by the glossary, and does not name it"));
        }
        let Some((_, forms)) = LINKED.iter().find(|(linked, _)| linked == id) else { continue };
        for page in &pages[..place] {
            let link = page.text.find(&format!("glossary.md#{id})")).unwrap_or(page.text.len());
            let before = page.text[..link].rfind('[').unwrap_or(0);
            if uses(&plain_prose(&page.text[..before]), forms) {
                wrong.push(format!(
                    "book/src/{}:1: {name} is explained later, in {explained}; link its first use to glossary.md#{id}",
                    page.path
                ));
            }
        }
    }
    wrong
}

#[test]
fn no_word_is_used_before_it_is_explained() {
    let glossary = std::fs::read_to_string(root().join("book/src/glossary.md")).unwrap();
    let rows = rows(&glossary);
    assert!(rows.len() > 55, "only {} words are explained", rows.len());
    assert_none("a word is used before it is explained", &out_of_order(&rows, &pages()));
}

#[test]
fn a_word_before_its_explanation_is_found() {
    let rows = rows("| <a id=\"texel\"></a>texel | a place | [b](b.md) | pixel | `c.rs` |\n");
    assert_eq!(rows, [["texel", "texel", "b.md"]]);
    let wrong = |first: &str, second: &str| {
        let page = |path: &str, text: &str| Page { path: path.to_string(), text: text.to_string() };
        out_of_order(&rows, &[page("a.md", first), page("b.md", second)]).len()
    };
    assert_eq!(wrong("A [texel](glossary.md#texel), and a texel.", "A texel is a place."), 0);
    assert_eq!(wrong("A texel, and a [texel](glossary.md#texel).", "A texel is a place."), 1);
    assert_eq!(wrong("Nothing.", "Nothing."), 1);
    assert_eq!(out_of_order(&rows, &[]).len(), 1);
}
