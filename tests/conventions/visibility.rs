//! The boundaries that no crate draws: who may use whom inside the library's own crate, and who
//! names a backend.
//!
//! Cargo draws those between crates: `Cargo.toml` of each says what it may use.

use crate::source::{
    File, assert_none, code, crate_files, crate_of, line_of, module_of, root, root_names, without_tests, words,
};

/// Modules of `src` that stand above its nouns, and the modules that each may use besides itself and the nouns.
const ABOVE_THE_NOUNS: [(&str, &[&str]); 4] =
    [("check", &[]), ("test", &["check"]), ("audit", &[]), ("judge", &["algorithms"])];

/// Modules that see what a user of the crate sees, and nothing else.
const SEE_AS_USERS: [&str; 2] = ["algorithms", "experiments"];

/// The files of `src` that name a backend's crate: two open it, one takes it into a context of the
/// program's, one draws to its pbuffers, one shows it on a screen.
const OPEN_BACKENDS: [&str; 5] =
    ["device", "device::embedding", "device::opening", "device::surfaces", "scene::window"];

/// The crates of the two backends.
const BACKENDS: [&str; 2] = ["gristmill_gl", "gristmill_emulator"];

/// The most methods of the trait between the nouns and the backends.
const MOST_METHODS: usize = 17;

/// Names that the root of the library's crate shows to users.
struct Shown {
    /// Names that `pub use` brings to the root from a module of the crate, with that module.
    names: Vec<(String, String)>,
    /// `pub mod`, other crates shown by a name of their own, and what other crates define.
    public: Vec<String>,
}

impl Shown {
    fn of_project() -> Shown {
        let mut shown = Shown::of(&std::fs::read_to_string(root().join("src/lib.rs")).unwrap_or_default());
        for file in crate_files().iter().filter(|file| crate_of(&file.path) == "src") {
            let lines = file.text.lines().collect::<Vec<_>>();
            for pair in lines.windows(2).filter(|pair| pair[0].trim() == "#[macro_export]") {
                let name = pair[1].trim().trim_start_matches("macro_rules! ").trim_end_matches([' ', '{']);
                shown.names.push((name.to_string(), module_of(&file.path)[0].clone()));
            }
        }
        shown
    }

    fn of(lib: &str) -> Shown {
        let lib = code(lib);
        let mut shown = Shown { names: Vec::new(), public: Vec::new() };
        for (at, _) in lib.match_indices("pub use ") {
            let statement = lib[at + 8..].split(';').next().unwrap_or("");
            let (module, names) = statement
                .trim_start_matches("crate::")
                .split_once("::")
                .unwrap_or(("", statement));
            for (_, name) in words(names) {
                if module.is_empty() || module.starts_with("gristmill_") {
                    shown.public.push(name.to_string());
                } else {
                    shown.names.push((name.to_string(), module.to_string()));
                }
            }
        }
        let modules = lib.lines().filter_map(|line| line.trim().strip_prefix("pub mod "));
        shown
            .public
            .extend(modules.filter_map(|rest| rest.trim().strip_suffix(';')).map(str::to_string));
        shown
    }

    /// The module of the crate that a name of its root leads to.
    fn module_behind<'a>(&'a self, name: &'a str) -> &'a str {
        let behind = self.names.iter().find(|(known, _)| known == name);
        behind.map_or(name, |(_, module)| module)
    }

    fn has(&self, name: &str) -> bool {
        self.public.iter().any(|known| known == name) || self.names.iter().any(|(known, _)| known == name)
    }
}

/// Paths of a file of the library's crate that its module may not use.
fn forbidden_paths(file: &File, shown: &Shown) -> Vec<String> {
    let modules = module_of(&file.path);
    let Some(module) = modules.first().map(String::as_str) else {
        return Vec::new(); // lib.rs names everything
    };
    let code = without_tests(file);
    let mut faults = Vec::new();
    for (at, name) in root_names(&file.path, &code) {
        if let Some(fault) = forbidden_name(module, &name, shown) {
            faults.push(format!("{}:{}: {fault}", file.path, line_of(&code, at)));
        }
    }
    for (at, word) in words(&code).filter(|(_, word)| word.starts_with("gristmill_")) {
        let opens = OPEN_BACKENDS.contains(&modules.join("::").as_str());
        let fault = if SEE_AS_USERS.contains(&module) {
            format!("{module} sees what a user sees, and {word} is not shown by that name; use it through `crate`")
        } else if BACKENDS.contains(&word) && !opens {
            format!(
                "{module} names a backend; only device and scene/window do: use the trait, or make the device do it"
            )
        } else {
            continue;
        };
        faults.push(format!("{}:{}: {fault}", file.path, line_of(&code, at)));
    }
    faults
}

