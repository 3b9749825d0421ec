//! Prefix sums and algorithms built on them.

use super::drawing::{BoxContent, Drawing, PICTURE_MARGIN, Tone, box_contents, join_values};
use gristmill::algorithms::{compact, scan, segmented_scan, split};
use gristmill::{Device, Result, Stream, kernels};

/// The numbers in all these diagrams.
const NUMBERS: [f32; 8] = [3.0, 1.0, 7.0, 0.0, 4.0, 1.0, 6.0, 3.0];

/// Draws the rows of Hillis and Steele.
pub fn draw_scan_rows(device: &Device) -> Result<Drawing> {
    let kernel = device.kernel(&kernels::find("primitives/scan")?)?;
    let mut drawing = Drawing::new(
        "Scan: three rounds",
        format!(
            "Eight numbers, {}, become their running sums in three passes. Each pass adds the number that lies one, two, then four places to the left.",
            join_values(&NUMBERS)
        ),
    );
    let mut now = device.stream(&NUMBERS)?;
    drawing.add_paragraph("Each pass adds to every number the one that lies a stride to its left.");
    // The space next to the rows shows the operation of a pass.
    let left = PICTURE_MARGIN + 80.0;
    let row = |drawing: &mut Drawing, numbers: &[BoxContent]| {
        let boxes = drawing.draw_boxes([left, drawing.low], [38.0, 30.0], numbers.len(), numbers);
        drawing.add_space(30.0);
        boxes
    };
    drawing.draw_label([PICTURE_MARGIN, drawing.low + 15.0], "numbers");
    let mut above = row(&mut drawing, &box_contents(&NUMBERS, |_| Tone::Read));
    let mut stride = 1;
    while stride < NUMBERS.len() {
        let mut next = device.empty::<f32>(NUMBERS.len())?;
        kernel
            .call()
            .uniform("stride", stride as i32)
            .input("source", &now)
            .output("result", &mut next)
            .run()?;
        drawing.add_space(44.0);
        let sums = next.read()?;
        drawing.draw_label([PICTURE_MARGIN, drawing.low - 22.0], format!("stride {stride}"));
        let below = row(&mut drawing, &box_contents(&sums, |i| if i >= stride { Tone::Written } else { Tone::Idle }));
        for i in stride..NUMBERS.len() {
            drawing.draw_arrow(above.bottom_middle(i - stride), below.top_middle(i), Tone::Read);
        }
        above = below;
        now = next;
        stride *= 2;
    }
    drawing.add_space(8.0);
    drawing.add_paragraph(
        "After three passes each number is the sum of all up to it. Grey: nothing is to be added any more.",
    );
    Ok(drawing)
}

