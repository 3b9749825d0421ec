//! A profile as rows of a table.

use super::fact::{Fact, Mark};
use super::profile::{IndirectionRule, LoopCount, OddSides, Profile, SwizzleSet};
use super::vertex_unit::VertexUnit;
use gristmill_base::precision::Arithmetic;

/// One row of a profile's table: a limit in words.
///
/// ```
/// use gristmill::{Profile, card::FactRow};
/// let rows: Vec<FactRow> = Profile::named("radeon-9700")?.rows();
/// let slots = rows.iter().find(|row| row.name == "arithmetic slots").unwrap();
/// assert_eq!((slots.value.as_str(), slots.mark.letter()), ("64", 'D'));
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FactRow {
    /// The name of the limit.
    pub name: &'static str,
    /// The number or word.
    pub value: String,
    /// The kind of source.
    pub mark: Mark,
    /// The source.
    pub source: &'static str,
}

impl Profile {
    /// Returns all limits in words, in the order in which a kernel encounters them.
    ///
    /// ```
    /// let rows = gristmill::Profile::named("webgl-2")?.rows();
    /// assert!(rows.iter().any(|row| row.name == "floats blended" && row.value == "16 bits"));
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn rows(&self) -> Vec<FactRow> {
        let mut rows = FactRows(vec![]);
        rows.push_limit("arithmetic slots", &self.arithmetic_slots);
        rows.push_limit("texture slots", &self.texture_slots);
        rows.push_limit("slots in all", &self.total_slots);
        rows.push_limit("instructions run", &self.executed);
        rows.push_limit("indirections", &self.indirections);
        rows.push_fact("counted by", &self.indirection_rule, |rule| match rule {
            IndirectionRule::Nodes => "nodes, as ARB_fragment_program".to_string(),
            IndirectionRule::Orders => "orders, as Direct3D".to_string(),
            IndirectionRule::Uncounted => "nobody".to_string(),
        });
        rows.push_limit("temporaries", &self.temporaries);
        rows.push_limit("constants", &self.constants);
        rows.push_limit("constants per instruction", &self.constants_per_instruction);
        rows.push_limit("interpolants per instruction", &self.interpolants_per_instruction);
        rows.push_limit("interpolants", &self.interpolants);
        rows.push_fact("samplers", &self.samplers, ToString::to_string);
        rows.push_fact("outputs per pass", &self.outputs, ToString::to_string);
        rows.push_flag("outputs of one format", &self.outputs_alike);
        rows.push_limit("branches inside one another", &self.branches);
        rows.push_limit("loops inside one another", &self.loops);
        rows.push_limit("turns of a loop", &self.turns);
        rows.push_fact("turns said by", &self.loop_count, describe_loop_count);
        rows.push_flag("derivatives", &self.derivatives);
        rows.push_flag("reads at a level", &self.explicit_levels);
        rows.push_flag("integers and their bits", &self.integers);
        rows.push_flag("texelFetch, textureSize", &self.texel_fetch);
        rows.push_flag("computed indices", &self.computed_index);
        rows.push_flag("computed stores", &self.computed_stores);
        rows.push_fact("orders of components", &self.swizzles, |set| match set {
            SwizzleSet::Few => "as they are, alike, rotated".to_string(),
            SwizzleSet::Any => "any".to_string(),
        });
        rows.push_vertex_unit(&self.vertex);
        rows.push_fact("longest side", &self.texture_side, ToString::to_string);
        rows.push_fact("longest side in 3D", &self.texture_side_3d, ToString::to_string);
        rows.push_fact("longest side of a target", &self.target_side, ToString::to_string);
        rows.push_fact("sides that are no powers of two", &self.odd_sides, |odd| match odd {
            OddSides::Rectangle => "rectangle textures".to_string(),
            OddSides::Clamped => "clamped, no levels".to_string(),
            OddSides::Emulated => "repeated by arithmetic".to_string(),
            OddSides::Any => "all".to_string(),
        });
        rows.push_flag("floats in rectangles alone", &self.float_rectangles);
        rows.push_fact("float targets", &self.render, ToString::to_string);
        rows.push_fact("floats blended", &self.blend, ToString::to_string);
        rows.push_fact("floats interpolated", &self.filter, ToString::to_string);
        rows.push_fact("arithmetic", &self.arithmetic, describe_arithmetic);
        rows.push_fact("where less is asked", &self.half_arithmetic, |half| {
            half.as_ref().map_or("the same".to_string(), describe_arithmetic)
        });
        rows.push_flag("fixed point of 12 bits", &self.fixed_point);
        rows.push_fact("computed addresses", &self.address, |format| {
            format!("{format}, exact to {}", format.whole_numbers())
        });
        rows.push_fact("interpolants read", &self.interpolant, ToString::to_string);
        rows.push_fact("bits between texels", &self.filter_bits, ToString::to_string);
        rows.push_limit("registers at full rate", &self.fast_registers);
        rows.push_flag("occlusion queries", &self.occlusion_query);
        rows.push_flag("conditional rendering", &self.conditional_rendering);
        rows.push_flag("work groups", &self.compute);
        if self.bandwidth.value > 0.0 {
            rows.push_fact("GB/s of memory", &self.bandwidth, ToString::to_string);
            rows.push_fact("GFLOP/s of multiply-adds", &self.peak, ToString::to_string);
        }
        rows.0
    }
}

