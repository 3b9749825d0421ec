//! The `gristmill` command: one file for each subcommand, and the code that they share.
//!
//! Exit codes: 0 right, 1 a wrong result, 2 usage, bad input or nothing judged, 3 no device, 4 this machine is short of
//! something.

#[cfg(feature = "emulator")]
mod algorithm_results;
mod arguments;
#[cfg(feature = "emulator")]
mod audit;
#[cfg(feature = "emulator")]
mod baseline;
mod bench;
mod book;
mod cards;
mod chart;
#[cfg(feature = "emulator")]
mod check_command;
#[cfg(feature = "emulator")]
mod check_record;
#[cfg(feature = "emulator")]
mod check_reporter;
mod compare;
mod comparison_table;
mod cost_table;
mod curves;
#[cfg(feature = "emulator")]
mod diagrams;
mod doctor;
mod experiment;
mod figures;
#[cfg(feature = "emulator")]
mod fit;
mod growth;
mod input;
mod install_hints;
#[cfg(feature = "emulator")]
mod kernel_run;
#[cfg(feature = "emulator")]
mod library_kernel;
mod list;
mod measure;
mod overrides;
mod photograph;
#[cfg(feature = "emulator")]
mod pictures;
mod plot;
mod processor_load;
#[cfg(feature = "emulator")]
mod profile;
#[cfg(feature = "emulator")]
mod progress_file;
#[cfg(feature = "emulator")]
mod puzzle;
mod quartiles;
#[cfg(feature = "emulator")]
mod reports;
mod run;
#[cfg(feature = "emulator")]
mod run_cases;
mod showcase;
#[cfg(feature = "emulator")]
mod split;
mod terminal;
mod text_table;
mod timer;
mod tour;
mod tour_page;
mod trace;
#[cfg(all(test, feature = "emulator"))]
#[path = "typed/tests.rs"]
mod typed;
#[cfg(feature = "emulator")]
mod worker_pool;

use arguments::{Arguments, Subcommand};
use clap::{CommandFactory, FromArgMatches};
use gristmill::kernels::Edits;
use gristmill::{Device, Era, Profile, Result};
use std::path::PathBuf;
use std::process::ExitCode;
use terminal::{CommandResult, EarlyExit, warn};

/// Reads the arguments and runs the subcommand.
fn main() -> ExitCode {
    #[cfg_attr(not(feature = "emulator"), expect(unused_mut, reason = "the emulator alone changes them"))]
    let mut arguments = read_arguments();
    #[cfg(feature = "emulator")]
    if let (true, Some(Subcommand::Puzzle(wanted))) = (arguments.on_save, &mut arguments.subcommand) {
        arguments.on_save = wanted.resolve_next();
    }
    if arguments.quick && arguments.subcommand.is_some() {
        warn("--quick is for the tour, which has no subcommand; leave out one of the two");
        return ExitCode::from(2);
    }
    let plays = matches!(
        arguments.subcommand,
        None | Some(
            Subcommand::Run(_)
                | Subcommand::Compare(_)
                | Subcommand::Bench(_)
                | Subcommand::Trace(_)
                | Subcommand::Experiment(_)
                | Subcommand::Probe(_)
                | Subcommand::Doctor(_)
        )
    );
    if arguments.card.is_some() && !plays {
        warn(
            "--card before a subcommand is for the tour, run, compare, bench, trace, experiment and doctor; write it behind check, as in gristmill check --card radeon-9700 FILE",
        );
        return ExitCode::from(2);
    }
    match run_command(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        // A closed pipe, as under `| head`, is not an error.
        Err(EarlyExit::PipeClosed) => ExitCode::SUCCESS,
        Err(EarlyExit::Reported(error)) => ExitCode::from(error.exit_code()),
        Err(EarlyExit::Error(error)) => {
            warn(&error);
            ExitCode::from(error.exit_code())
        }
    }
}

/// Reads the command line. A number below zero is taken as the value of the option before it, so that errors name that
/// option.
fn read_arguments() -> Arguments {
    let takes_numbers = |arg: clap::Arg| {
        let takes = !arg.is_positional() && arg.get_action().takes_values();
        if takes { arg.allow_negative_numbers(true) } else { arg }
    };
    let command = Arguments::command().mut_args(takes_numbers);
    let matches = command
        .mut_subcommands(|subcommand| subcommand.mut_args(takes_numbers))
        .get_matches();
    Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
}