/// Returns the fault of a name of the crate's root in a module, if it has one.
fn forbidden_name(module: &str, name: &str, shown: &Shown) -> Option<String> {
    if name == "*" {
        return Some("uses all of the crate's root; name what you use".to_string());
    }
    if SEE_AS_USERS.contains(&module) {
        let fault = "sees what a user sees, and";
        return (!shown.has(name)).then(|| {
            format!("{module} {fault} crate::{name} is private; use the public noun, or make the core do it")
        });
    }
    let target = shown.module_behind(name);
    let row = ABOVE_THE_NOUNS.iter().find(|(known, _)| *known == module);
    let may_use = row.map_or(&[][..], |(_, uses)| *uses);
    let is_above = SEE_AS_USERS.contains(&target) || ABOVE_THE_NOUNS.iter().any(|(known, _)| *known == target);
    (is_above && target != module && !may_use.contains(&target)).then(|| {
        format!("{module} may not use crate::{name}, which stands above it; move what is needed down, or pass it in")
    })
}

#[test]
fn modules_use_what_stands_below_them() {
    let shown = Shown::of_project();
    let files = crate_files();
    let library = files.iter().filter(|file| crate_of(&file.path) == "src");
    let faults: Vec<_> = library.flat_map(|file| forbidden_paths(file, &shown)).collect();
    assert_none("a module uses what it may not see", &faults);
}

#[test]
fn a_forbidden_path_is_found() {
    let shown = Shown::of(
        "pub mod algorithms;\npub use stream::{Reading, Stream};\npub use gristmill_base::era::Era;\npub use gristmill_cards as card;",
    );
    let faults =
        |path: &str, text: &str| forbidden_paths(&File { path: path.to_string(), text: text.to_string() }, &shown);
    assert_eq!(faults("src/stream.rs", "use crate::device::Device; use gristmill_base::era::Era;"), [""; 0]);
    assert_eq!(
        faults("src/stream.rs", "\nuse crate::algorithms::scan;"),
        [
            "src/stream.rs:2: stream may not use crate::algorithms, which stands above it; move what is needed down, or pass it in"
        ]
    );
    assert_eq!(faults("src/stream.rs", "use super::judge::Judge; use super::audit::A; use super::check::B;").len(), 3);
    assert_eq!(faults("src/stream.rs", "// use crate::judge::A;\nconst A: &str = \"crate::judge\";"), [""; 0]);
    assert_eq!(faults("src/stream.rs", "#[cfg(test)]\nmod tests { use crate::judge::Body; }"), [""; 0]);
    assert_eq!(faults("src/stream.rs", "mod inner { use super::Shape; }"), [""; 0]);
    assert_eq!(faults("src/stream.rs", "use crate::*;").len(), 1);
    assert_eq!(faults("src/stream.rs", "fn open() { gristmill_gl::open() }").len(), 1);
    assert_eq!(faults("src/device/opening.rs", "fn open() { gristmill_gl::open() }"), [""; 0]);
    assert_eq!(faults("src/device.rs", "use gristmill_emulator::Emulator;"), [""; 0]);
    assert_eq!(faults("src/judge/case.rs", "use crate::algorithms::Check; use super::Judge;"), [""; 0]);
    assert_eq!(faults("src/judge/case.rs", "use crate::check::Report;").len(), 1);
    assert_eq!(faults("src/check.rs", "use crate::kernel::Kernel;"), [""; 0]);
    assert_eq!(faults("src/check.rs", "use crate::algorithms::Check;").len(), 1);
    let scan = |text: &str| faults("src/algorithms/scan.rs", text);
    assert_eq!(scan("use super::Algorithm; use crate::{Era, Stream, algorithms::Check, card::Costs};"), [""; 0]);
    assert_eq!(scan("use crate::kernel::Body;").len(), 1);
    assert_eq!(scan("use gristmill_cards::Costs;").len(), 1);
    assert_eq!(faults("src/experiments/probe.rs", "use crate::machine::Machine;").len(), 1);
}

/// The methods of a trait, when they are more than allowed.
fn wide_backend(text: &str) -> Vec<String> {
    let code = code(text);
    let Some(start) = code.find("trait Backend {") else {
        return vec![
            "crates/machine/src/lib.rs:1: there is no trait Backend; the backends implement what is called so"
                .to_string(),
        ];
    };
    let body = &code[start..start + code[start..].find("\n}").unwrap_or(code.len() - start)];
    let methods = words(body).filter(|(_, word)| *word == "fn").count();
    if methods <= MOST_METHODS {
        return Vec::new();
    }
    let line = line_of(&code, start);
    vec![format!(
        "crates/machine/src/lib.rs:{line}: the trait has {methods} methods, {MOST_METHODS} is the most; say the new thing with those there are"
    )]
}

#[test]
fn the_backend_stays_narrow() {
    assert_none(
        "the backend grows",
        &wide_backend(&std::fs::read_to_string(root().join("crates/machine/src/lib.rs")).unwrap()),
    );
}

#[test]
fn a_wide_backend_is_found() {
    let with = |methods: usize| {
        format!("pub trait Backend {{\n{}}}\ntrait Pending {{\n    fn a();\n}}", "    fn a(); // fn\n".repeat(methods))
    };
    assert_eq!(wide_backend(&with(MOST_METHODS)), [""; 0]);
    assert_eq!(wide_backend(&with(MOST_METHODS + 1)).len(), 1);
    assert_eq!(wide_backend("trait Machine {}").len(), 1);
}
