//! Pages, volumes, rays and photons on inputs that no rung of the table is tried on, and their pictures against the
//! other era's.

use super::alike;
use super::pictures::lanes;
use super::{Edge, Prepare, compute, fragment, pages, pictures};
use crate::algorithms::photon_map::{self, Photons, Room, Search, Shot, Sphere};
use crate::algorithms::ray_grid::{self, FloatGrid, FloatPicture, Grid, Mesh, Surface};
use crate::algorithms::{Check, Trial, Workload, level_set, volume_render};
use crate::{Device, Era, Layout, Result};
use nalgebra::{Point3, Vector3, Vector4};

pub(super) const RUNGS: &[Edge] = &[
    ("page_table", fragment("fragment, of too many pages", pages::too_many)),
    ("page_table", compute("compute, of too many pages", pages::too_many)),
    ("page_table", compute("compute, of 3 by 2 pages", pages::oblong)),
    ("level_set", fragment("fragment, of 3 by 2 pages", pages::oblong)),
    ("level_set", compute("compute, of 3 by 2 pages", pages::oblong)),
    ("level_set", fragment("fragment, with blank pages inside", pages::grown)),
    ("level_set", compute("compute, with blank pages inside", pages::grown)),
    (
        "level_set",
        fragment("fragment_dense_2005, with much inside", |device, workload| {
            level_set::dense_trial_of(device, workload, 0.9, level_set::fragment_dense_2005)
        }),
    ),
    ("level_set", fragment("fragment, drawn", pages::surface)),
    ("level_set", compute("compute, drawn", pages::surface)),
    ("volume", fragment("fragment, between the cells", pictures::sampled)),
    ("volume", compute("compute, between the cells", pictures::sampled)),
    ("volume", fragment("fragment, by a sampler", pictures::linear)),
    ("volume", compute("compute, by a sampler", pictures::linear)),
    ("volume", fragment("fragment, side by side", pictures::bleeding)),
    ("volume", fragment("fragment_four, of every depth", pictures::depths)),
    ("level_set", fragment("fragment, drawn where faces cut it", pages::cut)),
    ("level_set", compute("compute, drawn where faces cut it", pages::cut)),
    ("volume_render", fragment("fragment, from inside", inside)),
    ("volume_render", compute("compute, from inside", inside)),
    ("ray_grid", fragment("fragment, from all sides", FROM_ALL_SIDES)),
    ("ray_grid", compute("compute, from all sides", FROM_ALL_SIDES)),
    ("ray_grid", fragment("fragment_2005, from all sides", in_floats)),
    ("photon_map", fragment("fragment, drawn", room)),
    ("photon_map", compute("compute, drawn", room)),
    ("photon_map", fragment("fragment, at the photons", at_the_photons)),
    ("photon_map", compute("compute, at the photons", at_the_photons)),
    ("photon_map", compute("compute_lists, without straight light", crooked)),
];

/// Builds the trial of a volume with the eye inside.
fn inside(device: &Device, workload: &Workload) -> Result<Trial> {
    let (shape, side) = ([7, 6, 5], workload.size.isqrt().min(9));
    let cells: Vec<f32> = Workload { size: 210, ..workload.clone() }
        .floats(0)
        .iter()
        .map(|value| value.abs())
        .collect();
    let view = volume_render::View {
        eye: Vector3::new(3.2, 2.4, 2.1),
        forward: Vector3::new(0.9, 0.3, -0.2),
        right: Vector3::new(-0.3, 0.9, 0.0),
        up: Vector3::new(0.2, 0.1, 0.9),
    };
    alike(device, 1e-4, move |device| {
        let layout = if device.era() == Era::Fragment { Layout::BySlice } else { Layout::Linear };
        let slopes = volume_render::slopes(device, &device.stream_in(layout, shape, &cells)?, 1.0)?;
        lanes(&volume_render::volume_render(device, &slopes, &view, [side, side])?)
    })
}

