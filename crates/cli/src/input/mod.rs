//! Inputs: the photographs and meshes of the project, those of the user, and generated numbers.

mod photograph;

use crate::input::photograph::{MAX_ELEMENTS, MAX_FILE_BYTES, PhotographFile};
use gristmill::algorithms::ray_grid::{Mesh, Surface};
use gristmill::algorithms::{Algorithm, Workload};
use gristmill::{Era, Error, Limits, Result, files};
use image::{DynamicImage, RgbaImage};
use nalgebra::Point3;
use std::io::BufRead;
use std::path::Path;

/// The algorithms that get a photograph on the tour, each with its photograph.
const TOUR_PHOTOGRAPHS: &[(&str, &[u8])] = &[
    ("invert", include_bytes!("../../data/astronaut.png")),
    ("grayscale", include_bytes!("../../data/coffee.png")),
    ("life", include_bytes!("../../data/chelsea.png")),
];
/// The algorithms that accept a photograph.
const PHOTOGRAPH_ALGORITHMS: &[&str] =
    &["invert", "grayscale", "convolve", "summed_area", "box_blur", "depth_of_field", "histogram", "life"];
/// The algorithms among them that use its pixels in one sequence, so that its sides do not matter.
const FLAT_PIXEL_ALGORITHMS: &[&str] = &["histogram"];
/// The algorithms that accept the vertices of a mesh.
const VERTEX_ALGORITHMS: &[&str] = &["transform"];
/// The algorithms that accept the surface of a mesh.
const SURFACE_ALGORITHMS: &[&str] = &["ray_grid"];
const BUNNY: &[u8] = include_bytes!("../../data/bunny.obj");

/// Parses a size: `1000`, `1_000_000`, `2^20`.
pub fn parse_size(text: &str) -> Result<usize, String> {
    let size = match text.split_once('^') {
        Some((base, power)) => {
            match (parse_digits(base), parse_digits(power).and_then(|power| u32::try_from(power).ok())) {
                (Some(base), Some(power)) => base.checked_pow(power).or(Some(u128::MAX)),
                _ => None,
            }
        }
        None => parse_digits(text),
    };
    match size {
        None => Err("write it as 1000, 1_000_000 or 2^20".to_string()),
        Some(size) if size > MAX_ELEMENTS as u128 => Err(format!("the most elements are 2^26 ({MAX_ELEMENTS})")),
        Some(size) => Ok(size as usize),
    }
}

/// Parses a number whose digits may have underscores between them.
fn parse_digits(digits: &str) -> Option<u128> {
    digits.replace('_', "").parse().ok()
}

/// Parses a seed.
pub fn parse_seed(text: &str) -> Result<u32, String> {
    text.parse()
        .map_err(|_| format!("expected a whole number from 0 to {}", u32::MAX))
}

/// Builds the tour's workload of an algorithm: a photograph of the project in full size, or `size` vertices of the
/// bunny, or `size` numbers.
pub fn tour_workload(algorithm: &Algorithm, size: usize) -> Result<Workload> {
    let mut workload = generate_workload(algorithm, size, 1)?;
    if let Some((_, file)) = TOUR_PHOTOGRAPHS.iter().find(|(name, _)| *name == algorithm.name) {
        set_photograph(&mut workload, decode_photograph(file)?.to_rgba8());
    }
    Ok(workload)
}

/// Builds the workload of a small picture: a photograph of the project, at most `side` pixels wide, if the algorithm
/// accepts one, or as many numbers as such a picture has pixels.
#[cfg(feature = "emulator")]
pub fn small_workload(algorithm: &Algorithm, side: u32) -> Result<Workload> {
    let mut workload = generate_workload(algorithm, (side * side) as usize, 1)?;
    if PHOTOGRAPH_ALGORITHMS.contains(&algorithm.name) {
        let own = TOUR_PHOTOGRAPHS
            .iter()
            .find(|(name, _)| *name == algorithm.name)
            .unwrap_or(&TOUR_PHOTOGRAPHS[0]);
        set_photograph(&mut workload, decode_photograph(own.1)?.thumbnail(side, side).to_rgba8());
    }
    Ok(workload)
}

