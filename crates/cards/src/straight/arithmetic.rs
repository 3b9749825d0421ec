//! Adds operations with a compiler's immediate simplifications: literals are folded, and operations without effect are dropped.

use super::graph::{Lane, Lanes, Op, OperationGraph, Source, Whole};
use gristmill_base::elementary::{Cosine, Exponential2, Function, Function2, Logarithm2, Power, Sine};

/// Returns the words of an operand if all its components are literals.
fn literals(lanes: &[Lane]) -> Option<Vec<u32>> {
    lanes.iter().map(|lane| lane.literal()).collect()
}

fn is_all(lanes: &[Lane], number: f32) -> bool {
    lanes.iter().all(|lane| lane.source == Source::Word(number.to_bits()))
}

/// Repeats a scalar for `width` components; leaves a vector unchanged.
pub fn spread(lanes: &[Lane], width: usize) -> Lanes {
    match lanes {
        [one] => vec![*one; width],
        many => many.to_vec(),
    }
}

fn floats(operands: &[&[Lane]], fold: impl Fn(&[f32]) -> f32) -> Option<Lanes> {
    words(operands, |row| {
        let row: Vec<f32> = row.iter().map(|word| f32::from_bits(*word)).collect();
        fold(&row).to_bits()
    })
}

fn words(operands: &[&[Lane]], fold: impl Fn(&[u32]) -> u32) -> Option<Lanes> {
    let columns: Vec<Vec<u32>> = operands.iter().map(|lanes| literals(lanes)).collect::<Option<_>>()?;
    let width = columns.iter().map(Vec::len).max()?;
    let row = |at: usize| {
        let row: Option<Vec<u32>> = columns.iter().map(|column| column.get(at).copied()).collect();
        row.map(|row| Lane::word(fold(&row)))
    };
    (0..width).map(row).collect()
}

impl OperationGraph {
    /// Adds a componentwise operation, folded if all operands are literals.
    fn by_component(&mut self, op: Op, operands: &[&[Lane]], fold: impl Fn(&[f32]) -> f32) -> Lanes {
        let width = operands.first().map_or(0, |lanes| lanes.len());
        floats(operands, fold)
            .unwrap_or_else(|| self.make(op, operands.iter().map(|lanes| lanes.to_vec()).collect(), width as u8))
    }

    pub fn add(&mut self, one: &[Lane], other: &[Lane]) -> Lanes {
        match (is_all(one, 0.0), is_all(other, 0.0)) {
            (true, _) => other.to_vec(),
            (_, true) => one.to_vec(),
            _ => self.by_component(Op::Add, &[one, other], |row| row.iter().sum()),
        }
    }

    pub fn subtract(&mut self, one: &[Lane], other: &[Lane]) -> Lanes {
        let other: Lanes = other.iter().map(|lane| lane.negated()).collect();
        self.add(one, &other)
    }

    pub fn multiply(&mut self, one: &[Lane], other: &[Lane]) -> Lanes {
        let width = one.len().max(other.len());
        let (one, other) = (spread(one, width), spread(other, width));
        for (factor, rest) in [(&one, &other), (&other, &one)] {
            if is_all(factor, 1.0) {
                return rest.clone();
            }
            if is_all(factor, -1.0) {
                return rest.iter().map(|lane| lane.negated()).collect();
            }
            if is_all(factor, 0.0) {
                return factor.clone();
            }
        }
        self.by_component(Op::Multiply, &[&one, &other], |row| row.iter().product())
    }

    pub fn multiply_add(&mut self, one: &[Lane], other: &[Lane], sum: &[Lane]) -> Lanes {
        let product = self.multiply(one, other);
        self.add(&product, sum)
    }

    pub fn divide(&mut self, one: &[Lane], other: &[Lane]) -> Lanes {
        let inverse = self.each(Op::Reciprocal, other);
        self.multiply(one, &inverse)
    }

    /// Adds an operation of the scalar unit for each component; equal components share one operation.
    pub fn each(&mut self, op: Op, lanes: &[Lane]) -> Lanes {
        let fold = |number: f32| match op {
            Op::Reciprocal => 1.0 / number,
            Op::InverseRoot => 1.0 / number.abs().sqrt(),
            Op::Exponential => Exponential2::at(number),
            Op::Logarithm => Logarithm2::at(number),
            Op::Sine => Sine::at(number),
            _ => Cosine::at(number),
        };
        let mut made = Lanes::new();
        for lane in lanes {
            made.push(match lane.literal() {
                Some(word) => Lane::float(fold(f32::from_bits(word))),
                None => self.make(op, vec![vec![*lane]], 1).first().copied().unwrap_or(Lane::NOTHING),
            });
        }
        made
    }

