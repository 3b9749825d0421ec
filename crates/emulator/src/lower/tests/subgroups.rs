//! Subgroup operations against their definition, lane by lane: every operation, every size and
//! every type, with inactive lanes.

use super::run_kernel_with;

/// Number of lanes of the work group; no subgroup size but 1 divides it.
const LANES: usize = 77;

const HEAD: &str = "#version 450 core
    #extension GL_ARB_gpu_shader_int64 : require
    #extension GL_KHR_shader_subgroup_basic : require
    #extension GL_KHR_shader_subgroup_vote : require
    #extension GL_KHR_shader_subgroup_ballot : require
    #extension GL_KHR_shader_subgroup_arithmetic : require
    #extension GL_KHR_shader_subgroup_clustered : require
    #extension GL_KHR_shader_subgroup_shuffle : require
    #extension GL_KHR_shader_subgroup_shuffle_relative : require
    #extension GL_KHR_shader_subgroup_quad : require
    #extension GL_NV_shader_subgroup_partitioned : require
    #extension GL_EXT_shader_subgroup_extended_types_int64 : require
    #extension GL_ARB_shader_ballot : require
    #extension GL_ARB_shader_group_vote : require
    layout(local_size_x = 77) in;
    layout(std430, binding = 0) buffer A { uint given[]; };
    layout(std430, binding = 1) buffer R { uint r[]; };\n";

/// One lane of a subgroup, as the definitions use it.
struct SubgroupLane<'s> {
    /// The active lanes of its subgroup with their words, ascending.
    active: &'s [(usize, u32)],
    id: usize,
    own: u32,
    size: usize,
}

impl SubgroupLane<'_> {
    fn word_of(&self, id: usize) -> u32 {
        // The word of an inactive lane is undefined; the emulator returns 0 and reports it.
        self.active.iter().find(|(lane, _)| *lane == id).map_or(0, |&(_, word)| word)
    }

    fn words_where(&self, of: impl Fn(usize) -> bool) -> Vec<u32> {
        self.active
            .iter()
            .filter(|(lane, _)| of(*lane))
            .map(|&(_, word)| word)
            .collect()
    }

    fn ballot_mask(&self, holds: impl Fn(u32) -> bool) -> u64 {
        self.active
            .iter()
            .filter(|(_, word)| holds(*word))
            .map(|(lane, _)| 1u64 << lane)
            .sum()
    }
}

/// A result in GLSL, of `uint x`, and its definition.
type SubgroupCase<'c> = (&'c str, &'c dyn Fn(&SubgroupLane) -> u32);

/// A definition built for one of many operations.
type ExpectedResult = Box<dyn Fn(&SubgroupLane) -> u32>;

/// Runs the cases in all lanes and in the lanes selected by `active`, at every size.
fn check_cases(cases: &[SubgroupCase]) {
    let count = cases.len();
    let body: String = (0..)
        .zip(cases)
        .map(|(k, (text, _))| format!("r[i * {count} + {k}] = {text};\n"))
        .collect();
    type ActiveLanes = (&'static str, fn(usize, u32) -> bool);
    let chosen: [ActiveLanes; 4] = [
        ("true", |_, _| true),
        ("i % 3u != 1u", |i, _| i % 3 != 1),
        ("(x & 4u) != 0u", |_, x| x & 4 != 0),
        ("i == 40u", |i, _| i == 40),
    ];
    let given: Vec<u32> = (0..LANES as u32)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 7) % 1000 + 1)
        .collect();
    for (condition, active) in chosen {
        let text = format!(
            "{HEAD} void main() {{ uint i = gl_LocalInvocationIndex, x = given[i], s = gl_SubgroupInvocationID;
            if ({condition}) {{ {body} }} }}"
        );
        for size in [1, 4, 8, 16, 32, 64] {
            for watched in [false, true] {
                let buffers: [(&str, &[u32]); 2] = [("A", &given), ("R", &vec![0xdead; LANES * count])];
                let results = run_kernel_with(&text, 1, &[], &buffers, watched, size as u32);
                for first in (0..LANES).step_by(size) {
                    let lanes = first..(first + size).min(LANES);
                    let there: Vec<(usize, u32)> =
                        lanes.filter(|&i| active(i, given[i])).map(|i| (i - first, given[i])).collect();
                    for &(id, own) in &there {
                        let lane = SubgroupLane { active: &there, id, own, size };
                        for (k, (text, wanted)) in cases.iter().enumerate() {
                            let got = results[1][(first + id) * count + k];
                            let wanted = wanted(&lane);
                            assert_eq!(got, wanted, "{text} in lane {id} of {size} where {condition}");
                        }
                    }
                }
            }
        }
    }
}

