//! What is said.

use crate::source::{File, assert_none, files};

/// Words that mean something only where the project was begun. In two parts, so that they are not found here.
const PRIVATE: [[&str; 2]; 10] = [
    ["/wo", "rk/"],
    ["/tmp/", "brief"],
    ["/home", "/"],
    ["DESIGN", ".md"],
    ["PLATFORM", ".md"],
    ["PERFORMANCE", ".md"],
    ["TECHNIQUES", ".md"],
    ["shared", "/ERRATA"],
    ["see", "ds/"],
    ["FIX", "ME"],
];

fn private_words(file: &File) -> Vec<String> {
    let mut faults = Vec::new();
    for (number, line) in (1..).zip(file.text.lines()) {
        for word in PRIVATE
            .map(|parts| parts.concat())
            .iter()
            .filter(|word| line.contains(word.as_str()))
        {
            faults.push(format!(
                "{}:{number}: {word} means nothing to a reader elsewhere; say it in the open",
                file.path
            ));
        }
    }
    faults
}

#[test]
fn nothing_is_said_for_insiders() {
    let endings = [".rs", ".md", ".toml", ".frag", ".vert", ".comp", ".glsl", "run", ".gitignore"];
    let faults: Vec<_> = files("", &endings).iter().flat_map(private_words).collect();
    assert_none("a text is for insiders", &faults);
}

#[test]
fn an_insiders_word_is_found() {
    let file = File { path: "a.md".to_string(), text: format!("fine\nsee {}x\n", PRIVATE[0].concat()) };
    assert_eq!(private_words(&file).len(), 1);
    assert!(private_words(&file)[0].starts_with("a.md:2: "));
}

/// Words of the glossary that chapters link where they use them first: the place in the glossary, and the
/// forms that count.
const LINKED: [(&str, &[&str]); 33] = [
    ("alias", &["alias", "aliases"]),
    ("bank-conflict", &["bank conflict", "bank conflicts"]),
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
    ("reduction", &["reduction", "reductions"]),
    ("rung", &["rung", "rungs"]),
    ("scatter", &["scatter", "scatters"]),
    ("shared-memory", &["shared memory"]),
    ("std430", &["std430"]),
    ("stream", &["stream", "streams"]),
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

/// Words of the glossary that a chapter uses and never links.
fn unlinked(file: &File) -> Vec<String> {
    let prose = plain_prose(&file.text);
    let used = |form: &str| {
        prose.match_indices(form).any(|(at, _)| {
            let word = |letter: Option<char>| {
                letter.is_some_and(|letter| letter.is_alphanumeric() || "-_/(.".contains(letter))
            };
            let after = prose[at + form.len()..].trim_start_matches('.');
            !word(prose[..at].chars().next_back()) && !word(after.chars().next())
        })
    };
    let unlinked = LINKED.iter().filter(|(id, forms)| {
        !file.text.contains(&format!("glossary.md#{id})")) && forms.iter().any(|form| used(form))
    });
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
    let glossary = std::fs::read_to_string(crate::source::root().join("book/src/glossary.md")).unwrap();
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
    assert_eq!(faults("# Texels\n`texel` *texel*\n```\ntexel\n```\n| texel |\n"), 0);
}