    pub fn power(&mut self, base: &[Lane], exponent: &[Lane]) -> Lanes {
        let mut made = Lanes::new();
        for (base, exponent) in base.iter().zip(exponent) {
            made.push(match (base.literal(), exponent.literal()) {
                (Some(base), Some(exponent)) => Lane::float(Power::at(f32::from_bits(base), f32::from_bits(exponent))),
                _ => self
                    .make(Op::Power, vec![vec![*base], vec![*exponent]], 1)
                    .first()
                    .copied()
                    .unwrap_or(Lane::NOTHING),
            });
        }
        made
    }

    pub fn minimum(&mut self, one: &[Lane], other: &[Lane]) -> Lanes {
        self.by_component(Op::Minimum, &[one, other], |row| row.iter().copied().fold(f32::INFINITY, f32::min))
    }

    pub fn maximum(&mut self, one: &[Lane], other: &[Lane]) -> Lanes {
        self.by_component(Op::Maximum, &[one, other], |row| row.iter().copied().fold(f32::NEG_INFINITY, f32::max))
    }

    pub fn clamp(&mut self, lanes: &[Lane], low: &[Lane], high: &[Lane]) -> Lanes {
        if is_all(low, 0.0) && is_all(high, 1.0) {
            return self.by_component(Op::Saturate, &[lanes], |row| row.iter().sum::<f32>().clamp(0.0, 1.0));
        }
        let above = self.maximum(lanes, low);
        self.minimum(&above, high)
    }

    pub fn floor(&mut self, lanes: &[Lane]) -> Lanes {
        self.by_component(Op::Floor, &[lanes], |row| row.iter().sum::<f32>().floor())
    }

    pub fn fraction(&mut self, lanes: &[Lane]) -> Lanes {
        self.by_component(Op::Fraction, &[lanes], |row| {
            let number: f32 = row.iter().sum();
            number - number.floor()
        })
    }

    pub fn lerp(&mut self, one: &[Lane], other: &[Lane], weight: &[Lane]) -> Lanes {
        self.by_component(Op::Lerp, &[one, other, weight], |row| match row {
            [one, other, weight] => one + (other - one) * weight,
            _ => 0.0,
        })
    }

    pub fn dot(&mut self, one: &[Lane], other: &[Lane]) -> Lanes {
        if one.len() == 1 {
            return self.multiply(one, other);
        }
        if let (Some(one), Some(other)) = (literals(one), literals(other)) {
            let products = one
                .iter()
                .zip(&other)
                .map(|(one, other)| f32::from_bits(*one) * f32::from_bits(*other));
            return vec![Lane::float(products.sum())];
        }
        self.make(Op::Dot(one.len() as u8), vec![one.to_vec(), other.to_vec()], 1)
    }

    /// Compares floats; `how` is the number in [`Op::Compare`].
    pub fn compare(&mut self, how: u8, one: &[Lane], other: &[Lane]) -> Lanes {
        let folded = words(&[one, other], |row| match row {
            [one, other] => {
                let (one, other) = (f32::from_bits(*one), f32::from_bits(*other));
                u32::from(match how {
                    0 => one < other,
                    1 => one <= other,
                    _ => one == other,
                })
            }
            _ => 0,
        });
        folded.unwrap_or_else(|| self.make(Op::Compare(how), vec![one.to_vec(), other.to_vec()], one.len() as u8))
    }

    pub fn both(&mut self, one: &[Lane], other: &[Lane]) -> Lanes {
        self.truths(Op::And, one, other)
    }

    pub fn either(&mut self, one: &[Lane], other: &[Lane]) -> Lanes {
        self.truths(Op::Or, one, other)
    }

    fn truths(&mut self, op: Op, one: &[Lane], other: &[Lane]) -> Lanes {
        let neutral = if op == Op::And { Lane::TRUE } else { Lane::FALSE };
        for (known, rest) in [(one, other), (other, one)] {
            if known.iter().all(|lane| *lane == neutral) {
                return rest.to_vec();
            }
            if known.iter().all(|lane| *lane == neutral.opposite()) {
                return known.to_vec();
            }
        }
        if one == other { one.to_vec() } else { self.make(op, vec![one.to_vec(), other.to_vec()], one.len() as u8) }
    }