fn decode_photograph(file: &[u8]) -> Result<DynamicImage> {
    image::load_from_memory(file)
        .map_err(|error| Error::data(format!("the project's own photograph is unusable: {error}")))
}

/// Builds a workload of `size` elements from a seed; an algorithm on vertices gets the bunny's.
pub fn generate_workload(algorithm: &Algorithm, size: usize, seed: u32) -> Result<Workload> {
    let mut workload = Workload::new(size, seed);
    if VERTEX_ALGORITHMS.contains(&algorithm.name) {
        workload.mesh = read_vertices(BUNNY, "the bunny")?;
    }
    if SURFACE_ALGORITHMS.contains(&algorithm.name) {
        read_surface(&mut workload, BUNNY, "the bunny")?;
    }
    Ok(workload)
}

/// The input of an algorithm, before any of it is read or generated.
pub enum InputSource<'a> {
    Generated,
    Mesh(&'a Path),
    Photograph(PhotographFile<'a>),
}

impl InputSource<'_> {
    /// Checks a file by its name and header; without a file, the elements are generated.
    ///
    /// # Errors
    /// A file that certainly does not work: of another kind, one that the algorithm does not accept, or one with a size
    /// of its own together with `--size`.
    pub fn inspect<'a>(algorithm: &Algorithm, path: Option<&'a Path>, size: Option<usize>) -> Result<InputSource<'a>> {
        let Some(path) = path else { return Ok(InputSource::Generated) };
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or("");
        if ending.eq_ignore_ascii_case("obj") {
            if !VERTEX_ALGORITHMS.contains(&algorithm.name) && !SURFACE_ALGORITHMS.contains(&algorithm.name) {
                return Err(refuse_input(algorithm, "mesh", &[VERTEX_ALGORITHMS, SURFACE_ALGORITHMS].concat()));
            }
            return Ok(InputSource::Mesh(path));
        }
        if !PHOTOGRAPH_ALGORITHMS.contains(&algorithm.name) {
            let meshes = VERTEX_ALGORITHMS.contains(&algorithm.name) || SURFACE_ALGORITHMS.contains(&algorithm.name);
            let mesh = if meshes { ", but an .obj mesh" } else { "" };
            return Err(refuse_input(algorithm, &format!("photograph{mesh}"), PHOTOGRAPH_ALGORITHMS));
        }
        let photograph = PhotographFile::open(path)?;
        if size.is_some() {
            return Err(Error::data(format!("{} has its own size; leave out --size", path.display())));
        }
        Ok(InputSource::Photograph(photograph))
    }

    /// Returns an error if the input exceeds the limits of an era's rungs; `None` if it fits as far as is known.
    pub fn limit_error(&self, algorithm: &Algorithm, era: Era, limits: &Limits) -> Option<Error> {
        let InputSource::Photograph(photograph) = self else { return None };
        let [width, height] = photograph.size;
        let thing = format!("of a photograph of {width}x{height}");
        let side = width.max(height);
        let bytes = 4 * width * height;
        if era == Era::Fragment && !FLAT_PIXEL_ALGORITHMS.contains(&algorithm.name) && side > limits.texture_side {
            let next = "the compute era has it in a buffer; or make it smaller";
            return Some(Error::limit(format!("side {thing}"), side as u128, limits.texture_side as u128, next));
        }
        if era == Era::Compute && bytes > limits.buffer_bytes {
            let bytes = bytes as u128;
            let limit = limits.buffer_bytes as u128;
            return Some(Error::limit(format!("bytes {thing}"), bytes, limit, "make it smaller"));
        }
        None
    }

    /// Builds the workload: reads the file, or generates the elements.
    ///
    /// # Errors
    /// A file whose content does not match its header.
    pub fn load_workload(&self, algorithm: &Algorithm, size: Option<usize>, seed: u32) -> Result<Workload> {
        let mut workload = match self {
            InputSource::Generated => return generate_workload(algorithm, size.unwrap_or(algorithm.size), seed),
            _ => Workload::new(size.unwrap_or(algorithm.size), seed),
        };
        match self {
            InputSource::Photograph(photograph) => set_photograph(&mut workload, photograph.read_pixels()?),
            InputSource::Mesh(path) => {
                let name = path.display().to_string();
                let bytes =
                    files::read_at_most(path, MAX_FILE_BYTES).map_err(|error| Error::of_system(&name, &error))?;
                if bytes.len() as u64 > MAX_FILE_BYTES {
                    let thing = format!("{name}, bytes of a file");
                    return Err(Error::limit(thing, bytes.len() as u128, MAX_FILE_BYTES.into(), "make it smaller"));
                }
                if SURFACE_ALGORITHMS.contains(&algorithm.name) {
                    read_surface(&mut workload, &bytes, &name)?;
                } else {
                    workload.mesh = read_vertices(bytes.as_slice(), &name)?;
                    workload.size = size.unwrap_or(workload.mesh.len());
                }
            }
            InputSource::Generated => {}
        }
        Ok(workload)
    }
}

