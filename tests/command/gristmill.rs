//! The `gristmill` command as its users meet it: what it prints, the files it writes, its exit codes.

use crate::ROOT;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output, Stdio};

pub fn gristmill(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gristmill"));
    command.current_dir(ROOT);
    for name in ["GRISTMILL_DEVICE", "MESA_GL_VERSION_OVERRIDE", "NO_COLOR", "COLUMNS"] {
        command.env_remove(name);
    }
    command.args(arguments).stdin(Stdio::null());
    command
}

/// Runs it and gives the exit code, what it printed and what it warned of.
pub fn ended(command: &mut Command) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let (out, errors) = (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap());
    assert!(!errors.contains("panicked"), "{errors}");
    (status.code(), out, errors)
}

pub fn json(arguments: &[&str]) -> Value {
    let (code, out, errors) = ended(&mut gristmill(arguments));
    assert_eq!(code, Some(0), "{out}{errors}");
    serde_json::from_str(&out).unwrap()
}

fn is_svg(path: &Path) -> bool {
    let text = std::fs::read_to_string(path).unwrap();
    text.starts_with("<svg") && text.trim_end().ends_with("</svg>")
}

const SAXPY: [&str; 4] = ["run", "saxpy", "--size", "1000"];

#[test]
fn help_teaches() {
    let subcommands = ["run", "compare", "trace", "check", "profile"].map(|name| [name, "--help"]);
    for arguments in subcommands.iter().map(|arguments| &arguments[..]).chain([&["--help"][..]]) {
        let (code, out, _) = ended(&mut gristmill(arguments));
        assert_eq!(code, Some(0));
        let (_, examples) = out.split_once("Example").unwrap();
        // Each subcommand shows itself alone.
        let shown = |name: &&str| examples.contains(&format!("gristmill {name} "));
        let others = ["run", "compare", "trace", "check", "profile"]
            .into_iter()
            .filter(shown)
            .collect::<Vec<_>>();
        assert!(arguments.len() == 1 || others == arguments[..1], "{out}");
    }
    let (code, _, errors) = ended(&mut gristmill(&["grind"]));
    assert_eq!(code, Some(2));
    assert!(errors.contains("grind"), "{errors}");
}

#[test]
fn list_tells_every_algorithm() {
    let (code, out, _) = ended(&mut gristmill(&["list"]));
    assert_eq!(code, Some(0));
    for algorithm in gristmill::algorithms::TABLE {
        assert!(out.contains(&format!("{}: {}", algorithm.name, algorithm.summary)), "{out}");
        assert!(
            algorithm
                .rungs
                .iter()
                .all(|rung| out.contains(rung.name) && out.contains(rung.method)),
            "{out}"
        );
    }
}

#[test]
fn list_tells_one_algorithm() {
    let (code, out, _) = ended(&mut gristmill(&["list", "scan"]));
    assert_eq!(code, Some(0));
    assert!(out.contains("scan: prefix sums") && out.contains("compute_lookback") && !out.contains("saxpy:"), "{out}");
    assert_eq!(json(&["list", "--json", "scan"]).as_array().unwrap().len(), 1);
    let (code, _, errors) = ended(&mut gristmill(&["list", "scam"]));
    assert!(code == Some(2) && errors.contains("did you mean scan?"), "{errors}");
}

#[test]
fn list_for_programs() {
    let listed = json(&["list", "--json"]);
    assert_eq!(listed.as_array().unwrap().len(), gristmill::algorithms::TABLE.len());
    assert_eq!(listed[0]["name"], "saxpy");
    assert_eq!(listed[0]["rungs"][0]["era"], "fragment");
}

#[test]
fn run_checks_both_eras() {
    let (code, out, errors) = ended(&mut gristmill(&SAXPY));
    assert_eq!(code, Some(0), "{errors}");
    assert!(out.contains("fragment") && out.contains("compute") && out.contains("ok"), "{out}");
    assert!(!out.contains("WRONG") && !out.contains('\u{1b}'), "{out}");
}

#[test]
fn run_for_programs() {
    let told = json(&[&SAXPY[..], &["--json", "--rung", "compute_packed"]].concat());
    assert_eq!(told["right"], true);
    assert_eq!(told["runs"].as_array().unwrap().len(), 1);
    assert_eq!(told["runs"][0]["rung"], "compute_packed");
    assert_eq!(told["runs"][0]["size"], 1000);
    assert!(told["runs"][0]["median_seconds"].as_f64().unwrap() > 0.0);
}

