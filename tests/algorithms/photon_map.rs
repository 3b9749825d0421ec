//! Photons against what physics says of them; bad input; what a map costs.

use crate::machine;
use crate::primitives_2005::open_radeon;
use gristmill::algorithms::photon_map::{self, HostPhotons, Light, Photons, Room, Search, Shot, photon_map, trace};
use gristmill::algorithms::{Algorithm, sort};
use gristmill::{Device, Era, Error, Stream};
use nalgebra::{Point3, Vector4};

const SEARCH: Search = Search { neighbours: 20, radius: 0.5, side: 8, straight: true };

/// On its way each photon of a grey room survives a wall with the wall's share, so that so much of the power
/// lands as often.
#[test]
fn physics_photons_of_a_grey_room_lose_its_share_at_each_wall() -> gristmill::Result<()> {
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        let count = if machine::is_slow(&device) { 1_000 } else { 40_000 };
        let photons = trace(&device, &Room::empty(0.5), Shot { count, bounces: 8, seed: 3 })?.read()?;
        println!("{era} era: watts that land on grey walls of 1 watt, {count} photons; bound: 4 standard deviations");
        println!("{:>6} {:>10} {:>10} {:>10} {:>10}", "flight", "given", "exact", "difference", "bound");
        for (flight, power) in photons.power.chunks(count).enumerate() {
            let given = power.iter().map(|power| f64::from(power.x)).sum::<f64>();
            let exact = 0.5_f64.powi(flight as i32);
            let bound = 4.0 * (exact * (1.0 - exact) / count as f64).sqrt() + 1e-5;
            println!("{flight:>6} {given:>10.5} {exact:>10.5} {:>10.5} {bound:>10.5}", (given - exact).abs());
            assert!((given - exact).abs() <= bound);
        }
    }
    Ok(())
}

/// The power that the walls keep and the power that still flies are together what the light gave,
/// in each colour.
#[test]
fn physics_power_of_photons_is_conserved() -> gristmill::Result<()> {
    let room = Room::cornell();
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        let shot = Shot { count: if machine::is_slow(&device) { 1_000 } else { 40_000 }, bounces: 8, seed: 5 };
        let photons = trace(&device, &room, shot)?.read()?;
        println!("{era} era: watts kept by walls or still in flight, {} photons; bound: 4 deviations", shot.count);
        println!("{:>6} {:>10} {:>10} {:>10} {:>10}", "colour", "given", "exact", "difference", "bound");
        for (lane, colour) in ["red", "green", "blue"].into_iter().enumerate() {
            let kept = |i: usize| {
                let entries = (i..photons.power.len()).step_by(shot.count);
                entries.map(|entry| kept(&room, &photons, entry, shot, lane)).sum::<f64>() * shot.count as f64
            };
            let kept: Vec<f64> = (0..shot.count).map(kept).collect();
            let given = kept.iter().sum::<f64>() / shot.count as f64;
            let variance = kept.iter().map(|kept| (kept - given).powi(2)).sum::<f64>() / shot.count as f64;
            let bound = 4.0 * (variance / shot.count as f64).sqrt();
            let exact = f64::from(room.light.power[lane]);
            println!("{colour:>6} {given:>10.5} {exact:>10.5} {:>10.5} {bound:>10.5}", (given - exact).abs());
            assert!((given - exact).abs() <= bound);
        }
    }
    Ok(())
}

/// Returns the power that a wall is to keep of one landing. It is all that a photon carries where
/// it is not followed further.
fn kept(room: &Room, photons: &HostPhotons, entry: usize, shot: Shot, lane: usize) -> f64 {
    let surface = photons.position[entry].w as usize;
    let power = f64::from(photons.power[entry][lane]);
    let last = entry >= shot.count * (shot.bounces - 1);
    match surface {
        1..=6 if !last => power * (1.0 - f64::from(room.walls[surface - 1][lane])),
        7 | 8 if !last => 0.0,
        _ => power,
    }
}

