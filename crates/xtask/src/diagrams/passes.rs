//! The graphics pipeline, and passes that alternate between two textures.

use super::drawing::{BoxContent, Drawing, PICTURE_MARGIN, PICTURE_WIDTH, Position, Tone, box_contents};
use gristmill::algorithms::life;
use gristmill::{Device, KernelSource, Layout, Result, Topology};

const POSITION_KERNEL: &str = "#version 330 core
in vec2 corner;
void main() { gl_Position = vec4(corner, 0.0, 1.0); }";
const CONSTANT_KERNEL: &str = "#version 330 core
out float result;
void main() { result = 1.0; }";

/// Draws a box as wide as its text, centred in a column.
fn draw_station(drawing: &mut Drawing, middle: f64, wide: f64, words: &str, tone: Tone) -> [Position; 2] {
    let high = 34.0;
    drawing.draw_box([middle - wide / 2.0, drawing.low], [wide, high], &BoxContent::new("", tone));
    drawing.draw_centred([middle, drawing.low + high / 2.0], words);
    let top = drawing.low;
    drawing.low += high;
    [[middle, top], [middle, top + high]]
}

/// Draws the pipeline of 2005 with one triangle in it.
pub fn draw_pipeline(device: &Device) -> Result<Drawing> {
    let size = [10_usize, 6];
    let corners = [[0.8_f32, 0.6], [9.4, 2.2], [3.2, 5.7]];
    let vertices = device.stream_in(
        Layout::Linear,
        corners.len(),
        &corners.map(|[x, y]: [f32; 2]| [x / size[0] as f32 * 2.0 - 1.0, y / size[1] as f32 * 2.0 - 1.0]),
    )?;
    let mut target = device.empty::<f32>(size)?;
    device
        .kernel(&KernelSource::new("triangle").vertex(POSITION_KERNEL).fragment(CONSTANT_KERNEL))?
        .call()
        .vertex_stream("corner", &vertices)
        .output("result", &mut target)
        .vertices(Topology::Triangles, corners.len())
        .run()?;
    let covered = target.read()?;
    let fragments = covered.iter().filter(|texel| **texel > 0.0).count();
    let mut drawing = Drawing::new(
        "The pipeline of 2005",
        format!(
            "Three vertices go through the vertex kernel. The rasteriser makes {fragments} fragments of their triangle. The fragment kernel runs once for each, may read textures anywhere, and its result lands in the target at the fragment's own texel. The target can be a texture of the next pass."
        ),
    );
    drawing.explain_tone(Tone::Idle, "not covered");
    let middle = 150.0;
    let mut from = draw_station(&mut drawing, middle, 200.0, "3 vertices", Tone::Read)[1];
    let mut next = |drawing: &mut Drawing, words: &str, tone: Tone| {
        drawing.add_space(20.0);
        let [top, bottom] = draw_station(drawing, middle, 200.0, words, tone);
        drawing.draw_arrow(from, top, Tone::Plain);
        from = bottom;
        top
    };
    next(&mut drawing, "vertex kernel: where?", Tone::Active);
    next(&mut drawing, "rasteriser: which texels?", Tone::Plain);
    drawing.add_space(34.0);
    let side = 26.0;
    let left = middle - size[0] as f64 * side / 2.0;
    let grid = [left, drawing.low];
    let texel = |i: usize| if covered[i] > 0.0 { Tone::Active } else { Tone::Idle };
    drawing.draw_boxes(
        grid,
        [side, side],
        size[0],
        &(0..covered.len()).map(|i| BoxContent::new("", texel(i))).collect::<Vec<_>>(),
    );
    let places = corners.map(|[x, y]| [grid[0] + f64::from(x) * side, grid[1] + f64::from(y) * side]);
    for i in 0..3 {
        drawing.draw_line(places[i], places[(i + 1) % 3], Tone::Plain);
    }
    let down = drawing.low;
    drawing.draw_arrow([middle, down - 34.0], [middle, down], Tone::Plain);
    drawing.draw_label([left + size[0] as f64 * side + 8.0, down + 60.0], "one fragment");
    drawing.draw_label([left + size[0] as f64 * side + 8.0, down + 79.0], "for each texel");
    drawing.draw_label([left + size[0] as f64 * side + 8.0, down + 98.0], format!("inside: {fragments}"));
    drawing.low += size[1] as f64 * side;
    let mut from = [middle, drawing.low];
    let mut textures = drawing.low;
    for (words, tone) in [
        ("fragment kernel: which value?", Tone::Active),
        ("depth, stencil, blending", Tone::Plain),
        ("target: a texture", Tone::Written),
    ] {
        drawing.add_space(20.0);
        let [top, bottom] = draw_station(&mut drawing, middle, 236.0, words, tone);
        drawing.draw_arrow(from, top, Tone::Plain);
        if words.starts_with("fragment") {
            let at = top[1];
            textures = at + 34.0;
            drawing.draw_box(
                [PICTURE_WIDTH - PICTURE_MARGIN - 100.0, at],
                [100.0, 34.0],
                &BoxContent::new("", Tone::Read),
            );
            drawing.draw_centred([PICTURE_WIDTH - PICTURE_MARGIN - 50.0, at + 17.0], "textures");
            drawing.draw_arrow(
                [PICTURE_WIDTH - PICTURE_MARGIN - 100.0, at + 17.0],
                [middle + 118.0, at + 17.0],
                Tone::Read,
            );
        }
        from = bottom;
        if words.starts_with("target") {
            let [x, y] = [PICTURE_WIDTH - PICTURE_MARGIN - 50.0, top[1] + 17.0];
            drawing.draw_line([middle + 118.0, y], [x, y], Tone::Written);
            drawing.draw_arrow([x, y], [x, textures], Tone::Written);
        }
    }
    drawing.add_space(8.0);
    drawing.add_paragraph("To compute, draw a triangle over the whole target: then there is a fragment for each texel. The target of one pass is a texture of the next.");
    Ok(drawing)
}

