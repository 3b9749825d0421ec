//! Subgroup operations, and the clock.

use super::super::assembly::{Instruction, Register};
use super::super::number::NumberType;
use super::super::subgroup::{CombineOp, CombinedLanes, LaneGrouping, ReadFrom, SubgroupOp, SubgroupUse};
use super::error::{LowerResult, not_emulated};
use super::lowering::Lowering;
use super::module::id_operand;
use rspirv::dr::{Instruction as Made, Operand};
use rspirv::spirv::{GroupOperation, Op};

/// SPIR-V's number for the scope subgroup.
const SUBGROUP_SCOPE: u32 = 3;

/// Returns the operation by which an opcode combines values.
fn combine_of(op: Op) -> Option<CombineOp> {
    use Op::*;
    Some(match op {
        GroupNonUniformIAdd | GroupNonUniformFAdd => CombineOp::Add,
        GroupNonUniformIMul | GroupNonUniformFMul => CombineOp::Mul,
        GroupNonUniformSMin | GroupNonUniformUMin | GroupNonUniformFMin => CombineOp::Min,
        GroupNonUniformSMax | GroupNonUniformUMax | GroupNonUniformFMax => CombineOp::Max,
        GroupNonUniformBitwiseAnd | GroupNonUniformLogicalAnd => CombineOp::And,
        GroupNonUniformBitwiseOr | GroupNonUniformLogicalOr => CombineOp::Or,
        GroupNonUniformBitwiseXor | GroupNonUniformLogicalXor => CombineOp::Xor,
        _ => return None,
    })
}

/// Returns the number type as the opcode interprets it: the opcode determines the sign, not the type.
fn opcode_number(op: Op, number: NumberType) -> NumberType {
    use Op::*;
    match op {
        GroupNonUniformSMin | GroupNonUniformSMax => NumberType::Int(number.bit_width()),
        GroupNonUniformUMin | GroupNonUniformUMax => NumberType::Uint(number.bit_width()),
        _ => number,
    }
}

