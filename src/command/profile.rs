//! `gristmill profile`: the lines of a stranger's kernel, with what each of them costs.

use super::arguments::Check as Wanted;
use super::check::run;
use super::say::{Done, say};
use gristmill::check::Launch;

pub fn profile(wanted: &Wanted) -> Done {
    let report = run(wanted, Launch::new().counted())?;
    say(report.verdict())?;
    Ok(report.is_right())
}
