//! Checks every command that README, the book, the puzzles and the help tell people to type: it parses, and its names
//! exist.
//!
//! Words in capitals, as NAME or FILE, are placeholders. A file without a folder is the reader's own.

use crate::arguments::{Arguments, Subcommand};
use crate::brook::is_brook_file;
use crate::puzzle::PuzzleArgs;
use crate::puzzle::pack_work::PackWork;
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use gristmill::Profile;
use gristmill::algorithms::Algorithm;
use gristmill::experiments::Experiment;
use gristmill_puzzles::Puzzle;
use std::path::{Path, PathBuf};

const REPOSITORY_ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
/// The first words of Gristmill's own commands.
const OWN_PREFIXES: [&str; 2] = ["gristmill", "cargo run --"];

/// Returns the files below a folder with that ending, by their paths from the root.
fn files_below(folder: &str, ending: &str) -> Vec<(String, String)> {
    let mut found = vec![];
    for entry in std::fs::read_dir(Path::new(REPOSITORY_ROOT).join(folder)).unwrap() {
        let name = format!("{folder}/{}", entry.unwrap().file_name().to_string_lossy());
        let path = Path::new(REPOSITORY_ROOT).join(&name);
        if path.is_dir() {
            found.extend(files_below(&name, ending));
        } else if name.ends_with(ending) {
            found.push((name, std::fs::read_to_string(path).unwrap()));
        }
    }
    found
}

/// Returns the commands of a page: in its sentences between backticks, and in its `sh` and `console` blocks.
fn typed_commands(page: &str) -> Vec<String> {
    let mut commands = vec![];
    let mut prose = String::new();
    let mut block = None;
    for line in page.lines() {
        match (block, line.strip_prefix("```")) {
            (None, Some(language)) => block = Some(language),
            (Some(_), Some(_)) => block = None,
            (Some("sh"), None) => commands.push(line.split(" #").next().unwrap_or("").trim().to_string()),
            (Some(language), None) if language.starts_with("console") => {
                commands.extend(line.strip_prefix("$ ").map(str::to_string));
            }
            (Some(_), None) => {}
            (None, None) => prose += &format!("{line}\n"),
        }
    }
    // An odd backtick only affects its own paragraph; a command may continue on the next line.
    for paragraph in prose.split("\n\n") {
        let quoted = paragraph.split('`').skip(1).step_by(2);
        commands.extend(quoted.map(|words| words.split_whitespace().collect::<Vec<_>>().join(" ")));
    }
    let behind_variables = |command: &String| -> String {
        let words: Vec<_> = command
            .split(' ')
            .skip_while(|word: &&str| word.split_once('=').is_some_and(|(name, _)| is_placeholder(name)))
            .collect();
        words.join(" ")
    };
    let mut commands: Vec<_> = commands.iter().map(behind_variables).collect();
    commands.retain(|command| matches!(command.split(' ').next(), Some("gristmill" | "cargo")));
    commands
}

/// Returns the commands of the examples in the help.
fn help_commands(command: &clap::Command) -> Vec<String> {
    let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let lines = help.lines().filter_map(|line| line.strip_prefix("  gristmill"));
    let own = lines.map(|line| format!("gristmill{}", line.split("  ").next().unwrap_or(line)));
    own.chain(command.get_subcommands().flat_map(help_commands)).collect()
}

/// Returns true for a placeholder: NAME, FILE, LONG.frag.
fn is_placeholder(word: &str) -> bool {
    let stem = word.split('.').next().unwrap_or(word);
    stem.len() > 1
        && stem
            .chars()
            .all(|letter| letter.is_ascii_uppercase() || "_:0123456789".contains(letter))
}

/// Splits a command into words; text in quotation marks is one word.
fn split_words(command: &str) -> Vec<String> {
    let mut words: Vec<String> = vec![];
    for (place, part) in command.split(['\'', '"']).enumerate() {
        let pieces = if place % 2 == 1 { vec![part] } else { part.split_whitespace().collect() };
        words.extend(pieces.into_iter().map(str::to_string));
    }
    words
}

/// Describes the fault of a command, if it has one.
fn command_fault(command: &str) -> Option<String> {
    let own = OWN_PREFIXES.iter().find_map(|start| command.strip_prefix(start));
    let wrong = match own {
        Some(rest) if rest.is_empty() || rest.starts_with(' ') => check_gristmill(&split_words(rest)),
        _ => check_cargo(&split_words(command)),
    };
    wrong.err()
}

