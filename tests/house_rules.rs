//! The house rules, read from the source: who may use whom, what things are called, how kernels are written.
//!
//! Each rule is a function from text to faults, a test that applies it to the project, and a test that shows it failing. A fault says
//! where, and how to mend it. `ARCHITECTURE.md` says why the rules are what they are.

#[path = "house_rules/source.rs"]
mod source;

use gristmill::algorithms::{Algorithm, TABLE};
use source::{File, code, files, is_test, line_of, module_of, root, root_names, without_tests, words};

/// What a layer of the crate is made of, and which layers it may use besides itself.
struct Layer {
    name: &'static str,
    modules: &'static [&'static str],
    uses: &'static [&'static str],
}

/// `ARCHITECTURE.md` has the same table in words.
const LAYERS: [Layer; 9] = [
    Layer {
        name: "plain data",
        modules: &[
            "animation",
            "counters",
            "element",
            "era",
            "error",
            "finding",
            "layout",
            "pointer",
            "random",
            "shape",
        ],
        uses: &[],
    },
    Layer { name: "shader", modules: &["shader"], uses: &["plain data"] },
    Layer { name: "the waist", modules: &["backend"], uses: &["plain data", "shader"] },
    Layer { name: "gl", modules: &["gl"], uses: &["plain data", "shader", "the waist"] },
    Layer { name: "emulator", modules: &["emulator"], uses: &["plain data", "shader", "the waist"] },
    Layer {
        name: "the nouns",
        modules: &[
            "call",
            "device",
            "dispatch",
            "hazard",
            "kernel",
            "machine",
            "mask",
            "pass",
            "ping_pong",
            "scene",
            "stream",
            "trace",
        ],
        uses: &["plain data", "shader", "the waist"],
    },
    // The emulator without the nouns, for kernels that nobody knows. Of the nouns it takes the library's include files.
    Layer { name: "check", modules: &["check"], uses: &["plain data", "shader", "the waist", "emulator", "the nouns"] },
    Layer { name: "the window", modules: &["window"], uses: &["plain data", "the waist", "gl", "the nouns"] },
    // And whatever the crate shows to everyone; see `forbidden_imports`.
    Layer { name: "algorithms", modules: &["algorithms"], uses: &[] },
];

/// The one file above the waist that names a machine: it opens it.
const OPENS_MACHINES: &str = "device";

/// The machines, which never see each other.
const MACHINES: [&str; 2] = ["gl", "emulator"];

/// The most methods that the waist may have.
const WAIST: usize = 12;

/// The most lines of a file of the crate, without its tests.
const FILE_LINES: usize = 400;

/// Files that are longer, each with the number of lines it may have and the reason. A file that has become short again must leave.
const LONGER: [(&str, usize, &str); 0] = [];

/// The most lines of a kernel file.
const KERNEL_LINES: usize = 90;

/// Kernels that are longer, as above.
const LONGER_KERNELS: [(&str, usize, &str); 3] = [
    (
        "kernel_includes/addressing.glsl",
        180,
        "the address translations three times, to be read side by side: as printed, mended, and in integers",
    ),
    (
        "compute_kernels/primitives/scan_lookback.comp",
        140,
        "one dispatch does what two others do: the block's scan and the look-back share their shared memory",
    ),
    (
        "compute_kernels/primitives/sort_onesweep.comp",
        100,
        "one dispatch does what three others do: counting, looking back and moving share their shared memory",
    ),
];

/// Words that say nothing about what a thing is.
const BANNED: [&str; 8] = ["util", "utils", "helper", "helpers", "manager", "common", "misc", "v2"];

fn assert_none(rule: &str, faults: &[String]) {
    assert!(faults.is_empty(), "{rule}\n{}\n", faults.join("\n"));
}

/// The files of the crate.
fn crate_files() -> Vec<File> {
    files("src", &[".rs"])
}

/// Kernel files, without what they include.
fn kernel_files() -> Vec<File> {
    let mut kernels = files("fragment_kernels", &[".frag", ".vert"]);
    kernels.extend(files("compute_kernels", &[".comp"]));
    kernels
}

// ---- Who may use whom ----------------------------------------------------------------------------------------------------

/// What the root of the crate makes of a name.
struct Root {
    /// Names that `pub use` brings to the root, with the module each is from.
    shown: Vec<(String, String)>,
    /// `pub mod`.
    public: Vec<String>,
    /// Modules of the command, which sees the crate from outside.
    command: Vec<String>,
}

