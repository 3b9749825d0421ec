//! Simulations, and the elements that each element reads.

use super::drawing::{BoxContent, Drawing, PICTURE_MARGIN, PICTURE_WIDTH, Tone};
use gristmill::algorithms::cloth::Fabric;
use gristmill::algorithms::lattice_boltzmann::{Collision, Flow, reference};
use gristmill::algorithms::nbody::{self, Bodies, HostBodies, Motion};
use gristmill::finding::Listening;
use gristmill::{Device, Era, Result};

/// The distribution in each box of a cell of three by three boxes, with north on top.
const DIRECTION_BOXES: [usize; 9] = [6, 2, 5, 3, 0, 1, 7, 4, 8];

fn thousandths(value: f64) -> String {
    format!("{:.0}", (1000.0 * value).round() + 0.0)
}

/// Draws a cell that collides, and its numbers on their way to its neighbours.
pub fn draw_lattice_step(_: &Device) -> Result<Drawing> {
    // On a torus of one cell everything that leaves comes back, so that a step is the collision alone.
    let mut flow = Flow::torus([1, 1], 0.1);
    flow.collision = Collision::OneRate;
    let middle = [0.1, 0.12, 0.02, 0.01, 0.03, 0.04, 0.02, 0.01, 0.05];
    let after = reference(&flow, &[middle], 1)[0];
    let mut drawing = Drawing::new(
        "Collide, then stream",
        "A cell of the lattice has nine numbers, one for each direction and one that stays. They collide: each goes towards its equilibrium. Then each number moves to the next cell in its direction.",
    );
    drawing.explain_tone(Tone::Read, "before");
    drawing.explain_tone(Tone::Active, "collided");
    drawing.explain_tone(Tone::Written, "arrived");
    drawing.add_paragraph("One cell, a number for each direction (in thousandths; the middle one stays):");
    let wide = 46.0;
    let before: Vec<BoxContent> = DIRECTION_BOXES
        .iter()
        .map(|way| BoxContent::new(thousandths(f64::from(middle[*way])), Tone::Read))
        .collect();
    drawing.add_grid(3, [wide, 30.0], &before);
    let sums = [middle.iter().copied().map(f64::from).sum(), after.iter().sum()].map(thousandths);
    drawing.add_paragraph(format!(
        "Collide: each goes towards its equilibrium. The sum was {} and is {}.",
        sums[0], sums[1]
    ));
    let collided = after.map(thousandths);
    let mixed: Vec<BoxContent> = DIRECTION_BOXES
        .iter()
        .map(|way| BoxContent::new(&collided[*way], Tone::Active))
        .collect();
    drawing.add_grid(3, [wide, 30.0], &mixed);
    drawing
        .add_paragraph("Stream: each number goes to the next cell in its direction, and takes the same place there.");
    let small = [34.0, 24.0];
    let gap = 10.0;
    let left = (PICTURE_WIDTH - 9.0 * small[0] - 2.0 * gap) / 2.0;
    let top = drawing.low;
    for (cell, way) in DIRECTION_BOXES.into_iter().enumerate() {
        let [x, y] = [cell % 3, cell / 3];
        let at = [left + x as f64 * (3.0 * small[0] + gap), top + y as f64 * (3.0 * small[1] + gap)];
        let boxes: Vec<BoxContent> = DIRECTION_BOXES
            .iter()
            .map(|own| {
                if *own == way {
                    BoxContent::new(&collided[way], Tone::Written)
                } else {
                    BoxContent::new("", Tone::Plain)
                }
            })
            .collect();
        drawing.draw_boxes(at, small, 3, &boxes);
    }
    drawing.low = top + 9.0 * small[1] + 2.0 * gap + 8.0;
    drawing.add_paragraph(
        "Nine cells around the first. In a fragment kernel each cell pulls: it reads one number from each neighbour.",
    );
    Ok(drawing)
}

