//! Pages, volumes, rays and photons on inputs that no rung of the table is tried on, and their pictures against the
//! other era's.

use super::cross_era_trial;
use super::pictures::read_lanes;
use super::{EdgeCase, PrepareTrial, compute_case, fragment_case, pages, photon_searches, pictures};
use crate::algorithms::hash_grid;
use crate::algorithms::photon_map::{self, Photons, Room, Search, Shot, Sphere};
use crate::algorithms::ray_grid::{self, FloatGrid, FloatPicture, Grid, Mesh, Surface};
use crate::algorithms::{Check, Trial, Workload, level_set, volume_render};
use crate::{Device, Era, Layout, Result};
use nalgebra::{Point3, Vector3, Vector4};

pub(super) const RUNGS: &[EdgeCase] = &[
    ("page_table", fragment_case("fragment, of too many pages", pages::too_many_pages)),
    ("page_table", compute_case("compute, of too many pages", pages::too_many_pages)),
    ("page_table", fragment_case("fragment_2005, of pages with the memory of others", pages::reused_pages)),
    ("page_table", compute_case("compute, of 3 by 2 pages", pages::oblong_volume)),
    ("level_set", fragment_case("fragment, of 3 by 2 pages", pages::oblong_volume)),
    ("level_set", compute_case("compute, of 3 by 2 pages", pages::oblong_volume)),
    ("level_set", fragment_case("fragment, with blank pages inside", pages::growing_sphere)),
    ("level_set", compute_case("compute, with blank pages inside", pages::growing_sphere)),
    (
        "level_set",
        fragment_case("fragment_dense_2005, with much inside", |device, workload| {
            level_set::dense_trial_of(device, workload, 0.9, level_set::fragment_dense_2005)
        }),
    ),
    ("level_set", fragment_case("fragment_band_2005, of 3 by 2 pages", pages::oblong_volume_2005)),
    ("level_set", fragment_case("fragment_band_2005, with blank pages inside", pages::growing_sphere_2005)),
    ("level_set", fragment_case("fragment_band_2005, steep, flat and with a hole", pages::still_volumes_2005)),
    ("level_set", fragment_case("fragment, drawn", pages::surface_picture)),
    ("level_set", compute_case("compute, drawn", pages::surface_picture)),
    ("hash_grid", fragment_case("fragment_2005, of points in odd places", odd_points_2005)),
    ("hash_grid", fragment_case("fragment_2005, of crowds", crowds_2005)),
    ("volume", fragment_case("fragment, between the cells", pictures::sampled_volume)),
    ("volume", compute_case("compute, between the cells", pictures::sampled_volume)),
    ("volume", fragment_case("fragment, by a sampler", pictures::linear_sampling)),
    ("volume", compute_case("compute, by a sampler", pictures::linear_sampling)),
    ("volume", fragment_case("fragment, side by side", pictures::bleeding_slices)),
    ("volume", fragment_case("fragment_four, of every depth", pictures::slice_counts)),
    ("volume", fragment_case("fragment_2005, of every depth", pictures::slice_counts_2005)),
    ("volume", fragment_case("fragment_rows_2005, of every depth", pictures::slice_rows_2005)),
    ("level_set", fragment_case("fragment, drawn where faces cut it", pages::cut_surfaces)),
    ("level_set", compute_case("compute, drawn where faces cut it", pages::cut_surfaces)),
    ("volume_render", fragment_case("fragment, from inside", eye_inside)),
    ("volume_render", compute_case("compute, from inside", eye_inside)),
    ("volume_render", fragment_case("fragment_2005, from inside", eye_inside_2005)),
    ("volume_render", fragment_case("fragment_2005, along a long volume", long_rays_2005)),
    ("ray_grid", fragment_case("fragment, from all sides", FROM_ALL_SIDES)),
    ("ray_grid", compute_case("compute, from all sides", FROM_ALL_SIDES)),
    ("ray_grid", fragment_case("fragment_2005, from all sides", float_grid_views)),
    ("photon_map", fragment_case("fragment, drawn", photon_rooms)),
    ("photon_map", compute_case("compute, drawn", photon_rooms)),
    ("photon_map", fragment_case("fragment, at the photons", at_the_photons)),
    ("photon_map", compute_case("compute, at the photons", at_the_photons)),
    ("photon_map", compute_case("compute_lists, without straight light", indirect_light)),
    (
        "photon_map",
        fragment_case("fragment_2005, at the photons and without straight light", photon_searches::float_searches),
    ),
    (
        "photon_map",
        fragment_case("fragment_2005, in a crowd, in many cells and at the radius", photon_searches::long_searches),
    ),
    (
        "photon_map",
        fragment_case(
            "fragment_routing_2005, at the photons and without straight light",
            photon_searches::routed_searches,
        ),
    ),
    (
        "photon_map",
        fragment_case("fragment_routing_2005, in full cells, in many and at the radius", photon_searches::full_cells),
    ),
];