impl Lowering<'_> {
    /// Lowers a subgroup operation or the clock; returns false if the instruction is something else.
    pub(super) fn lower_subgroup(&mut self, instruction: &Made) -> LowerResult<bool> {
        use Op::*;
        let opcode = instruction.class.opcode;
        if opcode == ReadClockKHR {
            let to = self.out.registers.allocate_temporaries(2)?;
            self.emit(Instruction::Clock { to })?;
            self.set_result(instruction, vec![to, to + 1])?;
            return Ok(true);
        }
        let extension = match opcode {
            SubgroupBallotKHR => Some((SubgroupOp::Ballot, 0, None)),
            SubgroupFirstInvocationKHR => Some((SubgroupOp::Read(ReadFrom::First), 0, None)),
            SubgroupAllKHR => Some((SubgroupOp::All, 0, None)),
            SubgroupAnyKHR => Some((SubgroupOp::Any, 0, None)),
            SubgroupAllEqualKHR => Some((SubgroupOp::AllEqual, 0, None)),
            SubgroupReadInvocationKHR => Some((SubgroupOp::Read(ReadFrom::Broadcast), 0, Some(1))),
            GroupNonUniformPartitionEXT => Some((SubgroupOp::Partition, 0, None)),
            _ => None,
        };
        let (op, value, other) = match extension {
            Some(found) => found,
            None => match self.decode_group_op(instruction)? {
                Some(found) => found,
                None => return Ok(false),
            },
        };
        let other = other
            .map(|place| self.scalar_register(id_operand(instruction, place)?))
            .transpose()?;
        let (values, number) = match op {
            SubgroupOp::Elect => (vec![], NumberType::Uint(32)),
            _ => {
                let of = self.type_of(id_operand(instruction, value)?)?;
                let number = self.source.types.element_number(of).unwrap_or(NumberType::Uint(32));
                (self.operand_registers(instruction, value)?, opcode_number(opcode, number))
            }
        };
        let used = SubgroupUse { op, values, of: number, other };
        let to = self.out.registers.allocate_temporaries(used.result_count())?;
        let results = used.result_count();
        let number = self.out.code.subgroups.len() as u32;
        self.out.code.subgroups.push(used);
        self.emit(Instruction::Subgroup { number, to })?;
        self.set_result(instruction, (to..to + results).collect())?;
        Ok(true)
    }

    /// Decodes an operation whose first operand is its scope: the operation, and the places of its
    /// value and of a second operand.
    fn decode_group_op(&mut self, instruction: &Made) -> LowerResult<Option<(SubgroupOp, usize, Option<usize>)>> {
        use Op::*;
        let opcode = instruction.class.opcode;
        let found = match opcode {
            GroupNonUniformElect => (SubgroupOp::Elect, 0, None),
            GroupNonUniformAll => (SubgroupOp::All, 1, None),
            GroupNonUniformAny => (SubgroupOp::Any, 1, None),
            GroupNonUniformAllEqual => (SubgroupOp::AllEqual, 1, None),
            GroupNonUniformBroadcast => (SubgroupOp::Read(ReadFrom::Broadcast), 1, Some(2)),
            GroupNonUniformBroadcastFirst => (SubgroupOp::Read(ReadFrom::First), 1, None),
            GroupNonUniformBallot => (SubgroupOp::Ballot, 1, None),
            GroupNonUniformInverseBallot => (SubgroupOp::InverseBallot, 1, None),
            GroupNonUniformBallotBitExtract => (SubgroupOp::BitExtract, 1, Some(2)),
            GroupNonUniformBallotBitCount => {
                let (span, _) = self.group_span(instruction)?;
                (SubgroupOp::BitCount(span), 2, None)
            }
            GroupNonUniformBallotFindLSB => (SubgroupOp::FindLsb, 1, None),
            GroupNonUniformBallotFindMSB => (SubgroupOp::FindMsb, 1, None),
            GroupNonUniformShuffle => (SubgroupOp::Read(ReadFrom::Lane), 1, Some(2)),
            GroupNonUniformShuffleXor => (SubgroupOp::Read(ReadFrom::Xor), 1, Some(2)),
            GroupNonUniformShuffleUp => (SubgroupOp::Read(ReadFrom::Up), 1, Some(2)),
            GroupNonUniformShuffleDown => (SubgroupOp::Read(ReadFrom::Down), 1, Some(2)),
            GroupNonUniformRotateKHR => {
                let cluster = if instruction.operands.len() > 3 { self.cluster_size(instruction)? } else { 0 };
                (SubgroupOp::Read(ReadFrom::Rotate(cluster)), 1, Some(2))
            }
            GroupNonUniformQuadBroadcast => (SubgroupOp::Read(ReadFrom::Quad), 1, Some(2)),
            GroupNonUniformQuadSwap => match self.source.constants.scalar_word(id_operand(instruction, 2)?) {
                Some(direction @ 0..=2) => (SubgroupOp::Read(ReadFrom::QuadSwap(direction + 1)), 1, None),
                _ => return not_emulated("the direction of a quad swap must be a constant from 0 to 2"),
            },
            _ => {
                let Some(combine) = combine_of(opcode) else { return Ok(None) };
                let (span, together) = self.group_span(instruction)?;
                (SubgroupOp::Combine(combine, span, together), 2, None)
            }
        };
        match self.source.constants.scalar_word(id_operand(instruction, 0)?) {
            Some(SUBGROUP_SCOPE) => Ok(Some(found)),
            _ => not_emulated(format!("the emulator has no Op{opcode:?} beyond a subgroup")),
        }
    }

    /// Returns which lanes an operation combines.
    fn group_span(&mut self, instruction: &Made) -> LowerResult<(CombinedLanes, LaneGrouping)> {
        let Some(Operand::GroupOperation(operation)) = instruction.operands.get(1) else {
            return not_emulated("a subgroup operation has no group operation");
        };
        use GroupOperation::*;
        Ok(match operation {
            Reduce => (CombinedLanes::Reduce, LaneGrouping::All),
            InclusiveScan => (CombinedLanes::Inclusive, LaneGrouping::All),
            ExclusiveScan => (CombinedLanes::Exclusive, LaneGrouping::All),
            ClusteredReduce => (CombinedLanes::Reduce, LaneGrouping::Cluster(self.cluster_size(instruction)?)),
            other => {
                let name = format!("{other:?}");
                let span = match name.as_str() {
                    name if name.contains("Inclusive") => CombinedLanes::Inclusive,
                    name if name.contains("Exclusive") => CombinedLanes::Exclusive,
                    name if name.contains("Reduce") => CombinedLanes::Reduce,
                    _ => return not_emulated(format!("the emulator has no {name} of a subgroup")),
                };
                let ballot: [Register; 4] = self
                    .operand_registers(instruction, 3)?
                    .try_into()
                    .or_else(|_| not_emulated("a ballot has four words"))?;
                (span, LaneGrouping::Partition(ballot))
            }
        })
    }

    /// Returns the number of lanes of a cluster.
    fn cluster_size(&mut self, instruction: &Made) -> LowerResult<u32> {
        match self.source.constants.scalar_word(id_operand(instruction, 3)?) {
            Some(lanes) if lanes > 0 => Ok(lanes),
            _ => not_emulated("the size of a cluster must be a constant above 0"),
        }
    }
}
