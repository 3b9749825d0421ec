//! Lets a sphere grow into a bunny, and a seed into the white matter of a brain, in a narrow band of pages,
//! in both eras.
//!
//! Run it with `cargo run --example level_set`; `-- --help` lists what can be changed. Pictures and
//! an animation go to `--out`.

mod arguments;

use gristmill::algorithms::level_set::{self, Growth, LevelSet, SurfaceMotion, of_mesh, of_sphere};
use gristmill::algorithms::page_table::{CELLS, pages_of};
use gristmill::{Device, Error, Result, Scene, image_of};
use nalgebra::{Point3, Vector3};
use std::process::ExitCode;

/// Pages that there is memory for.
const CAPACITY: usize = 6_000;

/// The motion of a surface towards the bunny, in a volume of that side.
fn towards_bunny(side: usize) -> Result<SurfaceMotion> {
    let mut file = std::io::Cursor::new(include_bytes!("../crates/cli/data/bunny.obj"));
    let (models, _) = tobj::load_obj_buf(&mut file, &tobj::LoadOptions::default(), |_| Ok(Default::default()))
        .map_err(|error| Error::data(error.to_string()))?;
    let mesh = models
        .into_iter()
        .next()
        .ok_or_else(|| Error::data("bunny.obj has no mesh"))?
        .mesh;
    let places: Vec<Point3<f32>> = mesh.positions.chunks_exact(3).map(Point3::from_slice).collect();
    let least = places.iter().fold(Vector3::repeat(f32::MAX), |least, at| least.inf(&at.coords));
    let most = places.iter().fold(Vector3::repeat(f32::MIN), |most, at| most.sup(&at.coords));
    let middle = Vector3::repeat((side as f32 - 1.0) / 2.0);
    let scale = (side as f32 - 6.0) / (most - least).max();
    let corners: Vec<Point3<f32>> = places
        .iter()
        .map(|at| Point3::from((at.coords - (least + most) / 2.0) * scale + middle))
        .collect();
    let faces: Vec<[u32; 3]> = mesh.indices.chunks_exact(3).map(|face| [face[0], face[1], face[2]]).collect();
    Ok(SurfaceMotion::towards([side; 3], &of_mesh([side; 3], &corners, &faces), 0.05))
}

/// The motion of a segmentation of the MRI volume, whose values are twice as close together here as in the
/// file; y is up.
fn segmentation() -> SurfaceMotion {
    let values: Vec<f32> = include_bytes!("../crates/cli/data/anatomical_33x41x25.raw")
        .chunks_exact(2)
        .map(|bytes| f32::from(i16::from_le_bytes([bytes[0], bytes[1]])))
        .collect();
    let (extent, mut finer) = ([65, 49, 81], Vec::new());
    for z in 0..extent[2] {
        for y in 0..extent[1] {
            for x in 0..extent[0] {
                // The mean of the eight around, which are one, two or four where they are in line.
                let value = |corner: usize| {
                    let [x, y, z] = [(x + corner % 2) / 2, (y + corner / 2 % 2) / 2, (z + corner / 4) / 2];
                    values[(x * 41 + z) * 25 + y] // the last axis of the file, its fastest, goes up
                };
                finer.push((0..8).map(value).sum::<f32>() / 8.0);
            }
        }
    }
    SurfaceMotion::segmentation(extent, &finer, 10_600.0, 1_500.0, 0.06)
}

/// A sphere that begins around a place, as a scene.
fn growth(device: &Device, motion: &SurfaceMotion, centre: [f32; 3], radius: f32, steps: usize) -> Result<Growth> {
    let start = of_sphere(motion.extent, centre, radius);
    Ok(Growth { set: LevelSet::new(device, motion, &start, CAPACITY)?, steps, turn: 0.3 })
}

fn main() -> ExitCode {
    let in_bunny = |side: usize| [0.5, 0.4, 0.5].map(|part| part * side as f32);
    let scene = move |device: &Device, arguments: &arguments::Arguments| -> Result<Box<dyn Scene>> {
        let side = arguments.size.unwrap_or(64).max(16);
        Ok(Box::new(growth(device, &towards_bunny(side)?, in_bunny(side), 0.12 * side as f32, 3)?))
    };
    arguments::show_up_to(256, [512, 512], scene, |device: &Device, arguments| -> Result<bool> {
        let side = arguments.size.unwrap_or(64).max(16);
        // ANCHOR: example
        let motion = towards_bunny(side)?;
        let start = of_sphere(motion.extent, in_bunny(side), 0.12 * side as f32);
        let mut bunny = Growth { set: LevelSet::new(device, &motion, &start, CAPACITY)?, steps: 4, turn: 0.3 };
        let first = bunny.set.usage()?.mapped;
        let image = arguments.film(device, "level_set", &mut bunny, [256, 256], 40)?;

        let (usage, given) = (bunny.set.usage()?, bunny.set.read()?);
        // ANCHOR_END: example
        let whole: usize = pages_of(motion.extent).iter().product();
        println!("  bunny: {first} pages, then {} of {whole}: {} kB", usage.mapped, usage.mapped * CELLS * 4 / 1000);
        let alike = arguments.keep(device, "level_set", &image, 1.0)?;
        let wanted = level_set::reference(&motion, &start, 40 * 4);
        let right = near(&given, &wanted, level_set::bound(40 * 4) as f32);

        let motion = segmentation();
        let seeds = [[12.0, 32.0, 28.0], [52.0, 32.0, 28.0]].map(|seed| of_sphere(motion.extent, seed, 5.0));
        let start: Vec<f32> = seeds[0].iter().zip(&seeds[1]).map(|(one, other)| one.min(*other)).collect();
        let mut brain = Growth { set: LevelSet::new(device, &motion, &start, CAPACITY)?, steps: 160, turn: 0.6 };
        brain.advance(None)?;
        let whole: usize = pages_of(motion.extent).iter().product();
        println!("  brain: {} pages of {whole}", brain.set.usage()?.mapped);
        let image = image_of(&brain.picture([256, 256])?)?;
        Ok(arguments.keep(device, "level_set_brain", &image, 1.0)? && alike && right)
    })
}

fn near(given: &[f32], wanted: &[f32], bound: f32) -> bool {
    let worst = given
        .iter()
        .zip(wanted)
        .map(|(given, wanted)| (given - wanted).abs())
        .fold(0.0, f32::max);
    println!("  {} cells, off by {worst:.1e} at most; the bound is {bound:.1e}", given.len());
    given.len() == wanted.len() && worst <= bound
}
