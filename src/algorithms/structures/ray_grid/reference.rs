//! The same pictures without a grid: each ray against every triangle, in `f64`.

use super::{Camera, Mesh};
use nalgebra::Vector3;

type V = Vector3<f64>;

/// The reference's result for a pixel.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Seen {
    /// As the first three channels of [`super::Picture::light`].
    pub light: [f64; 3],
    /// Distance of the visible surface, or infinite.
    pub depth: f64,
    /// Visible triangle, if any.
    pub triangle: Option<usize>,
}

/// The mesh as the reference searches it: triangle by triangle, except for neighbours in the list that share a box
/// which a ray misses.
pub(super) struct ReferenceScene<'a> {
    mesh: &'a Mesh,
    corners: Vec<[V; 3]>,
    boxes: Vec<(V, V)>,
    view: &'a Camera,
    ways: [V; 3],
    start: f64,
}

/// Triangles per box.
const BOX_TRIANGLES: usize = 16;

/// Traces a view pixel by pixel. The view must be valid for [`super::ray_grid()`]; `start` is the height above a
/// surface at which rays from there start, [`super::Grid::start`].
pub fn reference(mesh: &Mesh, view: &Camera, start: f64) -> Vec<Seen> {
    let scene = ReferenceScene::new(mesh, view, start);
    let [width, height] = view.size;
    (0..width * height)
        .map(|at| scene.trace_pixel((at % width) as f64, (at / width) as f64))
        .collect()
}

