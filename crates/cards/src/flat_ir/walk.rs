//! Walks through a kernel: inlines calls and resolves branches on literals; of other branches it
//! walks both sides and joins them where they meet.

use super::graph::{NodeId, Op, OperationGraph, VectorLane};
use super::tables::{SpirvTables, id_operand, id_operands, number_operand};
use super::value::{KernelValue, PathStep, StateKey, WalkState};
use rspirv::dr::{Block, Instruction, Operand};
use rspirv::spirv::{Op as Code, Word};
use std::collections::{BTreeMap, HashMap};

/// A result of the walk, or a sentence about what went wrong.
pub type WalkResult<T> = Result<T, String>;

/// The blocks that control goes to, each with the state there.
pub type Arrivals = Vec<(Word, WalkState)>;

/// The label used for the end of a function; no block has label 0.
pub const RETURN_LABEL: Word = 0;

/// Limit of instructions walked; each turn of a loop counts.
const MAX_WALK_STEPS: usize = 1 << 24;

/// A call being walked: the function's values and blocks.
pub struct CallFrame<'m> {
    pub values: HashMap<Word, KernelValue>,
    blocks: HashMap<Word, &'m Block>,
}

/// The exits of a loop that a turn has shown.
#[derive(Debug, Default)]
pub struct LoopExits {
    pub merge: Word,
    /// Number of tests with a known outcome.
    pub known: usize,
    /// Conditions under which the loop continues.
    pub tests: Vec<VectorLane>,
}

/// A loop that is not unrolled.
#[derive(Debug, Clone)]
pub struct RolledLoop {
    pub line: usize,
    /// The loop around it.
    pub around: Option<usize>,
    /// The condition under which it continues; the first if there are several.
    pub test: Option<VectorLane>,
}

/// A walk through a module.
pub struct KernelWalk<'m> {
    pub tables: &'m SpirvTables,
    pub graph: OperationGraph,
    pub frames: Vec<CallFrame<'m>>,
    /// Number of variables so far.
    pub variables: u32,
    /// Global variables of the kernel itself.
    pub own: HashMap<Word, u32>,
    /// Textures and images so far, by variable and path.
    pub textures: Vec<(Word, Vec<usize>)>,
    /// Uniforms that a computed value indexes, with the registers of the whole array.
    pub indexed: BTreeMap<Word, u64>,
    /// The conditions around the current region.
    contexts: Vec<VectorLane>,
    /// Operations with side effects: discards and stores.
    pub effects: Vec<NodeId>,
    pub loops: Vec<RolledLoop>,
    /// The lines of branches whose condition is computed.
    pub branches: Vec<usize>,
    pub exits: Vec<LoopExits>,
    /// True if no loop is to be unrolled.
    pub keep: bool,
    pub steps: usize,
}

impl<'m> KernelWalk<'m> {
    pub fn new(tables: &'m SpirvTables, keep: bool) -> KernelWalk<'m> {
        KernelWalk {
            tables,
            graph: OperationGraph::default(),
            frames: vec![],
            variables: 0,
            own: HashMap::new(),
            textures: vec![],
            indexed: BTreeMap::new(),
            contexts: vec![],
            effects: vec![],
            loops: vec![],
            branches: vec![],
            exits: vec![],
            keep,
            steps: 0,
        }
    }

    fn find_block(&self, label: Word) -> WalkResult<&'m Block> {
        let found = self.frames.last().and_then(|frame| frame.blocks.get(&label).copied());
        found.ok_or_else(|| format!("there is no block %{label}"))
    }

    /// Walks a call of a function from its beginning to its end.
    pub fn walk_call(
        &mut self,
        function: Word,
        arguments: Vec<KernelValue>,
        mut state: WalkState,
    ) -> WalkResult<(WalkState, KernelValue)> {
        let tables = self.tables;
        let Some(called) = tables.find_function(function) else {
            return Err(format!("there is no function %{function}"));
        };
        if self.frames.len() > 64 {
            return Err("its calls are nested more than 64 deep".to_string());
        }
        let blocks = called
            .blocks
            .iter()
            .filter_map(|block| Some((block.label.as_ref()?.result_id?, block)));
        let parameters = called.parameters.iter().filter_map(|parameter| parameter.result_id);
        let frame = CallFrame { values: parameters.zip(arguments).collect(), blocks: blocks.collect() };
        let Some(first) = called.blocks.first().and_then(|block| block.label.as_ref()?.result_id) else {
            return Err(format!("function %{function} has no body"));
        };
        let before = std::mem::replace(&mut state.when, VectorLane::TRUE);
        let variables = self.variables;
        self.frames.push(frame);
        self.contexts.push(before);
        let ends = self.walk_region(first, state.clone(), &[], false)?;
        self.contexts.pop();
        self.frames.pop();
        let ends = ends.into_iter().map(|(_, state)| state).collect();
        let mut state = self.graph.join_states(ends).unwrap_or(state);
        state.when = before;
        let returned = state
            .memory
            .remove(&StateKey::ReturnValue)
            .unwrap_or(KernelValue::Parts(vec![]));
        state
            .memory
            .retain(|key, _| !matches!(key, StateKey::Local(number) if *number >= variables));
        Ok((state, returned))
    }

