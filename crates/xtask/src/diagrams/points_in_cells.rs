//! Points in a plane, and their neighbours.

use super::drawing::{BoxContent, Drawing, PICTURE_WIDTH, Position, Tone};
use gristmill::{Device, Result, random};

/// Cells along a side.
const SIDE: usize = 6;
const PIXEL: f64 = 60.0;

/// Returns random points, in units of cells.
fn random_points(count: u32, seed: u32) -> Vec<[f32; 2]> {
    (0..count)
        .map(|i| [0, 1].map(|axis| SIDE as f32 * random::uniform(seed, i, axis)))
        .collect()
}

fn point_distance([x, y]: [f32; 2], [a, b]: [f32; 2]) -> f32 {
    (x - a).hypot(y - b)
}

/// Draws the cells and the points in them, each in its tone; returns a function from a point to its position.
fn draw_field(
    drawing: &mut Drawing,
    points: &[[f32; 2]],
    cell: &dyn Fn([usize; 2]) -> Tone,
    point: &dyn Fn([f32; 2]) -> Tone,
) -> impl Fn([f32; 2]) -> Position + use<> {
    let corner = [(PICTURE_WIDTH - SIDE as f64 * PIXEL) / 2.0, drawing.low];
    let boxes: Vec<BoxContent> = (0..SIDE * SIDE)
        .map(|i| BoxContent::new("", cell([i % SIDE, i / SIDE])))
        .collect();
    drawing.draw_boxes(corner, [PIXEL; 2], SIDE, &boxes);
    let on = move |[x, y]: [f32; 2]| [corner[0] + f64::from(x) * PIXEL, corner[1] + f64::from(y) * PIXEL];
    for at in points {
        drawing.draw_circle(on(*at), 6.0, &BoxContent::new("", point(*at)));
    }
    drawing.low = corner[1] + SIDE as f64 * PIXEL + 10.0;
    on
}

/// Draws a ring around a point; its radius is in units of cells.
fn draw_ring(drawing: &mut Drawing, [x, y]: Position, radius: f32) {
    let radius = f64::from(radius) * PIXEL;
    let circle: Vec<Position> = (0..=48)
        .map(|i: i32| (f64::from(i) / 48.0 * std::f64::consts::TAU).sin_cos())
        .map(|(sine, cosine)| [x + radius * cosine, y + radius * sine])
        .collect();
    for pair in circle.windows(2) {
        drawing.draw_line(pair[0], pair[1], Tone::Active);
    }
}

/// Draws the birds that a bird compares itself with.
pub fn draw_flock_cells(_: &Device) -> Result<Drawing> {
    let birds = random_points(60, 8);
    // The bird nearest to the middle has cells on all sides.
    let middle = [SIDE as f32 / 2.0; 2];
    let me = birds
        .iter()
        .copied()
        .min_by(|a, b| point_distance(*a, middle).total_cmp(&point_distance(*b, middle)))
        .unwrap_or(middle);
    let near = |[x, y]: [usize; 2]| x.abs_diff(me[0] as usize) <= 1 && y.abs_diff(me[1] as usize) <= 1;
    let looked = birds.iter().filter(|[x, y]| near([*x as usize, *y as usize])).count() - 1;
    let seen = birds.iter().filter(|bird| point_distance(**bird, me) <= 1.0).count() - 1;
    let mut drawing = Drawing::new(
        "Who is near?",
        format!(
            "{} birds in cells as wide as a bird sees. A bird looks at the {looked} others in its own cell and those around it, and {seen} of them are in sight. The rest are never looked at.",
            birds.len()
        ),
    );
    drawing.explain_tone(Tone::Written, "the bird");
    drawing.explain_tone(Tone::Active, "in sight");
    drawing.explain_tone(Tone::Read, "cells it looks at");
    drawing.explain_tone(Tone::Idle, "cells it leaves out");
    drawing.add_paragraph(format!(
        "{} birds. Cells are as wide as a bird sees, so that all it can see is in nine cells.",
        birds.len()
    ));
    let on =
        draw_field(
            &mut drawing,
            &birds,
            &|cell| if near(cell) { Tone::Read } else { Tone::Idle },
            &|bird| match bird {
                bird if bird == me => Tone::Written,
                bird if point_distance(bird, me) <= 1.0 => Tone::Active,
                _ => Tone::Plain,
            },
        );
    draw_ring(&mut drawing, on(me), 1.0);
    drawing.add_paragraph(format!(
        "The orange bird looks at {looked} others instead of {}, and sees {seen} of them.",
        birds.len() - 1
    ));
    Ok(drawing)
}

/// Draws the nearest entries to a point, and the disc around them.
pub fn draw_nearest_photons(_: &Device) -> Result<Drawing> {
    let wanted = 6;
    let mut photons = random_points(40, 3);
    // A caustic: the entries crowd around one point.
    photons.extend(
        random_points(30, 4)
            .iter()
            .map(|[x, y]| [4.4 + (x - 3.0) * 0.25, 1.8 + (y - 3.0) * 0.25]),
    );
    let places = [[1.9_f32, 4.0], [4.4, 1.9]];
    let nearest = places.map(|place| {
        let mut found: Vec<f32> = photons.iter().map(|photon| point_distance(*photon, place)).collect();
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
    drawing.explain_tone(Tone::Written, "the point");
    drawing.explain_tone(Tone::Active, "the nearest");
    drawing.explain_tone(Tone::Read, "cells looked at");
    drawing.explain_tone(Tone::Idle, "cells left out");
    drawing.add_paragraph(format!(
        "{} photons on a wall. For each of two points the {wanted} nearest are taken, however far they are.",
        photons.len()
    ));
    let reached = |cell: [usize; 2]| {
        let least = |place: [f32; 2]| {
            point_distance(place, [0, 1].map(|axis| place[axis].clamp(cell[axis] as f32, cell[axis] as f32 + 1.0)))
        };
        places.iter().zip(nearest).any(|(place, radius)| least(*place) <= radius)
    };
    let on =
        draw_field(&mut drawing, &photons, &|cell| if reached(cell) { Tone::Read } else { Tone::Idle }, &|photon| {
            let found = places
                .iter()
                .zip(nearest)
                .any(|(place, radius)| point_distance(photon, *place) <= radius);
            if found { Tone::Active } else { Tone::Plain }
        });
    for (place, radius) in places.iter().zip(nearest) {
        draw_ring(&mut drawing, on(*place), radius);
        drawing.draw_circle(on(*place), 6.0, &BoxContent::new("", Tone::Written));
    }
    let areas = nearest.map(|radius| radius * radius * std::f32::consts::PI);
    drawing.add_paragraph(format!("The discs have areas of {:.2} and {:.2} cells: the same photons on a smaller disc are more light, {:.0} times as much.", areas[0], areas[1], areas[0] / areas[1]));
    Ok(drawing)
}
