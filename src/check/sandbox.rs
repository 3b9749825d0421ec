//! The compiler in a process of its own: it may crash, take all memory or never end without harm.
//!
//! The stages go there, and their SPIR-V or what is wrong with them comes back, as JSON.

use crate::data::error::{Error, Result};
use crate::shader::{self, Expanded, ModuleChoice, Stage};
use serde::{Deserialize, Serialize};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The SPIR-V of each stage.
pub(super) type Modules = Vec<(Stage, Vec<u32>)>;

/// KiB of address space that the compiler may take: half of it is its stack, of which only what is used takes memory.
const ADDRESSES: u32 = 512 << 10;

/// Seconds of a processor that the compiler may take: the same on a busy machine.
const PROCESSOR: u32 = 4;

/// Bytes of the most that is read from either side.
const MOST: u64 = 64 << 20;

/// How often it is asked whether the compiler has ended.
const PAUSE: Duration = Duration::from_millis(2);

/// Where kernels are compiled.
#[derive(Debug, Clone, Default)]
pub(super) enum Compiler {
    /// In this process: for texts that are trusted.
    #[default]
    Here,
    /// In a process that this program starts, until the time is up.
    Child(PathBuf, Duration),
}

impl Compiler {
    pub(super) fn translate(&self, stages: &[&Expanded]) -> Result<Modules> {
        match self {
            Compiler::Here => shader::translate(stages),
            Compiler::Child(program, deadline) => in_child(program, *deadline, stages),
        }
    }

    /// The SPIR-V of a text in WGSL.
    pub(super) fn translate_wgsl(&self, wgsl: &WgslText) -> Result<Modules> {
        match self {
            Compiler::Here => wgsl.translate(),
            Compiler::Child(program, deadline) => ask(program, *deadline, &wgsl.wgsl, json(wgsl)),
        }
    }
}

/// Does the work of the child: reads the stages of one program from the standard input, and writes their
/// SPIR-V, or what is wrong with them, to the standard output. A program that calls
/// [`KernelCheck::in_child`](super::KernelCheck::in_child) calls this when its first argument is
/// `compile-only`.
///
/// ```no_run
/// // The program that is the child of `KernelCheck::in_child`.
/// if std::env::args().nth(1).as_deref() == Some("compile-only") {
///     gristmill::check::compile_only()?;
/// }
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`Error::Data`] where the input is not of [`KernelCheck::in_child`](super::KernelCheck::in_child), or
/// nobody takes the output.
pub fn compile_only() -> Result<()> {
    let wrong = |what: &str| Error::data(format!("compile-only {what}; `gristmill check` starts it, and nobody else"));
    let mut bytes = vec![];
    std::io::stdin()
        .take(MOST)
        .read_to_end(&mut bytes)
        .map_err(|_| wrong("has no input"))?;
    let request: Request = serde_json::from_slice(&bytes).map_err(|_| wrong("cannot read its input"))?;
    let answer = answer(match request {
        Request::Stages(stages) => shader::translate(&stages.iter().collect::<Vec<_>>()),
        Request::Wgsl(wgsl) => wgsl.translate(),
    });
    let mut out = std::io::stdout().lock();
    out.write_all(&json(&answer))
        .and_then(|()| out.flush())
        .map_err(|_| wrong("cannot write its output"))
}

/// What the child is asked for.
#[derive(Deserialize)]
#[serde(untagged)]
enum Request {
    Stages(Vec<Expanded>),
    Wgsl(WgslText),
}

/// A text in WGSL, and what is chosen of it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct WgslText {
    /// The name of its file.
    pub wgsl: String,
    pub text: String,
    pub choice: ModuleChoice,
}

impl WgslText {
    #[cfg(feature = "wgsl")]
    fn translate(&self) -> Result<Modules> {
        Ok(vec![shader::translate_wgsl(&self.wgsl, &self.text, &self.choice)?])
    }

    #[cfg(not(feature = "wgsl"))]
    fn translate(&self) -> Result<Modules> {
        Err(Error::data(format!("{}: this build reads no WGSL; build it with the feature wgsl", self.wgsl)))
    }
}

/// What the child answers: the SPIR-V of each stage, or the kernel, what is wrong with it, and whether it compiles in
/// spite of that.
type Answer = Result<Modules, (String, String, bool)>;

fn answer(translated: Result<Modules>) -> Answer {
    translated.map_err(|error| match error {
        Error::Source { kernel, report } => (kernel, report, false),
        Error::NotEmulated { kernel, report } => (kernel, report, true),
        other => (String::new(), other.to_string(), false),
    })
}

/// The error that the child met.
fn refused((kernel, report, compiles): (String, String, bool)) -> Error {
    if compiles { Error::NotEmulated { kernel, report } } else { Error::Source { kernel, report } }
}

/// The bytes to send.
fn json(value: &impl Serialize) -> Vec<u8> {
    // Only a map whose keys are no texts could fail.
    serde_json::to_vec(value).unwrap_or_default()
}

