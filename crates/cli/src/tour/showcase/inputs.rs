//! The inputs of the pictures: the project's photographs, meshes and scan.

use super::canvas::{Area, CHART, Canvas, Colour, Corner};
use gristmill::algorithms::volume;
use gristmill::{Error, Result};
use image::RgbaImage;
use image::imageops::{FilterType, crop_imm, resize};
use nalgebra::{Point3, Rotation3, Vector3};
use std::io::Cursor;

/// A photograph of the project.
#[derive(Clone, Copy)]
pub enum Photograph {
    Astronaut,
    Cat,
    Coffee,
}

impl Photograph {
    /// Reads its middle part, as wide for its height as that size, scaled to it.
    pub fn read(self, [width, height]: [usize; 2]) -> Result<RgbaImage> {
        let file: &[u8] = match self {
            Photograph::Astronaut => include_bytes!("../../../data/astronaut.png"),
            Photograph::Cat => include_bytes!("../../../data/chelsea.png"),
            Photograph::Coffee => include_bytes!("../../../data/coffee.png"),
        };
        let whole = image::load_from_memory(file)
            .map_err(|error| Error::data(format!("the project's own photograph is unusable: {error}")))?
            .to_rgba8();
        let [wide, high] = [whole.width() as usize, whole.height() as usize];
        let part_width = wide.min(high * width / height);
        let part_height = high.min(wide * height / width);
        let left = (wide - part_width) / 2;
        // Faces are in the upper part of a high photograph.
        let top = (high - part_height) / 4;
        let part = crop_imm(&whole, left as u32, top as u32, part_width as u32, part_height as u32).to_image();
        Ok(resize(&part, width as u32, height as u32, FilterType::Triangle))
    }
}

/// The size of a photograph in a picture that has nothing else.
pub const WIDE: [usize; 2] = [320, 240];
/// The size of one of two photographs side by side.
pub const HALF: [usize; 2] = [200, 300];

/// Returns one channel of a photograph, 0 to 255.
pub fn channel(photograph: &RgbaImage, lane: usize) -> Vec<f32> {
    photograph.pixels().map(|pixel| f32::from(pixel[lane])).collect()
}

/// Returns a photograph's brightness, 0 to 255, by the weights of ITU-R BT.709.
pub fn brightness(photograph: &RgbaImage) -> Vec<f32> {
    let weigh = |pixel: &image::Rgba<u8>| {
        0.2126 * f32::from(pixel[0]) + 0.7152 * f32::from(pixel[1]) + 0.0722 * f32::from(pixel[2])
    };
    photograph.pixels().map(weigh).collect()
}

/// Returns a photograph's brightness in whole levels of 0 to 255.
pub fn levels(photograph: &RgbaImage) -> Vec<u32> {
    brightness(photograph).into_iter().map(|level| level.round() as u32).collect()
}

/// A mesh of the project.
pub struct Shape {
    pub points: Vec<Point3<f32>>,
    pub triangles: Vec<[usize; 3]>,
}

impl Shape {
    pub fn bunny() -> Result<Shape> {
        Shape::read(include_bytes!("../../../data/bunny.obj"))
    }

    pub fn teapot() -> Result<Shape> {
        Shape::read(include_bytes!("../../../data/teapot.obj"))
    }

    fn read(file: &[u8]) -> Result<Shape> {
        let options = tobj::LoadOptions { triangulate: true, ..tobj::LoadOptions::default() };
        let (models, _) = tobj::load_obj_buf(&mut Cursor::new(file), &options, |_| Ok(Default::default()))
            .map_err(|error| Error::data(format!("the project's own mesh is unusable: {error}")))?;
        let mut shape = Shape { points: Vec::new(), triangles: Vec::new() };
        for tobj::Model { mesh, .. } in &models {
            let first = shape.points.len();
            shape.points.extend(mesh.positions.chunks_exact(3).map(Point3::from_slice));
            let corners = mesh.indices.chunks_exact(3);
            shape
                .triangles
                .extend(corners.map(|three| [0, 1, 2].map(|corner| first + three[corner] as usize)));
        }
        Ok(shape)
    }

    /// Returns the edges of its triangles, each once.
    pub fn edges(&self) -> Vec<[usize; 2]> {
        let sides = self.triangles.iter().flat_map(|[a, b, c]| [[*a, *b], [*b, *c], [*c, *a]]);
        let mut edges: Vec<[usize; 2]> = sides.map(|[a, b]| [a.min(b), a.max(b)]).collect();
        edges.sort_unstable();
        edges.dedup();
        edges
    }

    /// Returns its points turned to be looked at: about -1 to 1, y up, z towards the eye.
    pub fn turned(&self, turn: f32, tilt: f32) -> Vec<Point3<f32>> {
        let low = self
            .points
            .iter()
            .fold(Vector3::repeat(f32::MAX), |low, point| low.inf(&point.coords));
        let high = self
            .points
            .iter()
            .fold(Vector3::repeat(f32::MIN), |high, point| high.sup(&point.coords));
        let scale = 2.0 / (high - low).norm();
        let rotation = Rotation3::from_euler_angles(tilt, 0.0, 0.0) * Rotation3::from_euler_angles(0.0, turn, 0.0);
        let turn = |point: &Point3<f32>| Point3::from(rotation * ((point.coords - (low + high) / 2.0) * scale));
        self.points.iter().map(turn).collect()
    }
}

/// Paints a mesh whose points are turned already, each in a colour, by a depth buffer; light comes from the upper left.
pub fn paint_shape(
    canvas: &mut Canvas,
    area: Area,
    points: &[Point3<f32>],
    triangles: &[[usize; 3]],
    colour: impl Fn(usize) -> Colour,
) {
    let mut depths = vec![f32::MIN; (CHART[0] * CHART[1]) as usize];
    paint_triangles(canvas, area, points, triangles, Some(&mut depths), colour);
}

/// Paints triangles one over the other, or by the depths of the nearest so far.
pub fn paint_triangles(
    canvas: &mut Canvas,
    area: Area,
    points: &[Point3<f32>],
    triangles: &[[usize; 3]],
    mut depths: Option<&mut [f32]>,
    colour: impl Fn(usize) -> Colour,
) {
    let scale = area.width.min(area.height) * 0.62;
    let middle = [area.left + area.width / 2.0, area.top + area.height / 2.0];
    let light = Vector3::new(-0.4, 0.65, 0.65).normalize();
    for corners in triangles {
        let [a, b, c] = corners.map(|corner| points[corner]);
        let normal = (b - a).cross(&(c - a));
        let facing = if normal.norm() > 0.0 { normal.normalize() } else { Vector3::z() };
        // Both sides are lit: the teapot's triangles do not all turn the same way.
        let facing = if facing.z < 0.0 { -facing } else { facing };
        let bright = 0.3 + 0.75 * facing.dot(&light).max(0.0);
        let corner = |number: usize| Corner {
            at: [middle[0] + points[number].x * scale, middle[1] - points[number].y * scale],
            depth: points[number].z,
            colour: colour(number).map(|lane| lane * bright),
        };
        canvas.triangle(depths.as_deref_mut(), corners.map(corner));
    }
}

/// Reads the magnetic resonance image: its extent, and its cells, x fastest.
pub fn scan_of_head() -> Result<([usize; 3], Vec<f32>)> {
    volume::of_file(include_bytes!("../../../data/anatomical_33x41x25.raw"), [33, 41, 25])
}
