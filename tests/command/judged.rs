//! `gristmill check NAME`, `--kernels` and `run` with edited kernels: what is wrong is seen, whoever asks.

use crate::ROOT;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn gristmill(arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gristmill"));
    command.current_dir(ROOT).env_remove("GRISTMILL_KERNELS").env("COLUMNS", "100");
    let Output { status, stdout, stderr } = command.args(arguments).stdin(Stdio::null()).output().unwrap();
    let (out, errors) = (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap());
    assert!(!errors.contains("panicked"), "{arguments:?}: {errors}");
    (status.code(), out, errors)
}

/// A folder with a kernel file of the library in it, a piece of its text replaced.
fn edited(name: &str, from: &str, to: &str) -> tempfile::TempDir {
    let path = gristmill::kernels::path_of(name).unwrap();
    let text = std::fs::read_to_string(Path::new(ROOT).join(path)).unwrap();
    assert!(text.contains(from), "{name} has changed: {from}");
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(name), text.replacen(from, to, 1)).unwrap();
    folder
}

/// An algorithm, a file that it runs, a piece of its text, and a mistake in that place.
const MISTAKES: [(&str, &str, &str, &str); 12] = [
    ("reduce", "reduce.glsl", "#define IDENTITY uintBitsToFloat(0x7f800000u)", "#define IDENTITY 0.0"),
    ("gather", "gather.frag", "pointer < uint(table_count)", "pointer <= uint(table_count)"),
    ("gather", "gather.comp", "pointer < uint(table_count)", "pointer <= uint(table_count)"),
    ("jacobi", "jacobi.frag", "return inside ?", "return true ?"),
    ("spmv", "spmv_blocks.frag", "pointer == NOWHERE ? 0.0 : ", ""),
    ("boids", "boids.glsl", "    speed *= pace.z / max(length(speed), pace.z);\n", ""),
    ("life", "life_packed.frag", "x == last ? end : 31", "31"),
    ("dispatch_indirect", "collatz.glsl", "odd && path.x > 1431655764u", "false"),
    ("black_scholes", "black_scholes.glsl", "any(isnan(given)) || ", ""),
    ("compact", "compact.frag", "if (number > fetch(sums, source_count - 1).r) return;", ""),
    ("grayscale", "grayscale.frag", "0.0722", "0.0744"),
    ("grayscale", "grayscale.comp", "0.0722", "0.0744"),
];

/// The faults that the book's questions ask a reader to make.
const QUESTIONS: [(&str, &str, &str, &str); 21] = [
    ("saxpy", "saxpy.comp", "if (i >= element_count) return;", ""),
    ("gather", "gather.frag", "if (pointer < uint(table_count)) ", ""),
    ("gather", "gather.comp", "if (pointer < uint(table_count)) ", ""),
    ("transform", "transform.comp", "min(i, element_count - 1)", "i"),
    ("transform", "points.glsl", "texel + 0.5", "texel"),
    ("workgroups", "workgroups.comp", "if (any(greaterThanEqual(global, size))) return;", ""),
    ("reduce", "reduce_shared.comp", "block[lane], block[lane + rest]", "block[2u * lane], block[2u * lane + 1u]"),
    ("reduce", "reduce_shared.comp", "barrier();", "if (lane < rest) barrier();"),
    ("scan", "scan.comp", "barrier();", ""),
    ("compact", "compact_atomic.comp", "if (i >= source_count) return;", ""),
    ("search", "search.glsl", "< wanted", "<= wanted"),
    ("histogram", "histogram_shared.comp", "barrier();", ""),
    ("matmul", "matmul_tiled.comp", "barrier();", ""),
    ("floyd_warshall", "floyd_warshall_corner.comp", "barrier();", ""),
    ("floyd_warshall", "floyd_warshall.comp", "if (row == k || column == k) return;", ""),
    (
        "bfs",
        "bfs.comp",
        "if (atomicCompSwap(reached[target], 0u, mark) == 0u) next[atomicAdd(found[0], 1u)] = target;",
        "if (reached[target] == 0u) { reached[target] = mark; next[atomicAdd(found[0], 1u)] = target; }",
    ),
    ("tree_depth", "tree_depth.frag", "link.y + next.y", "link.y + 1u"),
    ("convolve", "convolve.comp", "clamp(first + i - RADIUS, 0, count - 1)", "abs(first + i - RADIUS)"),
    (
        "convolve",
        "convolve.comp",
        "int at = clamp(first + i - RADIUS, 0, count - 1);",
        "int at = abs(first + i - RADIUS); at = min(at, 2 * (count - 1) - at);",
    ),
    ("box_blur", "box_blur.glsl", "min(radius, uint(size.x + size.y))", "radius"),
    ("heat", "heat_tiled.comp", "const int RIM = 4;", "const int RIM = 2;"),
];

