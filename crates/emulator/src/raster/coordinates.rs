//! The texture coordinates of a quad over the whole target, where no vertex kernel writes them: from 0 to 1, or in texels
//! for reads of rectangle textures.

use super::super::assembly::{Assembly, Instruction, Register, StageInput};
use super::super::lower::operands;
use gristmill_shader::Dimension;
use std::collections::HashSet;

/// The varyings whose coordinates are in texels.
#[derive(Debug)]
pub(super) enum TexelCoordinates {
    /// No varying: the kernel reads no rectangles.
    None,
    /// Every varying: it reads rectangles alone.
    All,
    /// Every varying but those that lead to reads of other textures, and to none of a rectangle.
    AllBut(HashSet<u32>),
}

impl TexelCoordinates {
    /// Finds the varyings in texels by the textures that a kernel reads at each.
    pub(super) fn find_in(assembly: &Assembly) -> TexelCoordinates {
        let is_rectangle = |slot: u16| {
            let slot = assembly.textures.get(usize::from(slot));
            slot.is_some_and(|slot| slot.dimension == Dimension::TexelRect)
        };
        let rectangles = (0..assembly.textures.len()).filter(|slot| is_rectangle(*slot as u16)).count();
        if rectangles == 0 {
            return TexelCoordinates::None;
        }
        if rectangles == assembly.textures.len() {
            return TexelCoordinates::All;
        }
        let (mut of_rectangles, mut of_others) = (HashSet::new(), HashSet::new());
        for location in list_locations(assembly) {
            let reached = find_reached(assembly, location);
            let reads = assembly.samples.iter();
            for read in reads.filter(|read| read.coordinates.iter().any(|register| reached.contains(register))) {
                let kind = if is_rectangle(read.texture) { &mut of_rectangles } else { &mut of_others };
                kind.insert(location);
            }
        }
        TexelCoordinates::AllBut(of_others.difference(&of_rectangles).copied().collect())
    }

    /// Returns true if a varying is in texels.
    pub(super) fn has_location(&self, location: u32) -> bool {
        match self {
            TexelCoordinates::None => false,
            TexelCoordinates::All => true,
            TexelCoordinates::AllBut(others) => !others.contains(&location),
        }
    }
}

fn list_locations(assembly: &Assembly) -> HashSet<u32> {
    let inputs = assembly.inputs.iter();
    let locations = inputs.filter_map(|(_, input)| match input {
        StageInput::Varying { location, .. } => Some(*location),
        _ => None,
    });
    locations.collect()
}

/// Returns the registers whose numbers a varying is part of, except by way of a texture.
fn find_reached(assembly: &Assembly, location: u32) -> HashSet<Register> {
    let inputs = assembly.inputs.iter();
    let begins =
        inputs.filter(|(_, input)| matches!(input, StageInput::Varying { location: of, .. } if *of == location));
    let mut reached: HashSet<Register> = begins.map(|(register, _)| *register).collect();
    let mut grows = true;
    while grows {
        grows = false;
        for instruction in &assembly.instructions {
            if matches!(instruction, Instruction::Sample { .. }) {
                continue;
            }
            let mut is_part = false;
            operands::for_each_read(assembly, instruction, |register| is_part |= reached.contains(&register));
            let (first, count) = operands::written_registers(assembly, instruction);
            if is_part {
                for register in first..first.saturating_add(count) {
                    grows |= reached.insert(register);
                }
            }
        }
    }
    reached
}
