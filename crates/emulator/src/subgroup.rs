//! Subgroup operations. A subgroup is a warp: the same lanes, in the order of their index in the work group.

use super::number::{NumberType, double_bits, float_bits, split_words};
use super::slot::Register;
use std::ops::{Add, Mul};

/// One operation of a subgroup.
#[derive(Debug, Clone, PartialEq)]
pub struct SubgroupUse {
    /// The operation.
    pub op: SubgroupOp,
    /// Operand of each lane: all words of a value.
    pub values: Vec<Register>,
    /// Type of the value's numbers.
    pub of: NumberType,
    /// The index of another lane, or its distance.
    pub other: Option<Register>,
}

/// An operation of the lanes of a subgroup.
#[derive(Debug, Clone, PartialEq)]
pub enum SubgroupOp {
    /// True in the lowest active lane.
    Elect,
    /// True if the operand is true in all lanes.
    All,
    /// True if the operand is true in at least one lane.
    Any,
    /// True if all lanes have the same value.
    AllEqual,
    /// Mask of the lanes whose operand is true: 4 words.
    Ballot,
    /// The own lane's bit of 4 words.
    InverseBallot,
    /// Bit `other` of 4 words.
    BitExtract,
    /// Number of bits set in 4 words: of all lanes, up to the own lane, or below it.
    BitCount(CombinedLanes),
    /// The lowest bit of 4 words.
    FindLsb,
    /// The highest bit of 4 words.
    FindMsb,
    /// Mask of the lanes with the same value, as 4 words.
    Partition,
    /// Another lane's value.
    Read(ReadFrom),
    /// Reduction or scan of all values, in the order of their lanes.
    Combine(CombineOp, CombinedLanes, LaneGrouping),
}

/// The lane whose value is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReadFrom {
    /// Lane `other`.
    Lane,
    /// Lane `other`, which must be the same for all lanes.
    Broadcast,
    /// The lowest active lane.
    First,
    /// The lane whose index differs in the bits of `other`.
    Xor,
    /// The lane `other` below.
    Up,
    /// The lane `other` above.
    Down,
    /// The lane `other` above, modulo this cluster size; 0 for the whole subgroup.
    Rotate(u32),
    /// Lane `other` of the own quad; it must be the same for all lanes.
    Quad,
    /// The lane of the own quad whose index differs in these bits.
    QuadSwap(u32),
}

/// The lanes whose values are combined for a lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CombinedLanes {
    /// All lanes.
    Reduce,
    /// The lanes up to the own one.
    Inclusive,
    /// The lanes below the own one.
    Exclusive,
}

/// Grouping of lanes for a reduction or scan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LaneGrouping {
    /// All lanes in one group.
    All,
    /// Clusters of this many consecutive lanes.
    Cluster(u32),
    /// The lanes with a bit in the ballot in these registers.
    Partition([Register; 4]),
}

/// The binary operator of a reduction or scan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CombineOp {
    /// The sum.
    Add,
    /// The product.
    Mul,
    /// The lesser one.
    Min,
    /// The greater one.
    Max,
    /// The bits of both.
    And,
    /// The bits of either.
    Or,
    /// The bits of one alone.
    Xor,
}

impl SubgroupUse {
    /// Returns the registers of a partition's ballot, if the operation uses one.
    pub fn partition_ballot(&self) -> Option<[Register; 4]> {
        match self.op {
            SubgroupOp::Combine(_, _, LaneGrouping::Partition(ballot)) => Some(ballot),
            _ => None,
        }
    }

    /// Number of result registers.
    pub fn result_count(&self) -> u32 {
        match self.op {
            SubgroupOp::Ballot | SubgroupOp::Partition => 4,
            SubgroupOp::Read(_) | SubgroupOp::Combine(..) => self.values.len() as u32,
            _ => 1,
        }
    }
}

impl CombineOp {
    /// Returns the identity element of the operator.
    pub fn identity_bits(self, of: NumberType) -> u64 {
        let bits = of.bit_width();
        let wide = of.bit_width() > 32;
        let ones = if wide { u64::MAX } else { u64::from(u32::MAX) };
        let greatest = (1u64 << (bits - 1)) - 1;
        match (self, of) {
            (CombineOp::Add | CombineOp::Or | CombineOp::Xor, _) => 0,
            (CombineOp::Mul, NumberType::Float(_)) => float_to_bits(1.0, of),
            (CombineOp::Mul, _) => 1,
            (CombineOp::Min, NumberType::Float(_)) => float_to_bits(f64::INFINITY, of),
            (CombineOp::Max, NumberType::Float(_)) => float_to_bits(f64::NEG_INFINITY, of),
            (CombineOp::Min, NumberType::Int(_)) => greatest,
            (CombineOp::Max, NumberType::Int(_)) => !greatest & ones,
            (CombineOp::Max, NumberType::Uint(_)) => 0,
            (CombineOp::Min | CombineOp::And, NumberType::Uint(_)) => ones >> (if wide { 64 } else { 32 } - bits),
            (CombineOp::And, _) => ones,
        }
    }

    /// Combines two values.
    pub fn apply(self, of: NumberType, a: u64, b: u64) -> u64 {
        match of {
            NumberType::Float(64) => double_bits(self.combine_floats(f64::from_bits(a), f64::from_bits(b))),
            NumberType::Float(bits) => {
                let sum = self.combine_floats(f32::from_bits(a as u32), f32::from_bits(b as u32));
                let sum = if bits == 16 { half::f16::from_f32(sum).to_f32() } else { sum };
                u64::from(float_bits(sum))
            }
            NumberType::Int(64) => self.combine_ints(a as i64, b as i64) as u64,
            NumberType::Uint(64) => self.combine_uints(a, b),
            NumberType::Int(bits) => {
                let unused = 64 - u32::from(bits);
                let sum = self.combine_ints(i64::from(a as i32), i64::from(b as i32));
                u64::from(((sum << unused) >> unused) as u32)
            }
            NumberType::Uint(bits) => self.combine_uints(a, b) & (u64::MAX >> (64 - bits)),
        }
    }

    /// Combines floats of either width.
    fn combine_floats<F: PartialOrd + Add<Output = F> + Mul<Output = F>>(self, a: F, b: F) -> F {
        match self {
            CombineOp::Add => a + b,
            CombineOp::Mul => a * b,
            CombineOp::Min if a < b => a,
            CombineOp::Max if a > b => a,
            CombineOp::Min | CombineOp::Max => b,
            CombineOp::And | CombineOp::Or | CombineOp::Xor => a,
        }
    }

    fn combine_ints(self, a: i64, b: i64) -> i64 {
        match self {
            CombineOp::Min => a.min(b),
            CombineOp::Max => a.max(b),
            _ => self.combine_uints(a as u64, b as u64) as i64,
        }
    }

    fn combine_uints(self, a: u64, b: u64) -> u64 {
        match self {
            CombineOp::Add => a.wrapping_add(b),
            CombineOp::Mul => a.wrapping_mul(b),
            CombineOp::Min => a.min(b),
            CombineOp::Max => a.max(b),
            CombineOp::And => a & b,
            CombineOp::Or => a | b,
            CombineOp::Xor => a ^ b,
        }
    }
}

fn float_to_bits(number: f64, of: NumberType) -> u64 {
    match of {
        NumberType::Float(64) => number.to_bits(),
        _ => u64::from((number as f32).to_bits()),
    }
}

/// Returns the 4 words of a ballot.
pub fn ballot_words(lanes: u64) -> [u32; 4] {
    let [low, high] = split_words(lanes);
    [low, high, 0, 0]
}