/// Describes the source of a loop's number of turns.
fn describe_loop_count(count: &LoopCount) -> String {
    match count {
        LoopCount::Unrolled => "the text, unrolled",
        LoopCount::Constant => "the text",
        LoopCount::Uniform => "the text or a uniform",
        LoopCount::Any => "anything",
    }
    .to_string()
}

/// Describes arithmetic: `fp24 (1.7.16), + toward zero, x toward zero`.
fn describe_arithmetic(arithmetic: &Arithmetic) -> String {
    let Arithmetic { format, add, multiply, denormals, .. } = arithmetic;
    let rounding = if add == multiply { add.to_string() } else { format!("sums {add}, products {multiply}") };
    format!("{format}, {rounding}{}", if *denormals { ", denormals" } else { "" })
}

struct FactRows(Vec<FactRow>);

impl FactRows {
    fn push_fact<T>(&mut self, name: &'static str, fact: &Fact<T>, told: impl Fn(&T) -> String) {
        let Fact { value, mark, source } = fact;
        self.0.push(FactRow { name, value: told(value), mark: *mark, source });
    }

    /// Adds the rows of the vertex unit.
    fn push_vertex_unit(&mut self, unit: &VertexUnit) {
        self.push_limit("vertex: slots", &unit.slots);
        self.push_limit("vertex: instructions run", &unit.executed);
        self.push_limit("vertex: constants", &unit.constants);
        self.push_limit("vertex: temporaries", &unit.temporaries);
        self.push_limit("vertex: address registers", &unit.address_registers);
        self.push_limit("vertex: attributes", &unit.attributes);
        self.push_limit("vertex: outputs with the position", &unit.outputs);
        self.push_flag("vertex: colours among them", &unit.shared_outputs);
        self.push_limit("vertex: constants per instruction", &unit.constants_per_instruction);
        self.push_limit("vertex: attributes per instruction", &unit.attributes_per_instruction);
        self.push_limit("vertex: branches in one another", &unit.branches);
        self.push_limit("vertex: loops in one another", &unit.loops);
        self.push_limit("vertex: turns of a loop", &unit.turns);
        self.push_fact("vertex: turns said by", &unit.loop_count, describe_loop_count);
        self.push_limit("vertex: calls in one another", &unit.calls);
        self.push_flag("vertex: constants indexed", &unit.indexed_constants);
        self.push_flag("vertex: temporaries indexed", &unit.indexed_temporaries);
        self.push_flag("vertex: integers", &unit.integers);
        self.push_fact("vertex: textures", &unit.textures, ToString::to_string);
        self.push_fact("vertex: textures of the kind", &unit.reads, ToString::to_string);
        self.push_flag("vertex: streams written", &unit.streams);
        self.push_fact("vertex: floats", &unit.format, ToString::to_string);
    }

    fn push_limit(&mut self, name: &'static str, fact: &Fact<Option<u32>>) {
        self.push_fact(name, fact, |limit| limit.map_or("no limit".to_string(), |limit| limit.to_string()));
    }

    fn push_flag(&mut self, name: &'static str, fact: &Fact<bool>) {
        self.push_fact(name, fact, |has| if *has { "yes" } else { "no" }.to_string());
    }
}
