//! Adds up the resource counts of a kernel.

use super::cost_model::CostModel;
use super::counts::{FeatureNeeds, LimitedCount, RemainingLoop, ResourceCounts};
use super::flat_ir::{FlatIr, IntegerOp, LaneSource, NodeId, Op, VectorLane};
use super::profile::LoopCount;
use super::slots::count_slots;
use std::collections::{BTreeMap, BTreeSet};

/// A sum that remembers the line at which it exceeded its limit.
struct LimitedSum {
    count: LimitedCount,
    limit: Option<u32>,
}

impl LimitedSum {
    fn with_limit(limit: Option<u32>) -> LimitedSum {
        LimitedSum { count: LimitedCount::default(), limit }
    }

    fn add(&mut self, more: u64, line: usize) {
        let before = self.limit.is_none_or(|limit| self.count.count <= u64::from(limit));
        self.count.count += more;
        if before && more > 0 {
            self.count.line = line;
        }
    }
}

pub(super) fn sum_resources(tally: &CostModel) -> ResourceCounts {
    let profile = tally.profile;
    let mut arithmetic = LimitedSum::with_limit(profile.arithmetic_slots.value);
    let mut texture = LimitedSum::with_limit(profile.texture_slots.value);
    let mut total = LimitedSum::with_limit(profile.total_slots.value);
    let mut executed = Some(0_u64);
    let mut by_name: BTreeMap<&'static str, (u64, u64)> = BTreeMap::new();
    let mut last = 0;
    let counted = count_slots(tally);
    for &(node, slots, reads) in &counted.operations {
        arithmetic.add(slots, node.line);
        texture.add(reads, node.line);
        total.add(slots + reads, node.line);
        let often = count_runs(tally.kernel, node.turn);
        executed = executed
            .zip(often)
            .map(|(sum, often)| sum.saturating_add((slots + reads).saturating_mul(often)));
        if slots > 0 {
            let most = by_name.entry(operation_name(node.op)).or_default();
            *most = (most.0 + 1, most.1 + slots);
        }
        last = last.max(node.line);
    }
    let branches = if tally.branching { tally.kernel.branches.len() as u64 } else { 0 };
    let costs = &profile.costs.value;
    let flow = tally.kernel.loops.len() as u64 * u64::from(costs.turn) + branches * u64::from(costs.branch);
    let more = counted.outputs + flow;
    arithmetic.add(more, last);
    total.add(more, last);
    if costs.pairs {
        let slots = super::co_issue::pack_slots(tally, &counted);
        let over = profile.arithmetic_slots.value.and_then(|limit| slots.get(limit as usize));
        let saved = arithmetic.count.count - more - slots.len() as u64;
        arithmetic.count = LimitedCount { count: slots.len() as u64 + more, line: over.copied().unwrap_or(last) };
        total.count.count -= saved;
        executed = executed.map(|sum| sum.saturating_sub(saved));
    }
    let most = by_name.into_iter().max_by_key(|(_, (_, slots))| *slots);
    ResourceCounts {
        arithmetic: arithmetic.count,
        texture: texture.count,
        total: total.count,
        executed: executed.map(|sum| sum + more),
        indirections: tally.count_indirections(profile.indirections.value),
        temporaries: count_temporaries(tally),
        constants: count_constants(tally),
        interpolants: count_interpolants(tally),
        samplers: count_samplers(tally),
        outputs: LimitedCount { count: tally.kernel.outputs.len() as u64, line: 0 },
        loops: remaining_loops(tally.kernel),
        branches,
        needs: find_feature_needs(tally),
        most: most.map(|(name, (count, slots))| (name, count, slots)),
    }
}

/// Returns how often an operation runs, or `None` if the number of turns of a loop around it is unknown.
fn count_runs(kernel: &FlatIr, mut turn: Option<usize>) -> Option<u64> {
    let mut often = 1_u64;
    while let Some((turning, turns)) = turn.and_then(|turn| kernel.loops.get(turn)) {
        often = often.saturating_mul((*turns)?);
        turn = turning.around;
    }
    Some(often)
}

