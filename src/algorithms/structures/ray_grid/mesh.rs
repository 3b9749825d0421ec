//! Meshes: triangles that point to vertices, each with a surface.

use crate::{Error, Result};
use nalgebra::{Point3, Similarity3, Vector3};
use std::collections::HashMap;

/// The material of a triangle: its colour, and the share of light that it mirrors, in the four bytes of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Surface(u32);

impl Surface {
    /// Builds a surface that scatters light, with red, green and blue of 0 to 255.
    pub fn matt(colour: [u8; 3]) -> Surface {
        Surface::mirror(colour, 0)
    }

    /// Builds a surface that mirrors that share of the light, of 254 at most, and scatters the rest; it mirrors more at
    /// flatter angles.
    pub fn mirror([red, green, blue]: [u8; 3], share: u8) -> Surface {
        Surface(u32::from_le_bytes([red, green, blue, share.min(254)]))
    }

    /// Builds a surface that emits light.
    pub fn lamp([red, green, blue]: [u8; 3]) -> Surface {
        Surface(u32::from_le_bytes([red, green, blue, 255]))
    }

    pub(super) fn to_word(self) -> u32 {
        self.0
    }

    /// Returns red, green, blue and the mirrored share, 0 to 1 each; a lamp's share is 1.
    pub(super) fn to_shares(self) -> [f64; 4] {
        self.0.to_le_bytes().map(|byte| f64::from(byte) / 255.0)
    }
}

/// A mesh on the host.
///
/// ```
/// use gristmill::algorithms::ray_grid::{Mesh, Surface};
/// use nalgebra::Point3;
/// let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(Point3::from);
/// let mesh = Mesh::new(&corners, &[[0, 1, 2]], Surface::matt([255, 200, 100]))?;
/// assert_eq!(mesh.triangles(), [[0, 1, 2]]);
///
/// let error = Mesh::new(&corners, &[[0, 1, 3]], Surface::matt([0; 3])).unwrap_err();
/// assert_eq!(error.to_string(), "triangle 0 has vertex 3, and the mesh has 3; vertices count from 0");
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Mesh {
    pub(super) vertices: Vec<Point3<f32>>,
    pub(super) normals: Vec<Vector3<f32>>,
    pub(super) triangles: Vec<[u32; 3]>,
    pub(super) surfaces: Vec<Surface>,
}

impl Mesh {
    /// Builds triangles of one surface. Triangles that meet in a place are one smooth surface: a vertex has the mean of
    /// their normals, each weighted by its area. Triangles without area are kept, and no ray ever hits them.
    ///
    /// # Errors
    /// [`Error::Data`] for a vertex that is not finite, or one that a triangle uses and the mesh does not have.
    pub fn new(vertices: &[Point3<f32>], triangles: &[[u32; 3]], surface: Surface) -> Result<Mesh> {
        if let Some((at, vertex)) = vertices
            .iter()
            .enumerate()
            .find(|(_, v)| !v.iter().all(|lane| lane.is_finite()))
        {
            let [x, y, z] = [vertex.x, vertex.y, vertex.z];
            return Err(Error::data(format!("vertex {at} is ({x}, {y}, {z}); give finite numbers")));
        }
        for (at, triangle) in triangles.iter().enumerate() {
            if let Some(corner) = triangle.iter().find(|corner| **corner as usize >= vertices.len()) {
                let count = vertices.len();
                return Err(Error::data(format!(
                    "triangle {at} has vertex {corner}, and the mesh has {count}; vertices count from 0"
                )));
            }
        }
        let mut sums: HashMap<[u32; 3], Vector3<f64>> = HashMap::new();
        for triangle in triangles {
            let [a, b, c] = triangle.map(|corner: u32| vertices[corner as usize].coords.map(f64::from));
            for corner in triangle {
                *sums.entry(build_key(&vertices[*corner as usize])).or_default() += (b - a).cross(&(c - a));
            }
        }
        let normals = vertices
            .iter()
            .map(|vertex| {
                let sum = sums.get(&build_key(vertex));
                let normal = sum.and_then(|sum| sum.try_normalize(0.0)).unwrap_or_default();
                normal.map(|lane| lane as f32)
            })
            .collect();
        let surfaces = vec![surface; triangles.len()];
        Ok(Mesh { vertices: vertices.to_vec(), normals, triangles: triangles.to_vec(), surfaces })
    }

