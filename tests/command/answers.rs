//! Figures in the book's answers that a command counts: the command is typed again, and says them still.

use super::ROOT;
use super::check::gristmill;
use std::fs;
use std::path::Path;

/// A page, a command that an answer on it names, what the command prints, and the words of the answer.
const COUNTED: [(&str, &str, &str, &str); 5] = [
    (
        "primitives/sort_rectangles.md",
        "trace sort --rung fragment_rows --size 1024",
        "\n39 passes",
        "counts 39 passes for 55 steps",
    ),
    ("primitives/split.md", "trace split --era fragment --size 1024", "\n12 passes", "counts 12 passes"),
    (
        "primitives/compact.md",
        "trace compact --rung fragment_pyramid --size 1024",
        "  4 x  compact_up.frag",
        "elements have four levels",
    ),
    (
        "linear_algebra/multigrid.md",
        "trace multigrid --era compute --size 961",
        "\n225 dispatches",
        "counts 225 for nine cycles",
    ),
    (
        "performance/split.md",
        "split fragment_kernels/experiments/split_2005.frag --card radeon-9700",
        "takes it in 5 passes, which keep 12 floats",
        "keeps three floats at each of its four cuts",
    ),
];

/// A page, a kernel file, changes of its text, what `gristmill profile` counts then, and the words of the answer.
type Profiled =
    (&'static str, &'static str, &'static [(&'static str, &'static str)], &'static [&'static str], &'static str);

const TILE: &str = "compute_kernels/linear_algebra/transpose_tile.comp";
const HAILSTONES: &str = "tests/book/hailstones.comp";
const TRANSPOSE: &str = "linear_algebra/transpose.md";

const PROFILED: [Profiled; 6] = [
    (TRANSPOSE, TILE, &[], &[" 3,968 bank conflicts"], "3,968 without"),
    (TRANSPOSE, TILE, &[("TILE + PADDING", "TILE + 2")], &[" 128 bank conflicts"], "counts 128 bank conflicts for 2"),
    (TRANSPOSE, TILE, &[("TILE + PADDING", "TILE + 16")], &[" 1,920 bank conflicts"], "1,920 for 16"),
    (TRANSPOSE, TILE, &[("TILE + PADDING", "TILE + 31")], &[" 0 bank conflicts"], "0 for 31"),
    (
        "emulator.md",
        HAILSTONES,
        &[("local_size_x = 4", "local_size_x = 32"), ("zero:4", "zero:32")],
        &["13 % 10 while (number != 1u)", "6 % 14 number = 3u"],
        "13 % in line 10 and 6 % in line 14",
    ),
    (
        "emulator.md",
        HAILSTONES,
        &[
            ("if (number % 2u == 0u)", "number = number % 2u == 0u ? number / 2u : 3u * number + 1u;"),
            ("            number = number / 2u;\n        else\n            number = 3u * number + 1u;\n", ""),
        ],
        &["22 11 divergent"],
        "counts 11 of 22 branches that diverge",
    ),
];

/// A text with one space between two words.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn page(name: &str) -> String {
    words(&fs::read_to_string(Path::new(ROOT).join("book/src").join(name)).unwrap())
}

#[test]
fn what_a_command_counts_is_what_the_answer_says() {
    for (name, command, printed, said) in COUNTED {
        let page = page(name);
        assert!(page.contains(&format!("`gristmill {command}`")), "{name} does not name {command}");
        assert!(page.contains(said), "{name} does not say: {said}");
        let arguments: Vec<&str> = ["--device", "emulator"].into_iter().chain(command.split(' ')).collect();
        let (code, out, errors) = gristmill(&arguments);
        assert!(code == Some(0) && format!("\n{out}").contains(printed), "{command}:\n{out}{errors}");
    }
}

#[test]
fn what_a_profile_counts_is_what_the_answer_says() {
    let folder = tempfile::tempdir().unwrap();
    for (name, kernel, changes, printed, said) in PROFILED {
        assert!(page(name).contains(said), "{name} does not say: {said}");
        let path = Path::new(ROOT).join(kernel);
        let mut text = fs::read_to_string(&path).unwrap();
        for (from, to) in changes {
            assert!(text.contains(from), "{kernel} has changed: {from}");
            text = text.replacen(from, to, 1);
        }
        let file = folder.path().join(path.file_name().unwrap());
        fs::write(&file, text).unwrap();
        let (code, out, errors) = gristmill(&["profile", file.to_str().unwrap()]);
        assert_eq!(code, Some(0), "{kernel}: {out}{errors}");
        for printed in printed {
            assert!(words(&out).contains(printed), "{kernel} with {changes:?}, {printed}:\n{out}");
        }
    }
}
