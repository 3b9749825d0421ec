//! Sorting, searching, and writing to computed addresses.

use super::drawing::{BoxContent, BoxGrid, Drawing, PICTURE_WIDTH, Tone, box_contents, join_values};
use gristmill::algorithms::{gather, histogram, scan, scatter, scatter_add, sort, split};
use gristmill::{Device, Pointer, Result, kernels};

const KEYS: [u32; 8] = [9, 4, 14, 1, 6, 11, 2, 7];

/// Returns the index that is compared with this one in a step of the bitonic network.
fn bitonic_partner(i: usize, block: usize, stride: usize) -> usize {
    if 2 * stride == block { i ^ (block - 1) } else { i ^ stride }
}

/// Draws the comparators of a step below a row, overlapping ones below each other; returns the lowest position.
fn draw_comparators(
    drawing: &mut Drawing,
    above: BoxGrid,
    pairs: &[(usize, usize)],
    swaps: impl Fn(usize) -> bool,
) -> f64 {
    let mut ends: Vec<usize> = Vec::new();
    for (one, other) in pairs {
        let level = ends.iter().position(|end| end < one).unwrap_or(ends.len());
        match ends.get_mut(level) {
            Some(end) => *end = *other,
            None => ends.push(*other),
        }
        let down = above.bottom_middle(0)[1] + 8.0 + 8.0 * level as f64;
        let [left, right] = [above.bottom_middle(*one), above.bottom_middle(*other)];
        let tone = if swaps(*one) { Tone::Written } else { Tone::Idle };
        drawing.draw_line(left, [left[0], down], tone);
        drawing.draw_line([left[0], down], [right[0], down], tone);
        drawing.draw_line([right[0], down], right, tone);
    }
    8.0 + 8.0 * ends.len() as f64
}

/// Draws the bitonic network of eight, step by step.
pub fn draw_bitonic_sort(device: &Device) -> Result<Drawing> {
    let kernel = device.kernel(&kernels::find("primitives/sort")?)?;
    let pairs: Vec<[u32; 2]> = KEYS.iter().zip(0..).map(|(key, i)| [*key, i]).collect();
    let mut now = device.stream(&pairs)?;
    let mut drawing = Drawing::new(
        "The bitonic network",
        format!(
            "{KEYS:?} are sorted in six steps. In each step every element is compared with a partner, and the two change places where the greater is on the left. Stretches of two, then four, then eight are sorted."
        ),
    );
    drawing.explain_tone(Tone::Written, "swapped, and sorted");
    drawing.explain_tone(Tone::Idle, "compared, left as it is");
    drawing.add_paragraph("Each bracket compares two numbers: the lesser goes to the left.");
    let mut block = 2;
    let mut keys = KEYS.to_vec();
    while block <= KEYS.len() {
        let mut stride = block / 2;
        while stride > 0 {
            let above = drawing.add_row(&box_contents(&keys, |_| Tone::Plain));
            let mut next = device.empty::<[u32; 2]>(KEYS.len())?;
            kernel
                .call()
                .uniform("block", block as i32)
                .uniform("stride", stride as i32)
                .input("source", &now)
                .output("result", &mut next)
                .run()?;
            let after: Vec<u32> = next.read()?.iter().map(|pair| pair[0]).collect();
            let compared: Vec<(usize, usize)> = (0..KEYS.len())
                .map(|i| (i, bitonic_partner(i, block, stride)))
                .filter(|(i, other)| i < other)
                .collect();
            let low = draw_comparators(&mut drawing, above, &compared, |i| keys[i] != after[i]);
            drawing.add_space(low - 4.0);
            (keys, now) = (after, next);
            stride /= 2;
        }
        drawing.add_paragraph(format!("Now each stretch of {block} is sorted:"));
        block *= 2;
    }
    drawing.add_row(&box_contents(&keys, |_| Tone::Written));
    Ok(drawing)
}

