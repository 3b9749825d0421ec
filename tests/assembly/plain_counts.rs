//! Programs counted a second time, line by line from the text, and `fit` held against these counts on every card.
//!
//! Nothing of the library's readers is used. The rules are those of ARB_fragment_program (section 3.11.6) and of
//! Microsoft's tables of instruction slots. `GRISTMILL_PROGRAMS` names a folder of programs to compare as well.

use super::direct3d::SHADERS;
use gristmill::Profile;
use gristmill::check::KernelCheck;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The counts of one reader; `None` is not compared.
#[derive(Debug, Default)]
struct PlainCounts {
    arithmetic: usize,
    texture: usize,
    total: usize,
    indirections: Option<usize>,
    temporaries: usize,
}

impl PlainCounts {
    /// Returns each count by the name that it has in `fit`; a vertex program has one sum of slots.
    fn list_counts(&self, is_vertex: bool) -> Vec<(&'static str, usize)> {
        let mut all = vec![("slots", self.total), ("temporaries", self.temporaries)];
        if !is_vertex {
            all.extend([("arithmetic slots", self.arithmetic), ("texture slots", self.texture)]);
            all.extend(self.indirections.map(|count| ("indirections", count)));
        }
        all
    }
}

/// Words that declare, set up or end, and take no slot.
const DECLARATIONS: [&str; 12] =
    ["OPTION", "TEMP", "SHORT", "LONG", "PARAM", "ATTRIB", "OUTPUT", "ADDRESS", "ALIAS", "DECLARE", "DEFINE", "END"];

/// Instructions that move control.
const FLOW: [&str; 9] = ["IF", "ELSE", "ENDIF", "LOOP", "ENDLOOP", "REP", "ENDREP", "BRK", "CAL"];

/// Returns the names in the operands of an instruction: each up to its dot, bracket or sign.
fn list_operand_names(operands: &str) -> Vec<String> {
    let braces = operands.split(['{', '}']).step_by(2).collect::<String>();
    let split = braces.split(|letter: char| !letter.is_alphanumeric() && !"_$.".contains(letter));
    split.filter_map(|word| word.split('.').next()).map(str::to_string).collect()
}

/// Counts a program of OpenGL's languages.
fn count_opengl(text: &str) -> PlainCounts {
    let lines: Vec<&str> = text.lines().map(|line| line.split('#').next().unwrap_or("")).collect();
    let body = lines.join(" ");
    let (head, body) = body.trim_start().split_once(char::is_whitespace).unwrap_or_default();
    let (is_own, is_vertex) = (!head.starts_with("!!ARB"), head.contains("VP") || head.contains("vp"));
    let mut counts = PlainCounts { indirections: (!is_vertex).then_some(1), ..PlainCounts::default() };
    let mut registers: BTreeSet<String> = BTreeSet::new();
    let mut aliases: Vec<(String, String)> = vec![];
    let (mut written, mut computed) = (BTreeSet::new(), BTreeSet::new());
    for statement in body.split(';') {
        let statement = statement.rsplit(':').next().unwrap_or("").trim();
        let (word, operands) = statement.split_once(char::is_whitespace).unwrap_or((statement, ""));
        if DECLARATIONS.contains(&word) || word.is_empty() {
            match word {
                "TEMP" | "SHORT" | "LONG" => {
                    let names = operands.trim().trim_start_matches("TEMP").split(',');
                    registers.extend(names.map(|name| name.trim().to_string()));
                }
                "ALIAS" => {
                    let (new, old) = operands.split_once('=').unwrap_or_default();
                    aliases.push((new.trim().to_string(), old.trim().to_string()));
                }
                _ => {}
            }
            continue;
        }
        counts.total += 1;
        let is_texture = ["TEX", "TXP", "TXB", "TXL", "TXD", "KIL"]
            .iter()
            .any(|read| word.starts_with(read));
        let is_flow = FLOW.contains(&word) || word == "RET" || word == "BRA";
        counts.texture += usize::from(is_texture);
        counts.arithmetic += usize::from(!is_texture && !is_flow);
        let resolve = |name: String| {
            let alias = aliases.iter().find(|(new, _)| *new == name);
            alias.map_or(name, |(_, old)| old.clone())
        };
        let is_register = |name: &String| match is_own {
            true => name.starts_with(['R', 'H']) && name[1..].parse::<u32>().is_ok(),
            false => registers.contains(name),
        };
        let (target, sources) = match word.starts_with("KIL") {
            true => ("", operands),
            false => operands.split_once(',').unwrap_or((operands, "")),
        };
        // A condition in parentheses is no register.
        let target = target.split('(').next().unwrap_or("");
        let target: Vec<String> = list_operand_names(target)
            .into_iter()
            .map(resolve)
            .filter(is_register)
            .collect();
        let sources: Vec<String> = list_operand_names(sources)
            .into_iter()
            .map(resolve)
            .filter(is_register)
            .collect();
        if is_own {
            registers.extend(target.iter().chain(&sources).cloned().collect::<Vec<_>>());
        }
        if is_texture {
            let depends = sources.iter().any(|name| written.contains(name));
            if depends || target.iter().any(|name| computed.contains(name)) {
                counts.indirections = counts.indirections.map(|count| count + 1);
                written.clear();
                computed.clear();
            }
        } else {
            computed.extend(sources.iter().chain(&target).cloned());
        }
        written.extend(target);
    }
    if is_vertex {
        (counts.arithmetic, counts.texture) = (0, 0);
    }
    counts.temporaries = registers.len();
    counts
}

