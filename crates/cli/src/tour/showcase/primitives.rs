//! Primitives: reductions, scans, sorts and scatters, on pixels and triangles.

use super::Showpiece;
use super::canvas::{
    Area, BLUE, CHART, Canvas, GREEN, NIGHT, PINK, SHADE, WHITE, grey, heat, picture_of, ramp, sea, side_by_side,
    to_pixel,
};
use super::inputs::{HALF, Photograph, Shape, WIDE, brightness, levels, paint_shape, paint_triangles};
use gristmill::algorithms::reduce::Operation;
use gristmill::algorithms::{
    compact, dispatch_indirect, histogram, reduce, scan, scatter, scatter_add, search, segmented_scan, select, sort,
    split,
};
use gristmill::{Device, Pointer, Result, random};
use image::{Rgba, RgbaImage};

pub const PIECES: &[Showpiece] = &[
    Showpiece {
        name: "reduce",
        input: "the cat",
        caption: "108 reductions: each tile has the mean brightness of its pixels, and a frame of the tile's minimum and maximum.",
        draw: reduce_tiles,
    },
    Showpiece {
        name: "scan",
        input: "the cup of coffee",
        caption: "Above, how many pixels have each brightness. Below, the running total of those bars: the scan's result.",
        draw: scan_bars,
    },
    Showpiece {
        name: "segmented_scan",
        input: "the cat in eight tones",
        caption: "A segment begins wherever the tone changes along a row. The scan of ones numbers the pixels of each segment: dark at its start, light where it has grown long.",
        draw: number_runs,
    },
    Showpiece {
        name: "compact",
        input: "the astronaut",
        caption: "Left, the pixels brighter than 190 light up. Right, the same pixels without the gaps between them, row after row.",
        draw: compact_highlights,
    },
    Showpiece {
        name: "split",
        input: "the cat",
        caption: "Left, the photograph. Right, its dark pixels first and then its bright ones, each half in the order it had.",
        draw: split_by_tone,
    },
    Showpiece {
        name: "dispatch_indirect",
        input: "the numbers from 1 to 12,000",
        caption: "Collatz's problem: how many steps each number takes down to 1, by rounds in which only the unfinished ones work. The GPU writes the size of each next round itself.",
        draw: plot_collatz,
    },
    Showpiece {
        name: "sort",
        input: "the Utah teapot",
        caption: "The painter's algorithm: triangles sorted by depth are painted from back to front, without a depth buffer.",
        draw: paint_sorted,
    },
    Showpiece {
        name: "search",
        input: "the cat",
        caption: "18,000 dots, each in the pixel where its random number falls into the running total of darkness, found by binary search.",
        draw: stipple,
    },
    Showpiece {
        name: "select",
        input: "the astronaut",
        caption: "Five colours of equal area: the k-th largest brightness at each fifth of the pixels is the border between two colours.",
        draw: posterise,
    },
    Showpiece {
        name: "scatter",
        input: "the cat",
        caption: "Each pixel is sent to where it lies after a turn by 20 degrees. Dark specks are places that no pixel reached.",
        draw: turn_photograph,
    },
    Showpiece {
        name: "scatter_add",
        input: "the Stanford bunny",
        caption: "Each triangle adds a third of its area to each of its three vertices: the lighter, the more surface a vertex has.",
        draw: paint_areas,
    },
    Showpiece {
        name: "histogram",
        input: "the cup of coffee",
        caption: "How many pixels have each level of red, of green and of blue.",
        draw: draw_histograms,
    },
];

const TILE: usize = 20;

