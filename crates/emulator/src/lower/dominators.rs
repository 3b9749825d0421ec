//! Dominators of the blocks of a function.

use rspirv::dr::{Block, Function, Operand};
use rspirv::spirv::{Op, Word};
use std::collections::HashMap;

/// The immediate dominator of each block: the last block that every path to it passes.
pub(super) struct DominatorTree {
    /// The immediate dominator by block; the first block has itself, an unreachable block has none.
    above: Vec<Option<usize>>,
}

/// Returns the blocks that a block may branch to.
fn branch_targets<'b>(block: &'b Block, blocks: &'b HashMap<Word, usize>) -> impl Iterator<Item = usize> + 'b {
    let last = block
        .instructions
        .last()
        .filter(|last| matches!(last.class.opcode, Op::Branch | Op::BranchConditional | Op::Switch));
    let operands = last.into_iter().flat_map(|last| &last.operands);
    operands
        .filter_map(Operand::id_ref_any)
        .filter_map(|label| blocks.get(&label).copied())
}

impl DominatorTree {
    /// Computes the dominators.
    pub(super) fn new(function: &Function, blocks: &HashMap<Word, usize>) -> DominatorTree {
        let count = function.blocks.len();
        let order = reverse_postorder(function, blocks);
        let mut rank = vec![usize::MAX; count];
        let mut before: Vec<Vec<usize>> = vec![vec![]; count];
        for (place, &block) in order.iter().enumerate() {
            rank[block] = place;
            branch_targets(&function.blocks[block], blocks).for_each(|target| before[target].push(block));
        }
        let mut above: Vec<Option<usize>> = vec![None; count];
        if let Some(&first) = order.first() {
            above[first] = Some(first);
        }
        // Two rounds are enough for structured code; more rounds than blocks are never needed.
        for _ in 0..=count {
            let mut changed = false;
            for &block in order.iter().skip(1) {
                let known = before[block].iter().copied().filter(|&other| above[other].is_some());
                let new = known.reduce(|a, b| nearest_dominator(&above, &rank, a, b));
                if new != above[block] {
                    above[block] = new;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        DominatorTree { above }
    }

    /// True if any path leads to a block.
    pub(super) fn is_reachable(&self, block: usize) -> bool {
        self.above.get(block).copied().flatten().is_some()
    }

    /// Returns the blocks that run before this one on every path, the nearest first.
    pub(super) fn strict_dominators(&self, block: usize) -> impl Iterator<Item = usize> + '_ {
        let next = |&block: &usize| self.above.get(block).copied().flatten().filter(|&above| above != block);
        std::iter::successors(next(&block), next)
    }
}

/// Returns the last block that dominates both.
fn nearest_dominator(above: &[Option<usize>], rank: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        let (later, other) = if rank[a] > rank[b] { (a, b) } else { (b, a) };
        match above[later] {
            Some(next) if next != later => (a, b) = (next, other),
            _ => return other,
        }
    }
    a
}

/// Returns the reachable blocks, each before its successors except for loops.
fn reverse_postorder(function: &Function, blocks: &HashMap<Word, usize>) -> Vec<usize> {
    let mut seen = vec![false; function.blocks.len()];
    let mut done = vec![];
    let mut stack: Vec<(usize, Vec<usize>)> = vec![];
    let enter = |block: usize| (block, branch_targets(&function.blocks[block], blocks).collect::<Vec<_>>());
    if let Some(first) = seen.first_mut() {
        *first = true;
        stack.push(enter(0));
    }
    while let Some((block, left)) = stack.last_mut() {
        match left.pop() {
            Some(next) if !seen[next] => {
                seen[next] = true;
                stack.push(enter(next));
            }
            Some(_) => {}
            None => {
                done.push(*block);
                stack.pop();
            }
        }
    }
    done.reverse();
    done
}
