//! Walks over the Stanford bunny along the edges of its triangles, from one corner to all others.
//!
//! Run it with `cargo run --example bfs`; `-- --help` lists what can be changed.

mod arguments;

use gristmill::algorithms::bfs::{self, Edges, Graph, UNREACHED, bfs};
use gristmill::{Device, Error, Result};
use image::{Rgb, RgbImage};
use nalgebra::Point3;
use std::process::ExitCode;

fn main() -> ExitCode {
    arguments::run(|device: &Device, arguments| -> Result<bool> {
        // ANCHOR: example
        let (corners, sides) = mesh(include_bytes!("../crates/cli/data/bunny.obj"));
        let graph = Graph::new(corners.len(), &sides)?;
        let source = arguments.seed as usize % corners.len();

        let levels = bfs(device, &Edges::new(device, &graph)?, source)?.read()?;
        // ANCHOR_END: example

        std::fs::create_dir_all(&arguments.out).map_err(|error| Error::data(error.to_string()))?;
        let path = arguments.out.join(format!("bfs_{}.png", device.era()));
        picture(&corners, &levels)
            .save(&path)
            .map_err(|error| Error::data(error.to_string()))?;
        let reached: Vec<u32> = levels.iter().copied().filter(|level| *level != UNREACHED).collect();
        let farthest = reached.iter().max().copied().unwrap_or(0);
        println!(
            "  {} corners, {} sides; {} are reached, the farthest after {farthest}",
            corners.len(),
            sides.len() / 2,
            reached.len()
        );
        println!("  {}", path.display());
        Ok(levels == bfs::reference(&graph, source))
    })
}

/// The corners of a mesh, and the sides of its triangles as edges there and back.
fn mesh(file: &[u8]) -> (Vec<Point3<f32>>, Vec<[u32; 2]>) {
    let options = tobj::LoadOptions { triangulate: true, ..tobj::LoadOptions::default() };
    let no_materials = |_: &std::path::Path| Ok(Default::default());
    let (models, _) = tobj::load_obj_buf(&mut &*file, &options, no_materials).expect("the mesh is part of the project");
    let mesh = &models[0].mesh;
    let corners = mesh.positions.chunks_exact(3).map(Point3::from_slice).collect();
    let triangles = mesh.indices.chunks_exact(3);
    let sides = triangles.flat_map(|corner| [0, 1, 2].map(|side| [corner[side], corner[(side + 1) % 3]]));
    let mut sides: Vec<[u32; 2]> = sides.flat_map(|[from, to]| [[from, to], [to, from]]).collect();
    sides.sort_unstable();
    sides.dedup(); // most sides belong to two triangles
    (corners, sides)
}

/// The corners as dots, the farther the bluer; grey where no path leads.
fn picture(corners: &[Point3<f32>], levels: &[u32]) -> RgbImage {
    let mut picture = RgbImage::from_pixel(384, 384, Rgb([255; 3]));
    let least = corners.iter().fold(corners[0], |least, corner| least.inf(corner));
    let most = corners.iter().fold(corners[0], |most, corner| most.sup(corner));
    let scale = 360.0 / (most - least).max();
    for (corner, level) in corners.iter().zip(levels) {
        let far = (level % 64 * 4) as u8;
        let colour = if *level == UNREACHED { [200; 3] } else { [255 - far, 90, far] };
        let [x, y] = [(corner.x - least.x) * scale, (most.y - corner.y) * scale].map(|place| place as u32 + 10);
        for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            picture.put_pixel(x + dx, y + dy, Rgb(colour));
        }
    }
    picture
}