/// A small lamp in a black room: its light falls with the square of the distance, and with both cosines.
#[test]
fn physics_light_on_the_floor_under_a_small_lamp() -> gristmill::Result<()> {
    let light = Light { half_side: 0.01, ..Room::empty(0.0).light };
    let room = Room { light, ..Room::empty(0.0) };
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        let slow = machine::is_slow(&device);
        let (count, neighbours) = if slow { (4_000, 100) } else { (400_000, 1_000) };
        let photons = trace(&device, &room, Shot { count, bounces: 1, seed: 7 })?;
        let search = Search { neighbours, radius: 0.3, side: if slow { 8 } else { 20 }, straight: true };
        let places = [0.5, 0.58, 0.66, 0.74, 0.82, 0.9, 0.99];
        let points: Vec<_> = places.iter().map(|x| Vector4::new(*x, 0.0, 0.5, 3.0)).collect();
        let given = photon_map(&device, &photons, &device.stream(&points)?, &search)?.read()?;
        // Each of k photons is there by chance; a disc of some centimetres is not a point, which is another
        // hundredth.
        let bound = 4.0 / f64::from(neighbours as u32).sqrt() + 0.01;
        println!("{era} era: watts per square metre on the floor, {count} photons, {neighbours} neighbours");
        println!("{:>6} {:>10} {:>10} {:>10} {:>10}", "x", "given", "exact", "relative", "bound");
        let mut mean = 0.0;
        for (x, given) in places.iter().zip(&given) {
            let cosine = 1.0 / (1.0 + f64::from(x - 0.5).powi(2)).sqrt();
            let (given, exact) = (f64::from(given.x), cosine.powi(4) / std::f64::consts::PI);
            let off = (given / exact - 1.0).abs();
            println!("{x:>6} {given:>10.5} {exact:>10.5} {off:>10.5} {bound:>10.5}");
            assert!(off <= bound);
            mean += (given / exact - 1.0) / places.len() as f64;
        }
        let bound = 4.0 / f64::from((neighbours * places.len()) as u32).sqrt() + 0.01;
        println!("{:>6} {:>10} {:>10} {:>10.5} {bound:>10.5}", "mean", "", "", mean.abs());
        assert!(mean.abs() <= bound);
    }
    Ok(())
}

/// A ball spreads what differs in the last place; but most photons fly as those of the reference.
#[test]
fn photons_fly_as_on_the_host() -> gristmill::Result<()> {
    let (room, shot) = (Room::cornell(), Shot { count: 2_000, bounces: 4, seed: 11 });
    let wanted = photon_map::reference_trace(&room, shot);
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        let given = trace(&device, &room, shot)?.read()?;
        let pairs = given.position.iter().zip(&wanted.position);
        let same = pairs
            .filter(|(given, wanted)| given.w == wanted.w && (*given - *wanted).amax() < 1e-3)
            .count();
        assert!(same * 100 >= wanted.position.len() * 99, "{era} era: {same} of {} entries", wanted.position.len());
    }
    Ok(())
}

/// Rungs by era.
type Rungs = fn(&Device, &Photons, &Stream<Vector4<f32>>, &Search) -> gristmill::Result<Stream<Vector4<f32>>>;

const RUNGS: [(Era, Rungs); 6] = [
    (Era::Fragment, photon_map::fragment),
    (Era::Fragment, photon_map::fragment_routing),
    (Era::Fragment, photon_map::fragment_2005),
    (Era::Fragment, photon_map::fragment_routing_2005),
    (Era::Compute, photon_map::compute),
    (Era::Compute, photon_map::compute_lists),
];

#[test]
fn without_photons_it_is_dark() -> gristmill::Result<()> {
    for (era, rung) in RUNGS {
        let Some(device) = machine::device(era) else { continue };
        let nobody = trace(&device, &Room::cornell(), Shot { count: 0, bounces: 4, seed: 1 })?;
        let points = device.stream(&[Vector4::new(0.5, 0.0, 0.5, 3.0), Vector4::zeros()])?;
        let light = rung(&device, &nobody, &points, &SEARCH)?.read()?;
        assert_eq!(light, [Vector4::new(0.0, 0.0, 0.0, 0.5), Vector4::zeros()]);
    }
    Ok(())
}

