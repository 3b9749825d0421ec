//! Linear algebra: photographs as matrices, meshes as sparse systems.

use super::Showpiece;
use super::canvas::{Area, CHART, Canvas, ORANGE, WHITE, heat, picture_of, ramp, side_by_side};
use super::inputs::{HALF, Photograph, Shape, WIDE, brightness, channel, paint_shape};
use gristmill::algorithms::conjugate_gradient::Goal;
use gristmill::algorithms::fft::Direction;
use gristmill::algorithms::spmv::{Rows, SparseMatrix};
use gristmill::algorithms::{
    conjugate_gradient, double_single, fft, jacobi, matmul, multigrid, refine, spmv, transpose,
};
use gristmill::{Device, Result};
use image::RgbaImage;
use nalgebra::Point3;

pub const PIECES: &[Showpiece] = &[
    Showpiece {
        name: "transpose",
        input: "the cat",
        caption: "Left, the photograph as a matrix. Right, its transpose: rows have become columns.",
        draw: transpose_photograph,
    },
    Showpiece {
        name: "matmul",
        input: "the cat, 240 by 180",
        caption: "Four products with matrices of cosines: the photograph rebuilt from a quarter of its waves along each axis.",
        draw: rebuild_from_waves,
    },
    Showpiece {
        name: "fft",
        input: "the astronaut",
        caption: "Left, the photograph's spectrum, low frequencies in the middle. Right, what its lowest frequencies make when transformed back.",
        draw: show_spectrum,
    },
    Showpiece {
        name: "spmv",
        input: "the Stanford bunny",
        caption: "Left, the bunny. Right, after twelve products with a sparse matrix that pulls each point half way to the mean of its neighbours.",
        draw: smooth_bunny,
    },
    Showpiece {
        name: "jacobi",
        input: "the cup of coffee with a hole",
        caption: "Left, a square of the photograph is lost. Right, 400 sweeps of Jacobi's iteration have filled it from its border.",
        draw: fill_hole,
    },
    Showpiece {
        name: "conjugate_gradient",
        input: "the Stanford bunny as springs",
        caption: "Left, the bunny. Right, the tip of an ear is pulled up and the system of its springs is solved: the lighter, the farther a point has moved.",
        draw: pull_ear,
    },
    Showpiece {
        name: "multigrid",
        input: "the astronaut and the cup of coffee",
        caption: "Her face pasted into the other photograph without a seam: Poisson's equation with the gradients of one and the border of the other.",
        draw: paste_face,
    },
    Showpiece {
        name: "refine",
        input: "a heated plate of 48 by 48 cells",
        caption: "The plate's heat, solved to ten digits by corrections in pairs of floats. Each line is a fifteenth of the hottest cell.",
        draw: heat_plate,
    },
];

fn show_tones(size: [usize; 2], tones: &[f32], tint: [f32; 3]) -> RgbaImage {
    picture_of(size, |i| ramp(&[[0.02, 0.02, 0.05], tint, [1.0, 0.98, 0.94]], tones[i] / 255.0))
}

const SEPIA: [f32; 3] = [0.55, 0.45, 0.4];

fn transpose_photograph(device: &Device) -> Result<Vec<RgbaImage>> {
    let size = [240, 180];
    let photograph = Photograph::Cat.read(size)?;
    let mut lanes = Vec::new();
    for lane in 0..3 {
        lanes.push(transpose(device, &device.stream_of(size, &channel(&photograph, lane))?)?.read()?);
    }
    let turned = picture_of([180, 240], |i| [0, 1, 2].map(|lane| lanes[lane][i] / 255.0));
    let mut canvas = Canvas::new(CHART);
    canvas.paste(Area::new(10.0, 90.0, 250.0, 188.0), &photograph);
    canvas.paste(Area::new(280.0, 60.0, 186.0, 248.0), &turned);
    Ok(vec![canvas.into_image()])
}

/// The waves of a discrete cosine transform: `waves` rows of `length`, or the transpose.
fn cosines(waves: usize, length: usize, rows: bool) -> Vec<f32> {
    let wave = |wave: usize, place: usize| {
        let scale = if wave == 0 { 1.0 } else { 2.0 } / length as f64;
        let angle = std::f64::consts::PI * (place as f64 + 0.5) * wave as f64 / length as f64;
        (scale.sqrt() * angle.cos()) as f32
    };
    if rows {
        (0..waves * length).map(|i| wave(i / length, i % length)).collect()
    } else {
        (0..waves * length).map(|i| wave(i % waves, i / waves)).collect()
    }
}