/// Checks a command of Gristmill: parses it, and looks its names up.
fn check_gristmill(words: &[String]) -> Result<(), String> {
    let arguments = match Arguments::try_parse_from(["gristmill".to_string()].iter().chain(words)) {
        Ok(arguments) => arguments,
        Err(error) if error.exit_code() == 0 => return Ok(()), // --help
        // A single word may be a subcommand's name.
        Err(error) if error.kind() == ErrorKind::MissingRequiredArgument && words.len() == 1 => return Ok(()),
        Err(error) => return Err(error.to_string()),
    };
    check_card(arguments.global.device.card.as_deref())?;
    let mut named = vec![];
    let mut given = vec![];
    match &arguments.subcommand {
        Some(Subcommand::Run(run)) if is_brook_file(&run.algorithm) => {
            given.push(PathBuf::from(&run.algorithm));
            given.extend(run.includes.include.clone());
        }
        Some(Subcommand::Run(run)) => {
            check_algorithm(&run.algorithm, run.rung.as_deref())?;
            given.extend(run.input.clone());
        }
        Some(Subcommand::Trace(trace)) => check_algorithm(&trace.algorithm, trace.rung.as_deref())?,
        Some(Subcommand::Compare(compare)) => check_algorithm(&compare.algorithm, None)?,
        Some(Subcommand::Bench(bench)) => named = bench.names.clone(),
        Some(Subcommand::Check(check)) => {
            check_card(check.launch.card.as_deref())?;
            let (files, names) = check
                .what
                .iter()
                .cloned()
                .partition::<Vec<_>, _>(|what| what.contains(['.', '/']));
            given = files.into_iter().map(PathBuf::from).collect();
            given.extend(check.includes.include.clone());
            named = names;
        }
        Some(Subcommand::Profile(profile)) => given.push(profile.file.clone()),
        Some(Subcommand::Fit(fit)) => given = [fit.files.as_slice(), &fit.includes.include].concat(),
        Some(Subcommand::Split(split)) => {
            check_card(Some(&split.card))?;
            given.push(split.file.clone());
        }
        Some(Subcommand::Audit(audit)) => {
            check_card(audit.card.as_deref())?;
            given.extend(audit.file.clone());
        }
        Some(Subcommand::Cards(cards)) => check_card(cards.name.as_deref())?,
        Some(Subcommand::Experiment(asking)) => {
            let name = asking.name.as_deref().filter(|name| !is_placeholder(name));
            name.map(Experiment::find).transpose().map_err(|error| error.to_string())?;
        }
        Some(Subcommand::Puzzle(PuzzleArgs { work: Some(work), .. })) => match work {
            // The folders of a new pack and of an exported one are not there yet.
            PackWork::New(_) => {}
            PackWork::Verify(verify) => given.push(verify.folder.clone()),
            PackWork::Export(export) => given.push(export.folder.clone()),
        },
        Some(Subcommand::Puzzle(PuzzleArgs { set: Some(folder), name, check, .. })) => {
            let is_readers = folder.components().count() == 1;
            let named = name.iter().filter(|name| *name != "next" && !is_readers);
            given.extend(named.map(|name| folder.join(name)));
            given.push(folder.clone());
            given.extend(check.clone().flatten());
        }
        Some(Subcommand::Puzzle(puzzling)) => {
            let name = puzzling.name.as_deref().filter(|name| !is_placeholder(name) && *name != "next");
            name.map(Puzzle::find).transpose().map_err(|error| error.to_string())?;
            given.extend(puzzling.check.clone().flatten());
        }
        _ => {}
    }
    named.iter().try_for_each(|name| check_algorithm(name, None))?;
    given.extend(arguments.global.kernels);
    given.iter().try_for_each(|path| check_file(path))
}

fn check_card(name: Option<&str>) -> Result<(), String> {
    match name {
        Some(name) if !is_placeholder(name) && name != "this-machine" => {
            Profile::named(name).map(|_| ()).map_err(|error| error.to_string())
        }
        _ => Ok(()),
    }
}

fn check_algorithm(name: &str, rung: Option<&str>) -> Result<(), String> {
    if is_placeholder(name) {
        return Ok(());
    }
    let found = Algorithm::find(name).map_err(|error| error.to_string())?;
    match rung.filter(|rung| !is_placeholder(rung)) {
        Some(rung) if !found.rungs.iter().any(|other| other.name == rung) => Err(format!("{name} has no rung {rung}")),
        _ => Ok(()),
    }
}

fn check_file(path: &Path) -> Result<(), String> {
    let is_readers = path.components().count() == 1;
    let mut parts = path.components();
    let is_there = Path::new(REPOSITORY_ROOT).join(path).exists();
    let stands_for_one = parts.any(|part| is_placeholder(&part.as_os_str().to_string_lossy()));
    if is_readers || stands_for_one || is_there { Ok(()) } else { Err(format!("there is no {}", path.display())) }
}