#[test]
fn run_takes_any_size() {
    for size in ["0", "1", "2^10", "1_001"] {
        let (code, out, errors) = ended(&mut gristmill(&["run", "saxpy", "--size", size]));
        assert_eq!(code, Some(0), "{size}: {out}{errors}");
    }
    for size in ["-1", "many", "2^27", "2^200", "999999999999"] {
        for (command, option) in [("run", "size"), ("trace", "size"), ("compare", "max")] {
            let (code, out, errors) = ended(&mut gristmill(&[command, "invert", &format!("--{option}={size}")]));
            assert_eq!(code, Some(2), "{command} {size}: {errors}");
            assert!(out.is_empty() && errors.contains(size), "{out}{errors}");
        }
    }
}

#[test]
fn what_does_not_exist_is_named_with_what_does() {
    for (arguments, sentence) in [
        (&["run", "sax"][..], "algorithm sax not found; did you mean saxpy? `gristmill list` shows all"),
        (&["compare", "scater"], "algorithm scater not found; did you mean scatter?"),
        (&["trace", "blur"], "algorithm blur not found; did you mean box_blur?"),
        (
            &["trace", "examples/race/race.comp"],
            "trace follows an algorithm of `gristmill list`, found the file examples/race/race.comp",
        ),
        (&["compare", "xyzzy"], "algorithm xyzzy not found; `gristmill list` shows all "),
        (&["run", "scan", "--rung", "compute_chunk"], "did you mean compute_chunks?"),
        (&["run", "scan", "--era", "fragmnt"], "did you mean fragment?"),
        (&["check", "examples/race/race.comp", "--buffer", "Sourc=zero:4"], "did you mean Source?"),
        (
            &["run", "saxpy", "--rung", "fast"],
            "saxpy has no rung fast; it has fragment, fragment_packed, fragment_2005, compute",
        ),
        (&["run", "saxpy", "--era", "fragment", "--rung", "compute"], "saxpy has no rung compute of the fragment era"),
        (&["run", "saxpy", "--era", "stone"], "unknown era stone; expected fragment or compute"),
        (&["run", "saxpy", "--device", "tpu"], "unknown device tpu"),
    ] {
        let (code, _, errors) = ended(&mut gristmill(arguments));
        assert_eq!(code, Some(2), "{errors}");
        assert!(errors.contains(sentence), "{errors}");
        assert!(errors.len() < 400, "{errors}");
    }
}

#[test]
fn unusable_files_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path.display().to_string()
    };
    let whole = std::fs::read(Path::new(ROOT).join("crates/cli/data/astronaut.png")).unwrap();
    let cut = file("cut.png", &whole[..whole.len() / 2]);
    let nothing = file("nothing.png", b"");
    let letters = file("letters.obj", b"v 1 2 x\nf 1 1 1\n");
    let faceless = file("faceless.obj", b"v 1 2 3\n");
    let text = file("text.txt", b"hello");
    let missing = folder.path().join("missing.png").display().to_string();
    for (algorithm, path) in [
        ("invert", &cut),
        ("invert", &nothing),
        ("invert", &missing),
        ("invert", &text),
        ("transform", &letters),
        ("transform", &faceless),
    ] {
        let (code, out, errors) = ended(&mut gristmill(&["run", algorithm, "--input", path]));
        assert_eq!(code, Some(2), "{path}: {out}{errors}");
        assert_eq!(crate::sentences(&errors), 1, "{errors}");
        // A version without the algorithm says that instead.
        assert!(errors.contains(path.as_str()) || errors.contains("no rungs"), "{errors}");
    }
    let (code, _, errors) = ended(&mut gristmill(&["run", "saxpy", "--input", &cut]));
    assert_eq!(code, Some(2));
    assert!(errors.contains("saxpy takes no photograph; invert"), "{errors}");
}

