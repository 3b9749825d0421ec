//! Subgroup operations, and the clock.

use super::super::assembly::{Instruction, Register};
use super::super::number::Number;
use super::super::subgroup::{Combine, ReadFrom, Span, SubgroupOp, SubgroupUse, Together};
use super::fault::{Lowered, fault};
use super::lowering::Lowering;
use super::module::id;
use rspirv::dr::{Instruction as Made, Operand};
use rspirv::spirv::{GroupOperation, Op};

/// SPIR-V's number for the scope subgroup.
const SUBGROUP: u32 = 3;

/// Returns the operation by which an opcode combines values.
fn combine_of(op: Op) -> Option<Combine> {
    use Op::*;
    Some(match op {
        GroupNonUniformIAdd | GroupNonUniformFAdd => Combine::Add,
        GroupNonUniformIMul | GroupNonUniformFMul => Combine::Mul,
        GroupNonUniformSMin | GroupNonUniformUMin | GroupNonUniformFMin => Combine::Min,
        GroupNonUniformSMax | GroupNonUniformUMax | GroupNonUniformFMax => Combine::Max,
        GroupNonUniformBitwiseAnd | GroupNonUniformLogicalAnd => Combine::And,
        GroupNonUniformBitwiseOr | GroupNonUniformLogicalOr => Combine::Or,
        GroupNonUniformBitwiseXor | GroupNonUniformLogicalXor => Combine::Xor,
        _ => return None,
    })
}

/// Returns the number type as the opcode interprets it: the opcode determines the sign, not the type.
fn number_of(op: Op, number: Number) -> Number {
    use Op::*;
    match op {
        GroupNonUniformSMin | GroupNonUniformSMax => Number::Int(number.bits()),
        GroupNonUniformUMin | GroupNonUniformUMax => Number::Uint(number.bits()),
        _ => number,
    }
}