    /// Walks from a block to the stops. `header` means that the block is the header of the loop being walked.
    pub fn walk_region(&mut self, label: Word, state: WalkState, stops: &[Word], header: bool) -> WalkResult<Arrivals> {
        let mut label = label;
        let mut state = state;
        let mut header = header;
        let mut out = Arrivals::new();
        loop {
            if stops.contains(&label) && !header {
                out.push((label, state));
                return Ok(out);
            }
            let block = self.find_block(label)?;
            if let Some(merge) = find_opcode(&block.instructions, Code::LoopMerge).filter(|_| !header) {
                let end = id_operand(merge, 0);
                let next = id_operand(merge, 1);
                let when = std::mem::replace(&mut state.when, VectorLane::TRUE);
                self.contexts.push(when);
                let arrivals = self.walk_loop([label, end, next], state, stops)?;
                self.contexts.pop();
                match self.join_arrivals(arrivals, end, when, &mut out) {
                    Some(met) => (label, state) = (end, met),
                    None => return Ok(out),
                }
                continue;
            }
            header = false;
            let Some((last, body)) = block.instructions.split_last() else {
                return Err("a block is empty".to_string());
            };
            for instruction in body {
                self.walk_instruction(instruction, &mut state)?;
            }
            self.step_line(last);
            let merge = find_opcode(&block.instructions, Code::SelectionMerge).map(|merge| id_operand(merge, 0));
            match last.class.opcode {
                Code::Branch => {
                    let to = id_operand(last, 0);
                    self.enter_block(label, to, &mut state)?;
                    label = to;
                }
                Code::BranchConditional | Code::Switch => {
                    match self.walk_branch(label, last, merge, state, stops, &mut out)? {
                        Some((to, next)) => (label, state) = (to, next),
                        None => return Ok(out),
                    }
                }
                Code::Return | Code::ReturnValue => {
                    if last.class.opcode == Code::ReturnValue {
                        state
                            .memory
                            .insert(StateKey::ReturnValue, self.find_value(id_operand(last, 0))?);
                    }
                    out.push((RETURN_LABEL, state));
                    return Ok(out);
                }
                Code::Kill | Code::TerminateInvocation => {
                    self.discard_fragment(&state);
                    return Ok(out);
                }
                Code::Unreachable => return Ok(out),
                other => return Err(format!("a block ends with Op{other:?}")),
            }
        }
    }

    /// Walks a branch: the known side, or both.
    fn walk_branch(
        &mut self,
        label: Word,
        last: &Instruction,
        merge: Option<Word>,
        mut state: WalkState,
        stops: &[Word],
        out: &mut Arrivals,
    ) -> WalkResult<Option<(Word, WalkState)>> {
        let truth = self
            .find_value(id_operand(last, 0))?
            .own_lanes()
            .first()
            .copied()
            .unwrap_or(VectorLane::TRUE);
        let sides = self.branch_sides(last, truth);
        let loop_end = self.exits.last().map(|exits| exits.merge);
        if let [(_, to)] = sides.as_slice() {
            let leaves = id_operands(last, 1).into_iter().any(|to| self.is_exit_block(to));
            if let Some(exits) = self.exits.last_mut().filter(|_| leaves) {
                exits.known += 1;
            }
            self.enter_block(label, *to, &mut state)?;
            return Ok(Some((*to, state)));
        }
        let when = std::mem::replace(&mut state.when, VectorLane::TRUE);
        self.contexts.push(when);
        let mut inner = stops.to_vec();
        inner.extend(merge);
        let mut arrivals = Arrivals::new();
        if merge.is_some() {
            self.branches.push(self.graph.line);
        }
        for (truth, to) in &sides {
            let leaves = self.is_exit_block(*to);
            if let Some(exits) = self.exits.last_mut().filter(|_| leaves) {
                exits.tests.push(truth.to_opposite());
            }
        }
        for (truth, to) in sides {
            let mut side = WalkState { when: truth, ..state.clone() };
            self.enter_block(label, to, &mut side)?;
            let ends = self.walk_region(to, side, &inner, false)?;
            if ends.iter().any(|(end, _)| Some(*end) == loop_end)
                && let Some(exits) = self.exits.last_mut().filter(|exits| exits.tests.is_empty())
            {
                exits.tests.push(truth.to_opposite());
            }
            arrivals.extend(ends);
        }
        self.contexts.pop();
        let Some(merge) = merge else {
            let none = self.join_arrivals(arrivals, Word::MAX, when, out);
            return Ok(none.map(|state| (label, state)));
        };
        Ok(self.join_arrivals(arrivals, merge, when, out).map(|state| (merge, state)))
    }