#[test]
fn fewer_photons_than_neighbours_count_over_the_whole_disc() -> gristmill::Result<()> {
    let floor = |x| Vector4::new(x, 0.0, 0.5, 3.0);
    let state = HostPhotons {
        position: vec![floor(0.5), floor(0.6), floor(0.95)],
        direction: vec![-Vector4::y(); 3],
        power: vec![Vector4::repeat(1.0); 3],
        count: 3,
    };
    for (era, rung) in RUNGS {
        let Some(device) = machine::device(era) else { continue };
        let photons = Photons::new(&device, &state)?;
        let search = Search { radius: 0.25, ..SEARCH };
        let light = rung(&device, &photons, &device.stream(&[floor(0.5)])?, &search)?.read()?[0];
        let exact = 2.0 / (std::f32::consts::PI * 0.0625); // the third lies beyond
        assert!((light.x - exact).abs() < 1e-4 && light.w == 0.25, "{light}, {exact} expected");
    }
    Ok(())
}

#[test]
fn bad_searches_and_rooms_are_refused() -> gristmill::Result<()> {
    for (era, rung) in RUNGS {
        let Some(device) = machine::device(era) else { continue };
        let photons = trace(&device, &Room::cornell(), Shot { count: 10, bounces: 2, seed: 1 })?;
        let points = device.stream(&[Vector4::new(0.5, 0.0, 0.5, 3.0)])?;
        let refused = |search: Search| match rung(&device, &photons, &points, &search) {
            Err(error) => error.to_string(),
            Ok(_) => panic!("{search:?} was taken"),
        };
        assert_eq!(
            refused(Search { radius: f32::NAN, ..SEARCH }),
            "a search radius of NaN is not valid; give one above 0, in metres"
        );
        assert!(refused(Search { radius: -1.0, ..SEARCH }).starts_with("a search radius of -1 is not valid"));
        assert!(refused(Search { neighbours: 0, ..SEARCH }).starts_with("0 neighbours"));
        assert!(refused(Search { side: 0, ..SEARCH }).contains("the limit is 200"));
        assert!(refused(Search { side: 201, ..SEARCH }).contains("the limit is 200"));
        assert!(refused(Search { side: 100, ..SEARCH }).contains("make the radius smaller"));

        let shot = Shot { count: 1, bounces: 1, seed: 1 };
        let refused = |room: Room| match trace(&device, &room, shot) {
            Err(error) => error.to_string(),
            Ok(_) => panic!("{room:?} was taken"),
        };
        let mut room = Room::cornell();
        room.mirror.centre = Point3::new(f32::NAN, 0.5, 0.5);
        assert!(refused(room).starts_with("the mirror at (NaN, 0.5, 0.5) of radius 0.19 leaves the room"));
        let mut room = Room::cornell();
        room.light.half_side = 0.6;
        assert!(refused(room).contains("is not on the ceiling"));
        let mut room = Room::cornell();
        room.walls[2].y = 1.0;
        assert!(refused(room).starts_with("a wall reflects a share of light from 0 to below 1"));
    }
    Ok(())
}

