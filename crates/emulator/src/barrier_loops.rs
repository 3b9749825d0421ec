//! The loops around barriers. A race of two turns is seen only where a warp comes to one barrier twice.

use super::assembly::{Instruction, Pc};
use std::collections::BTreeMap;

/// Returns the `Loop` of the innermost loop around each `barrier()` that is in one.
pub fn find_barrier_loops(instructions: &[Instruction]) -> BTreeMap<Pc, Pc> {
    let mut open: Vec<Pc> = vec![];
    let mut loops = BTreeMap::new();
    for (pc, instruction) in (0..).zip(instructions) {
        match instruction {
            Instruction::Loop => open.push(pc),
            Instruction::EndLoop => {
                open.pop();
            }
            Instruction::Barrier => loops.extend(open.last().map(|entry| (pc, *entry))),
            _ => {}
        }
    }
    loops
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_loop_counts() {
        let code = [
            Instruction::Barrier,
            Instruction::Loop,
            Instruction::Loop,
            Instruction::Barrier,
            Instruction::EndLoop,
            Instruction::Barrier,
            Instruction::EndLoop,
        ];
        assert_eq!(find_barrier_loops(&code), BTreeMap::from([(3, 2), (5, 1)]));
    }
}
