//! Every public item is shown: what a user can name has an example that runs.
//!
//! The rule: an item is shown if its own documentation has an example, or if its name stands in an example of
//! its type, of its module, or of the function that has the name of its module: a function as `name(`, a
//! method as `.name(`, what belongs to a type as `Type::name`, to a trait as `::name`, a macro as `name!`,
//! anything else as a word.
//! Lines that the documentation hides, imports, comments and texts do not count. Fields, variants and what
//! implements a trait are not asked for.

use crate::source::{
    File, assert_none, code, crate_files, crate_of, inline_modules, is_of_library, is_test, module_of,
};
use std::collections::{BTreeMap, BTreeSet};

/// A declaration that says `pub`.
#[derive(Debug, Clone)]
struct Item {
    /// `struct`, `fn`, `method` and so on; `of a trait` where a trait says it without `self`.
    kind: &'static str,
    name: String,
    /// The type that a method or a constant belongs to.
    of: Option<String>,
    path: String,
    line: usize,
    docs: String,
}

/// One file as a module: what it declares, and which names it shows of others.
#[derive(Default)]
struct Module {
    docs: String,
    items: Vec<Item>,
    /// `pub mod`.
    public: Vec<String>,
    /// `pub use`: the path and the name it has here; `*` for all.
    shown: Vec<(Vec<String>, String)>,
    /// Types that do not say `pub`.
    private: BTreeSet<String>,
}

const KINDS: [&str; 8] = ["struct", "enum", "trait", "type", "static", "const", "macro_rules!", "fn"];

/// The kind and the name that a declaration begins with.
fn declared(line: &str) -> Option<(&'static str, String)> {
    let mut words = line.split_whitespace().peekable();
    let functions = ["const", "unsafe", "async"];
    while words.peek().is_some_and(|word| functions.contains(word)) {
        let word = words.next()?;
        let next = *words.peek()?;
        if next != "fn" && !functions.contains(&next) {
            return (word == "const").then(|| ("const", name_of(next)));
        }
    }
    let kind = words.next()?;
    let kind = KINDS.into_iter().find(|known| *known == kind)?;
    Some((kind, name_of(words.next()?)))
}

/// The name that a text begins with.
fn name_of(text: &str) -> String {
    text.chars()
        .take_while(|letter| *letter == '_' || letter.is_alphanumeric())
        .collect()
}

/// The documentation and the attributes right above a line, without their marks.
fn above(lines: &[&str], at: usize) -> (String, String) {
    let (mut docs, mut attributes) = (Vec::new(), String::new());
    for line in lines[..at].iter().rev().map(|line| line.trim()) {
        if let Some(doc) = line.strip_prefix("///") {
            docs.push(doc.strip_prefix(' ').unwrap_or(doc));
        } else if line.starts_with("#[") {
            attributes.push_str(line);
        } else if !line.starts_with("//") {
            break;
        }
    }
    docs.reverse();
    (docs.join("\n"), attributes)
}

/// The type of an `impl` that implements no trait.
fn inherent(line: &str) -> Option<String> {
    let rest = line.strip_prefix("impl")?;
    let mut rest = rest.trim_start();
    if rest.starts_with('<') {
        let mut depth = 0;
        let end = rest.char_indices().find_map(|(at, letter)| {
            let arrow = at > 0 && rest[..at].ends_with('-');
            depth += i32::from(letter == '<') - i32::from(letter == '>' && !arrow);
            (depth == 0).then_some(at)
        })?;
        rest = rest[end + 1..].trim_start();
    }
    (!rest.contains(" for ")).then(|| name_of(rest))
}

