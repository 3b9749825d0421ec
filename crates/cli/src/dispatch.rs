//! Reads the command line, and runs the subcommand.

use crate::arguments::{Arguments, Subcommand};
use crate::terminal::{CommandResult, report_exit, warn};
use crate::{bench, book, cards, compare, doctor, experiment, list, overrides, run, tour};
#[cfg(feature = "emulator")]
use crate::{check, profile, puzzle, report, test};
use clap::{CommandFactory, FromArgMatches};
use gristmill::kernels::Edits;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Reads the arguments and runs the subcommand.
pub fn run_from_args() -> ExitCode {
    #[cfg_attr(not(feature = "emulator"), expect(unused_mut, reason = "the emulator alone changes them"))]
    let mut arguments = read_arguments();
    #[cfg(feature = "emulator")]
    if let (true, Some(Subcommand::Puzzle(wanted))) = (arguments.global.on_save, &mut arguments.subcommand) {
        arguments.global.on_save = wanted.resolve_next();
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
    if arguments.global.device.card.is_some() && !plays {
        warn(
            "--card before a subcommand is for the tour, run, compare, bench, trace, experiment and doctor; write it after check, as in gristmill check --card radeon-9700 FILE",
        );
        return ExitCode::from(2);
    }
    report_exit(run_command(&arguments))
}

/// Reads the command line. A number below zero is taken as the value of the option before it, so that errors name that
/// option.
fn read_arguments() -> Arguments {
    let command = Arguments::command().mut_args(allow_negative);
    let matches = command
        .mut_subcommands(|subcommand| subcommand.mut_args(allow_negative))
        .get_matches();
    Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
}

/// Lets an option take a number below zero.
fn allow_negative(arg: clap::Arg) -> clap::Arg {
    let takes = !arg.is_positional() && arg.get_action().takes_values();
    if takes { arg.allow_negative_numbers(true) } else { arg }
}

/// Runs the subcommand once, or again at each save.
fn run_command(arguments: &Arguments) -> CommandResult {
    let folder = overrides::overrides_folder(arguments.global.kernels.as_deref());
    if !arguments.global.on_save {
        return run_edited(arguments, folder.as_deref());
    }
    let named: Vec<PathBuf> = match &arguments.subcommand {
        #[cfg(feature = "emulator")]
        Some(Subcommand::Check(check)) => {
            let named = check.what.iter().map(PathBuf::from).filter(|path| path.exists());
            named.chain(check.includes.include.iter().cloned()).collect()
        }
        #[cfg(feature = "emulator")]
        Some(Subcommand::Test(test)) => test.watched_files(),
        #[cfg(feature = "emulator")]
        Some(Subcommand::Profile(profile)) => {
            let folders = profile.includes.include.iter().cloned();
            std::iter::once(profile.file.clone()).chain(folders).collect()
        }
        #[cfg(feature = "emulator")]
        Some(Subcommand::Puzzle(wanted)) => wanted.watched_file().into_iter().collect(),
        _ => vec![],
    };
    let watched: Vec<PathBuf> = folder.iter().cloned().chain(named).collect();
    overrides::rerun_on_save(&watched, || run_edited(arguments, folder.as_deref()))
}

/// Runs the subcommand with the kernels of a folder in the place of the library's.
fn run_edited(arguments: &Arguments, folder: Option<&Path>) -> CommandResult {
    let edits = overrides::read_overrides(folder)?;
    overrides::run_with_overrides(&edits, || run_subcommand(arguments, &edits))
}

/// Runs the subcommand of the arguments, or the tour if there is none.
fn run_subcommand(arguments: &Arguments, edits: &Edits) -> CommandResult {
    let device = &arguments.global.device;
    match &arguments.subcommand {
        None => tour::run_tour(device, arguments.quick),
        Some(Subcommand::List(list)) => list::list_algorithms(list),
        Some(Subcommand::Run(run)) => run::run_algorithm(device, run, edits),
        Some(Subcommand::Compare(compare)) => compare::compare_rungs(device, compare),
        Some(Subcommand::Bench(wanted)) => bench::bench_rungs(device, wanted),
        Some(Subcommand::Trace(trace)) => run::trace::trace_rungs(device, trace),
        #[cfg(feature = "emulator")]
        Some(Subcommand::Check(check)) => check::run_check(&arguments.global, check, edits),
        #[cfg(feature = "emulator")]
        Some(Subcommand::Test(wanted)) => test::run_tests(wanted),
        #[cfg(feature = "emulator")]
        Some(Subcommand::Report(wanted)) => report::run_report(wanted),
        #[cfg(feature = "emulator")]
        Some(Subcommand::Profile(kernel)) => profile::profile_kernel(kernel, edits),
        #[cfg(feature = "emulator")]
        Some(Subcommand::Puzzle(wanted)) => puzzle::run_puzzle(wanted, arguments.global.on_save),
        Some(Subcommand::Cards(wanted)) => cards::show_cards(device, wanted),
        #[cfg(feature = "emulator")]
        Some(Subcommand::Fit(wanted)) => cards::fit::show_fit(wanted),
        #[cfg(feature = "emulator")]
        Some(Subcommand::Split(wanted)) => cards::split::split_kernel(wanted),
        #[cfg(feature = "emulator")]
        Some(Subcommand::Audit(wanted)) => cards::audit::audit_addresses(wanted),
        #[cfg(feature = "emulator")]
        Some(Subcommand::CompileOnly) => check::kernel_run::compile_only(),
        Some(Subcommand::Experiment(wanted)) => experiment::run_experiment(device, wanted),
        Some(Subcommand::Probe(wanted)) => experiment::run_probe(device, wanted),
        Some(Subcommand::Doctor(doctor)) => doctor::run_doctor(device, doctor),
        Some(Subcommand::Book(wanted)) => book::show_book(wanted),
    }
}
