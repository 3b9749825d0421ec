//! The text of `pack.toml`: the title of a pack and the order of its tasks.

use crate::case_file::{explain_error, line_at};
use gristmill_base::error::{Error, Result};
use serde::Deserialize;
use std::ops::Range;
use toml::Spanned;

/// The file of a pack's title and order.
pub const PACK_FILE: &str = "pack.toml";
/// The format that this version reads and writes.
const FORMAT: u32 = 1;
/// The most tasks of a pack.
const MOST_TASKS: usize = 1_000;
/// The most letters of a title.
const MOST_TITLE_LETTERS: usize = 100;
/// The most letters of a task's name.
const MOST_NAME_LETTERS: usize = 32;
/// Words that the command takes for something else than a task.
const COMMAND_WORDS: [&str; 4] = ["next", "new", "verify", "export"];

/// A `pack.toml` as written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackText {
    /// The version of its format.
    pub format: Spanned<u32>,
    /// The title, by which a reader's progress is kept.
    pub title: Spanned<String>,
    /// The names of its tasks, in their order.
    pub tasks: Spanned<Vec<Spanned<String>>>,
}

impl PackText {
    /// Parses a text of that name, and refuses what no pack can have.
    ///
    /// # Errors
    /// [`Error::Data`] says what is wrong in which line.
    pub fn parse(label: &str, text: &str) -> Result<PackText> {
        let fault = |span: Range<usize>, sentence: String| -> Error {
            Error::data(format!("{label}:{}: {sentence}", line_at(text, span.start)))
        };
        let pack = toml::from_str::<PackText>(text)
            .map_err(|error| fault(error.span().unwrap_or(0..0), explain_error(error.message())))?;
        if *pack.format.get_ref() != FORMAT {
            let sentence =
                format!("expected format = {FORMAT}, found {}; use a newer gristmill", pack.format.get_ref());
            return Err(fault(pack.format.span(), sentence));
        }
        if let Some(sentence) = refuse_title(pack.title.get_ref()) {
            return Err(fault(pack.title.span(), sentence));
        }
        let tasks = pack.tasks.get_ref();
        if tasks.is_empty() || tasks.len() > MOST_TASKS {
            let sentence = format!("expected 1 to {MOST_TASKS} tasks, found {}; name their folders", tasks.len());
            return Err(fault(pack.tasks.span(), sentence));
        }
        let mut known: Vec<&str> = vec![];
        for task in tasks {
            let name = task.get_ref();
            if let Some(sentence) = refuse_task_name(name) {
                return Err(fault(task.span(), sentence));
            }
            if known.contains(&name.as_str()) {
                return Err(fault(task.span(), format!("two tasks are named {name}; leave one out")));
            }
            known.push(name);
        }
        Ok(pack)
    }

    /// Returns the names of its tasks.
    pub fn task_names(&self) -> Vec<&str> {
        self.tasks.get_ref().iter().map(|name| name.get_ref().as_str()).collect()
    }
}

/// Returns a sentence about a name that no task can have: it is the name of a folder and of a file, and is typed.
pub fn refuse_task_name(name: &str) -> Option<String> {
    let is_word = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
    let begins = name.starts_with(|letter: char| letter.is_ascii_lowercase());
    if !begins || !name.chars().all(is_word) || name.len() > MOST_NAME_LETTERS {
        return Some(format!(
            "expected the name of a task, of at most {MOST_NAME_LETTERS} small letters, digits and _, found {}; rename it",
            shorten_name(name)
        ));
    }
    if COMMAND_WORDS.contains(&name) {
        return Some(format!("a task is named {name}, which is a word of the command; rename it"));
    }
    None
}

/// Quotes a name, with its control characters spelled and no more letters than fit into a sentence.
fn shorten_name(name: &str) -> String {
    let shown: String = name.chars().take(MOST_NAME_LETTERS).collect();
    format!("{shown:?}{}", if shown == name { "" } else { ".." })
}

/// Returns a sentence about a title that does not fit into one line.
pub fn refuse_title(title: &str) -> Option<String> {
    let letters = title.chars().count();
    if title.trim().is_empty() || letters > MOST_TITLE_LETTERS || title.chars().any(char::is_control) {
        return Some(format!(
            "expected a title of 1 to {MOST_TITLE_LETTERS} letters in one line, found {}; shorten it",
            shorten_name(title)
        ));
    }
    None
}

