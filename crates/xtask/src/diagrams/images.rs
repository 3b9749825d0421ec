//! Sums over rectangles, neighbourhoods, distances.

use super::drawing::{BoxContent, Drawing, Tone, box_contents};
use gristmill::algorithms::distance_field::{Extra, jumps};
use gristmill::algorithms::{convolve, distance_field, summed_area};
use gristmill::{Device, Pointer, Result, kernels};

/// Draws the sum of a rectangle from four corners of the table.
pub fn draw_sum_corners(device: &Device) -> Result<Drawing> {
    let [width, height] = [7_usize, 5];
    let pixels: Vec<u32> = (0..(width * height) as u32)
        .map(|i| gristmill::random::word(5, i, 0) % 10)
        .collect();
    let table = summed_area::summed_area(device, &device.stream_of([width, height], &pixels)?)?.read()?;
    let [left, top] = [2, 2];
    let [right, bottom] = [4, 3];
    let inside = |i: usize| (left..=right).contains(&(i % width)) && (top..=bottom).contains(&(i / width));
    let sum: u32 = (0..pixels.len()).filter(|i| inside(*i)).map(|i| pixels[i]).sum();
    let corners = [[right, bottom], [right, top - 1], [left - 1, bottom], [left - 1, top - 1]];
    let [d, b, c, a] = corners.map(|[x, y]| x + y * width);
    let by_corners = table[d] + table[a] - table[b] - table[c];
    let mut drawing = Drawing::new(
        "A summed-area table",
        format!(
            "A picture of {width} x {height} numbers and its table: each entry is the sum of all numbers above and to the left, itself included. The sum of the marked rectangle, {sum}, is {} - {} - {} + {} = {by_corners}.",
            table[d], table[b], table[c], table[a]
        ),
    );
    drawing.explain_tone(Tone::Read, "the rectangle");
    drawing.explain_tone(Tone::Written, "added");
    drawing.explain_tone(Tone::Active, "taken away");
    drawing.add_paragraph(format!("The numbers in the blue rectangle add up to {sum}."));
    let size = [44.0, 28.0];
    drawing.add_grid(width, size, &box_contents(&pixels, |i| if inside(i) { Tone::Read } else { Tone::Plain }));
    drawing.add_paragraph("The table: each entry is the sum of all up to it, to the left and above.");
    drawing.add_grid(
        width,
        size,
        &box_contents(&table, |i: usize| match i {
            _ if i == d || i == a => Tone::Written,
            _ if i == b || i == c => Tone::Active,
            _ => Tone::Plain,
        }),
    );
    drawing.add_paragraph(format!(
        "Four reads for a rectangle of any size: {} + {} - {} - {} = {by_corners}.",
        table[d], table[a], table[b], table[c]
    ));
    Ok(drawing)
}

/// Draws a window that moves by one.
pub fn draw_running_sum(_: &Device) -> Result<Drawing> {
    let numbers: Vec<u32> = (0..9).map(|i| gristmill::random::word(11, i, 0) % 10).collect();
    let wide = 5;
    let sums: Vec<u32> = numbers.windows(wide).map(|window| window.iter().sum()).collect();
    let mut drawing = Drawing::new(
        "The window moves by one",
        format!(
            "The sums of {wide} neighbours in {numbers:?}: {sums:?}. Each is the one before, plus the number that enters, minus the number that leaves."
        ),
    );
    drawing.explain_tone(Tone::Read, "in the window");
    drawing.explain_tone(Tone::Active, "enters");
    drawing.explain_tone(Tone::Idle, "leaves");
    drawing.add_paragraph(format!(
        "The sum of {wide} neighbours. When the window moves by one, one number leaves and one enters."
    ));
    for (start, sum) in sums.iter().enumerate().take(4) {
        drawing.add_row(&box_contents(&numbers, |i: usize| match i {
            _ if start > 0 && i + 1 == start => Tone::Idle,
            _ if start > 0 && i + 1 == start + wide => Tone::Active,
            _ if (start..start + wide).contains(&i) => Tone::Read,
            _ => Tone::Plain,
        }));
        drawing.add_space(-4.0);
        drawing.add_paragraph(match start {
            0 => format!("All {wide} are added: {sum}."),
            _ => format!(
                "{} + {} (enters) - {} (leaves) = {sum}.",
                sums[start - 1],
                numbers[start + wide - 1],
                numbers[start - 1]
            ),
        });
    }
    drawing.add_paragraph(
        "A sum costs two operations, however wide the window is. Along rows, then along columns: the sums of squares.",
    );
    Ok(drawing)
}