/// Reads a file: declarations stand at the margin, what belongs to a type four columns further.
fn module(file: &File) -> Module {
    let plain = code(&file.text);
    let hidden = inline_modules(&plain);
    let lines: Vec<&str> = file.text.lines().collect();
    let mut module = Module::default();
    let docs = lines
        .iter()
        .take_while(|line| line.starts_with("//!") || line.starts_with("#!["));
    let docs = docs
        .filter_map(|line| line.strip_prefix("//!"))
        .map(|doc| doc.strip_prefix(' ').unwrap_or(doc));
    module.docs = docs.collect::<Vec<_>>().join("\n");
    let (mut of, mut in_trait, mut start) = (None, false, 0);
    for (at, line) in plain.lines().enumerate() {
        let here = start;
        start += line.len() + 1;
        if hidden.iter().any(|(range, _)| range.contains(&here)) {
            continue;
        }
        let inside = line.strip_prefix("    ").filter(|inside| !inside.starts_with(' '));
        let (text, within) = match inside {
            Some(inside) => (inside, true),
            None => (line, false),
        };
        if !within && !line.is_empty() && !line.starts_with([' ', '}', ')', '#', '>']) {
            (of, in_trait) = (inherent(line), false);
        }
        let (docs, attributes) = above(&lines, at);
        if attributes.contains("doc(hidden)") {
            continue;
        }
        let said = text.strip_prefix("pub ");
        let exported = !within && attributes.contains("macro_export");
        let text = match said {
            Some(rest) => rest,
            None if exported || (within && in_trait) => text,
            None => {
                if let (false, Some((_, name))) = (within, declared(text.trim_start_matches("pub(crate) "))) {
                    module.private.insert(name);
                }
                continue;
            }
        };
        if let Some(rest) = text.strip_prefix("mod ").filter(|_| !within) {
            module.public.push(name_of(rest));
        } else if text.starts_with("use ") && !within {
            let end = plain[here..].find(';').map_or(plain.len(), |end| here + end);
            uses(&[], plain[here..end].trim_start_matches("pub use "), &mut module.shown);
        } else if let Some((kind, name)) = declared(text) {
            if within && of.is_none() {
                continue;
            }
            let end = plain[here..].find(['{', ';']).map_or(plain.len(), |end| here + end);
            let takes_self = plain[here..end].contains("self") && kind == "fn";
            let kind = match kind {
                _ if within && takes_self => "method",
                _ if within && in_trait => "of a trait",
                _ => kind,
            };
            module.items.push(Item {
                kind,
                name: name.clone(),
                of: if within { of.clone() } else { None },
                path: file.path.clone(),
                line: at + 1,
                docs,
            });
            if kind == "trait" && !within {
                (of, in_trait) = (Some(name), true);
            }
        }
    }
    module
}

/// The paths of a `use`, with the name that each has here.
fn uses(before: &[String], text: &str, found: &mut Vec<(Vec<String>, String)>) {
    let text = text.trim();
    if let Some(brace) = text.find('{') {
        let mut path = before.to_vec();
        path.extend(
            text[..brace]
                .split("::")
                .map(str::trim)
                .filter(|part| !part.is_empty())
                .map(str::to_string),
        );
        let inner = text[brace + 1..].trim_end().trim_end_matches('}');
        for part in inner.split(',').filter(|part| !part.trim().is_empty()) {
            uses(&path, part, found);
        }
        return;
    }
    let (path, name) = text.split_once(" as ").unwrap_or((text, ""));
    let mut parts = before.to_vec();
    parts.extend(path.split("::").map(|part| part.trim().to_string()));
    let name = if name.is_empty() { parts.last().cloned().unwrap_or_default() } else { name.trim().to_string() };
    found.push((parts, name));
}

/// The module of a file among those of all crates: a crate below the library is a module of its
/// name, `gristmill_base::era`.
fn place_of(path: &str) -> Vec<String> {
    let name = crate_of(path)
        .strip_prefix("crates/")
        .and_then(|name| name.strip_suffix("/src"));
    let mut place: Vec<String> = name.map(|name| format!("gristmill_{name}")).into_iter().collect();
    place.extend(module_of(path));
    place
}

/// The root of the crate that a module belongs to.
fn root_of(place: &[String]) -> &[String] {
    let is_below = place.first().is_some_and(|first| first.starts_with("gristmill_"));
    &place[..usize::from(is_below)]
}

/// The crate as a user sees it.
struct Crate {
    modules: BTreeMap<Vec<String>, Module>,
    /// Modules that a user can name.
    public: BTreeSet<Vec<String>>,
    /// The items that a user can name, with the module where each is found first.
    found: Vec<(Item, Vec<String>)>,
}

impl Crate {
    fn of(files: &[File]) -> Crate {
        let modules = files
            .iter()
            .filter(|file| !is_test(&file.path) && is_of_library(&file.path))
            .map(|file| (place_of(&file.path), module(file)))
            .collect();
        let mut krate = Crate { modules, public: BTreeSet::new(), found: Vec::new() };
        krate.visit(&[]);
        let exported: Vec<Item> = krate
            .modules
            .values()
            .flat_map(|module| &module.items)
            .filter(|item| item.kind == "macro_rules!")
            .cloned()
            .collect();
        krate.found.extend(exported.into_iter().map(|item| (item, Vec::new())));
        krate.methods();
        krate
    }