fn fold_to_word(bits: u64) -> u32 {
    bits as u32 ^ (bits >> 32) as u32
}

fn mask_below(id: usize) -> u64 {
    (1u64 << id) - 1
}

#[test]
fn votes_and_ballots() {
    check_cases(&[
        ("gl_SubgroupSize", &|lane| lane.size as u32),
        ("gl_NumSubgroups", &|lane| LANES.div_ceil(lane.size) as u32),
        ("gl_SubgroupID * gl_SubgroupSize + s - i", &|_| 0),
        ("uint(subgroupElect())", &|lane| u32::from(lane.active[0].0 == lane.id)),
        ("uint(subgroupAll(x > 500u))", &|lane| u32::from(lane.active.iter().all(|(_, x)| *x > 500))),
        ("uint(subgroupAny(x > 500u))", &|lane| u32::from(lane.active.iter().any(|(_, x)| *x > 500))),
        ("uint(subgroupAllEqual(x))", &|lane| u32::from(lane.active.iter().all(|(_, x)| *x == lane.own))),
        ("uint(subgroupAllEqual(vec2(float(x / 900u), 1.0)))", &|lane| {
            u32::from(lane.active.iter().all(|(_, x)| *x / 900 == lane.own / 900))
        }),
        ("subgroupBallot(x > 500u).x ^ subgroupBallot(x > 500u).y", &|lane| {
            fold_to_word(lane.ballot_mask(|x| x > 500))
        }),
        ("subgroupBallotBitCount(subgroupBallot(x > 500u))", &|lane| lane.ballot_mask(|x| x > 500).count_ones()),
        ("subgroupBallotInclusiveBitCount(subgroupBallot(x > 500u))", &|lane| {
            (lane.ballot_mask(|x| x > 500) & (mask_below(lane.id) * 2 + 1)).count_ones()
        }),
        ("subgroupBallotExclusiveBitCount(subgroupBallot(x > 500u))", &|lane| {
            (lane.ballot_mask(|x| x > 500) & mask_below(lane.id)).count_ones()
        }),
        ("subgroupBallotFindLSB(subgroupBallot(true))", &|lane| lane.ballot_mask(|_| true).trailing_zeros()),
        ("subgroupBallotFindMSB(subgroupBallot(true))", &|lane| 63 - lane.ballot_mask(|_| true).leading_zeros()),
        ("uint(subgroupInverseBallot(uvec4(0x55555555u, 0x0f0f0f0fu, 0u, 0u)))", &|lane| {
            (0x0f0f_0f0f_5555_5555u64 >> lane.id) as u32 & 1
        }),
        ("uint(subgroupBallotBitExtract(subgroupBallot(x > 500u), s ^ 0u))", &|lane| u32::from(lane.own > 500)),
        ("gl_SubgroupEqMask.x ^ gl_SubgroupEqMask.y", &|lane| fold_to_word(1 << lane.id)),
        ("bitCount(gl_SubgroupLtMask.x) + bitCount(gl_SubgroupLtMask.y)", &|lane| lane.id as u32),
        ("bitCount(gl_SubgroupLeMask.x) + bitCount(gl_SubgroupLeMask.y)", &|lane| lane.id as u32 + 1),
        ("bitCount(gl_SubgroupGtMask.x) + bitCount(gl_SubgroupGtMask.y)", &|lane| (lane.size - lane.id) as u32 - 1),
        ("bitCount(gl_SubgroupGeMask.x) + bitCount(gl_SubgroupGeMask.y)", &|lane| (lane.size - lane.id) as u32),
        ("uint(ballotARB(x > 500u) >> s) & 1u", &|lane| u32::from(lane.own > 500)),
        ("gl_SubGroupSizeARB * 100u + gl_SubGroupInvocationARB", &|lane| (lane.size * 100 + lane.id) as u32),
        ("uint(gl_SubGroupLeMaskARB >> s) & 3u", &|_| 1),
        (
            "uint(anyInvocationARB(x > 990u)) + 2u * uint(allInvocationsARB(x > 9u)) + 4u * uint(allInvocationsEqualARB(x > 500u))",
            &|lane| {
                let all = |such: &dyn Fn(u32) -> bool| lane.active.iter().all(|(_, x)| such(*x));
                u32::from(!all(&|x| x <= 990))
                    + 2 * u32::from(all(&|x| x > 9))
                    + 4 * u32::from(all(&|x| x > 500) || all(&|x| x <= 500))
            },
        ),
        ("readFirstInvocationARB(x)", &|lane| lane.active[0].1),
        ("subgroupPartitionNV(x % 3u).x", &|lane| lane.ballot_mask(|x| x % 3 == lane.own % 3) as u32),
    ]);
}