fn set_photograph(workload: &mut Workload, photograph: RgbaImage) {
    workload.size = photograph.width() as usize * photograph.height() as usize;
    workload.photograph = Some(photograph);
}

fn refuse_input(algorithm: &Algorithm, kind: &str, takers: &[&str]) -> Error {
    let verb = if takers.len() == 1 { "does" } else { "do" };
    Error::data(format!("{} takes no {kind}; {} {verb}", algorithm.name, takers.join(", ")))
}

/// Reads the vertices of an OBJ file.
fn read_vertices(file: impl BufRead, name: &str) -> Result<Vec<Point3<f32>>> {
    let mut file = file;
    let (models, _) = tobj::load_obj_buf(&mut file, &tobj::LoadOptions::default(), |_| {
        Err(tobj::LoadError::GenericFailure) // colours are not needed
    })
    .map_err(|error| Error::data(format!("{name} is not a readable OBJ mesh: {error}; give a complete one")))?;
    let corners = models.iter().flat_map(|model| model.mesh.positions.chunks_exact(3));
    let points: Vec<_> = corners.map(|at| Point3::new(at[0], at[1], at[2])).collect();
    if points.is_empty() {
        return Err(Error::data(format!("{name} has no faces; give a mesh that has")));
    }
    Ok(points)
}

/// Reads the vertices and triangles of an OBJ file into the workload.
fn read_surface(workload: &mut Workload, file: &[u8], name: &str) -> Result<()> {
    let mesh = Mesh::from_obj(&String::from_utf8_lossy(file), Surface::matt([255; 3]));
    let mesh = mesh.map_err(|error| Error::data(format!("{name} is not a readable OBJ mesh: {error}")))?;
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
        assert_eq!(parse_size("1_000"), Ok(1000));
        assert_eq!(parse_size("2^20"), Ok(1 << 20));
        assert_eq!(parse_size("0"), Ok(0));
        for wrong in ["", "-1", "2^", "x", "2^27", "2^999999999", "1e6", "99999999999999999999999999999999999999999"] {
            assert!(parse_size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_bunny_is_whole() {
        assert_eq!(read_vertices(BUNNY, "the bunny").map(|points| points.len()), Ok(1839));
        assert!(read_vertices(b"f 1 2 3".as_slice(), "nothing").is_err());
        assert!(read_vertices(b"v 1 2 3".as_slice(), "no faces").is_err());
        assert!(read_vertices(b"v 1 2 x\nf 1 1 1\n".as_slice(), "letters").is_err());
    }
}
