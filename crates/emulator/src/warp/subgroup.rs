//! Subgroup operations: a subgroup is a warp.

use super::super::assembly::{Assembly, Register, StageInput};
use super::super::event::{Event, Observe};
use super::super::lanes::{all, each};
use super::super::number::{Number, join, split};
use super::super::slot::SubgroupMask;
use super::super::subgroup::{Combine, ReadFrom, Span, SubgroupOp, SubgroupUse, Together, ballot};
use super::super::undefined::Cause;
use super::undefined::{LARGE, other_than};
use super::{Execution, Warp};
use smallvec::SmallVec;

/// Words of a result, one row for each register.
type Rows<const W: usize> = SmallVec<[[u32; W]; 4]>;

/// Lanes with an undefined result: the cause, the lanes, and the operands of the first one.
type Undefined = Option<(Cause, u64, [u32; 3])>;

impl<const W: usize> Warp<W> {
    /// Runs a subgroup operation of the active lanes.
    #[inline(never)]
    pub(super) fn subgroup<O: Observe>(&mut self, run: &mut Execution<O>, number: u32, to: Register) {
        let Some(used) = run.assembly.subgroups.get(number as usize) else { return };
        let (rows, undefined) = self.together(used);
        for (register, row) in (to..).zip(&rows) {
            self.write(register, row);
        }
        if !O::HEARS_STEPS {
            return;
        }
        if let Some((cause, lanes, operands)) = undefined {
            let lanes = lanes & !self.info.helpers;
            if lanes != 0 {
                run.say(&self.info, self.frames.mask, |at| Event::Undefined { at, cause, lanes, operands });
            }
            if let Some(attempt) = self.asks_for_other(run) {
                let other = |usual: u32| other_than(usual, &[LARGE.to_bits(), 0, u32::MAX], attempt);
                for (register, row) in (to..).zip(&rows) {
                    let place = self.register_mut(register);
                    each(lanes).for_each(|lane| place[lane] = other(row[lane]));
                }
            }
        }
    }

    /// Computes the result in every lane, and the lanes in which it is undefined.
    fn together(&self, used: &SubgroupUse) -> (Rows<W>, Undefined) {
        let mask = self.frames.mask;
        let size = self.info.width.clamp(1, W as u32);
        let here = all(size as usize);
        let truth = |holds: bool| if holds { u32::MAX } else { 0 };
        let first = used.values.first().copied().unwrap_or(Register::MAX);
        let holding = || {
            each(mask)
                .filter(|&lane| self.register(first)[lane] != 0)
                .fold(0, |all, lane| all | 1 << lane)
        };
        let given = |lane: usize| {
            let second = used.values.get(1).copied().unwrap_or(Register::MAX);
            join(self.register(first)[lane], self.register(second)[lane]) & here
        };
        let row = |row: &dyn Fn(usize) -> u32| -> Rows<W> { SmallVec::from_iter([std::array::from_fn(row)]) };
        match &used.op {
            SubgroupOp::Elect => (row(&|lane| truth(lane as u32 == mask.trailing_zeros())), None),
            SubgroupOp::All => {
                let holds = truth(holding() == mask);
                (row(&|_| holds), None)
            }
            SubgroupOp::Any => {
                let holds = truth(holding() != 0);
                (row(&|_| holds), None)
            }
            SubgroupOp::AllEqual => {
                let example = mask.trailing_zeros() as usize;
                let same = truth(self.alike(used, example) == mask);
                (row(&|_| same), None)
            }
            SubgroupOp::Ballot => (ballot(holding()).into_iter().map(|word| [word; W]).collect(), None),
            SubgroupOp::InverseBallot => (row(&|lane| truth(given(lane) >> lane & 1 == 1)), None),
            SubgroupOp::BitExtract => {
                let index = used.other.map_or([0; W], |other| *self.register(other));
                let beyond = self.where_lanes(|lane| index[lane] >= size);
                let holds = |lane: usize| index[lane] < 64 && given(lane) >> index[lane] & 1 == 1;
                (row(&|lane| truth(holds(lane))), self.undefined(Cause::Subgroup, beyond, |lane| index[lane]))
            }
            SubgroupOp::BitCount(span) => {
                let below = |lane: usize| match span {
                    Span::Reduce => u64::MAX,
                    Span::Inclusive => all(lane + 1),
                    Span::Exclusive => all(lane),
                };
                (row(&|lane| (given(lane) & below(lane)).count_ones()), None)
            }
            SubgroupOp::FindLsb | SubgroupOp::FindMsb => {
                let none = self.where_lanes(|lane| given(lane) == 0);
                let low = used.op == SubgroupOp::FindLsb;
                let find = |bits: u64| if low { bits.trailing_zeros() } else { 63 - bits.leading_zeros() };
                let place = |lane: usize| if given(lane) == 0 { u32::MAX } else { find(given(lane)) };
                (row(&place), self.undefined(Cause::Ballot, none, |_| 0))
            }
            SubgroupOp::Partition => {
                let mut rows: Rows<W> = SmallVec::from_elem([0; W], 4);
                for lane in each(mask) {
                    let words = ballot(self.alike(used, lane));
                    rows.iter_mut().zip(words).for_each(|(row, word)| row[lane] = word);
                }
                (rows, None)
            }
            SubgroupOp::Read(from) => self.read(used, *from, size),
            SubgroupOp::Combine(combine, span, together) => self.combine(used, *combine, *span, *together, size),
        }
    }