#[test]
fn a_photograph_goes_in_and_its_negative_comes_out() {
    let invert = gristmill::algorithms::Algorithm::find("invert").unwrap();
    for rung in invert.rungs {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("negatives").join("chelsea.png");
        let (code, out, errors) = ended(
            gristmill(&["run", "invert", "--input", "crates/cli/data/chelsea.png", "--rung", rung.name, "--out"])
                .arg(&path),
        );
        assert_eq!(code, Some(0), "{out}{errors}");
        let (photograph, negative) =
            (image::open(Path::new(ROOT).join("crates/cli/data/chelsea.png")).unwrap(), image::open(&path).unwrap());
        let wanted = photograph
            .to_rgba8()
            .pixels()
            .flat_map(|p| [255 - p[0], 255 - p[1], 255 - p[2], p[3]])
            .collect();
        assert!(negative.to_rgba8().into_raw() == Vec::<u8>::from_iter::<Vec<u8>>(wanted), "{}", rung.name);
    }
}

/// Returns true if a driver is here. It prints the sentence that a user would see where none is.
fn has_driver() -> bool {
    let device = gristmill::Device::choose(gristmill::Era::Fragment, gristmill::MachineChoice::Driver);
    device.inspect_err(|error| eprintln!("{error}")).is_ok()
}

#[test]
fn without_a_driver_it_says_what_to_install() {
    for (variable, value) in [("__EGL_VENDOR_LIBRARY_DIRS", "/nonexistent"), ("LIBGL_DRIVERS_PATH", "/nonexistent")] {
        let (code, _, errors) = ended(gristmill(&SAXPY).env(variable, value));
        assert_eq!(code, Some(0), "{errors}");
        assert!(errors.contains("sudo apt install") && errors.contains("using the emulator instead"), "{errors}");
        let (code, out, errors) = ended(gristmill(&["doctor"]).env(variable, value));
        assert_eq!(code, Some(0), "{out}{errors}");
        assert!(out.contains("emulator") && errors.contains("sudo apt install"), "{out}{errors}");
        let (_, prescription) = out.split_once("What to install").unwrap();
        assert!(prescription.contains("an OpenGL driver: ") && prescription.contains('`'), "{prescription}");

        for arguments in [&SAXPY[..], &[], &["compare", "saxpy"], &["trace", "saxpy"]] {
            let (code, _, errors) = ended(gristmill(arguments).env(variable, value).env("GRISTMILL_DEVICE", "gl"));
            assert_eq!(code, Some(3), "{errors}");
            assert!(errors.contains("sudo apt install"), "{errors}");
        }
        let (code, out, _) = ended(gristmill(&["doctor"]).env(variable, value).env("GRISTMILL_DEVICE", "gl"));
        assert_eq!(code, Some(3));
        assert!(out.contains("No device works") && out.contains("sudo apt install"), "{out}");
    }
}

#[test]
fn without_compute_shaders_the_fragment_era_runs() {
    if !has_driver() {
        return;
    }
    let old = |arguments: &[&str]| ended(gristmill(arguments).env("MESA_GL_VERSION_OVERRIDE", "4.1"));
    let (code, _, errors) = old(&[&SAXPY[..], &["--era", "compute"]].concat());
    assert_eq!(code, Some(3));
    assert!(errors.contains("4.3") && errors.contains("4.1"), "{errors}");
    assert_eq!(crate::sentences(&errors), 1, "{errors}");

    let (code, _, errors) = old(&[&SAXPY[..], &["--era", "fragment"]].concat());
    assert_eq!((code, errors.as_str()), (Some(0), ""));

    let (code, out, errors) = old(&SAXPY);
    assert_eq!(code, Some(0));
    assert!(out.contains("fragment") && errors.contains("4.3"), "{out}{errors}");

    let (code, out, _) = old(&["doctor"]);
    assert_eq!(code, Some(0), "{out}");
    assert!(out.contains("does not run: the compute era needs OpenGL 4.3"), "{out}");
}

#[test]
fn the_doctor_tests_both_eras() {
    let (code, out, _) = ended(&mut gristmill(&["doctor"]));
    assert_eq!(code, Some(0), "{out}");
    assert!(out.contains("OpenGL") && out.contains("side of a 2D texture"), "{out}");
    assert_eq!(out.matches("runs and is right").count(), 2, "{out}");
    let told = json(&["doctor", "--json"]);
    assert_eq!(told["eras"][0]["right"], true);
}