fn in_child(program: &Path, deadline: Duration, stages: &[&Expanded]) -> Result<Modules> {
    let kernel = shader::names(stages);
    let long = stages.iter().find(|expanded| expanded.text.len() > shader::LONGEST);
    if let Some(long) = long {
        let thing = format!("the text of {} in bytes", long.name);
        return Err(Error::limit(thing, long.text.len() as u128, shader::LONGEST as u128, "split the kernel"));
    }
    ask(program, deadline, &kernel, json(&stages))
}

/// Asks the child for the SPIR-V of a kernel.
fn ask(program: &Path, deadline: Duration, kernel: &str, request: Vec<u8>) -> Result<Modules> {
    let wrong = |report: String| Err(Error::Source { kernel: kernel.to_string(), report });
    let (bytes, ended) = match run(program, deadline, request) {
        Ok(done) => done,
        Err(error) => return wrong(format!("its compiler does not start: {error}")),
    };
    if !ended {
        let seconds = deadline.as_secs_f64();
        return wrong(format!("the compiler did not end within {seconds} s; make the kernel smaller, or wait longer"));
    }
    match serde_json::from_slice::<Answer>(&bytes) {
        Ok(answer) => answer.map_err(refused),
        Err(_) => wrong(
            "the compiler crashed, or took too much memory or time; leave parts out to find what it cannot do".into(),
        ),
    }
}

/// Runs the compiler. Gives what it wrote, and whether it ended by itself.
fn run(program: &Path, deadline: Duration, request: Vec<u8>) -> std::io::Result<(Vec<u8>, bool)> {
    let start = Instant::now();
    let mut child = command(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let (input, output) = (child.stdin.take(), child.stdout.take());
    // Both pipes in threads of their own: a child that reads or writes nothing must not hold up the clock.
    let writer = std::thread::spawn(move || {
        // A child that has crashed reads nothing; what it answers says so.
        input.map(|mut input| input.write_all(&request))
    });
    let reader = std::thread::spawn(move || {
        let mut bytes = vec![];
        let _ = output.map(|output| output.take(MOST).read_to_end(&mut bytes));
        bytes
    });
    let ended = wait(&mut child, start.checked_add(deadline))?;
    let _ = writer.join();
    Ok((reader.join().unwrap_or_default(), ended))
}

/// Waits until the child has ended by itself, or ends it. Without a time to end it waits for ever.
fn wait(child: &mut Child, until: Option<Instant>) -> std::io::Result<bool> {
    loop {
        if child.try_wait()?.is_some() {
            return Ok(true);
        }
        if until.is_some_and(|until| Instant::now() >= until) {
            child.kill()?;
            child.wait()?;
            return Ok(false);
        }
        std::thread::sleep(PAUSE);
    }
}

/// The program with limits on its memory and its time, where there is a shell that can set one.
fn command(program: &Path) -> Command {
    let shell = Path::new("/bin/sh");
    let mut command;
    if cfg!(unix) && shell.exists() {
        command = Command::new(shell);
        command
            .arg("-c")
            .arg(format!(
                "ulimit -v {ADDRESSES} 2>/dev/null; ulimit -t {PROCESSOR} 2>/dev/null; exec \"$0\" compile-only"
            ))
            .arg(program);
    } else {
        command = Command::new(program);
        command.arg("compile-only");
    }
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expanded(text: &str) -> Expanded {
        let file = shader::SourceFile { name: "a.comp".to_string(), text: text.to_string().into() };
        shader::expand(&file, Stage::Compute, &|_| None, &[]).unwrap()
    }

    #[test]
    fn both_answers_arrive() {
        for text in ["#version 430 core\nvoid main() {}\n", "#version 430 core\nvoid main() { x = 1; }\n"] {
            let here = shader::translate(&[&expanded(text)]);
            let sent: Vec<Expanded> = serde_json::from_slice(&json(&[&expanded(text)])).unwrap();
            assert_eq!(sent, [expanded(text)]);
            let bytes = json(&answer(here.clone()));
            let received: Answer = serde_json::from_slice(&bytes).unwrap();
            assert_eq!(received.map_err(refused), here);
            // What is cut off is no answer.
            for length in 0..bytes.len() {
                assert!(serde_json::from_slice::<Answer>(&bytes[..length]).is_err(), "{length}");
            }
        }
    }

    #[test]
    fn a_compiler_that_crashes_or_hangs_is_a_sentence() {
        let stage = expanded("#version 430 core\nvoid main() {}\n");
        let folder = tempfile::tempdir().unwrap();
        let program = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
            #[cfg(unix)]
            std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
            path
        };
        let says = |path: &Path, seconds: f64| {
            in_child(path, Duration::from_secs_f64(seconds), &[&stage])
                .unwrap_err()
                .to_string()
        };
        assert!(says(&program("crashes", "kill -SEGV $$"), 10.0).contains("the compiler crashed"));
        assert!(says(&program("silent", "exit 0"), 10.0).contains("the compiler crashed"));
        let patient = in_child(&program("patient", "exit 0"), Duration::MAX, &[&stage])
            .unwrap_err()
            .to_string();
        assert!(patient.contains("the compiler crashed"));
        assert!(says(&program("endless", "exec sleep 1000"), 0.2).contains("did not end within 0.2 s"));
        assert!(says(&folder.path().join("nothing"), 10.0).contains("the compiler crashed"));
    }
}