/// Draws both trees of the work-efficient scan.
pub fn draw_scan_trees(device: &Device) -> Result<Drawing> {
    let [up, down] = ["primitives/scan_up", "primitives/scan_down"]
        .map(|name| kernels::find(name).and_then(|kernel| device.kernel(&kernel.define("FAN", 2))));
    let up = up?;
    let down = down?;
    let mut levels: Vec<Stream<f32>> = vec![device.stream(&NUMBERS)?];
    while let Some(below) = levels.last().filter(|level| level.len() > 1) {
        let mut level = device.empty::<f32>(below.len() / 2)?;
        up.call().gather("source", below).output("result", &mut level).run()?;
        levels.push(level);
    }
    let mut drawing = Drawing::new(
        "Scan: up the tree and down again",
        format!(
            "The work-efficient scan of {}. Going up, pairs are added until one sum is left. Going down, each node learns the sum of all that comes before it.",
            join_values(&NUMBERS)
        ),
    );
    drawing.explain_tone(Tone::Active, "added: the left sibling's sum");
    drawing.add_paragraph("Up: each node is the sum of the two above it.");
    let size = [46.0, 30.0];
    let left = 26.0;
    let place = |drawing: &mut Drawing, numbers: &[f32], tone: Tone| -> Vec<[f64; 2]> {
        let wide = size[0] * (NUMBERS.len() / numbers.len()) as f64;
        let middles: Vec<f64> = (0..numbers.len()).map(|i| left + (i as f64 + 0.5) * wide).collect();
        for (middle, number) in middles.iter().zip(numbers) {
            drawing.draw_box([middle - 20.0, drawing.low], [40.0, size[1]], &BoxContent::new(number, tone));
        }
        let top = drawing.low;
        drawing.low += size[1];
        middles.into_iter().map(|middle| [middle, top]).collect()
    };
    let mut above = place(&mut drawing, &NUMBERS, Tone::Read);
    for level in levels.iter().skip(1) {
        drawing.add_space(28.0);
        let nodes = place(&mut drawing, &level.read()?, Tone::Written);
        for (child, at) in above.iter().enumerate() {
            let [x, y] = nodes[child / 2];
            let aside = if child % 2 == 0 { -8.0 } else { 8.0 };
            drawing.draw_arrow([at[0], at[1] + size[1]], [x + aside, y], Tone::Read);
        }
        above = nodes;
    }
    drawing.add_space(10.0);
    drawing.add_paragraph("Down: zero comes before everything. A left child takes what its parent has; a right child adds its left sibling's sum to that.");
    let mut before = device.empty::<f32>(1)?;
    let mut parents = place(&mut drawing, &before.read()?, Tone::Written);
    for level in levels.iter().rev().skip(1) {
        let mut result = device.empty::<f32>(level.len())?;
        down.call()
            .uniform("inclusive", 0)
            .input("source", level)
            .gather("parents", &before)
            .output("result", &mut result)
            .run()?;
        drawing.add_space(28.0);
        let nodes = place(&mut drawing, &result.read()?, Tone::Written);
        for (child, at) in nodes.iter().enumerate() {
            let [x, y] = parents[child / 2];
            let (aside, tone) = if child % 2 == 0 { (-8.0, Tone::Read) } else { (8.0, Tone::Active) };
            drawing.draw_arrow([x + aside, y + size[1]], *at, tone);
        }
        parents = nodes;
        before = result;
    }
    drawing.add_space(8.0);
    drawing.add_paragraph("The last row is the exclusive scan.");
    Ok(drawing)
}

/// Draws a sum by blocks of 2 x 2.
pub fn draw_reduction(device: &Device) -> Result<Drawing> {
    let side = 4;
    let numbers: Vec<f32> = NUMBERS.iter().chain(NUMBERS.iter().rev()).copied().collect();
    let kernel = device.kernel(&kernels::find("primitives/reduce")?)?;
    let mut now = device.stream_of([side, side], &numbers)?;
    let mut drawing = Drawing::new(
        "Reduce: a quarter per pass",
        format!(
            "{} numbers in a texture of {side} x {side} are added up. Each pass adds blocks of 2 x 2, so that a quarter is left, until one number is left.",
            numbers.len()
        ),
    );
    drawing
        .add_paragraph("Each fragment adds a block of 2 x 2. One block is blue in each row, its sum is orange below.");
    let size = [40.0, 32.0];
    let block =
        |wide: usize| move |texel: usize| if texel % wide < 2 && texel / wide < 2 { Tone::Read } else { Tone::Plain };
    drawing.add_grid(side, size, &box_contents(&numbers, block(side)));
    let mut wide = side;
    while wide > 1 {
        let mut next = device.empty::<f32>([wide / 2, wide / 2])?;
        kernel.call().gather("source", &now).output("result", &mut next).run()?;
        wide /= 2;
        drawing.add_space(6.0);
        drawing.add_paragraph(if wide > 1 {
            "After a pass a quarter is left:"
        } else {
            "After the last pass, the sum of all:"
        });
        drawing.add_grid(
            wide,
            size,
            &box_contents(&next.read()?, |texel: usize| if texel == 0 { Tone::Written } else { Tone::Plain }),
        );
        now = next;
    }
    Ok(drawing)
}