impl Root {
    fn of_project() -> Root {
        let read = |path: &str| std::fs::read_to_string(root().join(path)).unwrap_or_default();
        let mut root = Root::of(&read("src/lib.rs"), &read("src/main.rs"));
        for file in crate_files() {
            let lines = file.text.lines().collect::<Vec<_>>();
            for pair in lines.windows(2).filter(|pair| pair[0].trim() == "#[macro_export]") {
                let name = pair[1].trim().trim_start_matches("macro_rules! ").trim_end_matches([' ', '{']);
                root.shown.push((name.to_string(), module_of(&file.path)[0].clone()));
            }
        }
        root
    }

    fn of(lib: &str, main: &str) -> Root {
        let (lib, main) = (code(lib), code(main));
        let mut shown = Vec::new();
        for (at, _) in lib.match_indices("pub use ") {
            let statement = lib[at + 8..].split(';').next().unwrap_or("");
            let Some((module, names)) = statement.trim_start_matches("crate::").split_once("::") else { continue };
            shown.extend(words(names).map(|(_, name)| (name.to_string(), module.to_string())));
        }
        let declared = |code: &str, start: &str| -> Vec<String> {
            let lines = code.lines().filter_map(|line| line.trim().strip_prefix(start));
            lines
                .filter_map(|rest| rest.trim().strip_suffix(';'))
                .map(str::to_string)
                .collect()
        };
        Root { shown, public: declared(&lib, "pub mod "), command: declared(&main, "mod ") }
    }
}

fn layer_of(module: &str) -> Option<&'static Layer> {
    LAYERS.iter().find(|layer| layer.modules.contains(&module))
}

/// Paths from the crate's root that a file's layer may not use.
fn forbidden_imports(file: &File, root: &Root) -> Vec<String> {
    let modules = module_of(&file.path);
    let Some(module) = modules.first().filter(|module| !root.command.contains(module)) else {
        return Vec::new(); // lib.rs names everything; the command has a root of its own
    };
    let Some(layer) = layer_of(module) else {
        return vec![format!("{}:1: {module} is in no layer; add it to LAYERS and to ARCHITECTURE.md", file.path)];
    };
    let code = without_tests(file);
    let mut faults = Vec::new();
    for (at, name) in root_names(&file.path, &code) {
        let place = format!("{}:{}", file.path, line_of(&code, at));
        let shown = root
            .shown
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, module)| module.as_str());
        if name == "*" {
            faults.push(format!("{place}: uses all of the crate's root; name what you use"));
            continue;
        }
        if layer.name == "algorithms" {
            if shown.is_none() && !root.public.contains(&name) {
                faults.push(format!(
                    "{place}: algorithms see what a user sees, and crate::{name} is private; use the public noun, or make the core do it"
                ));
            }
            continue;
        }
        let target = shown.unwrap_or(&name);
        let allowed = match layer_of(target) {
            Some(used) if MACHINES.contains(&used.name) => {
                layer.name == used.name || layer.uses.contains(&used.name) || module == OPENS_MACHINES
            }
            Some(used) => used.name == layer.name || layer.uses.contains(&used.name),
            None => false,
        };
        if !allowed {
            let uses = if layer.uses.is_empty() { "nothing else".to_string() } else { layer.uses.join(", ") };
            faults.push(format!(
                "{place}: {module} ({}) may not use crate::{name}; it may use {uses}: move what is needed down, or pass it in",
                layer.name
            ));
        }
    }
    faults
}

#[test]
fn imports_follow_the_layers() {
    let root = Root::of_project();
    let faults: Vec<_> = crate_files().iter().flat_map(|file| forbidden_imports(file, &root)).collect();
    assert_none("a layer uses what it may not see", &faults);
}

