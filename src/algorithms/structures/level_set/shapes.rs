//! Surfaces to start from, and targets to grow into: the distance of each cell, negative inside.

use super::WIDTH;
use nalgebra::{Point3, Vector3};

/// Computes the distance of each cell of a volume from a sphere.
pub fn of_sphere([width, height, depth]: [usize; 3], centre: [f32; 3], radius: f32) -> Vec<f32> {
    let centre = Point3::from(centre);
    let mut distances = Vec::with_capacity(width * height * depth);
    for z in 0..depth {
        for y in 0..height {
            for x in 0..width {
                distances.push((Point3::new(x as f32, y as f32, z as f32) - centre).norm() - radius);
            }
        }
    }
    distances
}

/// Computes the distance of each cell of a volume from the surface of a mesh, whose corners are given in cells; clamped
/// to [`WIDTH`].
///
/// A cell is inside if most of three rays, along x, y and z, find it inside: a mesh may have small holes. A face with a
/// missing corner is left out, and one without area is a line or a point.
pub fn of_mesh(extent: [usize; 3], corners: &[Point3<f32>], faces: &[[u32; 3]]) -> Vec<f32> {
    let [width, height, depth] = extent;
    let mut distances = vec![WIDTH; width * height * depth];
    let mut votes = vec![0_u8; distances.len()];
    let triangles: Vec<[Point3<f32>; 3]> = faces
        .iter()
        .filter_map(|face: &[u32; 3]| {
            Some([
                find_finite_corner(face[0], corners)?,
                find_finite_corner(face[1], corners)?,
                find_finite_corner(face[2], corners)?,
            ])
        })
        .collect();
    for axis in 0..3 {
        vote_inside(extent, axis, &triangles, &mut votes);
    }
    for triangle in &triangles {
        let bounds = [0, 1, 2].map(|axis| {
            let lanes = triangle.map(|at| at[axis]);
            let (least, most) = lanes
                .iter()
                .fold((f32::MAX, f32::MIN), |(a, b), lane| (a.min(*lane), b.max(*lane)));
            (
                (least - WIDTH).floor().max(0.0) as usize,
                ((most + WIDTH).ceil() as usize).saturating_add(1).min(extent[axis]),
            )
        });
        for z in bounds[2].0..bounds[2].1 {
            for y in bounds[1].0..bounds[1].1 {
                for x in bounds[0].0..bounds[0].1 {
                    let distance = triangle_distance(Point3::new(x as f32, y as f32, z as f32), triangle);
                    let cell = &mut distances[x + width * (y + height * z)];
                    *cell = cell.min(distance);
                }
            }
        }
    }
    distances
        .iter()
        .zip(&votes)
        .map(|(distance, votes)| if *votes >= 2 { -distance } else { *distance })
        .collect()
}

fn find_finite_corner(index: u32, corners: &[Point3<f32>]) -> Option<Point3<f32>> {
    corners
        .get(index as usize)
        .copied()
        .filter(|at| at.iter().all(|lane| lane.is_finite()))
}

/// Adds one to each cell from which a ray along an axis has crossed the surface an odd number of times.
fn vote_inside(extent: [usize; 3], axis: usize, triangles: &[[Point3<f32>; 3]], votes: &mut [u8]) {
    let [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    let strides = [1, extent[0], extent[0] * extent[1]];
    let mut crossings = vec![Vec::new(); extent[u] * extent[v]];
    for [a, b, c] in triangles {
        let [pa, pb, pc] = [project_corner(a, [u, v]), project_corner(b, [u, v]), project_corner(c, [u, v])];
        let area = compute_cross(pa, pb, pc);
        let range = |lane: usize, end: usize| {
            let lanes = [pa[lane], pb[lane], pc[lane]];
            let (least, most) = lanes
                .iter()
                .fold((f32::MAX, f32::MIN), |(a, b), lane| (a.min(*lane), b.max(*lane)));
            (least.ceil().max(0.0) as usize, ((most.floor() + 1.0).max(0.0) as usize).min(end))
        };
        let us = range(0, extent[u]);
        let vs = range(1, extent[v]);
        for j in vs.0..vs.1 {
            for i in us.0..us.1 {
                let at = [i as f32, j as f32];
                let parts = [compute_cross(pb, pc, at), compute_cross(pc, pa, at), compute_cross(pa, pb, at)]
                    .map(|part| part / area);
                if parts.iter().all(|part| *part >= 0.0) {
                    let depth = parts[0] * a[axis] + parts[1] * b[axis] + parts[2] * c[axis];
                    crossings[i + extent[u] * j].push(depth);
                }
            }
        }
    }
    for (line, crossings) in crossings.iter().enumerate() {
        let first = line % extent[u].max(1) * strides[u] + line / extent[u].max(1) * strides[v];
        for step in 0..extent[axis] {
            let crossed = crossings.iter().filter(|depth| **depth < step as f32).count();
            votes[first + step * strides[axis]] += (crossed % 2) as u8;
        }
    }
}

fn compute_cross(p: [f32; 2], q: [f32; 2], r: [f32; 2]) -> f32 {
    (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
}

/// Projects a corner along an axis. A ray slightly off the cells' centres misses all corners and edges of a mesh that
/// has them there.
fn project_corner(at: &Point3<f32>, [u, v]: [usize; 2]) -> [f32; 2] {
    [at[u] - 1.37e-3, at[v] - 2.11e-3]
}

/// Computes the distance of a point from a triangle (Ericson, Real-Time Collision Detection, section 5.1.5): from its
/// plane, or from the nearest of its edges.
fn triangle_distance(at: Point3<f32>, [a, b, c]: &[Point3<f32>; 3]) -> f32 {
    let normal = (b - a).cross(&(c - a));
    if normal.norm_squared() > 0.0
        && is_inside(a, b, at, &normal)
        && is_inside(b, c, at, &normal)
        && is_inside(c, a, at, &normal)
    {
        return ((at - a).dot(&normal) / normal.norm()).abs();
    }
    measure_edge_distance(a, b, at)
        .min(measure_edge_distance(b, c, at))
        .min(measure_edge_distance(c, a, at))
}

fn measure_edge_distance(p: &Point3<f32>, q: &Point3<f32>, at: Point3<f32>) -> f32 {
    let along: Vector3<f32> = q - p;
    let part = (at - p).dot(&along) / along.norm_squared().max(f32::MIN_POSITIVE);
    (at - (p + along * part.clamp(0.0, 1.0))).norm()
}

/// True if a point is on the inner side of an edge.
fn is_inside(p: &Point3<f32>, q: &Point3<f32>, at: Point3<f32>, normal: &Vector3<f32>) -> bool {
    (q - p).cross(&(at - p)).dot(normal) >= 0.0
}
