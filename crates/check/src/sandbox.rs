//! Runs the compiler in a separate process, where it may crash, use up its memory or never end without harm.
//!
//! The stages are sent there, and their SPIR-V or their errors come back, as JSON. A process serves
//! one kernel after another. This is the child's side; [`ChildCompiler`] is the parent's.

use super::child_compiler::ChildCompiler;
use super::messages::{read_message, write_message};
use gristmill_base::error::{Error, Result};
use gristmill_shader::{self as shader, ExpandedKernel, ModuleChoice, Stage};
use serde::{Deserialize, Serialize};
use std::io::{self, ErrorKind};
use std::sync::mpsc::{self, Sender};

/// The SPIR-V of each stage.
pub(super) type StageModules = Vec<(Stage, Vec<u32>)>;

/// The place where kernels are compiled.
#[derive(Debug, Clone, Default)]
pub(super) enum Compiler {
    /// In this process: for trusted texts.
    #[default]
    Here,
    /// In a child process.
    Child(ChildCompiler),
}

impl Compiler {
    pub(super) fn compile_stages(&self, stages: &[&ExpandedKernel]) -> Result<StageModules> {
        match self {
            Compiler::Here => shader::compile_to_spirv(stages),
            Compiler::Child(child) => compile_in_child(child, stages),
        }
    }

    /// Compiles a WGSL text to SPIR-V.
    pub(super) fn compile_wgsl(&self, wgsl: &WgslText) -> Result<StageModules> {
        match self {
            Compiler::Here => wgsl.translate(),
            Compiler::Child(child) => read_answer(&wgsl.wgsl, &child.request_spirv(&wgsl.wgsl, &to_json_bytes(wgsl))?),
        }
    }
}

fn compile_in_child(child: &ChildCompiler, stages: &[&ExpandedKernel]) -> Result<StageModules> {
    let long = stages.iter().find(|expanded| expanded.text.len() > shader::MAX_TEXT_BYTES);
    if let Some(long) = long {
        let thing = format!("the text of {} in bytes", long.name);
        return Err(Error::limit(thing, long.text.len() as u128, shader::MAX_TEXT_BYTES as u128, "split the kernel"));
    }
    let kernel = shader::kernel_names(stages);
    read_answer(&kernel, &child.request_spirv(&kernel, &to_json_bytes(&stages))?)
}

/// Returns the modules of an answer, or the child's error.
fn read_answer(kernel: &str, bytes: &[u8]) -> Result<StageModules> {
    match serde_json::from_slice::<CompileAnswer>(bytes) {
        Ok(answer) => answer.map_err(CompileRefusal::into_error),
        Err(_) => {
            let report = "the compiler's answer is damaged, which is a bug in gristmill; please report it".to_string();
            Err(Error::Source { kernel: kernel.to_string(), report })
        }
    }
}

/// Runs the child's side: reads the stages of programs from standard input, one after another, and
/// writes their SPIR-V or their errors to standard output. It ends the process when the input ends,
/// even in the middle of its work, so that no compiler outlives the program that started it. A
/// program that calls [`KernelCheck::in_child`](super::KernelFileCheck::in_child) calls this when
/// its first argument is `compile-only`.
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
/// [`Error::Data`] if the input is not from
/// [`KernelCheck::in_child`](super::KernelFileCheck::in_child), or the output is closed;
/// [`Error::Shortage`] if there is no thread for it.
pub fn compile_only() -> Result<()> {
    let (sender, requests) = mpsc::channel();
    std::thread::Builder::new()
        .name("requests".to_string())
        .spawn(move || read_requests(&sender))
        .map_err(|error| Error::shortage(format!("the compiler did not start, {error}"), "threads or memory"))?;
    let mut out = io::stdout().lock();
    for bytes in requests {
        let request = bytes
            .ok()
            .and_then(|bytes| serde_json::from_slice(&bytes).ok())
            .ok_or_else(|| misuse_error("cannot read its input"))?;
        write_message(&mut out, &to_json_bytes(&answer_request(request)))
            .map_err(|_| misuse_error("cannot write its output"))?;
    }
    Ok(())
}

fn misuse_error(what: &str) -> Error {
    Error::data(format!("compile-only {what}; only `gristmill check` starts it"))
}

/// Passes requests on, and ends the process when the input ends.
fn read_requests(requests: &Sender<io::Result<Vec<u8>>>) {
    let mut input = io::stdin().lock();
    let mut served = false;
    loop {
        match read_message(&mut input) {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof && served => std::process::exit(0),
            message => {
                let is_damaged = message.is_err();
                if requests.send(message).is_err() || is_damaged {
                    return;
                }
                served = true;
            }
        }
    }
}