fn reduce_tiles(device: &Device) -> Result<Vec<RgbaImage>> {
    let size = [12 * TILE, 9 * TILE];
    let light = brightness(&Photograph::Cat.read(size)?);
    let mut canvas = Canvas::new([480, 360]);
    for tile in 0..12 * 9 {
        let [column, row] = [tile % 12, tile / 12];
        let at = |i: usize| (row * TILE + i / TILE) * size[0] + column * TILE + i % TILE;
        let pixels: Vec<f32> = (0..TILE * TILE).map(|i| light[at(i)]).collect();
        let stream = device.stream_of([TILE, TILE], &pixels)?;
        let tone = |operation| reduce::value(device, operation, &stream);
        let [least, most] = [tone(Operation::Min)?, tone(Operation::Max)?];
        let mean = tone(Operation::Sum)? / (TILE * TILE) as f32;
        let [left, top] = [column as f32 * 40.0, row as f32 * 40.0];
        canvas.fill(Area::new(left + 1.0, top + 1.0, 38.0, 38.0), warm(most / 255.0));
        canvas.fill(Area::new(left + 4.0, top + 4.0, 35.0, 35.0), warm(least / 255.0));
        canvas.fill(Area::new(left + 4.0, top + 4.0, 32.0, 32.0), warm(mean / 255.0));
    }
    Ok(vec![canvas.into_image()])
}

fn warm(at: f32) -> [f32; 3] {
    ramp(&[[0.03, 0.03, 0.06], [0.35, 0.2, 0.16], [0.85, 0.62, 0.42], [1.0, 0.96, 0.88]], at)
}

fn scan_bars(device: &Device) -> Result<Vec<RgbaImage>> {
    let mut counts = vec![0_u32; 64];
    for level in levels(&Photograph::Coffee.read(WIDE)?) {
        counts[level as usize / 4] += 1;
    }
    let totals = scan(device, &device.stream(&counts)?)?.read()?;
    let most = counts.iter().copied().max().unwrap_or(1).max(1) as f32;
    let total = totals.last().copied().unwrap_or(1).max(1) as f32;
    let mut canvas = Canvas::new(CHART);
    let shares = |values: &[u32], whole: f32| values.iter().map(|value| *value as f32 / whole).collect::<Vec<_>>();
    canvas
        .bars(Area::new(16.0, 14.0, 448.0, 150.0), &shares(&counts, most), |at| ramp(&[SHADE, WHITE], 0.3 + 0.7 * at));
    canvas.bars(Area::new(16.0, 190.0, 448.0, 156.0), &shares(&totals, total), sea);
    Ok(vec![canvas.into_image()])
}

fn number_runs(device: &Device) -> Result<Vec<RgbaImage>> {
    let tones: Vec<u32> = levels(&Photograph::Cat.read(WIDE)?).iter().map(|level| level / 32).collect();
    let is_head = |i: usize| i.is_multiple_of(WIDE[0]) || tones[i] != tones[i - 1];
    let heads: Vec<u32> = (0..tones.len()).map(|i| u32::from(is_head(i))).collect();
    let ones = vec![1_u32; tones.len()];
    let numbers = segmented_scan(device, &device.stream(&ones)?, &device.stream(&heads)?)?.read()?;
    let colour = |i: usize| {
        let grown = (numbers[i] as f32 / 24.0).min(1.0).sqrt();
        heat(0.08 + 0.55 * tones[i] as f32 / 7.0).map(|lane| lane * (0.25 + 0.95 * grown))
    };
    Ok(vec![picture_of(WIDE, colour)])
}

/// Numbers whose upper eight bits are a pixel's brightness and whose other bits are its place.
fn pixels_with_places(photograph: &RgbaImage) -> Vec<u32> {
    levels(photograph)
        .iter()
        .zip(0..)
        .map(|(level, place)| level << 24 | place)
        .collect()
}

fn compact_highlights(device: &Device) -> Result<Vec<RgbaImage>> {
    let photograph = Photograph::Astronaut.read(HALF)?;
    let pixels = pixels_with_places(&photograph);
    let kept = compact(device, &device.stream(&pixels)?, "(value >> 24) >= 190u")?.read()?;
    let colour_at = |place: u32| *photograph.get_pixel(place % HALF[0] as u32, place / HALF[0] as u32);
    let mut left = photograph.clone();
    for pixel in left.pixels_mut() {
        *pixel = Rgba([pixel[0] / 5, pixel[1] / 5, pixel[2] / 4, 255]);
    }
    let mut right = picture_of(HALF, |_| NIGHT);
    for (i, word) in (0_u32..).zip(&kept) {
        let place = word & 0xff_ffff;
        left.put_pixel(place % HALF[0] as u32, place / HALF[0] as u32, colour_at(place));
        right.put_pixel(i % HALF[0] as u32, i / HALF[0] as u32, colour_at(place));
    }
    Ok(vec![side_by_side(&left, &right)])
}