/// Returns the child that holds an element of that number, and the element's number in it.
fn choose_child(counts: &[u32; 4], number: u32) -> (usize, u32) {
    let mut child = 0;
    let mut rest = number;
    while child < 3 && rest >= counts[child] {
        rest -= counts[child];
        child += 1;
    }
    (child, rest)
}

/// Draws the counts up by fours, and the path of one index down.
pub fn draw_histopyramid(device: &Device) -> Result<Drawing> {
    let numbers: Vec<f32> = (0..64_u32)
        .map(|i| if gristmill::random::uniform(7, i, 0) < 0.35 { 1.0 } else { 0.0 })
        .collect();
    let up = kernels::find("primitives/compact_up")?;
    let first = device.kernel(&up.clone().define("FIRST", 1))?;
    let source = device.stream(&numbers)?;
    let mut low = device.empty::<[u32; 4]>(4)?;
    first.call().gather("source", &source).output("result", &mut low).run()?;
    let mut top = device.empty::<[u32; 4]>(1)?;
    device
        .kernel(&up)?
        .call()
        .gather("source", &low)
        .output("result", &mut top)
        .run()?;
    let low = low.read()?;
    let top = top.read()?[0];
    let wanted = 12;
    let total: u32 = top.iter().sum();
    let (row, rest) = choose_child(&top, wanted);
    let (group, rest) = choose_child(&low[row], rest);
    let four = &numbers[row * 16 + group * 4..][..4];
    let place = (0..4).filter(|i| four[*i] > 0.0).nth(rest as usize).unwrap_or(0);
    let mut drawing = Drawing::new(
        "A pyramid of counts",
        format!(
            "64 elements, {total} of them kept. Each texel of the lower level counts the kept in four groups of four, the texel at the top counts its four children. The kept element number {wanted} is found by going down: child {row}, then group {group}, then element {place} of that group."
        ),
    );
    drawing.explain_tone(Tone::Read, "on the way down");
    drawing.explain_tone(Tone::Active, "kept");
    drawing.explain_tone(Tone::Written, "found");
    drawing.explain_tone(Tone::Idle, "not kept");
    drawing.add_paragraph(format!("The top texel counts the kept elements below its four children: {total} in all."));
    drawing.add_grid(4, [92.0, 28.0], &box_contents(&top, |i| if i == row { Tone::Read } else { Tone::Plain }));
    for (child, counts) in low.iter().enumerate() {
        drawing.add_space(4.0);
        let way = |i: usize| child == row && i == group;
        drawing.add_grid(4, [92.0, 24.0], &box_contents(counts, |i| if way(i) { Tone::Read } else { Tone::Plain }));
        drawing.add_space(-8.0);
        let elements: Vec<BoxContent> = (0..16)
            .map(|i| {
                let kept = numbers[child * 16 + i] > 0.0;
                let found = way(i / 4) && i % 4 == place;
                let tone = if found {
                    Tone::Written
                } else if kept {
                    Tone::Active
                } else {
                    Tone::Idle
                };
                BoxContent::new(if kept { "1" } else { "" }, tone)
            })
            .collect();
        drawing.add_grid(16, [23.0, 24.0], &elements);
    }
    drawing.add_paragraph(format!("Place {wanted} of the result asks: which kept element has {wanted} before it? It passes children as long as their elements all come before: {} fetches of counts.", 2));
    Ok(drawing)
}