/// Draws the readers and writers of the four types of stream.
pub fn draw_stream_types(_: &Device) -> Result<Drawing> {
    let mut drawing = Drawing::new(
        "The four stream types",
        "The vertex kernel reads the vertex stream in order. The rasteriser turns its results into the fragment stream, which the fragment kernel reads in order. It reads the texture stream anywhere and writes the frame-buffer stream in order. A frame buffer becomes a texture stream or a vertex stream for the next pass.",
    );
    drawing.add_paragraph("Straight arrows: in order, one's own element. The wide fan: anywhere.");
    let middle = 130.0;
    let names = ["vertex stream", "vertex kernel", "fragment stream", "fragment kernel", "frame-buffer stream"];
    let mut from: Option<Position> = None;
    let mut places = Vec::new();
    for (i, name) in names.iter().enumerate() {
        let kernel = i % 2 == 1;
        drawing.add_space(if i == 0 { 0.0 } else { 34.0 });
        let tone = match i {
            _ if kernel => Tone::Active,
            4 => Tone::Written,
            _ => Tone::Read,
        };
        let [top, bottom] = draw_station(&mut drawing, middle, 180.0, name, tone);
        if let Some([_, y]) = from {
            for aside in [-50.0, 0.0, 50.0] {
                drawing.draw_arrow(
                    [middle + aside, y],
                    [middle + aside, top[1]],
                    if kernel { Tone::Read } else { Tone::Written },
                );
            }
        }
        places.push(top[1] + 17.0);
        from = Some(bottom);
    }
    let x = 340.0;
    drawing.draw_box([x - 62.0, places[3] - 50.0], [124.0, 100.0], &BoxContent::new("", Tone::Read));
    drawing.draw_centred([x, places[3]], "texture stream");
    for aside in [-40.0, -14.0, 14.0, 40.0] {
        drawing.draw_arrow([x - 62.0, places[3] + aside], [middle + 90.0, places[3] + aside / 5.0], Tone::Read);
    }
    drawing.draw_line([middle + 90.0, places[4]], [x, places[4]], Tone::Written);
    drawing.draw_arrow([x, places[4]], [x, places[3] + 50.0], Tone::Written);
    drawing.draw_line([x, places[4]], [PICTURE_WIDTH - 10.0, places[4]], Tone::Written);
    drawing.draw_line([PICTURE_WIDTH - 10.0, places[4]], [PICTURE_WIDTH - 10.0, places[0]], Tone::Written);
    drawing.draw_arrow([PICTURE_WIDTH - 10.0, places[0]], [middle + 90.0, places[0]], Tone::Written);
    drawing.add_space(10.0);
    drawing.add_paragraph("The written frame buffer comes back as a texture, or (copied) as vertices, for the next pass. Nothing writes anywhere.");
    Ok(drawing)
}