#[test]
fn lanes_read_one_another() {
    check_cases(&[
        ("subgroupBroadcast(x, 0u)", &|lane| lane.word_of(0)),
        ("subgroupBroadcast(vec3(x, 1.0, -float(x)), 3u).z == 0.0 ? 0u : 1u", &|lane| u32::from(lane.word_of(3) != 0)),
        ("subgroupBroadcastFirst(x)", &|lane| lane.active[0].1),
        ("subgroupShuffle(x, x % 64u)", &|lane| lane.word_of(lane.own as usize % 64)),
        (
            "subgroupShuffle(i64vec2(x, -int64_t(x)), s ^ 5u).y == 0l ? 0u : uint(-subgroupShuffle(i64vec2(x, -int64_t(x)), s ^ 5u).y)",
            &|lane| lane.word_of(lane.id ^ 5),
        ),
        ("subgroupShuffleXor(x, 3u)", &|lane| lane.word_of(lane.id ^ 3)),
        ("subgroupShuffleUp(x, 2u)", &|lane| lane.id.checked_sub(2).map_or(0, |id| lane.word_of(id))),
        ("subgroupShuffleDown(x, x % 5u)", &|lane| lane.word_of(lane.id + lane.own as usize % 5)),
        ("uint(subgroupShuffleXor(double(x) / 8.0lf, 1u) * 8.0lf)", &|lane| lane.word_of(lane.id ^ 1)),
        ("uint(subgroupShuffleXor(x > 500u, 1u))", &|lane| u32::from(lane.word_of(lane.id ^ 1) > 500)),
        ("subgroupQuadBroadcast(x, 2u)", &|lane| lane.word_of(lane.id & !3 | 2)),
        ("subgroupQuadSwapHorizontal(x)", &|lane| lane.word_of(lane.id ^ 1)),
        ("subgroupQuadSwapVertical(x)", &|lane| lane.word_of(lane.id ^ 2)),
        ("subgroupQuadSwapDiagonal(x)", &|lane| lane.word_of(lane.id ^ 3)),
        ("readInvocationARB(x, 1u)", &|lane| lane.word_of(1)),
    ]);
}

/// Combines the words of a lane's span.
fn fold_span(lane: &SubgroupLane, which: u32, fold: fn(u32, u32) -> u32, start: u32) -> u32 {
    let id = lane.id;
    let words = match which {
        0 => lane.words_where(|_| true),
        1 => lane.words_where(|other| other <= id),
        2 => lane.words_where(|other| other < id),
        _ => lane.words_where(|other| other / 4 == id / 4),
    };
    words.into_iter().fold(start, fold)
}

