//! SPIR-V instructions that calculate.

use super::arithmetic::spread;
use super::graph::{Lane, Lanes, Op, Whole};
use super::tables::{Kind, operands};
use super::value::KernelValue;
use super::walk::{Walk, Walked};
use rspirv::dr::Instruction;
use rspirv::spirv::{Op as Code, Word};

impl super::graph::OperationGraph {
    /// Compares an integer with a constant.
    pub fn equal_whole(&mut self, one: Lane, word: u32) -> Lane {
        let made = self.whole(Whole::Compare(2), &[&[one], &[Lane::word(word)]], |row| match row {
            [one, other] => Some(u32::from(one == other)),
            _ => None,
        });
        made.first().copied().unwrap_or(Lane::FALSE)
    }
}

impl Walk<'_> {
    /// Computes the result of an arithmetic instruction.
    pub fn computed(&mut self, made: &Instruction, of: Word) -> Walked<KernelValue> {
        let code = made.class.opcode;
        if let Some(value) = self.read(made, of)? {
            return Ok(value);
        }
        if code == Code::ExtInst {
            return self.function_of_glsl(made, of);
        }
        let all = operands(made, 0);
        let at = |place: usize| all.get(place).copied().unwrap_or(0);
        if matches!(
            code,
            Code::MatrixTimesVector
                | Code::VectorTimesMatrix
                | Code::MatrixTimesMatrix
                | Code::MatrixTimesScalar
                | Code::OuterProduct
                | Code::Transpose
        ) {
            return self.matrix(code, at(0), at(1));
        }
        if code == Code::Select {
            let (truth, yes, no) = (self.lanes(at(0))?, self.value(at(1))?, self.value(at(2))?);
            return Ok(self.graph.choose(Op::Select, &truth, &yes, &no));
        }
        let mut lanes = vec![];
        for id in &all {
            lanes.push(self.lanes(*id)?);
        }
        let none = Lanes::new();
        let one = lanes.first().unwrap_or(&none);
        let other = lanes.get(1).unwrap_or(&none);
        let kind = self.tables.kind(of);
        Ok(KernelValue::Lanes(match code {
            Code::FNegate => one.iter().map(|lane| lane.negated()).collect(),
            Code::FAdd => self.graph.add(one, other),
            Code::FSub => self.graph.subtract(one, other),
            Code::FMul => self.graph.multiply(one, other),
            Code::VectorTimesScalar => self.graph.multiply(one, other),
            Code::FDiv => self.graph.divide(one, other),
            Code::FMod | Code::FRem => self.graph.modulo(one, other),
            Code::Dot => self.graph.dot(one, other),
            Code::FOrdLessThan | Code::FUnordLessThan => self.graph.compare(0, one, other),
            Code::FOrdGreaterThan | Code::FUnordGreaterThan => self.graph.compare(0, other, one),
            Code::FOrdLessThanEqual | Code::FUnordLessThanEqual => self.graph.compare(1, one, other),
            Code::FOrdGreaterThanEqual | Code::FUnordGreaterThanEqual => self.graph.compare(1, other, one),
            Code::FOrdEqual | Code::FUnordEqual => self.graph.compare(2, one, other),
            Code::FOrdNotEqual | Code::FUnordNotEqual => opposite(self.graph.compare(2, one, other)),
            Code::IsNan | Code::IsInf => self.graph.make(Op::Compare(3), vec![one.clone()], one.len() as u8),
            Code::LogicalAnd => self.graph.both(one, other),
            Code::LogicalOr => self.graph.either(one, other),
            Code::LogicalNot => opposite(one.clone()),
            Code::LogicalNotEqual => self.graph.differ(one, other),
            Code::LogicalEqual => opposite(self.graph.differ(one, other)),
            Code::Any => self.across(one, Op::Or),
            Code::All => self.across(one, Op::And),
            Code::DPdx | Code::DPdy | Code::DPdxCoarse | Code::DPdyCoarse | Code::DPdxFine | Code::DPdyFine => {
                self.graph.make(Op::Derivative, vec![one.clone()], one.len() as u8)
            }
            Code::Fwidth | Code::FwidthCoarse | Code::FwidthFine => {
                let x = self.graph.make(Op::Derivative, vec![one.clone()], one.len() as u8);
                let y = self.graph.alone(Op::Derivative, vec![one.clone()], one.len() as u8);
                let [x, y] = [x, y].map(|lanes| lanes.iter().map(|lane| lane.magnitude()).collect::<Lanes>());
                self.graph.add(&x, &y)
            }
            Code::ConvertFToS | Code::ConvertFToU => self.graph.whole(Whole::Truncate, &[one], |row| match row {
                [word] => Some(f32::from_bits(*word) as i64 as u32),
                _ => None,
            }),
            Code::ConvertSToF => self.graph.whole(Whole::Float, &[one], |row| match row {
                [word] => Some((*word as i32 as f32).to_bits()),
                _ => None,
            }),
            Code::ConvertUToF => self.graph.whole(Whole::Float, &[one], |row| match row {
                [word] => Some((*word as f32).to_bits()),
                _ => None,
            }),
            _ if lanes.iter().any(|lanes| !lanes.is_empty()) && kind != Kind::Opaque => {
                self.integers(code, &lanes, self.tables.width(of).unwrap_or(1))
            }
            _ => {
                let width = self.tables.width(of).unwrap_or(1);
                self.graph.alone(Op::Other, lanes, width)
            }
        }))
    }

    /// Reduces several booleans to one, as `any` and `all` do.
    fn across(&mut self, lanes: &[Lane], op: Op) -> Lanes {
        let mut all = lanes.iter().copied();
        let first = all.next().unwrap_or(Lane::TRUE);
        let fold = all.fold(first, |known, lane| {
            let made =
                if op == Op::And { self.graph.both(&[known], &[lane]) } else { self.graph.either(&[known], &[lane]) };
            made.first().copied().unwrap_or(Lane::TRUE)
        });
        vec![fold]
    }

    fn integers(&mut self, code: Code, lanes: &[Lanes], width: u8) -> Lanes {
        let views: Vec<&[Lane]> = lanes.iter().map(Vec::as_slice).collect();
        let two = |row: &[u32], fold: fn(i32, i32) -> Option<i32>| match row {
            [one, other] => fold(*one as i32, *other as i32).map(|whole| whole as u32),
            _ => None,
        };
        let compare = |row: &[u32], holds: fn(i64, i64) -> bool, signed: bool| match row {
            [one, other] if signed => Some(u32::from(holds(i64::from(*one as i32), i64::from(*other as i32)))),
            [one, other] => Some(u32::from(holds(i64::from(*one), i64::from(*other)))),
            _ => None,
        };
        let swapped: Vec<&[Lane]> = views.iter().rev().copied().collect();
        let graph = &mut self.graph;
        match code {
            Code::IAdd => graph.whole(Whole::Add, &views, |row| two(row, |a, b| Some(a.wrapping_add(b)))),
            Code::ISub => match views.as_slice() {
                [one, other] if other.iter().all(|lane| lane.literal().is_some()) => {
                    let minus = |lane: &Lane| Lane::word((lane.literal().unwrap_or(0) as i32).wrapping_neg() as u32);
                    let other: Lanes = other.iter().map(minus).collect();
                    graph.whole(Whole::Add, &[one, &other], |row| two(row, |a, b| Some(a.wrapping_add(b))))
                }
                [one, other] => {
                    let other: Lanes = other.iter().map(|lane| Lane { negate: !lane.negate, ..*lane }).collect();
                    graph.make(Op::Integer(Whole::Add), vec![one.to_vec(), other], width)
                }
                _ => Lanes::new(),
            },
            Code::SNegate => match views.first() {
                Some(one) if one.iter().all(|lane| lane.literal().is_some()) => one
                    .iter()
                    .map(|lane| Lane::word((lane.literal().unwrap_or(0) as i32).wrapping_neg() as u32))
                    .collect(),
                Some(one) => one.iter().map(|lane| Lane { negate: !lane.negate, ..*lane }).collect(),
                None => Lanes::new(),
            },
            Code::IMul => graph.whole(Whole::Multiply, &views, |row| two(row, |a, b| Some(a.wrapping_mul(b)))),
            Code::SDiv => graph.whole(Whole::Divide, &views, |row| two(row, i32::checked_div)),
            Code::UDiv => graph.whole(Whole::Divide, &views, |row| match row {
                [one, other] => one.checked_div(*other),
                _ => None,
            }),
            Code::SRem | Code::SMod => graph.whole(Whole::Remainder, &views, |row| two(row, i32::checked_rem)),
            Code::UMod => graph.whole(Whole::Remainder, &views, |row| match row {
                [one, other] => one.checked_rem(*other),
                _ => None,
            }),
            Code::SLessThan => graph.whole(Whole::Compare(0), &views, |row| compare(row, |a, b| a < b, true)),
            Code::ULessThan => graph.whole(Whole::Compare(0), &views, |row| compare(row, |a, b| a < b, false)),
            Code::SGreaterThan => graph.whole(Whole::Compare(0), &swapped, |row| compare(row, |a, b| a < b, true)),
            Code::UGreaterThan => graph.whole(Whole::Compare(0), &swapped, |row| compare(row, |a, b| a < b, false)),
            Code::SLessThanEqual => graph.whole(Whole::Compare(1), &views, |row| compare(row, |a, b| a <= b, true)),
            Code::ULessThanEqual => graph.whole(Whole::Compare(1), &views, |row| compare(row, |a, b| a <= b, false)),
            Code::SGreaterThanEqual => {
                graph.whole(Whole::Compare(1), &swapped, |row| compare(row, |a, b| a <= b, true))
            }
            Code::UGreaterThanEqual => {
                graph.whole(Whole::Compare(1), &swapped, |row| compare(row, |a, b| a <= b, false))
            }
            Code::IEqual => graph.whole(Whole::Compare(2), &views, |row| compare(row, |a, b| a == b, true)),
            Code::INotEqual => {
                opposite(graph.whole(Whole::Compare(2), &views, |row| compare(row, |a, b| a == b, true)))
            }
            Code::Bitcast => match views.first() {
                Some(one) if one.iter().all(|lane| lane.literal().is_some()) => one.to_vec(),
                _ => graph.make(Op::Integer(Whole::Bits), lanes.to_vec(), width),
            },
            Code::BitwiseAnd => graph.whole(Whole::Bits, &views, |row| two(row, |a, b| Some(a & b))),
            Code::BitwiseOr => graph.whole(Whole::Bits, &views, |row| two(row, |a, b| Some(a | b))),
            Code::BitwiseXor => graph.whole(Whole::Bits, &views, |row| two(row, |a, b| Some(a ^ b))),
            Code::ShiftLeftLogical => graph.whole(Whole::Bits, &views, |row| match row {
                [one, by] => one.checked_shl(*by),
                _ => None,
            }),
            Code::ShiftRightLogical => graph.whole(Whole::Bits, &views, |row| match row {
                [one, by] => one.checked_shr(*by),
                _ => None,
            }),
            Code::ShiftRightArithmetic => graph.whole(Whole::Bits, &views, |row| match row {
                [one, by] => (*one as i32).checked_shr(*by).map(|word| word as u32),
                _ => None,
            }),
            Code::Not
            | Code::BitCount
            | Code::BitReverse
            | Code::BitFieldInsert
            | Code::BitFieldSExtract
            | Code::BitFieldUExtract => graph.make(Op::Integer(Whole::Bits), lanes.to_vec(), width),
            _ => graph.alone(Op::Other, lanes.to_vec(), width),
        }
    }

    fn matrix(&mut self, code: Code, one: Word, other: Word) -> Walked<KernelValue> {
        let columns = |value: KernelValue| match value {
            KernelValue::Parts(parts) => parts.iter().map(KernelValue::lanes).collect(),
            value => vec![value.lanes()],
        };
        let one: Vec<Lanes> = columns(self.value(one)?);
        let other: Vec<Lanes> = if other == 0 { vec![] } else { columns(self.value(other)?) };
        let vector = |lanes: &[Lanes]| lanes.first().cloned().unwrap_or_default();
        let parts = |columns: Vec<Lanes>| KernelValue::Parts(columns.into_iter().map(KernelValue::Lanes).collect());
        Ok(match code {
            Code::MatrixTimesVector => KernelValue::Lanes(self.transformed(&one, &vector(&other))),
            Code::VectorTimesMatrix => {
                let row = vector(&one);
                KernelValue::Lanes(other.iter().flat_map(|column| self.graph.dot(&row, column)).collect())
            }
            Code::MatrixTimesMatrix => parts(other.iter().map(|column| self.transformed(&one, column)).collect()),
            Code::MatrixTimesScalar => {
                let by = vector(&other);
                parts(one.iter().map(|column| self.graph.multiply(column, &by)).collect())
            }
            Code::OuterProduct => {
                let column = vector(&one);
                let row = vector(&other);
                parts(row.iter().map(|lane| self.graph.multiply(&column, &[*lane])).collect())
            }
            _ => {
                let rows = one.first().map_or(0, Vec::len);
                let row = |at: usize| one.iter().filter_map(|column| column.get(at).copied()).collect();
                parts((0..rows).map(row).collect())
            }
        })
    }

    /// Multiplies a matrix by a vector: a product and multiply-adds, column by column.
    fn transformed(&mut self, columns: &[Lanes], by: &[Lane]) -> Lanes {
        let mut sum = Lanes::new();
        for (column, lane) in columns.iter().zip(by) {
            let by = spread(&[*lane], column.len());
            let product = self.graph.multiply(column, &by);
            sum = if sum.is_empty() { product } else { self.graph.add(&product, &sum) };
        }
        sum
    }
}

pub fn opposite(lanes: Lanes) -> Lanes {
    lanes.into_iter().map(Lane::opposite).collect()
}