    /// Selects one of two values by a boolean: [`Op::Select`] or [`Op::Join`].
    pub fn select(&mut self, op: Op, truth: &[Lane], yes: &[Lane], no: &[Lane]) -> Lanes {
        let truth = spread(truth, yes.len());
        if yes == no || no.iter().all(|lane| lane.source == Source::Nothing) {
            return yes.to_vec();
        }
        if yes.iter().all(|lane| lane.source == Source::Nothing) {
            return no.to_vec();
        }
        if let Some(truth) = literals(&truth) {
            let chosen = truth.iter().zip(yes.iter().zip(no));
            return chosen.map(|(truth, (yes, no))| if *truth != 0 { *yes } else { *no }).collect();
        }
        // Only components that differ need a choice.
        let differs: Vec<usize> = (0..yes.len()).filter(|at| yes.get(*at) != no.get(*at)).collect();
        let part = |lanes: &[Lane]| -> Lanes { differs.iter().filter_map(|at| lanes.get(*at).copied()).collect() };
        let (mut truth, mut one, mut other) = (part(&truth), part(yes), part(no));
        if truth.iter().all(|lane| lane.negate) {
            truth.iter_mut().for_each(|lane| lane.negate = false);
            std::mem::swap(&mut one, &mut other);
        }
        let made = self.make(op, vec![truth, one, other], differs.len() as u8);
        let mut all = yes.to_vec();
        for (at, lane) in differs.iter().zip(made) {
            if let Some(place) = all.get_mut(*at) {
                *place = lane;
            }
        }
        all
    }

    /// Adds an operation on integers, folded if all operands are literals.
    pub fn whole(&mut self, op: Whole, operands: &[&[Lane]], fold: impl Fn(&[u32]) -> Option<u32>) -> Lanes {
        let width = operands.first().map_or(0, |lanes| lanes.len());
        let known = operands.iter().all(|lanes| literals(lanes).is_some());
        let foldable = known
            && words(operands, |row| u32::from(fold(row).is_none()))
                .is_some_and(|bad| bad.iter().all(|lane| *lane == Lane::FALSE));
        if foldable && let Some(made) = words(operands, |row| fold(row).unwrap_or(0)) {
            return made;
        }
        let zero = |lanes: &[Lane]| lanes.iter().all(|lane| lane.source == Source::Word(0));
        match (op, operands) {
            (Whole::Add, [one, other]) if zero(other) => one.to_vec(),
            (Whole::Add, [one, other]) if zero(one) => other.to_vec(),
            _ => self.make(Op::Integer(op), operands.iter().map(|lanes| lanes.to_vec()).collect(), width as u8),
        }
    }
}

/// Functions composed of several operations.
impl OperationGraph {
    /// Computes the remainder of a division, as GLSL's `mod`.
    pub fn modulo(&mut self, one: &[Lane], other: &[Lane]) -> Lanes {
        let quotient = self.divide(one, other);
        let whole: Lanes = self.floor(&quotient).iter().map(|lane| lane.negated()).collect();
        self.multiply_add(&whole, other, one)
    }

    /// Computes whether booleans differ.
    pub fn differ(&mut self, one: &[Lane], other: &[Lane]) -> Lanes {
        match (literals(one).as_deref(), literals(other).as_deref()) {
            (Some([0]), _) => other.to_vec(),
            (_, Some([0])) => one.to_vec(),
            (Some([_]), _) => other.iter().map(|lane| lane.opposite()).collect(),
            (_, Some([_])) => one.iter().map(|lane| lane.opposite()).collect(),
            _ => {
                let same = self.compare(2, one, other);
                same.into_iter().map(Lane::opposite).collect()
            }
        }
    }

    /// Returns the number for each component.
    pub fn number(&self, number: f32, width: usize) -> Lanes {
        vec![Lane::float(number); width]
    }

    /// Computes the length of a vector: a dot product, its inverse square root, and the reciprocal of that.
    pub fn length(&mut self, lanes: &[Lane]) -> Lanes {
        if lanes.len() == 1 {
            return lanes.iter().map(|lane| lane.magnitude()).collect();
        }
        let square = self.dot(lanes, lanes);
        self.root(&square)
    }

    /// Computes a square root: the reciprocal of the inverse square root.
    pub fn root(&mut self, lanes: &[Lane]) -> Lanes {
        let inverse = self.each(Op::InverseRoot, lanes);
        self.each(Op::Reciprocal, &inverse)
    }
}