    /// Returns the targets of a branch with their conditions; a single one if the outcome is known.
    fn branch_sides(&mut self, last: &Instruction, truth: VectorLane) -> Vec<(VectorLane, Word)> {
        if last.class.opcode == Code::BranchConditional {
            let yes = id_operand(last, 1);
            let no = id_operand(last, 2);
            return match truth.literal_word() {
                Some(0) => vec![(VectorLane::TRUE, no)],
                Some(_) => vec![(VectorLane::TRUE, yes)],
                None => vec![(truth, yes), (truth.to_opposite(), no)],
            };
        }
        let mut cases = last.operands.iter().skip(2);
        let mut found = vec![];
        let mut none = VectorLane::TRUE;
        while let (Some(Operand::LiteralBit32(case)), Some(to)) = (cases.next(), cases.next()) {
            let to = to.id_ref_any().unwrap_or(0);
            if let Some(known) = truth.literal_word() {
                if known == *case {
                    return vec![(VectorLane::TRUE, to)];
                }
                continue;
            }
            let is = self.graph.equals_integer(truth, *case);
            none = self.graph.and_lanes(none, is.to_opposite());
            found.push((is, to));
        }
        found.push((none, id_operand(last, 1)));
        found
    }

    /// Returns true if a block only leaves the loop or the function.
    fn is_exit_block(&self, to: Word) -> bool {
        let merge = self.exits.last().map(|exits| exits.merge);
        if Some(to) == merge {
            return true;
        }
        let Ok(block) = self.find_block(to) else { return false };
        let mut own = block
            .instructions
            .iter()
            .filter(|made| !matches!(made.class.opcode, Code::Line | Code::NoLine));
        match (own.next(), own.next()) {
            (Some(only), None) => match only.class.opcode {
                Code::Branch => Some(id_operand(only, 0)) == merge,
                code => matches!(code, Code::Return | Code::Kill),
            },
            _ => false,
        }
    }

    /// Joins the states that arrive at a block into one; the others are passed on to `out`.
    pub fn join_arrivals(
        &mut self,
        arrivals: Arrivals,
        at: Word,
        when: VectorLane,
        out: &mut Arrivals,
    ) -> Option<WalkState> {
        let (here, away): (Vec<_>, Vec<_>) = arrivals.into_iter().partition(|(to, _)| *to == at);
        let all = away.is_empty();
        for (to, mut state) in away {
            state.when = self.graph.and_lanes(when, state.when);
            out.push((to, state));
        }
        let mut state = self.graph.join_states(here.into_iter().map(|(_, state)| state).collect())?;
        state.when = if all { when } else { self.graph.and_lanes(when, state.when) };
        Some(state)
    }

    /// Evaluates the phi values of a block for the edge it is entered by.
    fn enter_block(&mut self, from: Word, to: Word, state: &mut WalkState) -> WalkResult<()> {
        let mut chosen = vec![];
        for phi in self
            .find_block(to)?
            .instructions
            .iter()
            .filter(|made| made.class.opcode == Code::Phi)
        {
            let pairs = id_operands(phi, 0);
            let value = pairs
                .chunks(2)
                .find(|pair| pair.get(1) == Some(&from))
                .and_then(|pair| pair.first());
            if let (Some(result), Some(value)) = (phi.result_id, value) {
                chosen.push((StateKey::Phi(result), self.find_value(*value)?));
            }
        }
        state.memory.extend(chosen);
        Ok(())
    }

    /// Discards the fragment under the current condition.
    pub fn discard_fragment(&mut self, state: &WalkState) {
        let mut truth = state.when;
        for context in self.contexts.clone() {
            truth = self.graph.and_lanes(truth, context);
        }
        self.add_effect(Op::Discard, vec![vec![truth]]);
    }

    /// Adds an operation with a side effect.
    pub fn add_effect(&mut self, op: Op, inputs: Vec<Vec<VectorLane>>) {
        self.effects.push(self.graph.nodes.len() as NodeId);
        self.graph.add_unique(op, inputs, 0);
    }

    /// Counts an instruction and tracks the current line. Returns true for line instructions.
    pub fn step_line(&mut self, instruction: &Instruction) -> bool {
        self.steps += 1;
        if instruction.class.opcode == Code::Line {
            self.graph.line = number_operand(instruction, 1) as usize;
        }
        matches!(instruction.class.opcode, Code::Line | Code::NoLine)
    }

    /// Checks that the walk has not exceeded its limit.
    pub fn check_steps(&self) -> WalkResult<()> {
        if self.steps > MAX_WALK_STEPS {
            return Err(format!("it is longer than {MAX_WALK_STEPS} instructions when its loops are unrolled"));
        }
        Ok(())
    }

    /// Converts an index to a step of a path, known if it is a literal.
    pub fn to_path_step(&self, id: Word) -> WalkResult<PathStep> {
        let lane = self.find_value(id)?.own_lanes().first().copied().unwrap_or(VectorLane::FALSE);
        Ok(lane
            .literal_word()
            .map_or(PathStep::Computed(lane), |at| PathStep::Known(at as usize)))
    }
}

fn find_opcode(instructions: &[Instruction], code: Code) -> Option<&Instruction> {
    instructions.iter().find(|made| made.class.opcode == code)
}