    fn visit(&mut self, at: &[String]) {
        let Some(module) = self.modules.get(at) else { return };
        if !self.public.insert(at.to_vec()) {
            return;
        }
        let own = module
            .items
            .iter()
            .filter(|item| item.of.is_none() && item.kind != "macro_rules!")
            .cloned();
        let own: Vec<Item> = own.collect();
        let (children, shown) = (module.public.clone(), module.shown.clone());
        for item in own {
            self.add(item, at);
        }
        for child in children {
            self.visit(&[at, &[child]].concat());
        }
        for (path, _) in shown {
            self.show(at, &path, at);
        }
    }

    /// Makes the items that a path of a module names public in another one.
    fn show(&mut self, from: &[String], path: &[String], here: &[String]) {
        let mut at = from.to_vec();
        let mut parts = path;
        while let [first, rest @ ..] = parts {
            match first.as_str() {
                "crate" => at = root_of(from).to_vec(),
                name if name.starts_with("gristmill_") => at = vec![name.to_string()],
                "super" => drop(at.pop()),
                "self" => {}
                _ => break,
            }
            parts = rest;
        }
        while let [first, rest @ ..] = parts {
            let child = [&at[..], std::slice::from_ref(first)].concat();
            if !self.modules.contains_key(&child) {
                break;
            }
            (at, parts) = (child, rest);
        }
        match parts {
            [] => self.visit(&at),
            [name] if at.as_slice() != from => {
                let Some(module) = self.modules.get(&at) else { return };
                let own = module
                    .items
                    .iter()
                    .filter(|item| item.of.is_none() && (name == "*" || item.name == *name));
                let own: Vec<Item> = own.cloned().collect();
                let further = module.shown.iter().filter(|(_, known)| name == "*" || known == name);
                let further: Vec<_> = further.cloned().collect();
                for item in own {
                    self.add(item, here);
                }
                for (path, _) in further {
                    self.show(&at, &path, here);
                }
            }
            _ => {} // of another crate
        }
    }

    fn add(&mut self, item: Item, here: &[String]) {
        if !self
            .found
            .iter()
            .any(|(known, _)| (&known.path, known.line) == (&item.path, item.line))
        {
            self.found.push((item, here.to_vec()));
        }
    }

    /// The methods of types that are found: of several types of one name, those of the nearest.
    fn methods(&mut self) {
        let types: Vec<(Item, Vec<String>)> = self.found.clone();
        let mut methods = Vec::new();
        for (at, module) in &self.modules {
            for item in module.items.iter().filter(|item| item.of.is_some()) {
                let near = |other: &[String]| at.iter().zip(other).take_while(|(one, other)| one == other).count();
                let of = item.of.as_deref();
                let nearest = self
                    .modules
                    .iter()
                    .filter(|(_, module)| {
                        let named =
                            |item: &Item| item.of.is_none() && item.kind != "fn" && Some(item.name.as_str()) == of;
                        module.items.iter().any(named) || of.is_some_and(|of| module.private.contains(of))
                    })
                    .max_by_key(|(place, _)| (near(place), usize::MAX - place.len()));
                let Some((place, _)) = nearest else { continue };
                let known = types.iter().find(|(known, _)| {
                    known.of.is_none()
                        && Some(known.name.as_str()) == of
                        && known.kind != "fn"
                        && place_of(&known.path) == *place
                });
                methods.extend(known.map(|(_, here)| (item.clone(), here.clone())));
            }
        }
        self.found.extend(methods);
    }

    /// Items without an example.
    fn without(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for (item, here) in &self.found {
            let type_docs = self.found.iter().filter(|(known, place)| {
                item.of.as_ref() == Some(&known.name) && known.of.is_none() && place == here && known.kind != "fn"
            });
            let mut docs: Vec<&str> = type_docs.map(|(known, _)| known.docs.as_str()).collect();
            docs.extend(self.modules.get(here).map(|module| module.docs.as_str()));
            docs.extend(
                self.found
                    .iter()
                    .filter(|(known, place)| {
                        known.kind == "fn" && known.of.is_none() && place == here && here.last() == Some(&known.name)
                    })
                    .map(|(known, _)| known.docs.as_str()),
            );
            let shown = !examples(&item.docs).is_empty()
                || docs.iter().flat_map(|docs| examples(docs)).any(|example| names(&example, item));
            if !shown {
                let of = item.of.as_ref().map(|of| format!("{of}::")).unwrap_or_default();
                faults.push(format!(
                    "{}:{}: {of}{} has no example; write one, or name it in that of its type or module",
                    item.path, item.line, item.name
                ));
            }
        }
        faults.sort();
        faults
    }
}

