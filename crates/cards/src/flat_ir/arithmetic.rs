//! Adds operations with a compiler's immediate simplifications: literals are folded, and operations
//! without effect are dropped.

use super::graph::{IntegerOp, LaneSource, Op, OperationGraph, VectorLane, VectorLanes};
use gristmill_base::elementary::{BinaryFunction, Cosine, Exponential2, Logarithm2, Power, Sine, UnaryFunction};

/// Returns the words of an operand if all its components are literals.
fn literal_words(lanes: &[VectorLane]) -> Option<Vec<u32>> {
    lanes.iter().map(|lane| lane.literal_word()).collect()
}

fn is_all_number(lanes: &[VectorLane], number: f32) -> bool {
    lanes.iter().all(|lane| lane.source == LaneSource::Word(number.to_bits()))
}

/// Repeats a scalar for `width` components; leaves a vector unchanged.
pub fn spread_scalar(lanes: &[VectorLane], width: usize) -> VectorLanes {
    match lanes {
        [one] => vec![*one; width],
        many => many.to_vec(),
    }
}

fn fold_floats(operands: &[&[VectorLane]], fold: impl Fn(&[f32]) -> f32) -> Option<VectorLanes> {
    fold_words(operands, |row| {
        let row: Vec<f32> = row.iter().map(|word| f32::from_bits(*word)).collect();
        fold(&row).to_bits()
    })
}

fn fold_words(operands: &[&[VectorLane]], fold: impl Fn(&[u32]) -> u32) -> Option<VectorLanes> {
    let columns: Vec<Vec<u32>> = operands.iter().map(|lanes| literal_words(lanes)).collect::<Option<_>>()?;
    let width = columns.iter().map(Vec::len).max()?;
    (0..width)
        .map(|at: usize| {
            let row: Option<Vec<u32>> = columns.iter().map(|column| column.get(at).copied()).collect();
            row.map(|row| VectorLane::from_word(fold(&row)))
        })
        .collect()
}

impl OperationGraph {
    /// Adds a componentwise operation, folded if all operands are literals.
    fn fold_by_component(&mut self, op: Op, operands: &[&[VectorLane]], fold: impl Fn(&[f32]) -> f32) -> VectorLanes {
        let width = operands.first().map_or(0, |lanes| lanes.len());
        fold_floats(operands, fold).unwrap_or_else(|| {
            self.add_operation(op, operands.iter().map(|lanes| lanes.to_vec()).collect(), width as u8)
        })
    }

    pub fn add(&mut self, one: &[VectorLane], other: &[VectorLane]) -> VectorLanes {
        match (is_all_number(one, 0.0), is_all_number(other, 0.0)) {
            (true, _) => other.to_vec(),
            (_, true) => one.to_vec(),
            _ => self.fold_by_component(Op::Add, &[one, other], |row| row.iter().sum()),
        }
    }

    pub fn subtract(&mut self, one: &[VectorLane], other: &[VectorLane]) -> VectorLanes {
        let other: VectorLanes = other.iter().map(|lane| lane.to_negated()).collect();
        self.add(one, &other)
    }

    pub fn multiply(&mut self, one: &[VectorLane], other: &[VectorLane]) -> VectorLanes {
        let width = one.len().max(other.len());
        let one = spread_scalar(one, width);
        let other = spread_scalar(other, width);
        for (factor, rest) in [(&one, &other), (&other, &one)] {
            if is_all_number(factor, 1.0) {
                return rest.clone();
            }
            if is_all_number(factor, -1.0) {
                return rest.iter().map(|lane| lane.to_negated()).collect();
            }
            if is_all_number(factor, 0.0) {
                return factor.clone();
            }
        }
        self.fold_by_component(Op::Multiply, &[&one, &other], |row| row.iter().product())
    }

    pub fn multiply_add(&mut self, one: &[VectorLane], other: &[VectorLane], sum: &[VectorLane]) -> VectorLanes {
        let product = self.multiply(one, other);
        self.add(&product, sum)
    }

    pub fn divide(&mut self, one: &[VectorLane], other: &[VectorLane]) -> VectorLanes {
        let inverse = self.map_scalar_operation(Op::Reciprocal, other);
        self.multiply(one, &inverse)
    }

    /// Adds an operation of the scalar unit for each component; equal components share one operation.
    pub fn map_scalar_operation(&mut self, op: Op, lanes: &[VectorLane]) -> VectorLanes {
        let mut made = VectorLanes::new();
        for lane in lanes {
            made.push(match lane.literal_word() {
                Some(word) => VectorLane::from_float(evaluate_scalar(op, f32::from_bits(word))),
                None => self
                    .add_operation(op, vec![vec![*lane]], 1)
                    .first()
                    .copied()
                    .unwrap_or(VectorLane::UNDEFINED),
            });
        }
        made
    }