/// Returns the text of a new pack with one task.
pub fn new_pack_text(title: &str, task: &str) -> String {
    let title = title.replace('\\', "\\\\").replace('"', "\\\"");
    format!(
        "format = {FORMAT}\ntitle = \"{title}\"\n# The order in which they are listed.\ntasks = [\n    \"{task}\",\n]\n"
    )
}

/// Adds a task at the end of a pack's list, and changes nothing else.
///
/// # Errors
/// [`Error::Data`] if the text is none of a pack, or the task is listed.
pub fn add_task_to_text(label: &str, text: &str, task: &str) -> Result<String> {
    let pack = PackText::parse(label, text)?;
    let mut wanted = pack.task_names();
    if wanted.contains(&task) {
        return Err(Error::data(format!("{label}: it lists {task} already; choose another name")));
    }
    wanted.push(task);
    let end = pack.tasks.span().end.saturating_sub(1);
    let (before, after) = text.split_at(end);
    let is_broken = before.trim_end_matches([' ', '\t']).ends_with('\n');
    let indent = if is_broken { "    " } else { "" };
    let line_end = if is_broken { ",\n" } else { "" };
    // The list may end with a comma or without.
    for comma in ["", ", "] {
        let longer = format!("{before}{comma}{indent}\"{task}\"{line_end}{after}");
        if PackText::parse(label, &longer).is_ok_and(|pack| pack.task_names() == wanted) {
            return Ok(longer);
        }
    }
    Err(Error::data(format!("{label}: {task} cannot be added to tasks = [..]; write it there yourself")))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "format = 1\ntitle = \"Week 1\"\ntasks = [\"a\", \"b\"]\n";

    #[test]
    fn a_mistake_has_its_line() {
        assert_eq!(PackText::parse("pack.toml", TEXT).unwrap().task_names(), ["a", "b"]);
        for (from, to, part) in [
            ("format = 1", "format = 2", "pack.toml:1: expected format = 1, found 2; use a newer gristmill"),
            ("Week 1", "", "pack.toml:2: expected a title of 1 to 100 letters in one line, found \"\""),
            ("Week 1", "a\\u001b[31m", "found \"a\\u{1b}[31m\""),
            ("[\"a\", \"b\"]", "[]", "pack.toml:3: expected 1 to 1000 tasks, found 0"),
            ("\"b\"", "\"a\"", "pack.toml:3: two tasks are named a; leave one out"),
            ("\"b\"", "\"../b\"", "pack.toml:3: expected the name of a task, of at most 32 small letters"),
            ("\"b\"", "\"verify\"", "a task is named verify, which is a word of the command; rename it"),
            ("title", "titles", "there is no titles; there are format, title, tasks; did you mean title?"),
            ("title = \"Week 1\"", "", "missing field `title`"),
        ] {
            let error = PackText::parse("pack.toml", &TEXT.replace(from, to)).unwrap_err().to_string();
            assert!(error.contains(part) && !error.contains('\n'), "{error}");
        }
    }

    #[test]
    fn a_task_is_added_at_the_end() {
        let add = |list: &str| add_task_to_text("pack.toml", &TEXT.replace("[\"a\", \"b\"]", list), "c");
        for (list, longer) in [
            ("[\"a\", \"b\"]", "[\"a\", \"b\", \"c\"]"),
            ("[\"a\", ]", "[\"a\", \"c\"]"),
            ("[\n    \"a\",\n]", "[\n    \"a\",\n    \"c\",\n]"),
            ("[\n    \"a\", # one, first\n]", "[\n    \"a\", # one, first\n    \"c\",\n]"),
        ] {
            assert_eq!(add(list).unwrap(), TEXT.replace("[\"a\", \"b\"]", longer));
        }
        assert!(add("[\n    \"a\" # one\n]").is_ok_and(|text| text.contains("\"c\"")));
        assert!(
            add("[\"c\"]")
                .unwrap_err()
                .to_string()
                .contains("it lists c already; choose another name")
        );
        let text = new_pack_text("a \"b\" \\c", "d");
        assert_eq!(PackText::parse("pack.toml", &text).unwrap().title.get_ref(), "a \"b\" \\c");
    }
}