    /// Returns the active lanes that satisfy a condition.
    fn where_lanes(&self, such: impl Fn(usize) -> bool) -> u64 {
        each(self.frames.mask)
            .filter(|&lane| such(lane))
            .fold(0, |all, lane| all | 1 << lane)
    }

    fn undefined(&self, cause: Cause, lanes: u64, operand: impl Fn(usize) -> u32) -> Undefined {
        let first = lanes.trailing_zeros() as usize;
        (lanes != 0).then(|| (cause, lanes, [operand(first), self.info.width, 0]))
    }

    /// Returns a number of a value, joined from its registers.
    fn number(&self, used: &SubgroupUse, at: usize, lane: usize) -> u64 {
        let word = |at: usize| used.values.get(at).map_or(0, |&register| self.register(register)[lane]);
        if used.of.words() == 2 { join(word(2 * at), word(2 * at + 1)) } else { word(at).into() }
    }

    /// Returns the active lanes whose value equals that of a lane; NaN equals nothing.
    fn alike(&self, used: &SubgroupUse, example: usize) -> u64 {
        let numbers = used.values.len() / used.of.words() as usize;
        self.where_lanes(|lane| {
            (0..numbers).all(|at| {
                let (a, b) = (self.number(used, at, lane), self.number(used, at, example));
                match used.of {
                    Number::Float(64) => f64::from_bits(a) == f64::from_bits(b),
                    Number::Float(_) => f32::from_bits(a as u32) == f32::from_bits(b as u32),
                    _ => a == b,
                }
            })
        })
    }

    /// Reads another lane's value in each lane; 0 from an absent one.
    fn read(&self, used: &SubgroupUse, from: ReadFrom, size: u32) -> (Rows<W>, Undefined) {
        let mask = self.frames.mask;
        let other = used.other.map_or([0; W], |other| *self.register(other));
        let example = other[mask.trailing_zeros() as usize % W];
        let source = |lane: usize| {
            let (own, other) = (lane as u32, other[lane]);
            match from {
                ReadFrom::Lane | ReadFrom::Broadcast => other,
                ReadFrom::First => mask.trailing_zeros(),
                ReadFrom::Xor => own ^ other,
                ReadFrom::Up => own.wrapping_sub(other),
                ReadFrom::Down => own.saturating_add(other),
                ReadFrom::Rotate(cluster) => {
                    let cluster = if cluster == 0 { size } else { cluster };
                    own / cluster * cluster + own.wrapping_add(other) % cluster
                }
                ReadFrom::Quad => own & !3 | other,
                ReadFrom::QuadSwap(bits) => own ^ bits,
            }
        };
        let there = |lane: usize| {
            let source = source(lane);
            let quad = !matches!(from, ReadFrom::Quad) || other[lane] < 4;
            quad && source < size && mask >> source & 1 == 1
        };
        let mut rows: Rows<W> = SmallVec::from_elem([0; W], used.values.len());
        for lane in each(mask).filter(|&lane| there(lane)) {
            for (row, &register) in rows.iter_mut().zip(&used.values) {
                row[lane] = self.register(register)[source(lane) as usize % W];
            }
        }
        let absent = self.undefined(Cause::Subgroup, self.where_lanes(|lane| !there(lane)), source);
        let one = matches!(from, ReadFrom::Broadcast | ReadFrom::Quad);
        let apart = if one { self.where_lanes(|lane| other[lane] != example) } else { 0 };
        (rows, absent.or_else(|| self.undefined(Cause::Broadcast, apart, |lane| other[lane])))
    }