    pub fn power(&mut self, base: &[VectorLane], exponent: &[VectorLane]) -> VectorLanes {
        let mut made = VectorLanes::new();
        for (base, exponent) in base.iter().zip(exponent) {
            made.push(match (base.literal_word(), exponent.literal_word()) {
                (Some(base), Some(exponent)) => {
                    VectorLane::from_float(Power::evaluate(f32::from_bits(base), f32::from_bits(exponent)))
                }
                _ => self
                    .add_operation(Op::Power, vec![vec![*base], vec![*exponent]], 1)
                    .first()
                    .copied()
                    .unwrap_or(VectorLane::UNDEFINED),
            });
        }
        made
    }

    pub fn minimum(&mut self, one: &[VectorLane], other: &[VectorLane]) -> VectorLanes {
        self.fold_by_component(Op::Minimum, &[one, other], |row| row.iter().copied().fold(f32::INFINITY, f32::min))
    }

    pub fn maximum(&mut self, one: &[VectorLane], other: &[VectorLane]) -> VectorLanes {
        self.fold_by_component(Op::Maximum, &[one, other], |row| row.iter().copied().fold(f32::NEG_INFINITY, f32::max))
    }

    pub fn clamp(&mut self, lanes: &[VectorLane], low: &[VectorLane], high: &[VectorLane]) -> VectorLanes {
        if is_all_number(low, 0.0) && is_all_number(high, 1.0) {
            return self.fold_by_component(Op::Saturate, &[lanes], |row| row.iter().sum::<f32>().clamp(0.0, 1.0));
        }
        let above = self.maximum(lanes, low);
        self.minimum(&above, high)
    }

    pub fn floor(&mut self, lanes: &[VectorLane]) -> VectorLanes {
        self.fold_by_component(Op::Floor, &[lanes], |row| row.iter().sum::<f32>().floor())
    }

    pub fn fraction(&mut self, lanes: &[VectorLane]) -> VectorLanes {
        self.fold_by_component(Op::Fraction, &[lanes], |row| {
            let number: f32 = row.iter().sum();
            number - number.floor()
        })
    }

    pub fn lerp(&mut self, one: &[VectorLane], other: &[VectorLane], weight: &[VectorLane]) -> VectorLanes {
        self.fold_by_component(Op::Lerp, &[one, other, weight], |row| match row {
            [one, other, weight] => one + (other - one) * weight,
            _ => 0.0,
        })
    }

    pub fn dot(&mut self, one: &[VectorLane], other: &[VectorLane]) -> VectorLanes {
        if one.len() == 1 {
            return self.multiply(one, other);
        }
        if let (Some(one), Some(other)) = (literal_words(one), literal_words(other)) {
            let products = one
                .iter()
                .zip(&other)
                .map(|(one, other)| f32::from_bits(*one) * f32::from_bits(*other));
            return vec![VectorLane::from_float(products.sum())];
        }
        self.add_operation(Op::Dot(one.len() as u8), vec![one.to_vec(), other.to_vec()], 1)
    }

    /// Compares floats; `how` is the number in [`Op::Compare`].
    pub fn compare(&mut self, how: u8, one: &[VectorLane], other: &[VectorLane]) -> VectorLanes {
        let folded = fold_words(&[one, other], |row| match row {
            [one, other] => {
                let one = f32::from_bits(*one);
                let other = f32::from_bits(*other);
                u32::from(match how {
                    0 => one < other,
                    1 => one <= other,
                    _ => one == other,
                })
            }
            _ => 0,
        });
        folded.unwrap_or_else(|| {
            self.add_operation(Op::Compare(how), vec![one.to_vec(), other.to_vec()], one.len() as u8)
        })
    }

    pub fn logical_and(&mut self, one: &[VectorLane], other: &[VectorLane]) -> VectorLanes {
        self.combine_truths(Op::And, one, other)
    }

    pub fn logical_or(&mut self, one: &[VectorLane], other: &[VectorLane]) -> VectorLanes {
        self.combine_truths(Op::Or, one, other)
    }

    fn combine_truths(&mut self, op: Op, one: &[VectorLane], other: &[VectorLane]) -> VectorLanes {
        let neutral = if op == Op::And { VectorLane::TRUE } else { VectorLane::FALSE };
        for (known, rest) in [(one, other), (other, one)] {
            if known.iter().all(|lane| *lane == neutral) {
                return rest.to_vec();
            }
            if known.iter().all(|lane| *lane == neutral.to_opposite()) {
                return known.to_vec();
            }
        }
        if one == other {
            one.to_vec()
        } else {
            self.add_operation(op, vec![one.to_vec(), other.to_vec()], one.len() as u8)
        }
    }

