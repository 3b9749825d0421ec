//! Sums, scans, sorts, histograms.

use super::routing;
use crate::cases::{CASE_SIZES, float_inputs, whole_inputs, with_second_list};
use crate::file_set::file_set;
use crate::host::doubling_strides;
use crate::{CountLimit, Input, JudgedCounter, Numbers, Part, Puzzle};
use gristmill::{Layout, PingPong};

pub(super) const PUZZLES: &[Puzzle] = &[
    Puzzle {
        title: "A sum of an odd number of elements",
        page: "primitives/reduce.md",
        files: file_set!("reduce_odd", "frag", ["one_more", "of_result", "last_again"]),
        cases: || float_inputs(&CASE_SIZES[1..]),
        allows: |input| input.size() > 0,
        run: |host| host.map_to::<f32>(host.input().size().div_ceil(2)),
        reference: |input| Numbers::Floats(input.floats(0).chunks(2).map(|pair| pair.iter().sum()).collect()),
        ..PRIMITIVE_TEMPLATE
    },
    Puzzle {
        title: "The running maximum",
        page: "primitives/scan.md",
        files: file_set!("running_maximum", "frag", ["first", "always"]),
        cases: || float_inputs(&CASE_SIZES),
        run: |host| host.passes::<f32>(doubling_strides(host.input().size())),
        reference: |input| {
            let mut most = f32::NEG_INFINITY;
            let all = input.floats(0).into_iter().map(|number| {
                most = most.max(number);
                most
            });
            Numbers::Floats(all.collect())
        },
        ..PRIMITIVE_TEMPLATE
    },
    Puzzle {
        title: "Keep some, in any order",
        page: "primitives/compact.md",
        files: file_set!("append", "comp", ["one_late", "with_gaps"]),
        cases: || whole_inputs(&CASE_SIZES[1..], 9),
        allows: |input| input.size() > 0,
        run: |host| {
            let source = host.stream::<u32>(0)?;
            let (mut kept, mut count) =
                (host.device().stream(&vec![0_u32; source.len()])?, host.device().stream(&[0_u32])?);
            let call = host
                .call()
                .gather("source", &source)
                .update("kept", &mut kept)
                .update("count", &mut count);
            call.elements(source.len()).run()?;
            let count = count.read()?.first().copied().unwrap_or(0);
            // Any order is right: sorted, the lists can be compared.
            let mut all = kept.read()?;
            all.truncate(count as usize);
            all.sort_unstable();
            all.push(count);
            Ok(Numbers::Whole(all))
        },
        reference: |input| {
            let source = input.whole(0);
            let mut kept: Vec<u32> = source.iter().copied().filter(|&number| number >= 5).collect();
            let count = kept.len() as u32;
            kept.sort_unstable();
            kept.push(count);
            Numbers::Whole(kept)
        },
        ..PRIMITIVE_TEMPLATE
    },
    Puzzle {
        title: "Of many who come, the largest stays",
        page: "primitives/scatter.md",
        files: file_set!("largest_wins", "comp", ["asks_first", "exchange"]),
        lists: &["slot"],
        cases: || whole_inputs(&CASE_SIZES[1..], 8),
        allows: |input| input.size() > 0,
        run: |host| {
            let slots = host.stream::<u32>(0)?;
            let mut result = host.device().stream(&[0_u32; 8])?;
            let call = host.call().gather("slot", &slots).update("result", &mut result);
            call.elements(slots.len()).run()?;
            host.read(&result)
        },
        reference: |input| {
            let mut result = vec![0; 8];
            input
                .whole(0)
                .into_iter()
                .zip(1..)
                .for_each(|(slot, number)| result[slot as usize] = number);
            Numbers::Whole(result)
        },
        ..PRIMITIVE_TEMPLATE
    },
    Puzzle {
        title: "A search that ends",
        page: "primitives/search.md",
        dots: 2,
        files: file_set!("lower_bound", "comp", ["high_too", "or_equal", "one_by_one"]),
        lists: &["query", "table"],
        cases: || {
            with_second_list(whole_inputs(&CASE_SIZES, 60), |_| Numbers::Whole((0..100).map(|at| at / 2).collect()))
        },
        allows: |input| input.whole(1).is_sorted(),
        run: |host| {
            let queries = host.stream::<u32>(0)?;
            let table = host.stream::<u32>(1)?;
            let mut result = host.result::<u32>(queries.shape())?;
            let call = host.call().gather("query", &queries).gather("table", &table);
            call.output("result", &mut result).run()?;
            host.read(&result)
        },
        reference: |input| {
            let table = input.whole(1);
            Numbers::Whole(
                input
                    .whole(0)
                    .iter()
                    .map(|query| table.iter().filter(|&number| number < query).count() as u32)
                    .collect(),
            )
        },
        limits: &[CountLimit { counter: JudgedCounter::Turns, most: |_| 9 }],
        ..PRIMITIVE_TEMPLATE
    },
    Puzzle {
        title: "A histogram that counts near by",
        page: "primitives/histogram.md",
        dots: 2,
        files: file_set!("histogram_shared", "comp", ["not_zero", "one_barrier", "early_end", "far_memory"]),
        cases: || whole_inputs(&CASE_SIZES[1..], 8),
        allows: |input| input.size() > 0,
        run: |host| {
            let source = host.stream::<u32>(0)?;
            let mut result = host.device().stream(&[0_u32; 8])?;
            let call = host.call().gather("source", &source).update("result", &mut result);
            call.elements(source.len()).run()?;
            host.read(&result)
        },
        reference: |input| {
            let mut bins = vec![0; 8];
            input.whole(0).into_iter().for_each(|number| bins[number as usize] += 1);
            Numbers::Whole(bins)
        },
        limits: &[CountLimit { counter: JudgedCounter::Atomics, most: |input| 3 * input.size().div_ceil(64) as u64 }],
        ..PRIMITIVE_TEMPLATE
    },
    Puzzle {
        title: "Scatter by points",
        page: "primitives/scatter.md",
        dots: 2,
        files: file_set!("scatter_points", "vert", ["square", "last_texel"]),
        fragment: Some(VALUE_KERNEL),
        lists: &["source", "places"],
        cases: || with_second_list(float_inputs(&[1, 2, 3, 8, 31, 64, 65, 257]), scatter_places),
        allows: |input| is_scatter(&input.whole(1)),
        run: |host| {
            let input = host.input();
            let source = host.device().stream_in(Layout::Linear, input.size(), &input.floats(0))?;
            let places = host.device().stream_in(Layout::Linear, input.size(), &input.whole(1))?;
            let mut result = host.device().stream(&vec![0.0_f32; input.size()])?;
            let call = host.call().vertex_stream("source", &source).vertex_stream("places", &places);
            call.output("result", &mut result).points(input.size()).run()?;
            host.read(&result)
        },
        reference: |input| {
            let mut result = vec![0.0; input.size()];
            for (number, place) in input.floats(0).into_iter().zip(input.whole(1)) {
                result.get_mut(place as usize).into_iter().for_each(|element| *element = number);
            }
            Numbers::Floats(result)
        },
        ..PRIMITIVE_TEMPLATE
    },
    Puzzle {
        title: "A sort of compares and exchanges",
        page: "primitives/sort.md",
        dots: 3,
        files: file_set!("bitonic_pass", "frag", ["downwards", "to_the_right"]),
        cases: || {
            float_inputs(&[1, 2, 4, 8, 16, 64, 256])
                .into_iter()
                .filter(is_power_of_two)
                .collect()
        },
        allows: is_power_of_two,
        run: |host| {
            let source = host.stream::<f32>(0)?;
            let spare = host.result::<f32>(source.shape())?;
            let mut numbers = PingPong::new(source, spare);
            for block in doubling_strides(host.input().size()).map(|half| 2 * half) {
                for apart in doubling_strides(block).collect::<Vec<_>>().into_iter().rev() {
                    numbers.step(|now, next| {
                        let call = host.call().uniform("block", block as i32).uniform("apart", apart as i32);
                        call.gather("source", now).output("result", next).run()
                    })?;
                }
            }
            host.read(numbers.now())
        },
        reference: |input| {
            let mut sorted = input.floats(0);
            sorted.sort_by(f32::total_cmp);
            Numbers::Floats(sorted)
        },
        ..PRIMITIVE_TEMPLATE
    },
    Puzzle {
        title: "Route by stencil within four slots",
        page: "primitives/scatter.md",
        dots: 3,
        files: file_set!("route_by_stencil", "frag", ["own_slot", "by_columns", "two_slots"]),
        lists: &["cells"],
        cases: || {
            whole_inputs(&CASE_SIZES[1..], 8)
                .into_iter()
                .filter(|input| input.size() <= 65)
                .collect()
        },
        allows: |input| input.size() > 0,
        run: routing::route_elements,
        reference: routing::expected_slots,
        ..PRIMITIVE_TEMPLATE
    },
    Puzzle {
        title: "What is kept looks for its place",
        page: "primitives/compact.md",
        dots: 3,
        files: file_set!("kept_by_search", "frag", ["below", "from_the_end", "never_ends"]),
        cases: || {
            float_inputs(&CASE_SIZES[1..])
                .into_iter()
                .filter(|input| !keep_from_five(input).is_empty())
                .collect()
        },
        allows: |input| !keep_from_five(input).is_empty(),
        run: |host| {
            let source = host.stream::<f32>(0)?;
            let counts: Vec<u32> = source
                .read()?
                .iter()
                .scan(0, |count, &number| Some(count_from_five(count, number)))
                .collect();
            let counts = host.device().stream(&counts)?;
            let mut result = host.result::<f32>(keep_from_five(host.input()).len())?;
            let call = host.call().gather("counts", &counts).gather("source", &source);
            call.output("result", &mut result).run()?;
            host.read(&result)
        },
        reference: |input| Numbers::Floats(keep_from_five(input)),
        // Halvings, and the read of the element, for each index and the padding of its texture.
        limits: &[CountLimit {
            counter: JudgedCounter::Texels,
            most: |input| (input.size().ilog2() as u64 + 3) * (keep_from_five(input).len() as u64 + 32),
        }],
        ..PRIMITIVE_TEMPLATE
    },
];