/// A pass for the light and one per bounce; the map by those of the sort and three more, or by slots.
#[test]
fn passes_are_as_many_as_promised() -> gristmill::Result<()> {
    let Some(device) = machine::device(Era::Fragment) else { return Ok(()) };
    let shot = Shot { count: 50, bounces: 5, seed: 1 };
    let (photons, traced) = device.trace(|| trace(&device, &Room::cornell(), shot))?;
    assert_eq!(traced.passes(), shot.bounces + 1);
    let points = device.stream(&[Vector4::new(0.5, 0.0, 0.5, 3.0)])?;
    let passes = |rung: Rungs| {
        device
            .trace(|| rung(&device, &photons, &points, &SEARCH))
            .map(|(_, trace)| trace.passes())
    };
    let keys = device.stream(&vec![0_u32; 250])?;
    let (_, sorted) = device.trace(|| sort::fragment_rows(&device, &keys, &keys))?;
    assert_eq!(passes(photon_map::fragment)?, sorted.passes() + 3 + 1);
    assert_eq!(passes(photon_map::fragment_routing)?, 16 + 4 + 1);
    let routed = passes(photon_map::fragment_routing_2005)?;
    assert!(routed > 16 + 2 + 1 + 25 && (routed - (16 + 2 + 1)).is_multiple_of(3 * 8 + 1), "{routed}");
    Ok(())
}

/// Entries in a ring about a point, all in the first sphere: as many as a search looks at have an estimate,
/// and a few more are a crowd that is named.
#[test]
fn a_crowd_too_large_for_a_loop_is_named() -> gristmill::Result<()> {
    let search = Search { neighbours: 20, radius: 0.5, side: 2, straight: true };
    for (name, (era, rung)) in
        ["fragment", "fragment_routing", "fragment_2005", "fragment_routing_2005", "compute", "compute_lists"]
            .into_iter()
            .zip(RUNGS)
    {
        let Some(device) = machine::device(era).filter(|device| !machine::is_slow(device)) else { continue };
        if name.starts_with("fragment_routing") {
            continue; // a cell keeps sixteen entries
        }
        if name == "fragment_2005" {
            continue; // it goes on in the next pass
        }
        for (count, crowd) in [(59_900, false), (60_001, true)] {
            let turn = |i: usize| (i as f32 / count as f32 * std::f32::consts::TAU).sin_cos();
            let ring = (0..count)
                .map(turn)
                .map(|(sine, cosine)| (0.5 + 0.1 * cosine, 0.5 + 0.1 * sine));
            let host = HostPhotons {
                position: ring.map(|(x, z)| Vector4::new(x, 0.0, z, 3.0)).collect(),
                direction: vec![-Vector4::y(); count],
                power: vec![Vector4::repeat(1.0); count],
                count,
            };
            let photons = Photons::new(&device, &host)?;
            let points = device.stream(&[Vector4::new(0.5, 0.0, 0.5, 3.0)])?;
            let light = rung(&device, &photons, &points, &search)?.read()?[0];
            let exact = count as f32 / (std::f32::consts::PI * 0.01);
            match crowd {
                true => assert_eq!(light, Vector4::repeat(-1.0), "{name} of {count}"),
                false => assert!((light.x / exact - 1.0).abs() < 1e-3, "{name} of {count}: {light}, {exact} expected"),
            }
        }
    }
    Ok(())
}

/// All flights of a photon are one invocation's in the compute era, where some machines end long loops.
#[test]
fn more_bounces_than_a_loop_has_turns_are_refused() -> gristmill::Result<()> {
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        let refused = era == Era::Compute && device.limits().turns == 65_535;
        for (bounces, refused) in [(21_845, false), (21_846, refused)] {
            let error = trace(&device, &Room::cornell(), Shot { count: 0, bounces, seed: 1 }).err();
            let wanted = "bounces of a photon in one dispatch: turns of an invocation's loops: 65538 given, the limit is 65535; ask for fewer";
            assert_eq!(error.map(|error| error.to_string()), refused.then(|| wanted.to_string()), "{era}: {bounces}");
        }
    }
    for rung in Algorithm::find("photon_map")?.rungs {
        assert!([0, 1, 1 << 20, 1 << 26].map(rung.turns).iter().all(|turns| *turns <= 65_535), "{}", rung.name);
    }
    Ok(())
}

