//! Real input: photographs and meshes, those of the project and those given.

use gristmill::algorithms::ray_grid::{Mesh, Surface};
use gristmill::algorithms::{Algorithm, Workload};
use gristmill::{Error, Result};
use image::RgbaImage;
use nalgebra::Point3;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// The algorithms that work on the pixels of a photograph, each with the tour's photograph for it.
const PIXELS: &[(&str, &[u8])] = &[
    ("invert", include_bytes!("../../data/astronaut.png")),
    ("grayscale", include_bytes!("../../data/coffee.png")),
    ("life", include_bytes!("../../data/chelsea.png")),
];
/// The algorithms that work on the vertices of a mesh.
const VERTICES: &[&str] = &["transform"];
/// The algorithms that work on the surface of a mesh.
const SURFACES: &[&str] = &["ray_grid"];
const BUNNY: &[u8] = include_bytes!("../../data/bunny.obj");

/// More elements than this are not made up: a few gigabytes here and on the device.
const MOST: usize = 1 << 26;

/// A size as the command line has it: `1000`, `1_000_000`, `2^20`.
pub fn size(text: &str) -> Result<usize, String> {
    let number = |digits: &str| digits.replace('_', "").parse::<u128>().ok();
    let size = match text.split_once('^') {
        Some((base, power)) => match (number(base), number(power).and_then(|power| u32::try_from(power).ok())) {
            (Some(base), Some(power)) => base.checked_pow(power).or(Some(u128::MAX)),
            _ => None,
        },
        None => number(text),
    };
    match size {
        None => Err("say it as 1000, 1_000_000 or 2^20".to_string()),
        Some(size) if size > MOST as u128 => Err(format!("2^26 elements ({MOST}) are the most it makes up")),
        Some(size) => Ok(size as usize),
    }
}

/// What the tour gives an algorithm: a photograph of the project, as large as it is, or so many vertices of
/// the bunny, or so many numbers.
pub fn of_the_tour(algorithm: &Algorithm, size: usize) -> Result<Workload> {
    let mut workload = made_up(algorithm, size, 1)?;
    if let Some((_, file)) = PIXELS.iter().find(|(name, _)| *name == algorithm.name) {
        let photograph = image::load_from_memory(file)
            .map_err(|error| Error::data(format!("the project's own photograph is unusable: {error}")))?;
        look_at(&mut workload, photograph.to_rgba8());
    }
    Ok(workload)
}

/// So many elements made from a seed; what works on vertices gets the bunny's.
pub fn made_up(algorithm: &Algorithm, size: usize, seed: u32) -> Result<Workload> {
    let mut workload = Workload::new(size, seed);
    if VERTICES.contains(&algorithm.name) {
        workload.mesh = vertices(BUNNY, "the bunny")?;
    }
    if SURFACES.contains(&algorithm.name) {
        surface(&mut workload, BUNNY, "the bunny")?;
    }
    Ok(workload)
}

/// The workload of a file of the user's.
pub fn of_file(algorithm: &Algorithm, path: &Path, size: Option<usize>, seed: u32) -> Result<Workload> {
    let name = path.display().to_string();
    let mut workload = Workload::new(size.unwrap_or(algorithm.size), seed);
    match path
        .extension()
        .and_then(|extension| extension.to_str())
        .map(str::to_ascii_lowercase)
        .as_deref()
    {
        Some("png") => {
            if !PIXELS.iter().any(|(taker, _)| *taker == algorithm.name) {
                let takers: Vec<_> = PIXELS.iter().map(|(name, _)| *name).collect();
                return Err(refused(algorithm, "photograph", &takers));
            }
            if size.is_some() {
                return Err(Error::data(format!("{name} has its own size; leave out --size")));
            }
            let photograph = image::open(path).map_err(|error| {
                Error::data(format!("{name} is no readable PNG photograph: {error}; give a whole one"))
            })?;
            look_at(&mut workload, photograph.to_rgba8());
        }
        Some("obj") => {
            if SURFACES.contains(&algorithm.name) {
                let bytes = std::fs::read(path).map_err(|error| Error::data(format!("{name}: {error}")))?;
                surface(&mut workload, &bytes, &name)?;
                return Ok(workload);
            }
            if !VERTICES.contains(&algorithm.name) {
                return Err(refused(algorithm, "mesh", &[VERTICES, SURFACES].concat()));
            }
            let file = std::fs::File::open(path).map_err(|error| Error::data(format!("{name}: {error}")))?;
            workload.mesh = vertices(BufReader::new(file), &name)?;
            workload.size = size.unwrap_or(workload.mesh.len());
        }
        _ => {
            return Err(Error::data(format!(
                "{name} is neither a .png photograph nor an .obj mesh; give one of these"
            )));
        }
    }
    Ok(workload)
}

fn look_at(workload: &mut Workload, photograph: RgbaImage) {
    workload.size = photograph.width() as usize * photograph.height() as usize;
    workload.photograph = Some(photograph);
}

fn refused(algorithm: &Algorithm, kind: &str, takers: &[&str]) -> Error {
    let verb = if takers.len() == 1 { "does" } else { "do" };
    Error::data(format!("{} takes no {kind}; {} {verb}", algorithm.name, takers.join(", ")))
}

/// The vertices of an OBJ file.
fn vertices(file: impl BufRead, name: &str) -> Result<Vec<Point3<f32>>> {
    let mut file = file;
    let (models, _) = tobj::load_obj_buf(&mut file, &tobj::LoadOptions::default(), |_| {
        Err(tobj::LoadError::GenericFailure) // colours are not needed
    })
    .map_err(|error| Error::data(format!("{name} is no readable OBJ mesh: {error}; give a whole one")))?;
    let corners = models.iter().flat_map(|model| model.mesh.positions.chunks_exact(3));
    let points: Vec<_> = corners.map(|at| Point3::new(at[0], at[1], at[2])).collect();
    if points.is_empty() {
        return Err(Error::data(format!("{name} has no faces; give a mesh that has")));
    }
    Ok(points)
}

/// The vertices and triangles of an OBJ file.
fn surface(workload: &mut Workload, file: &[u8], name: &str) -> Result<()> {
    let mesh = Mesh::from_obj(&String::from_utf8_lossy(file), Surface::matt([255; 3]));
    let mesh = mesh.map_err(|error| Error::data(format!("{name} is no readable OBJ mesh: {error}")))?;
    if mesh.triangles().is_empty() {
        return Err(Error::data(format!("{name} has no faces; give a mesh that has")));
    }
    (workload.mesh, workload.triangles) = (mesh.vertices().to_vec(), mesh.triangles().to_vec());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        assert_eq!(size("1_000"), Ok(1000));
        assert_eq!(size("2^20"), Ok(1 << 20));
        assert_eq!(size("0"), Ok(0));
        for wrong in ["", "-1", "2^", "x", "2^27", "2^999999999", "1e6", "99999999999999999999999999999999999999999"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_bunny_is_whole() {
        assert_eq!(vertices(BUNNY, "the bunny").map(|points| points.len()), Ok(1839));
        assert!(vertices(b"f 1 2 3".as_slice(), "nothing").is_err());
        assert!(vertices(b"v 1 2 3".as_slice(), "no faces").is_err());
        assert!(vertices(b"v 1 2 x\nf 1 1 1\n".as_slice(), "letters").is_err());
    }
}