fn split_by_tone(device: &Device) -> Result<Vec<RgbaImage>> {
    let photograph = Photograph::Cat.read(HALF)?;
    let words = pixels_with_places(&photograph);
    let [dark, bright] = split(device, &device.stream(&words)?, "(value >> 24) < 115u")?.read()?;
    let mut right = photograph.clone();
    for (i, word) in (0_u32..).zip(dark.iter().chain(&bright)) {
        let place = word & 0xff_ffff;
        let colour = *photograph.get_pixel(place % HALF[0] as u32, place / HALF[0] as u32);
        right.put_pixel(i % HALF[0] as u32, i / HALF[0] as u32, colour);
    }
    Ok(vec![side_by_side(&photograph, &right)])
}

fn plot_collatz(device: &Device) -> Result<Vec<RgbaImage>> {
    let numbers: Vec<u32> = (1..=12_000).collect();
    let steps = dispatch_indirect(device, &device.stream(&numbers)?)?.read()?;
    let most = steps.iter().copied().max().unwrap_or(1).max(1) as f32;
    let mut canvas = Canvas::new(CHART);
    let area = Area::new(14.0, 14.0, 452.0, 332.0);
    for (number, steps) in numbers.iter().zip(&steps) {
        let [x, y] = area.place([*number as f32 / 12_000.0, *steps as f32 / most]);
        let colour = heat(0.35 + 0.6 * *steps as f32 / most);
        canvas.blend(x as i64, y as i64, colour, 0.8);
        canvas.blend(x as i64, y as i64 + 1, colour, 0.4);
    }
    Ok(vec![canvas.into_image()])
}

fn paint_sorted(device: &Device) -> Result<Vec<RgbaImage>> {
    let teapot = Shape::teapot()?;
    let points = teapot.turned(0.5, 0.45);
    let middle = |corners: &[usize; 3]| corners.iter().map(|corner| points[*corner].z).sum::<f32>() / 3.0;
    let depths: Vec<f32> = teapot.triangles.iter().map(middle).collect();
    let indices: Vec<u32> = (0..depths.len() as u32).collect();
    let (_, order) = sort(device, &device.stream(&depths)?, &device.stream(&indices)?)?;
    let sorted: Vec<[usize; 3]> = order.read()?.iter().map(|index| teapot.triangles[*index as usize]).collect();
    let mut canvas = Canvas::new(CHART);
    let whole = Area::new(0.0, 0.0, 480.0, 360.0);
    paint_triangles(&mut canvas, whole, &points, &sorted, None, |point| {
        ramp(&[[0.25, 0.45, 0.85], [0.98, 0.82, 0.6]], points[point].z * 0.9 + 0.5)
    });
    Ok(vec![canvas.into_image()])
}

fn stipple(device: &Device) -> Result<Vec<RgbaImage>> {
    let size = [360, 270];
    let darkness: Vec<u32> = levels(&Photograph::Cat.read(size)?)
        .iter()
        .map(|level| (255 - level.min(&255)).pow(2) / 64)
        .collect();
    let totals = scan(device, &device.stream(&darkness)?)?;
    let total = totals.read_range(darkness.len() - 1..darkness.len())?[0].max(1);
    let numbers: Vec<u32> = (0..18_000).map(|i| 1 + random::word(1, i, 0) % total).collect();
    let pixels = search(device, &totals, &device.stream(&numbers)?)?.read()?;
    let mut picture = picture_of(size, |_| [0.96, 0.94, 0.9]);
    for pixel in pixels {
        picture.put_pixel(pixel % size[0] as u32, pixel / size[0] as u32, to_pixel([0.1, 0.1, 0.16]));
    }
    Ok(vec![picture])
}

fn posterise(device: &Device) -> Result<Vec<RgbaImage>> {
    let keys = brightness(&Photograph::Astronaut.read(WIDE)?);
    let stream = device.stream(&keys)?;
    let mut borders = Vec::new();
    for fifth in 1..5 {
        borders.push(select(device, &stream, keys.len() * fifth / 5)?);
    }
    const COLOURS: [[f32; 3]; 5] =
        [[0.1, 0.09, 0.2], [0.38, 0.15, 0.35], [0.83, 0.29, 0.3], [0.97, 0.65, 0.35], [0.99, 0.93, 0.75]];
    Ok(vec![picture_of(WIDE, |i| COLOURS[borders.iter().filter(|border| keys[i] > **border).count()])])
}