/// A request to the child.
#[derive(Deserialize)]
#[serde(untagged)]
enum CompileRequest {
    Stages(Vec<ExpandedKernel>),
    Wgsl(WgslText),
}

/// A WGSL text, and the choices for it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct WgslText {
    /// The name of its file.
    pub wgsl: String,
    pub text: String,
    pub choice: ModuleChoice,
}

impl WgslText {
    #[cfg(feature = "wgsl")]
    fn translate(&self) -> Result<StageModules> {
        Ok(vec![shader::translate_wgsl(&self.wgsl, &self.text, &self.choice)?])
    }

    #[cfg(not(feature = "wgsl"))]
    fn translate(&self) -> Result<StageModules> {
        Err(Error::data(format!("{}: this build reads no WGSL; build it with the feature wgsl", self.wgsl)))
    }
}

/// The child's answer: the SPIR-V of each stage, or the error.
type CompileAnswer = Result<StageModules, CompileRefusal>;

fn answer_request(request: CompileRequest) -> CompileAnswer {
    let translated = match request {
        CompileRequest::Stages(stages) => shader::compile_to_spirv(&stages.iter().collect::<Vec<_>>()),
        CompileRequest::Wgsl(wgsl) => wgsl.translate(),
    };
    translated.map_err(CompileRefusal::from)
}

/// An error in the form in which the child sends it.
#[derive(Debug, Serialize, Deserialize)]
enum CompileRefusal {
    Source { kernel: String, report: String },
    NotEmulated { kernel: String, report: String },
    Call { kernel: String, sentence: String },
    Shortage { sentence: String },
    Other(String),
}

impl From<Error> for CompileRefusal {
    fn from(error: Error) -> CompileRefusal {
        match error {
            Error::Source { kernel, report } => CompileRefusal::Source { kernel, report },
            Error::NotEmulated { kernel, report } => CompileRefusal::NotEmulated { kernel, report },
            Error::Call { kernel, sentence } => CompileRefusal::Call { kernel, sentence },
            Error::Shortage { sentence } => CompileRefusal::Shortage { sentence },
            other => CompileRefusal::Other(other.to_string()),
        }
    }
}

impl CompileRefusal {
    /// Returns the child's error.
    fn into_error(self) -> Error {
        match self {
            CompileRefusal::Source { kernel, report } => Error::Source { kernel, report },
            CompileRefusal::NotEmulated { kernel, report } => Error::NotEmulated { kernel, report },
            CompileRefusal::Call { kernel, sentence } => Error::Call { kernel, sentence },
            CompileRefusal::Shortage { sentence } => Error::Shortage { sentence },
            CompileRefusal::Other(sentence) => Error::Data { sentence },
        }
    }
}

/// Returns the bytes to send.
fn to_json_bytes(value: &impl Serialize) -> Vec<u8> {
    // Only a map with keys that are not strings could fail.
    serde_json::to_vec(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expand_text(text: &str) -> ExpandedKernel {
        let file = shader::SourceFile { name: "a.comp".to_string(), text: text.to_string().into() };
        shader::expand(&file, Stage::Compute, &|_| None, &[]).unwrap()
    }

    #[test]
    fn both_answers_arrive() {
        for text in ["#version 430 core\nvoid main() {}\n", "#version 430 core\nvoid main() { x = 1; }\n"] {
            let here = shader::compile_to_spirv(&[&expand_text(text)]);
            let sent: Vec<ExpandedKernel> = serde_json::from_slice(&to_json_bytes(&[&expand_text(text)])).unwrap();
            assert_eq!(sent, [expand_text(text)]);
            let bytes = to_json_bytes(&answer_request(CompileRequest::Stages(sent)));
            assert_eq!(read_answer("a.comp", &bytes), here);
        }
    }

    #[test]
    fn an_error_of_the_child_keeps_its_kind() {
        for error in [
            Error::NotEmulated { kernel: "a.comp".to_string(), report: "it has pointers".to_string() },
            Error::call("a.wgsl", "there is no entry point b"),
            Error::shortage("a.comp was not compiled", "threads"),
            Error::data("it has 3 bytes"),
        ] {
            let bytes = to_json_bytes(&CompileAnswer::Err(CompileRefusal::from(error.clone())));
            assert_eq!(read_answer("a.comp", &bytes), Err(error));
        }
        assert!(read_answer("a.comp", b"{").unwrap_err().to_string().contains("is damaged"));
    }
}
