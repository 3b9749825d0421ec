//! A kernel held against a card.

use super::compare::compare;
use super::counts::Counts;
use super::demand::Demand;
use super::profile::Profile;
use super::program::demand_options;
use super::straight::{Straight, straighten};
use super::tally::Tally;
use super::totals::totals;
use crate::data::error::{Error, Result};
use crate::shader::{Dialect, Expanded, ProgramCounts, Stage, counts as program_counts, is_program};
use serde::Serialize;
use std::cell::OnceCell;

/// A kernel that compiled and was made straight, to be held against cards.
///
/// ```
/// use gristmill::{Profile, check::KernelCheck};
/// let text = "uniform sampler2D x;
/// varying vec2 place;
/// void main() { gl_FragColor = 2.0 * texture2D(x, place); }";
/// let kernel = KernelCheck::source("double.frag", text).flat()?;
/// assert_eq!(kernel.name(), "double.frag");
/// assert!(kernel.fit(Profile::named("radeon-9700")?).is_taken());
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug)]
pub struct FlatKernel {
    expanded: Expanded,
    /// Nothing for a kernel of the compute era.
    unrolled: Option<Straight>,
    words: Vec<u32>,
    /// With every loop left one, for cards that have loops.
    kept: OnceCell<Option<Straight>>,
    /// Whether its language lets integers be floats, as GLSL did before 1.30.
    whole_floats: bool,
    /// Of a program in assembly, which a card counts as it stands.
    assembled: Option<ProgramCounts>,
}

/// What a kernel takes of a card, and whether the card has it.
///
/// ```
/// use gristmill::{Profile, check::KernelCheck};
/// let text = "#version 330 core
/// uniform sampler2D x;
/// out vec4 y;
/// void main() { y = texelFetch(x, ivec2(0), 0); }";
/// let fit = KernelCheck::source("first.frag", text).flat()?.fit(Profile::named("radeon-9700")?);
/// assert!(!fit.is_taken());
/// assert_eq!(fit.verdict(), "refused: texelFetch");
/// let demand = fit.refusals().next().unwrap();
/// assert_eq!((demand.line, demand.chapter), (4, "arrays_in_textures"));
/// assert!(demand.to_string().starts_with("texelFetch: ATI Radeon 9700 Pro has none"));
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Fit {
    /// The kernel file.
    pub kernel: String,
    /// The name of the profile.
    pub card: &'static str,
    /// What it takes, in the order of the profile.
    pub demands: Vec<Demand>,
}

impl Fit {
    /// Whether the card takes the kernel.
    pub fn is_taken(&self) -> bool {
        self.refusals().next().is_none()
    }

    /// What the card refuses.
    pub fn refusals(&self) -> impl Iterator<Item = &Demand> {
        self.demands.iter().filter(|demand| demand.refused)
    }

    /// In a line: `fits`, or `refused: texelFetch, integers`.
    pub fn verdict(&self) -> String {
        let mut things: Vec<&str> = vec![];
        for demand in self.refusals() {
            if !things.contains(&demand.thing) {
                things.push(demand.thing);
            }
        }
        match things.as_slice() {
            [] => "fits".to_string(),
            things => format!("refused: {}", things.join(", ")),
        }
    }
}

impl FlatKernel {
    /// Makes a kernel straight that compiled to these words.
    ///
    /// # Errors
    /// [`Error::Call`] says what cannot be followed, or that it is a vertex kernel.
    pub(crate) fn new(expanded: &Expanded, words: &[u32]) -> Result<FlatKernel> {
        let name = &expanded.name;
        let unrolled = match expanded.stage {
            Stage::Compute => None,
            Stage::Vertex => {
                let why = "a card is asked about its fragment unit; give the fragment kernel".to_string();
                return Err(Error::call(name, why));
            }
            Stage::Fragment => {
                let uncounted = |why| Error::call(name, format!("its operations cannot be counted: {why}"));
                Some(straighten(words, false).map_err(uncounted)?)
            }
        };
        let (dialect, _) = Dialect::of(&expanded.text);
        let is_glsl = !name.ends_with(".wgsl") && !name.ends_with(".spv");
        let old = if dialect.is_es() { dialect.version < 300 } else { dialect.version < 130 };
        Ok(FlatKernel {
            expanded: expanded.clone(),
            unrolled,
            words: words.to_vec(),
            kept: OnceCell::new(),
            whole_floats: old && is_glsl,
            assembled: is_program(&expanded.text)
                .then(|| program_counts(name, &expanded.text).ok())
                .flatten(),
        })
    }

    /// The kernel's file.
    pub fn name(&self) -> &str {
        &self.expanded.name
    }

    /// Its operations; none of a kernel of the compute era.
    pub(super) fn straight(&self) -> Option<&Straight> {
        self.unrolled.as_ref()
    }

    /// The author's line of a line of the expanded text.
    pub(super) fn line_of(&self, line: usize) -> Option<usize> {
        self.expanded.place(line).map(|(_, line)| line)
    }

    /// Holds it against a card.
    pub fn fit(&self, profile: &Profile) -> Fit {
        let mut counts = self.unrolled.as_ref().map(|kernel| self.counts(kernel, profile));
        if let (Some(counts), Some(program)) = (&mut counts, &self.assembled) {
            counts.take_of(program);
        }
        let mut demands = compare(profile, counts.as_ref(), self.whole_floats, &self.expanded);
        if self.assembled.is_some() {
            demands.extend(demand_options(profile, &self.expanded));
        }
        Fit { kernel: self.expanded.name.clone(), card: profile.name, demands }
    }

    /// The counts in the form that the card's compiler would choose: both sides of branches computed, branches left,
    /// loops left.
    fn counts(&self, kernel: &Straight, profile: &Profile) -> Counts {
        let mut best = totals(&Tally::new(kernel, profile, false));
        if profile.branches.value != Some(0) {
            let branched = totals(&Tally::new(kernel, profile, true));
            if branched.total.count < best.total.count {
                best = branched;
            }
        }
        let fits = profile
            .total_slots
            .value
            .is_none_or(|limit| best.total.count <= u64::from(limit));
        if fits || profile.loops.value == Some(0) {
            return best;
        }
        let kept = self.kept.get_or_init(|| straighten(&self.words, true).ok());
        match kept.as_ref().map(|kept| totals(&Tally::new(kept, profile, true))) {
            Some(kept) if kept.total.count < best.total.count => kept,
            _ => best,
        }
    }
}
