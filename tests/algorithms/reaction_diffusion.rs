//! A dish against what is known of it exactly: diffusion alone, states that do not change, small traces; bad
//! input.

use crate::machine;
use gristmill::algorithms::reaction_diffusion::{self, Dish, GrayScott};
use gristmill::{Device, Era, Scene, Stream, image_of};
use std::f64::consts::PI;

type Steps = fn(&Device, &Stream<[f32; 2]>, &GrayScott, usize) -> gristmill::Result<Stream<[f32; 2]>>;

const RUNGS: [(&str, Era, Steps); 3] = [
    ("fragment", Era::Fragment, reaction_diffusion::fragment),
    ("compute", Era::Compute, reaction_diffusion::compute),
    ("compute_tiled", Era::Compute, reaction_diffusion::compute_tiled),
];

/// Without a reaction what there is only spreads: none is lost, and a wave loses the same share of its height
/// in each step.
#[test]
fn physics_reaction_diffusion_waves_decay_and_mass_stays() -> gristmill::Result<()> {
    let still = GrayScott { feed: 0.0, kill: 0.0, ..GrayScott::default() };
    let [width, height] = [96, 60];
    println!(
        "a wave of U alone after some steps; height and mass per cell against the factor of the discrete equation"
    );
    println!(
        "{:>14} {:>6} {:>6} {:>10} {:>10} {:>10} {:>10} {:>10}",
        "rung", "waves", "steps", "given", "exact", "difference", "mass off", "bound"
    );
    for (name, era, rung) in RUNGS {
        let Some(device) = machine::device(era) else { continue };
        for ([across, down], steps) in [([1.0, 0.0], 100), ([3.0, 2.0], 50), ([48.0, 30.0], 9)] {
            let angles = [2.0 * PI * across / width as f64, 2.0 * PI * down / height as f64];
            let wave = |i: usize| (angles[0] * (i % width) as f64).cos() * (angles[1] * (i / width) as f64).cos();
            let cells: Vec<[f32; 2]> = (0..width * height).map(|i| [(0.5 + 0.5 * wave(i)) as f32, 0.0]).collect();
            let now = rung(&device, &device.stream_of([width, height], &cells)?, &still, steps)?.read()?;
            let spread = f64::from(still.step * still.diffusion[0]) / f64::from(still.cell).powi(2);
            let factor = 1.0 - 4.0 * spread * angles.iter().map(|angle| (angle / 2.0).sin().powi(2)).sum::<f64>();
            let exact = 0.5 * factor.powi(steps as i32);
            let worst = (0..cells.len()).map(|i| (f64::from(now[i][0]) - 0.5 - exact * wave(i)).abs());
            let worst = worst.fold(0.0, f64::max);
            let given = now
                .iter()
                .enumerate()
                .map(|(i, cell)| f64::from(cell[0]) * wave(i))
                .sum::<f64>()
                / (0..cells.len()).map(|i| wave(i) * wave(i)).sum::<f64>();
            let mass = |cells: &[[f32; 2]]| cells.iter().map(|cell| f64::from(cell[0])).sum::<f64>();
            let lost = (mass(&now) - mass(&cells)).abs() / cells.len() as f64;
            // A step rounds some ten times, numbers below one; spreading enlarges nothing.
            let bound = (steps + 1) as f64 * 10.0 * f64::from(f32::EPSILON) / 2.0;
            println!(
                "{name:>14} {across:>3}{down:>3} {steps:>6} {given:>10.6} {exact:>10.6} {worst:>10.2e} {lost:>10.2e} {bound:>10.2e}"
            );
            assert!(worst <= bound && lost <= bound);
            assert!(now.iter().all(|cell| cell[1] == 0.0));
        }
    }
    Ok(())
}

/// Nothing spreads where every cell is alike. Two states beside the empty one do not change either:
/// `v (F + k) = F (1 - u)`, `u v = F + k`.
#[test]
fn physics_reaction_diffusion_fixed_points() -> gristmill::Result<()> {
    println!("states of Gray and Scott that do not change, after 200 steps");
    println!(
        "{:>14} {:>6} {:>6} {:>10} {:>10} {:>10} {:>10} {:>10}",
        "rung", "F", "k", "exact u", "exact v", "off in u", "off in v", "bound"
    );
    for (name, era, rung) in RUNGS {
        let Some(device) = machine::device(era) else { continue };
        for (feed, kill) in [(0.04, 0.05), (0.05, 0.06), (0.03, 0.05)] {
            let reaction = GrayScott { feed, kill, ..GrayScott::default() };
            let (f, loss) = (f64::from(feed), f64::from(feed) + f64::from(kill));
            let root = (1.0 - 4.0 * loss * loss / f).sqrt();
            // The third, with the other sign of the root, is a saddle: roundings lead away from it.
            for u in [1.0, (1.0 - root) / 2.0] {
                let v = f * (1.0 - u) / loss;
                let cells = vec![[u as f32, v as f32]; 33 * 17];
                let now = rung(&device, &device.stream_of([33, 17], &cells)?, &reaction, 200)?.read()?;
                let off = |lane: usize, exact: f64| {
                    now.iter().map(|cell| (f64::from(cell[lane]) - exact).abs()).fold(0.0, f64::max)
                };
                // Each step rounds by some units of the last place, and the state draws back what is off.
                let bound = 200.0 * 5.0 * f64::from(f32::EPSILON);
                let (in_u, in_v) = (off(0, u), off(1, v));
                println!(
                    "{name:>14} {feed:>6} {kill:>6} {u:>10.6} {v:>10.6} {in_u:>10.2e} {in_v:>10.2e} {bound:>10.2e}"
                );
                assert!(in_u <= bound && in_v <= bound);
            }
        }
    }
    Ok(())
}

