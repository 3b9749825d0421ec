//! Compares a kernel with a card.

use super::appendix_a::{appendix_a_demands, is_of_appendix_a};
use super::assembly_options::demand_options;
use super::compare::compare_with_limits;
use super::cost_model::CostModel;
use super::counts::{LimitedCount, ResourceCounts};
use super::demand::Demand;
use super::flat_ir::{FlatIr, flatten_kernel};
use super::host::{HostTarget, HostTexture};
use super::number_formats::may_be_floats;
use super::profile::{LoopCount, Profile};
use super::shader_versions::demand_version;
use super::totals::sum_resources;
use super::vertex::{VertexKernel, compare_with_vertex_unit, count_vertex_needs};
use gristmill_base::element::Scalar;
use gristmill_base::error::{Error, Result};
use gristmill_shader::{
    self as shader, DeclaredSampler, Dimension, ExpandedKernel, Output, ProgramCounts, Stage, counts as program_counts,
    is_program,
};
use serde::Serialize;
use std::cell::OnceCell;

/// The name, in verdicts, of the demand that depends on the host's targets.
const FLOAT_TARGETS: &str = "float targets";

/// A compiled and flattened kernel, to be compared with cards.
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
    expanded: ExpandedKernel,
    /// The operations with loops unrolled; `None` for a kernel of the compute era.
    unrolled: Option<FlatIr>,
    words: Vec<u32>,
    /// The operations with every loop kept, for cards that have loops.
    kept: OnceCell<Option<FlatIr>>,
    /// True if its language allows integers to be floats, as GLSL did before 1.30.
    whole_floats: bool,
    /// True if its text is GLSL or assembly.
    is_glsl: bool,
    /// The counts of a program in assembly, which a card runs as it is written.
    assembled: Option<ProgramCounts>,
    /// The textures that it reads.
    samplers: Vec<DeclaredSampler>,
    /// The outputs of a fragment kernel.
    outputs: Vec<Output>,
    /// True if a vertex kernel writes streams, and nothing follows it.
    alone: bool,
    /// The same kernel for cards whose float textures are rectangles, if its text has both.
    in_rectangles: Option<Box<FlatKernel>>,
}

/// The demands of a kernel on a card, and which of them the card refuses.
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
pub struct Fit {
    /// The kernel file.
    pub kernel: String,
    /// The name of the profile.
    pub card: &'static str,
    /// The demands, in the order of the profile.
    pub demands: Vec<Demand>,
    /// Refusals that apply only with float textures and float targets; with bytes the card accepts the kernel.
    pub conditions: Vec<Demand>,
}

impl Fit {
    /// Returns true if the card accepts the kernel, if need be with textures and targets of bytes.
    pub fn is_taken(&self) -> bool {
        self.refusals().next().is_none()
    }

    /// Returns true if the card accepts the kernel with textures and targets of floats.
    ///
    /// ```
    /// use gristmill::{Profile, check::KernelCheck};
    /// let text = "uniform sampler2D x;
    /// void main() { gl_FragColor = texture2D(x, gl_TexCoord[0].xy); }";
    /// let fit = KernelCheck::source("copy.frag", text).flat()?.fit(Profile::named("geforce-fx-5900")?);
    /// assert!(fit.is_taken() && !fit.takes_floats());
    /// assert_eq!(fit.verdict(), "fits but for float textures");
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn takes_floats(&self) -> bool {
        self.is_taken() && self.conditions.is_empty()
    }

    /// The demands that the card refuses.
    pub fn refusals(&self) -> impl Iterator<Item = &Demand> {
        self.demands.iter().filter(|demand| demand.refused)
    }

    /// Returns the verdict in one line: `fits`, `fits but for float textures`, or `refused: texelFetch, integers`.
    pub fn verdict(&self) -> String {
        let refused = distinct_things(self.refusals());
        let depends = distinct_things(self.conditions.iter());
        match (refused.is_empty(), depends.is_empty()) {
            (true, true) => "fits".to_string(),
            (true, false) => format!("fits but for {}", depends.join(", ")),
            (false, _) => format!("refused: {}", refused.join(", ")),
        }
    }
}