/// Draws the pixels that a group has to load for its neighbourhoods.
pub fn draw_apron(device: &Device) -> Result<Drawing> {
    let side = 10;
    let tile = 4;
    let radius = 2;
    let weights = [0.0625_f32, 0.25, 0.375, 0.25, 0.0625];
    let mut pixels = vec![0.0; side * side];
    pixels[side * 3 + 4] = 256.0;
    let blurred = convolve::convolve(device, &device.stream_of([side, side], &pixels)?, &weights)?.read()?;
    let corner = 3;
    let within = |i: usize, more: usize| {
        [i % side, i / side]
            .into_iter()
            .all(|at| (corner - more..corner + tile + more).contains(&at))
    };
    let loads = (0..side * side).filter(|i| within(*i, radius)).count();
    let mut drawing = Drawing::new(
        "A tile and its apron",
        format!(
            "A group blurs a tile of {tile} x {tile} pixels with a radius of {radius}. It loads the tile and an apron around it, {loads} pixels in all, into shared memory. Without that each of the {} pixels would fetch {} itself.",
            tile * tile,
            (2 * radius + 1) * (2 * radius + 1)
        ),
    );
    drawing.explain_tone(Tone::Written, "computed");
    drawing.explain_tone(Tone::Read, "the apron, read too");
    drawing.explain_tone(Tone::Idle, "of other groups");
    drawing.add_paragraph(format!("Orange: the {tile} x {tile} pixels that a group computes. Blue: the apron, which it needs to read too. The numbers: one bright pixel, after a blur of radius {radius}."));
    let numbers: Vec<f32> = blurred.iter().map(|value| value.round()).collect();
    drawing.add_grid(
        side,
        [36.0, 26.0],
        &box_contents(&numbers, |i: usize| {
            if within(i, 0) {
                Tone::Written
            } else if within(i, radius) {
                Tone::Read
            } else {
                Tone::Idle
            }
        }),
    );
    let each = (2 * radius + 1) * (2 * radius + 1);
    drawing.add_paragraph(format!(
        "The group loads {loads} pixels once, instead of {} times {each} = {}.",
        tile * tile,
        tile * tile * each
    ));
    Ok(drawing)
}

/// Draws the seed that each cell knows, jump by jump.
pub fn draw_jump_flooding(device: &Device) -> Result<Drawing> {
    let side = 8_usize;
    let places = [9_usize, 29, 50];
    let seeds: Vec<u32> = (0..side * side).map(|cell| u32::from(places.contains(&cell))).collect();
    let source = device.stream_of([side, side], &seeds)?;
    let mut now = device.empty::<Pointer>([side, side])?;
    let [start, jump] = ["simulations/distance_field_start", "simulations/distance_field"]
        .map(|name| kernels::find(name).and_then(|kernel| device.kernel(&kernel)));
    start?.call().input("seeds", &source).output("nearest", &mut now).run()?;
    let jump = jump?;
    let taken = jumps(side, Extra::None);
    let mut drawing = Drawing::new(
        "Jump flooding",
        format!(
            "Three seeds A, B and C on a grid of {side} x {side}. In passes with jumps of {taken:?} each cell asks itself and eight others, a jump away, for the nearest seed they know."
        ),
    );
    drawing.explain_tone(Tone::Active, "seed");
    drawing.explain_tone(Tone::Written, "changed");
    drawing.explain_tone(Tone::Idle, "knows none");
    drawing.add_paragraph("Three seeds. Each cell asks eight others, a jump away in each direction, which seed they know, and keeps the nearest.");
    let known = distance_field::flood(device, &source, Extra::None)?.read()?;
    let show = |drawing: &mut Drawing, nearest: &[Pointer], before: &[Pointer]| {
        let boxes: Vec<BoxContent> = nearest
            .iter()
            .enumerate()
            .map(|(cell, pointer)| {
                let letter = pointer.target().and_then(|seed| places.iter().position(|place| *place == seed));
                let letter = letter.and_then(|i| ["A", "B", "C"].get(i)).copied().unwrap_or("");
                let tone = match pointer.target() {
                    _ if places.contains(&cell) => Tone::Active,
                    None => Tone::Idle,
                    _ if before.get(cell) != Some(pointer) => Tone::Written,
                    _ => Tone::Plain,
                };
                BoxContent::new(letter, tone)
            })
            .collect();
        drawing.add_grid(side, [30.0, 21.0], &boxes);
    };
    let mut before = now.read()?;
    show(&mut drawing, &before, &before);
    for step in taken {
        let mut next = device.empty::<Pointer>([side, side])?;
        jump.call()
            .uniform("jump", step as i32)
            .gather("nearest", &now)
            .output("result", &mut next)
            .run()?;
        let nearest = next.read()?;
        drawing.add_paragraph(format!("A jump of {step}:"));
        show(&mut drawing, &nearest, &before);
        (before, now) = (nearest, next);
    }
    drawing.add_paragraph(if before == known {
        "Now each cell knows its nearest seed."
    } else {
        "The library's flood differs."
    });
    Ok(drawing)
}
