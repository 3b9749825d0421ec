//! Streams: arithmetic, vertices, pointers and groups.

use super::Showpiece;
use super::canvas::{CHART, Canvas, NIGHT, picture_of, ramp, sea};
use super::inputs::{Photograph, Shape, WIDE, channel};
use gristmill::algorithms::{gather, saxpy, transform, workgroups};
use gristmill::{Device, Pointer, Result};
use image::RgbaImage;
use nalgebra::{Point3, Rotation2, Vector2};

pub const PIECES: &[Showpiece] = &[
    Showpiece {
        name: "saxpy",
        input: "the astronaut and the cup of coffee",
        caption: "A double exposure: 0.6 times one photograph plus 0.4 times the other, for every channel of every pixel.",
        draw: expose_twice,
    },
    Showpiece {
        name: "transform",
        input: "the Stanford bunny",
        caption: "The bunny's vertices after the camera's matrix; its edges are drawn between them, the nearer the lighter.",
        draw: draw_wires,
    },
    Showpiece {
        name: "gather",
        input: "the astronaut",
        caption: "Each pixel follows a pointer to the pixel that it shows; the pointers twist around the middle. Pointers to nowhere are black.",
        draw: twist,
    },
    Showpiece {
        name: "workgroups",
        input: "320 by 240 invocations",
        caption: "Each invocation writes its own ids as a colour: red and green within its group, blue by the group.",
        draw: colour_groups,
    },
];

fn expose_twice(device: &Device) -> Result<Vec<RgbaImage>> {
    let lanes = |photograph: RgbaImage| [0, 1, 2].map(|lane| channel(&photograph, lane)).concat();
    let x = lanes(Photograph::Astronaut.read(WIDE)?);
    let y: Vec<f32> = lanes(Photograph::Coffee.read(WIDE)?).iter().map(|level| level * 0.4).collect();
    let result = saxpy(device, 0.6, &device.stream(&x)?, &device.stream(&y)?)?.read()?;
    let pixels = WIDE[0] * WIDE[1];
    Ok(vec![picture_of(WIDE, |i| [0, 1, 2].map(|lane| result[lane * pixels + i] / 255.0))])
}

fn draw_wires(device: &Device) -> Result<Vec<RgbaImage>> {
    let bunny = Shape::bunny()?;
    let points: Vec<Point3<f32>> = bunny.points.clone();
    let camera = transform::camera(&points);
    let seen = transform(device, &camera, &device.stream(&points)?)?.read()?;
    let nearest = seen.iter().map(|point| point.z).fold(f32::MAX, f32::min);
    let farthest = seen.iter().map(|point| point.z).fold(f32::MIN, f32::max);
    let mut edges = bunny.edges();
    edges.sort_by(|a, b| (seen[b[0]].z + seen[b[1]].z).total_cmp(&(seen[a[0]].z + seen[a[1]].z)));
    let mut canvas = Canvas::new(CHART);
    let [width, height] = CHART.map(|side| side as f32);
    let low = seen
        .iter()
        .fold([f32::MAX; 2], |low, point| [low[0].min(point.x), low[1].min(point.y)]);
    let high = seen
        .iter()
        .fold([f32::MIN; 2], |high, point| [high[0].max(point.x), high[1].max(point.y)]);
    let scale = (height - 24.0) / (high[1] - low[1]).max(high[0] - low[0]);
    let middle = [0, 1].map(|axis| (low[axis] + high[axis]) / 2.0);
    let place = |point: &Point3<f32>| {
        [width / 2.0 + (point.x - middle[0]) * scale, height / 2.0 - (point.y - middle[1]) * scale]
    };
    for [from, to] in edges {
        let far = ((seen[from].z + seen[to].z) / 2.0 - nearest) / (farthest - nearest);
        let colour = ramp(&[[0.75, 0.95, 1.0], [0.2, 0.5, 0.9], [0.1, 0.16, 0.35], NIGHT], far);
        canvas.line(place(&seen[from]), place(&seen[to]), 1.0, colour);
    }
    Ok(vec![canvas.into_image()])
}

fn twist(device: &Device) -> Result<Vec<RgbaImage>> {
    let photograph = Photograph::Astronaut.read(WIDE)?;
    let pointers: Vec<Pointer> = (0..WIDE[0] * WIDE[1]).map(point_into_twist).collect();
    let table = device.image(&photograph)?;
    let mut picture = gather(device, &table, &device.stream_of(WIDE, &pointers)?)?.to_image()?;
    picture.pixels_mut().for_each(|pixel| pixel[3] = 255);
    Ok(vec![picture])
}

/// Returns the pixel that place `i` shows: turned about the middle, the more the nearer it is.
fn point_into_twist(i: usize) -> Pointer {
    let [width, height] = WIDE.map(|side| side as f32);
    let middle = Vector2::new(width, height) / 2.0;
    let arm = Vector2::new((i % WIDE[0]) as f32, (i / WIDE[0]) as f32) - middle;
    let from = middle + Rotation2::new(2.4 * (-arm.norm() / 70.0).exp()) * arm * 1.04;
    let inside = from.x >= 0.0 && from.y >= 0.0 && from.x < width && from.y < height;
    if inside { Pointer::to(from.y as usize * WIDE[0] + from.x as usize) } else { Pointer::NOWHERE }
}

fn colour_groups(device: &Device) -> Result<Vec<RgbaImage>> {
    let picture = workgroups(device, WIDE)?.to_image()?;
    let light = |i: usize| {
        let pixel = picture.as_raw();
        let [red, green, blue] = [0, 1, 2].map(|lane| f32::from(pixel[i * 4 + lane]) / 255.0);
        let tone = sea(blue * 0.7 + 0.15);
        [0, 1, 2].map(|lane| tone[lane] * (0.45 + 0.3 * red + 0.3 * green))
    };
    Ok(vec![picture_of(WIDE, light)])
}
