//! The compiler's process, as seen from the program that starts it.

use super::messages::{read_message, write_message};
use gristmill_base::address_space;
use gristmill_base::error::{Error, Result};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// KiB of address space for the compiler: half of it is its stack, of which only the part in use takes memory.
const ADDRESS_KIB: u32 = 512 << 10;

/// Processor seconds for one kernel: the same limit on a busy machine.
const PROCESSOR_SECONDS: u32 = 4;

/// Total time spent waiting for a process before it is replaced. Its processor time is at most
/// that, so usual kernels seldom hit the limit of a process.
const MAX_PROCESS_TIME: Duration = Duration::from_secs(2);

/// The Unix signal for a process whose processor time is used up.
const SIGNAL_CPU_TIME: i32 = 24;
/// The signal when something else kills the process, such as the system when memory runs out.
const SIGNAL_KILL: i32 = 9;
/// The signal of a process that aborts, for example when its own memory is used up.
const SIGNAL_ABORT: i32 = 6;

/// The exit code of a program that ran out of a resource.
const SHORTAGE_CODE: i32 = 4;

/// A process that compiles kernels, one after another, for
/// [`KernelCheck::compiled_by`](super::KernelFileCheck::compiled_by).
///
/// ```no_run
/// use gristmill::check::{ChildCompiler, KernelCheck};
/// use std::time::Duration;
/// let program = std::env::args().next().unwrap_or_default();
/// let compiler = ChildCompiler::new(program).deadline(Duration::from_secs(5));
/// println!("{}", KernelCheck::file("stranger.comp")?.compiled_by(&compiler).compile()?.name());
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// The process starts with the first kernel. A process that has crashed, or has run for some time,
/// is replaced. Clones share the process and wait for each other.
#[derive(Debug, Clone)]
pub struct ChildCompiler {
    program: PathBuf,
    deadline: Option<Duration>,
    process: Arc<Mutex<Option<CompilerProcess>>>,
}

impl ChildCompiler {
    /// Creates a compiler from a program that, started with the argument `compile-only`, calls [`super::compile_only`].
    pub fn new(program: impl Into<PathBuf>) -> ChildCompiler {
        ChildCompiler { program: program.into(), deadline: None, process: Arc::default() }
    }

    /// Kills the process if a kernel takes longer than this in wall-clock time. Without a deadline
    /// processor seconds are counted, so that a busy machine gives the same verdict.
    pub fn deadline(self, deadline: Duration) -> ChildCompiler {
        ChildCompiler { deadline: Some(deadline), ..self }
    }

    /// Requests the SPIR-V of a kernel. If a process that served other kernels ends during the
    /// request, a fresh one is asked again: only its answer counts.
    pub(super) fn request_spirv(&self, kernel: &str, request: &[u8]) -> Result<Vec<u8>> {
        let mut kept = self.process.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(mut used) = kept.take().filter(|process| process.waited < MAX_PROCESS_TIME)
            && let Exchange::Answered(answer) = used.exchange(request, self.deadline)
        {
            *kept = Some(used);
            return Ok(answer);
        }
        let mut fresh = CompilerProcess::start(&self.program)
            .map_err(|error| Error::of_system(format!("{kernel}: its compiler does not start"), &error))?;
        match fresh.exchange(request, self.deadline) {
            Exchange::Answered(answer) => {
                *kept = Some(fresh);
                Ok(answer)
            }
            Exchange::Late(deadline) => {
                let seconds = deadline.as_secs_f64();
                let next = "make the kernel smaller, or wait longer";
                Err(source_error(kernel, format!("the compiler did not end within {seconds} s; {next}")))
            }
            Exchange::Ended => Err(explain_end(kernel, fresh.wait_for_end())),
        }
    }
}

fn source_error(kernel: &str, report: String) -> Error {
    Error::Source { kernel: kernel.to_string(), report }
}

/// Explains why a fresh process ended on a kernel.
fn explain_end(kernel: &str, status: io::Result<ExitStatus>) -> Error {
    let status = match status {
        Ok(status) => status,
        Err(error) => return Error::of_system(format!("{kernel}: its compiler is lost"), &error),
    };
    let memory = ADDRESS_KIB >> 10;
    let is_tight = address_space::read_limit().is_some_and(|limit| limit < u64::from(ADDRESS_KIB) << 10);
    match signal(status) {
        Some(SIGNAL_CPU_TIME) => source_error(
            kernel,
            format!(
                "the compiler took {PROCESSOR_SECONDS} s of the processor and was stopped; make the kernel smaller"
            ),
        ),
        Some(SIGNAL_KILL) => Error::shortage(format!("{kernel}: its compiler was killed"), "memory"),
        _ if is_tight || status.code() == Some(SHORTAGE_CODE) => {
            Error::shortage(format!("{kernel}: its compiler has no room"), "memory or threads")
        }
        Some(SIGNAL_ABORT) => source_error(
            kernel,
            format!("the compiler crashed, or took more than {memory} MiB; leave parts out to find what it cannot do"),
        ),
        _ => source_error(kernel, "the compiler crashed; remove parts to find the cause".to_string()),
    }
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_: ExitStatus) -> Option<i32> {
    None
}

/// The result of a request.
enum Exchange {
    Answered(Vec<u8>),
    /// The deadline passed.
    Late(Duration),
    /// The process ended.
    Ended,
}