    /// Combines the values of lanes, lane after lane.
    fn combine(
        &self,
        used: &SubgroupUse,
        combine: Combine,
        span: Span,
        together: Together,
        size: u32,
    ) -> (Rows<W>, Undefined) {
        let mask = self.frames.mask;
        let mut rows: Rows<W> = SmallVec::from_elem([0; W], used.values.len());
        let numbers = used.values.len() / used.of.words() as usize;
        let mut left = mask;
        while left != 0 {
            let first = left.trailing_zeros() as usize;
            let group = mask
                & match together {
                    Together::All => u64::MAX,
                    Together::Cluster(lanes) => {
                        let lanes = lanes.clamp(1, 64) as usize;
                        all(lanes) << (first / lanes * lanes)
                    }
                    Together::Partition([low, high, ..]) => {
                        join(self.register(low)[first], self.register(high)[first]) | 1 << first
                    }
                };
            left &= !group;
            for at in 0..numbers {
                let mut sum: Option<u64> = None;
                let mut put = |lane: usize, number: u64| {
                    let words = split(number);
                    let count = used.of.words() as usize;
                    rows.iter_mut()
                        .skip(at * count)
                        .zip(words)
                        .take(count)
                        .for_each(|(row, word)| row[lane] = word);
                };
                for lane in each(group) {
                    let own = self.number(used, at, lane);
                    if span == Span::Exclusive {
                        put(lane, sum.unwrap_or_else(|| combine.identity(used.of)));
                    }
                    let next = sum.map_or(own, |sum| combine.apply(used.of, sum, own));
                    if span == Span::Inclusive {
                        put(lane, next);
                    }
                    sum = Some(next);
                }
                if let (Span::Reduce, Some(sum)) = (span, sum) {
                    each(group).for_each(|lane| put(lane, sum));
                }
            }
        }
        let undefined = match together {
            Together::Cluster(lanes) if lanes > size || !lanes.is_power_of_two() => {
                self.undefined(Cause::Cluster, mask, |_| lanes)
            }
            _ => None,
        };
        (rows, undefined)
    }

    /// Sets the subgroup inputs: `number` is the index of the subgroup, `count` their number in the group.
    pub fn set_subgroup(&mut self, assembly: &Assembly, width: u32, (number, count): (u32, u32)) {
        for &(register, input) in &assembly.inputs {
            let words: [u32; W] = match input {
                StageInput::SubgroupSize => [width; W],
                StageInput::SubgroupLane => std::array::from_fn(|lane| lane as u32),
                StageInput::SubgroupNumber => [number; W],
                StageInput::Subgroups => [count; W],
                StageInput::SubgroupMask(mask, word) => std::array::from_fn(|lane| {
                    let lanes = match mask {
                        SubgroupMask::Equal => 1 << lane,
                        SubgroupMask::Above => !all(lane + 1),
                        SubgroupMask::From => !all(lane),
                        SubgroupMask::Below => all(lane),
                        SubgroupMask::UpTo => all(lane + 1),
                    } & all(width as usize);
                    ballot(lanes).get(usize::from(word)).copied().unwrap_or(0)
                }),
                _ => continue,
            };
            *self.register_mut(register) = words;
        }
    }
}