/// The shape of a small board.
const BOARD_SHAPE: [usize; 2] = [6, 6];

fn life_board(living: &[usize]) -> Vec<u32> {
    (0..BOARD_SHAPE[0] * BOARD_SHAPE[1])
        .map(|i| u32::from(living.contains(&i)))
        .collect()
}

fn board_boxes(states: &[u32], alive: Tone) -> Vec<BoxContent> {
    states
        .iter()
        .map(|state| BoxContent::new("", if *state == 1 { alive } else { Tone::Plain }))
        .collect()
}

/// Draws two textures that alternate.
pub fn draw_ping_pong(device: &Device) -> Result<Drawing> {
    let passes = 3;
    let start = device.stream_of(BOARD_SHAPE, &life_board(&[8, 15, 19, 20, 21]))?;
    let mut drawing = Drawing::new(
        "Ping-pong",
        format!(
            "Two textures A and B over {passes} passes of the Game of Life. Pass 1 reads A and writes B, pass 2 reads B and writes A, pass 3 reads A and writes B."
        ),
    );
    drawing.add_paragraph("The same two textures, pass by pass. Look at the arrow: it turns round.");
    let side = 20.0;
    let wide = side * BOARD_SHAPE[0] as f64;
    let left = [40.0, PICTURE_WIDTH - 40.0 - wide];
    for (place, name) in left.iter().zip(["texture A", "texture B"]) {
        drawing.draw_centred([place + wide / 2.0, drawing.low + 8.0], name);
    }
    drawing.add_space(22.0);
    for pass in 0..passes {
        let [before, after] =
            [life::life(device, &start, pass)?.read()?, life::life(device, &start, pass + 1)?.read()?];
        let top = drawing.low;
        let source = left[pass % 2];
        let target = left[1 - pass % 2];
        drawing.draw_boxes([source, top], [side, side], BOARD_SHAPE[0], &board_boxes(&before, Tone::Read));
        drawing.draw_boxes([target, top], [side, side], BOARD_SHAPE[0], &board_boxes(&after, Tone::Written));
        let middle = top + wide / 2.0;
        let ends =
            if source < target { [source + wide + 8.0, target - 8.0] } else { [source - 8.0, target + wide + 8.0] };
        drawing.draw_arrow([ends[0], middle], [ends[1], middle], Tone::Active);
        drawing.draw_centred([PICTURE_WIDTH / 2.0, middle - 16.0], format!("pass {}", pass + 1));
        drawing.low = top + wide + 16.0;
    }
    drawing.add_paragraph("A pass never writes what it reads. Nothing is copied: the host swaps the names.");
    Ok(drawing)
}

fn describe_state(state: u32) -> &'static str {
    if state == 1 { "lives" } else { "is dead" }
}

