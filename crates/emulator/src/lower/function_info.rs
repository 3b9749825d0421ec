//! Facts about a function, collected before it is lowered: the uses of its results, whether it returns only at its end,
//! and which variables always have a value.

use super::dominators::DominatorTree;
use super::error::{LowerResult, not_emulated};
use super::module::{SpirvModule, id_operand, id_operands, literal_operands};
use rspirv::dr::{Block, Function, Instruction, Operand};
use rspirv::spirv::{GlslStd450Op, Op, Word};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Maximum depth of nested calls.
pub(super) const MAX_CALL_DEPTH: usize = 64;

/// The uses of a result.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ResultUses {
    /// The block with the instruction that produces it.
    pub block: usize,
    /// Place of its last use in that block.
    pub last: usize,
    /// Number of uses.
    pub count: usize,
    /// True if another block uses it.
    pub escapes: bool,
}

/// Facts about a local variable of a function.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct VariableInfo {
    /// True if every read comes after a write of the whole variable.
    pub assured: bool,
}

/// Accesses of a function through a pointer parameter.
#[derive(Debug, Clone, Copy)]
struct ParameterInfo {
    /// True if it may read the target before it has written it.
    needs: bool,
    /// True if it has written the target on every path when it returns.
    sets: bool,
}

/// Facts about one function.
pub(super) struct FunctionInfo<'m> {
    pub function: &'m Function,
    /// Blocks by label.
    pub blocks: HashMap<Word, usize>,
    pub uses: HashMap<Word, ResultUses>,
    /// For each block the results that phis of other blocks read at its end.
    pub taken: HashMap<usize, Vec<Word>>,
    /// True if it returns once, at its end.
    pub returns_at_end: bool,
    pub variables: HashMap<Word, VariableInfo>,
    /// For each vector whose only use is a shuffle with another, the lowest lane number that the
    /// shuffle selects; at least the vector's length if it selects none of its lanes.
    pub first_taken: HashMap<Word, u32>,
    parameters: Vec<ParameterInfo>,
}

/// Facts about all functions analysed so far.
#[derive(Default)]
pub(super) struct FunctionTable<'m> {
    known: HashMap<Word, Rc<FunctionInfo<'m>>>,
    /// Functions whose analysis is in progress.
    open: HashSet<Word>,
}