/// Builds the trial of points that have no cell, and of corners of a cube just a radius apart on all sides of the
/// origin, each many times.
fn odd_points_2005(device: &Device, workload: &Workload) -> Result<Trial> {
    let odd = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, -0.0].map(|x| Vector4::new(x, 0.0, 0.0, 0.0));
    let corners = (0..8).map(|i| Vector4::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32, 0.0));
    let corners = corners.map(|corner| corner.add_scalar(-0.5));
    let points: Vec<_> = odd.into_iter().chain(corners).cycle().take(workload.size.min(300)).collect();
    grids_2005(device, vec![(points.clone(), points)], 1.0)
}

/// Builds the trial of all points in one place, and of one fewer: 4,096 are counted, and one more is a crowd.
fn crowds_2005(device: &Device, workload: &Workload) -> Result<Trial> {
    let crowd = vec![Vector4::new(0.5, 0.5, 0.5, 0.0); workload.size.min(4_097)];
    let fewer = crowd[..crowd.len().saturating_sub(1)].to_vec();
    let places = [0.5, 1.25, 50.0].map(|x| Vector4::new(x, 0.5, 0.5, 0.0)).to_vec();
    grids_2005(device, vec![(crowd, places.clone()), (fewer, places)], 1.0)
}

/// Points, and places whose neighbours among them are searched.
type PointsAndPlaces = (Vec<Vector4<f32>>, Vec<Vector4<f32>>);

fn grids_2005(device: &Device, grids: Vec<PointsAndPlaces>, radius: f32) -> Result<Trial> {
    let wanted: Vec<[u32; 2]> = grids
        .iter()
        .flat_map(|(points, places)| {
            let crowded = points.len() > 4_096;
            let found = hash_grid::reference(points, places, radius);
            found
                .into_iter()
                .map(move |found| if crowded && found[0] > 0 { [u32::MAX; 2] } else { found })
        })
        .collect();
    let device = device.clone();
    Ok(Trial::new(
        move || {
            let found = grids.iter().map(|(points, places): &PointsAndPlaces| {
                let grid = hash_grid::fragment_2005(&device, &device.stream(points)?, radius)?;
                grid.read_found(&grid.neighbours(&device, &device.stream(places)?)?)
            });
            Ok(found.collect::<Result<Vec<_>>>()?.concat())
        },
        move |given: &Vec<[u32; 2]>| Ok(Check::exact(given, &wanted)),
    ))
}

/// A view from inside a volume of 7 x 6 x 5 cells.
const INSIDE: volume_render::View = volume_render::View {
    eye: Vector3::new(3.2, 2.4, 2.1),
    forward: Vector3::new(0.9, 0.3, -0.2),
    right: Vector3::new(-0.3, 0.9, 0.0),
    up: Vector3::new(0.2, 0.1, 0.9),
};

fn draw_cells(workload: &Workload, count: usize, scale: f32) -> Vec<f32> {
    let numbers = Workload { size: count, ..workload.clone() }.floats(0);
    numbers.iter().map(|value| value.abs() * scale).collect()
}

fn eye_inside_2005(device: &Device, workload: &Workload) -> Result<Trial> {
    view_2005(device, workload, [7, 6, 5], 1.0, INSIDE)
}

