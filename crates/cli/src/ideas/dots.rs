//! Points in a plane, and their neighbours.

use super::drawing::{At, Cell, Drawing, Tone, WIDTH};
use gristmill::{Device, Result, random};

/// Cells along a side.
const SIDE: usize = 6;
const PIXEL: f64 = 60.0;

/// Returns random points, in units of cells.
fn points(count: u32, seed: u32) -> Vec<[f32; 2]> {
    (0..count)
        .map(|i| [0, 1].map(|axis| SIDE as f32 * random::uniform(seed, i, axis)))
        .collect()
}

fn far([x, y]: [f32; 2], [a, b]: [f32; 2]) -> f32 {
    (x - a).hypot(y - b)
}

/// Draws the cells and the points in them, each in its tone; returns a function from a point to its position.
fn field(
    drawing: &mut Drawing,
    points: &[[f32; 2]],
    cell: &dyn Fn([usize; 2]) -> Tone,
    point: &dyn Fn([f32; 2]) -> Tone,
) -> impl Fn([f32; 2]) -> At + use<> {
    let corner = [(WIDTH - SIDE as f64 * PIXEL) / 2.0, drawing.low];
    let boxes: Vec<Cell> = (0..SIDE * SIDE).map(|i| Cell::new("", cell([i % SIDE, i / SIDE]))).collect();
    drawing.boxes(corner, [PIXEL; 2], SIDE, &boxes);
    let on = move |[x, y]: [f32; 2]| [corner[0] + f64::from(x) * PIXEL, corner[1] + f64::from(y) * PIXEL];
    for at in points {
        drawing.circle(on(*at), 6.0, &Cell::new("", point(*at)));
    }
    drawing.low = corner[1] + SIDE as f64 * PIXEL + 10.0;
    on
}

/// Draws a ring around a point; its radius is in units of cells.
fn ring(drawing: &mut Drawing, [x, y]: At, radius: f32) {
    let radius = f64::from(radius) * PIXEL;
    let turn = |i: i32| (f64::from(i) / 48.0 * std::f64::consts::TAU).sin_cos();
    let circle: Vec<At> = (0..=48)
        .map(turn)
        .map(|(sine, cosine)| [x + radius * cosine, y + radius * sine])
        .collect();
    for pair in circle.windows(2) {
        drawing.line(pair[0], pair[1], Tone::Active);
    }
}

/// Draws the birds that a bird compares itself with.
pub fn flock_cells(_: &Device) -> Result<Drawing> {
    let birds = points(60, 8);
    // The bird nearest to the middle has cells on all sides.
    let middle = [SIDE as f32 / 2.0; 2];
    let me = birds
        .iter()
        .copied()
        .min_by(|a, b| far(*a, middle).total_cmp(&far(*b, middle)))
        .unwrap_or(middle);
    let near = |[x, y]: [usize; 2]| x.abs_diff(me[0] as usize) <= 1 && y.abs_diff(me[1] as usize) <= 1;
    let looked = birds.iter().filter(|[x, y]| near([*x as usize, *y as usize])).count() - 1;
    let seen = birds.iter().filter(|bird| far(**bird, me) <= 1.0).count() - 1;
    let mut drawing = Drawing::new(
        "Who is near?",
        format!(
            "{} birds in cells as wide as a bird sees. A bird looks at the {looked} others in its own cell and those around it, and {seen} of them are in sight. The rest are never looked at.",
            birds.len()
        ),
    );
    drawing.means(Tone::Written, "the bird");
    drawing.means(Tone::Active, "in sight");
    drawing.means(Tone::Read, "cells it looks at");
    drawing.means(Tone::Idle, "cells it leaves out");
    drawing.say(format!(
        "{} birds. Cells are as wide as a bird sees, so that all it can see is in nine cells.",
        birds.len()
    ));
    let on =
        field(&mut drawing, &birds, &|cell| if near(cell) { Tone::Read } else { Tone::Idle }, &|bird| match bird {
            bird if bird == me => Tone::Written,
            bird if far(bird, me) <= 1.0 => Tone::Active,
            _ => Tone::Plain,
        });
    ring(&mut drawing, on(me), 1.0);
    drawing.say(format!(
        "The orange bird looks at {looked} others instead of {}, and sees {seen} of them.",
        birds.len() - 1
    ));
    Ok(drawing)
}

/// Draws the nearest entries to a point, and the disc around them.
pub fn photons(_: &Device) -> Result<Drawing> {
    let wanted = 6;
    let mut photons = points(40, 3);
    // A caustic: the entries crowd around one point.
    photons.extend(
        points(30, 4)
            .iter()
            .map(|[x, y]| [4.4 + (x - 3.0) * 0.25, 1.8 + (y - 3.0) * 0.25]),
    );
    let places = [[1.9_f32, 4.0], [4.4, 1.9]];
    let nearest = places.map(|place| {
        let mut found: Vec<f32> = photons.iter().map(|photon| far(*photon, place)).collect();
        found.sort_by(f32::total_cmp);
        found[wanted - 1]
    });
    let mut drawing = Drawing::new(
        "As many entries as are needed",
        format!(
            "{} photons on a wall. The {wanted} nearest to a point lie in a disc. Where photons are dense the disc is small, and the wall is bright.",
            photons.len()
        ),
    );
    drawing.means(Tone::Written, "the point");
    drawing.means(Tone::Active, "the nearest");
    drawing.means(Tone::Read, "cells looked at");
    drawing.means(Tone::Idle, "cells left out");
    drawing.say(format!(
        "{} photons on a wall. For each of two points the {wanted} nearest are taken, however far they are.",
        photons.len()
    ));
    let reached = |cell: [usize; 2]| {
        let least = |place: [f32; 2]| {
            far(place, [0, 1].map(|axis| place[axis].clamp(cell[axis] as f32, cell[axis] as f32 + 1.0)))
        };
        places.iter().zip(nearest).any(|(place, radius)| least(*place) <= radius)
    };
    let on = field(&mut drawing, &photons, &|cell| if reached(cell) { Tone::Read } else { Tone::Idle }, &|photon| {
        let found = places.iter().zip(nearest).any(|(place, radius)| far(photon, *place) <= radius);
        if found { Tone::Active } else { Tone::Plain }
    });
    for (place, radius) in places.iter().zip(nearest) {
        ring(&mut drawing, on(*place), radius);
        drawing.circle(on(*place), 6.0, &Cell::new("", Tone::Written));
    }
    let areas = nearest.map(|radius| radius * radius * std::f32::consts::PI);
    drawing.say(format!("The discs have areas of {:.2} and {:.2} cells: the same photons on a smaller disc are more light, {:.0} times as much.", areas[0], areas[1], areas[0] / areas[1]));
    Ok(drawing)
}
