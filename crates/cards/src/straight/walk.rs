//! Walks through a kernel: inlines calls and resolves branches on literals; of other branches it walks both sides and joins
//! them where they meet.

use super::graph::{Lane, NodeId, Op, OperationGraph};
use super::tables::{Tables, number, operand, operands};
use super::value::{KernelValue, Key, State, Step};
use rspirv::dr::{Block, Instruction, Operand};
use rspirv::spirv::{Op as Code, Word};
use std::collections::HashMap;

/// A result of the walk, or a sentence about what went wrong.
pub type Walked<T> = Result<T, String>;

/// The blocks that control goes to, each with the state there.
pub type Arrivals = Vec<(Word, State)>;

/// The label used for the end of a function; no block has label 0.
pub const RETURN: Word = 0;

/// Limit of instructions walked; each turn of a loop counts.
const MOST_STEPS: usize = 1 << 24;

/// A call being walked: the function's values and blocks.
pub struct Frame<'m> {
    pub values: HashMap<Word, KernelValue>,
    blocks: HashMap<Word, &'m Block>,
}

/// The exits of a loop that a turn has shown.
#[derive(Debug, Default)]
pub struct Exits {
    pub merge: Word,
    /// Number of tests with a known outcome.
    pub known: usize,
    /// Conditions under which the loop continues.
    pub tests: Vec<Lane>,
}

/// A loop that is not unrolled.
#[derive(Debug, Clone)]
pub struct Turning {
    pub line: usize,
    /// The loop around it.
    pub around: Option<usize>,
    /// The condition under which it continues; the first if there are several.
    pub test: Option<Lane>,
}

/// A walk through a module.
pub struct Walk<'m> {
    pub tables: &'m Tables,
    pub graph: OperationGraph,
    pub frames: Vec<Frame<'m>>,
    /// Number of variables so far.
    pub variables: u32,
    /// Global variables of the kernel itself.
    pub own: HashMap<Word, u32>,
    /// Textures and images so far, by variable and path.
    pub textures: Vec<(Word, Vec<usize>)>,
    /// The conditions around the current region.
    contexts: Vec<Lane>,
    /// Operations with side effects: discards and stores.
    pub effects: Vec<NodeId>,
    pub loops: Vec<Turning>,
    /// The lines of branches whose condition is computed.
    pub branches: Vec<usize>,
    pub exits: Vec<Exits>,
    /// True if no loop is to be unrolled.
    pub keep: bool,
    pub steps: usize,
}

impl<'m> Walk<'m> {
    pub fn new(tables: &'m Tables, keep: bool) -> Walk<'m> {
        Walk {
            tables,
            graph: OperationGraph::default(),
            frames: vec![],
            variables: 0,
            own: HashMap::new(),
            textures: vec![],
            contexts: vec![],
            effects: vec![],
            loops: vec![],
            branches: vec![],
            exits: vec![],
            keep,
            steps: 0,
        }
    }

    fn block(&self, label: Word) -> Walked<&'m Block> {
        let found = self.frames.last().and_then(|frame| frame.blocks.get(&label).copied());
        found.ok_or_else(|| format!("there is no block %{label}"))
    }

    /// Walks a call of a function from its beginning to its end.
    pub fn call(
        &mut self,
        function: Word,
        arguments: Vec<KernelValue>,
        mut state: State,
    ) -> Walked<(State, KernelValue)> {
        let tables = self.tables;
        let Some(called) = tables.function(function) else { return Err(format!("there is no function %{function}")) };
        if self.frames.len() > 64 {
            return Err("its functions call each other more than 64 deep".to_string());
        }
        let blocks = called
            .blocks
            .iter()
            .filter_map(|block| Some((block.label.as_ref()?.result_id?, block)));
        let parameters = called.parameters.iter().filter_map(|parameter| parameter.result_id);
        let frame = Frame { values: parameters.zip(arguments).collect(), blocks: blocks.collect() };
        let Some(first) = called.blocks.first().and_then(|block| block.label.as_ref()?.result_id) else {
            return Err(format!("function %{function} has no text"));
        };
        let before = std::mem::replace(&mut state.when, Lane::TRUE);
        let variables = self.variables;
        self.frames.push(frame);
        self.contexts.push(before);
        let ends = self.region(first, state.clone(), &[], false)?;
        self.contexts.pop();
        self.frames.pop();
        let ends = ends.into_iter().map(|(_, state)| state).collect();
        let mut state = self.graph.joined(ends).unwrap_or(state);
        state.when = before;
        let returned = state.memory.remove(&Key::Returned).unwrap_or(KernelValue::Parts(vec![]));
        state
            .memory
            .retain(|key, _| !matches!(key, Key::Own(number) if *number >= variables));
        Ok((state, returned))
    }