/// Runs the subcommand once, or again at each save.
fn run_command(arguments: &Arguments) -> CommandResult {
    let folder = overrides::overrides_folder(arguments.kernels.as_deref());
    let work = || {
        let edits = overrides::read_overrides(folder.as_deref())?;
        overrides::run_with_overrides(&edits, || run_subcommand(arguments, &edits))
    };
    if !arguments.on_save {
        return work();
    }
    let named: Vec<PathBuf> = match &arguments.subcommand {
        #[cfg(feature = "emulator")]
        Some(Subcommand::Check(check)) => check.what.iter().map(PathBuf::from).filter(|path| path.exists()).collect(),
        #[cfg(feature = "emulator")]
        Some(Subcommand::Profile(profile)) => vec![profile.file.clone()],
        #[cfg(feature = "emulator")]
        Some(Subcommand::Puzzle(wanted)) => wanted.watched_file().into_iter().collect(),
        _ => vec![],
    };
    let watched: Vec<PathBuf> = folder.iter().cloned().chain(named).collect();
    overrides::rerun_on_save(&watched, work)
}

/// Runs the subcommand of the arguments, or the tour if there is none.
fn run_subcommand(arguments: &Arguments, edits: &Edits) -> CommandResult {
    match &arguments.subcommand {
        None => tour::run_tour(arguments),
        Some(Subcommand::List(list)) => list::list_algorithms(list),
        Some(Subcommand::Run(run)) => run::run_algorithm(arguments, run, edits),
        Some(Subcommand::Compare(compare)) => compare::compare_rungs(arguments, compare),
        Some(Subcommand::Bench(wanted)) => bench::bench_rungs(arguments, wanted),
        Some(Subcommand::Trace(trace)) => trace::trace_rungs(arguments, trace),
        #[cfg(feature = "emulator")]
        Some(Subcommand::Check(check)) => check_command::run_check(arguments, check, edits),
        #[cfg(feature = "emulator")]
        Some(Subcommand::Profile(kernel)) => profile::profile_kernel(kernel, edits),
        #[cfg(feature = "emulator")]
        Some(Subcommand::Puzzle(wanted)) => puzzle::run_puzzle(wanted, arguments.on_save),
        Some(Subcommand::Cards(wanted)) => cards::show_cards(arguments, wanted),
        #[cfg(feature = "emulator")]
        Some(Subcommand::Fit(wanted)) => fit::show_fit(wanted),
        #[cfg(feature = "emulator")]
        Some(Subcommand::Split(wanted)) => split::split_kernel(wanted),
        #[cfg(feature = "emulator")]
        Some(Subcommand::Audit(wanted)) => audit::audit_addresses(wanted),
        #[cfg(feature = "emulator")]
        Some(Subcommand::CompileOnly) => kernel_run::compile_only(),
        Some(Subcommand::Experiment(wanted)) => experiment::run_experiment(arguments, wanted),
        Some(Subcommand::Probe(wanted)) => experiment::run_probe(arguments, wanted),
        Some(Subcommand::Doctor(doctor)) => doctor::run_doctor(arguments, doctor),
        Some(Subcommand::Book(wanted)) => book::show_book(wanted),
        Some(Subcommand::Figures(figures)) => figures::draw_figures(arguments, figures),
    }
}

/// Opens the device of `--device`, else that of `GRISTMILL_DEVICE`, else the first that works, with the card of
/// `--card`.
fn open_device(arguments: &Arguments) -> Result<Device> {
    let device = match arguments.device {
        Some(choice) => Device::choose(Era::Fragment, choice)?,
        None => Device::open(Era::Fragment)?,
    };
    let said = std::env::var("GRISTMILL_CARD").ok().filter(|card| !card.is_empty());
    match arguments.card.as_ref().or(said.as_ref()) {
        Some(card) => device.with_card(Profile::named(card)?),
        None => Ok(device),
    }
}
