//! No circles: a file uses no file of its crate that uses it, straight or through others. Between
//! crates Cargo allows none.
//!
//! A file and the files in the folder of its name count as one: `scan.rs` and `scan/tree.rs` may use each
//! other.

use crate::source::{File, assert_none, crate_files, crate_of, files, module_of, without_tests, words};
use std::collections::{BTreeMap, BTreeSet};

/// The files of one crate by their modules, and the names that modules hand on.
struct Crate {
    /// The path of the file that is a module.
    files: BTreeMap<Vec<String>, String>,
    /// Of `pub use a::B` in a module: the path from the root that `B` stands for there.
    handed_on: BTreeMap<(Vec<String>, String), Vec<String>>,
    /// Every path that a file names, as written from the crate's root.
    named: BTreeMap<String, Vec<Vec<String>>>,
}

impl Crate {
    fn new(files: &[&File]) -> Crate {
        let mut all = Crate { files: BTreeMap::new(), handed_on: BTreeMap::new(), named: BTreeMap::new() };
        for file in files {
            all.files.insert(module_of(&file.path), file.path.clone());
        }
        for file in files {
            let here = module_of(&file.path);
            let code = without_tests(file);
            for (public, path) in paths(&code, &here, |module| all.files.contains_key(module)) {
                if let (true, Some(name)) = (public, path.last()) {
                    all.handed_on.insert((here.clone(), name.clone()), path.clone());
                } else {
                    all.named.entry(file.path.clone()).or_default().push(path);
                }
            }
        }
        all
    }

    /// The file in which what a path names is defined.
    fn file_of(&self, path: &[String]) -> Option<&String> {
        let mut path = path.to_vec();
        for _ in 0..8 {
            let depth = (0..=path.len()).rev().find(|depth| self.files.contains_key(&path[..*depth]))?;
            let (module, rest) = path.split_at(depth);
            let further = rest
                .first()
                .and_then(|name| self.handed_on.get(&(module.to_vec(), name.clone())));
            match further {
                Some(further) if *further != path => path = [further, &rest[1..]].concat(),
                _ => return self.files.get(module),
            }
        }
        None
    }

    /// Returns the files that each file uses, except those that count as one with it.
    fn arrows(&self) -> BTreeMap<&String, BTreeSet<&String>> {
        let kin = |one: &str, other: &str| {
            let (one, other) = (module_of(one), module_of(other));
            one.starts_with(&other) || other.starts_with(&one)
        };
        let uses = |(file, paths): (&'_ String, &'_ Vec<Vec<String>>)| -> BTreeSet<String> {
            let used = paths.iter().filter_map(|path| self.file_of(path));
            used.filter(|used| !kin(file, used)).cloned().collect()
        };
        let mut arrows: BTreeMap<&String, BTreeSet<&String>> = BTreeMap::new();
        for (file, paths) in &self.named {
            let used = uses((file, paths));
            arrows.insert(file, self.files.values().filter(|known| used.contains(*known)).collect());
        }
        arrows
    }

    /// Files that reach each other, as groups.
    fn circles(&self) -> Vec<Vec<String>> {
        let arrows = self.arrows();
        let reached = |start: &String| {
            let (mut seen, mut open) = (BTreeSet::new(), vec![start]);
            while let Some(file) = open.pop() {
                for next in arrows.get(file).into_iter().flatten().copied() {
                    if seen.insert(next) {
                        open.push(next);
                    }
                }
            }
            seen
        };
        let reached: BTreeMap<&String, BTreeSet<&String>> = arrows.keys().map(|file| (*file, reached(file))).collect();
        let mut circles = BTreeSet::new();
        for (file, others) in &reached {
            if others.contains(file) {
                let meets = |other: &&&String| reached.get(**other).is_some_and(|back| back.contains(file));
                let circle: Vec<String> = others.iter().filter(meets).map(|file| file.to_string()).collect();
                circles.insert(circle);
            }
        }
        circles.into_iter().collect()
    }
}

/// Every path of a code that begins with `crate`, `super`, `self` or a module below `here`, from the crate's
/// root; and whether it is handed on.
fn paths(code: &str, here: &[String], exists: impl Fn(&Vec<String>) -> bool) -> Vec<(bool, Vec<String>)> {
    let mut found = Vec::new();
    let mut skip_to = 0;
    for (at, word) in words(code) {
        if at < skip_to {
            continue;
        }
        let child = [here, &[word.to_string()]].concat();
        let begins = matches!(word, "crate" | "super" | "self") || exists(&child);
        let inside = code[..at].trim_end().ends_with("::") || code[..at].ends_with('$');
        if !begins || inside || !code[at + word.len()..].trim_start().starts_with("::") {
            continue;
        }
        let before = code[..at].trim_end();
        let statement = &before[before.rfind([';', '}', '{']).map_or(0, |end| end + 1)..];
        let public = statement.trim_end().ends_with("use") && statement.contains("pub");
        let (tree, length) = tree(&code[at..]);
        skip_to = at + length;
        for path in tree {
            let mut full = here.to_vec();
            let mut rest = path.into_iter().peekable();
            if exists(&child) && !matches!(word, "crate" | "super" | "self") {
                full.clone_from(&child);
                rest.next();
            }
            while let Some(first) = rest.peek().map(String::as_str) {
                match first {
                    "crate" => full.clear(),
                    "super" => drop(full.pop()),
                    "self" => {}
                    _ => break,
                }
                rest.next();
            }
            full.extend(rest);
            found.push((public, full));
        }
    }
    found
}

