//! The command as a tool in a pipeline: what is no file, what has no end, what is not there for it,
//! and what it leaves behind.

use crate::ROOT;
use crate::check::{folder, gristmill, path, reverse};
use std::fs::File;
use std::io::{Read, Write};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The refusal of a pipe in the place of a file, and the refusal of a device.
const PIPE: &str = "expected a file, found a pipe; write what it has to a file and name that";
const DEVICE: &str = "expected a file, found a device; write what it has to a file and name that";

/// Makes a pipe with a name. A command that opens it meets a writer that closes it at once. One
/// that reads pipes says something else than one that refuses them, and does not keep the test.
fn make_pipe(folder: &Path, name: &str) -> String {
    let pipe = folder.join(name);
    let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    let writer = pipe.clone();
    std::thread::spawn(move || drop(File::options().write(true).open(writer)));
    pipe.display().to_string()
}

/// Runs the command under a line of the shell, as `ulimit -v 700000`.
fn under(limits: &str, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut shell = Command::new("/bin/sh");
    shell.arg("-c").arg(format!("{limits}; exec \"$0\" \"$@\""));
    shell.arg(env!("CARGO_BIN_EXE_gristmill")).args(arguments);
    let Output { status, stdout, stderr } = shell.current_dir(ROOT).stdin(Stdio::null()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code(), text(stdout), text(stderr))
}

#[test]
fn a_folder_with_pipes_sockets_and_devices_is_judged() {
    let folder = folder(&[("m.comp", &reverse("barrier();"))]);
    make_pipe(folder.path(), "a.comp");
    std::os::unix::fs::symlink("/dev/zero", folder.path().join("d.comp")).unwrap();
    let _socket = UnixListener::bind(folder.path().join("s.wgsl")).unwrap();
    let (code, out, errors) = gristmill(&["check", &folder.path().display().to_string()]);
    assert_eq!(code, Some(2), "{out}{errors}");
    assert!(out.contains("m.comp: nothing is wrong\n4 files: 1 right, 0 wrong, 3 not judged"), "{out}");
    for (name, found) in [("a.comp", PIPE), ("d.comp", DEVICE), ("s.wgsl", "found a socket")] {
        assert!(errors.lines().any(|line| line.contains(name) && line.contains(found)), "{errors}");
    }
}

#[test]
fn whatever_is_named_is_read_only_if_it_is_a_file() {
    let kernel = reverse("barrier();");
    let folder = folder(&[("right.comp", &kernel)]);
    let pipe = |name: &str| make_pipe(folder.path(), name);
    let right = path(&folder, "right.comp");
    let photo = "#version 430 core\n// run: image photo=photo.png\nlayout(local_size_x = 1) in;\nuniform sampler2D photo;\n\
                 buffer Result { vec4 result; };\nvoid main() { result = texelFetch(photo, ivec2(0), 0); }\n";
    std::fs::write(folder.path().join("photo.comp"), photo).unwrap();
    std::fs::write(folder.path().join("own.comp"), kernel.replace("index:64", "own.bin")).unwrap();
    let [runs, known, bytes, array] = ["runs.txt", "known.json", "bytes.bin", "array.npy"].map(pipe);
    let [picture, mesh, text] = ["picture.png", "mesh.obj", "text.frag"].map(pipe);
    let _ = ["photo.png", "own.bin"].map(pipe);
    let numbers = format!("Numbers={bytes}");
    let expected = format!("Numbers={array}");
    for arguments in [
        &["check", &right, "--runs", &runs][..],
        &["check", &right, "--baseline", &known],
        &["check", &right, "--buffer", &numbers],
        &["check", &right, "--expect", &expected],
        &["check", &path(&folder, "photo.comp")],
        &["check", &path(&folder, "own.comp")],
        &["profile", &text],
        &["fit", &text],
        &["split", &text],
        &["run", "invert", "--device", "emulator", "--input", &picture],
        &["run", "transform", "--device", "emulator", "--input", &mesh],
    ] {
        let (code, out, errors) = gristmill(arguments);
        assert_eq!(code, Some(2), "{arguments:?}: {out}{errors}");
        assert!(errors.contains("expected a file, found a pipe;"), "{arguments:?}: {errors}");
    }
    std::os::unix::fs::symlink("/dev/zero", folder.path().join("zero.bin")).unwrap();
    let zeros = format!("Numbers={}", path(&folder, "zero.bin"));
    for arguments in [
        &["check", &right, "--runs", "/dev/zero"][..],
        &["check", &right, "--baseline", "/dev/zero"],
        &["check", &right, "--buffer", &zeros],
        &["run", "invert", "--device", "emulator", "--input", "/dev/zero"],
    ] {
        let (code, out, errors) = gristmill(arguments);
        assert_eq!(code, Some(2), "{arguments:?}: {out}{errors}");
        assert!(errors.contains("expected a file, found a device;"), "{arguments:?}: {errors}");
    }
}