/// A search of 2005 goes on from pass to pass: 4,000 entries in one cell are sixteen passes and more. Of entries that lie
/// equally far, all count.
#[test]
fn the_search_of_2005_goes_through_a_crowd() -> gristmill::Result<()> {
    let Some(device) = machine::device(Era::Fragment) else { return Ok(()) };
    let floor = |x: f32, z: f32| Vector4::new(x, 0.0, z, 3.0);
    let host = |position: Vec<Vector4<f32>>| HostPhotons {
        direction: vec![-Vector4::y(); position.len()],
        power: vec![Vector4::repeat(1.0); position.len()],
        count: position.len(),
        position,
    };
    let light = |host: &HostPhotons, point: Vector4<f32>| {
        let photons = Photons::new(&device, host)?;
        let points = device.stream(&[point])?;
        let (light, trace) = device.trace(|| photon_map::fragment_2005(&device, &photons, &points, &SEARCH))?;
        let searched = trace
            .launches()
            .filter(|launch| launch.kernel.starts_with("photon_map_2005"))
            .count();
        Ok::<_, Error>((light.read()?[0], searched))
    };
    let crowd = host(
        (0..4_000)
            .map(|i| floor(0.5 + 0.001 * (i % 64) as f32, 0.51 + 0.001 * (i / 64) as f32))
            .collect(),
    );
    let point = floor(0.53, 0.54);
    let wanted = photon_map::reference(&crowd, &[point], &SEARCH)[0];
    let (given, passes) = light(&crowd, point)?;
    assert!((given - wanted).amax() <= 0.1 * wanted.amax(), "{given}, {wanted} expected"); // a grid has many equally far
    assert!(passes > 16 * 5, "{passes} passes");

    let (given, passes) = light(&host(vec![floor(0.6, 0.5); 30]), floor(0.5, 0.5))?;
    let exact = 30.0 / (std::f32::consts::PI * 0.01);
    assert!((given.x / exact - 1.0).abs() < 1e-4 && (given.w - 0.1).abs() < 1e-6, "{given}, {exact} expected");
    assert!(passes < 40, "{passes} passes");
    let (given, _) = light(&host(vec![floor(0.5, 0.5); 30]), floor(0.5, 0.5))?;
    assert!(given.iter().all(|lane| lane.is_finite()), "{given}");
    let (given, _) = light(&crowd, Vector4::repeat(f32::NAN))?;
    assert!(given.xyz().iter().all(|lane| *lane == 0.0 || lane.is_nan()), "{given}");
    Ok(())
}

#[test]
fn more_entries_than_a_card_counts_are_refused() -> gristmill::Result<()> {
    let device = open_radeon();
    let count = (1 << 17) + 1;
    let points = device.stream(&[Vector4::new(0.5, 0.0, 0.5, 3.0)])?;
    let entries = |count: usize| vec![Vector4::<f32>::zeros(); count];
    let refused = |count: usize| {
        let host = HostPhotons { position: entries(count), direction: entries(count), power: entries(count), count };
        let photons = Photons::new(&device, &host)?;
        photon_map::fragment_2005(&device, &photons, &points, &SEARCH).map(drop)
    };
    let error = refused(count).unwrap_err();
    assert!(matches!(error, Error::Limit { given: 131_073, limit: 131_072, .. }), "{error}");
    assert!(matches!(refused(10).unwrap_err(), Error::Card { .. }));
    Ok(())
}

/// A texture of 2,048 texels a side holds eight rows of eight slices of 64 by 64 cells, of 4 by 4 slots each.
#[test]
fn more_cells_than_a_card_has_texels_are_refused() -> gristmill::Result<()> {
    let device = open_radeon();
    let host = photon_map::reference_trace(&Room::cornell(), Shot { count: 20, bounces: 2, seed: 1 });
    let photons = Photons::new(&device, &host)?;
    let points = device.stream(&[Vector4::new(0.5, 0.0, 0.5, 3.0)])?;
    let search = |side: usize| {
        let search = Search { neighbours: 3, radius: 0.02, side, straight: true };
        photon_map::fragment_routing_2005(&device, &photons, &points, &search).map(drop)
    };
    search(64)?;
    let error = search(65).unwrap_err().to_string();
    assert!(error.contains("2048") && error.contains("2340"), "{error}");
    Ok(())
}