fn rebuild_from_waves(device: &Device) -> Result<Vec<RgbaImage>> {
    let [width, height] = [240, 180];
    let [across, down] = [width / 4, height / 4];
    let photograph = Photograph::Cat.read([width, height])?;
    let down_rows = device.stream_of([height, down], &cosines(down, height, true))?;
    let down_columns = device.stream_of([down, height], &cosines(down, height, false))?;
    let across_rows = device.stream_of([width, across], &cosines(across, width, true))?;
    let across_columns = device.stream_of([across, width], &cosines(across, width, false))?;
    let mut lanes = Vec::new();
    for lane in 0..3 {
        let picture = device.stream_of([width, height], &channel(&photograph, lane))?;
        let waves = matmul(device, &matmul(device, &down_rows, &picture)?, &across_columns)?;
        lanes.push(matmul(device, &matmul(device, &down_columns, &waves)?, &across_rows)?.read()?);
    }
    Ok(vec![picture_of([width, height], |i| [0, 1, 2].map(|lane| lanes[lane][i] / 255.0))])
}

fn show_spectrum(device: &Device) -> Result<Vec<RgbaImage>> {
    let pixels: Vec<[f32; 2]> = brightness(&Photograph::Astronaut.read(HALF)?)
        .into_iter()
        .map(|level| [level, 0.0])
        .collect();
    let spectrum = fft(device, Direction::Forward, &device.stream_of(HALF, &pixels)?)?.read()?;
    let distance = |i: usize| {
        let [x, y] = [i % HALF[0], i / HALF[0]];
        let [x, y] = [x.min(HALF[0] - x) as f32 / HALF[0] as f32, y.min(HALF[1] - y) as f32 / HALF[1] as f32];
        (x * x + y * y).sqrt()
    };
    let keep = |(i, wave): (usize, &[f32; 2])| wave.map(|part| part * (1.2 - distance(i) * 14.0).clamp(0.0, 1.0));
    let kept: Vec<[f32; 2]> = spectrum.iter().enumerate().map(keep).collect();
    let smooth = fft(device, Direction::Inverse, &device.stream_of(HALF, &kept)?)?.read()?;
    let length = |wave: [f32; 2]| (wave[0] * wave[0] + wave[1] * wave[1]).sqrt();
    let shown = |i: usize| {
        let [x, y] = [(i % HALF[0] + HALF[0] / 2) % HALF[0], (i / HALF[0] + HALF[1] / 2) % HALF[1]];
        heat((length(spectrum[y * HALF[0] + x]) + 1.0).log10() / 6.0 - 0.25)
    };
    let tones: Vec<f32> = smooth.iter().map(|wave| wave[0]).collect();
    Ok(vec![side_by_side(&picture_of(HALF, shown), &show_tones(HALF, &tones, SEPIA))])
}

const LEFT: Area = Area::new(0.0, 40.0, 240.0, 300.0);
const RIGHT: Area = Area::new(240.0, 40.0, 240.0, 300.0);

fn smooth_bunny(device: &Device) -> Result<Vec<RgbaImage>> {
    let bunny = Shape::bunny()?;
    let mut neighbours = vec![Vec::new(); bunny.points.len()];
    for [from, to] in bunny.edges() {
        neighbours[from].push(to);
        neighbours[to].push(from);
    }
    let row = |(row, neighbours): (usize, &Vec<usize>)| {
        let weight = 0.5 / neighbours.len() as f64;
        let own = if neighbours.is_empty() { 1.0 } else { 0.5 };
        let mut entries: Vec<(usize, usize, f64)> = neighbours.iter().map(|column| (row, *column, weight)).collect();
        entries.push((row, row, own));
        entries
    };
    let entries = neighbours.iter().enumerate().flat_map(row);
    let rows = Rows::new(device, &SparseMatrix::new(bunny.points.len(), bunny.points.len(), entries)?)?;
    let start = bunny.turned(0.2, 0.15);
    let mut axes = Vec::new();
    for axis in 0..3 {
        let places: Vec<f32> = start.iter().map(|point| point[axis]).collect();
        let mut smooth = device.stream(&places)?;
        for _ in 0..12 {
            smooth = spmv(device, &rows, &smooth)?;
        }
        axes.push(smooth.read()?);
    }
    let smooth: Vec<Point3<f32>> = (0..start.len())
        .map(|i| Point3::new(axes[0][i], axes[1][i], axes[2][i]))
        .collect();
    let mut canvas = Canvas::new(CHART);
    paint_shape(&mut canvas, LEFT, &start, &bunny.triangles, |_| [0.62, 0.68, 0.8]);
    paint_shape(&mut canvas, RIGHT, &smooth, &bunny.triangles, |_| [0.95, 0.72, 0.5]);
    Ok(vec![canvas.into_image()])
}

