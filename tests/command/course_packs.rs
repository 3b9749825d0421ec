//! Course packs: made, verified, worked on and exported by `gristmill puzzle`.

use crate::ROOT;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// The example of the book.
const EXAMPLE: &str = "examples/course_pack";

/// Types the command in a folder of the reader's, with the progress kept there.
fn puzzle(home: &TempDir, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gristmill"));
    command
        .current_dir(home.path())
        .arg("puzzle")
        .args(arguments)
        .stdin(Stdio::null());
    command
        .env("GRISTMILL_PROGRESS", home.path().join("kept.json"))
        .env("COLUMNS", "80");
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let (out, errors) = (text(output.stdout), text(output.stderr));
    assert!(!errors.contains("panicked"), "{arguments:?}: {errors}");
    (output.status.code(), out, errors.replace('\n', " "))
}

/// Makes a pack `own` with the task `twice` in a new folder.
fn new_pack() -> TempDir {
    let home = tempfile::tempdir().unwrap();
    let (code, out, errors) = puzzle(&home, &["new", "own/twice"]);
    assert!(code == Some(0) && out.contains("own/pack.toml is written"), "{out}{errors}");
    home
}

fn task_file(home: &TempDir, name: &str) -> PathBuf {
    home.path().join("own/twice").join(name)
}

/// Replaces a part of a file.
fn edit(path: &Path, from: &str, to: &str) {
    let text = std::fs::read_to_string(path).unwrap();
    assert!(text.contains(from), "{}: {from}", path.display());
    std::fs::write(path, text.replacen(from, to, 1)).unwrap();
}

#[test]
fn a_new_task_of_either_era_is_right_and_overwrites_nothing() {
    let home = new_pack();
    let (code, _, errors) = puzzle(&home, &["new", "own/beside", "--era", "fragment"]);
    assert_eq!(code, Some(0), "{errors}");
    let (code, out, errors) = puzzle(&home, &["verify", "own"]);
    assert_eq!(code, Some(0), "{out}{errors}");
    assert!(out.ends_with("own: 2 of 2 tasks are right\n") && !out.contains("warning:"), "{out}");
    let (code, _, errors) = puzzle(&home, &["new", "own/twice"]);
    assert!(code == Some(2) && errors.contains("own/twice exists already; choose another name"), "{errors}");
    for (path, part) in [
        ("alone", "expected a pack and a task in it, as my_course/alone, found alone"),
        ("own/verify", "a task is named verify, which is a word of the command"),
        ("own/Two words", "of at most 32 small letters, digits and _, found \"Two words\"; rename it"),
    ] {
        let (code, _, errors) = puzzle(&home, &["new", path]);
        assert!(code == Some(2) && errors.contains(part), "{errors}");
    }
}

#[test]
fn a_task_is_listed_begun_judged_and_solved() {
    let home = new_pack();
    let task = |more: &[&str]| puzzle(&home, &[&["--set", "own"], more].concat());
    let (_, list, _) = task(&[]);
    assert!(list.contains("== own ==") && list.contains("[ ] twice") && list.contains("0 of 1 solved"), "{list}");
    let (code, told, _) = task(&["next"]);
    assert!(code == Some(0) && told.contains("twice.comp is written here: edit it."), "{told}");
    assert!(told.contains("    result   6  2 14  0  8\n"), "{told}");
    // The start fails in both cases; of the hidden one only that.
    let (code, told, _) = task(&["twice", "--check"]);
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("doubled, n=1: wrong\n") && told.contains("It is wrong for n=63, n=64, n=65, n=200, too."));
    assert!(told.contains("1 hidden case fails.") && !told.contains("wrap"), "{told}");
    assert!(told.contains("twice: 7 cases: 1 right, 6 wrong; 1 of 8 points"), "{told}");
    // A finding is drawn over the line of the reader's own file.
    let (_, told, _) = task(&["twice", "--check", "own/twice/near_no_guard.comp"]);
    assert!(told.contains("twice.comp") && told.contains("result[i] = 2u * source[i];"), "{told}");
    let (_, told, _) = task(&["twice", "--check", "--json"]);
    let verdict: Value = serde_json::from_str(&told).unwrap();
    assert_eq!((&verdict["right"], &verdict["score"], &verdict["max_score"]), (&false.into(), &1.into(), &8.into()));
    assert!(told.contains("hidden case 1") && !told.contains("wrap"), "{told}");
    let (code, _, errors) = task(&["twice", "--solution"]);
    assert!(code == Some(2) && errors.contains("twice is not solved yet"), "{errors}");
    for number in [1, 2, 3, 3] {
        assert!(task(&["twice", "--hint"]).1.starts_with(&format!("Hint {number} of 3\n")));
    }
    let (code, told, errors) = task(&["twice", "--check", "own/twice/solution.comp"]);
    assert!(code == Some(0) && told.contains("8 of 8 points\nAll tasks are solved."), "{told}{errors}");
    assert!(task(&[]).1.contains("[x] twice") && task(&["twice", "--solution"]).0 == Some(0));
    // The puzzles have their own progress.
    assert!(puzzle(&home, &[]).1.contains("0 of "));
}

