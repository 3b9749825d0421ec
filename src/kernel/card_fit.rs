//! Checks of a kernel against the card that a device plays.

use super::KernelSource;
use gristmill_base::era::Era;
use gristmill_base::error::{Error, Result};
use gristmill_cards::{FlatKernel, Profile};
use gristmill_shader::{CompiledModule, ExpandedKernel, RECTANGLES, ShortNumbers, Stage};

impl KernelSource {
    /// Returns its fragment side as a flat list of operations, to be checked against cards or split into passes.
    ///
    /// ```
    /// use gristmill::{Profile, fragment_kernel};
    /// let saxpy = fragment_kernel!("streams/saxpy_2005").flat()?;
    /// assert!(saxpy.fit(Profile::named("radeon-9700")?).is_taken());
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Source`] if it does not compile, [`Error::Call`] if it has no fragment side, or one that a vertex
    /// kernel places.
    pub fn flat(&self) -> Result<FlatKernel> {
        let kernel = self.flatten_stage()?;
        Ok(match kernel.mentions(RECTANGLES) {
            true => kernel.with_rectangles(self.clone().in_rectangles().flatten_stage()?),
            false => kernel,
        })
    }

    fn flatten_stage(&self) -> Result<FlatKernel> {
        let prepared = self.prepare_stages(Era::Fragment, ShortNumbers::Halves)?;
        match (prepared.stages.as_slice(), prepared.module.spirv.as_slice()) {
            ([expanded], [(Stage::Fragment, words)]) => FlatKernel::new(expanded, words),
            _ => Err(Error::call(self.name(), "a vertex kernel places its fragments; give the fragment kernel alone")),
        }
    }
}

/// What a card's verdict of a kernel leaves to the checks of a call.
#[derive(Debug, Default)]
pub(crate) struct CardFit {
    /// Levels of dependent reads of the fragment kernel.
    pub levels: u64,
    /// The names of the textures that its vertex kernel reads.
    pub vertex_textures: Vec<String>,
    /// True if it is a program of Direct3D.
    pub of_direct3d: bool,
}

/// Refuses a kernel that a card refuses, with the first reason.
pub(super) fn check_card_fit(profile: &Profile, stages: &[ExpandedKernel], module: &CompiledModule) -> Result<CardFit> {
    let mut found = CardFit::default();
    for (stage, words) in &module.spirv {
        let Some(expanded) = stages.iter().find(|expanded| expanded.stage == *stage) else { continue };
        found.of_direct3d |= gristmill_shader::is_of_direct3d(&expanded.text);
        let mut kernel = FlatKernel::new(expanded, words)?;
        if *stage == Stage::Vertex {
            found.vertex_textures = kernel.textures().map(str::to_string).collect();
            if stages.len() == 1 {
                kernel = kernel.without_successor();
            }
        }
        let levels = check_stage_fit(profile, expanded, &kernel)?;
        found.levels = levels.unwrap_or(found.levels);
    }
    Ok(found)
}

/// Refuses a stage that a card refuses; returns its levels of dependent reads, if it is one that has them.
fn check_stage_fit(profile: &Profile, expanded: &ExpandedKernel, kernel: &FlatKernel) -> Result<Option<u64>> {
    let fit = kernel.fit(profile);
    let levels = fit.demands.iter().find(|demand| demand.thing == "indirections");
    let others = fit.refusals().count().saturating_sub(1);
    let Some(first) = fit.refusals().next() else { return Ok(levels.map(|demand| demand.given)) };
    let others = match others {
        0 => String::new(),
        _ => format!("; and {others} more: gristmill check --card {}", profile.name),
    };
    let line = if first.line > 0 { format!(" (line {})", first.line) } else { String::new() };
    Err(Error::card(&expanded.name, format!("{first}{line}{others}")))
}

/// Returns a module in the card's numbers: its integers are floats if the card has none.
pub(super) fn with_card_numbers(
    profile: &Profile,
    stages: &[ExpandedKernel],
    mut module: CompiledModule,
) -> CompiledModule {
    for (stage, words) in &mut module.spirv {
        let expanded = stages.iter().find(|expanded| expanded.stage == *stage);
        if let Some(changed) = expanded.and_then(|expanded| profile.words_in_floats(expanded, words)) {
            *words = changed;
        }
    }
    module
}