    /// Builds two triangles from four corners.
    ///
    /// # Errors
    /// As [`Mesh::new`].
    pub fn square(corners: [[f32; 3]; 4], surface: Surface) -> Result<Mesh> {
        Mesh::new(&corners.map(Point3::from), &[[0, 1, 2], [0, 2, 3]], surface)
    }

    /// Builds the room of Cornell University, from -1 to 1 along each axis and open to the front, at z = 1: the left
    /// wall red, the right one green, a lamp in the ceiling.
    ///
    /// # Errors
    /// None that its numbers could cause.
    pub fn cornell_box() -> Result<Mesh> {
        let white = Surface::matt([226, 220, 208]);
        let [l, r] = [-1.0, 1.0];
        let floor = Mesh::square([[l, l, l], [r, l, l], [r, l, r], [l, l, r]], white)?;
        let ceiling = Mesh::square([[l, r, l], [l, r, r], [r, r, r], [r, r, l]], white)?;
        let back = Mesh::square([[l, l, l], [l, r, l], [r, r, l], [r, l, l]], white)?;
        let left = Mesh::square([[l, l, l], [l, l, r], [l, r, r], [l, r, l]], Surface::matt([200, 34, 26]))?;
        let right = Mesh::square([[r, l, l], [r, r, l], [r, r, r], [r, l, r]], Surface::matt([38, 132, 64]))?;
        let s = 0.25;
        let y = 0.999;
        let lamp = Mesh::square([[-s, y, -s], [-s, y, s], [s, y, s], [s, y, -s]], Surface::lamp([255, 244, 220]))?;
        Ok([floor, ceiling, back, left, right, lamp]
            .into_iter()
            .fold(Mesh::default(), Mesh::with))
    }

    /// Joins both meshes.
    #[must_use]
    pub fn with(mut self, other: Mesh) -> Mesh {
        let first = self.vertices.len() as u32;
        self.vertices.extend(other.vertices);
        self.normals.extend(other.normals);
        self.triangles
            .extend(other.triangles.iter().map(|triangle| triangle.map(|corner| corner + first)));
        self.surfaces.extend(other.surfaces);
        self
    }

    /// Scales, turns and moves the mesh.
    #[must_use]
    pub fn placed(mut self, place: &Similarity3<f32>) -> Mesh {
        self.vertices.iter_mut().for_each(|vertex| *vertex = place * *vertex);
        self.normals
            .iter_mut()
            .for_each(|normal| *normal = place.isometry.rotation * *normal);
        self
    }

    /// Scales and moves the mesh so that it stands on a place: with that height, its middle above the place, its lowest
    /// point on it, and turned about the vertical by an angle in radians.
    #[must_use]
    pub fn standing(self, foot: [f32; 3], height: f32, angle: f32) -> Mesh {
        let Some((low, high)) = self.extent() else { return self };
        let scale = height / (high.y - low.y).max(f32::MIN_POSITIVE);
        let middle = Vector3::new((low.x + high.x) / 2.0, low.y, (low.z + high.z) / 2.0);
        let place = Similarity3::new(Vector3::from(foot), Vector3::y() * angle, scale);
        self.placed(&Similarity3::new(-middle, Vector3::zeros(), 1.0)).placed(&place)
    }

    /// Returns the least and the greatest coordinates of its triangles; `None` without triangles.
    pub fn extent(&self) -> Option<(Point3<f32>, Point3<f32>)> {
        let corners = self.triangles.iter().flatten().map(|corner| self.vertices[*corner as usize]);
        corners
            .map(|corner| (corner, corner))
            .reduce(|(low, high), (corner, _)| (low.inf(&corner), high.sup(&corner)))
    }

    /// Returns the triangles, three vertices each.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// Returns the vertices.
    pub fn vertices(&self) -> &[Point3<f32>] {
        &self.vertices
    }
}

fn build_key(vertex: &Point3<f32>) -> [u32; 3] {
    [vertex.x, vertex.y, vertex.z].map(|lane| (lane + 0.0).to_bits())
}