#[test]
fn a_forbidden_import_is_found() {
    let root = Root::of(
        "pub mod algorithms;\npub use stream::{Reading, Stream};\npub use element::Element;\nmod gl;",
        "mod command;",
    );
    let faults =
        |path: &str, text: &str| forbidden_imports(&File { path: path.to_string(), text: text.to_string() }, &root);
    assert_eq!(faults("src/shape.rs", "use crate::Element;"), [""; 0]);
    assert_eq!(
        faults("src/shape.rs", "\nuse crate::{Element, Stream};"),
        [
            "src/shape.rs:2: shape (plain data) may not use crate::Stream; it may use nothing else: move what is needed down, or pass it in"
        ]
    );
    assert_eq!(faults("src/shape.rs", "use super::stream::Body;").len(), 1);
    assert_eq!(faults("src/shape.rs", "// use crate::stream::Body;\nconst A: &str = \"crate::gl\";"), [""; 0]);
    assert_eq!(faults("src/shape.rs", "#[cfg(test)]\nmod tests { use crate::stream::Body; }"), [""; 0]);
    assert_eq!(faults("src/shape.rs", "mod inner { use super::Shape; }"), [""; 0]);
    assert_eq!(faults("src/shape.rs", "mod inner { use super::super::gl::Gl; }").len(), 1);
    assert_eq!(faults("src/device.rs", "fn open() { crate::gl::open() }"), [""; 0]);
    assert_eq!(faults("src/stream.rs", "fn open() { crate::gl::open() }").len(), 1);
    assert_eq!(faults("src/emulator/machine.rs", "fn open() { crate::gl::open() }").len(), 1);
    assert_eq!(faults("src/gl/draw.rs", "use super::Gl; use crate::backend::Draw;"), [""; 0]);
    assert_eq!(faults("src/gl/draw.rs", "use super::super::stream::Body;").len(), 1);
    assert_eq!(faults("src/gl/draw.rs", "use crate::{backend::{Draw, Value}, stream::{Body}};").len(), 1);
    assert_eq!(
        faults("src/algorithms/scan.rs", "use super::Algorithm; use crate::{Stream, algorithms::Check};"),
        [""; 0]
    );
    assert_eq!(faults("src/algorithms/scan.rs", "use crate::backend::Blend;").len(), 1);
    assert_eq!(faults("src/stream.rs", "use crate::algorithms::scan;").len(), 1);
    assert_eq!(faults("src/stream.rs", "use crate::*;").len(), 1);
    assert_eq!(faults("src/command/tour.rs", "use crate::command::table;"), [""; 0]);
    assert!(faults("src/new.rs", "")[0].contains("is in no layer"));
}

#[test]
fn every_module_is_described() {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let modules = LAYERS.iter().flat_map(|layer| layer.modules);
    let missing: Vec<_> = modules
        .filter(|module| !text.contains(&format!("`{module}`")))
        .map(|module| format!("ARCHITECTURE.md: says nothing of `{module}`; add it where everything is"))
        .collect();
    assert_none("a module is not described", &missing);
}

/// The methods of a trait, when they are more than allowed.
fn wide_waist(text: &str) -> Vec<String> {
    let code = code(text);
    let Some(start) = code.find("trait Backend {") else {
        return vec!["src/backend.rs:1: there is no trait Backend; the waist is called so".to_string()];
    };
    let body = &code[start..start + code[start..].find("\n}").unwrap_or(code.len() - start)];
    let methods = words(body).filter(|(_, word)| *word == "fn").count();
    if methods <= WAIST {
        return Vec::new();
    }
    let line = line_of(&code, start);
    vec![format!(
        "src/backend.rs:{line}: the waist has {methods} methods, {WAIST} is the most; say the new thing with those there are"
    )]
}

#[test]
fn the_waist_stays_narrow() {
    assert_none("the waist grows", &wide_waist(&std::fs::read_to_string(root().join("src/backend.rs")).unwrap()));
}

#[test]
fn a_wide_waist_is_found() {
    let with = |methods: usize| {
        format!("pub trait Backend {{\n{}}}\ntrait Pending {{\n    fn a();\n}}", "    fn a(); // fn\n".repeat(methods))
    };
    assert_eq!(wide_waist(&with(WAIST)), [""; 0]);
    assert_eq!(wide_waist(&with(WAIST + 1)).len(), 1);
    assert_eq!(wide_waist("trait Machine {}").len(), 1);
}

// ---- What things are called ----------------------------------------------------------------------------------------------

/// Words that say nothing, in a name.
fn empty_words(name: &str) -> Option<&'static str> {
    let mut spaced = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() {
            spaced.push('_');
        }
        spaced.extend(letter.to_lowercase());
    }
    let parts: Vec<&str> = spaced.split(|letter: char| !letter.is_alphanumeric()).collect();
    BANNED.into_iter().find(|banned| parts.contains(banned))
}

