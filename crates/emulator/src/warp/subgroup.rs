//! Subgroup operations: a subgroup is a warp.

use super::super::assembly::{Assembly, Register, StageInput};
use super::super::event::{ExecutionEvent, Observe};
use super::super::lanes::{full_mask, lane_indices};
use super::super::number::{NumberType, join_words, split_words};
use super::super::slot::SubgroupMask;
use super::super::subgroup::{CombineOp, CombinedLanes, LaneGrouping, ReadFrom, SubgroupOp, SubgroupUse, ballot_words};
use super::super::undefined::UndefinedCause;
use super::undefined::{LARGE_FLOAT, pick_other};
use super::{Execution, Warp};
use smallvec::SmallVec;

/// Words of a result, one row for each register.
type ResultRows<const W: usize> = SmallVec<[[u32; W]; 4]>;

/// Lanes with an undefined result: the cause, the lanes, and the operands of the first one.
type UndefinedLanes = Option<(UndefinedCause, u64, [u32; 3])>;

impl<const W: usize> Warp<W> {
    /// Runs a subgroup operation of the active lanes.
    #[inline(never)]
    pub(super) fn run_subgroup<O: Observe>(&mut self, run: &mut Execution<O>, number: u32, to: Register) {
        let Some(used) = run.assembly.subgroups.get(number as usize) else { return };
        let (rows, undefined) = self.evaluate_subgroup(used);
        for (register, row) in (to..).zip(&rows) {
            self.write_register(register, row);
        }
        if !O::WANTS_STEPS {
            return;
        }
        if let Some((cause, lanes, operands)) = undefined {
            let lanes = lanes & !self.info.helpers;
            if lanes != 0 {
                run.report(&self.info, self.frames.mask, |at| ExecutionEvent::Undefined { at, cause, lanes, operands });
            }
            if let Some(attempt) = self.requested_outcome(run) {
                let outcomes = [LARGE_FLOAT.to_bits(), 0, u32::MAX];
                for (register, row) in (to..).zip(&rows) {
                    let place = self.register_mut(register);
                    lane_indices(lanes).for_each(|lane| place[lane] = pick_other(row[lane], &outcomes, attempt));
                }
            }
        }
    }

    /// Computes the result in every lane, and the lanes in which it is undefined.
    fn evaluate_subgroup(&self, used: &SubgroupUse) -> (ResultRows<W>, UndefinedLanes) {
        let mask = self.frames.mask;
        let size = self.info.width.clamp(1, W as u32);
        let here = full_mask(size as usize);
        let first = used.values.first().copied().unwrap_or(Register::MAX);
        let given = |lane: usize| {
            let second = used.values.get(1).copied().unwrap_or(Register::MAX);
            join_words(self.register(first)[lane], self.register(second)[lane]) & here
        };
        match &used.op {
            SubgroupOp::Elect => (build_row(&|lane| to_truth_word(lane as u32 == mask.trailing_zeros())), None),
            SubgroupOp::All => {
                let holds = to_truth_word(self.find_true_lanes(first) == mask);
                (build_row(&|_| holds), None)
            }
            SubgroupOp::Any => {
                let holds = to_truth_word(self.find_true_lanes(first) != 0);
                (build_row(&|_| holds), None)
            }
            SubgroupOp::AllEqual => {
                let example = mask.trailing_zeros() as usize;
                let same = to_truth_word(self.equal_lanes(used, example) == mask);
                (build_row(&|_| same), None)
            }
            SubgroupOp::Ballot => (
                ballot_words(self.find_true_lanes(first))
                    .into_iter()
                    .map(|word| [word; W])
                    .collect(),
                None,
            ),
            SubgroupOp::InverseBallot => (build_row(&|lane| to_truth_word(given(lane) >> lane & 1 == 1)), None),
            SubgroupOp::BitExtract => {
                let index = used.other.map_or([0; W], |other| *self.register(other));
                let beyond = self.active_lanes_where(|lane| index[lane] >= size);
                (
                    build_row(&|lane| to_truth_word(index[lane] < 64 && given(lane) >> index[lane] & 1 == 1)),
                    self.undefined_lanes(UndefinedCause::Subgroup, beyond, |lane| index[lane]),
                )
            }
            SubgroupOp::BitCount(span) => {
                (build_row(&|lane| (given(lane) & select_span_lanes(*span, lane)).count_ones()), None)
            }
            SubgroupOp::FindLsb | SubgroupOp::FindMsb => {
                let none = self.active_lanes_where(|lane| given(lane) == 0);
                let low = used.op == SubgroupOp::FindLsb;
                (
                    build_row(&|lane| if given(lane) == 0 { u32::MAX } else { find_bit(given(lane), low) }),
                    self.undefined_lanes(UndefinedCause::Ballot, none, |_| 0),
                )
            }
            SubgroupOp::Partition => {
                let mut rows: ResultRows<W> = SmallVec::from_elem([0; W], 4);
                for lane in lane_indices(mask) {
                    let words = ballot_words(self.equal_lanes(used, lane));
                    rows.iter_mut().zip(words).for_each(|(row, word)| row[lane] = word);
                }
                (rows, None)
            }
            SubgroupOp::Read(from) => self.read_lanes(used, *from, size),
            SubgroupOp::Combine(combine, span, together) => self.combine_lanes(used, *combine, *span, *together, size),
        }
    }