/// Checks a command of Cargo: looks up the targets and tests that it names.
fn check_cargo(words: &[String]) -> Result<(), String> {
    let behind = words.iter().position(|word| word == "--").unwrap_or(words.len());
    let (of_cargo, of_program) = words.split_at(behind);
    let mut rest = of_cargo.iter().skip(2);
    let mut filters = vec![];
    let runs_tests = of_cargo.get(1).is_some_and(|verb| verb == "test" || verb == "bench");
    while let Some(word) = rest.next() {
        let places = match word.as_str() {
            "--example" => ["examples/NAME.rs", "examples/NAME/main.rs"],
            "--bench" => ["benches/NAME/main.rs", ""],
            "--test" => ["tests/NAME.rs", "tests/NAME/main.rs"],
            "--manifest-path" => ["NAME", ""],
            "--features" => {
                rest.next();
                continue;
            }
            word => {
                filters.extend(Some(word.to_string()).filter(|word| runs_tests && !word.starts_with('-')));
                continue;
            }
        };
        let name = rest.next().ok_or(format!("{word} wants a name"))?;
        let is_there =
            |place: &&str| !place.is_empty() && Path::new(REPOSITORY_ROOT).join(place.replace("NAME", name)).exists();
        if !is_placeholder(name) && !places.iter().any(is_there) {
            return Err(format!("there is no {}", places[0].replace("NAME", name)));
        }
    }
    // Tests are selected by a part of their names or of their modules'.
    filters.extend(
        of_program
            .iter()
            .skip(1)
            .filter(|word| runs_tests && !word.starts_with('-'))
            .cloned(),
    );
    let sources = || {
        ["tests", "src", "crates", "benches"]
            .into_iter()
            .flat_map(|folder| files_below(folder, ".rs"))
    };
    let has = |filter: &str, path: &str, text: &str| {
        let mut functions = text.lines().filter_map(|line| line.trim_start().strip_prefix("fn "));
        path.contains(filter) || functions.any(|function| function.contains(filter))
    };
    match filters
        .iter()
        .find(|filter| !is_placeholder(filter) && !sources().any(|(path, text)| has(filter, &path, &text)))
    {
        Some(filter) => Err(format!("no test is called {filter}")),
        None => Ok(()),
    }
}

#[test]
fn every_command_that_one_is_told_to_type_is_one() {
    let mut texts = files_below("book/src", ".md");
    texts.extend(files_below("crates/puzzles/puzzles", ".md"));
    texts.extend(files_below("examples/course_pack", ".md"));
    texts.push((
        "README.md".to_string(),
        std::fs::read_to_string(Path::new(REPOSITORY_ROOT).join("README.md")).unwrap(),
    ));
    let mut commands: Vec<_> = texts
        .iter()
        .flat_map(|(name, text)| typed_commands(text).into_iter().map(move |command| (name.as_str(), command)))
        .collect();
    commands.extend(
        help_commands(&Arguments::command())
            .into_iter()
            .map(|command| ("the help", command)),
    );
    assert!(commands.len() > 200, "{} commands", commands.len());
    let faults: Vec<_> = commands
        .iter()
        .filter_map(|(place, command)| Some(format!("{place}: `{command}`: {}", command_fault(command)?)))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_wrong_command_is_found() {
    let page =
        "Type `gristmill\nlist`, or:\n\n```sh\nGRISTMILL_DEVICE=gl cargo test a  # a test\n```\n\n`cargo.toml`\n";
    assert_eq!(typed_commands(page), ["cargo test a", "gristmill list"]);
    for right in [
        "gristmill",
        "cargo run -- run scan --rung compute_blocks --size 2^20",
        "gristmill check FOLDER --report FILE.sarif",
        "gristmill puzzle --set examples/course_pack next --on-save",
        "gristmill puzzle verify FOLDER --json",
        "gristmill puzzle new my_course/halo --era fragment",
        "gristmill fit mine.cg --include FOLDER --include kernel_includes",
        "gristmill check mine.frag --expect 'B=out.npy ~1e-5'",
        "gristmill --help",
        "cargo run --features window --example boids -- --window",
        "cargo test a_wrong_command_is_found",
    ] {
        assert_eq!(command_fault(right), None, "{right}");
    }
    for wrong in [
        "gristmill walk",
        "gristmill run scann",
        "gristmill trace scan --rung compute_rocks",
        "gristmill check --card radeon-9999 mine.frag",
        "gristmill fit fragment_kernels/none.frag",
        "gristmill fit mine.cg --include kernel_includes/none",
        "gristmill puzzle none",
        "gristmill puzzle --set examples/course_pack none",
        "gristmill puzzle export FOLDER",
        "gristmill experiment none",
        "gristmill compare --max 16",
        "cargo run --example none",
        "cargo bench --bench none",
    ] {
        assert!(command_fault(wrong).is_some(), "{wrong}");
    }
}