fn turn_photograph(device: &Device) -> Result<Vec<RgbaImage>> {
    let photograph = Photograph::Cat.read(WIDE)?;
    let pixels: Vec<Rgba<u8>> = photograph.pixels().copied().collect();
    let places: Vec<Pointer> = (0..pixels.len()).map(place_after_turn).collect();
    let turned = scatter(device, &device.stream(&pixels)?, &device.stream(&places)?, pixels.len())?.read()?;
    let opaque = |i: usize| [0, 1, 2].map(|lane| f32::from(turned[i][lane]) / 255.0);
    Ok(vec![picture_of(WIDE, |i| if turned[i][3] == 0 { NIGHT } else { opaque(i) })])
}

/// Returns where a pixel lies after a turn by 20 degrees around the middle; nowhere outside of the picture.
fn place_after_turn(i: usize) -> Pointer {
    const SINE: f32 = 0.342_020_15;
    const COSINE: f32 = 0.939_692_6;
    let [width, height] = WIDE.map(|side| side as f32);
    let [x, y] = [(i % WIDE[0]) as f32 - width / 2.0, (i / WIDE[0]) as f32 - height / 2.0];
    let [x, y] = [COSINE * x - SINE * y + width / 2.0, SINE * x + COSINE * y + height / 2.0].map(f32::round);
    let inside = (0.0..width).contains(&x) && (0.0..height).contains(&y);
    if inside { Pointer::to(y as usize * WIDE[0] + x as usize) } else { Pointer::NOWHERE }
}

fn paint_areas(device: &Device) -> Result<Vec<RgbaImage>> {
    let bunny = Shape::bunny()?;
    let corner = |number: usize| bunny.points[number];
    let area_of = |[a, b, c]: &[usize; 3]| (corner(*b) - corner(*a)).cross(&(corner(*c) - corner(*a))).norm() / 2.0;
    let thirds: Vec<f32> = bunny.triangles.iter().flat_map(|corners| [area_of(corners) / 3.0; 3]).collect();
    let places: Vec<Pointer> = bunny.triangles.as_flattened().iter().copied().map(Pointer::to).collect();
    let (source, targets) = (device.stream(&thirds)?, device.stream(&places)?);
    let areas = scatter_add(device, &source, &targets, bunny.points.len())?.read()?;
    let mut sorted = areas.clone();
    sorted.sort_by(f32::total_cmp);
    let large = sorted[sorted.len() * 98 / 100];
    let mut canvas = Canvas::new(CHART);
    let whole = Area::new(0.0, 0.0, 480.0, 360.0);
    paint_shape(&mut canvas, whole, &bunny.turned(0.2, 0.15), &bunny.triangles, |point| {
        heat(0.15 + 0.85 * areas[point] / large)
    });
    Ok(vec![canvas.into_image()])
}

fn draw_histograms(device: &Device) -> Result<Vec<RgbaImage>> {
    let photograph = Photograph::Coffee.read(WIDE)?;
    let mut canvas = Canvas::new(CHART);
    for (lane, colour) in [PINK, GREEN, BLUE].into_iter().enumerate() {
        let levels: Vec<f32> = photograph.pixels().map(|pixel| f32::from(pixel[lane]) / 256.0).collect();
        let counts = histogram(device, &device.stream(&levels)?, 256)?.read()?;
        let most = counts[2..254].iter().copied().max().unwrap_or(1).max(1) as f32;
        let top = 14.0 + 114.0 * lane as f32;
        let shares: Vec<f32> = counts
            .chunks(2)
            .map(|pair| pair.iter().sum::<u32>() as f32 / most / 2.0)
            .collect();
        canvas.fill(Area::new(16.0, top + 104.0, 448.0, 2.0), grey(0.3));
        canvas.bars(Area::new(16.0, top, 448.0, 104.0), &shares, |at| ramp(&[SHADE, colour], 0.35 + 0.65 * at));
    }
    Ok(vec![canvas.into_image()])
}