    /// Selects one of two values by a boolean: [`Op::Select`] or [`Op::Join`].
    pub fn select(&mut self, op: Op, truth: &[VectorLane], yes: &[VectorLane], no: &[VectorLane]) -> VectorLanes {
        let truth = spread_scalar(truth, yes.len());
        if yes == no || no.iter().all(|lane| lane.source == LaneSource::Undefined) {
            return yes.to_vec();
        }
        if yes.iter().all(|lane| lane.source == LaneSource::Undefined) {
            return no.to_vec();
        }
        if let Some(truth) = literal_words(&truth) {
            let chosen = truth.iter().zip(yes.iter().zip(no));
            return chosen.map(|(truth, (yes, no))| if *truth != 0 { *yes } else { *no }).collect();
        }
        // Only components that differ need a choice.
        let differs: Vec<usize> = (0..yes.len()).filter(|at| yes.get(*at) != no.get(*at)).collect();
        let mut truth = pick_lanes(&truth, &differs);
        let mut one = pick_lanes(yes, &differs);
        let mut other = pick_lanes(no, &differs);
        if truth.iter().all(|lane| lane.negate) {
            truth.iter_mut().for_each(|lane| lane.negate = false);
            std::mem::swap(&mut one, &mut other);
        }
        let made = self.add_operation(op, vec![truth, one, other], differs.len() as u8);
        let mut all = yes.to_vec();
        for (at, lane) in differs.iter().zip(made) {
            if let Some(place) = all.get_mut(*at) {
                *place = lane;
            }
        }
        all
    }

    /// Adds an operation on integers, folded if all operands are literals.
    pub fn integer_operation(
        &mut self,
        op: IntegerOp,
        operands: &[&[VectorLane]],
        fold: impl Fn(&[u32]) -> Option<u32>,
    ) -> VectorLanes {
        let width = operands.first().map_or(0, |lanes| lanes.len());
        let known = operands.iter().all(|lanes| literal_words(lanes).is_some());
        let foldable = known
            && fold_words(operands, |row| u32::from(fold(row).is_none()))
                .is_some_and(|bad| bad.iter().all(|lane| *lane == VectorLane::FALSE));
        if foldable && let Some(made) = fold_words(operands, |row| fold(row).unwrap_or(0)) {
            return made;
        }
        match (op, operands) {
            (IntegerOp::Add, [one, other]) if is_zero(other) => one.to_vec(),
            (IntegerOp::Add, [one, other]) if is_zero(one) => other.to_vec(),
            _ => {
                self.add_operation(Op::Integer(op), operands.iter().map(|lanes| lanes.to_vec()).collect(), width as u8)
            }
        }
    }
}

fn is_zero(lanes: &[VectorLane]) -> bool {
    lanes.iter().all(|lane| lane.source == LaneSource::Word(0))
}

fn pick_lanes(lanes: &[VectorLane], differs: &[usize]) -> VectorLanes {
    differs.iter().filter_map(|at| lanes.get(*at).copied()).collect()
}

fn evaluate_scalar(op: Op, number: f32) -> f32 {
    match op {
        Op::Reciprocal => 1.0 / number,
        Op::InverseRoot => 1.0 / number.abs().sqrt(),
        Op::Exponential => Exponential2::evaluate(number),
        Op::Logarithm => Logarithm2::evaluate(number),
        Op::Sine => Sine::evaluate(number),
        _ => Cosine::evaluate(number),
    }
}

/// Functions composed of several operations.
impl OperationGraph {
    /// Computes the remainder of a division, as GLSL's `mod`.
    pub fn modulo(&mut self, one: &[VectorLane], other: &[VectorLane]) -> VectorLanes {
        let quotient = self.divide(one, other);
        let whole: VectorLanes = self.floor(&quotient).iter().map(|lane| lane.to_negated()).collect();
        self.multiply_add(&whole, other, one)
    }

    /// Computes whether booleans differ.
    pub fn logical_xor(&mut self, one: &[VectorLane], other: &[VectorLane]) -> VectorLanes {
        match (literal_words(one).as_deref(), literal_words(other).as_deref()) {
            (Some([0]), _) => other.to_vec(),
            (_, Some([0])) => one.to_vec(),
            (Some([_]), _) => other.iter().map(|lane| lane.to_opposite()).collect(),
            (_, Some([_])) => one.iter().map(|lane| lane.to_opposite()).collect(),
            _ => {
                let same = self.compare(2, one, other);
                same.into_iter().map(VectorLane::to_opposite).collect()
            }
        }
    }

    /// Returns the number for each component.
    pub fn splat_number(&self, number: f32, width: usize) -> VectorLanes {
        vec![VectorLane::from_float(number); width]
    }

    /// Computes the length of a vector: a dot product, its inverse square root, and the reciprocal of that.
    pub fn vector_length(&mut self, lanes: &[VectorLane]) -> VectorLanes {
        if lanes.len() == 1 {
            return lanes.iter().map(|lane| lane.to_magnitude()).collect();
        }
        let square = self.dot(lanes, lanes);
        self.square_root(&square)
    }

    /// Computes a square root: the reciprocal of the inverse square root.
    pub fn square_root(&mut self, lanes: &[VectorLane]) -> VectorLanes {
        let inverse = self.map_scalar_operation(Op::InverseRoot, lanes);
        self.map_scalar_operation(Op::Reciprocal, &inverse)
    }
}
