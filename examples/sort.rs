//! Paints a mesh from back to front, without a depth buffer: its triangles are sorted by their distance from
//! the eye.
//!
//! Run it with `cargo run --example sort`; it writes `sort_fragment.png` and `sort_compute.png`.

mod arguments;

use gristmill::algorithms::sort::{self, sort};
use gristmill::{Device, Error, Result};
use image::{Rgb, RgbImage};
use nalgebra::{Point3, Rotation3, Vector3};
use std::process::ExitCode;

const SIDE: u32 = 512;

fn main() -> ExitCode {
    arguments::run(|device: &Device, arguments| -> Result<bool> {
        let triangles = triangles(include_bytes!("../crates/cli/data/teapot.obj"));
        // ANCHOR: example
        // The eye looks along -z: the smallest z is the farthest.
        let depths: Vec<f32> = triangles.iter().map(|[a, b, c]| (a.z + b.z + c.z) / 3.0).collect();
        let indices: Vec<u32> = (0..depths.len() as u32).collect();

        let (sorted, order) = sort(device, &device.stream(&depths)?, &device.stream(&indices)?)?;
        // ANCHOR_END: example

        let mut picture = RgbImage::from_pixel(SIDE, SIDE, Rgb([255; 3]));
        let order = order.read()?;
        order.iter().for_each(|&index| paint(&mut picture, triangles[index as usize]));
        let path = arguments.out.join(format!("sort_{}.png", device.era()));
        std::fs::create_dir_all(&arguments.out)
            .map_err(image::ImageError::IoError)
            .and_then(|()| picture.save(&path))
            .map_err(|error| Error::data(format!("{}: {error}; give another folder with --out", path.display())))?;
        println!("  {} triangles from back to front: {}", order.len(), path.display());
        Ok((sorted.read()?, order) == sort::reference(&depths, &indices))
    })
}

/// The triangles of a mesh, turned and moved into the picture; x and y from -1 to 1.
fn triangles(file: &[u8]) -> Vec<[Point3<f32>; 3]> {
    let options = tobj::LoadOptions { triangulate: true, ..tobj::LoadOptions::default() };
    let no_materials = |_: &std::path::Path| Ok(Default::default());
    let (models, _) = tobj::load_obj_buf(&mut &*file, &options, no_materials).expect("the mesh is part of the project");
    let positions = models
        .iter()
        .flat_map(|model| model.mesh.positions.chunks_exact(3))
        .map(Point3::from_slice);
    let (low, high) = positions.fold(([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]), |(low, high), point| {
        let side = |axis: usize| (f32::min(low[axis], point[axis]), f32::max(high[axis], point[axis]));
        ([0, 1, 2].map(|axis| side(axis).0), [0, 1, 2].map(|axis| side(axis).1))
    });
    let (low, high) = (Point3::from(low), Point3::from(high));
    let turn = Rotation3::from_euler_angles(0.5, 0.6, 0.0);
    let seen = |point: Point3<f32>| turn * ((point - nalgebra::center(&low, &high)) * (1.8 / (high - low).norm()));
    let mut triangles = Vec::new();
    for tobj::Model { mesh, .. } in &models {
        let point = |corner: u32| seen(Point3::from_slice(&mesh.positions[corner as usize * 3..][..3])).into();
        triangles.extend(
            mesh.indices
                .chunks_exact(3)
                .map(|corners| [0, 1, 2].map(|corner| point(corners[corner]))),
        );
    }
    triangles
}

/// Fills a triangle with one shade, over whatever was there.
fn paint(picture: &mut RgbImage, triangle: [Point3<f32>; 3]) {
    let [a, b, c] = triangle.map(|point| point.xy().map(|axis| (axis + 1.0) * 0.5 * SIDE as f32));
    let normal = (triangle[1] - triangle[0]).cross(&(triangle[2] - triangle[0]));
    let light = normal.normalize().dot(&Vector3::new(0.5, 0.6, 0.62)).abs();
    let shade = [0.35, 0.55, 0.9].map(|channel| ((0.2 + 0.8 * light) * channel * 255.0) as u8);
    let range = |axis: usize| {
        let corners = [a[axis], b[axis], c[axis]];
        let low = corners.into_iter().fold(f32::INFINITY, f32::min).max(0.0) as u32;
        low..(corners.into_iter().fold(0.0, f32::max) as u32 + 1).min(SIDE)
    };
    let area = |p: nalgebra::Point2<f32>, q: nalgebra::Point2<f32>, x: f32, y: f32| {
        (q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x)
    };
    for y in range(1) {
        for x in range(0) {
            let (centre_x, centre_y) = (x as f32 + 0.5, y as f32 + 0.5);
            let sides = [(a, b), (b, c), (c, a)].map(|(p, q)| area(p, q, centre_x, centre_y));
            if sides.iter().all(|side| *side >= 0.0) || sides.iter().all(|side| *side <= 0.0) {
                picture.put_pixel(x, SIDE - 1 - y, Rgb(shade));
            }
        }
    }
}