    /// Returns the active lanes in which a register is not 0.
    fn find_true_lanes(&self, condition: Register) -> u64 {
        self.active_lanes_where(|lane| self.register(condition)[lane] != 0)
    }

    /// Returns the active lanes that satisfy a condition.
    fn active_lanes_where(&self, such: impl Fn(usize) -> bool) -> u64 {
        lane_indices(self.frames.mask)
            .filter(|&lane| such(lane))
            .fold(0, |all, lane| all | 1 << lane)
    }

    fn undefined_lanes(&self, cause: UndefinedCause, lanes: u64, operand: impl Fn(usize) -> u32) -> UndefinedLanes {
        let first = lanes.trailing_zeros() as usize;
        (lanes != 0).then(|| (cause, lanes, [operand(first), self.info.width, 0]))
    }

    /// Returns a number of a value, joined from its registers.
    fn value_number(&self, used: &SubgroupUse, at: usize, lane: usize) -> u64 {
        if used.of.register_count() == 2 {
            join_words(self.read_value_word(used, 2 * at, lane), self.read_value_word(used, 2 * at + 1, lane))
        } else {
            self.read_value_word(used, at, lane).into()
        }
    }

    #[inline]
    fn read_value_word(&self, used: &SubgroupUse, at: usize, lane: usize) -> u32 {
        used.values.get(at).map_or(0, |&register| self.register(register)[lane])
    }

    /// Returns the active lanes whose value equals that of a lane; NaN equals nothing.
    fn equal_lanes(&self, used: &SubgroupUse, example: usize) -> u64 {
        let numbers = used.values.len() / used.of.register_count() as usize;
        self.active_lanes_where(|lane| {
            (0..numbers).all(|at| {
                let a = self.value_number(used, at, lane);
                let b = self.value_number(used, at, example);
                match used.of {
                    NumberType::Float(64) => f64::from_bits(a) == f64::from_bits(b),
                    NumberType::Float(_) => f32::from_bits(a as u32) == f32::from_bits(b as u32),
                    _ => a == b,
                }
            })
        })
    }