/// The changes that the book's questions ask a reader to make and that stay right.
const STILL_RIGHT: [(&str, &str, &str, &str); 2] = [
    ("scan", "scan_lookback.comp", "int tile = taken;", "int tile = int(group());"),
    ("select", "select.comp", "atomicAdd(histogram[word & 255u], 1u)", "atomicAdd(counts[word & 255u], 1u)"),
];

/// The words of `check` that an answer has, by the page, the file that is broken and a piece of
/// what is written there.
const NAMED: [(&str, &str, &str, &[&str]); 14] = [
    ("streams/saxpy", "saxpy.comp", "", &["lane 4 of group 0 read x[4] of 4", "(252 times)"]),
    (
        "streams/gather",
        "gather.frag",
        "",
        &["bounds on texture `table` in gather.frag", "the fragment at 0,0 read it at 1 of 1"],
    ),
    ("streams/gather", "gather.comp", "", &["lane 3 of group 0 read table[-1] of 44"]),
    ("streams/transform", "transform.comp", "", &["lane 4 of group 0 read source[4] of 4"]),
    (
        "streams/workgroups",
        "workgroups.comp",
        "",
        &["lane 4 of group 0 wrote result[4] of 4", "race on buffer `result[1]`"],
    ),
    (
        "primitives/reduce",
        "reduce_shared.comp",
        "if (lane < rest)",
        &["lane 0 of group 0 waits at barrier()", "lane 16 of group 0 took another branch"],
    ),
    (
        "primitives/compact",
        "compact_atomic.comp",
        "",
        &["lane 4 of group 0 read source[4] of 4", "lane 5 of group 0 wrote result[4] of 4"],
    ),
    (
        "primitives/histogram",
        "histogram_shared.comp",
        "",
        &["one access is not atomic, and no barrier() is between the two", "it was never written: initialise it first"],
    ),
    ("primitives/search", "search.glsl", "<=", &["WRONG"]),
    ("graphs/tree_depth", "tree_depth.frag", "1u", &["WRONG"]),
    ("graphs/bfs", "bfs.comp", "mark", &["lane 2 of group 0 read it", "lane 1 of group 0 wrote it"]),
    ("graphs/floyd_warshall", "floyd_warshall.comp", "", &["lane 1 of group 0 read it", "lane 0 of group 0 wrote it"]),
    ("images/convolve", "convolve.comp", "at = min", &["lane 0 of group 0 read source[-8] of 4"]),
    ("linear_algebra/spmv", "spmv_blocks.frag", "", &["the fragment at 0,0 read it at -1 of 1"]),
];