/// Draws the targets of the kept elements by a scan, and their writes.
pub fn draw_compaction(device: &Device) -> Result<Drawing> {
    let condition = "value > 2.0";
    let source = device.stream(&NUMBERS)?;
    let flags: Vec<u32> = NUMBERS.iter().map(|number| u32::from(*number > 2.0)).collect();
    let places = scan::exclusive(device, &device.stream(&flags)?)?.read()?;
    let kept = compact::fragment(device, &source, condition)?.read()?;
    let mut drawing = Drawing::new(
        "Compact: scan, then move",
        format!(
            "Of {} those above 2 are kept. The exclusive scan of the flags gives each its place; the result is {}.",
            join_values(&NUMBERS),
            join_values(&kept)
        ),
    );
    drawing.explain_tone(Tone::Read, "kept");
    drawing.explain_tone(Tone::Idle, "not kept");
    let tones: Vec<Tone> = flags
        .iter()
        .map(|flag| if *flag == 1 { Tone::Read } else { Tone::Idle })
        .collect();
    drawing.add_paragraph("Keep the numbers above 2:");
    drawing.add_row(&box_contents(&NUMBERS, |i| tones[i]));
    drawing.add_paragraph("A flag for each: 1 if it is kept.");
    drawing.add_row(&box_contents(&flags, |i| tones[i]));
    drawing.add_paragraph("The exclusive scan of the flags: how many are kept before it.");
    let above = drawing.add_row(&box_contents(&places, |i| tones[i]));
    drawing.add_space(44.0);
    let below = drawing.add_grid(kept.len(), [48.0, 30.0], &box_contents(&kept, |_| Tone::Written));
    for i in (0..NUMBERS.len()).filter(|i| flags[*i] == 1) {
        drawing.draw_arrow(above.bottom_middle(i), below.top_middle(places[i] as usize), Tone::Read);
    }
    drawing.add_paragraph("Each kept number goes to the place that the scan names. A compute kernel writes it there; a fragment at a place searches the scan for the number that belongs to it.");
    Ok(drawing)
}

/// Draws a split: the zeros first, then the ones, both in order.
pub fn draw_partition(device: &Device) -> Result<Drawing> {
    let words = NUMBERS.map(|number| number as u32);
    let ones: Vec<u32> = words.iter().map(|word| word & 1).collect();
    let zeros: Vec<u32> = ones.iter().map(|one| 1 - one).collect();
    let before = scan::exclusive(device, &device.stream(&zeros)?)?.read()?;
    let parts = split::by_bit(device, &device.stream(&words)?, 0)?;
    let elements = parts.elements.read()?;
    let count = parts.count.read()?[0];
    let places: Vec<u32> = (0..words.len())
        .map(|i| if ones[i] == 0 { before[i] } else { count + i as u32 - before[i] })
        .collect();
    let mut drawing = Drawing::new(
        "Split by one bit",
        format!(
            "{words:?} by the lowest bit: the even numbers first, then the odd, both in their order: {elements:?}."
        ),
    );
    drawing.explain_tone(Tone::Read, "the lowest bit is 0");
    drawing.explain_tone(Tone::Active, "it is 1");
    let tones: Vec<Tone> = ones
        .iter()
        .map(|one| if *one == 0 { Tone::Read } else { Tone::Active })
        .collect();
    drawing.add_paragraph("Eight numbers, by their lowest bit:");
    drawing.add_row(&box_contents(&words, |i| tones[i]));
    drawing.add_paragraph("How many zeros stand before it:");
    drawing.add_row(&box_contents(&before, |i| tones[i]));
    drawing.add_paragraph(format!(
        "Its place. For a zero: the number above. For a one: {count} zeros, and the ones before it."
    ));
    let above = drawing.add_row(&box_contents(&places, |i| tones[i]));
    drawing.add_space(48.0);
    let below =
        drawing.add_row(&box_contents(&elements, |i| if (i as u32) < count { Tone::Read } else { Tone::Active }));
    for (i, place) in places.iter().enumerate() {
        drawing.draw_arrow(above.bottom_middle(i), below.top_middle(*place as usize), tones[i]);
    }
    drawing.add_paragraph("A radix sort does this for each bit, the lowest first.");
    Ok(drawing)
}