/// Returns the distinct names of the things demanded.
fn distinct_things<'d>(demands: impl Iterator<Item = &'d Demand>) -> Vec<&'static str> {
    let mut things: Vec<&str> = vec![];
    for demand in demands {
        if !things.contains(&demand.thing) {
            things.push(demand.thing);
        }
    }
    things
}

impl FlatKernel {
    /// Flattens a kernel that compiled to these words.
    ///
    /// # Errors
    /// [`Error::Call`] names the construct that cannot be analysed.
    pub fn new(expanded: &ExpandedKernel, words: &[u32]) -> Result<FlatKernel> {
        let name = &expanded.name;
        let unrolled = match expanded.stage {
            Stage::Compute => None,
            Stage::Vertex | Stage::Fragment => Some(
                flatten_kernel(words, false)
                    .map_err(|why| Error::call(name, format!("its operations cannot be counted: {why}")))?,
            ),
        };
        let samplers = unrolled
            .as_ref()
            .map_or(vec![], |kernel| read_samplers(kernel, words, expanded.stage));
        let outputs = match expanded.stage {
            Stage::Fragment => shader::stage_outputs(name, words)?,
            Stage::Vertex | Stage::Compute => vec![],
        };
        let is_glsl = !name.ends_with(".wgsl") && !name.ends_with(".spv");
        Ok(FlatKernel {
            expanded: expanded.clone(),
            unrolled,
            words: words.to_vec(),
            kept: OnceCell::new(),
            whole_floats: may_be_floats(expanded) || is_program(&expanded.text),
            is_glsl,
            assembled: is_program(&expanded.text)
                .then(|| program_counts(name, &expanded.text).ok())
                .flatten(),
            samplers,
            outputs,
            alone: !expanded.text.contains("gl_Position") && !shader::program_writes_position(&expanded.text),
            in_rectangles: None,
        })
    }

    /// Returns the kernel as one that no other stage follows: the outputs of a vertex kernel are streams then.
    #[doc(hidden)]
    pub fn without_successor(self) -> FlatKernel {
        FlatKernel { alone: true, ..self }
    }

    /// Returns the names of the textures that it reads.
    ///
    /// ```
    /// use gristmill::check::KernelCheck;
    /// let text = "uniform sampler2D x, y;
    /// void main() { gl_FragColor = texture2D(x, gl_TexCoord[0].xy); }";
    /// let kernel = KernelCheck::source("copy.frag", text).flat()?;
    /// assert_eq!(kernel.textures().collect::<Vec<_>>(), ["x"]);
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn textures(&self) -> impl Iterator<Item = &str> {
        self.samplers.iter().map(|sampler| sampler.name.as_str())
    }

    /// Adds the same kernel as it reads rectangle textures: cards that have floats in no others are compared with that
    /// one.
    ///
    /// ```
    /// use gristmill::{Profile, check::KernelCheck};
    /// let copy = "uniform sampler2D x; void main() { gl_FragColor = texture2D(x, gl_TexCoord[0].xy); }";
    /// let copy_rect = "#extension GL_ARB_texture_rectangle : require
    /// uniform sampler2DRect x; void main() { gl_FragColor = texture2DRect(x, gl_FragCoord.xy); }";
    /// let kernel = KernelCheck::source("copy.frag", copy).flat()?;
    /// let kernel = kernel.with_rectangles(KernelCheck::source("copy_rect.frag", copy_rect).flat()?);
    /// assert!(kernel.fit(Profile::named("radeon-9700")?).takes_floats());
    /// assert!(kernel.fit(Profile::named("geforce-fx-5900")?).takes_floats());
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    #[must_use]
    pub fn with_rectangles(self, kernel: FlatKernel) -> FlatKernel {
        FlatKernel { in_rectangles: Some(Box::new(kernel)), ..self }
    }