/// Returns a text without what only drawings have, and with one space between two words.
fn plain(text: &str) -> String {
    text.replace('`', "").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The words of the answer to the question that asks for this mistake are on the page, and in what was said.
fn named(file: &str, to: &str, out: &str) {
    for (page, _, _, words) in NAMED.iter().filter(|(_, name, piece, _)| *name == file && to.contains(piece)) {
        let answer = std::fs::read_to_string(Path::new(ROOT).join(format!("book/src/{page}.md"))).unwrap();
        for words in *words {
            assert!(plain(&answer).contains(&plain(words)), "{page} does not say: {words}");
            assert!(plain(out).contains(&plain(words)), "{file} with {to:?}: {words} is not in\n{out}");
        }
    }
}

/// The units see all mistakes by the same judge (`mistakes_that_passed_are_seen`); here the command tells of some.
#[test]
fn mistakes_are_seen_by_check() {
    let of_the_book = MISTAKES.into_iter().filter(|(algorithm, ..)| *algorithm == "spmv");
    for (algorithm, file, from, to) in of_the_book.chain(QUESTIONS) {
        let folder = edited(file, from, to);
        let (code, out, errors) = gristmill(&["check", algorithm, "--kernels", folder.path().to_str().unwrap()]);
        assert_eq!(code, Some(1), "{file} with {to:?} for {from:?}:\n{out}{errors}");
        assert!(plain(&out).ends_with(" wrong"), "{out}");
        assert!(errors.is_empty(), "{errors}");
        named(file, to, &out);
    }
}

/// A fault in an include file is followed by the reader's own line.
#[test]
fn a_fault_in_an_include_names_the_line_that_calls_it() {
    let folder = edited("gather.frag", "if (pointer < uint(table_count)) ", "");
    let (_, out, errors) = gristmill(&["check", "gather", "--kernels", folder.path().to_str().unwrap()]);
    let text = std::fs::read_to_string(folder.path().join("gather.frag")).unwrap();
    let line = 1 + text.lines().position(|line| line.contains("fetch(table")).unwrap();
    assert!(out.contains(&format!("\n  gather.frag calls fetch in line {line}    ")), "{out}{errors}");
}

/// A search that marks nothing would find the same nodes for ever.
#[test]
fn a_search_that_marks_nothing_ends() {
    let given = "atomicCompSwap(reached[target], 0u, mark) == 0u";
    let folder = edited("bfs.comp", given, "reached[target] == 0u");
    let (code, out, errors) = gristmill(&["check", "bfs", "--kernels", folder.path().to_str().unwrap()]);
    assert_eq!(code, Some(1), "{out}{errors}");
    assert!(out.contains("bounds on buffer `next` in bfs.comp") && out.ends_with("1 wrong\n"), "{out}{errors}");
}

#[test]
fn what_is_still_right_is_called_so() {
    for (algorithm, file, from, to) in STILL_RIGHT {
        let folder = edited(file, from, to);
        let (code, out, errors) = gristmill(&["check", algorithm, "--kernels", folder.path().to_str().unwrap()]);
        assert_eq!(code, Some(0), "{file} with {to:?} for {from:?}:\n{out}{errors}");
    }
}

#[test]
fn mistakes_are_seen_by_run() {
    for (algorithm, file, from, to) in MISTAKES {
        let folder = edited(file, from, to);
        let kernels = folder.path().to_str().unwrap();
        let (code, out, errors) = gristmill(&["run", algorithm, "--size", "64", "--kernels", kernels]);
        assert_eq!(code, Some(1), "{file} with {to:?} for {from:?}:\n{out}{errors}");
    }
}

/// Question 1 of the chapter on work groups: the kernel says itself what it is to be run on.
#[test]
fn a_kernel_of_the_book_without_its_barrier_is_seen() {
    let text = std::fs::read_to_string(Path::new(ROOT).join("tests/book/reverse.comp")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("reverse.comp");
    for (text, code) in [(text.clone(), 0), (text.replacen("barrier();", "", 1), 1)] {
        std::fs::write(&file, text).unwrap();
        let (given, out, errors) = gristmill(&["check", file.to_str().unwrap()]);
        assert_eq!(given, Some(code), "{out}{errors}");
        assert!(code == 0 || out.contains("barrier"), "{out}");
    }
}

#[test]
fn a_file_that_stands_in_is_judged_by_its_algorithm() {
    let folder = edited("gather.comp", "pointer < uint(table_count)", "pointer <= uint(table_count)");
    let file = folder.path().join("gather.comp").display().to_string();
    let (code, out, _) = gristmill(&["check", &file]);
    assert_eq!(code, Some(1), "{out}");
    assert!(out.contains("bounds on buffer `table` in gather.comp"), "{out}");
    assert!(out.contains("if (pointer <= uint(table_count)) value = table[pointer];"), "{out}");
    let (code, out, _) = gristmill(&["check", "--json", &file]);
    let report: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &report["algorithm"], &report["right"]), (Some(1), &"gather".into(), &false.into()));
    let wrong = report["ways"]
        .as_array()
        .unwrap()
        .iter()
        .find(|way| way["way"] == "compute")
        .unwrap();
    assert_eq!((&wrong["what"], &wrong["findings"][0]["kind"]), (&"bounds".into(), &"bounds".into()));
    // The library's own text in its place is right, whatever folder it lies in.
    let whole = edited("gather.comp", "", "");
    let (code, out, errors) = gristmill(&["check", whole.path().to_str().unwrap()]);
    assert_eq!(code, Some(0), "{out}{errors}");
    assert!(out.trim_end().ends_with("nothing is wrong"), "{out}");
}

#[test]
fn a_kernel_of_that_name_with_streams_of_its_own_is_a_stranger() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("scan.comp");
    let text = "#version 430 core
layout(local_size_x = 4) in;
layout(std430) buffer Mine { uint mine[]; };
void main() { mine[gl_LocalInvocationID.x] = 1u; }
";
    std::fs::write(&file, text).unwrap();
    let (code, out, errors) = gristmill(&["check", file.to_str().unwrap()]);
    assert_eq!(code, Some(0), "{out}{errors}");
    assert!(out.ends_with("scan.comp: nothing is wrong\n"), "{out}");
    // Any kernel that is told what to run on is a stranger.
    let library = Path::new(ROOT).join("compute_kernels/streams/saxpy.comp");
    let (_, out, errors) = gristmill(&["check", library.to_str().unwrap(), "--groups", "1"]);
    assert!(!out.contains("cases"), "{out}{errors}");
}