/// Estimates the registers: components packed as densely as possible, in the order in which the kernel is written.
fn count_temporaries(tally: &CostModel) -> LimitedCount {
    let mut used: BTreeMap<NodeId, (BTreeSet<u8>, NodeId)> = BTreeMap::new();
    let mut lines = BTreeMap::new();
    for (id, node) in tally.live_nodes() {
        lines.insert(id, node.line);
        for lane in node.inputs.iter().flatten() {
            if let LaneSource::Node(of, component) = lane.source {
                let (components, last) = used.entry(of).or_default();
                components.insert(component);
                *last = id.max(*last);
            }
        }
    }
    let mut ends: BTreeMap<NodeId, u64> = BTreeMap::new();
    let mut alive = 0_u64;
    let mut most = LimitedCount::default();
    for (id, node) in tally.live_nodes() {
        if let Some(ended) = ends.remove(&id) {
            alive -= ended;
        }
        if node.op.is_preset() && !matches!(node.op, Op::LoopCarried(_)) {
            continue;
        }
        if let Some((components, last)) = used.get(&id).filter(|(_, last)| *last > id) {
            alive += components.len() as u64;
            *ends.entry(*last).or_default() += components.len() as u64;
        }
        if alive.div_ceil(4) > most.count {
            most = LimitedCount { count: alive.div_ceil(4), line: node.line };
        }
    }
    most
}

/// Counts constant registers: one for each uniform, and one for every four literals.
fn count_constants(tally: &CostModel) -> LimitedCount {
    let mut literals = BTreeSet::new();
    let mut uniforms = 0;
    let mut sines = 0;
    let mut line = 0;
    let costs = &tally.profile.costs.value;
    // A computed index may reach every item of its array.
    let mut whole = BTreeSet::new();
    for (_, node) in tally.live_nodes() {
        match node.op {
            Op::Uniform(id, _) => {
                let registers = tally.kernel.indexed.get(&id).copied();
                uniforms += match registers {
                    Some(registers) if whole.insert(id) => registers,
                    Some(_) => 0,
                    None => 1,
                };
                line = node.line;
            }
            Op::Sine | Op::Cosine if costs.sine > 1 => sines = 2,
            Op::Discard | Op::LoopCarried(_) => continue,
            _ => {}
        }
        node.inputs
            .iter()
            .for_each(|lanes| note_literals(lanes, costs.inline, &mut literals));
    }
    tally
        .kernel
        .outputs
        .iter()
        .for_each(|(_, lanes)| note_literals(lanes, costs.inline, &mut literals));
    LimitedCount { count: uniforms + sines + literals.len().div_ceil(4) as u64, line }
}

fn note_literals(lanes: &[VectorLane], inline: bool, literals: &mut BTreeSet<u32>) {
    for lane in lanes {
        if let LaneSource::Word(word) = lane.source {
            let number = f32::from_bits(word).abs();
            if !(inline && [0.0, 0.5, 1.0].contains(&number)) {
                literals.insert(word & 0x7fff_ffff);
            }
        }
    }
}

fn count_interpolants(tally: &CostModel) -> LimitedCount {
    let mut sum = LimitedSum::with_limit(tally.profile.interpolants.value);
    for (_, node) in tally.live_nodes() {
        if let Op::Input(id, _) = node.op {
            sum.add(u64::from(!is_colour(tally, id)), node.line);
        }
    }
    sum.count
}

fn is_colour(tally: &CostModel, id: u32) -> bool {
    let name = tally
        .kernel
        .names
        .iter()
        .find(|(known, _)| *known == id)
        .map(|(_, name)| name.as_str());
    name.is_some_and(|name| matches!(name, "gl_Color" | "gl_SecondaryColor"))
}

