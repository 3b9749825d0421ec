//! SPIR-V instructions that calculate.

use super::arithmetic::spread_scalar;
use super::graph::{IntegerOp, Op, VectorLane, VectorLanes};
use super::tables::{ScalarKind, id_operands};
use super::value::KernelValue;
use super::walk::{KernelWalk, WalkResult};
use rspirv::dr::Instruction;
use rspirv::spirv::{Op as Code, Word};

impl super::graph::OperationGraph {
    /// Compares an integer with a constant.
    pub fn equals_integer(&mut self, one: VectorLane, word: u32) -> VectorLane {
        let made =
            self.integer_operation(IntegerOp::Compare(2), &[&[one], &[VectorLane::from_word(word)]], |row| match row {
                [one, other] => Some(u32::from(one == other)),
                _ => None,
            });
        made.first().copied().unwrap_or(VectorLane::FALSE)
    }
}

impl KernelWalk<'_> {
    /// Computes the result of an arithmetic instruction.
    pub fn compute_result(&mut self, made: &Instruction, of: Word) -> WalkResult<KernelValue> {
        let code = made.class.opcode;
        if let Some(value) = self.read_texture(made, of)? {
            return Ok(value);
        }
        if code == Code::ExtInst {
            return self.call_glsl_function(made, of);
        }
        let all = id_operands(made, 0);
        if matches!(
            code,
            Code::MatrixTimesVector
                | Code::VectorTimesMatrix
                | Code::MatrixTimesMatrix
                | Code::MatrixTimesScalar
                | Code::OuterProduct
                | Code::Transpose
        ) {
            return self.multiply_matrix(code, read_id(&all, 0), read_id(&all, 1));
        }
        if code == Code::Select {
            let truth = self.find_lanes(read_id(&all, 0))?;
            let yes = self.find_value(read_id(&all, 1))?;
            let no = self.find_value(read_id(&all, 2))?;
            return Ok(self.graph.choose_value(Op::Select, &truth, &yes, &no));
        }
        let mut lanes = vec![];
        for id in &all {
            lanes.push(self.find_lanes(*id)?);
        }
        let none = VectorLanes::new();
        let one = lanes.first().unwrap_or(&none);
        let other = lanes.get(1).unwrap_or(&none);
        let kind = self.tables.scalar_kind(of);
        Ok(KernelValue::Lanes(match code {
            Code::FNegate => one.iter().map(|lane| lane.to_negated()).collect(),
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
            Code::FOrdNotEqual | Code::FUnordNotEqual => negate_truths(self.graph.compare(2, one, other)),
            Code::IsNan | Code::IsInf => self.graph.add_operation(Op::Compare(3), vec![one.clone()], one.len() as u8),
            Code::LogicalAnd => self.graph.logical_and(one, other),
            Code::LogicalOr => self.graph.logical_or(one, other),
            Code::LogicalNot => negate_truths(one.clone()),
            Code::LogicalNotEqual => self.graph.logical_xor(one, other),
            Code::LogicalEqual => negate_truths(self.graph.logical_xor(one, other)),
            Code::Any => self.reduce_truths(one, Op::Or),
            Code::All => self.reduce_truths(one, Op::And),
            Code::DPdx | Code::DPdy | Code::DPdxCoarse | Code::DPdyCoarse | Code::DPdxFine | Code::DPdyFine => {
                self.graph.add_operation(Op::Derivative, vec![one.clone()], one.len() as u8)
            }
            Code::Fwidth | Code::FwidthCoarse | Code::FwidthFine => {
                let x = self.graph.add_operation(Op::Derivative, vec![one.clone()], one.len() as u8);
                let y = self.graph.add_unique(Op::Derivative, vec![one.clone()], one.len() as u8);
                let [x, y] = [x, y].map(|lanes| lanes.iter().map(|lane| lane.to_magnitude()).collect::<VectorLanes>());
                self.graph.add(&x, &y)
            }
            Code::ConvertFToS | Code::ConvertFToU => {
                self.graph.integer_operation(IntegerOp::Truncate, &[one], |row| match row {
                    [word] => Some(f32::from_bits(*word) as i64 as u32),
                    _ => None,
                })
            }
            Code::ConvertSToF => self.graph.integer_operation(IntegerOp::Float, &[one], |row| match row {
                [word] => Some((*word as i32 as f32).to_bits()),
                _ => None,
            }),
            Code::ConvertUToF => self.graph.integer_operation(IntegerOp::Float, &[one], |row| match row {
                [word] => Some((*word as f32).to_bits()),
                _ => None,
            }),
            _ if lanes.iter().any(|lanes| !lanes.is_empty()) && kind != ScalarKind::Opaque => {
                self.compute_integers(code, &lanes, self.tables.component_count(of).unwrap_or(1))
            }
            _ => {
                let width = self.tables.component_count(of).unwrap_or(1);
                self.graph.add_unique(Op::Other, lanes, width)
            }
        }))
    }

    /// Reduces several booleans to one, as `any` and `all` do.
    fn reduce_truths(&mut self, lanes: &[VectorLane], op: Op) -> VectorLanes {
        let mut all = lanes.iter().copied();
        let first = all.next().unwrap_or(VectorLane::TRUE);
        let fold = all.fold(first, |known, lane| {
            let made = if op == Op::And {
                self.graph.logical_and(&[known], &[lane])
            } else {
                self.graph.logical_or(&[known], &[lane])
            };
            made.first().copied().unwrap_or(VectorLane::TRUE)
        });
        vec![fold]
    }

    fn compute_integers(&mut self, code: Code, lanes: &[VectorLanes], width: u8) -> VectorLanes {
        let views: Vec<&[VectorLane]> = lanes.iter().map(Vec::as_slice).collect();
        let swapped: Vec<&[VectorLane]> = views.iter().rev().copied().collect();
        let graph = &mut self.graph;
        match code {
            Code::IAdd => {
                graph.integer_operation(IntegerOp::Add, &views, |row| fold_pair(row, |a, b| Some(a.wrapping_add(b))))
            }
            Code::ISub => match views.as_slice() {
                [one, other] if other.iter().all(|lane| lane.literal_word().is_some()) => {
                    let other: VectorLanes = other
                        .iter()
                        .map(|lane| {
                            VectorLane::from_word((lane.literal_word().unwrap_or(0) as i32).wrapping_neg() as u32)
                        })
                        .collect();
                    graph.integer_operation(IntegerOp::Add, &[one, &other], |row| {
                        fold_pair(row, |a, b| Some(a.wrapping_add(b)))
                    })
                }
                [one, other] => {
                    let other: VectorLanes =
                        other.iter().map(|lane| VectorLane { negate: !lane.negate, ..*lane }).collect();
                    graph.add_operation(Op::Integer(IntegerOp::Add), vec![one.to_vec(), other], width)
                }
                _ => VectorLanes::new(),
            },
            Code::SNegate => match views.first() {
                Some(one) if one.iter().all(|lane| lane.literal_word().is_some()) => one
                    .iter()
                    .map(|lane| VectorLane::from_word((lane.literal_word().unwrap_or(0) as i32).wrapping_neg() as u32))
                    .collect(),
                Some(one) => one.iter().map(|lane| VectorLane { negate: !lane.negate, ..*lane }).collect(),
                None => VectorLanes::new(),
            },
            Code::IMul => graph
                .integer_operation(IntegerOp::Multiply, &views, |row| fold_pair(row, |a, b| Some(a.wrapping_mul(b)))),
            Code::SDiv => graph.integer_operation(IntegerOp::Divide, &views, |row| fold_pair(row, i32::checked_div)),
            Code::UDiv => graph.integer_operation(IntegerOp::Divide, &views, |row| match row {
                [one, other] => one.checked_div(*other),
                _ => None,
            }),
            Code::SRem | Code::SMod => {
                graph.integer_operation(IntegerOp::Remainder, &views, |row| fold_pair(row, i32::checked_rem))
            }
            Code::UMod => graph.integer_operation(IntegerOp::Remainder, &views, |row| match row {
                [one, other] => one.checked_rem(*other),
                _ => None,
            }),
            Code::SLessThan => {
                graph.integer_operation(IntegerOp::Compare(0), &views, |row| compare_pair(row, |a, b| a < b, true))
            }
            Code::ULessThan => {
                graph.integer_operation(IntegerOp::Compare(0), &views, |row| compare_pair(row, |a, b| a < b, false))
            }
            Code::SGreaterThan => {
                graph.integer_operation(IntegerOp::Compare(0), &swapped, |row| compare_pair(row, |a, b| a < b, true))
            }
            Code::UGreaterThan => {
                graph.integer_operation(IntegerOp::Compare(0), &swapped, |row| compare_pair(row, |a, b| a < b, false))
            }
            Code::SLessThanEqual => {
                graph.integer_operation(IntegerOp::Compare(1), &views, |row| compare_pair(row, |a, b| a <= b, true))
            }
            Code::ULessThanEqual => {
                graph.integer_operation(IntegerOp::Compare(1), &views, |row| compare_pair(row, |a, b| a <= b, false))
            }
            Code::SGreaterThanEqual => {
                graph.integer_operation(IntegerOp::Compare(1), &swapped, |row| compare_pair(row, |a, b| a <= b, true))
            }
            Code::UGreaterThanEqual => {
                graph.integer_operation(IntegerOp::Compare(1), &swapped, |row| compare_pair(row, |a, b| a <= b, false))
            }
            Code::IEqual => {
                graph.integer_operation(IntegerOp::Compare(2), &views, |row| compare_pair(row, |a, b| a == b, true))
            }
            Code::INotEqual => negate_truths(
                graph.integer_operation(IntegerOp::Compare(2), &views, |row| compare_pair(row, |a, b| a == b, true)),
            ),
            Code::Bitcast => match views.first() {
                Some(one) if one.iter().all(|lane| lane.literal_word().is_some()) => one.to_vec(),
                _ => graph.add_operation(Op::Integer(IntegerOp::Bits), lanes.to_vec(), width),
            },
            Code::BitwiseAnd => {
                graph.integer_operation(IntegerOp::Bits, &views, |row| fold_pair(row, |a, b| Some(a & b)))
            }
            Code::BitwiseOr => {
                graph.integer_operation(IntegerOp::Bits, &views, |row| fold_pair(row, |a, b| Some(a | b)))
            }
            Code::BitwiseXor => {
                graph.integer_operation(IntegerOp::Bits, &views, |row| fold_pair(row, |a, b| Some(a ^ b)))
            }
            Code::ShiftLeftLogical => graph.integer_operation(IntegerOp::Bits, &views, |row| match row {
                [one, by] => one.checked_shl(*by),
                _ => None,
            }),
            Code::ShiftRightLogical => graph.integer_operation(IntegerOp::Bits, &views, |row| match row {
                [one, by] => one.checked_shr(*by),
                _ => None,
            }),
            Code::ShiftRightArithmetic => graph.integer_operation(IntegerOp::Bits, &views, |row| match row {
                [one, by] => (*one as i32).checked_shr(*by).map(|word| word as u32),
                _ => None,
            }),
            Code::Not
            | Code::BitCount
            | Code::BitReverse
            | Code::BitFieldInsert
            | Code::BitFieldSExtract
            | Code::BitFieldUExtract => graph.add_operation(Op::Integer(IntegerOp::Bits), lanes.to_vec(), width),
            _ => graph.add_unique(Op::Other, lanes.to_vec(), width),
        }
    }

    fn multiply_matrix(&mut self, code: Code, one: Word, other: Word) -> WalkResult<KernelValue> {
        let one: Vec<VectorLanes> = to_columns(self.find_value(one)?);
        let other: Vec<VectorLanes> = if other == 0 { vec![] } else { to_columns(self.find_value(other)?) };
        Ok(match code {
            Code::MatrixTimesVector => KernelValue::Lanes(self.transform_vector(&one, &read_first_column(&other))),
            Code::VectorTimesMatrix => {
                let row = read_first_column(&one);
                KernelValue::Lanes(other.iter().flat_map(|column| self.graph.dot(&row, column)).collect())
            }
            Code::MatrixTimesMatrix => {
                to_parts(other.iter().map(|column| self.transform_vector(&one, column)).collect())
            }
            Code::MatrixTimesScalar => {
                let by = read_first_column(&other);
                to_parts(one.iter().map(|column| self.graph.multiply(column, &by)).collect())
            }
            Code::OuterProduct => {
                let column = read_first_column(&one);
                let row = read_first_column(&other);
                to_parts(row.iter().map(|lane| self.graph.multiply(&column, &[*lane])).collect())
            }
            _ => {
                let rows = one.first().map_or(0, Vec::len);
                to_parts(
                    (0..rows)
                        .map(|at: usize| one.iter().filter_map(|column| column.get(at).copied()).collect())
                        .collect(),
                )
            }
        })
    }

    /// Multiplies a matrix by a vector: a product and multiply-adds, column by column.
    fn transform_vector(&mut self, columns: &[VectorLanes], by: &[VectorLane]) -> VectorLanes {
        let mut sum = VectorLanes::new();
        for (column, lane) in columns.iter().zip(by) {
            let by = spread_scalar(&[*lane], column.len());
            let product = self.graph.multiply(column, &by);
            sum = if sum.is_empty() { product } else { self.graph.add(&product, &sum) };
        }
        sum
    }
}