/// Returns the slots of an instruction by Microsoft's tables: arithmetic, texture, flow.
fn find_slots(version: &str, name: &str, condition: bool, is_cube: bool) -> [usize; 3] {
    let is_first = matches!(version, "ps_1_1" | "ps_1_2" | "ps_1_3" | "ps_1_4");
    let counts_reads = !is_first && version != "ps_2_0" && version.starts_with("ps");
    match name {
        "def" | "defi" | "defb" | "dcl" | "phase" | "label" => [0, 0, 0],
        "texbeml" => [1, 1, 0],
        "texkill" => [0, if counts_reads { 2 } else { 1 }, 0],
        _ if name.starts_with("tex") => {
            let more = match name {
                _ if !counts_reads && !version.starts_with("vs_3") => 1,
                "texldl" if is_cube => 5,
                "texld" | "texldp" if is_cube => 4,
                "texldl" => 2,
                "texldp" | "texldd" => 3,
                "texldb" => 6,
                _ => 1,
            };
            [0, more, 0]
        }
        "call" | "endloop" | "endrep" => [0, 0, 2],
        "callnz" | "loop" | "rep" | "if" | "breakp" => [0, 0, 3],
        "break" => [0, 0, if condition { 3 } else { 1 }],
        "ret" | "else" | "endif" => [0, 0, 1],
        "nop" if is_first => [0, 0, 0],
        "cmp" | "dp4" if is_first => [if version == "ps_1_4" { 1 } else { 2 }, 0, 0],
        "bem" => [2, 0, 0],
        _ if is_first => [1, 0, 0],
        "exp" | "log" if version == "vs_1_1" => [10, 0, 0],
        "frc" if version == "vs_1_1" => [3, 0, 0],
        "lit" if version != "vs_1_1" => [3, 0, 0],
        "nrm" | "pow" | "sgn" | "m3x3" | "m4x3" => [3, 0, 0],
        "crs" | "lrp" | "dp2add" | "dsx" | "dsy" | "m3x2" => [2, 0, 0],
        "m4x4" | "m3x4" => [4, 0, 0],
        "sincos" => [8, 0, 0],
        _ => [1, 0, 0],
    }
}

/// Counts a shader of Direct3D; not the levels of its reads.
fn count_direct3d(text: &str) -> PlainCounts {
    let mut counts = PlainCounts::default();
    let code = |line: &'_ str| {
        line.split("//")
            .next()
            .and_then(|line| line.split(';').next())
            .unwrap_or("")
            .trim()
            .to_string()
    };
    let lines: Vec<String> = text.lines().map(code).filter(|line| !line.is_empty()).collect();
    let mut lines = lines.iter().map(String::as_str);
    let version = lines.next().unwrap_or("").replace('.', "_");
    let (mut cubes, mut registers) = (vec![], BTreeSet::new());
    for line in lines {
        // The second of a pair takes no slot of its own.
        let (line, is_paired) = line.strip_prefix('+').map_or((line, false), |rest| (rest.trim(), true));
        let (line, is_predicated) = match line.starts_with('(') {
            true => (line.split_once(')').unwrap_or_default().1.trim(), true),
            false => (line, false),
        };
        let (word, operands) = line.split_once(' ').unwrap_or((line, ""));
        let mut parts = word.split('_');
        let name = parts.next().unwrap_or("");
        let modifier = parts.next().unwrap_or("");
        if word.starts_with("dcl_cube") {
            cubes.push(operands.split('.').next().unwrap_or("").trim().to_string());
        }
        let names = list_operand_names(operands);
        let found = names
            .iter()
            .filter(|name| name.starts_with('r') && name[1..].parse::<u32>().is_ok());
        registers.extend(found.cloned());
        // A matrix takes as many registers as it has rows; in these texts they are constants.
        let is_cube = names.iter().any(|name| cubes.contains(name));
        let condition = ["gt", "eq", "ge", "lt", "ne", "le"].contains(&modifier);
        let mut slots = find_slots(&version, name, condition, is_cube);
        if is_predicated {
            slots[usize::from(slots[1] > 0)] += 1;
        }
        if is_paired {
            slots = [0; 3];
        }
        counts.arithmetic += slots[0];
        counts.texture += slots[1];
        counts.total += slots.iter().sum::<usize>();
    }
    counts.temporaries = registers.len();
    counts
}