    /// Returns true if its text, with its includes, has this word.
    ///
    /// ```
    /// use gristmill::check::KernelCheck;
    /// let text = "uniform sampler2D x; void main() { gl_FragColor = texture2D(x, gl_TexCoord[0].xy); }";
    /// let copy = KernelCheck::source("copy.frag", text).flat()?;
    /// assert!(copy.mentions("texture2D") && !copy.mentions("RECTANGLES"));
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn mentions(&self, word: &str) -> bool {
        self.expanded.text.contains(word)
    }

    /// Returns the kernel as this card runs it.
    pub(super) fn for_card(&self, profile: &Profile) -> &FlatKernel {
        match &self.in_rectangles {
            Some(kernel) if profile.float_rectangles.value => kernel,
            _ => self,
        }
    }

    /// The name of the kernel's file.
    pub fn name(&self) -> &str {
        &self.expanded.name
    }

    /// The fragment kernel's operations, or `None` for a kernel of another stage.
    pub(super) fn flat_ir(&self) -> Option<&FlatIr> {
        self.unrolled.as_ref().filter(|_| self.expanded.stage == Stage::Fragment)
    }

    /// Converts a line of the expanded text to the author's line.
    pub(super) fn author_line(&self, line: usize) -> Option<usize> {
        self.expanded.locate_line(line).map(|(_, line)| line)
    }

    /// Compares the kernel with a card.
    pub fn fit(&self, profile: &Profile) -> Fit {
        self.for_card(profile).fit_variant(profile)
    }

    fn fit_variant(&self, profile: &Profile) -> Fit {
        if let (Stage::Vertex, Some(flat)) = (self.expanded.stage, &self.unrolled) {
            return self.fit_vertex_kernel(profile, flat);
        }
        let mut counts = self.unrolled.as_ref().map(|kernel| self.best_counts(kernel, profile).0);
        if let (Some(counts), Some(program)) = (&mut counts, &self.assembled) {
            counts.use_program_counts(program);
        }
        let mut demands = compare_with_limits(profile, counts.as_ref(), self.whole_floats, &self.expanded);
        if self.assembled.is_some() {
            demands.extend(demand_options(profile, &self.expanded));
            demands.extend(demand_version(profile, &self.expanded));
        }
        if self.is_glsl && self.assembled.is_none() && profile.loop_count.value == LoopCount::Constant {
            demands.retain(|demand| !is_of_appendix_a(demand));
            demands.extend(appendix_a_demands(profile, &self.expanded));
        }
        demands.extend(self.target_demands(profile));
        let conditions = self.float_conditions(profile);
        Fit { kernel: self.expanded.name.clone(), card: profile.name, demands, conditions }
    }

    /// Compares a vertex kernel with the vertex unit.
    fn fit_vertex_kernel(&self, profile: &Profile, flat: &FlatIr) -> Fit {
        let unit = profile.for_vertices();
        let (mut counts, best) = self.best_counts(flat, &unit);
        let mut own = count_vertex_needs(&CostModel::new(best, &unit, false));
        if let Some(program) = &self.assembled {
            counts.use_program_counts(program);
            counts.interpolants = LimitedCount { count: program.attributes as u64, line: 0 };
            let needs = shader::program_needs(&self.expanded.text);
            own.use_program_counts(program, needs.map_or(0, |needs| needs.call_depth));
        }
        let kernel = VertexKernel {
            expanded: &self.expanded,
            alone: self.alone,
            whole_floats: self.whole_floats,
            samplers: &self.samplers,
        };
        let mut demands = compare_with_vertex_unit(profile, &unit, &kernel, &counts, &own);
        if self.assembled.is_some() {
            demands.extend(demand_options(profile, &self.expanded));
            demands.extend(demand_version(profile, &self.expanded));
        } else if self.is_glsl && unit.loop_count.value == LoopCount::Constant {
            demands.retain(|demand| !is_of_appendix_a(demand));
            demands.extend(appendix_a_demands(profile, &self.expanded));
        }
        Fit { kernel: self.expanded.name.clone(), card: profile.name, demands, conditions: vec![] }
    }

