//! Compares a vertex kernel with a card's vertex unit.
//!
//! A vertex unit calculated in floats of 32 bits. It had one kind of slots, streams for its inputs, no store but what it
//! hands to the rasteriser, and for years no texture.

use super::compare::LimitComparison;
use super::cost_model::CostModel;
use super::counts::{FeatureNeeds, LimitedCount, ResourceCounts};
use super::demand::Demand;
use super::fact::Fact;
use super::flat_ir::{FlatIr, LaneSource, Op};
use super::host::{HostRefusal, HostTexture};
use super::profile::Profile;
use super::vertex_unit::VertexReads;
use gristmill_base::element::Scalar;
use gristmill_shader::{DeclaredSampler, Dialect, Dimension, ExpandedKernel, ProgramCounts};

/// The first version of GLSL with integers and `gl_VertexID`.
const FIRST_INTEGER_VERSION: u32 = 130;

/// The page that shows how the result of a pass comes back as a vertex stream.
const TO_STREAMS: &str = "stream_types";
const INTO_STREAMS: &str = "compute part of it in a pass before, and give the results in vertex streams";

/// The counts of a vertex kernel that fragment kernels do not have.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct VertexCounts {
    /// Vectors handed to the rasteriser, without those that are counted apart.
    pub outputs: u64,
    /// Colours, the fog and the size of a point.
    pub fixed_outputs: u64,
    /// Address registers: 1 if an array is indexed by a computed value.
    pub addresses: u64,
    /// The first line that indexes constants, and the first that indexes anything else.
    pub indexed_constants: Option<usize>,
    pub indexed_temporaries: Option<usize>,
    /// The deepest nesting of subroutine calls of a program.
    pub calls: u64,
}

/// A vertex kernel as it is compared with cards.
pub(super) struct VertexKernel<'k> {
    pub expanded: &'k ExpandedKernel,
    /// True if it writes streams.
    pub alone: bool,
    /// True if its language allows integers to be floats.
    pub whole_floats: bool,
    /// The textures that it reads.
    pub samplers: &'k [DeclaredSampler],
}

/// Counts what only a vertex kernel uses.
pub(super) fn count_vertex_needs(tally: &CostModel) -> VertexCounts {
    let mut counts = VertexCounts::default();
    for (name, _) in &tally.kernel.outputs {
        *if is_fixed_output(name) { &mut counts.fixed_outputs } else { &mut counts.outputs } += 1;
    }
    for (_, node) in tally.live_nodes().filter(|(_, node)| node.op == Op::Indexed) {
        let indexed = node.inputs.iter().skip(1).flatten();
        let is_constant = indexed.clone().all(|lane| is_constant(tally.kernel, lane.source));
        let place = if is_constant { &mut counts.indexed_constants } else { &mut counts.indexed_temporaries };
        place.get_or_insert(node.line);
        counts.addresses = 1;
    }
    counts
}

fn is_constant(kernel: &FlatIr, source: LaneSource) -> bool {
    match source {
        LaneSource::Node(id, _) => kernel
            .graph
            .find_node(id)
            .is_some_and(|node| matches!(node.op, Op::Uniform(..))),
        LaneSource::Word(_) | LaneSource::Undefined => true,
    }
}

/// Returns true for outputs that most units have apart from the vectors of a kernel's own: colours, the fog, the size of
/// a point, which is the second member of its built-in block.
fn is_fixed_output(name: &str) -> bool {
    let known = ["gl_FrontColor", "gl_BackColor", "gl_FrontSecondaryColor", "gl_BackSecondaryColor", "gl_FogFragCoord"];
    known.contains(&name)
        || ["[1]", "gl_PointSize", "result.pointsize", "result.fogcoord", "oFog", "oD0", "oD1"].contains(&name)
        || name.starts_with("result.color")
}

impl VertexCounts {
    /// Takes over the counts of a program in assembly itself.
    pub(super) fn use_program_counts(&mut self, program: &ProgramCounts, calls: usize) {
        self.addresses = program.address_registers as u64;
        self.calls = calls as u64;
        (self.indexed_constants, self.indexed_temporaries) = (None, None);
    }
}