/// Draws a sort by two digits of two bits, the lower first.
pub fn draw_radix_sort(device: &Device) -> Result<Drawing> {
    let wanted = sort::reference(&KEYS, &KEYS).0;
    let mut drawing = Drawing::new(
        "Radix sort: digit by digit",
        format!(
            "{KEYS:?} are written in base four, two digits each. They are parted by the lower digit, then by the higher, always keeping their order: {wanted:?}."
        ),
    );
    drawing.add_paragraph("Eight numbers, and below each its two digits in base four.");
    let mut keys = KEYS.to_vec();
    let show = |drawing: &mut Drawing, keys: &[u32], tone: Tone| {
        let above = drawing.add_row(&box_contents(keys, |_| tone));
        drawing.add_space(-8.0);
        let digits: Vec<String> = keys.iter().map(|key| format!("{}{}", key / 4, key % 4)).collect();
        let below = drawing.add_row(&box_contents(&digits, |_| Tone::Plain));
        (above, below)
    };
    let mut said = Vec::new();
    let (_, mut above) = show(&mut drawing, &keys, Tone::Read);
    for digit in 0..2 {
        let mut next = device.stream(&keys)?;
        for bit in [2 * digit, 2 * digit + 1] {
            next = split::by_bit(device, &next, bit)?.elements;
        }
        let counts: Vec<u32> = (0..4)
            .map(|value| keys.iter().filter(|key| (**key >> (2 * digit)) & 3 == value).count() as u32)
            .collect();
        let starts = scan::exclusive(device, &device.stream(&counts)?)?.read()?;
        let after = next.read()?;
        drawing.add_space(52.0);
        let (top, below) = show(&mut drawing, &after, Tone::Written);
        for (i, key) in keys.iter().enumerate() {
            let to = after.iter().position(|other| other == key).unwrap_or(i);
            drawing.draw_arrow(above.bottom_middle(i), top.top_middle(to), Tone::Read);
        }
        let name = if digit == 0 { "last" } else { "first" };
        said.push(format!("By the {name} digit: {counts:?} numbers have the digits 0, 1, 2, 3. By the scan of these counts they begin at {starts:?}."));
        (keys, above) = (after, below);
    }
    for words in said {
        drawing.add_paragraph(words);
    }
    drawing.add_paragraph(if keys == wanted {
        "Numbers with the same digit keep their order; so now all are sorted."
    } else {
        "Not sorted."
    });
    Ok(drawing)
}

/// Draws one search of four steps, and four keys at once.
pub fn draw_binary_search(device: &Device) -> Result<Drawing> {
    let sorted: Vec<u32> = (0..15).map(|i| 3 * i + i * i / 4).collect();
    let keys = [20_u32, 5, 61, 33];
    let kernel = device.kernel(&kernels::find("primitives/search_step")?.define("SAMPLER", "usampler2D"))?;
    let elements = device.stream(&sorted)?;
    let wanted = device.stream(&keys)?;
    let mut below = device.empty::<u32>(keys.len())?;
    let mut drawing = Drawing::new(
        "Many searches at once",
        format!(
            "Each of the keys {keys:?} is searched in {} sorted numbers by four steps. Every step halves what is left, and all keys take the same steps.",
            sorted.len()
        ),
    );
    drawing.explain_tone(Tone::Read, "compared");
    drawing.explain_tone(Tone::Idle, "ruled out");
    drawing.explain_tone(Tone::Written, "found");
    drawing.add_paragraph(format!(
        "{} sorted numbers. The key {} is compared with one number per step; the rest is ruled out by and by.",
        sorted.len(),
        keys[0]
    ));
    drawing.add_row(&box_contents(&sorted, |_| Tone::Plain));
    let mut low = 0;
    let mut high = sorted.len();
    let mut stride = 8;
    let mut rows = Vec::new();
    while stride > 0 {
        let mut next = device.empty::<u32>(keys.len())?;
        kernel
            .call()
            .uniform("stride", stride)
            .gather("sorted", &elements)
            .input("keys", &wanted)
            .input("below", &below)
            .output("result", &mut next)
            .run()?;
        let counts = next.read()?;
        let probe = low + stride as usize - 1;
        let left = low..high;
        drawing.add_row(&box_contents(&sorted, |i| {
            if i == probe {
                Tone::Read
            } else if left.contains(&i) {
                Tone::Plain
            } else {
                Tone::Idle
            }
        }));
        drawing.add_space(-4.0);
        if counts[0] as usize > low {
            low = counts[0] as usize
        } else {
            high = probe
        }
        rows.push((stride, counts));
        below = next;
        stride /= 2;
    }
    drawing.add_paragraph("All keys step together. How many numbers are known to be less than each key:");
    drawing.add_row(&box_contents(&keys, |_| Tone::Read));
    for (stride, counts) in rows {
        drawing.add_space(-4.0);
        let top = drawing.low;
        drawing.add_row(&box_contents(&counts, |_| if stride == 1 { Tone::Written } else { Tone::Plain }));
        drawing.draw_label([PICTURE_WIDTH - 108.0, top + 15.0], format!("step of {stride}"));
    }
    Ok(drawing)
}