fn fill_hole(device: &Device) -> Result<Vec<RgbaImage>> {
    let mut photograph = Photograph::Coffee.read(HALF)?;
    let [left, top, side] = [88_u32, 60_u32, 31_u32];
    let whole = photograph.clone();
    let mut filled = Vec::new();
    for lane in 0..3 {
        let known = |x: u32, y: u32| f32::from(whole.get_pixel(x, y)[lane]);
        let mut b = vec![0.0; (side * side) as usize];
        for i in 0..side {
            b[i as usize] += known(left + i, top - 1);
            b[(i + side * (side - 1)) as usize] += known(left + i, top + side);
            b[(i * side) as usize] += known(left - 1, top + i);
            b[(i * side + side - 1) as usize] += known(left + side, top + i);
        }
        let shape = [side as usize, side as usize];
        filled.push(jacobi(device, 400, &device.stream_of(shape, &b)?, &device.empty(shape)?)?.read()?);
    }
    let mut repaired = photograph.clone();
    for at in 0..side * side {
        let [x, y] = [left + at % side, top + at / side];
        *photograph.get_pixel_mut(x, y) = image::Rgba([255, 0, 110, 255]);
        for (lane, channel) in filled.iter().enumerate() {
            repaired.get_pixel_mut(x, y)[lane] = channel[at as usize].round().clamp(0.0, 255.0) as u8;
        }
    }
    Ok(vec![side_by_side(&photograph, &repaired)])
}

fn pull_ear(device: &Device) -> Result<Vec<RgbaImage>> {
    const PULLED: f64 = 1_000.0;
    let bunny = Shape::bunny()?;
    let start = bunny.turned(0.2, 0.15);
    let order = |a: &usize, b: &usize| start[*a].y.total_cmp(&start[*b].y);
    let highest = (0..start.len()).max_by(order).unwrap_or(0);
    let springs = bunny
        .edges()
        .into_iter()
        .flat_map(|[a, b]| [(a, a, 1.0), (b, b, 1.0), (a, b, -1.0), (b, a, -1.0)]);
    let held = (0..start.len()).map(|point| (point, point, if point == highest { PULLED } else { 0.004 }));
    let matrix = SparseMatrix::new(start.len(), start.len(), springs.chain(held))?;
    let mut b = vec![0.0; start.len()];
    b[highest] = PULLED as f32;
    let goal = Goal { tolerance: 1e-5, iterations: 1_000 };
    let rise = conjugate_gradient(device, &Rows::new(device, &matrix)?, &device.stream(&b)?, goal)?
        .x
        .read()?;
    let pulled: Vec<Point3<f32>> = start
        .iter()
        .zip(&rise)
        .map(|(point, rise)| Point3::new(point.x, point.y + 0.4 * rise, point.z))
        .collect();
    let mut canvas = Canvas::new(CHART);
    paint_shape(&mut canvas, LEFT, &start, &bunny.triangles, |_| [0.62, 0.68, 0.8]);
    paint_shape(&mut canvas, RIGHT, &pulled, &bunny.triangles, |point| heat(0.25 + 0.75 * rise[point].sqrt()));
    Ok(vec![canvas.into_image()])
}