/// Returns every demand that a vertex kernel makes on a card. `unit` is the profile with its vertex unit in front.
pub(super) fn compare_with_vertex_unit(
    profile: &Profile,
    unit: &Profile,
    kernel: &VertexKernel,
    counts: &ResourceCounts,
    own: &VertexCounts,
) -> Vec<Demand> {
    let mut all = LimitComparison::with_title(unit, kernel.expanded, profile.vertex_title());
    all.demands.extend(
        language_refusals(profile, kernel)
            .into_iter()
            .map(|refusal| Demand::from_host(refusal, kernel.expanded)),
    );
    add_counts(&mut all, profile, counts, own);
    all.add_loops(counts);
    add_features(&mut all, profile, kernel, &counts.needs, own);
    all.demands.extend(
        texture_refusals(profile, kernel, counts.samplers.count)
            .into_iter()
            .map(|refusal| Demand::from_host(refusal, kernel.expanded)),
    );
    all.demands
}

fn add_counts(all: &mut LimitComparison, profile: &Profile, counts: &ResourceCounts, own: &VertexCounts) {
    let unit = &profile.vertex;
    let most = counts.describe_most();
    all.add_count("slots", counts.total, &unit.slots, &most, TO_STREAMS, INTO_STREAMS);
    if let Some(count) = counts.executed.filter(|_| unit.loops.value != Some(0)) {
        let next = "share the turns among passes";
        all.add_count("instructions run", LimitedCount { count, line: 0 }, &unit.executed, "", "ping_pong", next);
    }
    all.add_count("temporaries", counts.temporaries, &unit.temporaries, "", TO_STREAMS, INTO_STREAMS);
    let next = "give numbers that differ by vertex in vertex streams";
    all.add_count("constants", counts.constants, &unit.constants, "", TO_STREAMS, next);
    let next = "use one index, one array after the other";
    let addresses = LimitedCount { count: own.addresses, line: 0 };
    all.add_count("address registers", addresses, &unit.address_registers, "", "pointer_streams", next);
    let next = "pack streams into the components of one";
    all.add_count("attributes", counts.interpolants, &unit.attributes, "", "structs_of_streams", next);
    let outputs = own.outputs + if unit.shared_outputs.value { own.fixed_outputs } else { 0 };
    let next = "pack what it hands on into four components, or draw a pass for each part";
    all.add_count("outputs", LimitedCount { count: outputs, line: 0 }, &unit.outputs, "", "structs_of_streams", next);
    if own.calls > 0 {
        let next = "write a subroutine down where it is called";
        let calls = LimitedCount { count: own.calls, line: 0 };
        all.add_count("calls inside one another", calls, &unit.calls, "", "cards", next);
    }
}

fn add_features(
    all: &mut LimitComparison,
    profile: &Profile,
    kernel: &VertexKernel,
    needs: &FeatureNeeds,
    own: &VertexCounts,
) {
    let unit = &profile.vertex;
    let place = "pointer_streams";
    let next = "choose among the items by comparisons";
    all.add_feature("indexed constants", &unit.indexed_constants, own.indexed_constants, place, next);
    let next = "put the array into uniforms, or choose among its items by comparisons";
    all.add_feature("computed indices", &unit.indexed_temporaries, own.indexed_temporaries, place, next);
    let is_known = all.demands.iter().any(|demand| demand.thing == INTEGERS);
    if !is_known && !kernel.whole_floats {
        let next = "calculate in floats, which are exact for whole numbers";
        all.add_feature(INTEGERS, &unit.integers, needs.integers, "arrays_in_textures", next);
        all.add_feature("bits of integers", &unit.integers, needs.bits, "arrays_in_textures", next);
    }
    let next = "scatter by points: the vertex's position is the address";
    all.add_feature("computed stores", &profile.computed_stores, needs.computed_stores, "primitives/scatter", next);
    let next = "write it another way: this check does not know the operation";
    all.add_feature("operations of later years", &profile.compute, needs.other, "cards", next);
}

const INTEGERS: &str = "integers";

