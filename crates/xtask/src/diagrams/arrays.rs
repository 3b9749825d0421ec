//! Storage of elements: arrays wrapped in a texture, volumes, packed texels, structs.

use super::drawing::{BoxContent, Drawing, PICTURE_WIDTH, Tone};
use gristmill::{Address, Device, Element, Layout, Plan, Result, Shape};

/// Draws an array of eleven in a texture four wide.
pub fn draw_wrapped_array(device: &Device) -> Result<Drawing> {
    let count = 11;
    let width = 4;
    let chosen = 6;
    let stream = device.empty_in::<f32>(Layout::PackedAt(width), count)?;
    let plan = stream.plan();
    let Address { x, y, .. } = plan.address(chosen);
    let mut drawing = Drawing::new(
        "An array in a texture",
        format!(
            "An array of {count} elements lies in a texture of {width} columns and {} rows, row after row. Element {chosen} is \
             in column {x} of row {y}. The last texel is padding.",
            plan.size()[1]
        ),
    );
    drawing.explain_tone(Tone::Read, "the element");
    drawing.explain_tone(Tone::Idle, "padding");
    let tone = |i: usize| if i == chosen { Tone::Read } else { Tone::Plain };
    drawing.add_paragraph(format!("The array has {count} elements. Each is named by its index:"));
    let array: Vec<BoxContent> = (0..count).map(|i| BoxContent::new(i, tone(i))).collect();
    drawing.add_row(&array);
    drawing.add_space(24.0);
    let texels: Vec<BoxContent> = (0..plan.texels())
        .map(|texel| Address { texture: 0, x: texel % width, y: texel / width, z: 0 })
        .map(|address| {
            plan.index(address)
                .map_or(BoxContent::new("", Tone::Idle), |i| BoxContent::new(i, tone(i)))
        })
        .collect();
    let texture = drawing.add_grid(width, [48.0, 40.0], &texels);
    for column in 0..width {
        let [across, down] = texture.top_middle(column);
        drawing.draw_centred([across, down - 10.0], column);
    }
    for row in 0..plan.size()[1] {
        let [across, down] = texture.centre(row * width);
        drawing.draw_centred([across - 40.0, down], row);
    }
    drawing.add_paragraph(format!("The texture is {width} wide. Index {chosen}: column = {chosen} mod {width} = {x}, row = {chosen} / {width} = {y}, rounded down."));
    drawing.add_paragraph("The last texel is padding: it belongs to no element.");
    Ok(drawing)
}

const VOLUME_SHAPE: [usize; 3] = [4, 4, 4];
const MARKED_CELL: [usize; 4] = [1, 1, 2, 0];

/// Returns the indices of a cell of the volume and its six neighbours.
fn neighbour_indices(shape: Shape) -> Vec<usize> {
    let steps = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
    let step = |sign: isize| {
        steps.map(|step| {
            let along = |axis: usize| MARKED_CELL[axis].saturating_add_signed(sign * step[axis]);
            shape.index([along(0), along(1), along(2), 0])
        })
    };
    [step(-1), step(1)].concat()
}

/// Draws the texels of a texture with their elements.
fn draw_texture(drawing: &mut Drawing, plan: &Plan, which: usize, place: Option<[f64; 2]>, size: [f64; 2]) {
    let shape = plan.shape();
    let near = neighbour_indices(shape);
    let [width, height, _] = plan.size();
    let cell = |texel: usize| {
        let address = Address { texture: which, x: texel % width, y: texel / width, z: 0 };
        match plan.index(address) {
            None => BoxContent::new("", Tone::Idle),
            Some(i) if i == shape.index(MARKED_CELL) => BoxContent::new(i, Tone::Written),
            Some(i) => BoxContent::new(i, if near.contains(&i) { Tone::Read } else { Tone::Plain }),
        }
    };
    let cells: Vec<BoxContent> = (0..width * height).map(cell).collect();
    match place {
        Some(at) => drawing.draw_boxes(at, size, width, &cells),
        None => drawing.add_grid(width, size, &cells),
    };
}

/// Draws the neighbours of a cell in a volume flat by line, and in one flat 3D.
pub fn draw_flat_3d(device: &Device) -> Result<Drawing> {
    let shape = Shape::from(VOLUME_SHAPE);
    let index = shape.index(MARKED_CELL);
    let [width, height, depth] = VOLUME_SHAPE;
    let mut drawing = Drawing::new(
        "A volume in one texture",
        format!(
            "A volume of {width} x {height} x {depth} cells in one texture, in two ways. Cell {index} and its six neighbours are marked. \
             By lines, only the neighbours along x are near. As slices side by side, those along x and y are near."
        ),
    );
    drawing.explain_tone(Tone::Written, "a cell");
    drawing.explain_tone(Tone::Read, "its neighbours");
    drawing.add_paragraph(format!(
        "A volume of {width} x {height} x {depth} cells. Cell {index} needs its six neighbours."
    ));
    for (words, layout) in [
        (
            "By lines (PackedAt, here 8 wide): neighbours along x are side by side, the others are far.",
            Layout::PackedAt(8),
        ),
        ("Slices side by side (BySlice, flat 3D): neighbours along x and y are near.", Layout::BySlice),
    ] {
        drawing.add_paragraph(words);
        draw_texture(&mut drawing, device.empty_in::<f32>(layout, shape)?.plan(), 0, None, [46.0, 28.0]);
    }
    Ok(drawing)
}