#[test]
fn whole_numbers_and_truths_are_put_together() {
    type IntFold = (&'static str, fn(u32, u32) -> u32, u32, u32);
    let folds: [IntFold; 7] = [
        ("Add", u32::wrapping_add, 0, 0),
        ("Mul", u32::wrapping_mul, 1, 1),
        ("Min", u32::min, u32::MAX, i32::MAX as u32),
        ("Max", u32::max, 0, i32::MIN as u32),
        ("And", |a, b| a & b, u32::MAX, u32::MAX),
        ("Or", |a, b| a | b, 0, 0),
        ("Xor", |a, b| a ^ b, 0, 0),
    ];
    for (name, fold, start, start_signed) in folds {
        let kinds = [
            format!("subgroup{name}("),
            format!("subgroupInclusive{name}("),
            format!("subgroupExclusive{name}("),
            format!("subgroupClustered{name}("),
        ];
        let mut texts = vec![];
        for (which, kind) in (0u32..).zip(&kinds) {
            let end = if which == 3 { ", 4u)" } else { ")" };
            texts.push((which, 0, format!("{kind}x{end}")));
            // The numbers are above zero, also as signed ones.
            texts.push((which, 1, format!("uint({kind}int(x){end})")));
            texts.push((which, 2, format!("uint({kind}uvec3(7u, x, 9u){end}.y)")));
            texts.push((which, 3, format!("uint(uint64_t({kind}uint64_t(x){end}))")));
            if matches!(name, "And" | "Or" | "Xor") {
                texts.push((which, 4, format!("uint({kind}x > 500u{end})")));
            }
        }
        let texts: Vec<(u32, u32, String)> = texts;
        let wanted: Vec<ExpectedResult> = texts
            .iter()
            .map(|&(which, of, _)| -> ExpectedResult {
                Box::new(move |lane| match of {
                    1 if fold_span(lane, which, |a, _| a + 1, 0) == 0 => start_signed,
                    4 => {
                        let truths: Vec<(usize, u32)> = lane
                            .active
                            .iter()
                            .map(|&(id, x)| (id, if x > 500 { u32::MAX } else { 0 }))
                            .collect();
                        let of = SubgroupLane { active: &truths, ..*lane };
                        u32::from(fold_span(&of, which, fold, start) != 0)
                    }
                    _ => fold_span(lane, which, fold, start),
                })
            })
            .collect();
        let cases: Vec<SubgroupCase> = texts
            .iter()
            .zip(&wanted)
            .map(|((_, _, text), wanted)| (text.as_str(), wanted.as_ref() as _))
            .collect();
        check_cases(&cases);
    }
}

#[test]
fn floats_are_put_together_lane_after_lane() {
    fn fold_float_span(lane: &SubgroupLane, which: u32, fold: fn(f64, f64) -> f64, start: f64, single: bool) -> u32 {
        let id = lane.id;
        let words = match which {
            0 => lane.words_where(|_| true),
            1 => lane.words_where(|other| other <= id),
            _ => lane.words_where(|other| other < id),
        };
        let mut numbers = words.into_iter().map(|word| round_number(f64::from(word) / 7.0, single));
        let Some(first) = numbers.next() else { return float_bits(round_number(start, single), single) };
        float_bits(numbers.fold(first, |sum, number| round_number(fold(sum, number), single)), single)
    }
    fn float_bits(number: f64, single: bool) -> u32 {
        if single { (number as f32).to_bits() } else { fold_to_word(number.to_bits()) }
    }
    type FloatFold = (&'static str, fn(f64, f64) -> f64, f64);
    let folds: [FloatFold; 4] = [
        ("Add", |a, b| a + b, 0.0),
        ("Mul", |a, b| a * b, 1.0),
        ("Min", f64::min, f64::INFINITY),
        ("Max", f64::max, f64::NEG_INFINITY),
    ];
    for (name, fold, start) in folds {
        let mut texts: Vec<(u32, bool, String)> = vec![];
        for (which, kind) in ["", "Inclusive", "Exclusive"].into_iter().enumerate() {
            let call = format!("subgroup{kind}{name}");
            // Dividing as doubles and rounding to a float gives the same as dividing floats.
            texts.push((which as u32, true, format!("floatBitsToUint({call}(float(double(x) / 7.0lf)))")));
            let double = format!("unpackDouble2x32({call}(dvec2(1.0lf, double(x) / 7.0lf)).y)");
            texts.push((which as u32, false, format!("{double}.x ^ {double}.y")));
        }
        let wanted: Vec<ExpectedResult> = texts
            .iter()
            .map(|&(which, single, _)| -> ExpectedResult {
                Box::new(move |lane| fold_float_span(lane, which, fold, start, single))
            })
            .collect();
        let cases: Vec<SubgroupCase> = texts
            .iter()
            .zip(&wanted)
            .map(|((_, _, text), wanted)| (text.as_str(), wanted.as_ref() as _))
            .collect();
        check_cases(&cases);
    }
}

fn round_number(number: f64, single: bool) -> f64 {
    if single { f64::from(number as f32) } else { number }
}

#[test]
fn lanes_of_one_value_are_put_together() {
    check_cases(&[("subgroupPartitionedAddNV(x, subgroupPartitionNV(x % 3u))", &|lane| {
        lane.active.iter().filter(|(_, x)| x % 3 == lane.own % 3).map(|(_, x)| *x).sum()
    })]);
}

#[test]
fn the_clock_grows_and_is_the_same_in_every_run() {
    let text = "#version 450 core
        #extension GL_ARB_shader_clock : require
        #extension GL_EXT_shader_realtime_clock : require
        layout(local_size_x = 77) in;
        layout(std430, binding = 0) buffer A { uint given[]; };
        layout(std430, binding = 1) buffer R { uint r[]; };
        void main() {
            uint i = gl_LocalInvocationIndex, before = clock2x32ARB().x;
            for (uint at = 0u; at < given[i]; at++) r[i] += at;
            r[i] = clockRealtime2x32EXT().x - before;
        }";
    let given: Vec<u32> = (0..LANES as u32).map(|i| i / 8 * 5).collect();
    let run = |width| run_kernel_with(text, 1, &[], &[("A", &given), ("R", &[0; LANES])], false, width).swap_remove(1);
    let steps = run(8);
    assert_eq!(steps, run(8));
    // A warp with more turns has more steps: at least one each.
    assert!(steps.chunks(8).is_sorted_by(|one, other| one[0] < other[0]), "{steps:?}");
    assert!(steps.iter().zip(&given).all(|(steps, turns)| steps > turns), "{steps:?}");
}