/// The examples of a documentation that are to work, without hidden lines, imports, comments and texts.
fn examples(docs: &str) -> Vec<String> {
    let (mut all, mut open): (Vec<String>, Option<(bool, String)>) = (Vec::new(), None);
    for line in docs.lines() {
        if let Some(mark) = line.trim_start().strip_prefix("```") {
            match open.take() {
                Some((true, example)) => all.push(example),
                Some(_) => {}
                None => open = Some((matches!(mark.trim(), "" | "rust" | "no_run" | "should_panic"), String::new())),
            }
        } else if let Some((_, example)) = &mut open
            && !line.starts_with("# ")
        {
            example.push_str(line);
            example.push('\n');
        }
    }
    all.iter().map(|example| without_imports(&code(example))).collect()
}

fn without_imports(example: &str) -> String {
    let mut kept = String::new();
    let mut importing = false;
    for line in example.lines() {
        importing |= line.starts_with("use ");
        if !importing {
            kept.push_str(line);
            kept.push('\n');
        }
        importing &= !line.contains(';');
    }
    kept
}

/// Returns true if an example names an item as it is used.
fn names(example: &str, item: &Item) -> bool {
    let word = |letter: Option<char>| letter.is_some_and(|letter| letter == '_' || letter.is_alphanumeric());
    example.match_indices(&item.name).any(|(at, _)| {
        let (before, after) = (&example[..at], &example[at + item.name.len()..]);
        if word(before.chars().next_back()) || word(after.chars().next()) {
            return false;
        }
        let called = after.starts_with('(') || after.starts_with("::<");
        match (item.kind, &item.of) {
            ("method", _) => called && before.ends_with('.'),
            ("of a trait", _) => before.ends_with("::"),
            (_, Some(of)) => before.ends_with(&format!("{of}::")) || before.ends_with(&format!("{of}>::")),
            ("fn", None) => called && !before.ends_with('.'),
            ("macro_rules!", _) => after.starts_with('!'),
            _ => true,
        }
    })
}

/// Items that say `pub` for another crate of the workspace and not for users, or that are shown
/// under another name. What has got an example must leave, and nothing joins: a new item of this
/// kind says `#[doc(hidden)]`.
const FOR_OTHER_CRATES: [(&str, &str); 39] = [
    ("crates/base/src/counters.rs", "Counters::add_bytes"),
    ("crates/base/src/element.rs", "Scalar::decode_words"),
    ("crates/base/src/element.rs", "Scalar::is_word"),
    ("crates/base/src/finding.rs", "Listening::NOTHING"),
    ("crates/base/src/finding.rs", "cause_label"),
    ("crates/base/src/finding.rs", "list_under_causes"),
    ("crates/base/src/precision.rs", "Arithmetic::with_rounding"),
    ("crates/base/src/timeline.rs", "has_room"),
    ("crates/cards/src/demand.rs", "Demand::from_host"),
    ("crates/cards/src/demand.rs", "Demand::to_finding"),
    ("crates/cards/src/demand.rs", "Demand::to_note"),
    ("crates/cards/src/fit.rs", "FlatKernel::new"),
    ("crates/cards/src/host.rs", "HostRefusal"),
    ("crates/cards/src/host.rs", "HostTarget"),
    ("crates/cards/src/host.rs", "HostTexture"),
    ("crates/cards/src/host.rs", "Profile::target_refusals"),
    ("crates/cards/src/host.rs", "Profile::texture_refusals"),
    ("crates/cards/src/number_formats.rs", "Profile::arithmetic_for"),
    ("crates/cards/src/number_formats.rs", "Profile::words_in_floats"),
    ("crates/cards/src/split/glsl_text.rs", "pass_name"),
    ("crates/check/src/source.rs", "IncludeFiles"),
    ("crates/check/src/source.rs", "IncludeFiles::find"),
    ("crates/check/src/source.rs", "KernelFileCheck::file"),
    ("crates/check/src/source.rs", "KernelFileCheck::source"),
    ("crates/check/src/source.rs", "NoIncludes"),
    ("crates/machine/src/barriers.rs", "Barriers::BUFFER_UPDATE"),
    ("crates/machine/src/barriers.rs", "Barriers::COMMAND"),
    ("crates/machine/src/barriers.rs", "Barriers::FEEDBACK"),
    ("crates/machine/src/barriers.rs", "Barriers::FETCH"),
    ("crates/machine/src/barriers.rs", "Barriers::FRAMEBUFFER"),
    ("crates/machine/src/barriers.rs", "Barriers::IMAGE"),
    ("crates/machine/src/barriers.rs", "Barriers::PIXEL"),
    ("crates/machine/src/barriers.rs", "Barriers::STORAGE"),
    ("crates/machine/src/barriers.rs", "Barriers::TEXTURE_UPDATE"),
    ("crates/machine/src/barriers.rs", "Barriers::VERTEX"),
    ("crates/machine/src/barriers.rs", "Barriers::union"),
    ("crates/machine/src/sampling.rs", "Sampling::has_border"),
    ("crates/machine/src/value.rs", "Value::as_bytes"),
    ("src/check.rs", "LibraryIncludes"),
];