fn read_id(all: &[Word], place: usize) -> Word {
    all.get(place).copied().unwrap_or(0)
}

fn to_parts(columns: Vec<VectorLanes>) -> KernelValue {
    KernelValue::Parts(columns.into_iter().map(KernelValue::Lanes).collect())
}

fn read_first_column(lanes: &[VectorLanes]) -> VectorLanes {
    lanes.first().cloned().unwrap_or_default()
}

fn to_columns(value: KernelValue) -> Vec<VectorLanes> {
    match value {
        KernelValue::Parts(parts) => parts.iter().map(KernelValue::own_lanes).collect(),
        value => vec![value.own_lanes()],
    }
}

fn compare_pair(row: &[u32], holds: fn(i64, i64) -> bool, signed: bool) -> Option<u32> {
    match row {
        [one, other] if signed => Some(u32::from(holds(i64::from(*one as i32), i64::from(*other as i32)))),
        [one, other] => Some(u32::from(holds(i64::from(*one), i64::from(*other)))),
        _ => None,
    }
}

fn fold_pair(row: &[u32], fold: fn(i32, i32) -> Option<i32>) -> Option<u32> {
    match row {
        [one, other] => fold(*one as i32, *other as i32).map(|whole| whole as u32),
        _ => None,
    }
}

pub fn negate_truths(lanes: VectorLanes) -> VectorLanes {
    lanes.into_iter().map(VectorLane::to_opposite).collect()
}