impl<'m> FunctionTable<'m> {
    /// Returns the facts about a function; analyses it at first use.
    pub(super) fn get_or_analyse(&mut self, module: &'m SpirvModule, of: Word) -> LowerResult<Rc<FunctionInfo<'m>>> {
        if let Some(known) = self.known.get(&of) {
            return Ok(Rc::clone(known));
        }
        if !self.open.insert(of) {
            return not_emulated("a function calls itself; write a loop");
        }
        if self.open.len() > MAX_CALL_DEPTH {
            return not_emulated("calls are nested too deeply; merge some of the functions");
        }
        let routine = Rc::new(self.analyse_function(module, module.function(of)?)?);
        self.open.remove(&of);
        self.known.insert(of, Rc::clone(&routine));
        Ok(routine)
    }

    fn analyse_function(&mut self, module: &'m SpirvModule, function: &'m Function) -> LowerResult<FunctionInfo<'m>> {
        let mut blocks = HashMap::new();
        let mut uses: HashMap<Word, ResultUses> = HashMap::new();
        for (number, block) in function.blocks.iter().enumerate() {
            let label = block.label.as_ref().and_then(|label| label.result_id);
            if label.is_none_or(|label| blocks.insert(label, number).is_some()) {
                return not_emulated("a block has no label of its own");
            }
            for result in block.instructions.iter().filter_map(|made| made.result_id) {
                uses.insert(result, ResultUses { block: number, ..ResultUses::default() });
            }
        }
        let mut taken: HashMap<usize, Vec<Word>> = HashMap::new();
        for (number, block) in function.blocks.iter().enumerate() {
            let label = block.label.as_ref().and_then(|label| label.result_id).unwrap_or(0);
            for (place, instruction) in block.instructions.iter().enumerate() {
                for (at, operand) in instruction.operands.iter().enumerate() {
                    let Some(operand) = operand.id_ref_any() else { continue };
                    let Some(uses) = uses.get_mut(&operand) else { continue };
                    uses.count += 1;
                    if instruction.class.opcode != Op::Phi {
                        uses.last = uses.last.max(place);
                        uses.escapes |= uses.block != number;
                        continue;
                    }
                    // A phi reads its value at the end of the block that it comes from.
                    let from = find_operand_after_first(instruction, at)
                        .and_then(|from| blocks.get(&from))
                        .and_then(|&from| Some((from, function.blocks.get(from)?)));
                    match from.filter(|(from, block)| *from == uses.block && next_block_outside(block) == Some(label)) {
                        Some((from, block)) => {
                            uses.last = block.instructions.len();
                            taken.entry(from).or_default().push(operand);
                        }
                        None => uses.escapes = true,
                    }
                }
            }
        }
        let graph = DominatorTree::new(function, &blocks);
        let mut routine = FunctionInfo {
            returns_at_end: returns_at_end(function, &blocks),
            function,
            blocks,
            uses,
            taken,
            variables: HashMap::new(),
            first_taken: HashMap::new(),
            parameters: vec![],
        };
        routine.first_taken = first_used_lanes(&routine);
        let mut events = self.collect_accesses(module, &routine)?;
        let entry = function.blocks.first().into_iter().flat_map(|block| &block.instructions);
        for variable in entry.filter(|made| made.class.opcode == Op::Variable) {
            let Some(variable_id) = variable.result_id else { continue };
            let mut events = events.remove(&variable_id).unwrap_or_default();
            if variable.operands.len() > 1 {
                events.stores.insert(0, 0);
            }
            let known = VariableInfo { assured: events.is_always_initialised(&graph) };
            routine.variables.insert(variable_id, known);
        }
        for parameter in &function.parameters {
            let events = parameter
                .result_id
                .and_then(|parameter| events.remove(&parameter))
                .unwrap_or_default();
            let ends = function.blocks.iter().enumerate().filter(|(number, block)| {
                let last = block.instructions.last().map(|last| last.class.opcode);
                matches!(last, Some(Op::Return | Op::ReturnValue)) && graph.is_reachable(*number)
            });
            let mut ends = ends.map(|(number, _)| number);
            let sets = ends.all(|number| events.is_stored_before(&graph, number, usize::MAX));
            let needs = !events.is_always_initialised(&graph);
            routine.parameters.push(ParameterInfo { needs, sets });
        }
        Ok(routine)
    }

    /// Collects the accesses of each variable and pointer parameter.
    fn collect_accesses(
        &mut self,
        module: &'m SpirvModule,
        routine: &FunctionInfo<'m>,
    ) -> LowerResult<HashMap<Word, VariableAccesses>> {
        let mut events: HashMap<Word, VariableAccesses> = HashMap::new();
        let parameters = routine.function.parameters.iter().filter_map(|parameter| parameter.result_id);
        for parameter in parameters {
            events.insert(parameter, VariableAccesses::default());
        }
        let entry = routine
            .function
            .blocks
            .first()
            .into_iter()
            .flat_map(|block| &block.instructions);
        for variable in entry
            .filter(|made| made.class.opcode == Op::Variable)
            .filter_map(|made| made.result_id)
        {
            events.insert(variable, VariableAccesses::default());
        }
        let only_stored = store_only_pointers(routine.function);
        for (number, block) in routine.function.blocks.iter().enumerate() {
            for (place, instruction) in block.instructions.iter().enumerate() {
                let first = instruction.operands.first().and_then(Operand::id_ref_any).unwrap_or(0);
                match instruction.class.opcode {
                    Op::Store => {
                        if let Some(events) = events.get_mut(&first) {
                            events.record_store(number, place);
                        }
                    }
                    Op::AccessChain | Op::InBoundsAccessChain => {
                        let Some(events) = events.get_mut(&first) else { continue };
                        if !instruction.result_id.is_some_and(|chain| only_stored.contains(&chain)) {
                            events.uses.push((number, place));
                        }
                    }
                    Op::FunctionCall => {
                        let called = self.get_or_analyse(module, first)?;
                        for (argument, parameter) in id_operands(instruction, 1)?.iter().zip(&called.parameters) {
                            let Some(events) = events.get_mut(argument) else { continue };
                            if parameter.needs {
                                events.uses.push((number, place));
                            }
                            if parameter.sets {
                                events.record_store(number, place);
                            }
                        }
                    }
                    Op::ExtInst if returns_by_pointer(instruction) => {
                        let pointer = id_operand(instruction, instruction.operands.len() - 1)?;
                        if let Some(events) = events.get_mut(&pointer) {
                            events.record_store(number, place);
                        }
                    }
                    _ => {
                        for operand in instruction.operands.iter().filter_map(Operand::id_ref_any) {
                            if let Some(events) = events.get_mut(&operand) {
                                events.uses.push((number, place));
                            }
                        }
                    }
                }
            }
        }
        Ok(events)
    }
}