/// The faults of items that are in no row, and the rows whose item has none.
fn beyond_known(faults: &[String], known: &[(&str, &str)]) -> Vec<String> {
    let is_of = |fault: &str, (path, name): &(&str, &str)| {
        fault.starts_with(&format!("{path}:")) && fault.contains(&format!(": {name} has no example"))
    };
    let new = faults.iter().filter(|fault| !known.iter().any(|row| is_of(fault, row)));
    let mut all: Vec<String> = new.cloned().collect();
    for row in known.iter().filter(|row| !faults.iter().any(|fault| is_of(fault, row))) {
        all.push(format!("{}:1: {} has an example, or is gone; take it out of FOR_OTHER_CRATES", row.0, row.1));
    }
    all
}

#[test]
fn every_public_item_is_shown() {
    let krate = Crate::of(&crate_files());
    let faults = beyond_known(&krate.without(), &FOR_OTHER_CRATES);
    println!("{} public items, {} without an example", krate.found.len(), faults.len());
    assert!(krate.found.len() > 900, "only {} public items are found; the reader is broken", krate.found.len());
    assert_none("a public item has no example", &faults);
}

#[test]
fn an_item_without_example_is_found() {
    let file = |path: &str, text: &str| File { path: path.to_string(), text: text.to_string() };
    let root = file("src/lib.rs", "mod a;\nmod hidden;\npub use a::{Shown, shown as other};\n");
    let faults = |text: &str| {
        Crate::of(&[copy_of(&root), file("src/a.rs", text), file("src/hidden.rs", "pub fn f() {}\n")]).without()
    };
    assert_eq!(
        faults("pub fn shown() {}\npub fn inner() {}\nfn own() {}\n"),
        ["src/a.rs:1: shown has no example; write one, or name it in that of its type or module"]
    );
    assert_eq!(faults("/// ```\n/// f();\n/// ```\npub fn shown() {}\n"), [""; 0]);
    assert_eq!(faults("/// ```text\n/// shown();\n/// ```\npub fn shown() {}\n").len(), 1);
    assert_eq!(faults("/// ```compile_fail\n/// shown();\n/// ```\npub fn shown() {}\n").len(), 1);

    let typed = |example: &str| {
        format!(
            "/// ```\n/// {example}\n/// ```\npub struct Shown;\nimpl Shown {{\n    pub fn new() -> Shown {{}}\n    \
             pub fn length(&self) -> u8 {{}}\n    pub(crate) fn own() {{}}\n}}\nimpl Clone for Shown {{\n    fn clone() {{}}\n}}\n"
        )
    };
    let known = [("src/a.rs", "shown")];
    assert_eq!(beyond_known(&faults("pub fn shown() {}\n"), &known), [""; 0]);
    assert_eq!(beyond_known(&faults("pub fn shown() {}\n"), &[]).len(), 1);
    assert_eq!(beyond_known(&[], &known).len(), 1);
    assert_eq!(faults(&typed("Shown::new().length();")), [""; 0]);
    assert_eq!(faults(&typed("Shown::new(); length(1); // .length()")).len(), 1);
    assert_eq!(faults(&typed("# Shown::new().length();")).len(), 2);
    assert_eq!(faults(&typed("use Shown::new; \"Shown::new().length()\"")).len(), 2);
}

fn copy_of(file: &File) -> File {
    File { path: file.path.clone(), text: file.text.clone() }
}
