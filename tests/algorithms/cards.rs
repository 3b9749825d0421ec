//! Every way of the fragment era on the card that it names, rounded as the card rounds.

use gristmill::algorithms::{Algorithm, Rung, TABLE, Workload, volume_render};
use gristmill::card::ProfileKind;
use gristmill::check::KernelCheck;
use gristmill::{Device, Era, Error, Layout, Profile};

const SIZES: [usize; 5] = [1, 7, 100, 1_021, 5_000];

fn cards() -> impl Iterator<Item = &'static Profile> {
    Profile::all().iter().filter(|profile| profile.kind == ProfileKind::Card)
}

fn ways() -> impl Iterator<Item = (&'static Algorithm, &'static Rung)> {
    let of_algorithm =
        |algorithm: &'static Algorithm| algorithm.of_era(Era::Fragment).map(move |rung| (algorithm, rung));
    TABLE.iter().flat_map(of_algorithm).filter(|(_, rung)| rung.alias.is_none())
}

/// The outcome of a way on a card.
enum Outcome {
    Right,
    Refused(String),
    Wrong(String),
}

fn tried(rung: &Rung, card: &'static Profile, size: usize) -> Outcome {
    let device = Device::emulator(Era::Fragment).unwrap().with_card(card).unwrap();
    let checked = (rung.prepare)(&device, &Workload::new(size, 1)).and_then(|mut trial| trial.check());
    match checked {
        Ok(check) if check.passed() => Outcome::Right,
        Ok(check) => Outcome::Wrong(format!("error {} of {}", check.error, check.bound)),
        Err(error @ (Error::Card { .. } | Error::Limit { .. })) => Outcome::Refused(error.to_string()),
        Err(error) => Outcome::Wrong(error.to_string()),
    }
}

/// The ways of 2005 that a GeForce FX refuses, each with the first reason; it runs the others, in rectangle textures.
const REFUSED_BY_THE_FX: [(&str, &str, &str); 15] = [
    ("segmented_scan", "fragment_2005", "outputs: 2 of 1"),
    ("sort", "fragment_2005", "outputs: 2 of 1"),
    ("scatter_add", "fragment_2005", "outputs: 2 of 1"),
    ("conjugate_gradient", "fragment_2005", "outputs: 2 of 1"),
    ("refine", "fragment_2005", "outputs: 2 of 1"),
    ("black_scholes", "fragment_2005", "outputs: 2 of 1"),
    ("volume_render", "fragment_2005", "arithmetic slots"),
    ("hash_grid", "fragment_2005", "outputs: 2 of 1"),
    ("ray_grid", "fragment_2005", "outputs: 2 of 1"),
    ("photon_map", "fragment_2005", "outputs: 2 of 1"),
    ("photon_map", "fragment_routing_2005", "outputs: 2 of 1"),
    ("particles", "fragment_2005", "outputs: 2 of 1"),
    ("boids", "fragment_2005", "outputs: 2 of 1"),
    ("nbody", "fragment_2005", "loops: a loop whose number of turns is a uniform"),
    ("lattice_boltzmann", "fragment_2005", "outputs: 2 of 1"),
];

#[test]
fn a_geforce_fx_runs_the_ways_of_2005_in_rectangles() {
    let card = Profile::named("geforce-fx-5900").unwrap();
    let mut faults = vec![];
    let mut refused = vec![];
    let mut runs = 0;
    for (algorithm, rung) in ways().filter(|(_, rung)| rung.name.ends_with("_2005")) {
        let name = format!("{} {}", algorithm.name, rung.name);
        let mut reason = None;
        for size in SIZES {
            match tried(rung, card, size) {
                Outcome::Right if reason.is_none() => {}
                Outcome::Refused(why) => reason = reason.or(Some(why)),
                Outcome::Right => faults.push(format!("{name} of {size} runs, a smaller one is refused")),
                Outcome::Wrong(why) => faults.push(format!("{name} of {size}: {why}")),
            }
        }
        match reason {
            None => {
                runs += 1;
                println!("{name:40} runs");
            }
            Some(why) => {
                println!("{name:40} {why}");
                refused.push((algorithm.name, rung.name, why));
            }
        }
    }
    println!("{runs} of {} run", runs + refused.len());
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert_eq!(refused.len(), REFUSED_BY_THE_FX.len(), "{refused:#?}");
    for ((algorithm, rung, why), known) in refused.iter().zip(REFUSED_BY_THE_FX) {
        assert!((*algorithm, *rung) == (known.0, known.1) && why.contains(known.2), "{algorithm} {rung}: {why}");
    }
}