/// A comment lifts no limit; who types the command may.
#[test]
fn steps_have_an_end_whatever_a_comment_says() {
    let text = |steps: &str| reverse("barrier();").replace("// run:", &format!("// run: steps {steps}\n// run:"));
    let many = "99999999999999";
    let folder = folder(&[("many.comp", &text(many)), ("most.comp", &text("100000000"))]);
    let (code, _, errors) = gristmill(&["check", &path(&folder, "many.comp")]);
    assert_eq!(code, Some(2), "{errors}");
    let sentence = format!("many.comp:2: steps {many}: 100000000 is the most that a comment may ask for; use --steps");
    assert!(errors.contains(&sentence), "{errors}");
    assert_eq!(gristmill(&["check", &path(&folder, "most.comp")]).0, Some(0));
    assert_eq!(gristmill(&["check", &path(&folder, "most.comp"), "--steps", many]).0, Some(0));
}

/// Under any limit there is the verdict that holds, or a shortage with its own exit code; no abort,
/// and no other verdict.
#[cfg(target_os = "linux")]
#[test]
fn a_shortage_is_no_verdict() {
    let folder = folder(&[("right.comp", &reverse("barrier();")), ("wrong.comp", &reverse(""))]);
    let [right, wrong] = ["right.comp", "wrong.comp"].map(|name| path(&folder, name));
    let all = folder.path().display().to_string();
    let mut shortages = 0;
    for limits in ["ulimit -v 250000", "ulimit -v 500000", "ulimit -v 700000", "ulimit -v 1000000", "ulimit -n 6"] {
        for (what, verdict) in [(&right, 0), (&wrong, 1), (&all, 1), (&"saxpy".to_string(), 0)] {
            let (code, out, errors) = under(limits, &["check", what]);
            assert!(code == Some(verdict) || code == Some(4), "{limits}, {what}: {code:?}\n{out}{errors}");
            if code == Some(4) {
                shortages += 1;
                assert!(errors.contains("the system is short of "), "{limits}, {what}: {out}{errors}");
                assert!(
                    !out.contains("wrong.comp: nothing is wrong") && !out.contains("1 wrong"),
                    "{limits}, {what}: {out}"
                );
            }
        }
    }
    assert!(shortages >= 4, "{shortages}");
}

/// A file that may have no byte is a full disk.
#[test]
fn a_full_disk_leaves_what_was_there() {
    let folder = folder(&[("wrong.comp", &reverse(""))]);
    let kernel = path(&folder, "wrong.comp");
    let [known, report] = ["known.json", "report.sarif"].map(|name| path(&folder, name));
    let asked = ["check", &kernel, "--write-baseline", &known, "--report", &report];
    assert_eq!(gristmill(&asked).0, Some(0));
    let before = [&known, &report].map(|file| std::fs::read(file).unwrap());
    assert!(before.iter().all(|bytes| !bytes.is_empty()));
    for option in ["--write-baseline", "--report"] {
        let file = if option == "--report" { &report } else { &known };
        let (code, out, errors) = under("trap '' XFSZ; ulimit -f 0", &["check", &kernel, option, file]);
        assert_eq!(code, Some(4), "{out}{errors}");
        assert!(errors.contains("cannot be written") && errors.contains("the system is short of room"), "{errors}");
    }
    assert_eq!([&known, &report].map(|file| std::fs::read(file).unwrap()), before);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3, "nothing is left beside them");
    if cfg!(target_os = "linux") {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_gristmill"));
        let Output { status, stderr, .. } = command
            .arg("cards")
            .stdout(full)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
            .wait_with_output()
            .unwrap();
        let errors = String::from_utf8(stderr).unwrap();
        assert_eq!(status.code(), Some(4), "{errors}");
        assert!(errors.contains("short of room on the disk"), "{errors}");
    }
}

/// Side by side, and told in the order of names: as each file is told alone.
#[test]
fn the_files_of_a_folder_are_told_in_order() {
    let texts = [reverse("barrier();"), reverse(""), "#version 430 core\nvoid main() { x = 1; }\n".to_string()];
    let names: Vec<String> = (0..12).map(|number| format!("k{number:02}.comp")).collect();
    let files: Vec<(&str, &str)> = names
        .iter()
        .zip(texts.iter().cycle())
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    let folder = folder(&files);
    let (code, out, errors) = gristmill(&["check", &folder.path().display().to_string()]);
    assert_eq!(code, Some(2), "{errors}");
    let alone: Vec<_> = names.iter().map(|name| gristmill(&["check", &path(&folder, name)])).collect();
    let (outs, all_errors): (String, String) =
        alone.iter().map(|(_, out, errors)| (out.as_str(), errors.as_str())).unzip();
    assert_eq!(out, format!("{outs}12 files: 4 right, 4 wrong, 4 not judged\n"));
    assert_eq!(errors, all_errors);
}

