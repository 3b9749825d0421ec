//! Outputs of a vertex kernel: the vertices from which primitives and their fragments are made.

use super::super::assembly::{Assembly, Register, StageOutput};

/// Layout of a vertex's outputs: position, point size, and varyings.
pub(super) struct VertexRecord {
    /// Registers, each with its word of the record.
    pub registers: Vec<(Register, usize)>,
    /// Location and component of each varying, with its word of the record.
    varyings: Vec<((u32, u8), usize)>,
    /// Words of a record.
    pub stride: usize,
}

/// Word of the point size in a record.
pub(super) const POINT_SIZE_WORD: usize = 4;

impl VertexRecord {
    pub(super) fn new(assembly: &Assembly) -> VertexRecord {
        let mut record = VertexRecord { registers: Vec::new(), varyings: Vec::new(), stride: POINT_SIZE_WORD + 1 };
        for &(register, output) in &assembly.outputs {
            match output {
                StageOutput::Position(axis) => record.registers.push((register, usize::from(axis & 3))),
                StageOutput::PointSize => record.registers.push((register, POINT_SIZE_WORD)),
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

/// The outputs of a block of vertices.
pub(super) struct VertexBlock {
    pub record: VertexRecord,
    pub words: Vec<u32>,
}

impl VertexBlock {
    /// Returns the word of a varying's component in a vertex.
    pub(super) fn varying_offset(&self, location: u32, lane: u8) -> Option<usize> {
        self.record
            .varyings
            .iter()
            .find(|(place, _)| *place == (location, lane))
            .map(|(_, offset)| *offset)
    }

    /// Returns a word of a vertex.
    pub(super) fn vertex_word(&self, vertex: u32, offset: usize) -> u32 {
        self.words
            .get(vertex as usize * self.record.stride + offset)
            .copied()
            .unwrap_or(0)
    }

    /// Returns the position of a vertex in clip space, or `None` if it is not finite.
    pub(super) fn clip_position(&self, vertex: usize) -> Option<[f32; 4]> {
        let position = [0, 1, 2, 3].map(|axis| f32::from_bits(self.vertex_word(vertex as u32, axis)));
        position.iter().all(|axis| axis.is_finite()).then_some(position)
    }
}