/// Builds the trial of rays that are too long for one pass, through cells that are nearly clear.
fn long_rays_2005(device: &Device, workload: &Workload) -> Result<Trial> {
    let shape = [200, 3, 2];
    let view = volume_render::View {
        eye: Vector3::new(-5.0, 1.0, 0.4),
        forward: Vector3::new(1.0, 0.0, 0.0),
        right: Vector3::new(0.0, 0.02, 0.0),
        up: Vector3::new(0.0, 0.0, 0.02),
    };
    view_2005(device, workload, shape, 0.28, view)
}

/// Builds the trial of a picture in floats against the reference.
fn view_2005(
    device: &Device,
    workload: &Workload,
    shape: [usize; 3],
    scale: f32,
    view: volume_render::View,
) -> Result<Trial> {
    let side = workload.size.isqrt().min(9);
    let cells = draw_cells(workload, shape.iter().product(), scale);
    let wanted: Vec<f32> = volume_render::reference(&cells, shape, 1.0, &view, [side, side])
        .iter()
        .flat_map(|colour: &Vector4<f32>| colour.iter().copied())
        .collect();
    let cells = device.stream_in(Layout::BySlice, shape, &cells)?;
    let device = device.clone();
    Ok(Trial::new(
        move || {
            let slopes = volume_render::slopes_2005(&device, &cells, 1.0)?;
            read_lanes(&volume_render::fragment_2005(&device, &slopes, &view, [side, side])?)
        },
        move |given: &Vec<f32>| Ok(Check::within(given, &wanted, volume_render::BOUND)),
    ))
}

/// Builds the trial of a volume with the eye inside.
fn eye_inside(device: &Device, workload: &Workload) -> Result<Trial> {
    let shape = [7, 6, 5];
    let side = workload.size.isqrt().min(9);
    let cells = draw_cells(workload, 210, 1.0);
    let view = INSIDE;
    cross_era_trial(device, 1e-4, move |device| {
        let layout = if device.era() == Era::Fragment { Layout::BySlice } else { Layout::Linear };
        let slopes = volume_render::slopes(device, &device.stream_in(layout, shape, &cells)?, 1.0)?;
        read_lanes(&volume_render::volume_render(device, &slopes, &view, [side, side])?)
    })
}

/// Builds a mirror with eight faces above a floor, a thorn on it, and a triangle without area.
fn scene_mesh() -> Result<Mesh> {
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
fn mesh_with_leaf() -> Result<Mesh> {
    let leaf = [[-0.9, 0.2, 0.5], [-0.5, 0.9, 0.4], [-0.4, 0.3, 0.9]].map(Point3::from);
    let leaf = Mesh::new(&leaf, &[[0, 1, 2], [0, 2, 1]], Surface::matt([90, 200, 90]))?;
    Ok(scene_mesh()?.with(leaf))
}

/// Returns cameras on each side, inside, on an axis, looking past the objects, and just above the floor.
fn camera_views(side: usize) -> impl Iterator<Item = ray_grid::Camera> {
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
        let eye = Point3::from(eye);
        let target = Point3::from(target);
        let lamp = Point3::new(0.5, 1.5, 1.0);
        ray_grid::Camera { size: [side, side], eye, target, lamp, ..ray_grid::Camera::default() }
    })
}

/// Builds the trial of all views against the other era.
const FROM_ALL_SIDES: PrepareTrial = |device, workload| {
    let side = if workload.size == 255 { 9 } else { 1 };
    let mesh = mesh_with_leaf()?;
    cross_era_trial(device, 1e-3, move |device| {
        let grid = Grid::of_cells(device, &mesh, 200)?;
        let mut numbers = Vec::new();
        for view in camera_views(side) {
            let picture = ray_grid::ray_grid(device, &grid, &view)?;
            numbers.extend(
                picture
                    .light
                    .read()?
                    .iter()
                    .flat_map(|light: &Vector4<f32>| [light.x, light.y, light.z, light.w.min(100.0)]),
            );
            numbers.extend(
                picture
                    .seen
                    .read()?
                    .iter()
                    .map(|seen: &crate::Pointer| seen.target().map_or(-1.0, |triangle| triangle as f32)),
            );
        }
        Ok(numbers)
    })
};