/// A trace of V among U alone does not react, for its square is next to nothing: it is lost by `1 - t (F +
/// k)` in each step.
#[test]
fn physics_reaction_diffusion_traces_are_lost() -> gristmill::Result<()> {
    let reaction = GrayScott::default();
    println!("a trace of V, after 40 steps: what is left, as a share");
    println!("{:>14} {:>10} {:>10} {:>10} {:>10}", "rung", "given", "exact", "difference", "bound");
    for (name, era, rung) in RUNGS {
        let Some(device) = machine::device(era) else { continue };
        let now = rung(&device, &device.stream_of([8, 8], &[[1.0, 1e-6]; 64])?, &reaction, 40)?.read()?;
        let given = f64::from(now[27][1]) / 1e-6;
        let exact = (1.0 - f64::from(reaction.step) * (f64::from(reaction.feed) + f64::from(reaction.kill))).powi(40);
        let (off, bound) = ((given - exact).abs(), 1e-4 * exact);
        println!("{name:>14} {given:>10.7} {exact:>10.7} {off:>10.2e} {bound:>10.2e}");
        assert!(off <= bound);
    }
    Ok(())
}

#[test]
fn steps_that_blow_up_are_refused_with_the_limit() -> gristmill::Result<()> {
    for (_, era, rung) in RUNGS {
        let Some(device) = machine::device(era) else { continue };
        let cells = device.stream_of([2, 2], &[[1.0, 0.0]; 4])?;
        let refused = |reaction: GrayScott| match rung(&device, &cells, &reaction, 1) {
            Err(error) => error.to_string(),
            Ok(_) => panic!("{reaction:?} was taken"),
        };
        let round = GrayScott { diffusion: [0.25, 0.125], cell: 1.0, ..GrayScott::default() };
        assert!(rung(&device, &cells, &round, 1).is_ok(), "just at the limit");
        assert_eq!(
            refused(GrayScott { step: 1.25, ..round }),
            "a step of 1.25 s takes 4 t D / h^2 to 1.25, above the limit of 1 it is unstable; use a step of 1 s at \
             most, or larger cells"
        );
        assert!(refused(GrayScott { feed: f32::NAN, ..round }).contains("NaN or infinite"));
        assert!(refused(GrayScott { cell: 0.0, ..round }).contains("a cell is more"));
        assert!(refused(GrayScott { step: -1.0, ..round }).contains("is negative"));
        let line = device.stream(&[[1.0, 0.0]; 4])?;
        let error = rung(&device, &line, &round, 1).map(|_| ()).unwrap_err().to_string();
        assert_eq!(error, "a dish has columns and rows, the stream is 4; give it two dimensions");
    }
    Ok(())
}

#[test]
fn a_dish_without_cells_stays_empty_and_no_number_spreads() -> gristmill::Result<()> {
    let reaction = GrayScott::default();
    for (name, era, rung) in RUNGS {
        let Some(device) = machine::device(era) else { continue };
        assert!(rung(&device, &device.stream_of([0, 0], &[])?, &reaction, 3)?.is_empty());
        let mut cells = vec![[1.0, 0.0]; 49];
        cells[24] = [f32::NAN, 0.0];
        let now = rung(&device, &device.stream_of([7, 7], &cells)?, &reaction, 2)?.read()?;
        let lost = now.iter().filter(|cell| cell[0].is_nan()).count();
        assert_eq!(lost, 13, "{name}: the diamond of two steps");
    }
    Ok(())
}

#[test]
fn both_eras_draw_the_same_dish() -> gristmill::Result<()> {
    let mut pictures = Vec::new();
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        let mut dish = Dish::new(&device, [40, 30], GrayScott::default(), 5)?;
        dish.steps = 10;
        dish.drop_at([0.5, 0.5])?;
        dish.advance(None)?;
        pictures.push(image_of(&dish.picture([64, 48])?)?);
    }
    let Some((first, others)) = pictures.split_first() else { return Ok(()) };
    for other in others {
        assert!(first.as_raw().iter().zip(other.as_raw()).all(|(a, b)| a.abs_diff(*b) <= 1));
    }
    assert!(first.pixels().any(|pixel| pixel.0[0] > 100) && first.pixels().any(|pixel| pixel.0[0] < 30));
    Ok(())
}
