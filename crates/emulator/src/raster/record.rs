//! What a vertex kernel has given: the vertices that primitives and their fragments are made from.

use super::super::assembly::{Assembly, Register, StageOutput};

/// What a vertex kernel gives for each vertex: position, point size, and varyings.
pub(super) struct Record {
    /// Registers, and which word of the record each gives.
    pub registers: Vec<(Register, usize)>,
    /// Location and lane of varyings, and which word each is.
    varyings: Vec<((u32, u8), usize)>,
    /// Words of a record.
    pub stride: usize,
}

/// Which word the point size is.
pub(super) const SIZE: usize = 4;

impl Record {
    pub(super) fn new(assembly: &Assembly) -> Record {
        let mut record = Record { registers: Vec::new(), varyings: Vec::new(), stride: SIZE + 1 };
        for &(register, output) in &assembly.outputs {
            match output {
                StageOutput::Position(axis) => record.registers.push((register, usize::from(axis & 3))),
                StageOutput::PointSize => record.registers.push((register, SIZE)),
                StageOutput::Varying { location, lane } => {
                    record.varyings.push(((location, lane), record.stride));
                    record.registers.push((register, record.stride));
                    record.stride += 1;
                }
                StageOutput::Depth | StageOutput::Colour { .. } => {}
            }
        }
        record
    }
}

/// The vertices of a block, run.
pub(super) struct VertexBlock {
    pub record: Record,
    pub words: Vec<u32>,
}

impl VertexBlock {
    /// Which word of a vertex is that lane of a varying.
    pub(super) fn varying(&self, location: u32, lane: u8) -> Option<usize> {
        self.record
            .varyings
            .iter()
            .find(|(place, _)| *place == (location, lane))
            .map(|(_, offset)| *offset)
    }

    /// A word of a vertex.
    pub(super) fn word(&self, vertex: u32, offset: usize) -> u32 {
        self.words
            .get(vertex as usize * self.record.stride + offset)
            .copied()
            .unwrap_or(0)
    }

    /// Where a vertex is in clip space; none if that is no place.
    pub(super) fn position(&self, vertex: usize) -> Option<[f32; 4]> {
        let position = [0, 1, 2, 3].map(|axis| f32::from_bits(self.word(vertex as u32, axis)));
        position.iter().all(|axis| axis.is_finite()).then_some(position)
    }
}
