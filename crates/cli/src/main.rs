//! The `gristmill` command: one file for each subcommand, and the code that they share.
//!
//! Exit codes: 0 right, 1 a wrong result, 2 usage, bad input or nothing judged, 3 no device, 4 this machine is short of
//! something.

mod arguments;
#[cfg(feature = "emulator")]
mod as_launched;
#[cfg(feature = "emulator")]
mod asked;
#[cfg(feature = "emulator")]
mod audit;
#[cfg(feature = "emulator")]
mod baseline;
mod bench;
mod book;
mod cards;
mod chart;
#[cfg(feature = "emulator")]
mod check;
mod columns;
mod compare;
mod counted;
mod curves;
mod doctor;
mod edited;
mod experiment;
mod figures;
#[cfg(feature = "emulator")]
mod fit;
mod growth;
#[cfg(feature = "emulator")]
mod ideas;
mod input;
#[cfg(feature = "emulator")]
mod judged;
#[cfg(feature = "emulator")]
mod judgement;
#[cfg(feature = "emulator")]
mod judging;
mod list;
mod load;
mod measure;
mod page;
mod photograph;
#[cfg(feature = "emulator")]
mod pictures;
mod plot;
mod prescription;
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
mod say;
#[cfg(feature = "emulator")]
mod side_by_side;
#[cfg(feature = "emulator")]
mod split;
mod table;
#[cfg(feature = "emulator")]
mod telling;
mod timer;
mod tour;
mod trace;
#[cfg(all(test, feature = "emulator"))]
#[path = "typed/tests.rs"]
mod typed;

use arguments::{Arguments, Subcommand};
use clap::{CommandFactory, FromArgMatches};
use gristmill::kernels::Edits;
use gristmill::{Device, Era, Profile, Result};
use say::{Done, Stop, warn};
use std::path::PathBuf;
use std::process::ExitCode;

/// Reads the arguments and runs the subcommand.
fn main() -> ExitCode {
    #[cfg_attr(not(feature = "emulator"), expect(unused_mut, reason = "the emulator alone changes them"))]
    let mut arguments = read_arguments();
    #[cfg(feature = "emulator")]
    if let (true, Some(Subcommand::Puzzle(wanted))) = (arguments.on_save, &mut arguments.subcommand) {
        arguments.on_save = wanted.settle();
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
    match done(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        // A closed pipe, as under `| head`, is not an error.
        Err(Stop::Closed) => ExitCode::SUCCESS,
        Err(Stop::Told(error)) => ExitCode::from(error.exit_code()),
        Err(Stop::Error(error)) => {
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
fn done(arguments: &Arguments) -> Done {
    let folder = edited::folder(arguments.kernels.as_deref());
    let work = || {
        let edits = edited::edits(folder.as_deref())?;
        edited::with(&edits, || chosen(arguments, &edits))
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
        Some(Subcommand::Puzzle(wanted)) => wanted.watched().into_iter().collect(),
        _ => vec![],
    };
    let watched: Vec<PathBuf> = folder.iter().cloned().chain(named).collect();
    edited::again_and_again(&watched, work)
}

/// Runs the subcommand of the arguments, or the tour if there is none.
fn chosen(arguments: &Arguments, edits: &Edits) -> Done {
    match &arguments.subcommand {
        None => tour::tour(arguments),
        Some(Subcommand::List(list)) => list::list(list),
        Some(Subcommand::Run(run)) => run::run(arguments, run, edits),
        Some(Subcommand::Compare(compare)) => compare::compare(arguments, compare),
        Some(Subcommand::Bench(wanted)) => bench::bench(arguments, wanted),
        Some(Subcommand::Trace(trace)) => trace::trace(arguments, trace),
        #[cfg(feature = "emulator")]
        Some(Subcommand::Check(check)) => asked::check(arguments, check, edits),
        #[cfg(feature = "emulator")]
        Some(Subcommand::Profile(kernel)) => profile::profile(kernel, edits),
        #[cfg(feature = "emulator")]
        Some(Subcommand::Puzzle(wanted)) => puzzle::puzzle(wanted, arguments.on_save),
        Some(Subcommand::Cards(wanted)) => cards::cards(arguments, wanted),
        #[cfg(feature = "emulator")]
        Some(Subcommand::Fit(wanted)) => fit::fit(wanted),
        #[cfg(feature = "emulator")]
        Some(Subcommand::Split(wanted)) => split::split(wanted),
        #[cfg(feature = "emulator")]
        Some(Subcommand::Audit(wanted)) => audit::audit(wanted),
        #[cfg(feature = "emulator")]
        Some(Subcommand::CompileOnly) => check::compile_only(),
        Some(Subcommand::Experiment(wanted)) => experiment::experiment(arguments, wanted),
        Some(Subcommand::Probe(wanted)) => experiment::probe(arguments, wanted),
        Some(Subcommand::Doctor(doctor)) => doctor::doctor(arguments, doctor),
        Some(Subcommand::Book(wanted)) => book::book(wanted),
        Some(Subcommand::Figures(figures)) => figures::figures(arguments, figures),
    }
}

/// Opens the device of `--device`, else that of `GRISTMILL_DEVICE`, else the first that works, with the card of
/// `--card`.
fn open(arguments: &Arguments) -> Result<Device> {
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