#[test]
fn an_algorithm_as_it_is_has_nothing_wrong() {
    for name in ["saxpy", "scan"] {
        let (code, out, errors) = gristmill(&["check", name]);
        assert_eq!(code, Some(0), "{out}{errors}");
        assert!(out.contains("fragment") && out.contains("compute"), "{out}");
        assert!(plain(&out).ends_with("elements: nothing is wrong"), "{out}");
    }
}

#[test]
fn an_edited_kernel_runs_in_every_subcommand() {
    let folder = edited("saxpy.frag", "alpha * here", "2.0 * alpha * here");
    let kernels = folder.path().to_str().unwrap();
    let out = tempfile::tempdir().unwrap();
    let out = out.path().to_str().unwrap();
    for arguments in [
        &["run", "saxpy", "--size", "64"][..],
        &["compare", "saxpy", "--max", "64", "--out", out],
        &["trace", "saxpy", "--size", "64", "--out", out],
    ] {
        let (code, said, errors) = gristmill(&[arguments, &["--kernels", kernels]].concat());
        assert_eq!(code, Some(1), "{said}{errors}");
        assert!(!errors.contains("nothing that ran uses it"), "{errors}");
    }
    let (_, _, errors) = gristmill(&["run", "invert", "--size", "64", "--kernels", kernels]);
    assert!(errors.contains("fragment_kernels/streams/saxpy.frag is edited, but nothing that ran uses it"), "{errors}");
}

#[test]
fn what_cannot_be_judged_is_a_sentence() {
    let empty = tempfile::tempdir().unwrap();
    let other = tempfile::tempdir().unwrap();
    std::fs::write(other.path().join("scam.frag"), "").unwrap();
    let (empty, other) = (empty.path().to_str().unwrap(), other.path().to_str().unwrap());
    for (arguments, sentence) in [
        (&["check", "scam"][..], "file scam not found, and algorithm scam not found; did you mean scan?"),
        (&["check"], "there is nothing to check"),
        (&["check", "scan", "--groups", "4"], "algorithms are judged on their own inputs"),
        (&["check", "scan", "--kernels", empty], "there is no .frag, .vert, .comp or .glsl in it"),
        (&["check", "scan", "--kernels", other], "the library has no kernel file scam.frag; did you mean scan.frag?"),
        (&["check", "scan", "--kernels", "no/such/folder"], "no/such/folder: "),
        (&["check", "scan", "--on-save"], "--on-save has no file to watch"),
    ] {
        let (code, out, errors) = gristmill(arguments);
        assert_eq!(code, Some(2), "{arguments:?}: {out}{errors}");
        assert!(errors.contains(sentence), "{arguments:?}: {errors}");
    }
}

#[test]
fn a_kernel_that_does_not_compile_is_shown_at_its_line() {
    let folder = edited("scan.frag", "void main() {", "void main() { undeclared = 1.0;");
    let (code, out, errors) = gristmill(&["check", "scan", "--kernels", folder.path().to_str().unwrap()]);
    assert_eq!(code, Some(2), "{out}{errors}");
    assert!(out.contains("scan.frag does not compile") && out.contains("undeclared"), "{out}");
    let (code, out, errors) = gristmill(&["run", "scan", "--size", "64", "--kernels", folder.path().to_str().unwrap()]);
    assert_eq!(code, Some(2), "{out}{errors}");
    assert!(errors.contains("scan.frag does not compile") && !errors.contains("nothing that ran uses it"), "{errors}");
}

#[test]
fn an_edited_kernel_is_judged_again_at_each_save() {
    let folder = edited("saxpy.frag", "alpha * here", "2.0 * alpha * here");
    let kernels = folder.path().to_str().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_gristmill"))
        .current_dir(ROOT)
        .args(["check", "saxpy", "--on-save", "--kernels", kernels])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = std::io::BufRead::lines(std::io::BufReader::new(child.stdout.take().unwrap()));
    let mut until = |end: &str| {
        let line = lines
            .by_ref()
            .map(Result::unwrap)
            .find(|line| line.contains("elements: ") && line.ends_with(end));
        assert!(line.is_some(), "it ended before {end}");
    };
    until("1 wrong");
    let text = std::fs::read_to_string(folder.path().join("saxpy.frag")).unwrap();
    // A save within the clock's grain of the first reading would not be told from it.
    std::thread::sleep(std::time::Duration::from_millis(50));
    std::fs::write(folder.path().join("saxpy.frag"), text.replace("2.0 * ", "")).unwrap();
    until("nothing is wrong");
    child.kill().unwrap();
    child.wait().unwrap();
}
