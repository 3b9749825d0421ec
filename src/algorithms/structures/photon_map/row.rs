//! The row of the table: photons are traced, stored, and asked for; each flight and each estimate is judged.

use super::super::{Algorithm, Check, Rung, Trial, Workload};
use super::{Photons, Room, Search, Shot, State, View, check, picture, trace};
use super::{compute, compute_lists, fragment, fragment_routing};
use crate::{Device, Era, Result, Stream, image_of, random};
use nalgebra::Vector4;

type Rungs = fn(&Device, &Photons, &Stream<Vector4<f32>>, &Search) -> Result<Stream<Vector4<f32>>>;

const SEARCH: Search = Search { neighbours: 12, radius: 0.4, side: 6, straight: true };

/// A trial of photons and points as many as asked for, up to some: the reference looks at every photon for every point.
fn trial(device: &Device, workload: &Workload, rung: Rungs, seen: fn(&State) -> State) -> Result<Trial> {
    let shot = Shot { count: workload.size.min(1_500), bounces: 5, seed: workload.seed };
    let points: Vec<Vector4<f32>> = (0..workload.size.min(600) as u32).map(|i| point(workload.seed, i)).collect();
    let room = Room::cornell();
    let (device, here) = (device.clone(), device.clone());
    let asked = device.stream(&points)?;
    let run = move || {
        let photons = trace(&device, &room, shot)?;
        let light = rung(&device, &photons, &asked, &SEARCH)?;
        Ok((photons, light))
    };
    let judge = move |(photons, light): &(Photons, Stream<Vector4<f32>>)| {
        let photons = photons.read()?;
        let flights = check::flights(&photons, &room, shot.bounces, shot.seed);
        let estimates = check::estimates(&light.read()?, &seen(&photons), &points, &SEARCH);
        Ok(Check::new(photons.position.len() + points.len(), flights.max(estimates), 1.0))
    };
    let look = move |(photons, _): &(Photons, Stream<Vector4<f32>>)| {
        image_of(&picture(&here, &room, photons, &SEARCH, &View::default(), [256, 256])?)
    };
    Ok(Trial::with_picture(run, judge, look))
}

/// A point on a wall; one of sixteen is none.
fn point(seed: u32, i: u32) -> Vector4<f32> {
    let draw = |lane: u32| random::uniform(seed, i, 1_000 + lane);
    let wall = random::word(seed, i, 1_003) % 6;
    let mut point = Vector4::new(draw(0), draw(1), draw(2), 1.0 + wall as f32);
    point[(wall / 2) as usize] = (wall % 2) as f32;
    if i % 16 == 7 {
        point.w = 0.0;
    }
    point
}

fn all(photons: &State) -> State {
    photons.clone()
}

fn routed(photons: &State) -> State {
    check::kept(photons, &SEARCH)
}

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "photon_map",
    part: "structures",
    summary: "photons in a room with mirror and glass, and the light at points",
    size: 4_096,
    rungs: &[
        Rung {
            name: "fragment",
            era: Era::Fragment,
            method: "sorted by cells, cells found by search",
            source: "Purcell et al. 2003",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment, all),
        },
        Rung {
            name: "fragment_routing",
            era: Era::Fragment,
            method: "stencil routing to sixteen slots a cell",
            source: "Purcell et al. 2003",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment_routing, routed),
        },
        Rung {
            name: "compute",
            era: Era::Compute,
            method: "counting sort by atomics",
            source: "the cells of Green 2008",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute, all),
        },
        Rung {
            name: "compute_lists",
            era: Era::Compute,
            method: "a linked list a cell",
            source: "Yang et al. 2010",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute_lists, all),
        },
    ],
};