/// Draws constraints by colour; those of one colour share no particle.
pub fn draw_cloth_colours(_: &Device) -> Result<Drawing> {
    let [columns, rows] = [6_usize, 4];
    let batches = Fabric::default().batches();
    let mut drawing = Drawing::new(
        "Constraints in colours",
        format!(
            "A cloth of {columns} x {rows} particles. The constraints are done in {} batches; within a batch no two share a particle, so that all of a batch can be moved at once.",
            batches.len()
        ),
    );
    drawing.explain_tone(Tone::Active, "threads of the batch");
    drawing.explain_tone(Tone::Written, "moved");
    drawing.explain_tone(Tone::Idle, "at rest");
    drawing.add_paragraph("Threads join particles. Moving one thread moves both its ends, so threads that meet must not move at once. The first six batches:");
    let unit = 30.0;
    let [wide, high] = [(columns - 1) as f64 * unit, (rows - 1) as f64 * unit];
    let top = drawing.low;
    for (i, batch) in batches.iter().take(6).enumerate() {
        let [across, down] = batch.span.map(|span| span as isize);
        let left = [PICTURE_MARGIN + 12.0, PICTURE_WIDTH - PICTURE_MARGIN - 12.0 - wide][i % 2];
        let at = [left, top + 34.0 + (i / 2) as f64 * (high + 52.0)];
        let place = |x: usize, y: usize| [at[0] + x as f64 * unit, at[1] + y as f64 * unit];
        let mut moved = vec![false; columns * rows];
        let mut threads = Vec::new();
        for (x, y) in (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))) {
            let along = if across != 0 { x / across as usize } else { y / down as usize };
            let to_x = x.wrapping_add_signed(across);
            let to_y = y.wrapping_add_signed(down);
            if along % 2 == batch.colour as usize && to_x < columns && to_y < rows {
                threads.push((place(x, y), place(to_x, to_y)));
                moved[x + columns * y] = true;
                moved[to_x + columns * to_y] = true;
            }
        }
        drawing.draw_centred([at[0] + wide / 2.0, at[1] - 22.0], format!("batch {}: {} threads", i + 1, threads.len()));
        for (from, to) in threads {
            drawing.draw_line(from, to, Tone::Active);
        }
        for (i, moved) in moved.iter().enumerate() {
            let tone = if *moved { Tone::Written } else { Tone::Idle };
            drawing.draw_circle(place(i % columns, i / columns), 6.0, &BoxContent::new("", tone));
        }
    }
    drawing.low = top + 3.0 * (high + 52.0);
    drawing.add_paragraph(format!(
        "All threads of a batch in one pass, the batches one after another: {} passes for the six kinds of threads.",
        batches.len()
    ));
    Ok(drawing)
}

/// Draws all pairs, tile by tile.
pub fn draw_body_tiles(device: &Device) -> Result<Drawing> {
    let bodies = 256;
    let tile = 4;
    let shown = 16;
    let compute = device.with_era(Era::Compute)?;
    let host = HostBodies::ball(bodies, 1);
    let requests = |work: fn(&Device, &Bodies, &Motion, usize) -> Result<Bodies>| {
        let start = Bodies::new(&compute, &host)?;
        compute.listen(Some(Listening::COUNTERS))?;
        compute.counters()?;
        work(&compute, &start, &Motion::default(), 1)?;
        let counters = compute.counters()?;
        compute.listen(Some(Listening::FAULTS))?;
        Ok::<_, gristmill::Error>(counters.total.requests)
    };
    let [plain, shared] = [requests(nbody::compute_plain)?, requests(nbody::compute_shared)?];
    let mut drawing = Drawing::new(
        "All pairs by tiles",
        format!(
            "Each body is pulled by all others: a square of pairs. A group takes some rows. It loads a tile of bodies into shared memory, all its lanes use it, then the next. For {bodies} bodies {plain} requests to memory become {shared}."
        ),
    );
    drawing.explain_tone(Tone::Read, "in shared memory");
    drawing.explain_tone(Tone::Written, "done");
    drawing.explain_tone(Tone::Active, "being done");
    drawing.explain_tone(Tone::Idle, "to come");
    drawing.add_paragraph("Each box is a pair: the body of the row is pulled by the body of the column.");
    let first = tile;
    let now = 2;
    let tone = |i: usize| {
        let [column, row] = [i % shown, i / shown];
        match (row / tile == first / tile, column / tile) {
            (false, _) => Tone::Plain,
            (true, at) if at < now => Tone::Written,
            (true, at) if at == now => Tone::Active,
            _ => Tone::Idle,
        }
    };
    drawing.add_space(30.0);
    let pixel = 20.0;
    let boxes: Vec<BoxContent> = (0..shown * shown).map(|i| BoxContent::new("", tone(i))).collect();
    let grid = drawing.add_grid(shown, [pixel, pixel], &boxes);
    let held: Vec<BoxContent> = (0..shown)
        .map(|i| BoxContent::new("", if i / tile == now { Tone::Read } else { Tone::Plain }))
        .collect();
    drawing.draw_boxes([grid.at[0], grid.at[1] - 28.0], [pixel, pixel], shown, &held);
    drawing.add_paragraph("The row above: the bodies. A group has four rows.");
    drawing.add_paragraph(format!(
        "Counted for {bodies} bodies: {plain} requests to memory without tiles, {shared} with them."
    ));
    Ok(drawing)
}
