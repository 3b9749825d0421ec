//! `gristmill puzzle`, as readers type it.

use crate::check::folder;
use gristmill_puzzles::{Puzzle, puzzles};
use serde_json::Value;
use std::process::{Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// The command in a folder of the reader's, with the progress kept there: the exit code, what it printed and what it
/// warned of.
fn puzzle(home: &TempDir, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = command(home).args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let (out, errors) = (text(output.stdout), text(output.stderr));
    assert!(!errors.contains("panicked"), "{arguments:?}: {errors}");
    (output.status.code(), out, errors)
}

fn command(home: &TempDir) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gristmill"));
    command.current_dir(home.path()).arg("puzzle").stdin(Stdio::null());
    command
        .env("GRISTMILL_PROGRESS", progress(home))
        .env("COLUMNS", "80")
        .env_remove("NO_COLOR");
    command
}

fn progress(home: &TempDir) -> std::path::PathBuf {
    home.path().join("kept/puzzles.json")
}

fn solution(name: &str) -> &'static str {
    Puzzle::find(name).unwrap().files.solution
}

#[test]
fn puzzles_are_begun_refused_and_solved() {
    let home = folder(&[]);
    let (code, told, _) = puzzle(&home, &["left_neighbour"]);
    assert_eq!(code, Some(0), "{told}");
    assert!(
        told.contains("    result   0  3  1  7  0  4  1  6") && told.contains("left_neighbour.frag is written here")
    );
    // The file as it is, then the solution; a file that is there stays.
    let (code, told, _) = puzzle(&home, &["left_neighbour", "--check"]);
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("wanted  0\n  given   1\n  number 0 must be 0, and is 1"), "{told}");
    std::fs::write(home.path().join("left_neighbour.frag"), solution("left_neighbour")).unwrap();
    let (_, told, _) = puzzle(&home, &["left_neighbour"]);
    assert!(told.contains("left_neighbour.frag is here already"), "{told}");
    let (code, told, errors) = puzzle(&home, &["left_neighbour", "--check"]);
    assert_eq!(code, Some(0), "{told}{errors}");
    assert!(told.starts_with("right: ") && told.contains("The next one: `gristmill puzzle bounds_guard`"), "{told}");
    let (_, told, _) = puzzle(&home, &["next"]);
    assert!(told.starts_with("== bounds_guard: "), "{told}");
    let (_, list, _) = puzzle(&home, &[]);
    assert!(list.contains("[x] left_neighbour") && list.contains("[ ] bounds_guard"), "{list}");
    assert!(list.contains(&format!("1 of {} solved", puzzles().count())), "{list}");
    assert!(list.lines().all(|line| line.chars().count() <= 80), "{list}");
}

#[test]
fn puzzles_show_the_two_lines_of_a_race_and_speak_to_programs() {
    let puzzle_of = Puzzle::find("missing_barrier").unwrap();
    let home = folder(&[("mine.comp", puzzle_of.files.start)]);
    let (code, told, _) = puzzle(&home, &["missing_barrier", "--check", "mine.comp"]);
    assert_eq!(code, Some(1), "{told}");
    assert!(
        told.contains("refused: race on shared `block[") && told.contains("put barrier(); between the two accesses"),
        "{told}"
    );
    assert_eq!(told.matches("    line ").count(), 2, "{told}");
    let json = |arguments: &[&str]| -> Value { serde_json::from_str(&puzzle(&home, arguments).1).unwrap() };
    let verdict = json(&["missing_barrier", "--check", "mine.comp", "--json"]);
    assert_eq!((&verdict["reason"], &verdict["finding"]["kind"]), (&"race".into(), &"race".into()));
    let list = json(&["--json"]);
    assert_eq!(list.as_array().unwrap().len(), puzzles().count());
    assert_eq!((&list[0]["name"], &list[0]["solved"]), (&"left_neighbour".into(), &false.into()));
    let hint = json(&["reversed", "--hint", "--json"]);
    assert_eq!((&hint["number"], &hint["of"]), (&1.into(), &3.into()));
}

#[test]
fn puzzles_give_hints_in_steps_and_solutions_at_the_end() {
    let home = folder(&[("left_neighbour.frag", solution("left_neighbour"))]);
    for number in [1, 2, 3, 3] {
        let (code, told, _) = puzzle(&home, &["left_neighbour", "--hint"]);
        assert!(code == Some(0) && told.starts_with(&format!("Hint {number} of 3\n")), "{told}");
    }
    let (code, told, errors) = puzzle(&home, &["left_neighbour", "--solution"]);
    assert_eq!((code, told.as_str()), (Some(2), ""), "{errors}");
    assert!(errors.contains("left_neighbour is not solved yet; --hint helps"), "{errors}");
    let given_up = puzzle(&home, &["left_neighbour", "--solution", "--give-up"]);
    assert_eq!(given_up.1.trim_end(), solution("left_neighbour").trim_end());
    puzzle(&home, &["left_neighbour", "--check"]);
    let solved = puzzle(&home, &["left_neighbour", "--solution"]);
    assert_eq!((solved.0, solved.1), (Some(0), given_up.1));
}