/// Builds a mirror with eight faces above a floor, a thorn on it, and a triangle without area.
fn things() -> Result<Mesh> {
    let corners =
        [[0.6, 0.0, 0.0], [-0.6, 0.0, 0.0], [0.0, 0.6, 0.0], [0.0, -0.6, 0.0], [0.0, 0.0, 0.6], [0.0, 0.0, -0.6]];
    let faces = [[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4], [2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5], [0, 0, 5]];
    let mirror = Mesh::new(&corners.map(Point3::from), &faces, Surface::mirror([230, 190, 90], 100))?;
    let square = [[-1.0, -0.8, -1.0], [-1.0, -0.8, 1.0], [1.0, -0.8, 1.0], [1.0, -0.8, -1.0]];
    let floor = Mesh::square(square, Surface::matt([200, 180, 160]))?;
    let thorn = [[-0.2, -0.8, -0.15], [-0.2, -0.8, 0.15], [-0.2, -0.55, 0.0]].map(Point3::from);
    let thorn = Mesh::new(&thorn, &[[0, 1, 2]], Surface::matt([200, 60, 60]))?;
    Ok(mirror.with(floor).with(thorn))
}

/// Builds the same with a leaf, whose two sides are two triangles with opposite normals.
fn with_leaf() -> Result<Mesh> {
    let leaf = [[-0.9, 0.2, 0.5], [-0.5, 0.9, 0.4], [-0.4, 0.3, 0.9]].map(Point3::from);
    let leaf = Mesh::new(&leaf, &[[0, 1, 2], [0, 2, 1]], Surface::matt([90, 200, 90]))?;
    Ok(things()?.with(leaf))
}

/// Returns cameras on each side, inside, on an axis, looking past the objects, and just above the floor.
fn views(side: usize) -> impl Iterator<Item = ray_grid::Camera> {
    let eyes = [
        ([3.0, 0.3, 0.2], [0.0; 3]),
        ([0.2, 3.0, 0.1], [0.0; 3]),
        ([-2.5, -0.2, -2.0], [0.0; 3]),
        ([0.1, 0.7, 0.9], [0.0; 3]),
        ([0.0, 0.0, 3.5], [0.0; 3]),
        ([0.0, 0.0, 5.0], [2.0, 0.0, 0.0]),
        ([3.0, -0.6, 0.05], [-0.7, -0.8, 0.0]),
    ];
    eyes.into_iter().map(move |(eye, target)| {
        let (eye, target, lamp) = (Point3::from(eye), Point3::from(target), Point3::new(0.5, 1.5, 1.0));
        ray_grid::Camera { size: [side, side], eye, target, lamp, ..ray_grid::Camera::default() }
    })
}

/// Builds the trial of all views against the other era.
const FROM_ALL_SIDES: Prepare = |device, workload| {
    let side = if workload.size == 255 { 9 } else { 1 };
    let mesh = with_leaf()?;
    alike(device, 1e-3, move |device| {
        let (grid, mut numbers) = (Grid::of_cells(device, &mesh, 200)?, Vec::new());
        for view in views(side) {
            let picture = ray_grid::ray_grid(device, &grid, &view)?;
            let far = |light: &Vector4<f32>| [light.x, light.y, light.z, light.w.min(100.0)];
            numbers.extend(picture.light.read()?.iter().flat_map(far));
            let name = |seen: &crate::Pointer| seen.target().map_or(-1.0, |triangle| triangle as f32);
            numbers.extend(picture.seen.read()?.iter().map(name));
        }
        Ok(numbers)
    })
};

