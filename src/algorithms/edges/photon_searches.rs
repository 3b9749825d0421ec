//! Searches of a photon map by kernels of 2005: at the photons, in crowds, in full cells, and at the radius.

use crate::algorithms::photon_map::{self, HostPhotons, Photons, Room, Search, Shot};
use crate::algorithms::{Check, Trial, Workload};
use crate::{Device, Result, Stream};
use nalgebra::Vector4;

type LightRung = fn(&Device, &Photons, &Stream<Vector4<f32>>, &Search) -> Result<Stream<Vector4<f32>>>;

/// A search among photons.
struct SearchCase {
    photons: HostPhotons,
    /// The photons that a map keeps of them.
    kept: HostPhotons,
    points: Vec<Vector4<f32>>,
    search: Search,
}

/// Builds the trial of searches at the photons themselves, and at points of the floor without straight light.
pub(super) fn float_searches(device: &Device, workload: &Workload) -> Result<Trial> {
    judge_searches(device, scattered_searches(workload), photon_map::fragment_2005)
}

/// Works like `float_searches`, among routed photons.
pub(super) fn routed_searches(device: &Device, workload: &Workload) -> Result<Trial> {
    judge_searches(device, scattered_searches(workload), photon_map::fragment_routing_2005)
}

fn scattered_searches(workload: &Workload) -> Vec<SearchCase> {
    let shot = Shot { count: workload.size.min(60), bounces: 3, seed: workload.seed };
    let host = photon_map::reference_trace(&Room::cornell(), shot);
    let places = host
        .position
        .iter()
        .map(|place| if place.w > 6.5 { Vector4::zeros() } else { *place });
    let floor = (0..10).map(|i: usize| place_on_floor(0.1 * i as f32, 0.45));
    let near = Search { neighbours: 1, radius: 0.2, side: 6, straight: true };
    let indirect = Search { neighbours: 6, radius: 0.5, side: 4, straight: false };
    [(places.collect(), near), (floor.collect(), indirect)]
        .map(|(points, search)| SearchCase { photons: host.clone(), kept: host.clone(), points, search })
        .into()
}

/// Builds the trial of a search through more entries, and one through more rows of cells, than a pass has steps; and of
/// an entry just at the search radius.
pub(super) fn long_searches(device: &Device, _: &Workload) -> Result<Trial> {
    let crowd = land_photons(line_on_floor(600), 1.0);
    let search = Search { neighbours: 5, radius: 0.4, side: 2, straight: true };
    let cells = Search { neighbours: 2, radius: 0.5, side: 40, straight: true };
    let cases = [(crowd, 0.3, search), (land_photons(vec![place_on_floor(0.5, 0.9)], 1.0), 0.5, cells)];
    let cases = cases.map(|(photons, x, search): (HostPhotons, f32, Search)| SearchCase {
        kept: photons.clone(),
        photons,
        points: vec![place_on_floor(x, if x < 0.5 { 0.7 } else { 0.5 })],
        search,
    });
    let cases = cases.into_iter().chain([search_to_the_radius()]).collect();
    judge_searches(device, cases, photon_map::fragment_2005)
}

/// Builds the trial of searches in cells that have just enough slots, too few of them, and more entries than a byte
/// counts; of one through many cells; of one over other walls; and of
/// an entry just at the search radius.
pub(super) fn full_cells(device: &Device, _: &Workload) -> Result<Trial> {
    let search = Search { neighbours: 5, radius: 0.4, side: 2, straight: true };
    let full = [16, 17, 40, 600].map(|count: usize| {
        let line = line_on_floor(count);
        let kept = land_photons(line[..16].to_vec(), count.min(255) as f32 / 16.0);
        SearchCase { photons: land_photons(line, 1.0), kept, points: vec![place_on_floor(0.3, 0.7)], search }
    });
    let far = land_photons(vec![place_on_floor(0.5, 0.9)], 1.0);
    let cells = Search { neighbours: 2, radius: 0.5, side: 11, straight: true };
    let points = vec![place_on_floor(0.5, 0.5), place_on_floor(0.95, 0.95)];
    let far = SearchCase { kept: far.clone(), photons: far, points, search: cells };
    let walls = land_photons(vec![place_on_floor(0.5, 0.5), Vector4::new(0.0, 0.1, 0.5, 1.0)], 1.0);
    let wide = Search { radius: 1.5, side: 4, ..cells };
    let walls =
        SearchCase { kept: walls.clone(), photons: walls, points: vec![place_on_floor(0.4, 0.5)], search: wide };
    let cases = full.into_iter().chain([far, walls, search_to_the_radius()]).collect();
    judge_searches(device, cases, photon_map::fragment_routing_2005)
}

/// Returns a search whose only entry lies just at the search radius.
fn search_to_the_radius() -> SearchCase {
    let photons = land_photons(vec![place_on_floor(0.75, 0.5)], 1.0);
    let search = Search { neighbours: 2, radius: 0.5, side: 2, straight: true };
    SearchCase { kept: photons.clone(), photons, points: vec![place_on_floor(0.25, 0.5)], search }
}

fn place_on_floor(x: f32, z: f32) -> Vector4<f32> {
    Vector4::new(x, 0.0, z, 3.0)
}

fn line_on_floor(count: usize) -> Vec<Vector4<f32>> {
    (0..count)
        .map(|i: usize| place_on_floor(0.62 - 0.0002 * i as f32, 0.7))
        .collect()
}

/// Returns photons at those places, each with that power.
fn land_photons(position: Vec<Vector4<f32>>, power: f32) -> HostPhotons {
    let count = position.len();
    HostPhotons { position, direction: vec![-Vector4::y(); count], power: vec![Vector4::repeat(power); count], count }
}

/// Builds the trial of searches, each judged by the photons that the map keeps.
fn judge_searches(device: &Device, cases: Vec<SearchCase>, rung: LightRung) -> Result<Trial> {
    let wanted = cases
        .iter()
        .flat_map(|case| compress_light(photon_map::reference(&case.kept, &case.points, &case.search)));
    let wanted: Vec<f32> = wanted.collect();
    let device = device.clone();
    Ok(Trial::new(
        move || {
            let mut light = Vec::new();
            for SearchCase { photons, points, search, .. } in &cases {
                let given = rung(&device, &Photons::new(&device, photons)?, &device.stream(points)?, search)?;
                light.extend(compress_light(given.read()?));
            }
            Ok(light)
        },
        move |light: &Vec<f32>| Ok(Check::within(light, &wanted, 1e-3)),
    ))
}

fn compress_light(light: Vec<Vector4<f32>>) -> Vec<f32> {
    light
        .iter()
        .flat_map(|light| light.iter().map(|lane| libm::logf(1.0 + lane)).collect::<Vec<_>>())
        .collect()
}