    /// Walks from a block to the stops. `header` means that the block is the header of the loop being walked.
    pub fn region(&mut self, label: Word, state: State, stops: &[Word], header: bool) -> Walked<Arrivals> {
        let (mut label, mut state, mut header) = (label, state, header);
        let mut out = Arrivals::new();
        loop {
            if stops.contains(&label) && !header {
                out.push((label, state));
                return Ok(out);
            }
            let block = self.block(label)?;
            let find = |code: Code| block.instructions.iter().find(|made| made.class.opcode == code);
            if let Some(merge) = find(Code::LoopMerge).filter(|_| !header) {
                let (end, next) = (operand(merge, 0), operand(merge, 1));
                let when = std::mem::replace(&mut state.when, Lane::TRUE);
                self.contexts.push(when);
                let arrivals = self.turns([label, end, next], state, stops)?;
                self.contexts.pop();
                match self.meet(arrivals, end, when, &mut out) {
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
                self.step(instruction, &mut state)?;
            }
            self.step_line(last);
            let merge = find(Code::SelectionMerge).map(|merge| operand(merge, 0));
            match last.class.opcode {
                Code::Branch => {
                    let to = operand(last, 0);
                    self.enter(label, to, &mut state)?;
                    label = to;
                }
                Code::BranchConditional | Code::Switch => {
                    match self.branch(label, last, merge, state, stops, &mut out)? {
                        Some((to, next)) => (label, state) = (to, next),
                        None => return Ok(out),
                    }
                }
                Code::Return | Code::ReturnValue => {
                    if last.class.opcode == Code::ReturnValue {
                        state.memory.insert(Key::Returned, self.value(operand(last, 0))?);
                    }
                    out.push((RETURN, state));
                    return Ok(out);
                }
                Code::Kill | Code::TerminateInvocation => {
                    self.discard(&state);
                    return Ok(out);
                }
                Code::Unreachable => return Ok(out),
                other => return Err(format!("a block ends with Op{other:?}")),
            }
        }
    }

    /// Walks a branch: the known side, or both.
    fn branch(
        &mut self,
        label: Word,
        last: &Instruction,
        merge: Option<Word>,
        mut state: State,
        stops: &[Word],
        out: &mut Arrivals,
    ) -> Walked<Option<(Word, State)>> {
        let truth = self.value(operand(last, 0))?.lanes().first().copied().unwrap_or(Lane::TRUE);
        let sides = self.sides(last, truth);
        let loop_end = self.exits.last().map(|exits| exits.merge);
        if let [(_, to)] = sides.as_slice() {
            let leaves = operands(last, 1).into_iter().any(|to| self.leaves(to));
            if let Some(exits) = self.exits.last_mut().filter(|_| leaves) {
                exits.known += 1;
            }
            self.enter(label, *to, &mut state)?;
            return Ok(Some((*to, state)));
        }
        let when = std::mem::replace(&mut state.when, Lane::TRUE);
        self.contexts.push(when);
        let mut inner = stops.to_vec();
        inner.extend(merge);
        let mut arrivals = Arrivals::new();
        if merge.is_some() {
            self.branches.push(self.graph.line);
        }
        for (truth, to) in &sides {
            let leaves = self.leaves(*to);
            if let Some(exits) = self.exits.last_mut().filter(|_| leaves) {
                exits.tests.push(truth.opposite());
            }
        }
        for (truth, to) in sides {
            let mut side = State { when: truth, ..state.clone() };
            self.enter(label, to, &mut side)?;
            let ends = self.region(to, side, &inner, false)?;
            if ends.iter().any(|(end, _)| Some(*end) == loop_end)
                && let Some(exits) = self.exits.last_mut().filter(|exits| exits.tests.is_empty())
            {
                exits.tests.push(truth.opposite());
            }
            arrivals.extend(ends);
        }
        self.contexts.pop();
        let Some(merge) = merge else {
            let none = self.meet(arrivals, Word::MAX, when, out);
            return Ok(none.map(|state| (label, state)));
        };
        Ok(self.meet(arrivals, merge, when, out).map(|state| (merge, state)))
    }

    /// Returns the targets of a branch with their conditions; a single one if the outcome is known.
    fn sides(&mut self, last: &Instruction, truth: Lane) -> Vec<(Lane, Word)> {
        if last.class.opcode == Code::BranchConditional {
            let (yes, no) = (operand(last, 1), operand(last, 2));
            return match truth.literal() {
                Some(0) => vec![(Lane::TRUE, no)],
                Some(_) => vec![(Lane::TRUE, yes)],
                None => vec![(truth, yes), (truth.opposite(), no)],
            };
        }
        let mut cases = last.operands.iter().skip(2);
        let mut found = vec![];
        let mut none = Lane::TRUE;
        while let (Some(Operand::LiteralBit32(case)), Some(to)) = (cases.next(), cases.next()) {
            let to = to.id_ref_any().unwrap_or(0);
            if let Some(known) = truth.literal() {
                if known == *case {
                    return vec![(Lane::TRUE, to)];
                }
                continue;
            }
            let is = self.graph.equal_whole(truth, *case);
            none = self.graph.and(none, is.opposite());
            found.push((is, to));
        }
        found.push((none, operand(last, 1)));
        found
    }

    /// Returns true if a block only leaves the loop or the function.
    fn leaves(&self, to: Word) -> bool {
        let merge = self.exits.last().map(|exits| exits.merge);
        if Some(to) == merge {
            return true;
        }
        let Ok(block) = self.block(to) else { return false };
        let mut own = block
            .instructions
            .iter()
            .filter(|made| !matches!(made.class.opcode, Code::Line | Code::NoLine));
        match (own.next(), own.next()) {
            (Some(only), None) => match only.class.opcode {
                Code::Branch => Some(operand(only, 0)) == merge,
                code => matches!(code, Code::Return | Code::Kill),
            },
            _ => false,
        }
    }

    /// Joins the states that arrive at a block into one; the others are passed on to `out`.
    pub fn meet(&mut self, arrivals: Arrivals, at: Word, when: Lane, out: &mut Arrivals) -> Option<State> {
        let (here, away): (Vec<_>, Vec<_>) = arrivals.into_iter().partition(|(to, _)| *to == at);
        let all = away.is_empty();
        for (to, mut state) in away {
            state.when = self.graph.and(when, state.when);
            out.push((to, state));
        }
        let mut state = self.graph.joined(here.into_iter().map(|(_, state)| state).collect())?;
        state.when = if all { when } else { self.graph.and(when, state.when) };
        Some(state)
    }

    /// Evaluates the phi values of a block for the edge it is entered by.
    fn enter(&mut self, from: Word, to: Word, state: &mut State) -> Walked<()> {
        let mut chosen = vec![];
        for phi in self
            .block(to)?
            .instructions
            .iter()
            .filter(|made| made.class.opcode == Code::Phi)
        {
            let pairs = operands(phi, 0);
            let value = pairs
                .chunks(2)
                .find(|pair| pair.get(1) == Some(&from))
                .and_then(|pair| pair.first());
            if let (Some(result), Some(value)) = (phi.result_id, value) {
                chosen.push((Key::Chosen(result), self.value(*value)?));
            }
        }
        state.memory.extend(chosen);
        Ok(())
    }

    /// Discards the fragment under the current condition.
    pub fn discard(&mut self, state: &State) {
        let mut truth = state.when;
        for context in self.contexts.clone() {
            truth = self.graph.and(truth, context);
        }
        self.effect(Op::Discard, vec![vec![truth]]);
    }

    /// Adds an operation with a side effect.
    pub fn effect(&mut self, op: Op, inputs: Vec<Vec<Lane>>) {
        self.effects.push(self.graph.nodes.len() as NodeId);
        self.graph.alone(op, inputs, 0);
    }

    /// Counts an instruction and tracks the current line. Returns true for line instructions.
    pub fn step_line(&mut self, instruction: &Instruction) -> bool {
        self.steps += 1;
        if instruction.class.opcode == Code::Line {
            self.graph.line = number(instruction, 1) as usize;
        }
        matches!(instruction.class.opcode, Code::Line | Code::NoLine)
    }

    /// Checks that the walk has not exceeded its limit.
    pub fn check_steps(&self) -> Walked<()> {
        if self.steps > MOST_STEPS {
            return Err(format!("it is longer than {MOST_STEPS} instructions when its loops are unrolled"));
        }
        Ok(())
    }

    /// Converts an index to a step of a path, known if it is a literal.
    pub fn to_step(&self, id: Word) -> Walked<Step> {
        let lane = self.value(id)?.lanes().first().copied().unwrap_or(Lane::FALSE);
        Ok(lane.literal().map_or(Step::Computed(lane), |at| Step::Known(at as usize)))
    }
}