/// Files, modules, types, functions and traits with such a name.
fn banned_names(file: &File) -> Vec<String> {
    let stem = file.path.split(['/', '.']);
    let mut faults: Vec<String> = stem
        .filter_map(|part| empty_words(part).map(|word| (part, word)))
        .map(|(part, word)| format!("{}:1: {part} says `{word}`; name the file by what it is about", file.path))
        .collect();
    if !file.path.ends_with(".rs") {
        return faults;
    }
    let code = code(&file.text);
    let all: Vec<(usize, &str)> = words(&code).collect();
    for pair in all.windows(2) {
        let declares = matches!(pair[0].1, "fn" | "mod" | "struct" | "enum" | "trait" | "type" | "const" | "static");
        if let (true, Some(word)) = (declares, empty_words(pair[1].1)) {
            let line = line_of(&code, pair[1].0);
            faults.push(format!("{}:{line}: {} says `{word}`; name it by what it does", file.path, pair[1].1));
        }
    }
    faults
}

#[test]
fn names_say_something() {
    let folders = ["src", "tests", "examples", "benches", "fragment_kernels", "compute_kernels", "book/src"];
    let faults: Vec<_> = folders
        .iter()
        .flat_map(|folder| files(folder, &[]))
        .flat_map(|file| banned_names(&file))
        .collect();
    assert_none("a name says nothing", &faults);
}

#[test]
fn an_empty_name_is_found() {
    let faults = |path: &str, text: &str| banned_names(&File { path: path.to_string(), text: text.to_string() });
    assert_eq!(faults("src/utils.rs", ""), ["src/utils.rs:1: utils says `utils`; name the file by what it is about"]);
    assert_eq!(faults("fragment_kernels/primitives/scan_v2.frag", "").len(), 1);
    assert_eq!(faults("src/a.rs", "struct StreamManager;\nfn common_part() {}").len(), 2);
    assert_eq!(faults("src/a.rs", "// fn helper\nfn uncommonly_good() {}"), [""; 0]);
}

/// Kernel files that carry no algorithm's name.
fn nameless_kernels(paths: &[String], algorithms: &[&str]) -> Vec<String> {
    let named = |path: &&String| {
        let stem = stem(path);
        path.contains("/include/")
            || algorithms
                .iter()
                .any(|name| stem == *name || stem.starts_with(&format!("{name}_")))
    };
    paths
        .iter()
        .filter(|path| !named(path))
        .map(|path| {
            format!("{path}:1: no algorithm has this name; call it <algorithm>_<word>, or add a row to the TABLE")
        })
        .collect()
}

/// A file's name without folder and ending.
fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.split('.').next().unwrap_or(name)
}

#[test]
fn kernels_are_named_by_algorithms() {
    let paths: Vec<String> = kernel_files().into_iter().map(|file| file.path).collect();
    let names: Vec<&str> = TABLE.iter().map(|algorithm| algorithm.name).collect();
    assert_none("a kernel belongs to no algorithm", &nameless_kernels(&paths, &names));
}

#[test]
fn a_nameless_kernel_is_found() {
    let paths = ["a/scan.frag", "a/scan_add.comp", "a/include/cover.vert", "a/scanner.comp"].map(str::to_string);
    let faults = nameless_kernels(&paths, &["scan"]);
    assert_eq!(faults.len(), 1);
    assert!(faults[0].starts_with("a/scanner.comp:1: "));
}

/// What an algorithm lacks of its five places.
fn missing_places(part: &str, name: &str, exists: impl Fn(&str) -> bool) -> Vec<String> {
    let places = [
        format!("src/algorithms/{part}/{name}.rs"),
        format!("fragment_kernels/{part}/{name}.frag"),
        format!("compute_kernels/{part}/{name}.comp"),
        format!("examples/{name}.rs"),
        format!("book/src/{part}/{name}.md"),
    ];
    let missing = places.iter().filter(|place| !exists(place));
    missing
        .map(|place| format!("{place}:1: missing; {name} has a row in the TABLE, so it has all five files"))
        .collect()
}