/// Draws a volume with a texture for each slice.
pub fn draw_slices(device: &Device) -> Result<Drawing> {
    let shape = Shape::from(VOLUME_SHAPE);
    let stream = device.empty_in::<f32>(Layout::Slices, shape)?;
    let plan = stream.plan();
    let index = shape.index(MARKED_CELL);
    let mut drawing = Drawing::new(
        "Each slice a texture",
        format!(
            "The same volume as {} textures. To write the slice of cell {index}, a pass reads three textures: the slice itself, the one before and the one after.",
            plan.textures()
        ),
    );
    drawing.add_paragraph(format!("The volume as {} textures. A pass writes one slice. For cell {index} it reads its own slice of the step before, and the slices on both sides.", plan.textures()));
    let columns = 2;
    let size = [40.0, 28.0];
    let [width, height] = [plan.size()[0] as f64 * size[0], plan.size()[1] as f64 * size[1]];
    let left = (PICTURE_WIDTH - 2.0 * width - 40.0) / 2.0;
    let top = drawing.low;
    for slice in 0..plan.textures() {
        let at =
            [left + (slice % columns) as f64 * (width + 40.0), top + 24.0 + (slice / columns) as f64 * (height + 40.0)];
        drawing.draw_centred([at[0] + width / 2.0, at[1] - 12.0], format!("slice {slice}"));
        draw_texture(&mut drawing, plan, slice, Some(at), size);
    }
    drawing.add_space(plan.textures().div_ceil(columns) as f64 * (height + 40.0));
    Ok(drawing)
}

/// Draws one value per texel, and four.
pub fn draw_packed_texels(device: &Device) -> Result<Drawing> {
    let numbers: Vec<f32> = (1..=8).map(|i| (i * i) as f32).collect();
    let fours: Vec<[f32; 4]> = numbers.as_chunks().0.to_vec();
    let alone = device.stream(&numbers)?;
    let packed = device.stream(&fours)?;
    let [many, few] = [alone.plan().texels(), packed.plan().texels()];
    let mut drawing = Drawing::new(
        "Four numbers per texel",
        format!(
            "The same {} numbers, one per texel: {many} fragments. Four per texel, in the channels r, g, b and a: {few} fragments.",
            numbers.len()
        ),
    );
    drawing.add_paragraph(format!("One number per texel: a pass runs {many} fragments."));
    let cells: Vec<BoxContent> = alone
        .read()?
        .iter()
        .map(|number| BoxContent::new(number, Tone::Written))
        .collect();
    let above = drawing.add_row(&cells);
    drawing.add_space(40.0);
    let cells: Vec<BoxContent> = packed
        .read()?
        .concat()
        .iter()
        .map(|number| BoxContent::new(number, Tone::Written))
        .collect();
    let size = [44.0, 34.0];
    let top = drawing.low + 20.0;
    let wide = size[0] * 4.0;
    for (texel, four) in cells.chunks(4).enumerate() {
        let left = PICTURE_WIDTH / 2.0 + (texel as f64 - 1.0) * (wide + 16.0) + 8.0;
        let boxes = drawing.draw_boxes([left, top], size, 4, four);
        for (i, channel) in ["r", "g", "b", "a"].iter().enumerate() {
            let [x, y] = boxes.top_middle(i);
            drawing.draw_centred([x, y - 10.0], channel);
            drawing.draw_arrow(above.bottom_middle(texel * 4 + i), [x, y - 22.0], Tone::Plain);
        }
        drawing.draw_centred([left + wide / 2.0, top + size[1] + 14.0], format!("texel {texel}"));
    }
    drawing.low = top + size[1] + 30.0;
    drawing.add_paragraph(format!(
        "Four per texel: {few} fragments, and each reads and writes four numbers with one instruction."
    ));
    Ok(drawing)
}

/// Draws an array of structs and a struct of streams, with the bytes that a kernel reads for one field.
pub fn draw_structs(_: &Device) -> Result<Drawing> {
    let fields = ["x", "y", "vx", "vy"];
    let count = 8;
    // The unit of a memory access: 32 bytes.
    let sector = 32 / f32::FORMAT.bytes();
    let memory = |field_first: bool| -> Vec<(usize, usize)> {
        (0..count * fields.len())
            .map(|i: usize| if field_first { (i / count, i % count) } else { (i % fields.len(), i / fields.len()) })
            .collect()
    };
    let touched = |words: &[(usize, usize)]| {
        words
            .chunks(sector)
            .filter(|words| words.iter().any(|word| word.0 == 0))
            .count()
    };
    let [structs, streams] = [memory(false), memory(true)];
    let [many, few] = [touched(&structs), touched(&streams)];
    let mut drawing = Drawing::new(
        "Array of structs, struct of streams",
        format!(
            "{count} particles of four numbers. A kernel that needs x alone touches {many} sectors of memory in an array of structs and {few} in a struct of streams."
        ),
    );
    drawing.explain_tone(Tone::Read, "the x");
    drawing.explain_tone(Tone::Idle, "not fetched");
    drawing.add_paragraph(format!("{count} particles, each with x, y, vx, vy. A kernel needs x alone. A row of boxes is a sector: what memory hands out at once."));
    for (words, memory) in [
        (format!("Array of structs: the x lie in {many} sectors."), structs),
        (format!("Struct of streams: the x lie in {few} sector."), streams),
    ] {
        drawing.add_space(6.0);
        drawing.add_paragraph(words);
        let cells: Vec<BoxContent> = memory
            .chunks(sector)
            .flat_map(|words| {
                let needed = words.iter().any(|word| word.0 == 0);
                words.iter().map(move |(field, particle)| {
                    let tone = if *field == 0 {
                        Tone::Read
                    } else if needed {
                        Tone::Plain
                    } else {
                        Tone::Idle
                    };
                    BoxContent::new(format!("{}{particle}", fields[*field]), tone)
                })
            })
            .collect();
        drawing.add_grid(sector, [48.0, 28.0], &cells);
    }
    drawing.add_paragraph("Boxes without colour are fetched with their sector and not used.");
    Ok(drawing)
}
