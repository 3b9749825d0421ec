//! The grid: the triangles of each of its cells, on the device as three levels of pointers.

use super::Mesh;
use super::lists::TriangleLists;
use super::overlap::MARGIN;
use crate::{Call, Device, Pointer, Result, Stream};
use nalgebra::{Point3, Vector3, Vector4};

/// Default number of cells per triangle.
const CELLS_PER_TRIANGLE: f64 = 6.0;

/// Largest distance of a ray's start from a corner of the grid, in cells, for [`MARGIN`] to hold: a reach has four
/// roundings, of `2^-24` each.
pub(super) const FARTHEST: f64 = MARGIN * (1 << 22) as f64;

/// Largest number of steps of a ray that a kernel may loop over: llvmpipe ends an invocation after 65,535 turns of all
/// its loops.
pub(super) const STEPS: usize = 65_000;

/// A mesh in a grid of cubes, on a device: a cell points to a list of triangles, which points to triangles,
/// which point to vertices.
///
/// ```
/// use gristmill::algorithms::ray_grid::{Grid, Mesh};
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let grid = Grid::of_cells(&device, &Mesh::cornell_box()?, 512)?;
/// assert_eq!(grid.sides(), [8, 8, 8]);
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug)]
pub struct Grid {
    pub(super) sides: [usize; 3],
    /// Position of the grid's first corner.
    pub(super) corner: Point3<f64>,
    /// The side of a cell.
    pub(super) unit: f64,
    /// Largest number of steps of any ray.
    pub(super) steps: usize,
    pub(super) cells: Stream<Pointer>,
    pub(super) list: Stream<Pointer>,
    pub(super) triangles: Stream<[u32; 4]>,
    pub(super) vertices: Stream<Vector4<f32>>,
    pub(super) normals: Stream<Vector4<f32>>,
}

impl Grid {
    /// Builds a grid of about six cells per triangle.
    ///
    /// # Errors
    /// [`crate::Error::Limit`] if it does not fit the device.
    pub fn new(device: &Device, mesh: &Mesh) -> Result<Grid> {
        Grid::of_cells(device, mesh, (mesh.triangles.len() as f64 * CELLS_PER_TRIANGLE) as usize)
    }

    /// Builds a grid of about `cells` cells for the mesh; the cells are cubes, so a flat mesh has one layer.
    ///
    /// # Errors
    /// As [`Grid::new`].
    pub fn of_cells(device: &Device, mesh: &Mesh, cells: usize) -> Result<Grid> {
        let TriangleLists { sides, corner, unit, steps, cells, list, places } = TriangleLists::new(mesh, cells)?;
        let triangles = mesh.triangles.iter().zip(&mesh.surfaces);
        let triangles: Vec<_> = triangles.map(|([a, b, c], surface)| [*a, *b, *c, surface.to_word()]).collect();
        let vertices: Vec<Vector4<f32>> = places
            .iter()
            .map(|place: &Vector3<f64>| place.map(|lane| lane as f32).insert_row(3, 1.0))
            .collect();
        let normals: Vec<Vector4<f32>> = mesh.normals.iter().map(|normal| normal.insert_row(3, 0.0)).collect();
        Ok(Grid {
            sides,
            corner,
            unit,
            steps,
            cells: device.stream(&cells)?,
            list: device.stream(&fill_if_empty(list, Pointer::NOWHERE))?,
            triangles: device.stream(&fill_if_empty(triangles, [0; 4]))?,
            vertices: device.stream(&fill_if_empty(vertices, Vector4::zeros()))?,
            normals: device.stream(&fill_if_empty(normals, Vector4::zeros()))?,
        })
    }

    /// Returns the number of cells along x, y and z.
    pub fn sides(&self) -> [usize; 3] {
        self.sides
    }

    /// Returns the side of a cell, in the mesh's units.
    pub fn unit(&self) -> f32 {
        self.unit as f32
    }

    /// Returns the height above a surface at which rays from there start, in the mesh's units: START of ray_grid.glsl.
    pub fn start(&self) -> f64 {
        self.unit / 1024.0
    }

    /// Returns the number of entries of all lists, with their ends.
    pub fn entries(&self) -> usize {
        self.list.len()
    }

    /// Binds all streams of the grid, for a kernel that follows whole rays.
    pub(super) fn gather_all<'a>(&'a self, call: Call<'a>) -> Call<'a> {
        call.gather("cells", &self.cells)
            .gather("list", &self.list)
            .gather("triangles", &self.triangles)
            .gather("vertices", &self.vertices)
            .gather("normals", &self.normals)
    }
}

/// Returns the elements, or `filling` if there are none: a stream that is read needs an element.
pub(super) fn fill_if_empty<T>(mut elements: Vec<T>, filling: T) -> Vec<T> {
    if elements.is_empty() {
        elements.push(filling);
    }
    elements
}
