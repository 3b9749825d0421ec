//! Cuts a kernel that is too long for a card into passes that fit.
//!
//! A pass computes as much of the kernel as fits and writes the values that later passes need into
//! textures, four numbers per texel. The last pass writes the kernel's outputs. Chan, Ng, Sen,
//! Proudfoot and Hanrahan (2002) cut trees of operations this way for cards with one output; Foley,
//! Houston and Hanrahan (2004) for several. Here the operations are put in an order that keeps few
//! values alive, and each pass uses as many of them as the card's limits allow. Values that cost
//! nothing (uniforms, interpolants) are read again in each pass; everything else is computed once.
//!
//! The text of each pass is compiled and compared with the card before it is returned. If it takes
//! more than was counted for its operations, the kernel is cut again with some slots to spare.

mod glsl_text;
mod pass_kernel;
mod verify;

use super::cost_model::CostModel;
use super::counts::ResourceCounts;
use super::fit::FlatKernel;
use super::flat_ir::{FlatIr, NodeId, Op, OperationNode};
use super::profile::Profile;
use super::totals::sum_resources;
pub use glsl_text::pass_name;
use gristmill_base::error::{Error, Result};
use pass_kernel::{KeptValues, PassKernel, build_pass_kernel};
use std::collections::{BTreeMap, BTreeSet};

/// Slots left free in each pass: the values are tried in turn until the texts of all passes fit.
const SPARE_SLOTS: [u32; 6] = [0, 1, 2, 4, 8, 16];

/// More operations than any card of the profiles runs in one slot.
const MOST_OPERATIONS_PER_SLOT: usize = 8;

/// A pass of a kernel that was cut.
///
/// ```
/// use gristmill::{Profile, check::KernelCheck};
/// let mut text = "uniform sampler2D x;\nvoid main() {\nfloat a = texture2D(x, gl_TexCoord[0].xy).r;\n".to_string();
/// for _ in 0..100 {
///     text += "a = a * a + 0.5;\n";
/// }
/// let kernel = KernelCheck::source("long.frag", text + "gl_FragColor = vec4(a);\n}").flat()?;
/// let card = Profile::named("radeon-9700")?;
/// assert!(!kernel.fit(card).is_taken());
/// let passes = kernel.split(card)?;
/// assert_eq!(passes.len(), 2);
/// assert_eq!((passes[0].writes, passes[1].reads.as_slice()), (1, &[0][..]));
/// assert!(passes[1].text.contains("sampler2D kept_0"));
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct SplitPass {
    /// Its kernel, in GLSL 1.10. Textures of earlier passes are named `kept_0`, `kept_1` and so on.
    pub text: String,
    /// The textures of earlier passes that it reads, by number.
    pub reads: Vec<usize>,
    /// Number of textures it writes; those of all passes are numbered consecutively. 0 for the last
    /// pass, which writes the kernel's outputs.
    pub writes: usize,
    /// Numbers per fragment that it saves for later passes.
    pub floats: usize,
    /// Arithmetic slots that it uses.
    pub arithmetic: u64,
    /// Texture slots, including reads of saved values.
    pub texture: u64,
    /// True if values between passes are kept in rectangle textures: the kernel reads such, or the card has floats in no
    /// others.
    pub rectangles: bool,
}