/// Builds the trial of the float grid against the reference.
fn in_floats(device: &Device, workload: &Workload) -> Result<Trial> {
    let side = if workload.size == 255 { 9 } else { 2 };
    let (mesh, device) = (things()?, device.clone());
    let grid = FloatGrid::of_cells(&device, &mesh, 200)?;
    let start = grid.start();
    let run = move || {
        views(side)
            .map(|view| ray_grid::fragment_2005(&device, &grid, &view))
            .collect::<Result<Vec<_>>>()
    };
    let judge = move |pictures: &Vec<FloatPicture>| {
        let mut worst = 0.0_f64;
        for (picture, view) in pictures.iter().zip(views(side)) {
            let (light, seen) = picture.read()?;
            worst = worst.max(ray_grid::difference(&light, &seen, &mesh, &view, start));
        }
        Ok(Check::new(7 * side * side, worst, ray_grid::BOUND))
    };
    Ok(Trial::new(run, judge).sized(7 * side * side))
}

/// A room with a blue wall, whose mirror is in front of the glass.
fn mirror_first() -> Room {
    let mut room = Room::cornell();
    room.walls[1] = Vector3::new(0.07, 0.12, 0.66);
    room.mirror = Sphere { centre: Point3::new(0.42, 0.30, 0.70), radius: 0.15 };
    room.glass = Sphere { centre: Point3::new(0.62, 0.35, 0.30), radius: 0.17 };
    room
}

/// Builds the trial of two rooms of photons, with a search beyond one cell and one within it.
fn room(device: &Device, workload: &Workload) -> Result<Trial> {
    let side = workload.size.isqrt().min(7);
    let shot = Shot { count: 120, bounces: 4, seed: workload.seed };
    alike(device, 1e-4, move |device| {
        let mut numbers = Vec::new();
        for (room, radius) in [(Room::cornell(), 0.5), (mirror_first(), 0.15)] {
            let search = Search { neighbours: 8, radius, side: 4, straight: false };
            let (photons, view) = (photon_map::trace(device, &room, shot)?, photon_map::RoomView::default());
            numbers.extend(lanes(&photon_map::picture(device, &room, &photons, &search, &view, [side, side + 1])?)?);
        }
        Ok(numbers)
    })
}

/// Builds the trial of the light at the photons themselves, each of which is its own nearest: all results are finite.
fn at_the_photons(device: &Device, workload: &Workload) -> Result<Trial> {
    let shot = Shot { count: workload.size.min(60), bounces: 3, seed: workload.seed };
    let search = Search { neighbours: 1, radius: 0.2, side: 6, straight: true };
    alike(device, 1e-3, move |device| {
        let photons = photon_map::trace(device, &Room::cornell(), shot)?;
        // Photons on a ball are skipped: zeros are not a point on a surface.
        let on_wall = |place: &Vector4<f32>| if place.w > 6.5 { Vector4::zeros() } else { *place };
        let points: Vec<_> = photons.position.read()?.iter().map(on_wall).collect();
        let light = photon_map::photon_map(device, &photons, &device.stream(&points)?, &search)?;
        Ok(lanes(&light)?.iter().map(|lane| libm::logf(1.0 + lane)).collect())
    })
}

type Entries = crate::Stream<Vector4<f32>>;

/// Builds the trial of indirect light, from linked lists against the sorted map.
fn crooked(device: &Device, workload: &Workload) -> Result<Trial> {
    let shot = Shot { count: workload.size.min(200), bounces: 3, seed: workload.seed };
    let search = Search { neighbours: 6, radius: 0.5, side: 4, straight: false };
    let wall = |i: usize| Vector4::new(0.1 * i as f32, 0.0, 0.45, 3.0);
    let points = device.stream(&(0..10).map(wall).collect::<Vec<_>>())?;
    let photons: Photons = photon_map::trace(device, &Room::cornell(), shot)?;
    let wanted = lanes(&photon_map::compute(device, &photons, &points, &search)?)?;
    let device = device.clone();
    let run = move || photon_map::compute_lists(&device, &photons, &points, &search);
    Ok(Trial::new(run, move |light: &Entries| Ok(Check::within(&lanes(light)?, &wanted, 1e-3))))
}