/// Draws the eight neighbours of a cell at the corner of a torus.
pub fn draw_life_neighbours(device: &Device) -> Result<Drawing> {
    let [width, height] = BOARD_SHAPE;
    let chosen = [0, 4];
    let states = life_board(&[6, 13, 18, 19, 23]);
    let after = life::life(device, &device.stream_of(BOARD_SHAPE, &states)?, 1)?.read()?;
    let steps = [width - 1, 0, 1].into_iter().flat_map(|x| [height - 1, 0, 1].map(|y| [x, y]));
    let near: Vec<usize> = steps
        .filter(|step| *step != [0, 0])
        .map(|[x, y]| (chosen[0] + x) % width + (chosen[1] + y) % height * width)
        .collect();
    let cell = chosen[0] + chosen[1] * width;
    let alive = near.iter().filter(|i| states[**i] == 1).count();
    let mut drawing = Drawing::new(
        "The neighbours of a cell",
        format!(
            "A board of {width} x {height} cells. The cell at column {}, row {} has eight neighbours; three of them are behind the edge, at the other side. {alive} of them live. The cell {}, and then {}.",
            chosen[0],
            chosen[1],
            describe_state(states[cell]),
            describe_state(after[cell])
        ),
    );
    drawing.explain_tone(Tone::Active, "the cell");
    drawing.explain_tone(Tone::Read, "its neighbours");
    drawing.add_paragraph(
        "1: a living cell. The board is a torus: the neighbours behind the left edge are at the right one.",
    );
    drawing.add_grid(
        width,
        [36.0, 36.0],
        &box_contents(&states, |i| {
            if i == cell {
                Tone::Active
            } else if near.contains(&i) {
                Tone::Read
            } else {
                Tone::Plain
            }
        }),
    );
    drawing.add_paragraph(format!(
        "{alive} of the eight neighbours live. The cell {} now; after the pass it {}:",
        describe_state(states[cell]),
        describe_state(after[cell])
    ));
    drawing.add_grid(
        width,
        [36.0, 36.0],
        &box_contents(&after, |i| if i == cell { Tone::Written } else { Tone::Plain }),
    );
    Ok(drawing)
}

/// Draws thirty-two cells in a word, and their sums at once.
pub fn draw_packed_life(device: &Device) -> Result<Drawing> {
    let columns = 32;
    let states: Vec<u32> = (0..columns as u32 * 3)
        .map(|i| u32::from(gristmill::random::uniform(3, i, 0) < 0.4))
        .collect();
    let words = life::packed(&states, columns);
    let after = life::fragment_packed(device, &device.stream_of([1, 3], &words)?, columns, 1)?.read()?;
    let next = life::unpacked(&after, columns);
    let mut drawing = Drawing::new(
        "Thirty-two cells in a word",
        format!(
            "Three rows of {columns} cells are the words {}. The middle row of the next generation is {:#010x}.",
            words.iter().map(|word| format!("{word:#010x}")).collect::<Vec<_>>().join(", "),
            after[1]
        ),
    );
    drawing.explain_tone(Tone::Read, "living");
    drawing.explain_tone(Tone::Written, "living in the next generation");
    let side = (PICTURE_WIDTH - 2.0 * PICTURE_MARGIN) / columns as f64;
    drawing.add_paragraph("Three rows of 32 cells. Each row is one word, the first cell its lowest bit:");
    for (row, word) in states.chunks(columns).zip(&words) {
        let row: Vec<BoxContent> = row
            .iter()
            .map(|cell| BoxContent::new("", if *cell == 1 { Tone::Read } else { Tone::Plain }))
            .collect();
        drawing.add_grid(columns, [side, 18.0], &row);
        drawing.add_space(-6.0);
        drawing.add_paragraph(format!("{word:#010x}"));
    }
    drawing.add_paragraph("A word shifted by one bit lays each cell on its neighbour. Adders of and, or, xor count the eight neighbours of all 32 cells at once:");
    let row: Vec<BoxContent> = next[columns..2 * columns]
        .iter()
        .map(|cell| BoxContent::new("", if *cell == 1 { Tone::Written } else { Tone::Plain }))
        .collect();
    drawing.add_grid(columns, [side, 18.0], &row);
    drawing.add_space(-6.0);
    drawing.add_paragraph(format!("The middle row after the pass: {:#010x}", after[1]));
    Ok(drawing)
}