impl FlatKernel {
    /// Cuts the kernel into passes that the card accepts; a single one if it accepts the whole kernel.
    ///
    /// ```
    /// use gristmill::{Profile, check::KernelCheck};
    /// let short = "uniform sampler2D x;\nvoid main() { gl_FragColor = texture2D(x, gl_TexCoord[0].xy); }";
    /// let passes = KernelCheck::source("short.frag", short).flat()?.split(Profile::named("radeon-9700")?)?;
    /// assert_eq!((passes.len(), passes[0].floats), (1, 0));
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Card`] names the operation that prevents it: one that no pass of this card can run,
    /// or one with too many values to save between two passes. If no cut was found that the card
    /// accepts, it names what the card refuses.
    pub fn split(&self, profile: &Profile) -> Result<Vec<SplitPass>> {
        self.for_card(profile).split_variant(profile)
    }

    /// Returns the names of its outputs, each with its name in the last pass.
    #[doc(hidden)]
    pub fn pass_targets(&self) -> Vec<(String, String)> {
        self.flat_ir().map(glsl_text::name_targets).unwrap_or_default()
    }

    fn split_variant(&self, profile: &Profile) -> Result<Vec<SplitPass>> {
        let Some(kernel) = self.flat_ir() else {
            return Err(self.refuse_line(
                0,
                "a vertex kernel and one of the compute era are not cut into passes; write a fragment kernel".into(),
            ));
        };
        can_be_cut(kernel).map_err(|(line, why)| self.refuse_line(line, why))?;
        let mut refusal = String::new();
        for spare in SPARE_SLOTS {
            let passes = match cut_with_spare(kernel, profile, spare) {
                Ok(passes) => passes,
                Err(_) if !refusal.is_empty() => break,
                Err((line, why)) => return Err(self.refuse_line(line, why)),
            };
            match verify::verify_passes(passes, profile)? {
                Ok(passes) => return Ok(passes),
                Err(why) => refusal = why,
            }
        }
        Err(self.refuse_line(0, format!("no cut was found whose passes {} accepts: {refusal}", profile.title)))
    }

    fn refuse_line(&self, line: usize, why: String) -> Error {
        let line = self.author_line(line).map_or(String::new(), |line| format!("line {line}: "));
        Error::card(self.name(), format!("{line}{why}"))
    }
}

/// Cuts a kernel into passes that leave `spare` slots free.
fn cut_with_spare(kernel: &FlatIr, profile: &Profile, spare: u32) -> std::result::Result<Vec<SplitPass>, CutObstacle> {
    let mut cut = PassCutter::new(kernel, profile, spare);
    let longest = cut.cut_passes()?;
    // A pass that ends a little earlier may save fewer numbers, but the number of passes must not grow.
    cut.slack = true;
    Ok(match cut.cut_passes() {
        Ok(shorter) if price_passes(&shorter) < price_passes(&longest) => shorter,
        _ => longest,
    })
}

/// Returns what makes a cut dear: its passes, then the floats between them.
fn price_passes(passes: &[SplitPass]) -> (usize, usize) {
    (passes.len(), count_floats(passes))
}

fn count_floats(passes: &[SplitPass]) -> usize {
    passes.iter().map(|pass| pass.floats).sum::<usize>()
}

/// A line of the expanded text, and the reason why the kernel cannot be cut there.
type CutObstacle = (usize, String);

/// Checks that every operation can run in any pass. Operations with side effects, neighbours or
/// computed indices cannot.
fn can_be_cut(kernel: &FlatIr) -> std::result::Result<(), CutObstacle> {
    if let Some((turning, _)) = kernel.loops.first() {
        return Err((
            turning.line,
            "a loop with an unknown number of turns cannot be cut; give it a constant number of turns".into(),
        ));
    }
    for node in &kernel.graph.nodes {
        let what = match node.op {
            Op::Discard => "a discarded fragment writes nothing for later passes; write a marker value instead",
            Op::Derivative => {
                "a derivative needs its neighbours' values in the same pass; read the neighbours, and subtract"
            }
            Op::Integer(_) => "a texture of floats cannot store integers; calculate in floats",
            Op::Fetch(_) | Op::Size(_) | Op::Texture(_, 'l') => {
                "GLSL 1.10 has no such read; read by texture coordinates"
            }
            Op::Indexed => "the card has no computed indices; put the array into a texture",
            Op::Store | Op::Load(_) => "the card cannot store to computed addresses; gather instead",
            Op::Compare(3) | Op::LoopCarried(_) | Op::Other => "no pass of a card has this operation",
            _ => continue,
        };
        return Err((node.line, what.to_string()));
    }
    Ok(())
}

/// The state of cutting one kernel.
struct PassCutter<'k> {
    kernel: &'k FlatIr,
    profile: &'k Profile,
    /// Operations in the order in which passes compute them.
    order: Vec<NodeId>,
    /// The position in the order of each operation's last user; past the end if it is an output.
    last_use: BTreeMap<NodeId, usize>,
    /// Inverse square roots followed directly by their reciprocal: GLSL has one function for both.
    half_roots: BTreeSet<NodeId>,
    /// Lets a pass stop up to a quarter short of its longest stretch, where fewer values are live.
    slack: bool,
    /// Slots that each pass leaves free.
    spare: u64,
}

impl<'k> PassCutter<'k> {
    fn new(kernel: &'k FlatIr, profile: &'k Profile, spare: u32) -> PassCutter<'k> {
        let order = order_operations(kernel);
        let mut last_use = BTreeMap::new();
        for (at, id) in order.iter().enumerate() {
            for used in kernel.graph.find_node(*id).iter().flat_map(|node| node.inputs.iter().flatten()) {
                if let Some(used) = used.source_node() {
                    last_use.insert(used, at);
                }
            }
        }
        for lane in kernel.outputs.iter().flat_map(|(_, lanes)| lanes) {
            if let Some(used) = lane.source_node() {
                last_use.insert(used, order.len());
            }
        }
        let half_roots = find_half_roots(kernel, &order);
        PassCutter { kernel, profile, order, last_use, half_roots, slack: false, spare: u64::from(spare) }
    }

    fn cut_passes(&self) -> std::result::Result<Vec<SplitPass>, CutObstacle> {
        let mut passes = vec![];
        let mut kept = KeptValues::new(self.kernel);
        let mut begin = 0;
        loop {
            if self.may_end_at(begin) {
                let last = build_pass_kernel(self.kernel, &kept, None);
                if self.fits_card(&last.kernel) {
                    passes.push(self.build_pass(last, &[])?);
                    return Ok(passes);
                }
            }
            let (end, wanted) = self.find_longest_stretch(begin, &kept)?;
            passes.push(self.build_pass(build_pass_kernel(self.kernel, &kept, Some(&wanted)), &wanted)?);
            kept.keep_values(&wanted, self.kernel);
            begin = end;
        }
    }

    /// Returns false if the operations that are left are too many for one pass, however a card pairs them: to count them
    /// takes long, and each pass would do it again.
    fn may_end_at(&self, begin: usize) -> bool {
        let slots = self.profile.total_slots.value.or(self.profile.arithmetic_slots.value);
        slots.is_none_or(|slots| self.order.len() - begin <= MOST_OPERATIONS_PER_SLOT * slots as usize)
    }

    /// Returns true if values between passes are kept in rectangle textures.
    fn keeps_rectangles(&self) -> bool {
        let kinds = || self.kernel.textures.iter().filter_map(|(id, _)| self.kernel.declared_type(*id));
        kinds().any(|kind| kind == "sampler2DRect")
            || self.profile.float_rectangles.value && !kinds().any(|kind| kind == "sampler2D")
    }

    fn build_pass(&self, part: PassKernel, wanted: &[Vec<NodeId>]) -> std::result::Result<SplitPass, CutObstacle> {
        let counts = self.count_pass(&part.kernel);
        let rectangles = self.keeps_rectangles();
        Ok(SplitPass {
            text: glsl_text::write_pass_text(&part.kernel, rectangles).map_err(|why| (0, why))?,
            reads: part.reads,
            writes: wanted.len(),
            floats: wanted.iter().flatten().map(|id| self.value_width(*id)).sum(),
            arithmetic: counts.arithmetic.count,
            texture: counts.texture.count,
            rectangles,
        })
    }

    /// Finds the longest stretch of the order, starting at `begin`, that fits in one pass. Returns
    /// its end, and the values it writes, texture by texture.
    fn find_longest_stretch(
        &self,
        begin: usize,
        kept: &KeptValues,
    ) -> std::result::Result<(usize, Vec<Vec<NodeId>>), CutObstacle> {
        let mut fitting: Vec<(usize, usize, Vec<Vec<NodeId>>)> = vec![];
        let mut why = String::new();
        for end in begin + 1..=self.order.len() {
            let alive = self.live_values(begin, end, kept);
            if alive.iter().any(|id| self.half_roots.contains(id)) {
                continue;
            }
            let floats: usize = alive.iter().map(|id| self.value_width(*id)).sum();
            match pack_textures(&alive, |id| self.value_width(id), self.profile.outputs.value as usize) {
                Some(wanted) if self.fits_card(&build_pass_kernel(self.kernel, kept, Some(&wanted)).kernel) => {
                    fitting.push((end, floats, wanted))
                }
                Some(_) => why = "it takes more than a pass of this card has".to_string(),
                None => {
                    let room = 4 * self.profile.outputs.value;
                    why = format!(
                        "{floats} numbers would have to be kept after it, and a pass of {} writes {room}",
                        self.profile.title
                    );
                }
            }
            // Beyond twice the length of the last fit, nothing longer will fit.
            if fitting.last().is_some_and(|(fit, ..)| end - begin > 2 * (fit - begin) + 16) {
                break;
            }
        }
        let longest = fitting.last().map_or(0, |(end, ..)| end - begin);
        let least = if self.slack { longest - longest / 4 } else { longest };
        fitting.retain(|(end, ..)| end - begin >= least);
        let best = fitting.into_iter().min_by_key(|(_, floats, _)| *floats);
        best.map(|(end, _, wanted)| (end, wanted)).ok_or_else(|| {
            let line = self
                .order
                .get(begin)
                .and_then(|id| self.kernel.graph.find_node(*id))
                .map_or(0, |node| node.line);
            (line, format!("the kernel cannot be cut here: {why}"))
        })
    }

    /// Returns the values that are computed between two positions and used after the second.
    fn live_values(&self, begin: usize, end: usize, kept: &KeptValues) -> Vec<NodeId> {
        let computed = self.order.get(begin..end).unwrap_or(&[]);
        computed
            .iter()
            .filter(|id| self.last_use.get(id).is_some_and(|last| *last >= end) && !kept.has_value(**id))
            .copied()
            .collect()
    }

    fn value_width(&self, id: NodeId) -> usize {
        self.kernel.graph.find_node(id).map_or(1, |node| usize::from(node.width))
    }

    fn count_pass(&self, kernel: &FlatIr) -> ResourceCounts {
        sum_resources(&CostModel::new(kernel, self.profile, false))
    }

    fn fits_card(&self, kernel: &FlatIr) -> bool {
        self.has_room(&self.count_pass(kernel))
    }

    fn has_room(&self, counts: &ResourceCounts) -> bool {
        let profile = self.profile;
        // Registers are fewer than slots.
        let few = self.spare.div_ceil(4);
        let limits = [
            (counts.arithmetic, profile.arithmetic_slots.value, self.spare),
            (counts.texture, profile.texture_slots.value, 0),
            (counts.total, profile.total_slots.value, self.spare),
            (counts.indirections, profile.indirections.value, 0),
            (counts.temporaries, profile.temporaries.value, few),
            (counts.constants, profile.constants.value, few),
            (counts.interpolants, profile.interpolants.value, 0),
            (counts.samplers, Some(profile.samplers.value), 0),
            (counts.outputs, Some(profile.outputs.value), 0),
        ];
        limits
            .iter()
            .all(|(count, limit, spare)| limit.is_none_or(|limit| count.count + spare <= u64::from(limit)))
    }
}

/// Finds the inverse square roots that their reciprocal follows directly in an order.
fn find_half_roots(kernel: &FlatIr, order: &[NodeId]) -> BTreeSet<NodeId> {
    let mut found = BTreeSet::new();
    for pair in order.windows(2) {
        let [root, next] = pair else { continue };
        let is_root = kernel.graph.find_node(*root).is_some_and(|node| node.op == Op::InverseRoot);
        let next = kernel.graph.find_node(*next);
        if is_root && next.is_some_and(|next| next.op == Op::Reciprocal && reads_node(next, *root)) {
            found.insert(*root);
        }
    }
    found
}

fn reads_node(node: &OperationNode, id: NodeId) -> bool {
    node.inputs.iter().flatten().any(|lane| lane.source_node() == Some(id))
}

/// Orders the operations that outputs depend on, except inputs: each after its operands, the larger
/// operand first, so that few values are alive at once (Sethi and Ullman 1970).
fn order_operations(kernel: &FlatIr) -> Vec<NodeId> {
    let graph = &kernel.graph;
    // Size of the tree below each operation.
    let mut sizes = vec![1_u64; graph.nodes.len()];
    for id in 0..graph.nodes.len() {
        let below: u64 = list_operands(kernel, id as NodeId)
            .iter()
            .filter_map(|id| sizes.get(*id as usize))
            .fold(0, |sum, size| sum.saturating_add(*size));
        if let Some(size) = sizes.get_mut(id) {
            *size = below.saturating_add(1);
        }
    }
    let size = |id: &NodeId| std::cmp::Reverse(sizes.get(*id as usize).copied().unwrap_or(0));
    let mut order = vec![];
    let mut seen = BTreeSet::new();
    let mut waiting: Vec<(NodeId, bool)> = vec![];
    for (_, lanes) in &kernel.outputs {
        let mut roots: Vec<NodeId> = lanes.iter().filter_map(|lane| lane.source_node()).collect();
        roots.sort_by_key(size);
        waiting.extend(roots.into_iter().rev().map(|id| (id, false)));
        while let Some((id, ready)) = waiting.pop() {
            let given = graph.find_node(id).is_none_or(|node| node.op.is_preset());
            if given || !ready && !seen.insert(id) {
                continue;
            }
            if ready {
                order.push(id);
                continue;
            }
            waiting.push((id, true));
            let mut below: Vec<NodeId> = list_operands(kernel, id).into_iter().collect();
            below.sort_by_key(size);
            waiting.extend(below.into_iter().rev().map(|id| (id, false)));
        }
    }
    order
}

fn list_operands(kernel: &FlatIr, id: NodeId) -> BTreeSet<NodeId> {
    let node = kernel.graph.find_node(id);
    node.iter()
        .flat_map(|node| node.inputs.iter().flatten())
        .filter_map(|lane| lane.source_node())
        .collect()
}

/// Packs values into textures of four numbers, the widest first. Returns `None` if it takes more than `most` textures.
fn pack_textures(values: &[NodeId], width: impl Fn(NodeId) -> usize, most: usize) -> Option<Vec<Vec<NodeId>>> {
    let mut sorted = values.to_vec();
    sorted.sort_by_key(|id| std::cmp::Reverse(width(*id)));
    let mut textures: Vec<(usize, Vec<NodeId>)> = vec![];
    for id in sorted {
        match textures.iter_mut().find(|(used, _)| used + width(id) <= 4) {
            Some((used, texture)) => {
                *used += width(id);
                texture.push(id);
            }
            None => textures.push((width(id), vec![id])),
        }
    }
    (textures.len() <= most && !textures.is_empty()).then(|| textures.into_iter().map(|(_, texture)| texture).collect())
}
