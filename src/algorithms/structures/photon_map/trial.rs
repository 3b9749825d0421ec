//! Trial of a photon map: photons are traced, stored and looked up; flights and estimates are judged.

use super::check::{Kept, Tolerance};
use super::{HostPhotons, Photons, Room, RoomView, Search, Shot, check, picture, reference_trace, trace};
use crate::algorithms::structures::sample_evenly;
use crate::algorithms::{Check, Trial, Workload, epsilon, truncate_mantissas};
use crate::{Device, Result, Stream, image_of, random};
use nalgebra::Vector4;

type EstimateRung = fn(&Device, &Photons, &Stream<Vector4<f32>>, &Search) -> Result<Stream<Vector4<f32>>>;

/// Largest number of photons whose flights are judged: the reference follows each alone.
const FLIGHTS: usize = 1_500;

/// Approximate number of pairs of a point and an entry that the reference visits; at least 48 points are judged at any
/// cost.
const PAIRS: usize = 5_000_000;

/// Builds a search for twelve neighbours among `photons` photons: a cell on a wall has some twenty entries, however
/// many photons there are, until there would be too many cells.
fn build_search(photons: usize) -> Search {
    let side = (6.0 * (photons as f32 / 1_500.0).sqrt()).clamp(6.0, 200.0) as usize;
    Search { neighbours: 12, radius: 2.4 / side as f32, side, straight: true }
}

/// Tries as many photons and points as requested, with a map that keeps all entries.
pub(super) fn trial(device: &Device, workload: &Workload, rung: EstimateRung) -> Result<Trial> {
    trial_of(device, workload, rung, |photons, _| photons)
}

/// Tries a map that keeps the entries of `kept`. Each point is judged by all of them, so only a sample of many points
/// is judged.
pub(super) fn trial_of(
    device: &Device,
    workload: &Workload,
    rung: EstimateRung,
    kept: fn(HostPhotons, &Search) -> HostPhotons,
) -> Result<Trial> {
    let count = workload.size;
    let seed = workload.seed;
    let shot = Shot { count, bounces: 5, seed };
    let search = build_search(count);
    let points: Vec<Vector4<f32>> = (0..count as u32).map(|i| random_point(seed, i)).collect();
    let flights = sample_evenly(count, FLIGHTS);
    let estimates = sample_evenly(count, (PAIRS / (count * shot.bounces).max(1)).clamp(48, 600));
    let room = Room::cornell();
    let here = device.clone();
    let device = device.clone();
    let asked = device.stream(&points)?;
    Ok(Trial::with_picture(
        move || {
            let photons = trace(&device, &room, shot)?;
            let light = rung(&device, &photons, &asked, &search)?;
            Ok((photons, light))
        },
        move |(photons, light): &(Photons, Stream<Vector4<f32>>)| {
            let photons = photons.read()?;
            let light = light.read()?;
            let compared = flights.len() * shot.bounces + estimates.len();
            let of = photons.position.len() + light.len();
            let some: Vec<Vector4<f32>> = estimates.iter().map(|at| points[*at]).collect();
            let given: Vec<Vector4<f32>> = estimates.iter().filter_map(|at| light.get(*at).copied()).collect();
            let flown = check::worst_flight(&flights, &photons, &room, shot.bounces, seed);
            let error =
                flown.max(check::worst_estimate(&given, &kept(photons, &search), &some, &search, Tolerance::FLOATS));
            Ok(Check::new(compared, error, 1.0).out_of(of))
        },
        move |(photons, _): &(Photons, Stream<Vector4<f32>>)| {
            image_of(&picture(&here, &room, photons, &search, &RoomView::default(), [256, 256])?)
        },
    ))
}

/// Tries points among photons of the reference, whose flights no card of 2005 can follow: they are drawn by random
/// integers.
pub(super) fn trial_2005(device: &Device, workload: &Workload, rung: EstimateRung) -> Result<Trial> {
    trial_of_2005(device, workload, rung, Tolerance::FLOATS, |photons, _| photons)
}

/// Works like `trial_2005`, with the entries that routing keeps, at places that the card's floats can hold. Its search
/// takes squares of distances for equal that differ by a ten-thousandth, and eight roundings make one.
pub(super) fn trial_routed_2005(device: &Device, workload: &Workload, rung: EstimateRung) -> Result<Trial> {
    let rounding = epsilon(device);
    let tolerance = Tolerance { rounding, distance: 1e-4 + 8.0 * rounding };
    trial_of_2005(device, workload, rung, tolerance, |photons, search| {
        check::routed_entries(&photons, search, Kept::First)
    })
}

fn trial_of_2005(
    device: &Device,
    workload: &Workload,
    rung: EstimateRung,
    tolerance: Tolerance,
    kept: fn(HostPhotons, &Search) -> HostPhotons,
) -> Result<Trial> {
    let count = workload.size;
    let seed = workload.seed;
    let mut host = reference_trace(&Room::cornell(), Shot { count, bounces: 5, seed });
    host.position = hold_places(device, &host.position);
    let search = build_search(count);
    let points: Vec<Vector4<f32>> = (0..count as u32).map(|i| random_point(seed, i)).collect();
    let points = hold_places(device, &points);
    let estimates = sample_evenly(count, (PAIRS / host.position.len().max(1)).clamp(48, 600));
    let photons = Photons::new(device, &host)?;
    let asked = device.stream(&points)?;
    let judged = kept(host, &search);
    let device = device.clone();
    Ok(Trial::new(
        move || rung(&device, &photons, &asked, &search),
        move |light: &Stream<Vector4<f32>>| {
            let light = light.read()?;
            let some: Vec<Vector4<f32>> = estimates.iter().map(|at| points[*at]).collect();
            let given: Vec<Vector4<f32>> = estimates.iter().filter_map(|at| light.get(*at).copied()).collect();
            let error = check::worst_estimate(&given, &judged, &some, &search, tolerance);
            Ok(Check::new(estimates.len(), error, 1.0).out_of(light.len()))
        },
    ))
}

/// Truncates places to the floats of a card.
fn hold_places(device: &Device, places: &[Vector4<f32>]) -> Vec<Vector4<f32>> {
    let lanes: Vec<f32> = places.iter().flat_map(|place| place.iter().copied()).collect();
    let lanes = truncate_mantissas(device, lanes);
    lanes.chunks_exact(4).map(Vector4::from_column_slice).collect()
}

/// Returns the entries that routing keeps.
pub(super) fn keep_routed(photons: HostPhotons, search: &Search) -> HostPhotons {
    check::routed_entries(&photons, search, Kept::Last)
}

/// Generates a point on a wall; one of sixteen is not a point.
fn random_point(seed: u32, i: u32) -> Vector4<f32> {
    let wall = random::word(seed, i, 1_003) % 6;
    let mut point =
        Vector4::new(draw_number(0, seed, i), draw_number(1, seed, i), draw_number(2, seed, i), 1.0 + wall as f32);
    point[(wall / 2) as usize] = (wall % 2) as f32;
    if i % 16 == 7 {
        point.w = 0.0;
    }
    point
}

fn draw_number(lane: u32, seed: u32, i: u32) -> f32 {
    random::uniform(seed, i, 1_000 + lane)
}
