//! piglit's `asmparsertest`: programs, each with whether it must load.

use gristmill::check::program_counts;
use std::path::{Path, PathBuf};

/// The folder of the programs, where piglit is installed; `GRISTMILL_PIGLIT` says where it lies elsewhere.
pub fn folder() -> Option<PathBuf> {
    let given = std::env::var_os("GRISTMILL_PIGLIT").map(PathBuf::from);
    let libraries = std::fs::read_dir("/usr/lib").into_iter().flatten().flatten();
    let found = libraries.map(|entry| entry.path().join("piglit"));
    let here = given
        .into_iter()
        .chain(["/usr/lib/piglit".into(), "/usr/local/lib/piglit".into()])
        .chain(found);
    here.map(|piglit| piglit.join("tests/asmparsertest/shaders"))
        .find(|folder| folder.is_dir())
}

/// Files whose verdict the extension's own text contradicts, with what is said of them: section 3.11.5.36 of
/// NV_fragment_program_option lets no program load that has RFL write w, and section 2.14.5.43 of NV_vertex_program3
/// none whose POPA has a condition (its revision of 2009 says that some drivers took it).
const AGAINST_THE_TEXT: [(&str, &str); 3] = [
    ("size_specifier-68.txt", "RFL writes no w"),
    ("astack-08.txt", "POPA writes a whole register"),
    ("astack-09.txt", "POPA writes a whole register"),
];

fn programs(folder: &Path) -> Vec<PathBuf> {
    let kinds = ["ARBfp1.0", "ARBvp1.0"].map(|kind| folder.join(kind));
    let mut files: Vec<PathBuf> = kinds
        .iter()
        .flat_map(|kind| std::fs::read_dir(kind).into_iter().flatten().flatten())
        .map(|entry| entry.path())
        .collect();
    files.sort();
    files
}

#[test]
fn every_verdict_is_piglits() {
    let Some(folder) = folder() else {
        println!("piglit is not installed; GRISTMILL_PIGLIT can say where it is");
        return;
    };
    let (mut right, mut wrong, mut against) = (0, vec![], 0);
    for file in programs(&folder) {
        let text = String::from_utf8_lossy(&std::fs::read(&file).unwrap()).into_owned();
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let vertex = file.parent().is_some_and(|kind| kind.ends_with("ARBvp1.0"));
        let read = program_counts(if vertex { "program.vp" } else { "program.fp" }, &text);
        if let Some((_, why)) = AGAINST_THE_TEXT.iter().find(|(known, _)| *known == name) {
            assert!(read.is_err_and(|error| error.to_string().contains(why)), "{name}");
            against += 1;
            continue;
        }
        let must_fail = text.lines().any(|line| line.trim_start().starts_with("# FAIL"));
        if read.is_err() == must_fail {
            right += 1;
        } else {
            wrong.push(format!("{name}: {}", read.map_or_else(|error| error.to_string(), |_| "it loads".to_string())));
        }
    }
    println!("{right} verdicts are piglit's, {against} are against the text");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(right > 0);
}