#[test]
fn puzzles_say_what_is_wrong_with_a_file_or_a_name() {
    let start = Puzzle::find("left_neighbour").unwrap().files.start;
    let home = folder(&[
        ("broken.frag", &start.replace("here(source).r;", "here(source).r")),
        ("empty.frag", ""),
        ("other.frag", solution("larger_of_two")),
        ("endless.frag", &start.replace("result = here", "for (int i = 1; i > 0; i = 1) {}\n    result = here")),
        ("foreign.frag", &start.replace("stream.glsl", "/etc/passwd")),
    ]);
    std::fs::write(home.path().join("latin.frag"), b"// cor\xe9\n").unwrap();
    let says = |arguments: &[&str]| {
        let (code, told, errors) = puzzle(&home, arguments);
        (code, told + &errors)
    };
    for (file, code, sentence) in [
        ("broken.frag", 1, "left_neighbour.frag:11"),
        ("empty.frag", 1, "left_neighbour.frag is empty; move it away"),
        ("other.frag", 1, "they are those of larger_of_two; name that puzzle"),
        ("endless.frag", 1, "steps"),
        ("foreign.frag", 1, "left_neighbour.frag:3 includes /etc/passwd; an answer may include only stream.glsl"),
        ("latin.frag", 2, "latin.frag is not text in UTF-8 from byte 6 on; save it as UTF-8"),
        ("nowhere.frag", 2, "nowhere.frag does not exist; gristmill puzzle left_neighbour writes left_neighbour.frag"),
        (".", 2, "cannot be read"),
    ] {
        let (given, told) = says(&["left_neighbour", "--check", file]);
        let told = told.replace('\n', " ");
        assert!(given == Some(code) && told.contains(sentence), "{file}: {given:?} {told}");
    }
    let (code, told) = says(&["left_neigbour"]);
    assert!(code == Some(2) && told.contains("did you mean left_neighbour?"), "{told}");
    let (code, told) = says(&["--hint"]);
    assert!(code == Some(2) && told.contains("no puzzle is named"), "{told}");
}

#[test]
fn puzzles_keep_damaged_progress_beside_and_begin_anew() {
    let home = folder(&[("left_neighbour.frag", solution("left_neighbour"))]);
    std::fs::create_dir(home.path().join("kept")).unwrap();
    std::fs::write(progress(&home), "{ \"solved\": [").unwrap();
    let (code, list, errors) = puzzle(&home, &[]);
    let told = errors.replace('\n', " ");
    assert!(code == Some(0) && list.contains("[ ] left_neighbour"), "{list}");
    assert!(told.contains("is damaged, so nothing counts as solved; it is"), "{errors}");
    let damaged = home.path().join("kept/puzzles.json.damaged");
    assert_eq!(std::fs::read_to_string(damaged).unwrap(), "{ \"solved\": [");
    puzzle(&home, &["left_neighbour", "--check"]);
    assert!(std::fs::read_to_string(progress(&home)).unwrap().contains("left_neighbour"));
    assert_eq!(std::fs::read_dir(home.path().join("kept")).unwrap().count(), 2, "a file is left over");
    // A place that cannot be written keeps nobody from an answer.
    std::fs::write(home.path().join("no_folder"), "").unwrap();
    let mut nowhere = command(&home);
    nowhere.env("GRISTMILL_PROGRESS", home.path().join("no_folder/puzzles.json"));
    let output = nowhere.args(["left_neighbour", "--check"]).output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && errors.contains("set GRISTMILL_PROGRESS to another file"), "{errors}");
}

#[test]
fn puzzles_are_judged_again_at_each_save() {
    let home = folder(&[("left_neighbour.frag", Puzzle::find("left_neighbour").unwrap().files.start)]);
    let mut watching = command(&home)
        .args(["next", "--on-save"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_secs(2));
    std::fs::write(home.path().join("left_neighbour.frag"), solution("left_neighbour")).unwrap();
    let solved = (0..100).any(|_| {
        std::thread::sleep(Duration::from_millis(100));
        progress(&home).exists()
    });
    watching.kill().unwrap();
    let told = String::from_utf8(watching.wait_with_output().unwrap().stdout).unwrap();
    assert!(solved && told.contains("wrong: on 1 element") && told.contains("right: "), "{told}");
}