fn paste_face(device: &Device) -> Result<Vec<RgbaImage>> {
    const SIDE: u32 = 63;
    let source = Photograph::Astronaut.read([256, 192])?;
    let mut picture = Photograph::Coffee.read(WIDE)?;
    let [from_x, from_y] = [80, 24];
    let [to_x, to_y] = [16, 8];
    let mut lanes = Vec::new();
    for lane in 0..3 {
        let in_source = |x: u32, y: u32| f32::from(source.get_pixel(from_x + x - 1, from_y + y - 1)[lane]);
        let known = |x: u32, y: u32| f32::from(picture.get_pixel(to_x + x - 1, to_y + y - 1)[lane]);
        let is_inside = |x: u32, y: u32| (1..=SIDE).contains(&x) && (1..=SIDE).contains(&y);
        let right_side = |at: u32| {
            let [x, y] = [at % SIDE + 1, at / SIDE + 1];
            let neighbours = [[x - 1, y], [x + 1, y], [x, y - 1], [x, y + 1]];
            let gradient: f32 = neighbours.iter().map(|[i, j]| in_source(x, y) - in_source(*i, *j)).sum();
            let outside = neighbours.iter().filter(|[i, j]| !is_inside(*i, *j));
            gradient + outside.map(|[i, j]| known(*i, *j)).sum::<f32>()
        };
        let b: Vec<f32> = (0..SIDE * SIDE).map(right_side).collect();
        let shape = [SIDE as usize, SIDE as usize];
        lanes.push(multigrid(device, 8, &device.stream_of(shape, &b)?)?.read()?);
    }
    for at in 0..SIDE * SIDE {
        let pixel = picture.get_pixel_mut(to_x + at % SIDE, to_y + at / SIDE);
        for lane in 0..3 {
            pixel[lane] = lanes[lane][at as usize].round().clamp(0.0, 255.0) as u8;
        }
    }
    Ok(vec![picture])
}

fn heat_plate(device: &Device) -> Result<Vec<RgbaImage>> {
    const SIDE: usize = 48;
    let plate = SparseMatrix::poisson(SIDE, SIDE)?;
    // A hot spot, a cold one, and a weak flame below everything.
    let heating = |i: usize| {
        let distance = |x: f32, y: f32| {
            let [dx, dy] = [(i % SIDE) as f32 - x, (i / SIDE) as f32 - y];
            dx * dx + dy * dy
        };
        1.0 + if distance(14.0, 16.0) < 16.0 { 30.0 } else { 0.0 } - if distance(34.0, 32.0) < 9.0 { 20.0 } else { 0.0 }
    };
    let flames: Vec<f32> = (0..SIDE * SIDE).map(heating).collect();
    let goal = Goal { tolerance: 1e-10, iterations: 5_000 };
    let refined = refine(device, &Rows::new(device, &plate)?, &device.stream(&flames)?, goal)?;
    let warmth = double_single::joined(&refined.x.read()?);
    let most = warmth.iter().copied().fold(0.0, f64::max);
    let mut canvas = Canvas::new(CHART);
    let cell = 360.0 / SIDE as f32;
    let at = |x: f32, y: f32| {
        let [column, row] = [(x / cell - 0.5).max(0.0), (y / cell - 0.5).max(0.0)];
        let [left, top] = [(column as usize).min(SIDE - 2), (row as usize).min(SIDE - 2)];
        let [right, down] = [f64::from(column - left as f32), f64::from(row - top as f32)];
        let value = |x: usize, y: usize| warmth[y * SIDE + x];
        let above = value(left, top) * (1.0 - right) + value(left + 1, top) * right;
        let below = value(left, top + 1) * (1.0 - right) + value(left + 1, top + 1) * right;
        (above * (1.0 - down) + below * down) / most
    };
    for y in 0..360_u32 {
        for x in 0..360_u32 {
            let here = at(x as f32, y as f32);
            let steps = |share: f64| (share * 15.0).floor();
            let is_line = steps(here) != steps(at(x as f32 + 1.0, y as f32))
                || steps(here) != steps(at(x as f32, y as f32 + 1.0));
            let colour = if is_line { WHITE } else { heat(0.1 + 0.85 * here as f32) };
            canvas.blend(i64::from(x) + 60, i64::from(y), colour, 1.0);
        }
    }
    canvas.fill(Area::new(56.0, 0.0, 4.0, 360.0), ORANGE);
    canvas.fill(Area::new(420.0, 0.0, 4.0, 360.0), ORANGE);
    Ok(vec![canvas.into_image()])
}