#[test]
fn the_device_can_be_chosen() {
    let (code, _, errors) = ended(&mut gristmill(&[&SAXPY[..], &["--device", "emulator"]].concat()));
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    if !has_driver() {
        return;
    }
    let (code, _, errors) = ended(&mut gristmill(&[&SAXPY[..], &["--device", "0"]].concat()));
    assert_eq!(code, Some(0), "{errors}");
    let (code, _, errors) = ended(&mut gristmill(&[&SAXPY[..], &["--device", "99"]].concat()));
    assert_eq!(code, Some(3));
    assert!(errors.contains("there is no device 99"), "{errors}");
    // The argument has the last word.
    let mut both = gristmill(&[&SAXPY[..], &["--device", "gl"]].concat());
    let (code, _, errors) = ended(both.env("GRISTMILL_DEVICE", "99"));
    assert_eq!(code, Some(0), "{errors}");
}

#[test]
fn compare_draws_time_against_size() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().display().to_string();
    let (code, table, errors) = ended(&mut gristmill(&["compare", "saxpy", "--max", "100", "--out", &out]));
    assert_eq!(code, Some(0), "{table}{errors}");
    assert!(table.contains("every result is right") && table.contains("packed"), "{table}");
    assert!(is_svg(&folder.path().join("compare_saxpy.svg")));

    let told = json(&["compare", "saxpy", "--max", "32", "--out", &out, "--json"]);
    assert_eq!(told["points"].as_array().unwrap().len(), 2 * 5);
}

#[test]
fn trace_tells_each_pass() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().display().to_string();
    let (code, table, errors) = ended(&mut gristmill(&["trace", "saxpy", "--size", "1000", "--out", &out]));
    assert_eq!(code, Some(0), "{table}{errors}");
    assert!(table.contains("saxpy.frag") && table.contains("x, y -> result"), "{table}");
    assert!(is_svg(&folder.path().join("saxpy_fragment_graph.svg")));
    let told = json(&["trace", "saxpy", "--size", "1000", "--out", &out, "--json"]);
    assert_eq!(told[1]["events"][0]["kernel"], "saxpy.comp");
}

#[test]
fn what_cannot_be_written_is_named() {
    let (code, _, errors) = ended(&mut gristmill(&["compare", "saxpy", "--max", "16", "--out", "/proc/nowhere"]));
    assert_eq!(code, Some(2));
    assert!(errors.contains("/proc/nowhere"), "{errors}");
    // Nothing ran before that was said.
    for (arguments, sentence) in [
        (&["run", "saxpy", "--out", "no.png"][..], "saxpy makes no picture"),
        (&["run", "invert", "--out", "/proc/nowhere/a.png"], "/proc/nowhere/a.png cannot be written"),
        (&["run", "invert", "--out", "negative.gif"], "expected a file ending in .png or .jpg, found negative.gif"),
        (&["run", "invert", "--out", "negative"], "expected a file ending in .png or .jpg, found negative"),
        (&["compare", "invert", "--out", "/proc/nowhere"], "/proc/nowhere/compare_invert.svg cannot be written"),
        (&["trace", "invert", "--out", "/proc/nowhere"], "/proc/nowhere/invert_fragment_graph.svg cannot be written"),
    ] {
        let (code, out, errors) = ended(&mut gristmill(arguments));
        assert_eq!((code, out.as_str()), (Some(2), ""), "{errors}");
        assert!(errors.contains(sentence), "{errors}");
    }
    assert!(!Path::new(ROOT).join("no.png").exists(), "what is refused leaves nothing behind");
}

#[test]
fn a_closed_pipe_is_no_panic() {
    for arguments in [&["list"][..], &["doctor"], &SAXPY] {
        let mut command = gristmill(arguments);
        if !has_driver() {
            command.env("GRISTMILL_DEVICE", "emulator");
        }
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let Output { status, stderr, .. } = child.wait_with_output().unwrap();
        assert_eq!((status.code(), String::from_utf8(stderr).unwrap().as_str()), (Some(0), ""));
    }
}

#[test]
fn no_color_means_none() {
    let (_, out, errors) = ended(gristmill(&SAXPY).env("NO_COLOR", "1"));
    assert!(!out.contains('\u{1b}') && !errors.contains('\u{1b}'), "{out}");
    let (_, _, errors) = ended(gristmill(&["grind"]).env("NO_COLOR", "1"));
    assert!(!errors.contains('\u{1b}'), "{errors}");
}

#[test]
fn the_quick_tour_has_no_subcommand() {
    let (code, told, errors) = ended(&mut gristmill(&["--quick", "list"]));
    assert_eq!(code, Some(2));
    assert!(told.is_empty() && errors.contains("--quick is for the tour"), "{told}{errors}");
}
