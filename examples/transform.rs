//! A mesh through a camera, in both eras, drawn as a wire frame from the stream that the transform left on
//! the device.
//!
//! Run it with `cargo run --example transform`; it writes `transform_fragment.png` and
//! `transform_compute.png`.

mod arguments;

use arguments::Arguments;
use gristmill::algorithms::transform::{self, transform};
use gristmill::{Device, Era, Error, KernelSource, Layout, Result, Stream, Topology};
use image::{Rgba, RgbaImage};
use nalgebra::Point3;
use std::process::ExitCode;

const SIDE: usize = 512;

fn main() -> ExitCode {
    arguments::run_up_to(1 << 22, |device: &Device, arguments: &Arguments| -> Result<bool> {
        let edges = edges(include_bytes!("../crates/cli/data/teapot.obj"));
        let edges: Vec<_> = edges
            .iter()
            .copied()
            .cycle()
            .take(arguments.size.unwrap_or(edges.len()))
            .collect();
        // ANCHOR: example
        let camera = transform::camera(&edges);

        let seen = transform(device, &camera, &device.stream(&edges)?)?;
        // ANCHOR_END: example

        let path = arguments.out.join(format!("transform_{}.png", device.era()));
        let picture = wire_frame(device, &seen)?;
        std::fs::create_dir_all(&arguments.out)
            .map_err(image::ImageError::IoError)
            .and_then(|()| picture.save(&path))
            .map_err(|error| Error::data(format!("{}: {error}; give another folder with --out", path.display())))?;
        println!("  {} points, two for each edge of each triangle: {}", seen.len(), path.display());

        // Coordinates in view are below 1, and both results within a few units in the last place.
        let truth = transform::reference(&camera, &edges);
        Ok(seen
            .read()?
            .iter()
            .zip(&truth)
            .all(|(given, wanted)| approx::abs_diff_eq!(given, wanted, epsilon = 4e-6)))
    })
}

/// The two ends of each edge of each triangle of a mesh.
fn edges(file: &[u8]) -> Vec<Point3<f32>> {
    let options = tobj::LoadOptions { triangulate: true, ..tobj::LoadOptions::default() };
    let no_materials = |_: &std::path::Path| Ok(Default::default());
    let (models, _) = tobj::load_obj_buf(&mut &*file, &options, no_materials).expect("the mesh is part of the project");
    let mut edges = Vec::new();
    for tobj::Model { mesh, .. } in &models {
        let point = |corner: u32| Point3::from_slice(&mesh.positions[corner as usize * 3..][..3]);
        for corners in mesh.indices.chunks_exact(3) {
            edges.extend([0, 1, 1, 2, 2, 0].map(|corner| point(corners[corner])));
        }
    }
    edges
}

// ANCHOR: wires
/// Draws the points by twos as lines: the stream becomes a vertex stream, and what a kernel computed places
/// the vertices.
fn wire_frame(device: &Device, seen: &Stream<Point3<f32>>) -> Result<RgbaImage> {
    let wires = KernelSource::new("wires")
        .vertex("#version 330 core\nin vec4 seen;\nvoid main() { gl_Position = vec4(seen.x, -seen.y, seen.z, 1.0); }")
        .fragment("#version 330 core\nout vec4 picture;\nvoid main() { picture = vec4(0.1, 0.2, 0.4, 1.0); }");

    let device = device.with_era(Era::Fragment)?;
    let mut vertices = device.empty_in(Layout::Linear, seen.shape())?;
    vertices.copy_from(seen)?; // on the device: render to vertex stream
    let mut picture = device.stream_of([SIDE, SIDE], &vec![Rgba([255; 4]); SIDE * SIDE])?;
    device
        .kernel(&wires)?
        .call()
        .vertex_stream("seen", &vertices)
        .output("picture", &mut picture)
        .vertices(Topology::Lines, vertices.len())
        .run()?;
    picture.to_image()
}
// ANCHOR_END: wires