/// Draws four points, and the slots of one cell that accept one each.
pub fn draw_stencil_routing(device: &Device) -> Result<Drawing> {
    // All points go to the same cell; points are drawn the last element first.
    let count = scatter::SLOTS;
    let places = vec![Pointer::to(0); count];
    let mut drawing = Drawing::new(
        "Stencil routing",
        format!(
            "{count} points are drawn over one cell of {count} texels. Each texel's stencil counts down to 0, at which it is open. Every point covers all texels, passes the stencil test in the open one alone, and takes each texel one step further."
        ),
    );
    drawing.explain_tone(Tone::Active, "open");
    drawing.explain_tone(Tone::Idle, "full, or empty");
    drawing.explain_tone(Tone::Written, "the new one");
    drawing.add_paragraph("A cell of 2 x 2 texels has room for four elements. Each point covers the whole cell; the stencil lets it into one texel, the one that is open.");
    let size = [58.0, 40.0];
    let mut states: Vec<i32> = (0..count as i32).collect();
    let left = [70.0, 234.0];
    let top = drawing.low + 12.0;
    drawing.draw_centred([left[0] + size[0], top], "stencil");
    drawing.draw_centred([left[1] + size[0], top], "target");
    drawing.add_space(28.0);
    for drawn in 0..=count {
        let newest = (drawn > 0).then(|| count - drawn);
        let lists = scatter::route(device, &device.stream(&places[..drawn])?, 1)?.read()?;
        // Routes number the last elements from 0; the first one drawn has the highest number.
        let list: Vec<usize> = lists[0].iter().map(|i| count - drawn + i).collect();
        let stencil: Vec<BoxContent> = states
            .iter()
            .map(|state| match state {
                0 => BoxContent::new("open", Tone::Active),
                state if *state < 0 => BoxContent::new("full", Tone::Idle),
                state => BoxContent::new(state, Tone::Plain),
            })
            .collect();
        let target: Vec<BoxContent> = (0..count)
            .map(|slot| match list.get(slot) {
                Some(i) if Some(*i) == newest => BoxContent::new(format!("no. {i}"), Tone::Written),
                Some(i) => BoxContent::new(format!("no. {i}"), Tone::Plain),
                None => BoxContent::new("", Tone::Idle),
            })
            .collect();
        let words = newest.map_or("Before the first point.".to_string(), |i| {
            format!("The point of element {i} is drawn: it lands in the texel that was open.")
        });
        drawing.add_paragraph(words);
        let at = drawing.low;
        drawing.draw_boxes([left[0], at], size, 2, &stencil);
        drawing.draw_boxes([left[1], at], size, 2, &target);
        drawing.draw_arrow([left[0] + 2.0 * size[0] + 8.0, at + size[1]], [left[1] - 8.0, at + size[1]], Tone::Plain);
        drawing.low = at + 2.0 * size[1] + 10.0;
        states.iter_mut().for_each(|state| *state -= 1);
    }
    Ok(drawing)
}

/// Draws scatter and gather of the same permutation.
pub fn draw_scatter_and_gather(device: &Device) -> Result<Drawing> {
    let places = [3_usize, 6, 0, 5, 1, 7, 2, 4];
    let count = places.len();
    let source = device.stream(&KEYS)?;
    let pushed = scatter::scatter(device, &source, &device.stream(&places.map(Pointer::to))?, count)?.read()?;
    let mut from = [0; 8];
    for (i, place) in places.iter().enumerate() {
        from[*place] = i;
    }
    let pulled = gather::gather(device, &source, &device.stream(&from.map(Pointer::to))?)?.read()?;
    let mut drawing = Drawing::new(
        "Push and pull",
        format!(
            "{KEYS:?} are moved to new places in two ways. Scatter: each element knows where it goes. Gather: each place knows where its element comes from. Both give {pushed:?}."
        ),
    );
    drawing.explain_tone(Tone::Active, "who has the address");
    drawing.add_paragraph("Scatter (push): each element knows its place and writes there. A fragment cannot; a vertex, drawn as a point, can.");
    drawing.add_row(&box_contents(&places, |_| Tone::Plain));
    drawing.add_space(-8.0);
    let above = drawing.add_row(&box_contents(&KEYS, |_| Tone::Active));
    drawing.add_space(50.0);
    let below = drawing.add_row(&box_contents(&pushed, |_| Tone::Written));
    for (i, place) in places.iter().enumerate() {
        drawing.draw_arrow(above.bottom_middle(i), below.top_middle(*place), Tone::Written);
    }
    drawing.add_space(8.0);
    drawing.add_paragraph("Gather (pull): each place knows its element and reads it there. Every fragment can.");
    let above = drawing.add_row(&box_contents(&KEYS, |_| Tone::Read));
    drawing.add_space(50.0);
    let below = drawing.add_row(&box_contents(&pulled, |_| Tone::Active));
    drawing.add_space(-8.0);
    drawing.add_row(&box_contents(&from, |_| Tone::Plain));
    for (place, i) in from.iter().enumerate() {
        drawing.draw_arrow(above.bottom_middle(*i), below.top_middle(place), Tone::Read);
    }
    drawing.add_paragraph("Boxes without colour hold the addresses.");
    Ok(drawing)
}