/// Compares `fit` on every card with the plain counts. Returns the differences, or `None` for a program that the
/// reader refuses.
fn compare_counts(name: &str, text: &str) -> Option<Vec<String>> {
    let flat = KernelCheck::source(name, text).flat().ok()?;
    let is_direct3d = name.ends_with("sh");
    let is_vertex = name.ends_with(".vp") || name.ends_with(".vsh");
    let plain = if is_direct3d { count_direct3d(text) } else { count_opengl(text) };
    let mut wrong = vec![];
    for profile in Profile::all() {
        let fit = flat.fit(profile);
        for (thing, count) in plain.list_counts(is_vertex) {
            // Two short registers of the NV options are one, and a card of two numbers has no sum.
            let found = fit.demands.iter().find(|demand| demand.thing == thing && demand.given > 0);
            let Some(found) = found else { continue };
            let is_short = thing == "temporaries" && (text.contains("SHORT") || text.contains("!!FP1.0"));
            let is_right = is_short || found.given == count as u64;
            let is_judged = found.refused == found.limit.is_some_and(|limit| found.given > limit);
            if !is_right || !is_judged {
                wrong.push(format!("{} {thing}: {found:?}, not {count}", profile.name));
            }
        }
    }
    Some(wrong)
}

/// Returns the files of a folder and the folders in it that are programs.
fn list_programs(folder: &Path) -> Vec<PathBuf> {
    let mut all = vec![];
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or("");
        match ending {
            _ if path.is_dir() => all.extend(list_programs(&path)),
            "fp" | "vp" | "psh" | "vsh" => all.push(path),
            _ => {}
        }
    }
    all.sort();
    all
}

#[test]
fn fit_has_the_counts_of_a_plain_counter() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = if tests.join("tests/assembly").is_dir() { tests.to_path_buf() } else { tests.join("../..") };
    let mut corpus: Vec<(String, String)> = vec![];
    for folder in ["tests", "fragment_kernels", "compute_kernels", "book", "crates"] {
        let files = list_programs(&root.join(folder));
        corpus.extend(
            files
                .into_iter()
                .filter_map(|path| Some((path.display().to_string(), std::fs::read_to_string(&path).ok()?))),
        );
    }
    let of_tree = corpus.len();
    assert!(of_tree >= 20, "{of_tree} programs");
    let own = SHADERS.iter().enumerate().map(|(number, text)| {
        let ending = if text.starts_with("vs") { "vsh" } else { "psh" };
        (format!("{number}.{ending}"), text.to_string())
    });
    corpus.extend(own);
    if let Ok(folder) = std::env::var("GRISTMILL_PROGRAMS") {
        for path in list_programs(Path::new(&folder)) {
            let bytes = std::fs::read(&path).unwrap_or_default();
            corpus.push((path.display().to_string(), String::from_utf8_lossy(&bytes).into_owned()));
        }
    }
    let (mut same, mut wrong) = (0, vec![]);
    for (path, text) in &corpus {
        let name = path.rsplit('/').next().unwrap_or(path);
        match compare_counts(name, text) {
            Some(differences) if differences.is_empty() => same += 1,
            Some(differences) => wrong.push(format!("{path}: {}", differences.join("\n"))),
            None => {}
        }
    }
    println!("{same} programs have the same counts, {} others, of {}", wrong.len(), corpus.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(same >= 50, "{same} programs");
}

/// The second reader has the answers of the extension's own rules, and sees a change.
#[test]
fn the_plain_counter_counts_by_hand() {
    let text = "!!ARBfp1.0\nTEMP a, b;\nTEX a, fragment.texcoord[0], texture[0], 2D;\nMUL b, a, a;\nTEX a, b, texture[0], 2D;\n\
                MOV result.color, a;\nEND\n";
    let counts = count_opengl(text);
    let numbers = [counts.arithmetic, counts.texture, counts.total, counts.indirections.unwrap(), counts.temporaries];
    assert_eq!(numbers, [2, 2, 4, 2, 2]);
    let counts = count_direct3d("ps_2_0\ndcl t0\ndcl_2d s0\ntexld r0, t0, s0\nnrm r1, r0\nmov oC0, r1\n");
    assert_eq!([counts.arithmetic, counts.texture, counts.total, counts.temporaries], [4, 1, 5, 2]);
    let counts =
        count_direct3d("ps.1.4 ; of 2001\ntexld r0, t0 ; read\n; a line\ndp4 r0, r0, c0 // one slot\n+ mov r1.a, c1\n");
    assert_eq!([counts.arithmetic, counts.texture, counts.total, counts.temporaries], [1, 1, 2, 2]);
}
