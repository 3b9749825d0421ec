//! Who may use whom: layers of the crate, and the methods of the one trait between them.

use crate::source::{
    File, assert_none, code, crate_files, is_of_library, line_of, module_of, root, root_names, without_tests, words,
};

/// What a layer of the crate is made of, and which layers it may use besides itself.
struct Layer {
    name: &'static str,
    modules: &'static [&'static str],
    uses: &'static [&'static str],
}

/// `ARCHITECTURE.md` has the same table in words.
const LAYERS: [Layer; 13] = [
    Layer { name: "data", modules: &["data"], uses: &[] },
    Layer { name: "insight", modules: &["insight"], uses: &["data"] },
    Layer { name: "shader", modules: &["shader"], uses: &["data", "insight"] },
    // What the cards of 2002 to 2008 take, as data, and a kernel held against it.
    Layer { name: "card", modules: &["card"], uses: &["data", "insight", "shader"] },
    Layer { name: "backend", modules: &["backend"], uses: &["data", "shader"] },
    Layer { name: "gl", modules: &["gl"], uses: &["data", "shader", "backend"] },
    Layer { name: "emulator", modules: &["emulator"], uses: &["data", "insight", "shader", "card", "backend"] },
    Layer {
        name: "the nouns",
        modules: &[
            "call",
            "capture",
            "depth_stencil",
            "device",
            "kernel",
            "machine",
            "mipmaps",
            "ping_pong",
            "scene",
            "split",
            "stream",
            "trace",
        ],
        uses: &["data", "insight", "shader", "card", "backend"],
    },
    // The emulator without the nouns, for kernels that nobody knows. Of the nouns it takes the library's
    // include files.
    Layer {
        name: "check",
        modules: &["check"],
        uses: &["data", "insight", "shader", "card", "backend", "emulator", "the nouns"],
    },
    // Addresses of a stream through a kernel's translation, as a card calculates.
    Layer { name: "audit", modules: &["audit"], uses: &["data", "shader", "card", "backend", "the nouns"] },
    // Every way of every algorithm, watched.
    Layer { name: "judge", modules: &["judge"], uses: &["data", "insight", "backend", "the nouns", "algorithms"] },
    // And whatever the crate shows to everyone; see `forbidden_imports`.
    Layer { name: "algorithms", modules: &["algorithms"], uses: &[] },
    // Questions to the machine, likewise.
    Layer { name: "experiments", modules: &["experiments"], uses: &[] },
];

/// The files above the backend that name a machine: two open it, one takes it into a context of the
/// program's, one draws to its pbuffers, one shows it on a screen.
const OPEN_MACHINES: [&str; 5] =
    ["device", "device::embedding", "device::opening", "device::surfaces", "scene::window"];

/// The machines, which never see each other.
const MACHINES: [&str; 2] = ["gl", "emulator"];

/// The most methods of the trait between the nouns and the machines.
const MOST_METHODS: usize = 17;

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
        if matches!(layer.name, "algorithms" | "experiments") {
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
                layer.name == used.name
                    || layer.uses.contains(&used.name)
                    || OPEN_MACHINES.contains(&modules.join("::").as_str())
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
    let files = crate_files();
    let library = files.iter().filter(|file| is_of_library(&file.path));
    let faults: Vec<_> = library.flat_map(|file| forbidden_imports(file, &root)).collect();
    assert_none("a layer uses what it may not see", &faults);
}

#[test]
fn a_forbidden_import_is_found() {
    let root = Root::of(
        "pub mod algorithms;\npub use stream::{Reading, Stream};\npub use data::Element;\nmod gl;",
        "mod command;",
    );
    let faults =
        |path: &str, text: &str| forbidden_imports(&File { path: path.to_string(), text: text.to_string() }, &root);
    assert_eq!(faults("src/data/shape.rs", "use crate::data::Element;"), [""; 0]);
    assert_eq!(
        faults("src/data/shape.rs", "\nuse crate::{data::Element, Stream};"),
        [
            "src/data/shape.rs:2: data (data) may not use crate::Stream; it may use nothing else: move what is needed down, or pass it in"
        ]
    );
    assert_eq!(faults("src/data/shape.rs", "use super::super::stream::Body;").len(), 1);
    assert_eq!(faults("src/data/shape.rs", "// use crate::stream::Body;\nconst A: &str = \"crate::gl\";"), [""; 0]);
    assert_eq!(faults("src/data/shape.rs", "#[cfg(test)]\nmod tests { use crate::stream::Body; }"), [""; 0]);
    assert_eq!(faults("src/data/shape.rs", "mod inner { use super::Shape; }"), [""; 0]);
    assert_eq!(faults("src/data/shape.rs", "mod inner { use super::super::super::gl::Gl; }").len(), 1);
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
fn wide_backend(text: &str) -> Vec<String> {
    let code = code(text);
    let Some(start) = code.find("trait Backend {") else {
        return vec!["src/backend/mod.rs:1: there is no trait Backend; the machines are called so".to_string()];
    };
    let body = &code[start..start + code[start..].find("\n}").unwrap_or(code.len() - start)];
    let methods = words(body).filter(|(_, word)| *word == "fn").count();
    if methods <= MOST_METHODS {
        return Vec::new();
    }
    let line = line_of(&code, start);
    vec![format!(
        "src/backend/mod.rs:{line}: the trait has {methods} methods, {MOST_METHODS} is the most; say the new thing with those there are"
    )]
}

#[test]
fn the_backend_stays_narrow() {
    assert_none(
        "the backend grows",
        &wide_backend(&std::fs::read_to_string(root().join("src/backend/mod.rs")).unwrap()),
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
