//! Shares the area of a mesh among its vertices: each triangle adds a third of its own to each corner, in
//! both eras.
//!
//! Run it with `cargo run --example scatter_add`; `-- --help` lists what can be changed.

mod arguments;

use gristmill::algorithms::scatter_add::{self, scatter_add};
use gristmill::{Device, Pointer, Result};
use nalgebra::Point3;
use std::process::ExitCode;

fn main() -> ExitCode {
    arguments::run(|device: &Device, _| -> Result<bool> {
        let (vertices, corners) = mesh(include_bytes!("../crates/cli/data/bunny.obj"));
        // ANCHOR: example
        let thirds: Vec<f32> = corners
            .iter()
            .flat_map(|corners| [area(corners.map(|at| vertices[at])) / 3.0; 3])
            .collect();
        let places: Vec<Pointer> = corners.as_flattened().iter().copied().map(Pointer::to).collect();

        let (source, targets) = (device.stream(&thirds)?, device.stream(&places)?);
        let areas = scatter_add(device, &source, &targets, vertices.len())?.read()?;
        // ANCHOR_END: example

        let total: f64 = areas.iter().copied().map(f64::from).sum();
        let surface: f64 = thirds.iter().copied().map(f64::from).sum();
        println!("  {} triangles, {} vertices: their areas add up to {total:.4}", corners.len(), vertices.len());

        // No vertex has as many as 64 triangles, and each addition rounds once.
        let wanted = scatter_add::reference(&thirds, &places, vertices.len());
        let close = |(given, wanted): (&f32, &f32)| (given - wanted).abs() <= 64.0 * f32::EPSILON / 2.0 * wanted;
        Ok(areas.iter().zip(&wanted).all(close) && (total - surface).abs() <= 1e-5 * surface)
    })
}

fn area([a, b, c]: [Point3<f32>; 3]) -> f32 {
    (b - a).cross(&(c - a)).norm() / 2.0
}

/// The vertices of a mesh, and the three corners of each triangle.
fn mesh(file: &[u8]) -> (Vec<Point3<f32>>, Vec<[usize; 3]>) {
    let options = tobj::LoadOptions { triangulate: true, ..tobj::LoadOptions::default() };
    let no_materials = |_: &std::path::Path| Ok(Default::default());
    let (models, _) = tobj::load_obj_buf(&mut &*file, &options, no_materials).expect("the mesh is part of the project");
    let (mut vertices, mut corners) = (Vec::new(), Vec::new());
    for tobj::Model { mesh, .. } in &models {
        let first = vertices.len();
        vertices.extend(mesh.positions.chunks_exact(3).map(Point3::from_slice));
        corners.extend(
            mesh.indices
                .chunks_exact(3)
                .map(|three| [0, 1, 2].map(|corner| first + three[corner] as usize)),
        );
    }
    (vertices, corners)
}