const PRIMITIVE_TEMPLATE: Puzzle = Puzzle { part: Part::Primitives, ..Puzzle::TEMPLATE };

fn is_power_of_two(input: &Input) -> bool {
    input.size().is_power_of_two()
}

/// Returns the numbers from 5 on, in order.
fn keep_from_five(input: &Input) -> Vec<f32> {
    input.floats(0).into_iter().filter(|&number| number >= 5.0).collect()
}

/// Returns the number of kept elements up to and including this one.
fn count_from_five(count: &mut u32, number: f32) -> u32 {
    *count += u32::from(number >= 5.0);
    *count
}

/// The fragment kernel that follows the vertex kernel of the points.
const VALUE_KERNEL: &str = "#version 330 core
flat in float value;
layout(location = 0) out float result;
void main() { result = value; }";

/// Returns an index for each element; a fifth of them are null pointers.
fn scatter_places(input: &Input) -> Numbers {
    let size = input.size() as u32;
    Numbers::Whole(
        (0..size)
            .map(|element: u32| if element % 5 == 2 { u32::MAX } else { (7 * element + 3) % size })
            .collect(),
    )
}

/// Returns true if all indices are valid and no two are equal.
fn is_scatter(places: &[u32]) -> bool {
    let mut seen = vec![false; places.len()];
    places
        .iter()
        .filter(|&&place| place != u32::MAX)
        .all(|&place| seen.get_mut(place as usize).is_some_and(|seen| !std::mem::replace(seen, true)))
}