/// One process serves several kernels, and ends with its input, in the middle of its work too.
#[test]
fn a_compiler_ends_with_who_asked() {
    let serve = |requests: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gristmill"));
        command
            .arg("compile-only")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let (mut input, mut output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let mut answers = vec![];
        for (number, text) in requests.iter().enumerate() {
            let choice = serde_json::json!({"entry": null, "constants": []});
            let request = serde_json::json!({"wgsl": "a.wgsl", "text": text, "choice": choice}).to_string();
            input.write_all(&(request.len() as u32).to_le_bytes()).unwrap();
            input.write_all(request.as_bytes()).unwrap();
            // The last is asked for, and not waited for.
            if number + 1 < requests.len() {
                let mut length = [0; 4];
                output.read_exact(&mut length).unwrap();
                let mut answer = vec![0; u32::from_le_bytes(length) as usize];
                output.read_exact(&mut answer).unwrap();
                answers.push(String::from_utf8(answer).unwrap());
            }
        }
        drop(input);
        let mut left = vec![];
        output.read_to_end(&mut left).unwrap();
        (answers, left, child.wait().unwrap().code())
    };
    let small = "@compute @workgroup_size(1) fn main() {}";
    let terms = (0..9_000).map(|number| format!("    a[{}u] += a[{}u] * 2u;\n", number % 7, number % 11));
    let long: String = terms.collect();
    let long = format!("var<private> a: array<u32, 16>;\n@compute @workgroup_size(1) fn main() {{\n{long}}}");
    let (answers, left, code) = serve(&[small, "fn", small, &long]);
    assert_eq!(answers.len(), 3);
    assert_eq!(answers[0], answers[2]);
    assert!(answers[0].starts_with("{\"Ok\":") && answers[1].starts_with("{\"Err\":{\"Source\""), "{answers:?}");
    assert_eq!((left.len(), code), (0, Some(0)), "nobody waits for the last answer");
}

/// Comments of 2004 are in Latin-1: what is said of such a text is what is said of the same one in UTF-8.
#[test]
fn texts_in_latin_1_are_read() {
    let race = reverse("/* Größe: 64 µm² */").replace("uint lane", "/* für */ uint lane");
    let refused = race.replace("copy[lane] =", "/* é */ copi[lane] =");
    let told = |encode: fn(&str) -> Vec<u8>| {
        let folder = folder(&[]);
        std::fs::write(folder.path().join("race.comp"), encode(&race)).unwrap();
        std::fs::write(folder.path().join("refused.comp"), encode(&refused)).unwrap();
        ["race.comp", "refused.comp"].map(|name| gristmill(&["check", &path(&folder, name)]))
    };
    let utf_8 = told(|text| text.as_bytes().to_vec());
    let [(race_code, out, _), (refused_code, _, errors)] = &utf_8;
    assert_eq!((race_code, refused_code), (&Some(1), &Some(2)), "{utf_8:?}");
    assert!(out.contains("copy[lane] = numbers[lane]") && errors.contains("/* é */ copi[lane]"), "{utf_8:?}");
    assert_eq!(utf_8, told(|text| text.chars().map(|letter| u8::try_from(u32::from(letter)).unwrap()).collect()));
    let folder = folder(&[]);
    std::fs::write(folder.path().join("picture.comp"), b"\x89PNG\r\n\x1a\n\0\0").unwrap();
    let (code, _, errors) = gristmill(&["check", &path(&folder, "picture.comp")]);
    assert!(code == Some(2) && errors.contains("it is not text in UTF-8 or Latin-1; is it a kernel?"), "{errors}");
}

/// A number below zero is the value of the option before it.
#[test]
fn numbers_below_zero_are_refused_by_their_option() {
    for (arguments, sentence) in [
        (&["run", "saxpy", "--seed", "-1"][..], "expected a whole number from 0 to 4294967295"),
        (&["trace", "saxpy", "--seed", "-1"], "expected a whole number from 0 to 4294967295"),
        (&["run", "saxpy", "--size", "-1"], "write it as 1000, 1_000_000 or 2^20"),
        (&["compare", "saxpy", "--max", "-5"], "write it as 1000, 1_000_000 or 2^20"),
        (&["check", "tests/book/steps.comp", "--warp", "-1"], "--warp -1: it is not a number from 1 to 64"),
    ] {
        let (code, _, errors) = gristmill(arguments);
        assert_eq!(code, Some(2), "{arguments:?}: {errors}");
        assert!(errors.contains(sentence) && !errors.contains("-- -"), "{arguments:?}: {errors}");
    }
}