#[test]
fn an_answer_cannot_change_what_judges_it() {
    let home = new_pack();
    let start = std::fs::read_to_string(task_file(&home, "start.comp")).unwrap();
    // The reference has the declarations of the start, and not those of the answer.
    let idle = start.replace("uniform uint n;", "uniform uint n;\n#define for if (false) for");
    let idle = idle.replace("    result[i]", "    if (source[i] > 5000u) result[i]");
    std::fs::write(home.path().join("twice.comp"), idle).unwrap();
    let (code, told, _) = puzzle(&home, &["--set", "own", "twice", "--check"]);
    assert!(code == Some(1) && told.contains("result[0] is 0, not 486"), "{told}");
    for (from, to, code, part) in [
        ("    result[i]", "    if (source[i] > 5000u) result[i]", 1, "result[0] is 0, not 486"),
        ("void main() {", "// run: schedules 1\nvoid main() {", 2, "has a comment // run:, which the task decides"),
        ("    uint i", "    while (n > 0u) {}\n    uint i", 1, "was stopped in this loop"),
        ("void main() {", "void mian() {", 1, "twice.comp"),
    ] {
        std::fs::write(home.path().join("twice.comp"), start.replacen(from, to, 1)).unwrap();
        let (given, told, errors) = puzzle(&home, &["--set", "own", "twice", "--check"]);
        assert!(given == Some(code) && (told.clone() + &errors).contains(part), "{to}: {told}{errors}");
    }
}

#[test]
fn what_is_wrong_with_a_pack_is_found() {
    let home = new_pack();
    let verify = || puzzle(&home, &["verify", "own"]);
    edit(&task_file(&home, "near_no_guard.comp"), "refused: bounds", "refused: race");
    edit(&task_file(&home, "solution.comp"), "2u * source[i]", "3u * source[i]");
    let (code, out, _) = verify();
    let told = out.replace('\n', " ");
    assert_eq!(code, Some(1), "{out}");
    assert!(told.contains("twice: its solution is refused, wrong: ") && told.contains("own: 0 of 1 tasks are right"));
    assert!(told.contains("near_no_guard is refused for bounds, not for race; correct it"), "{out}");
    edit(&task_file(&home, "solution.comp"), "3u * source[i]", "2u * source[i]");
    edit(&task_file(&home, "near_no_guard.comp"), "refused: race", "refused: bounds");
    // Without its caps one lane may do all; with results of zeros nothing needs to be done.
    std::fs::write(
        task_file(&home, "task.test.toml"),
        "[[case]]\nname = \"a\"\nkernel = \"answer.comp\"\nsizes = [64]\ngroups = 1\nuniforms = { n = \"n\" }\n\
         buffers = { Source = \"zero:n\", Result = \"zero:n\" }\nexpect = { Result = \"zero:n\" }\n",
    )
    .unwrap();
    let (code, out, _) = puzzle(&home, &["verify", "own", "--json"]);
    let review: Value = serde_json::from_str(&out).unwrap();
    let sentences = |kind: &str| review["tasks"][0][kind].as_array().unwrap().len();
    assert_eq!((code, &review["right"], sentences("warnings")), (Some(1), &false.into(), 3), "{out}");
    for part in ["its start passes", "near_one_lane passes", "an answer that writes zeros passes"] {
        assert!(out.contains(part), "{part}: {out}");
    }
}