#[test]
fn one_word_names_an_algorithm_in_five_places() {
    let exists = |path: &str| root().join(path).exists();
    let mut faults: Vec<_> = TABLE
        .iter()
        .flat_map(|algorithm| missing_places(algorithm.part, algorithm.name, exists))
        .collect();
    let summary = std::fs::read_to_string(root().join("book/src/SUMMARY.md")).unwrap();
    for algorithm in TABLE {
        let Algorithm { part, name, .. } = algorithm;
        if !summary.contains(&format!("({part}/{name}.md)")) {
            faults.push(format!("book/src/SUMMARY.md:1: lists no chapter {part}/{name}.md; add it"));
        }
        for rung in ["fragment", "compute"] {
            if !algorithm.rungs.iter().any(|known| known.name == rung) {
                faults.push(format!("src/algorithms/{part}/{name}.rs:1: its ROW has no rung `{rung}`; add it"));
            }
        }
    }
    assert_none("an algorithm lacks a part", &faults);
}

#[test]
fn a_missing_place_is_found() {
    let all = [
        "src/algorithms/primitives/scan.rs",
        "fragment_kernels/primitives/scan.frag",
        "compute_kernels/primitives/scan.comp",
        "examples/scan.rs",
        "book/src/primitives/scan.md",
    ];
    assert_eq!(missing_places("primitives", "scan", |path| all.contains(&path)), [""; 0]);
    assert_eq!(
        missing_places("primitives", "scan", |path| all[1..].contains(&path)),
        ["src/algorithms/primitives/scan.rs:1: missing; scan has a row in the TABLE, so it has all five files"]
    );
}

// ---- How kernels are written ---------------------------------------------------------------------------------------------

/// The first two lines of a kernel: its era, and what one run computes.
fn wrong_header(file: &File) -> Vec<String> {
    let version = if file.path.ends_with(".comp") { "#version 430 core" } else { "#version 330 core" };
    let mut lines = file.text.lines();
    let mut faults = Vec::new();
    if lines.next() != Some(version) {
        faults.push(format!("{}:1: the first line is the era; write {version}", file.path));
    }
    let start = format!("// {}: ", stem(&file.path));
    if !lines
        .next()
        .is_some_and(|line| line.len() > start.len() && line.starts_with(&start))
    {
        faults.push(format!("{}:2: the second line says what one run computes; write {start}...", file.path));
    }
    faults
}

#[test]
fn kernels_begin_with_their_era_and_purpose() {
    let faults: Vec<_> = kernel_files().iter().flat_map(wrong_header).collect();
    assert_none("a kernel's header is wrong", &faults);
}

#[test]
fn a_wrong_header_is_found() {
    let faults = |path: &str, text: &str| wrong_header(&File { path: path.to_string(), text: text.to_string() }).len();
    assert_eq!(faults("k/scan.comp", "#version 430 core\n// scan: a block.\n"), 0);
    assert_eq!(faults("k/scan.frag", "#version 430 core\n// scan: a pass.\n"), 1);
    assert_eq!(faults("k/scan.frag", "#version 330 core\n// the scan\n"), 1);
    assert_eq!(faults("k/scan.vert", ""), 2);
}

fn long_kernel(file: &File, longer: &[(&str, usize, &str)]) -> Vec<String> {
    let lines = file.text.lines().count();
    let exception = longer.iter().find(|(path, ..)| *path == file.path);
    let limit = exception.map_or(KERNEL_LINES, |(_, limit, _)| *limit);
    if lines > limit {
        return vec![format!("{}:{lines}: {lines} lines, {limit} is the most; split the kernel into steps", file.path)];
    }
    if exception.is_some() && lines <= KERNEL_LINES {
        return vec![format!(
            "{}:1: {lines} lines, so it needs no exception; take it out of LONGER_KERNELS",
            file.path
        )];
    }
    Vec::new()
}

#[test]
fn kernels_fit_in_one_sitting() {
    let mut kernels = kernel_files();
    kernels.extend(files("fragment_kernels/include", &[".glsl"]));
    kernels.extend(files("compute_kernels/include", &[".glsl"]));
    let faults: Vec<_> = kernels.iter().flat_map(|file| long_kernel(file, &LONGER_KERNELS)).collect();
    assert_none("a kernel is too long", &faults);
}