impl Lowering<'_> {
    /// Lowers a subgroup operation or the clock; returns false if the instruction is something else.
    pub(super) fn subgroup(&mut self, instruction: &Made) -> Lowered<bool> {
        use Op::*;
        let opcode = instruction.class.opcode;
        if opcode == ReadClockKHR {
            let to = self.out.registers.temporaries(2)?;
            self.emit(Instruction::Clock { to })?;
            self.give(instruction, vec![to, to + 1])?;
            return Ok(true);
        }
        let plain = |op: SubgroupOp| Some((op, 0, None));
        let extension = match opcode {
            SubgroupBallotKHR => plain(SubgroupOp::Ballot),
            SubgroupFirstInvocationKHR => plain(SubgroupOp::Read(ReadFrom::First)),
            SubgroupAllKHR => plain(SubgroupOp::All),
            SubgroupAnyKHR => plain(SubgroupOp::Any),
            SubgroupAllEqualKHR => plain(SubgroupOp::AllEqual),
            SubgroupReadInvocationKHR => Some((SubgroupOp::Read(ReadFrom::Broadcast), 0, Some(1))),
            GroupNonUniformPartitionEXT => plain(SubgroupOp::Partition),
            _ => None,
        };
        let (op, value, other) = match extension {
            Some(found) => found,
            None => match self.grouped(instruction)? {
                Some(found) => found,
                None => return Ok(false),
            },
        };
        let other = other.map(|place| self.scalar_of(id(instruction, place)?)).transpose()?;
        let (values, number) = match op {
            SubgroupOp::Elect => (vec![], Number::Uint(32)),
            _ => {
                let of = self.type_of(id(instruction, value)?)?;
                let number = self.source.types.number(of).unwrap_or(Number::Uint(32));
                (self.operand(instruction, value)?, number_of(opcode, number))
            }
        };
        let used = SubgroupUse { op, values, of: number, other };
        let to = self.out.registers.temporaries(used.results())?;
        let results = used.results();
        let number = self.out.code.subgroups.len() as u32;
        self.out.code.subgroups.push(used);
        self.emit(Instruction::Subgroup { number, to })?;
        self.give(instruction, (to..to + results).collect())?;
        Ok(true)
    }

    /// Decodes an operation whose first operand is its scope: the operation, and the places of its value and of a second operand.
    fn grouped(&mut self, instruction: &Made) -> Lowered<Option<(SubgroupOp, usize, Option<usize>)>> {
        use Op::*;
        let opcode = instruction.class.opcode;
        let read = |from: ReadFrom| (SubgroupOp::Read(from), 1, Some(2));
        let found = match opcode {
            GroupNonUniformElect => (SubgroupOp::Elect, 0, None),
            GroupNonUniformAll => (SubgroupOp::All, 1, None),
            GroupNonUniformAny => (SubgroupOp::Any, 1, None),
            GroupNonUniformAllEqual => (SubgroupOp::AllEqual, 1, None),
            GroupNonUniformBroadcast => read(ReadFrom::Broadcast),
            GroupNonUniformBroadcastFirst => (SubgroupOp::Read(ReadFrom::First), 1, None),
            GroupNonUniformBallot => (SubgroupOp::Ballot, 1, None),
            GroupNonUniformInverseBallot => (SubgroupOp::InverseBallot, 1, None),
            GroupNonUniformBallotBitExtract => (SubgroupOp::BitExtract, 1, Some(2)),
            GroupNonUniformBallotBitCount => {
                let (span, _) = self.span(instruction)?;
                (SubgroupOp::BitCount(span), 2, None)
            }
            GroupNonUniformBallotFindLSB => (SubgroupOp::FindLsb, 1, None),
            GroupNonUniformBallotFindMSB => (SubgroupOp::FindMsb, 1, None),
            GroupNonUniformShuffle => read(ReadFrom::Lane),
            GroupNonUniformShuffleXor => read(ReadFrom::Xor),
            GroupNonUniformShuffleUp => read(ReadFrom::Up),
            GroupNonUniformShuffleDown => read(ReadFrom::Down),
            GroupNonUniformRotateKHR => {
                let cluster = if instruction.operands.len() > 3 { self.cluster(instruction)? } else { 0 };
                read(ReadFrom::Rotate(cluster))
            }
            GroupNonUniformQuadBroadcast => read(ReadFrom::Quad),
            GroupNonUniformQuadSwap => match self.source.constants.word(id(instruction, 2)?) {
                Some(direction @ 0..=2) => (SubgroupOp::Read(ReadFrom::QuadSwap(direction + 1)), 1, None),
                _ => return fault("a quad is swapped in a direction that is no constant from 0 to 2"),
            },
            _ => {
                let Some(combine) = combine_of(opcode) else { return Ok(None) };
                let (span, together) = self.span(instruction)?;
                (SubgroupOp::Combine(combine, span, together), 2, None)
            }
        };
        match self.source.constants.word(id(instruction, 0)?) {
            Some(SUBGROUP) => Ok(Some(found)),
            _ => fault(format!("the emulator has no Op{opcode:?} beyond a subgroup")),
        }
    }

    /// Returns which lanes an operation combines.
    fn span(&mut self, instruction: &Made) -> Lowered<(Span, Together)> {
        let Some(Operand::GroupOperation(operation)) = instruction.operands.get(1) else {
            return fault("an operation of a subgroup does not say of whom");
        };
        use GroupOperation::*;
        Ok(match operation {
            Reduce => (Span::Reduce, Together::All),
            InclusiveScan => (Span::Inclusive, Together::All),
            ExclusiveScan => (Span::Exclusive, Together::All),
            ClusteredReduce => (Span::Reduce, Together::Cluster(self.cluster(instruction)?)),
            other => {
                let name = format!("{other:?}");
                let span = match name.as_str() {
                    name if name.contains("Inclusive") => Span::Inclusive,
                    name if name.contains("Exclusive") => Span::Exclusive,
                    name if name.contains("Reduce") => Span::Reduce,
                    _ => return fault(format!("the emulator has no {name} of a subgroup")),
                };
                let ballot: [Register; 4] = self
                    .operand(instruction, 3)?
                    .try_into()
                    .or_else(|_| fault("a ballot has four words"))?;
                (span, Together::Partition(ballot))
            }
        })
    }

    /// Returns the number of lanes of a cluster.
    fn cluster(&mut self, instruction: &Made) -> Lowered<u32> {
        match self.source.constants.word(id(instruction, 3)?) {
            Some(lanes) if lanes > 0 => Ok(lanes),
            _ => fault("the size of a cluster is no constant above 0"),
        }
    }
}