/// Draws one histogram for all, and a copy for each of two groups.
pub fn draw_histogram_copies(device: &Device) -> Result<Drawing> {
    let bins = 4;
    let values: Vec<f32> = KEYS.iter().chain(&[3, 12, 5, 0]).map(|key| *key as f32 / 16.0).collect();
    let counted = |values: &[f32]| histogram::histogram(device, &device.stream(values)?, bins)?.read();
    let whole = counted(&values)?;
    let bin = |value: &f32| (value * bins as f32) as usize;
    let of: Vec<usize> = values.iter().map(bin).collect();
    let mut drawing = Drawing::new(
        "A histogram of one's own",
        format!(
            "{} elements in {bins} bins. Each half is counted in a copy of its own, and the copies are added up: {whole:?}.",
            values.len()
        ),
    );
    drawing.explain_tone(Tone::Active, "copies");
    drawing.explain_tone(Tone::Written, "the histogram");
    drawing.add_paragraph("Each box is an element; its number is its bin. All would queue for four words of memory. Instead each group counts its half in a copy of its own, in shared memory:");
    let all = drawing.add_row(&box_contents(&of, |_| Tone::Read));
    drawing.add_space(40.0);
    let size = [42.0, 32.0];
    let top = drawing.low;
    let mut copies = Vec::new();
    for (group, half) in values.chunks(values.len() / 2).enumerate() {
        let left = PICTURE_WIDTH / 2.0 + (group as f64 - 1.0) * 194.0 + 13.0;
        let boxes = drawing.draw_boxes([left, top], size, bins, &box_contents(&counted(half)?, |_| Tone::Active));
        for i in 0..half.len() {
            let element = group * half.len() + i;
            drawing.draw_line(all.bottom_middle(element), boxes.top_middle(of[element]), Tone::Read);
        }
        copies.push(boxes);
    }
    drawing.low = top + size[1] + 44.0;
    let below = drawing.add_grid(bins, size, &box_contents(&whole, |_| Tone::Written));
    for copy in copies {
        for i in 0..bins {
            drawing.draw_arrow(copy.bottom_middle(i), below.top_middle(i), Tone::Written);
        }
    }
    drawing.add_paragraph(format!(
        "At the end each group adds its copy to the common one: {} additions in memory instead of {}.",
        2 * bins,
        values.len()
    ));
    Ok(drawing)
}

/// Draws elements with the same target, which are added up.
pub fn draw_added_scatter(device: &Device) -> Result<Drawing> {
    let places = [1_usize, 3, 1, 0, 3, 1, 4, 3];
    let values = KEYS.map(|key| key as f32);
    let count = 5;
    let sums =
        scatter_add::scatter_add(device, &device.stream(&values)?, &device.stream(&places.map(Pointer::to))?, count)?
            .read()?;
    let mut drawing = Drawing::new(
        "Scatter-add",
        format!(
            "{} go to the places {}. What meets at a place is added: {}.",
            join_values(&values),
            join_values(&places),
            join_values(&sums)
        ),
    );
    drawing.explain_tone(Tone::Idle, "nothing arrives");
    drawing.add_paragraph("Each number, and below it its place:");
    drawing.add_row(&box_contents(&values, |_| Tone::Read));
    drawing.add_space(-8.0);
    let above = drawing.add_row(&box_contents(&places, |_| Tone::Plain));
    drawing.add_space(58.0);
    let meets = |place: usize| places.iter().filter(|other| **other == place).count();
    let below = drawing.add_grid(
        count,
        [48.0, 32.0],
        &box_contents(&sums, |place| if meets(place) > 0 { Tone::Written } else { Tone::Idle }),
    );
    for (i, place) in places.iter().enumerate() {
        drawing.draw_arrow(above.bottom_middle(i), below.top_middle(*place), Tone::Read);
    }
    let busiest = (0..count).max_by_key(|place| meets(*place)).unwrap_or(0);
    drawing.add_paragraph(format!("Place {busiest} gets {} numbers: a plain store would keep one of them. The blending unit of a card, or an atomic addition, adds them all.", meets(busiest)));
    Ok(drawing)
}