#[test]
fn a_long_kernel_is_found() {
    let of = |lines: usize| File { path: "k/a.frag".to_string(), text: "//\n".repeat(lines) };
    let exception = [("k/a.frag", KERNEL_LINES + 1, "because")];
    assert_eq!(long_kernel(&of(KERNEL_LINES), &[]), [""; 0]);
    assert_eq!(long_kernel(&of(KERNEL_LINES + 1), &[]).len(), 1);
    assert_eq!(long_kernel(&of(KERNEL_LINES + 1), &exception), [""; 0]);
    assert_eq!(long_kernel(&of(KERNEL_LINES), &exception).len(), 1);
}

/// Barriers without a word on what they guarantee.
fn silent_barriers(file: &File) -> Vec<String> {
    let barrier = |line: &str| {
        let code = line.split("//").next().unwrap_or("");
        words(code).any(|(at, word)| {
            let called = code[at + word.len()..].trim_start().starts_with('(');
            called && (word == "barrier" || word.starts_with("memoryBarrier") || word == "groupMemoryBarrier")
        })
    };
    let lines = (1..).zip(file.text.lines()).filter(|(_, line)| barrier(line));
    let silent = lines.filter(|(_, line)| line.split_once("//").is_none_or(|(_, comment)| comment.trim().is_empty()));
    silent
        .map(|(number, _)| {
            format!("{}:{number}: a barrier without a comment; say on its line what it guarantees", file.path)
        })
        .collect()
}

#[test]
fn barriers_say_what_they_guarantee() {
    let faults: Vec<_> = files("compute_kernels", &[".comp", ".glsl"])
        .iter()
        .flat_map(silent_barriers)
        .collect();
    assert_none("a barrier is silent", &faults);
}

#[test]
fn a_silent_barrier_is_found() {
    let faults = |text: &str| silent_barriers(&File { path: "k/a.comp".to_string(), text: text.to_string() }).len();
    assert_eq!(faults("    barrier(); // every lane has written\n// barrier() is nice"), 0);
    assert_eq!(faults("    barrier();\n    barrier (); //  \n memoryBarrierShared();"), 3);
}

// ---- How Rust is written -------------------------------------------------------------------------------------------------

/// A file that is too long; its tests do not count.
fn long_file(file: &File, longer: &[(&str, usize, &str)]) -> Vec<String> {
    let lines = file.text.lines().count() - lines_of_tests(file);
    let exception = longer.iter().find(|(path, ..)| *path == file.path);
    let limit = exception.map_or(FILE_LINES, |(_, limit, _)| *limit);
    if lines > limit {
        return vec![format!("{}:{lines}: {lines} lines, {limit} is the most; make it a folder of files", file.path)];
    }
    if exception.is_some() && lines <= FILE_LINES {
        return vec![format!("{}:1: {lines} lines, so it needs no exception; take it out of LONGER", file.path)];
    }
    Vec::new()
}

fn lines_of_tests(file: &File) -> usize {
    let with = code(&file.text);
    let without = without_tests(file);
    if is_test(&file.path) {
        return file.text.lines().count();
    }
    with.lines()
        .zip(without.lines())
        .filter(|(with, without)| with != without)
        .count()
}

#[test]
fn files_of_the_crate_are_short() {
    let faults: Vec<_> = crate_files().iter().flat_map(|file| long_file(file, &LONGER)).collect();
    assert_none("a file is too long", &faults);
}

#[test]
fn a_long_file_is_found() {
    let of = |lines: usize| File { path: "src/a.rs".to_string(), text: "fn a() {}\n".repeat(lines) };
    assert_eq!(long_file(&of(FILE_LINES), &[]), [""; 0]);
    assert_eq!(long_file(&of(FILE_LINES + 1), &[]).len(), 1);
    assert_eq!(long_file(&of(FILE_LINES + 1), &[("src/a.rs", FILE_LINES + 1, "because")]), [""; 0]);
    assert_eq!(long_file(&of(FILE_LINES + 2), &[("src/a.rs", FILE_LINES + 1, "because")]).len(), 1);
    assert_eq!(long_file(&of(FILE_LINES), &[("src/a.rs", FILE_LINES + 1, "because")]).len(), 1);
    let tested = format!("{}#[cfg(test)]\nmod tests {{\n{}}}\n", "fn a() {}\n".repeat(399), "fn b() {}\n".repeat(99));
    assert_eq!(long_file(&File { path: "src/a.rs".to_string(), text: tested }, &[]), [""; 0]);
}