#[test]
fn a_mistake_in_a_pack_is_one_sentence() {
    let home = new_pack();
    let pack = home.path().join("own/pack.toml");
    let whole = std::fs::read_to_string(&pack).unwrap();
    for (from, to, part) in [
        ("\"twice\"", "\"twice\", \"twice\"", "own/pack.toml:5: two tasks are named twice; leave one out"),
        ("\"twice\"", "\"../twice\"", "own/pack.toml:5: expected the name of a task"),
        ("\"twice\"", "\"thrice\"", "own/pack.toml: there is no folder thrice for the task"),
        ("title", "titles", "there is no titles; there are format, title, tasks; did you mean title?"),
        ("\"own\"", "\"a\\u001b[31m\"", "expected a title of 1 to 100 letters in one line"),
    ] {
        edit(&pack, from, to);
        let (code, _, errors) = puzzle(&home, &["--set", "own"]);
        assert!(code == Some(2) && errors.contains(part), "{errors}");
        std::fs::write(&pack, &whole).unwrap();
    }
    let long = "x".repeat((1 << 20) + 1);
    for (file, text, part) in [
        ("text.md", "No heading.\n", "own/twice/text.md:1: expected a heading, as # The title; write one"),
        ("hints.md", &long, "bytes of own/twice/hints.md: 1048577 given, the limit is 1048576"),
        ("near_a.comp", "void main() {}\n", "near_a.comp: it has no line // refused: REASON"),
        ("near_a.comp", "// refused: rase\n", "did you mean race?"),
        ("near_a.frag", "// refused: race\n", "near_a.frag: expected near_NAME.comp, as the start ends"),
        ("task.test.toml", "[[case]]\nname = \"a\"\ngrups = 1\n", "task.test.toml:3: there is no grups"),
        ("task.test.toml", "[[case]]\nname = \"a\"\nkernel = \"b.comp\"\n", "it does not run answer.comp"),
    ] {
        let path = task_file(&home, file);
        let before = std::fs::read(&path).ok();
        std::fs::write(&path, text).unwrap();
        let (code, _, errors) = puzzle(&home, &["verify", "own"]);
        assert!(code == Some(2) && errors.contains(part), "{file}: {errors}");
        match before {
            Some(bytes) => std::fs::write(&path, bytes).unwrap(),
            None => std::fs::remove_file(&path).unwrap(),
        }
    }
    for (arguments, part) in [
        (vec!["--set", "own", "../own/twice"], "expected the name of a task, of at most 32 small letters"),
        (
            vec!["--set", "own", "twic"],
            "own has no task twic; gristmill puzzle --set own lists them; did you mean twice?",
        ),
        (
            vec!["--set", "own", "--hint"],
            "no task is named; write it after the pack, as in gristmill puzzle --set own twice",
        ),
        (
            vec!["--set", "."],
            "pack.toml does not exist; name the folder of a pack, or make one by gristmill puzzle new",
        ),
        (vec!["verify"], "FOLDER"),
    ] {
        let (code, _, errors) = puzzle(&home, &arguments);
        assert!(code == Some(2) && errors.contains(part), "{errors}");
    }
    std::fs::remove_file(task_file(&home, "start.comp")).unwrap();
    let (code, _, errors) = puzzle(&home, &["--set", "own"]);
    assert!(code == Some(2) && errors.contains("own/twice has no start; write the file to edit"), "{errors}");
}

#[test]
fn a_class_gets_no_answers() {
    let home = new_pack();
    let export = |to: &str| puzzle(&home, &["export", "own", "--to", to]);
    assert!(
        export("own/inner")
            .2
            .contains("own/inner is in the pack itself; name a folder beside it")
    );
    let (code, out, errors) = export("class");
    assert!(code == Some(0) && out.contains("class: 1 task for the class, without solutions and 1 hidden"), "{errors}");
    let task = home.path().join("class/twice");
    let mut names: Vec<String> = vec![];
    for entry in std::fs::read_dir(&task).unwrap() {
        names.push(entry.unwrap().file_name().into_string().unwrap());
    }
    names.sort();
    assert_eq!(names, ["hints.md", "start.comp", "task.test.toml", "text.md"]);
    let cases = std::fs::read_to_string(task.join("task.test.toml")).unwrap();
    assert!(cases.ends_with("\n# 1 more case is judged by the teacher, for 2 points.\n"), "{cases}");
    assert!(!cases.contains("wrap") && !cases.contains("4294967294") && !cases.contains("Of a hidden case"), "{cases}");
    // The class lists, edits and is judged; the teacher's folder is the whole pack.
    let answer = "own/twice/solution.comp";
    let (code, told, _) = puzzle(&home, &["--set", "class", "twice", "--check", answer]);
    assert!(code == Some(0) && told.contains("twice: 6 cases: 6 right"), "{told}");
    let (code, told, _) = puzzle(&home, &["--set", "class-answers", "twice", "--check", answer]);
    assert!(code == Some(0) && told.contains("8 of 8 points"), "{told}");
    let (code, _, errors) = puzzle(&home, &["--set", "class", "twice", "--solution", "--give-up"]);
    assert!(code == Some(2) && errors.contains("twice has no solution in this pack; ask who made it"), "{errors}");
    assert!(export("class").2.contains("class exists already; name a new folder"));
    edit(&task_file(&home, "solution.comp"), "2u *", "3u *");
    let (code, _, errors) = export("other");
    assert!(code == Some(2) && errors.contains("the solution of twice is refused: "), "{errors}");
    assert!(!home.path().join("other").exists());
}

