//! Gristmill beside its peers: one run, one process, all ways of a problem in turn.
//!
//! `cargo run --release --manifest-path benches/peers/Cargo.toml`
//!
//! Each peer has the textbook's kernel and, where it has kernels, Gristmill's shape ported to it. Results are held
//! against plain Rust. What is not installed says so in its line: wgpu takes Debian's mesa-vulkan-drivers, PoCL
//! its pocl-opencl-icd, the page chromium and `npm install` in benches/peers/page.
//!
//! Ends with 1 where a goal is missed or a result is wrong, with 3 where Gristmill has no device.

mod machine;
mod opencl;
mod page;
mod problems;
mod race;
mod report;
mod webgpu;
mod widest;

use clap::Parser;
use gristmill::{Device, Era};
use machine::Machine;
use opencl::OpenCl;
use page::Page;
use problems::Peers;
use race::{Outcome, race};
use report::Outcomes;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use webgpu::WebGpu;

/// Gristmill beside its peers, in one run.
#[derive(Parser)]
struct Arguments {
    /// Problems by the beginnings of their names; all where none is given.
    problems: Vec<String>,
    /// Writes what was measured to this file.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Writes the figure of the book.
    #[arg(long)]
    book: bool,
    /// The date in the figure, where it is not the system's.
    #[arg(long)]
    date: Option<String>,
    /// Leaves out the page with three.js and GPU.js.
    #[arg(long)]
    no_page: bool,
}

/// Set in the process that measures.
const MEASURES: &str = "GRISTMILL_PEERS_MEASURES";

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let measured = if std::env::var_os(MEASURES).is_some() { measure(arguments) } else { without_caches() };
    measured.unwrap_or_else(|error| {
        eprintln!("{error}");
        ExitCode::from(1)
    })
}

/// This program again, with drivers that compile every kernel anew.
fn without_caches() -> Outcome<ExitCode> {
    // The folder in which wgpu looks for a window system; it complains where there is none.
    let runtime = std::env::var_os("XDG_RUNTIME_DIR").unwrap_or_else(|| std::env::temp_dir().into());
    let status = Command::new(std::env::current_exe()?)
        .args(std::env::args_os().skip(1))
        .env(MEASURES, "1")
        .env("XDG_RUNTIME_DIR", runtime)
        .env("MESA_SHADER_CACHE_DISABLE", "true")
        .env("POCL_KERNEL_CACHE", "0")
        .status()?;
    Ok(ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1)))
}

fn measure(arguments: Arguments) -> Outcome<ExitCode> {
    let mut machine = Machine::here(arguments.date);
    let ours = match Device::open(Era::Compute) {
        Ok(device) => device,
        Err(error) => {
            eprintln!("{error}");
            return Ok(ExitCode::from(3));
        }
    };
    let backends = [("Vulkan", wgpu::Backends::VULKAN), ("GL", wgpu::Backends::GL)];
    let peers = Peers {
        webgpu: backends.map(|(name, backend)| (name, WebGpu::open(backend))).into(),
        opencl: OpenCl::open(),
        ours,
    };
    let mut page = if arguments.no_page { Err("left out".to_string()) } else { Page::find() };
    machine.add("Gristmill", &format!("{}, {}", peers.ours.info().name, peers.ours.info().version));
    for (backend, gpu) in &peers.webgpu {
        machine.add(&format!("wgpu {backend}"), gpu.as_ref().map_or_else(|reason| reason, |gpu| &gpu.name));
    }
    machine.add("OpenCL", peers.opencl.as_ref().map_or_else(|reason| reason, |opencl| &opencl.name));

    let picked = |name: &str| {
        arguments.problems.is_empty() || arguments.problems.iter().any(|beginning| name.starts_with(beginning))
    };
    let mut all = Vec::new();
    for (_, setup) in problems::ALL.iter().filter(|(name, _)| picked(name)) {
        let mut problem = setup(&peers)?;
        let finishes = race(&mut problem, |task, truth, allowed| match &mut page {
            Ok(page) => page.run(task, truth, allowed),
            Err(reason) => vec![page::missing(reason)],
        });
        let outcomes = Outcomes::new(problem, finishes);
        println!("{}\nours: {}\n{}", outcomes.title, outcomes.functions, outcomes.table());
        println!(
            "{}",
            outcomes
                .missing()
                .iter()
                .map(|reason| format!("{reason}\n"))
                .collect::<String>()
        );
        all.push(outcomes);
    }
    machine.add("three.js and GPU.js", page.as_ref().map_or_else(|reason| reason, |page| &page.name));

    println!("{}\n", report::preparation(&all));
    println!("{}\n{}", report::LEGEND.replace(['*', '`'], ""), machine.lines().join("\n"));
    if let Some(file) = arguments.json {
        std::fs::write(file, serde_json::to_string_pretty(&report::json_of(&machine, &all))?)?;
    }
    if arguments.book {
        let figure = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src/figures/peers.md");
        std::fs::write(figure, report::book(&machine, &all))?;
    }
    let missed: Vec<String> = all.iter().flat_map(Outcomes::missed).collect();
    for sentence in &missed {
        eprintln!("missed: {sentence}");
    }
    Ok(ExitCode::from(u8::from(!missed.is_empty())))
}