/// Where memory may be handled by hand.
fn may_be_unsafe(path: &str) -> bool {
    path.starts_with("src/gl/") || path == "src/shader/glslang.rs"
}

/// `unsafe` where it may not be, or without its reason.
fn unexplained_unsafe(file: &File) -> Vec<String> {
    let code = code(&file.text);
    let lines: Vec<&str> = file.text.lines().collect();
    let all: Vec<(usize, &str)> = words(&code).collect();
    let mut faults = Vec::new();
    for (place, (at, _)) in all.iter().enumerate().filter(|(_, (_, word))| *word == "unsafe") {
        let line = line_of(&code, *at);
        if !may_be_unsafe(&file.path) {
            faults
                .push(format!("{}:{line}: unsafe outside src/gl and src/shader/glslang.rs; use a safe way", file.path));
            continue;
        }
        // A function says in its documentation what its callers must hold.
        let is_function = all.get(place + 1).is_some_and(|(_, next)| *next == "fn" || *next == "extern");
        let above = &lines[line.saturating_sub(4)..line];
        if !is_function && !above.iter().any(|above| above.contains("// SAFETY:")) {
            faults.push(format!("{}:{line}: unsafe without its reason; write // SAFETY: ... right above", file.path));
        }
    }
    faults
}

#[test]
fn unsafe_stays_in_its_place_and_says_why() {
    let mut all = crate_files();
    all.extend(files("examples", &[".rs"]));
    let faults: Vec<_> = all.iter().flat_map(unexplained_unsafe).collect();
    assert_none("unsafe is out of place", &faults);
}

#[test]
fn misplaced_unsafe_is_found() {
    let faults =
        |path: &str, text: &str| unexplained_unsafe(&File { path: path.to_string(), text: text.to_string() }).len();
    assert_eq!(faults("src/gl/a.rs", "// SAFETY: it lives.\nlet a = 1;\nlet b = 2;\nunsafe { f() }"), 0);
    assert_eq!(faults("src/gl/a.rs", "// SAFETY: it lives.\n\n\n\nunsafe { f() }"), 1);
    assert_eq!(faults("src/gl/a.rs", "unsafe impl A for B {}"), 1);
    assert_eq!(faults("src/gl/a.rs", "/// # Safety\n/// It lives.\nunsafe fn f() {}"), 0);
    assert_eq!(faults("src/stream.rs", "// SAFETY: it lives.\nunsafe { f() }"), 1);
    assert_eq!(faults("src/stream.rs", "// unsafe\nlet a = \"unsafe\";"), 0);
}

/// Calls that end the program where an error should be returned.
fn sudden_ends(file: &File) -> Vec<String> {
    let code = without_tests(file);
    let mut faults = Vec::new();
    for (at, word) in words(&code) {
        let after = code[at + word.len()..].trim_start();
        let method = code[..at].trim_end().ends_with('.') && after.starts_with('(');
        let ends = match word {
            "unwrap" | "expect" => method,
            "panic" | "todo" | "unimplemented" => after.starts_with('!'),
            _ => false,
        };
        if ends {
            let line = line_of(&code, at);
            faults.push(format!(
                "{}:{line}: {word} ends the user's program; return an Error with one sentence",
                file.path
            ));
        }
    }
    faults
}

#[test]
fn the_crate_never_ends_the_program() {
    let faults: Vec<_> = crate_files().iter().flat_map(sudden_ends).collect();
    assert_none("the crate may panic", &faults);
}

#[test]
fn a_sudden_end_is_found() {
    let faults = |text: &str| sudden_ends(&File { path: "src/a.rs".to_string(), text: text.to_string() }).len();
    assert_eq!(faults("a.unwrap(); a\n    .expect(\"b\"); panic!(\"c\"); todo!(); unimplemented!()"), 5);
    assert_eq!(faults("/// a.unwrap()\nfn f() { a.unwrap_or(1); expect(a); let unwrap = \".unwrap()\"; }"), 0);
    assert_eq!(faults("#[cfg(test)]\nmod tests {\n    fn f() { a.unwrap() }\n}"), 0);
    assert_eq!(faults("#[cfg(test)]\nmod tests {\n    fn f() { a.unwrap() }\n}\nfn g() { b.unwrap() }"), 1);
}

// ---- What is said --------------------------------------------------------------------------------------------------------

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