/// The files of a task whose kernel is a fragment program in Cg.
const CG_TASK: [(&str, &str); 6] = [
    ("text.md", "# Twice\n\nWrite twice each texel.\n"),
    ("hints.md", "## One\n\nA product is written with `*`.\n"),
    ("start.cg", "float4 main(float4 at : WPOS, uniform samplerRECT x) : COLOR\n{\n    return texRECT(x, at.xy);\n}\n"),
    (
        "solution.cg",
        "float4 main(float4 at : WPOS, uniform samplerRECT x) : COLOR\n{\n    return 2 * texRECT(x, at.xy);\n}\n",
    ),
    (
        "near_beside.cg",
        "// refused: wrong\nfloat4 main(float4 at : WPOS, uniform samplerRECT x) : COLOR\n{\n    return 2 * texRECT(x, at.xy + float2(0.75, 0));\n}\n",
    ),
    (
        "task.test.toml",
        "[[case]]\nname = \"four\"\nkernel = \"answer.cg\"\nsize = [4, 1]\nimages = { x = \"index:4x1\" }\n\
         targets = { COLOR0 = \"r32f\" }\nexpect = { COLOR0 = [0, 2, 4, 6] }\n\n\
         [[case]]\nname = \"one\"\nkernel = \"answer.cg\"\nsize = [1, 1]\nimages = { x = \"3:1x1\" }\n\
         targets = { COLOR0 = \"r32f\" }\nexpect = { COLOR0 = [6] }\nhidden = true\n",
    ),
];

#[test]
fn a_task_may_be_a_program_in_cg() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("own/doubled");
    std::fs::create_dir_all(&folder).unwrap();
    let pack = home.path().join("own/pack.toml");
    std::fs::write(pack, "format = 1\ntitle = \"Cg\"\ntasks = [\"doubled\"]\n").unwrap();
    for (name, text) in CG_TASK {
        std::fs::write(folder.join(name), text).unwrap();
    }
    let (code, out, errors) = puzzle(&home, &["verify", "own"]);
    assert!(code == Some(0) && out.ends_with("Cg: 1 of 1 tasks are right\n"), "{out}{errors}");
    assert!(!out.contains("warning:"), "{out}");
    let judged = |file: &str| puzzle(&home, &["--set", "own", "doubled", "--check", &format!("own/doubled/{file}.cg")]);
    assert_eq!(judged("solution").0, Some(0));
    for refused in ["start", "near_beside"] {
        let (code, out, errors) = judged(refused);
        assert!(code == Some(1), "{refused}: {out}{errors}");
    }
    // A near-solution that is right is an error of the pack.
    edit(&folder.join("near_beside.cg"), " + float2(0.75, 0)", "");
    assert_eq!(puzzle(&home, &["verify", "own"]).0, Some(1));
}

#[test]
fn the_example_is_listed_and_right() {
    let home = tempfile::tempdir().unwrap();
    let folder = format!("{ROOT}/{EXAMPLE}");
    let (code, list, _) = puzzle(&home, &["--set", &folder]);
    assert!(code == Some(0) && list.contains("[ ] vector_add") && list.contains("0 of 10 solved"), "{list}");
    let (code, table, _) = puzzle(&home, &["verify", &folder]);
    assert!(code == Some(0) && table.lines().all(|line| line.chars().count() <= 80), "{table}");
}