#[test]
fn a_way_is_refused_by_every_card_older_than_its_own() {
    let mut faults = vec![];
    for (algorithm, rung) in ways() {
        let older = cards().take_while(|card| Some(card.name) != rung.card);
        for card in older {
            match tried(rung, card, 100) {
                Outcome::Refused(_) => {}
                Outcome::Right => faults.push(format!("{} {} runs on {}", algorithm.name, rung.name, card.name)),
                Outcome::Wrong(why) => faults.push(format!("{} {} on {}: {why}", algorithm.name, rung.name, card.name)),
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The way runs on the GeForce 6800 too, if its own card is older: other floats, other roundings.
#[test]
fn a_way_is_right_on_its_card() {
    let mut faults = vec![];
    let mut of_their_time = 0;
    for (algorithm, rung) in ways().filter(|(_, rung)| rung.card != Some("geforce-8800")) {
        of_their_time += 1;
        let own = Profile::named(rung.card.unwrap()).unwrap();
        let other = Profile::named("geforce-6800").unwrap();
        let both = if own.year.value < other.year.value { vec![own, other] } else { vec![own] };
        for (card, size) in both.iter().flat_map(|card| SIZES.map(|size| (*card, size))) {
            let name = format!("{} {} of {size} on {}", algorithm.name, rung.name, card.name);
            match tried(rung, card, size) {
                Outcome::Right => {}
                Outcome::Refused(why) => faults.push(format!("{name} is refused: {why}")),
                Outcome::Wrong(why) => faults.push(format!("{name}: {why}")),
            }
        }
    }
    println!("{of_their_time} ways of their time");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A slice's row among the slices is a quotient, which the cards make of a reciprocal. A Radeon cuts it off, so that it is
/// too small for every row of slices that is no power of two; a GeForce rounds it, and it is too small for rows of 41.
#[test]
fn slices_are_found_in_rows_of_any_length() {
    for card in ["radeon-9700", "geforce-6800"].map(|name| Profile::named(name).unwrap()) {
        let device = Device::emulator(Era::Fragment).unwrap().with_card(card).unwrap();
        for columns in [3, 5, 6, 7, 9, 11, 13, 19, 23, 29, 41, 45] {
            let shape = [1, 1, columns * columns];
            let cells: Vec<f32> = (0..shape[2]).map(|slice| (slice % 7) as f32).collect();
            let volume = device.stream_in(Layout::BySlice, shape, &cells).unwrap();
            assert_eq!(volume.plan().columns(), columns);
            let slopes = volume_render::slopes_2005(&device, &volume, 1.0).unwrap().read().unwrap();
            let at = |slice: usize| cells[slice.min(shape[2] - 1)];
            for (slice, slope) in slopes.iter().enumerate() {
                let wanted = 0.5 * (at(slice + 1) - at(slice.saturating_sub(1)));
                assert_eq!(slope.z, wanted, "slice {slice} of rows of {columns} on {}", card.name);
            }
        }
    }
}

/// A kernel, its card, and what `fit` counts of it there.
type ExpectedCounts<'a> = (&'a str, &'a str, &'a [(&'a str, u64)]);

/// The counts that the pages on the narrow band and on the photon map have of their kernels.
#[test]
fn kernels_of_the_band_and_of_photons_come_to_the_counts_of_their_pages() {
    let band = [("arithmetic slots", 23), ("texture slots", 8), ("indirections", 1), ("interpolants", 8)];
    let message = [("texture slots", 8), ("outputs", 1)];
    let search = [("instructions run", 13_584), ("outputs", 3)];
    let end = [("instructions run", 49)];
    let visit = [("arithmetic slots", 62), ("texture slots", 21), ("indirections", 2), ("outputs", 2)];
    let next = [("arithmetic slots", 39), ("indirections", 1), ("outputs", 3)];
    let kernels: [ExpectedCounts; 6] = [
        ("level_set_band_2005", "radeon-9700", &band),
        ("level_set_message_2005", "radeon-9700", &message),
        ("photon_map_2005", "geforce-6800", &search),
        ("photon_map_end_2005", "geforce-6800", &end),
        ("photon_map_visit_2005", "radeon-9700", &visit),
        ("photon_map_next_2005", "radeon-9700", &next),
    ];
    for (kernel, card, wanted) in kernels {
        let file = format!("{}/fragment_kernels/structures/{kernel}.frag", env!("CARGO_MANIFEST_DIR"));
        let fit = KernelCheck::file(file)
            .unwrap()
            .flat()
            .unwrap()
            .fit(Profile::named(card).unwrap());
        assert_eq!(fit.verdict(), "fits", "{kernel}");
        for (thing, count) in wanted {
            let given = fit
                .demands
                .iter()
                .find(|demand| demand.thing == *thing)
                .map(|demand| demand.given);
            assert_eq!(given, Some(*count), "{kernel}: {thing}");
        }
    }
}