impl<'a> ReferenceScene<'a> {
    pub(super) fn new(mesh: &'a Mesh, view: &'a Camera, start: f64) -> ReferenceScene<'a> {
        let corners: Vec<[V; 3]> = mesh
            .triangles
            .iter()
            .map(|corners| corners.map(|corner: u32| mesh.vertices[corner as usize].coords.map(f64::from)))
            .collect();
        let boxes = corners
            .chunks(BOX_TRIANGLES)
            .map(|few: &[[V; 3]]| {
                let all = few.iter().flatten();
                all.fold((V::repeat(f64::MAX), V::repeat(f64::MIN)), |(low, high), at| (low.inf(at), high.sup(at)))
            })
            .collect();
        ReferenceScene { mesh, corners, boxes, view, ways: view.view_vectors(), start }
    }

    /// Traces a position of the picture, in pixels.
    pub(super) fn trace_pixel(&self, x: f64, y: f64) -> Seen {
        let [first, right, down] = self.ways;
        let mut origin = self.view.eye.coords.map(f64::from);
        let mut way = (first + right * x + down * y).normalize();
        let mut seen = Seen { light: [0.0; 3], depth: f64::INFINITY, triangle: None };
        let mut share = 1.0;
        let mut light = V::zeros();
        let mut from = None;
        // ANCHOR: reference
        for bounce in 0..=self.view.bounces {
            let Some((triangle, reach)) = self.nearest_hit(origin, way, f64::INFINITY, from) else {
                light += sky_light(way) * share;
                break;
            };
            if bounce == 0 {
                (seen.triangle, seen.depth) = (Some(triangle), reach);
            }
            let [red, green, blue, mirror] = self.mesh.surfaces[triangle].to_shares();
            let colour = V::new(red, green, blue);
            if mirror == 1.0 {
                light += colour * share; // a lamp
                break;
            }
            let place = origin + way * reach;
            let (facet, bent) = self.surface_normals(triangle, place, way);
            let facing = (1.0 + way.dot(&bent)).clamp(0.0, 1.0);
            let mirrored = if mirror > 0.0 { mirror + (1.0 - mirror) * facing.powi(5) } else { 0.0 };
            let scattered = colour * (share * (1.0 - mirrored));
            light += scattered * 0.14; // from everywhere
            let above = place + facet * self.start;
            let to_lamp = self.view.lamp.coords.map(f64::from) - above;
            let falling = if facet.dot(&to_lamp) > 0.0 { bent.dot(&to_lamp).max(0.0) / to_lamp.norm() } else { 0.0 };
            if falling > 0.0 && self.nearest_hit(above, to_lamp, 1.0, Some(triangle)).is_none() {
                light += scattered * (falling * f64::from(self.view.power) / to_lamp.norm_squared());
            }
            share *= mirrored;
            if share == 0.0 {
                break;
            }
            let back = mirror_at(bent, way);
            (origin, from) = (above, Some(triangle));
            way = if back.dot(&facet) > 0.0 { back } else { mirror_at(facet, way) };
        }
        // ANCHOR_END: reference
        Seen { light: [light.x, light.y, light.z], ..seen }
    }

    /// Finds the nearest triangle that a ray hits within a reach, except the one that it starts from.
    fn nearest_hit(&self, origin: V, way: V, within: f64, from: Option<usize>) -> Option<(usize, f64)> {
        let mut nearest = (None, within);
        for (at, (low, high)) in self.boxes.iter().enumerate() {
            if !hits_box(origin, way, *low, *high, nearest.1) {
                continue;
            }
            let first = at * BOX_TRIANGLES;
            for (at, [a, b, c]) in self.corners[first..].iter().take(BOX_TRIANGLES).enumerate() {
                // Cramer's rule: origin + reach * way = a + v * ab + w * ac.
                let ab = b - a;
                let ac = c - a;
                let s = origin - a;
                let determinant = ab.cross(&ac).dot(&-way);
                let v = s.cross(&ac).dot(&-way) / determinant;
                let w = ab.cross(&s).dot(&-way) / determinant;
                let reach = ab.cross(&ac).dot(&s) / determinant;
                let inside = determinant != 0.0 && v >= 0.0 && w >= 0.0 && v + w <= 1.0;
                if inside && reach > 0.0 && reach < nearest.1 && from != Some(first + at) {
                    nearest = (Some(first + at), reach);
                }
            }
        }
        nearest.0.map(|triangle| (triangle, nearest.1))
    }

    /// Returns the normals at a place on a triangle, towards the ray's origin: the triangle's own, and the one
    /// interpolated between its corners.
    fn surface_normals(&self, triangle: usize, place: V, way: V) -> (V, V) {
        let [a, b, c] = self.corners[triangle];
        let ab = b - a;
        let ac = c - a;
        let across = ab.cross(&ac);
        let v = (place - a).cross(&ac).dot(&across) / across.norm_squared();
        let w = ab.cross(&(place - a)).dot(&across) / across.norm_squared();
        let facet = across.normalize() * -across.dot(&way).signum();
        let [na, nb, nc] =
            self.mesh.triangles[triangle].map(|corner| self.mesh.normals[corner as usize].map(f64::from));
        let bent = (na * (1.0 - v - w) + nb * v + nc * w).try_normalize(0.0).unwrap_or(facet);
        (facet, if bent.dot(&facet) < 0.0 { -bent } else { bent })
    }
}

fn mirror_at(normal: V, way: V) -> V {
    way - normal * (2.0 * way.dot(&normal))
}

fn sky_light(way: V) -> V {
    V::new(0.75, 0.72, 0.68).lerp(&V::new(0.28, 0.42, 0.70), (way.y * 0.5 + 0.5).clamp(0.0, 1.0))
}

/// Returns true if a ray passes through a box, or so near that a rounding could matter.
fn hits_box(origin: V, way: V, low: V, high: V, within: f64) -> bool {
    let slack = (high - low).amax() * 1e-9;
    let mut first = 0.0_f64;
    let mut last = within;
    for axis in 0..3 {
        let one = low[axis] - slack - origin[axis];
        let other = high[axis] + slack - origin[axis];
        if way[axis] == 0.0 {
            if one > 0.0 || other < 0.0 {
                return false;
            }
            continue;
        }
        let one = one / way[axis];
        let other = other / way[axis];
        (first, last) = (first.max(one.min(other)), last.min(one.max(other)));
    }
    first <= last
}
