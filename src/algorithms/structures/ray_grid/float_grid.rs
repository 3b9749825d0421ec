//! The grid for cards without integers, and their picture.

use super::grid::fill_if_empty;
use super::lists::TriangleLists;
use super::picture::ActiveRays;
use super::{Camera, Mesh};
use crate::algorithms::Curve;
use crate::{Device, Error, Pointer, Result, Stream};
use nalgebra::{Point3, Vector3, Vector4};

/// Number of integers that a Radeon's floats represent.
const COUNT_LIMIT: usize = 1 << 17;

/// Largest number of cells from the grid's corner to the eye: a place is then known to a 256th of a cell, by floats of
/// 16 bits.
pub(super) const FARTHEST: f64 = 64.0;

/// A mesh in a grid of cubes, on a device, counted in floats: for [`fragment_2005`](super::fragment_2005).
#[derive(Debug)]
pub struct FloatGrid {
    pub(super) sides: [usize; 3],
    pub(super) corner: Point3<f64>,
    pub(super) unit: f64,
    /// The first entry of each cell's list, or -1.
    pub(super) cells: Stream<f32>,
    /// Triangles; -1 after the last of a cell.
    pub(super) list: Stream<f32>,
    /// Four texels per triangle: three corners; its colour and its mirrored share.
    pub(super) vertices: Stream<[f32; 4]>,
    /// Normals of the corners, at the same indices.
    pub(super) normals: Stream<[f32; 4]>,
}

impl FloatGrid {
    /// Builds a grid of about `cells` cells for the mesh.
    ///
    /// # Errors
    /// [`Error::Limit`] if there are more cells, entries of lists or triangles than a Radeon's floats can count, or if
    /// they do not fit the device.
    pub fn of_cells(device: &Device, mesh: &Mesh, cells: usize) -> Result<FloatGrid> {
        let TriangleLists { sides, corner, unit, cells, list, places, .. } = TriangleLists::new(mesh, cells)?;
        let counts = [
            (cells.len(), "cells of a grid"),
            (list.len(), "entries of its lists"),
            (mesh.triangles.len(), "triangles"),
        ];
        for (count, what) in counts {
            if count > COUNT_LIMIT {
                let thing = format!("{what}, counted in floats of 16 bits");
                let next = "use ray_grid::fragment, or a smaller mesh (the book: ray_grid.md)";
                return Err(Error::limit(thing, count as u128, COUNT_LIMIT as u128, next));
            }
        }
        let mut vertices = Vec::new();
        let mut normals = Vec::new();
        for (corners, surface) in mesh.triangles.iter().zip(&mesh.surfaces) {
            let corners = corners.map(|corner| corner as usize);
            vertices.extend(corners.iter().filter_map(|corner| places.get(*corner)).map(narrow_vector));
            vertices.push(surface.to_shares().map(|share| share as f32));
            let of_corners = corners.iter().filter_map(|corner| mesh.normals.get(*corner));
            normals.extend(of_corners.map(|normal| narrow_vector(&normal.map(f64::from))));
            normals.push([0.0; 4]);
        }
        let none = [[0.0; 4]; 4];
        let of_triangles =
            |texels: Vec<[f32; 4]>| device.stream(if texels.is_empty() { none.as_slice() } else { texels.as_slice() });
        Ok(FloatGrid {
            sides,
            corner,
            unit,
            cells: device.stream(&to_floats(&cells))?,
            list: device.stream(&fill_if_empty(to_floats(&list), -1.0))?,
            vertices: of_triangles(vertices)?,
            normals: of_triangles(normals)?,
        })
    }

    /// Returns the height above a surface at which rays from there start, in the mesh's units: START of
    /// ray_grid_2005.glsl.
    pub fn start(&self) -> f64 {
        self.unit / 64.0
    }
}

fn narrow_vector(v: &Vector3<f64>) -> [f32; 4] {
    [v.x as f32, v.y as f32, v.z as f32, 0.0]
}

fn to_floats(pointers: &[Pointer]) -> Vec<f32> {
    pointers
        .iter()
        .map(|pointer: &Pointer| pointer.target().map_or(-1.0, |index| index as f32))
        .collect()
}

/// The picture that the rays of [`fragment_2005`](super::fragment_2005) saw, on a device.
#[derive(Debug)]
#[non_exhaustive]
pub struct FloatPicture {
    /// Red, green and blue of each pixel's light.
    pub light: Stream<Vector4<f32>>,
    /// Distance of the visible surface, and its triangle, or -1 for the sky.
    pub first: Stream<[f32; 2]>,
    pub(super) active: Vec<[u32; 3]>,
}

impl FloatPicture {
    pub(super) fn empty(device: &Device, view: &Camera) -> Result<FloatPicture> {
        Ok(FloatPicture { light: device.empty(view.size)?, first: device.empty(view.size)?, active: Vec::new() })
    }

    /// Reads the light with the depth in the fourth channel, and the visible triangles, in the form of
    /// [`Picture`](super::Picture).
    ///
    /// # Errors
    /// As [`Stream::read`].
    pub fn read(&self) -> Result<(Vec<Vector4<f32>>, Vec<Pointer>)> {
        let light = self.light.read()?;
        let first = self.first.read()?;
        Ok(light
            .into_iter()
            .zip(first)
            .map(|(light, [depth, triangle]): (Vector4<f32>, [f32; 2])| match triangle >= 0.0 {
                true => (light.xyz().push(depth), Pointer::to(triangle as usize)),
                false => (light.xyz().push(1e30), Pointer::NOWHERE),
            })
            .unzip())
    }

    /// Converts to an image, as [`Picture::image`](super::Picture::image).
    ///
    /// # Errors
    /// As [`Stream::read`].
    pub fn image(&self) -> Result<image::RgbaImage> {
        let &[width, height] = self.light.shape().extents() else {
            return Err(Error::data(format!(
                "light of {} is not a picture; give it two dimensions",
                self.light.shape()
            )));
        };
        Ok(super::image(&[self.light.read()?], [width, height]))
    }

    /// Returns the number of active rays in each pass, as [`Picture::active`](super::Picture::active).
    ///
    /// # Errors
    /// None: the host counted them.
    pub fn active(&self) -> Result<Vec<Curve>> {
        ActiveRays::States(self.active.clone()).curves()
    }
}
