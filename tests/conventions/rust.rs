//! Rules for the text of Rust.

use crate::source::{File, assert_none, code, crate_files, files, is_test, line_of, without_tests, words};

/// The most lines of a file of the crates, without its tests. A file is one idea; one that is longer than this has two.
const FILE_LINES: usize = 480;

/// A file that is too long; its tests do not count.
fn long_file(file: &File) -> Vec<String> {
    let lines = file.text.lines().count() - lines_of_tests(file);
    if lines > FILE_LINES {
        let path = &file.path;
        return vec![format!("{path}:{lines}: {lines} lines, {FILE_LINES} is the most; make it a folder of files")];
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
    let faults: Vec<_> = crate_files().iter().flat_map(long_file).collect();
    assert_none("a file is too long", &faults);
}

#[test]
fn a_long_file_is_found() {
    let of = |lines: usize| File { path: "src/a.rs".to_string(), text: "fn a() {}\n".repeat(lines) };
    assert_eq!(long_file(&of(FILE_LINES)), [""; 0]);
    assert_eq!(long_file(&of(FILE_LINES + 1)).len(), 1);
    let tested = format!("{}#[cfg(test)]\nmod tests {{\n{}}}\n", "fn a() {}\n".repeat(479), "fn b() {}\n".repeat(99));
    assert_eq!(long_file(&File { path: "src/a.rs".to_string(), text: tested }), [""; 0]);
}

/// Returns true if a file may handle memory by hand, or may pass on a promise of the caller's. Such
/// a promise is passed on by functions that make a device in a context of the program's, and by the
/// examples that have such a context. ARCHITECTURE.md lists the files, with those of the benches.
fn may_be_unsafe(path: &str) -> bool {
    path.starts_with("crates/gl/src/")
        || path.starts_with("examples/embed")
        || [
            "crates/shader/src/glslang.rs",
            "crates/shader/src/glslang/limits.rs",
            "examples/host_of_2005.rs",
            "src/device/embedding.rs",
            "crates/emulator/src/simd.rs",
            // A page hands an address to WebAssembly, and takes one from it.
            "crates/live/src/cg_module.rs",
            "crates/live/src/memory.rs",
        ]
        .contains(&path)
}

/// The files of the project that may have `unsafe`: all but the tests.
pub fn files_beside_tests() -> Vec<File> {
    let mut all = crate_files();
    all.extend(files("examples", &[".rs"]));
    all.extend(files("benches", &[".rs"]));
    all.retain(|file| !is_test(&file.path) && !file.path.starts_with("benches/peers/"));
    all
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
            faults.push(format!(
                "{}:{line}: unsafe outside the files that ARCHITECTURE.md lists; use a safe way",
                file.path
            ));
            continue;
        }
        // A function says in its documentation what its callers must hold.
        let is_function = all
            .get(place + 1)
            .is_some_and(|(_, next)| ["fn", "extern", "no_mangle"].contains(next));
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
    assert_eq!(faults("crates/gl/src/a.rs", "// SAFETY: it lives.\nlet a = 1;\nlet b = 2;\nunsafe { f() }"), 0);
    assert_eq!(faults("crates/gl/src/a.rs", "// SAFETY: it lives.\n\n\n\nunsafe { f() }"), 1);
    assert_eq!(faults("crates/gl/src/a.rs", "unsafe impl A for B {}"), 1);
    assert_eq!(faults("crates/gl/src/a.rs", "/// # Safety\n/// It lives.\nunsafe fn f() {}"), 0);
    assert_eq!(faults("src/stream.rs", "// SAFETY: it lives.\nunsafe { f() }"), 1);
    assert_eq!(faults("src/stream.rs", "// unsafe\nlet a = \"unsafe\";"), 0);
}

/// Methods of floats that are the platform's C library, and give other bits on another one.
const OF_THE_PLATFORM: [&str; 25] = [
    "sin", "cos", "tan", "sin_cos", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh",
    "exp", "exp2", "exp_m1", "ln", "ln_1p", "log", "log2", "log10", "powf", "cbrt", "hypot",
];

/// Calls whose result depends on the platform, where all machines are to compute the same bits.
fn of_the_platform(file: &File) -> Vec<String> {
    let everywhere =
        ["src/algorithms/", "crates/base/src/", "crates/cards/src/", "crates/check/src/", "crates/emulator/src/"];
    if !everywhere.iter().any(|folder| file.path.starts_with(folder)) || is_test(&file.path) {
        return Vec::new();
    }
    let code = without_tests(file);
    let is_call = |at: usize, word: &str| {
        let before = code[..at].trim_end();
        let of_a_type = ["f32::", "f64::", "Complex::"].iter().any(|owner| before.ends_with(owner));
        let called = code[at + word.len()..].trim_start().starts_with('(');
        of_a_type || before.ends_with('.') && called
    };
    let forbidden = |word: &str| OF_THE_PLATFORM.contains(&word) || ["cis", "from_polar"].contains(&word);
    words(&code)
        .filter(|(at, word)| forbidden(word) && is_call(*at, word))
        .map(|(at, word)| {
            let line = line_of(&code, at);
            format!(
                "{}:{line}: {word} differs between machines; use libm, or elementary.rs of gristmill-base for lanes",
                file.path
            )
        })
        .collect()
}

#[test]
fn results_are_the_same_on_every_machine() {
    let faults: Vec<_> = crate_files().iter().flat_map(of_the_platform).collect();
    assert_none("a result depends on the machine", &faults);
}

#[test]
fn a_function_of_the_platform_is_found() {
    let faults =
        |path: &str, text: &str| of_the_platform(&File { path: path.to_string(), text: text.to_string() }).len();
    assert_eq!(faults("crates/emulator/src/a.rs", "let a = b.sin() + f32::exp(b) + map(f64::cosh);"), 3);
    assert_eq!(faults("src/algorithms/a.rs", "let a = x.powf(2.0);\nlet b = Complex::cis(x);"), 2);
    assert_eq!(faults("crates/emulator/src/a.rs", "let a = libm::sin(b) + b.sqrt() + b.log; // b.sin()"), 0);
    assert_eq!(faults("crates/cli/src/a.rs", "let a = b.sin();"), 0);
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