/// Draws sums that restart at each head.
pub fn draw_segmented_scan(device: &Device) -> Result<Drawing> {
    let heads = [1_u32, 0, 0, 1, 0, 1, 0, 0];
    let source = device.stream(&NUMBERS)?;
    let sums = segmented_scan::segmented_scan(device, &source, &device.stream(&heads)?)?.read()?;
    let plain = scan::scan(device, &source)?.read()?;
    let segment: Vec<u32> = scan::reference(&heads);
    let mut drawing = Drawing::new(
        "Segmented scan",
        format!(
            "{} in three segments. The sums begin again at each head: {}.",
            join_values(&NUMBERS),
            join_values(&sums)
        ),
    );
    drawing.explain_tone(Tone::Read, "odd segments");
    drawing.explain_tone(Tone::Active, "even ones");
    drawing.explain_tone(Tone::Idle, "plain scan");
    let tones: Vec<Tone> = segment
        .iter()
        .map(|at| if at % 2 == 1 { Tone::Read } else { Tone::Active })
        .collect();
    drawing.add_paragraph("Heads: 1 where a segment begins.");
    drawing.add_row(&box_contents(&heads, |i| tones[i]));
    drawing.add_paragraph("The numbers, in three segments:");
    drawing.add_row(&box_contents(&NUMBERS, |i| tones[i]));
    drawing.add_paragraph("Sums that begin again at each head:");
    drawing.add_row(&box_contents(&sums, |_| Tone::Written));
    drawing.add_paragraph("Beside it the plain scan, which runs on:");
    drawing.add_row(&box_contents(&plain, |_| Tone::Idle));
    Ok(drawing)
}

/// Draws tiles that publish their sums, and one that looks back.
pub fn draw_look_back(_: &Device) -> Result<Drawing> {
    let tiles: Vec<u32> = vec![5, 9, 4, 7, 3, 8];
    let sums = scan::reference(&tiles);
    // A moment of a run: the first two tiles know the sum of all before them, the last one only its own.
    let whole = 2;
    let looking = 4;
    let mut drawing = Drawing::new(
        "Looking back",
        format!(
            "Six tiles with the totals {tiles:?}. Tile {looking} adds the totals of the tiles before it, from the right to the left, until it meets one that has published the sum of everything up to its end."
        ),
    );
    drawing.explain_tone(Tone::Written, "sum of all up to its end");
    drawing.explain_tone(Tone::Active, "total of the tile alone");
    drawing.explain_tone(Tone::Idle, "nothing yet");
    drawing.add_paragraph("Each group adds up its tile. The totals:");
    drawing.add_grid(6, [62.0, 30.0], &box_contents(&tiles, |_| Tone::Read));
    drawing.add_paragraph("What each has published at this moment:");
    let published: Vec<BoxContent> = (0..tiles.len())
        .map(|i| match i {
            _ if i < whole => BoxContent::new(sums[i], Tone::Written),
            _ if i <= looking => BoxContent::new(tiles[i], Tone::Active),
            _ => BoxContent::new("-", Tone::Idle),
        })
        .collect();
    drawing.add_space(48.0);
    let boxes = drawing.add_grid(6, [62.0, 30.0], &published);
    for i in (whole - 1..looking).rev() {
        drawing.draw_arc(
            [boxes.top_middle(looking)[0] - 6.0, boxes.top_middle(looking)[1]],
            boxes.top_middle(i),
            10.0 + 6.0 * (looking - i) as f64,
            Tone::Read,
        );
    }
    let steps: Vec<String> = (whole - 1..looking)
        .rev()
        .map(|i| if i < whole { sums[i] } else { tiles[i] }.to_string())
        .collect();
    let before = sums[looking] - tiles[looking];
    drawing.add_paragraph(format!(
        "Tile {looking} looks back: {} = {before}. It stops at the orange one, and publishes {before} + {} = {}.",
        steps.join(" + "),
        tiles[looking],
        sums[looking]
    ));
    Ok(drawing)
}
