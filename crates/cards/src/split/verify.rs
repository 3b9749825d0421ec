//! Verifies passes: compiles each text and compares it with the card.

use super::super::demand::Demand;
use super::super::fit::FlatKernel;
use super::super::profile::Profile;
use super::SplitPass;
use gristmill_base::error::Result;
use gristmill_shader::{SourceFile, Stage, compile_to_spirv, expand};

/// Returns the passes with the counts of their texts, or the refusal of one of them.
///
/// # Errors
/// [`Error::Source`](gristmill_base::error::Error::Source) if a text does not compile, which is a bug of the cut.
pub(super) fn verify_passes(
    mut passes: Vec<SplitPass>,
    profile: &Profile,
) -> Result<std::result::Result<Vec<SplitPass>, String>> {
    for (number, pass) in passes.iter_mut().enumerate() {
        let fit = compile_pass(number, &pass.text)?.fit(profile);
        if let Some(refused) = fit.refusals().next() {
            return Ok(Err(format!("pass {number}: {}", refused.sentence)));
        }
        pass.arithmetic = find_given(&fit.demands, "arithmetic slots").unwrap_or(pass.arithmetic);
        pass.texture = find_given(&fit.demands, "texture slots").unwrap_or(pass.texture);
    }
    Ok(Ok(passes))
}

fn find_given(demands: &[Demand], thing: &str) -> Option<u64> {
    demands.iter().find(|demand| demand.thing == thing).map(|demand| demand.given)
}

fn compile_pass(number: usize, text: &str) -> Result<FlatKernel> {
    let file = SourceFile { name: format!("pass_{number}.frag"), text: text.to_string().into() };
    let expanded = expand(&file, Stage::Fragment, &|_| None, &[])?;
    let modules = compile_to_spirv(&[&expanded])?;
    let words = modules.first().map_or(&[][..], |(_, words)| words);
    FlatKernel::new(&expanded, words)
}