    /// Returns the targets that the card refuses whatever the host does: integers, and several
    /// kinds of numbers in one pass.
    fn target_demands(&self, profile: &Profile) -> Vec<Demand> {
        let refusals = profile.target_refusals(&self.host_targets()).into_iter();
        let of_kernel = refusals.filter(|refusal| refusal.thing != FLOAT_TARGETS);
        let mut demands: Vec<Demand> = vec![];
        for refusal in of_kernel {
            if demands.iter().all(|known| known.thing != refusal.thing) {
                demands.push(Demand::from_host(refusal, &self.expanded));
            }
        }
        demands
    }

    /// Returns the targets of the kernel, with the kinds of numbers that it computes.
    fn host_targets(&self) -> Vec<HostTarget<'_>> {
        let outputs = self.outputs.iter().map(|output| HostTarget {
            name: &output.name,
            scalar: output.scalar,
            format: name_format(output.scalar).to_string(),
            size: None,
            blended: false,
        });
        outputs.collect()
    }

    /// Returns what the card refuses about float textures and float targets of any size, each thing once.
    fn float_conditions(&self, profile: &Profile) -> Vec<Demand> {
        let mut refusals = vec![];
        for sampler in self.samplers.iter().filter(|sampler| sampler.scalar == Scalar::F32) {
            let texture = HostTexture {
                name: &sampler.name,
                scalar: Scalar::F32,
                format: "of floats".to_string(),
                rectangle: sampler.dimension == Dimension::TexelRect,
                of_direct3d: shader::is_of_direct3d(&self.expanded.text),
                volume: sampler.dimension == Dimension::D3,
                size: None,
                linear: false,
                repeats: false,
                smaller_levels: false,
            };
            refusals.extend(profile.texture_refusals(&texture, 0));
        }
        let targets = profile.target_refusals(&self.host_targets());
        refusals.extend(targets.into_iter().filter(|refusal| refusal.thing == FLOAT_TARGETS));
        let mut demands: Vec<Demand> = vec![];
        for refusal in refusals {
            if demands.iter().all(|known| known.thing != refusal.thing) {
                demands.push(Demand::from_host(refusal, &self.expanded));
            }
        }
        demands
    }

    /// Counts the kernel in the form that the card's compiler would choose: with both sides of
    /// branches computed, with branches kept, or with loops kept. Returns that form too.
    fn best_counts<'k>(&'k self, kernel: &'k FlatIr, profile: &Profile) -> (ResourceCounts, &'k FlatIr) {
        let mut best = sum_resources(&CostModel::new(kernel, profile, false));
        if profile.branches.value != Some(0) {
            let branched = sum_resources(&CostModel::new(kernel, profile, true));
            if branched.total.count < best.total.count {
                best = branched;
            }
        }
        let fits = profile
            .total_slots
            .value
            .is_none_or(|limit| best.total.count <= u64::from(limit));
        if fits || profile.loops.value == Some(0) {
            return (best, kernel);
        }
        let kept = self.kept.get_or_init(|| flatten_kernel(&self.words, true).ok());
        let Some(kept) = kept else { return (best, kernel) };
        let counts = sum_resources(&CostModel::new(kept, profile, true));
        if counts.total.count < best.total.count { (counts, kept) } else { (best, kernel) }
    }
}

fn name_format(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::I32 => "of integers",
        Scalar::U32 => "of unsigned integers",
        _ => "of floats",
    }
}

/// Returns the declared samplers that a kernel really reads.
fn read_samplers(kernel: &FlatIr, words: &[u32], stage: Stage) -> Vec<DeclaredSampler> {
    shader::stage_samplers(words, stage)
        .into_iter()
        .filter(|sampler| {
            let mut named = kernel.names.iter().filter(|(_, name)| *name == sampler.name);
            named.any(|(id, _)| kernel.textures.iter().any(|(read, _)| read == id))
        })
        .collect()
}