fn count_samplers(tally: &CostModel) -> LimitedCount {
    let mut known = BTreeSet::new();
    let mut sum = LimitedSum::with_limit(Some(tally.profile.samplers.value));
    for (_, node) in tally.live_nodes() {
        if let Op::Texture(number, _) | Op::Fetch(number) | Op::Size(number) = node.op {
            sum.add(u64::from(number != u32::MAX && known.insert(number)), node.line);
        }
    }
    sum.count
}

/// Returns the loops that could not be unrolled, with the source of their number of turns.
fn remaining_loops(kernel: &FlatIr) -> Vec<RemainingLoop> {
    let all = kernel.loops.iter().map(|(turning, turns)| RemainingLoop {
        line: turning.line,
        depth: count_depth(kernel, turning.around),
        turns: *turns,
        count: if turns.is_some() { LoopCount::Constant } else { turn_count_source(kernel, turning.test) },
    });
    all.collect()
}

fn count_depth(kernel: &FlatIr, mut turn: Option<usize>) -> u32 {
    let mut depth = 1;
    while let Some((turning, _)) = turn.and_then(|turn| kernel.loops.get(turn)) {
        depth += 1;
        turn = turning.around;
    }
    depth
}

/// Returns the source of a loop's number of turns: the values that its test depends on.
fn turn_count_source(kernel: &FlatIr, test: Option<VectorLane>) -> LoopCount {
    let Some(test) = test.and_then(VectorLane::source_node) else { return LoopCount::Any };
    let mut seen = BTreeSet::from([test]);
    let mut waiting = vec![test];
    let mut known = LoopCount::Constant;
    while let Some(node) = waiting.pop().and_then(|id| kernel.graph.find_node(id)) {
        match node.op {
            Op::Input(..) | Op::BuiltIn(..) | Op::Load(_) | Op::Other => return LoopCount::Any,
            op if op.is_texture() => return LoopCount::Any,
            Op::Uniform(..) => known = LoopCount::Uniform,
            _ => {}
        }
        let operands = node.inputs.iter().flatten().filter_map(|lane| lane.source_node());
        waiting.extend(operands.filter(|id| seen.insert(*id)));
    }
    known
}

fn find_feature_needs(tally: &CostModel) -> FeatureNeeds {
    let mut needs = FeatureNeeds::default();
    for (_, node) in tally.live_nodes() {
        let need = match node.op {
            Op::Integer(IntegerOp::Float) => continue,
            Op::Integer(IntegerOp::Bits) => &mut needs.bits,
            Op::Integer(_) => &mut needs.integers,
            Op::Other => &mut needs.other,
            Op::Fetch(_) => &mut needs.texel_fetch,
            Op::Size(_) => &mut needs.texture_size,
            Op::Texture(_, 'l') => &mut needs.explicit_levels,
            Op::Derivative => &mut needs.derivatives,
            Op::Indexed => &mut needs.computed_index,
            Op::Store | Op::Load(_) => &mut needs.computed_stores,
            _ => continue,
        };
        need.get_or_insert(node.line);
    }
    needs
}

/// Returns the usual name of an operation.
fn operation_name(op: Op) -> &'static str {
    match op {
        Op::Add => "add",
        Op::Multiply => "multiply",
        Op::Minimum => "min",
        Op::Maximum => "max",
        Op::Fraction => "fract",
        Op::Floor => "floor",
        Op::Dot(_) => "dot",
        Op::Lerp => "mix",
        Op::Cross => "cross",
        Op::Power => "pow",
        Op::Reciprocal => "reciprocal",
        Op::InverseRoot => "inversesqrt",
        Op::Exponential => "exp2",
        Op::Logarithm => "log2",
        Op::Sine => "sin",
        Op::Cosine => "cos",
        Op::Saturate => "clamp",
        Op::Compare(_) => "comparison",
        Op::And | Op::Or => "logic",
        Op::Select | Op::Join => "choice",
        Op::Derivative => "derivative",
        Op::Integer(_) => "integer",
        _ => "move",
    }
}
