//! What the lanes of a subgroup do together. A subgroup is a warp: as many lanes, in the order of their index
//! in the work group.

use super::number::{Number, double_bits, float_bits, split};
use super::slot::Register;
use std::ops::{Add, Mul};

/// One operation of a subgroup.
#[derive(Debug, Clone, PartialEq)]
pub struct SubgroupUse {
    /// What is done.
    pub op: SubgroupOp,
    /// What each lane brings: all words of a value.
    pub values: Vec<Register>,
    /// What the numbers of the value are.
    pub of: Number,
    /// The lane that is asked for, or how far off it is.
    pub other: Option<Register>,
}

/// What lanes do together.
#[derive(Debug, Clone, PartialEq)]
pub enum SubgroupOp {
    /// Whether it is the lowest active lane.
    Elect,
    /// Whether it holds for all.
    All,
    /// Whether it holds for one.
    Any,
    /// Whether all have the same.
    AllEqual,
    /// A bit for each lane where it holds: 4 words.
    Ballot,
    /// Of 4 words the own lane's bit.
    InverseBallot,
    /// Of 4 words the bit that `other` says.
    BitExtract,
    /// Bits of 4 words: of all lanes, up to the own one, or below it.
    BitCount(Span),
    /// The lowest bit of 4 words.
    FindLsb,
    /// The highest one.
    FindMsb,
    /// The lanes that have the same value, as 4 words.
    Partition,
    /// Another lane's value.
    Read(ReadFrom),
    /// All values put together, in the order of their lanes.
    Combine(Combine, Span, Together),
}

/// Whose value is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReadFrom {
    /// That of the lane that `other` says.
    Lane,
    /// The same; all lanes must say the same one.
    Broadcast,
    /// That of the lowest active lane.
    First,
    /// That of the lane whose number differs in the bits of `other`.
    Xor,
    /// That of the lane so many below.
    Up,
    /// That of the lane so many above.
    Down,
    /// That of the lane so many above, from the start again behind the end of so many lanes; of all for 0.
    Rotate(u32),
    /// That of the lane of that number in the own four; all lanes must say the same one.
    Quad,
    /// That of the lane of the own four whose number differs in these bits.
    QuadSwap(u32),
}

/// Whose values are put together for a lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Span {
    /// All.
    Reduce,
    /// Those of the lanes up to the own one.
    Inclusive,
    /// Those of the lanes below.
    Exclusive,
}

/// Which lanes belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Together {
    /// All.
    All,
    /// So many that follow one another.
    Cluster(u32),
    /// Those with a bit in the ballot of these registers.
    Partition([Register; 4]),
}

/// How two values become one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Combine {
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
    /// The registers of the ballot that parts the lanes, if one does.
    pub fn partition(&self) -> Option<[Register; 4]> {
        match self.op {
            SubgroupOp::Combine(_, _, Together::Partition(ballot)) => Some(ballot),
            _ => None,
        }
    }

    /// How many registers the result has.
    pub fn results(&self) -> u32 {
        match self.op {
            SubgroupOp::Ballot | SubgroupOp::Partition => 4,
            SubgroupOp::Read(_) | SubgroupOp::Combine(..) => self.values.len() as u32,
            _ => 1,
        }
    }
}

impl Combine {
    /// What changes no value that it is put together with.
    pub fn identity(self, of: Number) -> u64 {
        let float = |number: f64| match of {
            Number::Float(64) => number.to_bits(),
            _ => u64::from((number as f32).to_bits()),
        };
        let (bits, wide) = (of.bits(), of.bits() > 32);
        let ones = if wide { u64::MAX } else { u64::from(u32::MAX) };
        let greatest = (1u64 << (bits - 1)) - 1;
        match (self, of) {
            (Combine::Add | Combine::Or | Combine::Xor, _) => 0,
            (Combine::Mul, Number::Float(_)) => float(1.0),
            (Combine::Mul, _) => 1,
            (Combine::Min, Number::Float(_)) => float(f64::INFINITY),
            (Combine::Max, Number::Float(_)) => float(f64::NEG_INFINITY),
            (Combine::Min, Number::Int(_)) => greatest,
            (Combine::Max, Number::Int(_)) => !greatest & ones,
            (Combine::Max, Number::Uint(_)) => 0,
            (Combine::Min | Combine::And, Number::Uint(_)) => ones >> (if wide { 64 } else { 32 } - bits),
            (Combine::And, _) => ones,
        }
    }

    /// Two values as one.
    pub fn apply(self, of: Number, a: u64, b: u64) -> u64 {
        match of {
            Number::Float(64) => double_bits(self.floats(f64::from_bits(a), f64::from_bits(b))),
            Number::Float(bits) => {
                let sum = self.floats(f32::from_bits(a as u32), f32::from_bits(b as u32));
                let sum = if bits == 16 { half::f16::from_f32(sum).to_f32() } else { sum };
                u64::from(float_bits(sum))
            }
            Number::Int(64) => self.ints(a as i64, b as i64) as u64,
            Number::Uint(64) => self.uints(a, b),
            Number::Int(bits) => {
                let unused = 64 - u32::from(bits);
                let sum = self.ints(i64::from(a as i32), i64::from(b as i32));
                u64::from(((sum << unused) >> unused) as u32)
            }
            Number::Uint(bits) => self.uints(a, b) & (u64::MAX >> (64 - bits)),
        }
    }

    /// Of floats of either width.
    fn floats<F: PartialOrd + Add<Output = F> + Mul<Output = F>>(self, a: F, b: F) -> F {
        match self {
            Combine::Add => a + b,
            Combine::Mul => a * b,
            Combine::Min if a < b => a,
            Combine::Max if a > b => a,
            Combine::Min | Combine::Max => b,
            Combine::And | Combine::Or | Combine::Xor => a,
        }
    }

    fn ints(self, a: i64, b: i64) -> i64 {
        match self {
            Combine::Min => a.min(b),
            Combine::Max => a.max(b),
            _ => self.uints(a as u64, b as u64) as i64,
        }
    }

    fn uints(self, a: u64, b: u64) -> u64 {
        match self {
            Combine::Add => a.wrapping_add(b),
            Combine::Mul => a.wrapping_mul(b),
            Combine::Min => a.min(b),
            Combine::Max => a.max(b),
            Combine::And => a & b,
            Combine::Or => a | b,
            Combine::Xor => a ^ b,
        }
    }
}

/// The 4 words of a ballot.
pub fn ballot(lanes: u64) -> [u32; 4] {
    let [low, high] = split(lanes);
    [low, high, 0, 0]
}
