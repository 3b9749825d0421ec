//! Cells, particles and their grids.

use crate::cases::{CASE_SIZES, float_inputs, has_whole_rows, picture_inputs, random_numbers, read_clamped};
use crate::file_set::file_set;
use crate::{Input, Numbers, Part, Puzzle};

/// Widths and heights.
const WORLD_SIZES: [[usize; 2]; 6] = [[1, 1], [3, 3], [4, 4], [8, 5], [5, 8], [17, 9]];

pub(super) const PUZZLES: &[Puzzle] = &[
    Puzzle {
        title: "A rod that keeps its heat",
        page: "simulations/heat.md",
        files: file_set!("heat_in_a_rod", "frag", ["open", "a_ring", "one_end"]),
        cases: || float_inputs(&CASE_SIZES),
        run: |host| host.rounds::<f32>(4),
        reference: |input| {
            let mut rod = input.floats(0);
            for _ in 0..4 {
                rod = (0..rod.len())
                    .map(|i: usize| {
                        0.5 * read_clamped(&rod, i)
                            + 0.25 * (read_clamped(&rod, i.saturating_sub(1)) + read_clamped(&rod, i + 1))
                    })
                    .collect();
            }
            Numbers::Floats(rod)
        },
        ..WORLD_TEMPLATE
    },
    Puzzle {
        title: "A world without ends",
        page: "simulations/lattice_boltzmann.md",
        files: file_set!("round_and_round", "frag", ["at_the_end", "without_sign"]),
        cases: || picture_inputs(&WORLD_SIZES),
        allows: has_whole_rows,
        reference: |input| {
            Numbers::Floats(
                input
                    .floats(0)
                    .chunks(input.width.max(1))
                    .flat_map(|row: &[f32]| -> Vec<f32> {
                        let mut turned = row.to_vec();
                        turned.rotate_right(1);
                        turned
                    })
                    .collect(),
            )
        },
        ..WORLD_TEMPLATE
    },
    Puzzle {
        title: "Thrown back by the wall",
        page: "simulations/particles.md",
        files: file_set!("bouncing", "comp", ["one_wall", "it_sticks"]),
        lists: &["position", "velocity"],
        cases: || CASE_SIZES[1..].iter().map(|&size| particle_input(size)).collect(),
        allows: |input| input.size() > 0 && input.floats(0).iter().all(|place| (0.0..=1.0).contains(place)),
        run: |host| {
            let mut position = host.stream::<f32>(0)?;
            let mut velocity = host.stream::<f32>(1)?;
            for _ in 0..3 {
                let call = host.call().update("position", &mut position).update("velocity", &mut velocity);
                call.elements(host.input().size()).run()?;
            }
            Ok(Numbers::Floats([position.read()?, velocity.read()?].concat()))
        },
        reference: |input| {
            let flown = input.floats(0).into_iter().zip(input.floats(1)).map(move_three_steps);
            let (positions, velocities): (Vec<f32>, Vec<f32>) = flown.unzip();
            Numbers::Floats([positions, velocities].concat())
        },
        ..WORLD_TEMPLATE
    },
    Puzzle {
        title: "Life, and the cell that counted itself",
        page: "simulations/life.md",
        dots: 2,
        files: file_set!("game_of_life", "frag", ["two_is_enough", "nobody_born"]),
        cases: world_inputs,
        allows: |input| has_whole_rows(input) && input.floats(0).iter().all(|&cell| cell == 0.0 || cell == 1.0),
        run: |host| host.rounds::<f32>(3),
        reference: |input| {
            let mut cells = input.floats(0);
            let width = input.width;
            for _ in 0..3 {
                cells = (0..cells.len())
                    .map(|i| next_generation(&cells, width, i % width, i / width))
                    .collect();
            }
            Numbers::Floats(cells)
        },
        ..WORLD_TEMPLATE
    },
];

const WORLD_TEMPLATE: Puzzle = Puzzle { part: Part::Simulations, ..Puzzle::TEMPLATE };

/// Returns particles at sixteenths, so that their motion is exact, and slower than the distance of the walls.
fn particle_input(size: usize) -> Input {
    let position = random_numbers(size, 17).into_iter().map(|place| place as f32 / 16.0);
    let velocity = random_numbers(size, 31).into_iter().map(|speed| (speed as f32 - 15.0) / 16.0);
    Input::new("random numbers", Numbers::Floats(position.collect())).and(Numbers::Floats(velocity.collect()))
}

/// Moves a particle by three steps.
fn move_three_steps((mut place, mut speed): (f32, f32)) -> (f32, f32) {
    for _ in 0..3 {
        place += speed;
        if !(0.0..=1.0).contains(&place) {
            place = if place > 1.0 { 2.0 - place } else { -place };
            speed = -speed;
        }
    }
    (place, speed)
}

/// Returns inputs of worlds of living and dead cells.
fn world_inputs() -> Vec<Input> {
    picture_inputs(&WORLD_SIZES)
        .into_iter()
        .map(|mut input: Input| {
            let cells = input.floats(0).into_iter().map(|number| if number > 5.0 { 1.0 } else { 0.0 });
            input.lists = vec![Numbers::Floats(cells.collect())];
            input
        })
        .collect()
}

/// Returns the state of a cell in the next generation.
fn next_generation(cells: &[f32], width: usize, x: usize, y: usize) -> f32 {
    let height = cells.len() / width;
    let around = (0..9).filter(|place| *place != 4);
    let count: f32 = around
        .map(|place: usize| cells[(y + height + place / 3 - 1) % height * width + (x + width + place % 3 - 1) % width])
        .sum();
    let lives = count == 3.0 || cells[y * width + x] == 1.0 && count == 2.0;
    if lives { 1.0 } else { 0.0 }
}