/// A process that waits for requests.
#[derive(Debug)]
struct CompilerProcess {
    child: Child,
    requests: Sender<Vec<u8>>,
    answers: Receiver<Vec<u8>>,
    /// Total time spent waiting for it.
    waited: Duration,
}

impl CompilerProcess {
    fn start(program: &Path) -> io::Result<CompilerProcess> {
        let mut child = limited_command(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (requests, asked) = mpsc::channel();
        let (answered, answers) = mpsc::channel();
        let process = CompilerProcess { child, requests, answers, waited: Duration::ZERO };
        // In a separate thread: a process that does not read or write must not block the deadline.
        std::thread::Builder::new()
            .name("compiler".to_string())
            .spawn(move || pipes.map(|(input, output)| serve_requests(input, output, &asked, &answered)))?;
        Ok(process)
    }

    fn exchange(&mut self, request: &[u8], deadline: Option<Duration>) -> Exchange {
        let start = Instant::now();
        if self.requests.send(request.to_vec()).is_err() {
            return Exchange::Ended;
        }
        let answer = match deadline {
            Some(deadline) => self.answers.recv_timeout(deadline),
            None => self.answers.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        self.waited += start.elapsed();
        match (answer, deadline) {
            (Ok(answer), _) => Exchange::Answered(answer),
            (Err(RecvTimeoutError::Timeout), Some(deadline)) => Exchange::Late(deadline),
            (Err(_), _) => Exchange::Ended,
        }
    }

    /// Waits for the end of a process whose output is closed.
    fn wait_for_end(&mut self) -> io::Result<ExitStatus> {
        self.child.wait()
    }
}

impl Drop for CompilerProcess {
    fn drop(&mut self) {
        // A process that has already ended is not an error.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends each request and receives its answer, until the process ends or the requests stop.
fn serve_requests(
    mut input: ChildStdin,
    mut output: ChildStdout,
    asked: &Receiver<Vec<u8>>,
    answered: &Sender<Vec<u8>>,
) {
    for request in asked {
        // A crashed process accepts no request; the missing answer shows it.
        let _ = write_message(&mut input, &request);
        let Ok(answer) = read_message(&mut output) else { return };
        if answered.send(answer).is_err() {
            return;
        }
    }
}

/// Builds the command with limits on memory and time, if there is a shell that can set them.
fn limited_command(program: &Path) -> Command {
    let shell = Path::new("/bin/sh");
    let mut command;
    if cfg!(unix) && shell.exists() {
        command = Command::new(shell);
        // The soft time limit makes the signal tell which limit was hit; a core dump of a stopped process is useless.
        command
            .arg("-c")
            .arg(format!(
                "ulimit -v {ADDRESS_KIB}; ulimit -S -t {PROCESSOR_SECONDS}; ulimit -c 0; exec \"$0\" compile-only"
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
    #[cfg(unix)]
    use super::*;

    /// Writes a shell script as program; its first argument is `compile-only`.
    #[cfg(unix)]
    fn shell_program(folder: &tempfile::TempDir, text: &str) -> PathBuf {
        let path = folder.path().join(text.split_whitespace().next().unwrap_or_default());
        std::fs::write(&path, format!("#!/bin/sh\n# {text}\n")).unwrap();
        std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        path
    }

    #[cfg(unix)]
    #[test]
    fn a_compiler_that_ends_or_hangs_is_a_sentence() {
        let folder = tempfile::tempdir().unwrap();
        for (text, sentence) in [
            ("crashes\nkill -SEGV $$", "a.comp does not compile\nthe compiler crashed; remove parts"),
            ("aborts\nkill -ABRT $$", "the compiler crashed, or took more than 512 MiB"),
            ("silent\nexit 0", "the compiler crashed"),
            ("slow\nwhile :; do :; done", "the compiler took 4 s of the processor and was stopped"),
            ("killed\nkill -KILL $$", "a.comp: its compiler was killed: the system is short of memory"),
            ("short\nexit 4", "its compiler has no room: the system is short of memory or threads"),
        ] {
            // Keeps the slow one below four seconds.
            let text = text.replace("slow", "slow\nulimit -S -t 1");
            let error = ChildCompiler::new(shell_program(&folder, &text))
                .request_spirv("a.comp", b"{}")
                .unwrap_err();
            assert!(error.to_string().contains(sentence), "{error}");
        }
        let endless = ChildCompiler::new(shell_program(&folder, "endless\nexec sleep 1000"));
        let error = endless
            .deadline(Duration::from_millis(200))
            .request_spirv("a.comp", &[b' '; 1 << 20])
            .unwrap_err();
        assert!(error.to_string().contains("did not end within 0.2 s"), "{error}");
    }

    /// `cat` sends each request back; this script does too, but ends after its second.
    #[cfg(unix)]
    #[test]
    fn a_process_serves_until_it_ends_and_the_next_takes_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let starts = folder.path().join("starts");
        let text = format!("twice\necho >> {}; dd bs=1 count=12", starts.display());
        let compiler = ChildCompiler::new(shell_program(&folder, &text));
        for request in [b"ab", b"cd", b"ef"] {
            assert_eq!(compiler.request_spirv("a.comp", request), Ok(request.to_vec()));
        }
        assert_eq!(std::fs::read_to_string(starts).unwrap().len(), 2);
    }
}
