//! Words that no text of the project may use.

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
