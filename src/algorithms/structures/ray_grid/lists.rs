//! The triangles of each cell of a grid, on the host.

use super::Mesh;
use super::overlap::overlapped_cells;
use crate::{Error, Pointer, Result};
use nalgebra::{Point3, Vector3};

/// Largest number of cells along each side: three numbers below it fit a word, with two bits to spare.
pub const MOST_SIDE: usize = 1024;

/// A grid of cubes on the host: a cell points to a list, the list to triangles.
pub(super) struct TriangleLists {
    pub sides: [usize; 3],
    /// Position of the grid's first corner.
    pub corner: Point3<f64>,
    /// The side of a cell.
    pub unit: f64,
    /// Largest number of steps of any ray.
    pub steps: usize,
    /// Start of each cell's list.
    pub cells: Vec<Pointer>,
    /// All lists, each followed by a pointer to nowhere.
    pub list: Vec<Pointer>,
    /// The vertices, in cells.
    pub places: Vec<Vector3<f64>>,
}

impl TriangleLists {
    /// Builds a grid of about `cells` cells for the mesh; the cells are cubes, so a flat mesh has one layer.
    ///
    /// # Errors
    /// [`Error::Limit`] for more triangles than a float can count.
    pub(super) fn new(mesh: &Mesh, cells: usize) -> Result<TriangleLists> {
        if mesh.triangles.len() >= 1 << 24 {
            let given = mesh.triangles.len() as u128;
            let limit = (1 << 24) - 1;
            return Err(Error::limit("triangles of a mesh", given, limit, "a float of the era counts no further"));
        }
        let (low, high) = mesh.extent().unwrap_or((Point3::origin(), Point3::origin()));
        let low = low.map(f64::from);
        let high = high.map(f64::from);
        let unit = cell_side(high - low, cells.clamp(1, MOST_SIDE.pow(3)));
        // The rim keeps triangles off the grid's walls.
        let sides = (high - low).map(|extent| (extent / unit + RIM).ceil().clamp(1.0, MOST_SIDE as f64));
        let corner = low + ((high - low) - sides * unit) / 2.0;
        let sides = [sides.x as usize, sides.y as usize, sides.z as usize];

        let places: Vec<Vector3<f64>> = mesh
            .vertices
            .iter()
            .map(|vertex: &Point3<f32>| (vertex.map(f64::from) - corner) / unit)
            .collect();
        // ANCHOR: lists
        let mut lists = vec![Vec::new(); sides.iter().product()];
        for (triangle, corners) in mesh.triangles.iter().enumerate() {
            let corners = corners.map(|corner| places[corner as usize]);
            for [x, y, z] in overlapped_cells(&corners, sides) {
                lists[x + sides[0] * (y + sides[1] * z)].push(Pointer::to(triangle));
            }
        }
        let mut cells = Vec::with_capacity(lists.len());
        let mut list = Vec::new();
        for triangles in &lists {
            cells.push(if triangles.is_empty() { Pointer::NOWHERE } else { Pointer::to(list.len()) });
            list.extend(triangles);
            list.extend((!triangles.is_empty()).then_some(Pointer::NOWHERE)); // the list's end
        }
        // ANCHOR_END: lists

        // An upper bound: the most cells that a line crosses, each with the longest list.
        let mut lengths: Vec<usize> = lists.iter().map(Vec::len).collect();
        lengths.sort_unstable_by(|a, b| b.cmp(a));
        let longest_way = sides.iter().sum::<usize>();
        let steps = longest_way + lengths.iter().take(longest_way).sum::<usize>();
        Ok(TriangleLists { sides, corner, unit, steps, cells, list, places })
    }
}

/// Cells of space around a mesh, both sides together.
const RIM: f64 = 0.25;

/// Returns the side of cubes of which about `cells` fill a box; a side flatter than a cube counts as one cube.
fn cell_side(extent: Vector3<f64>, cells: usize) -> f64 {
    let longest = extent.max();
    if longest <= 0.0 {
        return 1.0;
    }
    let mut fine = longest / (MOST_SIDE - 1) as f64;
    let mut coarse = longest * 2.0;
    for _ in 0..60 {
        let middle = (fine + coarse) / 2.0;
        if count_cells(middle, extent) > cells as f64 { fine = middle } else { coarse = middle }
    }
    coarse
}

/// Counts the cells of that side that cover an extent.
fn count_cells(side: f64, extent: Vector3<f64>) -> f64 {
    extent.iter().map(|extent| (extent / side + RIM).ceil().max(1.0)).product()
}