/// Builds the trial of the float grid against the reference.
fn float_grid_views(device: &Device, workload: &Workload) -> Result<Trial> {
    let side = if workload.size == 255 { 9 } else { 2 };
    let mesh = scene_mesh()?;
    let device = device.clone();
    let grid = FloatGrid::of_cells(&device, &mesh, 200)?;
    let start = grid.start();
    Ok(Trial::new(
        move || {
            camera_views(side)
                .map(|view| ray_grid::fragment_2005(&device, &grid, &view))
                .collect::<Result<Vec<_>>>()
        },
        move |pictures: &Vec<FloatPicture>| {
            let mut worst = 0.0_f64;
            for (picture, view) in pictures.iter().zip(camera_views(side)) {
                let (light, seen) = picture.read()?;
                worst = worst.max(ray_grid::difference(&light, &seen, &mesh, &view, start));
            }
            Ok(Check::new(7 * side * side, worst, ray_grid::BOUND))
        },
    )
    .sized(7 * side * side))
}

/// A room with a blue wall, whose mirror is in front of the glass.
fn mirror_before_glass() -> Room {
    let mut room = Room::cornell();
    room.walls[1] = Vector3::new(0.07, 0.12, 0.66);
    room.mirror = Sphere { centre: Point3::new(0.42, 0.30, 0.70), radius: 0.15 };
    room.glass = Sphere { centre: Point3::new(0.62, 0.35, 0.30), radius: 0.17 };
    room
}

/// Builds the trial of two rooms of photons, with a search beyond one cell and one within it.
fn photon_rooms(device: &Device, workload: &Workload) -> Result<Trial> {
    let side = workload.size.isqrt().min(7);
    let shot = Shot { count: 120, bounces: 4, seed: workload.seed };
    cross_era_trial(device, 1e-4, move |device| {
        let mut numbers = Vec::new();
        for (room, radius) in [(Room::cornell(), 0.5), (mirror_before_glass(), 0.15)] {
            let search = Search { neighbours: 8, radius, side: 4, straight: false };
            let photons = photon_map::trace(device, &room, shot)?;
            let view = photon_map::RoomView::default();
            numbers.extend(read_lanes(&photon_map::picture(
                device,
                &room,
                &photons,
                &search,
                &view,
                [side, side + 1],
            )?)?);
        }
        Ok(numbers)
    })
}

/// Builds the trial of the light at the photons themselves, each of which is its own nearest: all results are finite.
fn at_the_photons(device: &Device, workload: &Workload) -> Result<Trial> {
    let shot = Shot { count: workload.size.min(60), bounces: 3, seed: workload.seed };
    let search = Search { neighbours: 1, radius: 0.2, side: 6, straight: true };
    cross_era_trial(device, 1e-3, move |device| {
        let photons = photon_map::trace(device, &Room::cornell(), shot)?;
        // Photons on a ball are skipped: zeros are not a point on a surface.
        let points: Vec<_> = photons
            .position
            .read()?
            .iter()
            .map(|place| if place.w > 6.5 { Vector4::zeros() } else { *place })
            .collect();
        let light = photon_map::photon_map(device, &photons, &device.stream(&points)?, &search)?;
        Ok(read_lanes(&light)?.iter().map(|lane| libm::logf(1.0 + lane)).collect())
    })
}

type LightStream = crate::Stream<Vector4<f32>>;

/// Builds the trial of indirect light, from linked lists against the sorted map.
fn indirect_light(device: &Device, workload: &Workload) -> Result<Trial> {
    let shot = Shot { count: workload.size.min(200), bounces: 3, seed: workload.seed };
    let search = Search { neighbours: 6, radius: 0.5, side: 4, straight: false };
    let points = device.stream(
        &(0..10)
            .map(|i: usize| Vector4::new(0.1 * i as f32, 0.0, 0.45, 3.0))
            .collect::<Vec<_>>(),
    )?;
    let photons: Photons = photon_map::trace(device, &Room::cornell(), shot)?;
    let wanted = read_lanes(&photon_map::compute(device, &photons, &points, &search)?)?;
    let device = device.clone();
    Ok(Trial::new(
        move || photon_map::compute_lists(&device, &photons, &points, &search),
        move |light: &LightStream| Ok(Check::within(&read_lanes(light)?, &wanted, 1e-3)),
    ))
}
