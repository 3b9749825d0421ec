//! Arrays in textures, ping-pong, pointers.

use crate::cases::{CASE_SIZES, float_inputs, random_numbers, with_second_list};
use crate::file_set::file_set;
use crate::host::doubling_strides;
use crate::{Input, Numbers, Part, Puzzle};

/// The null pointer, as in `stream.glsl`.
const NOWHERE: u32 = u32::MAX;

pub(super) const PUZZLES: &[Puzzle] = &[
    Puzzle {
        title: "Pointers, and those to nowhere",
        page: "pointer_streams.md",
        files: file_set!("pointer_chase", "frag", ["by_count", "zero"]),
        lists: &["pointers", "source"],
        cases: pointer_inputs,
        allows: |input| {
            input
                .whole(0)
                .iter()
                .all(|&at| at == NOWHERE || (at as usize) < input.whole(1).len())
        },
        run: |host| {
            let pointers = host.stream::<u32>(0)?;
            let source = host.stream::<f32>(1)?;
            let mut result = host.result::<f32>(pointers.shape())?;
            let call = host.call().input("pointers", &pointers).gather("source", &source);
            call.output("result", &mut result).run()?;
            host.read(&result)
        },
        reference: |input| {
            let source = input.floats(1);
            Numbers::Floats(
                input
                    .whole(0)
                    .iter()
                    .map(|pointer| source.get(*pointer as usize).copied().unwrap_or(0.0))
                    .collect(),
            )
        },
        ..MODEL_TEMPLATE
    },
    Puzzle {
        title: "Two results of one pass",
        page: "structs_of_streams.md",
        files: file_set!("two_outputs", "frag", ["other_way", "distance"]),
        lists: &["x", "y"],
        cases: || {
            with_second_list(float_inputs(&CASE_SIZES), |input| {
                Numbers::Floats(input.floats(0).into_iter().rev().collect())
            })
        },
        run: |host| {
            let x = host.stream::<f32>(0)?;
            let y = host.stream::<f32>(1)?;
            let mut sum = host.result::<f32>(x.shape())?;
            let mut difference = host.result::<f32>(x.shape())?;
            let call = host.call().input("x", &x).input("y", &y);
            call.output("sum", &mut sum).output("difference", &mut difference).run()?;
            Ok(Numbers::Floats([sum.read()?, difference.read()?].concat()))
        },
        reference: |input| {
            let pairs = || input.floats(0).into_iter().zip(input.floats(1));
            Numbers::Floats(pairs().map(|(x, y)| x + y).chain(pairs().map(|(x, y)| x - y)).collect())
        },
        ..MODEL_TEMPLATE
    },
    Puzzle {
        title: "The rows of a volume",
        page: "structures/volume.md",
        dots: 2,
        files: file_set!("rows_of_slices", "frag", ["of_slices", "rest_first", "columns"]),
        lists: &["source", "width, height"],
        cases: volume_inputs,
        allows: |input| slice_size(input).is_some_and(|[width, height]| input.size() % (width * height) == 0),
        run: |host| {
            let [width, height] = slice_size(host.input()).unwrap_or([1, 1]);
            let source = host.stream::<f32>(0)?;
            let mut result = host.result::<f32>(source.shape())?;
            let call = host.call().uniform("width", width as i32).uniform("height", height as i32);
            call.gather("source", &source).output("result", &mut result).run()?;
            host.read(&result)
        },
        reference: |input| {
            let [width, height] = slice_size(input).unwrap_or([1, 1]);
            let source = input.floats(0);
            Numbers::Floats(
                (0..source.len())
                    .map(|i: usize| if !(i / width).is_multiple_of(height) { source[i - width] } else { 0.0 })
                    .collect(),
            )
        },
        ..MODEL_TEMPLATE
    },
    Puzzle {
        title: "The running sum in passes",
        page: "ping_pong.md",
        dots: 2,
        files: file_set!("scan_pass", "frag", ["above", "no_guard", "doubled"]),
        cases: || float_inputs(&CASE_SIZES),
        run: |host| host.passes::<f32>(doubling_strides(host.input().size())),
        reference: |input| {
            let mut sum = 0.0;
            let sums = input.floats(0).into_iter().map(|number| {
                sum += number;
                sum
            });
            Numbers::Floats(sums.collect())
        },
        ..MODEL_TEMPLATE
    },
    Puzzle {
        title: "Every node finds its root",
        page: "graphs/tree_depth.md",
        dots: 2,
        files: file_set!("jump_to_root", "frag", ["before", "of_itself", "the_larger"]),
        cases: forest_inputs,
        allows: |input| input.whole(0).iter().zip(0..).all(|(&parent, node)| parent <= node),
        run: |host| host.rounds::<u32>(doubling_strides(host.input().size()).count()),
        reference: |input| {
            let mut roots = input.whole(0);
            // A parent comes before its children.
            for node in 0..roots.len() {
                roots[node] = roots[roots[node] as usize];
            }
            Numbers::Whole(roots)
        },
        ..MODEL_TEMPLATE
    },
];

const MODEL_TEMPLATE: Puzzle = Puzzle { part: Part::StreamModel, ..Puzzle::TEMPLATE };

/// Returns inputs of pointers into a list of 16, some of them null.
fn pointer_inputs() -> Vec<Input> {
    let source = Numbers::Floats((0..16).map(|at| 10.0 + at as f32).collect());
    CASE_SIZES
        .iter()
        .map(|&size| {
            let pointers = random_numbers(size, 19)
                .into_iter()
                .map(|at| if at < 16 { at } else { NOWHERE });
            Input::new("some to nowhere", Numbers::Whole(pointers.collect())).and(source.clone())
        })
        .collect()
}

/// Returns inputs of volumes of several sizes.
fn volume_inputs() -> Vec<Input> {
    [[1, 1, 1], [2, 2, 2], [3, 2, 4], [2, 5, 3], [7, 3, 2], [8, 8, 3], [5, 4, 7]]
        .iter()
        .map(|&[width, height, depth]: &[usize; 3]| {
            let numbers = random_numbers(width * height * depth, 9)
                .into_iter()
                .map(|number| 1.0 + number as f32)
                .collect();
            Input::new("random numbers", Numbers::Floats(numbers))
                .and(Numbers::Whole(vec![width as u32, height as u32]))
        })
        .collect()
}

/// Returns the width and the height of a slice.
fn slice_size(input: &Input) -> Option<[usize; 2]> {
    let sides: Vec<usize> = input.whole(1).into_iter().map(|side| side as usize).collect();
    <[usize; 2]>::try_from(sides).ok().filter(|sides| !sides.contains(&0))
}

/// Returns inputs of forests: a long line, a star, and random parents.
fn forest_inputs() -> Vec<Input> {
    let sizes = [1, 2, 3, 8, 31, 64, 65, 257];
    let lines = sizes.iter().map(|&size| Input::new("a line", Numbers::Whole(build_line(size))));
    let drawn = sizes
        .iter()
        .map(|&size| Input::new("random numbers", Numbers::Whole(draw_forest(size))));
    lines.chain(drawn).collect()
}

fn draw_forest(size: u32) -> Vec<u32> {
    random_numbers(size as usize, 1 << 30)
        .into_iter()
        .zip(1..)
        .map(|(word, node)| word % node)
        .collect()
}

fn build_line(size: u32) -> Vec<u32> {
    (0..size).map(|node: u32| node.saturating_sub(1)).collect()
}