    /// Reads another lane's value in each lane; 0 from an absent one.
    fn read_lanes(&self, used: &SubgroupUse, from: ReadFrom, size: u32) -> (ResultRows<W>, UndefinedLanes) {
        let mask = self.frames.mask;
        let other = used.other.map_or([0; W], |other| *self.register(other));
        let example = other[mask.trailing_zeros() as usize % W];
        let source = |lane: usize| {
            let own = lane as u32;
            let other = other[lane];
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
        let mut rows: ResultRows<W> = SmallVec::from_elem([0; W], used.values.len());
        for lane in lane_indices(mask).filter(|&lane| there(lane)) {
            for (row, &register) in rows.iter_mut().zip(&used.values) {
                row[lane] = self.register(register)[source(lane) as usize % W];
            }
        }
        let absent =
            self.undefined_lanes(UndefinedCause::Subgroup, self.active_lanes_where(|lane| !there(lane)), source);
        let one = matches!(from, ReadFrom::Broadcast | ReadFrom::Quad);
        let apart = if one { self.active_lanes_where(|lane| other[lane] != example) } else { 0 };
        (rows, absent.or_else(|| self.undefined_lanes(UndefinedCause::Broadcast, apart, |lane| other[lane])))
    }

    /// Combines the values of lanes, lane after lane.
    fn combine_lanes(
        &self,
        used: &SubgroupUse,
        combine: CombineOp,
        span: CombinedLanes,
        together: LaneGrouping,
        size: u32,
    ) -> (ResultRows<W>, UndefinedLanes) {
        let mask = self.frames.mask;
        let mut rows: ResultRows<W> = SmallVec::from_elem([0; W], used.values.len());
        let numbers = used.values.len() / used.of.register_count() as usize;
        let mut left = mask;
        while left != 0 {
            let first = left.trailing_zeros() as usize;
            let group = mask
                & match together {
                    LaneGrouping::All => u64::MAX,
                    LaneGrouping::Cluster(lanes) => {
                        let lanes = lanes.clamp(1, 64) as usize;
                        full_mask(lanes) << (first / lanes * lanes)
                    }
                    LaneGrouping::Partition([low, high, ..]) => {
                        join_words(self.register(low)[first], self.register(high)[first]) | 1 << first
                    }
                };
            left &= !group;
            for at in 0..numbers {
                let mut sum: Option<u64> = None;
                let mut put = |lane: usize, number: u64| {
                    let words = split_words(number);
                    let count = used.of.register_count() as usize;
                    rows.iter_mut()
                        .skip(at * count)
                        .zip(words)
                        .take(count)
                        .for_each(|(row, word)| row[lane] = word);
                };
                for lane in lane_indices(group) {
                    let own = self.value_number(used, at, lane);
                    if span == CombinedLanes::Exclusive {
                        put(lane, sum.unwrap_or_else(|| combine.identity_bits(used.of)));
                    }
                    let next = sum.map_or(own, |sum| combine.apply(used.of, sum, own));
                    if span == CombinedLanes::Inclusive {
                        put(lane, next);
                    }
                    sum = Some(next);
                }
                if let (CombinedLanes::Reduce, Some(sum)) = (span, sum) {
                    lane_indices(group).for_each(|lane| put(lane, sum));
                }
            }
        }
        let undefined = match together {
            LaneGrouping::Cluster(lanes) if lanes > size || !lanes.is_power_of_two() => {
                self.undefined_lanes(UndefinedCause::Cluster, mask, |_| lanes)
            }
            _ => None,
        };
        (rows, undefined)
    }

    /// Sets the subgroup inputs: `number` is the index of the subgroup, `count` their number in the group.
    pub fn set_subgroup_inputs(&mut self, assembly: &Assembly, width: u32, (number, count): (u32, u32)) {
        for &(register, input) in &assembly.inputs {
            let words: [u32; W] = match input {
                StageInput::SubgroupSize => [width; W],
                StageInput::SubgroupLane => std::array::from_fn(|lane| lane as u32),
                StageInput::SubgroupNumber => [number; W],
                StageInput::Subgroups => [count; W],
                StageInput::SubgroupMask(mask, word) => std::array::from_fn(|lane| {
                    let lanes = match mask {
                        SubgroupMask::Equal => 1 << lane,
                        SubgroupMask::Above => !full_mask(lane + 1),
                        SubgroupMask::From => !full_mask(lane),
                        SubgroupMask::Below => full_mask(lane),
                        SubgroupMask::UpTo => full_mask(lane + 1),
                    } & full_mask(width as usize);
                    ballot_words(lanes).get(usize::from(word)).copied().unwrap_or(0)
                }),
                _ => continue,
            };
            *self.register_mut(register) = words;
        }
    }
}

/// Returns the lanes whose bits a lane counts.
#[inline]
fn select_span_lanes(span: CombinedLanes, lane: usize) -> u64 {
    match span {
        CombinedLanes::Reduce => u64::MAX,
        CombinedLanes::Inclusive => full_mask(lane + 1),
        CombinedLanes::Exclusive => full_mask(lane),
    }
}

/// Returns the number of the lowest bit that is set, or of the highest one.
#[inline]
fn find_bit(bits: u64, low: bool) -> u32 {
    if low { bits.trailing_zeros() } else { 63 - bits.leading_zeros() }
}

/// Returns one row of results, computed lane by lane.
#[inline]
fn build_row<const W: usize>(word: &dyn Fn(usize) -> u32) -> ResultRows<W> {
    SmallVec::from_iter([std::array::from_fn(word)])
}

/// Returns the word of a truth value: all bits set or none.
#[inline(always)]
fn to_truth_word(holds: bool) -> u32 {
    if holds { u32::MAX } else { 0 }
}