/// A path with braces, as the paths that it stands for; and its length.
fn tree(text: &str) -> (Vec<Vec<String>>, usize) {
    let mut path = Vec::new();
    let mut at = 0;
    loop {
        let rest = &text[at..];
        let spaces = rest.len() - rest.trim_start().len();
        let rest = rest.trim_start();
        if rest.starts_with('{') {
            let mut all = Vec::new();
            let mut inner = at + spaces + 1;
            loop {
                inner += text[inner..].len() - text[inner..].trim_start_matches([' ', '\n', ',']).len();
                if text[inner..].starts_with('}') || text[inner..].is_empty() {
                    return (all, (inner + 1).min(text.len()));
                }
                let (branches, length) = tree(&text[inner..]);
                all.extend(branches.into_iter().map(|branch| [path.clone(), branch].concat()));
                inner += length.max(1);
            }
        }
        let Some((0, word)) = words(rest).next() else {
            return (vec![path], (at + spaces + usize::from(rest.starts_with('*'))).max(1));
        };
        if word != "self" || path.is_empty() {
            path.push(word.to_string());
        }
        at += spaces + word.len();
        match text[at..].trim_start().strip_prefix("::") {
            Some(after) => at = text.len() - after.len(),
            None => {
                let renamed = text[at..].trim_start().strip_prefix("as ");
                let end = renamed.map_or(at, |after| {
                    text.len() - after.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').len()
                });
                return (vec![path], end);
            }
        }
    }
}

/// The circles of all crates that files belong to.
fn circles_of(files: &[File]) -> Vec<Vec<String>> {
    let mut crates: BTreeMap<&str, Vec<&File>> = BTreeMap::new();
    for file in files {
        crates.entry(crate_of(&file.path)).or_default().push(file);
    }
    crates.values().flat_map(|files| Crate::new(files).circles()).collect()
}

/// Returns a fault for each circle.
fn describe_circles(circles: &[Vec<String>]) -> Vec<String> {
    let describe = |circle: &Vec<String>| {
        format!("{}: a circle; move what they share into a file of its own", circle.join(" <-> "))
    };
    circles.iter().map(describe).collect()
}

#[test]
fn files_use_each_other_one_way() {
    let mut all = crate_files();
    let benches = files("benches", &[".rs"]);
    all.extend(benches);
    assert_none("files use each other in a circle", &describe_circles(&circles_of(&all)));
}

#[test]
fn a_circle_is_found() {
    let circles = |files: &[(&str, &str)]| {
        let file = |(path, text): &(&str, &str)| File { path: path.to_string(), text: text.to_string() };
        circles_of(&files.iter().map(file).collect::<Vec<_>>())
    };
    let two = ["src/a.rs", "src/b.rs"].map(str::to_string).to_vec();
    assert_eq!(circles(&[("src/a.rs", "use crate::b::B;"), ("src/b.rs", "fn f() { super::a::g() }")])[0], two);
    assert_eq!(circles(&[("src/a.rs", "use crate::{b::{B}};"), ("src/b.rs", "use std::a::A; // crate::a")]).len(), 0);
    let handed_on = [("src/lib.rs", "pub use a::A;"), ("src/a.rs", "use crate::b::B;"), ("src/b.rs", "use crate::A;")];
    assert_eq!(circles(&handed_on)[0], two);
    assert_eq!(circles(&[("src/a.rs", "mod b; use b::B;"), ("src/a/b.rs", "use super::A;")]).len(), 0);
    let three = [("src/a.rs", "use crate::b::B;"), ("src/b.rs", "use crate::c::C;"), ("src/c.rs", "use crate::a::A;")];
    assert_eq!(circles(&three)[0].len(), 3);
    let siblings =
        [("src/a.rs", "mod b;\nmod c;"), ("src/a/b.rs", "use super::c::C;"), ("src/a/c.rs", "use super::b::B;")];
    assert_eq!(circles(&siblings)[0].len(), 2);
    assert_eq!(
        circles(&[("src/a.rs", "#[cfg(test)]\nmod tests { use crate::b::B; }"), ("src/b.rs", "use crate::a::A;")])
            .len(),
        0
    );
    let crates = |one: &str, other: &str| {
        circles(&[(&format!("{one}/a.rs"), "use crate::b::B;"), (&format!("{other}/b.rs"), "use crate::a::A;")]).len()
    };
    assert_eq!(crates("crates/x/src", "crates/x/src"), 1);
    assert_eq!(crates("benches/x", "benches/x"), 1);
    assert_eq!(crates("crates/x/src", "crates/y/src"), 0);
}