/// Returns what a card refuses of a vertex kernel's language, and of where its results go.
fn language_refusals(profile: &Profile, kernel: &VertexKernel) -> Vec<HostRefusal> {
    let title = profile.title;
    let unit = &profile.vertex;
    let mut all = vec![];
    if kernel.alone && !unit.streams.value {
        let says = format!("it writes streams from vertices, which {title} cannot");
        all.push(build_refusal(
            "vertex streams",
            "",
            says,
            &unit.streams,
            "stream_model",
            "draw points, one per element",
        ));
    }
    let (dialect, _) = Dialect::detect(&kernel.expanded.text);
    if !dialect.is_es() && dialect.version >= FIRST_INTEGER_VERSION && !unit.integers.value {
        let version = dialect.version;
        let (major, minor) = (version / 100, version % 100);
        let says = format!("it is GLSL {major}.{minor}; {title} has no integers, and so no gl_VertexID");
        let next = "write it in GLSL 1.10 with its numbers in vertex streams";
        all.push(build_refusal(INTEGERS, "", says, &unit.integers, "cards", next));
    }
    all
}

/// Returns what a card refuses of the textures that a vertex kernel declares.
fn texture_refusals(profile: &Profile, kernel: &VertexKernel, count: u64) -> Vec<HostRefusal> {
    let unit = &profile.vertex;
    let most = unit.textures.value;
    if count > u64::from(most) {
        let textures = if count == 1 { "texture" } else { "textures" };
        let says = format!("its vertex kernel reads {count} {textures}; the limit of {} is {most}", profile.title);
        let first = kernel.samplers.first().map_or("", |sampler| sampler.name.as_str());
        return vec![build_refusal("vertex textures", first, says, &unit.textures, "primitives/scatter", NO_TEXTURES)];
    }
    let of_kind = kernel.samplers.iter().filter_map(|sampler| {
        let says = match (unit.reads.value, sampler) {
            (VertexReads::Anything | VertexReads::Nothing, _) => return None,
            (_, sampler) if sampler.shadow => "compares depths",
            (_, sampler) if sampler.scalar != Scalar::F32 => "is a texture of integers",
            (VertexReads::Floats, sampler) if !is_flat(sampler.dimension) => "is no texture of two dimensions",
            _ => return None,
        };
        let says = format!("{} {says}, and {} reads {}", sampler.name, profile.vertex_title(), unit.reads.value);
        Some(build_refusal("vertex textures", &sampler.name, says, &unit.reads, "primitives/scatter", OTHER_TEXTURES))
    });
    of_kind.collect()
}

const NO_TEXTURES: &str = "give the numbers in vertex streams, as a copy of a texture makes them";
const OTHER_TEXTURES: &str = "put its numbers into R32F or RGBA32F in two dimensions";

fn is_flat(dimension: Dimension) -> bool {
    matches!(dimension, Dimension::D1 | Dimension::D2 | Dimension::TexelRect)
}

impl Profile {
    /// Returns the reasons why the card's vertex unit refuses a texture that its fragment unit may accept.
    #[doc(hidden)]
    pub fn vertex_texture_refusals(&self, texture: &HostTexture) -> Vec<HostRefusal> {
        let HostTexture { name, format, .. } = texture;
        let reads = &self.vertex.reads;
        if matches!(reads.value, VertexReads::Anything | VertexReads::Nothing) {
            return vec![];
        }
        let title = self.vertex_title();
        let mut all = vec![];
        if reads.value == VertexReads::Floats && !["R32F", "RGBA32F"].contains(&format.as_str()) {
            let says = format!("{name} is {format}, and {title} reads {}", reads.value);
            all.push(build_refusal("vertex textures", name, says, reads, "primitives/scatter", OTHER_TEXTURES));
        }
        if texture.linear {
            let says = format!("{name} is filtered, and {title} reads the nearest texel");
            let next = "weigh the reads in the kernel";
            all.push(build_refusal("vertex filter", name, says, reads, "images/convolve", next));
        }
        all
    }
}

fn build_refusal<T>(
    thing: &'static str,
    name: &str,
    says: String,
    fact: &Fact<T>,
    chapter: &'static str,
    next: &str,
) -> HostRefusal {
    let believed = if fact.mark.is_sourced() { "" } else { " (unverified: no source)" };
    let sentence = format!("{thing}: {says}{believed}; {next} (the book: {chapter}.md)");
    HostRefusal { thing, name: name.to_string(), sentence, mark: fact.mark, source: fact.source, chapter }
}