/// The accesses of one variable, by block and place.
#[derive(Default)]
struct VariableAccesses {
    /// Place of the first write of the whole variable in each block.
    stores: HashMap<usize, usize>,
    uses: Vec<(usize, usize)>,
}

impl VariableAccesses {
    fn record_store(&mut self, block: usize, place: usize) {
        self.stores.entry(block).or_insert(place);
    }

    /// True if every use comes after a write.
    fn is_always_initialised(&self, graph: &DominatorTree) -> bool {
        self.uses
            .iter()
            .all(|&(block, place)| !graph.is_reachable(block) || self.is_stored_before(graph, block, place))
    }

    fn is_stored_before(&self, graph: &DominatorTree, block: usize, place: usize) -> bool {
        if self.stores.is_empty() {
            return false;
        }
        self.stores.get(&block).is_some_and(|&store| store < place)
            || graph.strict_dominators(block).any(|above| self.stores.contains_key(&above))
    }
}

/// Returns the pointers into variables that are only stored through.
fn store_only_pointers(function: &Function) -> HashSet<Word> {
    let all = || function.blocks.iter().flat_map(|block| &block.instructions);
    let mut chains: HashSet<Word> = all()
        .filter(|made| matches!(made.class.opcode, Op::AccessChain | Op::InBoundsAccessChain))
        .filter_map(|made| made.result_id)
        .collect();
    for instruction in all() {
        let skip = usize::from(instruction.class.opcode == Op::Store);
        for operand in instruction.operands.iter().skip(skip).filter_map(Operand::id_ref_any) {
            chains.remove(&operand);
        }
    }
    chains
}

/// Returns the lowest lane that each single-use shuffle selects. The compiler writes `v.yx = w` as a load of `v`, a
/// shuffle of `v` and `w` and a store: no lane of the old `v` is used.
fn first_used_lanes(routine: &FunctionInfo) -> HashMap<Word, u32> {
    let all = routine.function.blocks.iter().flat_map(|block| &block.instructions);
    let shuffles = all.filter(|made| made.class.opcode == Op::VectorShuffle);
    let taken = shuffles.filter_map(|made| {
        let vector = id_operand(made, 0).ok()?;
        let once = routine.uses.get(&vector).is_some_and(|uses| uses.count == 1);
        Some((vector, literal_operands(made, 2).ok()?.into_iter().min()?)).filter(|_| once)
    });
    taken.collect()
}

/// True for a GLSL function that returns a second result through a pointer.
fn returns_by_pointer(instruction: &Instruction) -> bool {
    let called = instruction.operands.get(1);
    [GlslStd450Op::Modf, GlslStd450Op::Frexp]
        .iter()
        .any(|&op| called == Some(&Operand::LiteralExtInstInteger(op as u32)))
}

/// Returns the block that follows a block at the same nesting level: past the construct that it opens.
fn next_block_outside(block: &Block) -> Option<Word> {
    let merge = block
        .instructions
        .iter()
        .find(|made| matches!(made.class.opcode, Op::SelectionMerge | Op::LoopMerge));
    match merge {
        Some(merge) => id_operand(merge, 0).ok(),
        None => block
            .instructions
            .last()
            .filter(|last| last.class.opcode == Op::Branch)
            .and_then(|last| id_operand(last, 0).ok()),
    }
}

fn returns_at_end(function: &Function, blocks: &HashMap<Word, usize>) -> bool {
    let count = function.blocks.iter().filter(|block| has_return(block)).count();
    let mut seen = HashSet::new();
    let mut block = function.blocks.first();
    while let Some(here) = block {
        let Some(next) = next_block_outside(here) else { return count == usize::from(has_return(here)) };
        if !seen.insert(next) {
            return false;
        }
        block = blocks.get(&next).and_then(|&number| function.blocks.get(number));
    }
    false
}

fn has_return(block: &Block) -> bool {
    block
        .instructions
        .last()
        .is_some_and(|last| matches!(last.class.opcode, Op::Return | Op::ReturnValue))
}

/// Returns the id among the operands after the first one.
fn find_operand_after_first(instruction: &Instruction, at: usize) -> Option<Word> {
    instruction.operands.get(at + 1).and_then(Operand::id_ref_any)
}
