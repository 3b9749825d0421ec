//! The Mandelbrot set: what is known of it without computing, odd windows, refusals, and what lanes wait for.

use gristmill::algorithms::mandelbrot::{self, MOST_ROUNDS, PlaneView, mandelbrot};
use gristmill::finding::Listening;
use gristmill::{Device, Era, MachineChoice, Profile, Result, Stream};

use crate::machine;

type Rung = fn(&Device, &PlaneView) -> Result<Stream<u32>>;

const RUNGS: [(&str, Era, Rung); 4] = [
    ("fragment", Era::Fragment, mandelbrot::fragment),
    ("fragment_masked", Era::Fragment, mandelbrot::fragment_masked),
    ("compute", Era::Compute, mandelbrot::compute),
    ("compute_refilled", Era::Compute, mandelbrot::compute_refilled),
];

/// Runs every rung on a view, on the first machine there is.
fn every_rung(view: &PlaneView, judge: impl Fn(&str, Vec<u32>)) {
    for (name, era, rung) in RUNGS {
        let Some(device) = machine::device(era) else { continue };
        judge(name, rung(&device, view).unwrap().read().unwrap());
    }
}

const ONE: f64 = (1 << 28) as f64;

#[test]
fn known_members_stay_and_known_others_escape() {
    let view = PlaneView::whole([161, 149], 400).unwrap();
    every_rung(&view, |name, rounds| {
        let mut members = 0;
        for (i, rounds) in rounds.iter().enumerate() {
            let x = f64::from(view.corner[0] + view.distance * (i % 161) as i32) / ONE;
            let y = f64::from(view.corner[1] + view.distance * (i / 161) as i32) / ONE;
            // The disc around -1 of radius 1/4, and the cardioid of all z * z + c with a fixed point that
            // attracts; a hair inside.
            let disc = (x + 1.0).powi(2) + y * y < 0.0624;
            let q = (x - 0.25).powi(2) + y * y;
            let cardioid = q * (q + (x - 0.25)) < 0.249 * y * y;
            if disc || cardioid {
                assert_eq!(*rounds, 400, "{name}: {x} + {y} i is a member");
            }
            if x * x + y * y > 4.001 {
                assert_eq!(*rounds, 1, "{name}: {x} + {y} i is too far out");
            }
            members += usize::from(*rounds == 400);
        }
        // The set's area is 1.5066; its border is counted too here, since 400 rounds do not empty it.
        let area = members as f64 * (f64::from(view.distance) / ONE).powi(2);
        assert!((1.48..1.58).contains(&area), "{name}: area {area}");
    });
}

#[test]
fn above_and_below_the_real_axis_it_is_the_same() {
    let view = PlaneView { size: [97, 65], corner: [-(2 << 28), -(32 << 23)], distance: 1 << 23, rounds: 300 };
    every_rung(&view, |name, rounds| {
        for row in 0..32 {
            let [above, below] = [row, 64 - row].map(|row| &rounds[row * 97..][..97]);
            assert_eq!(above, below, "{name}: row {row}");
        }
    });
}

#[test]
fn the_finest_window_is_exact() {
    // Numbers 2^-28 apart at the border of the set: floats of 24 bits could not tell them apart.
    let view = PlaneView::around([-0.743_643_9, 0.131_825_9], 33.0 / ONE, [33, 20], 3_000).unwrap();
    let wanted = mandelbrot::reference(&view);
    assert!(wanted.iter().any(|rounds| *rounds != wanted[0]), "the window is flat");
    every_rung(&view, |name, rounds| assert_eq!(rounds, wanted, "{name}"));
}

#[test]
fn odd_windows_are_exact() {
    let corner = [i32::MIN, i32::MIN];
    for view in [
        PlaneView { size: [0, 5], corner: [0, 0], distance: 1, rounds: 9 },
        PlaneView { size: [1, 1], corner: [0, 0], distance: 1, rounds: MOST_ROUNDS },
        PlaneView { size: [7, 3], corner: [0, 0], distance: 0, rounds: 17 },
        PlaneView { size: [5, 4], corner: [0, 0], distance: 1 << 20, rounds: 0 },
        PlaneView { size: [16, 16], corner, distance: 1 << 28, rounds: 33 },
        PlaneView { size: [8, 2], corner: [1 << 29, -(1 << 29)], distance: -(1 << 27), rounds: 40 },
    ] {
        let wanted = mandelbrot::reference(&view);
        every_rung(&view, |name, rounds| assert_eq!(rounds, wanted, "{name} of {view:?}"));
    }
}

/// A number takes 3,200 turns of the outer loop of mandelbrot_refilled.comp. A lane that draws another after
/// them comes to 6,400, each with nine turns of the inner loop: 64,000 in all, where llvmpipe ends a lane
/// after 65,535.
#[test]
fn a_lane_that_draws_late_has_turns_enough() {
    let view = PlaneView { size: [400, 1], corner: [0, 0], distance: 0, rounds: 25_599 };
    let Some(device) = machine::chosen(MachineChoice::Driver, Era::Compute) else { return };
    let rounds = mandelbrot::compute_refilled(&device, &view).unwrap().read().unwrap();
    assert!(rounds.iter().all(|rounds| *rounds == 25_599), "{rounds:?}");
}

#[test]
fn bad_windows_are_refused() {
    let Some(device) = machine::device(Era::Fragment) else { return };
    let good = PlaneView::whole([8, 8], 10).unwrap();
    let refusal = |view: PlaneView| mandelbrot(&device, &view).err().unwrap().to_string();
    assert_eq!(
        refusal(PlaneView { rounds: 60_000, ..good }),
        "rounds of the Mandelbrot set: 60000 given, the limit is 50000; ask for fewer"
    );
    assert_eq!(
        refusal(PlaneView { distance: i32::MAX, ..good }),
        format!(
            "a window from {:?} in steps of 2147483647 leaves the numbers of 32 bits; use a smaller one",
            good.corner
        )
    );
    for (centre, width) in [([0.0, 0.0], 1e-9), ([9.0, 0.0], 1.0), ([0.0, 0.0], 20.0), ([f64::NAN, 0.0], 1.0)] {
        let error = PlaneView::around(centre, width, [64, 64], 10).unwrap_err().to_string();
        assert!(error.contains("does not fit in 28 bits after the binary point; use one within 8 of 0"), "{error}");
    }
}

#[test]
fn lanes_that_draw_wait_less() {
    let utilisation = |rung: Rung| {
        let device = Device::emulator(Era::Compute).unwrap();
        let view = PlaneView::whole([64, 64], 128).unwrap();
        device.listen(Some(Listening::COUNTERS)).unwrap();
        rung(&device, &view).unwrap();
        let total = device.counters().unwrap().total;
        (total.utilisation(), total.instructions())
    };
    let (plain, refilled) = (utilisation(mandelbrot::compute), utilisation(mandelbrot::compute_refilled));
    assert!(plain.0 < 0.7 && refilled.0 > 0.7, "{plain:?} {refilled:?}");
    assert!(refilled.1 < plain.1, "{plain:?} {refilled:?}");
}

#[test]
fn floats_count_odd_windows_as_whole_numbers_do() {
    let Some(device) = machine::device(Era::Fragment) else { return };
    for view in [
        PlaneView { size: [0, 5], corner: [0, 0], distance: 1, rounds: 9 },
        PlaneView { size: [5, 4], corner: [0, 0], distance: 1 << 20, rounds: 0 },
        PlaneView { size: [1, 1], corner: [0, 0], distance: 1, rounds: 1_003 },
        PlaneView { size: [16, 16], corner: [i32::MIN, i32::MIN], distance: 1 << 28, rounds: 33 },
        PlaneView { size: [8, 2], corner: [1 << 29, -(1 << 29)], distance: -(1 << 27), rounds: 40 },
    ] {
        let given = mandelbrot::fragment_2005(&device, &view).unwrap().read().unwrap();
        let wanted: Vec<f32> = mandelbrot::reference(&view).iter().map(|count| *count as f32).collect();
        assert_eq!(given, wanted, "{view:?}");
    }
    // Rounding decides only close to the border.
    let view = PlaneView::whole([161, 149], 400).unwrap();
    let given = mandelbrot::fragment_2005(&device, &view).unwrap().read().unwrap();
    let wanted = mandelbrot::reference(&view);
    let others = given
        .iter()
        .zip(&wanted)
        .filter(|(given, wanted)| **given != **wanted as f32)
        .count();
    assert!(others < wanted.len() / 100, "{others} of {}", wanted.len());
}

#[test]
fn a_window_finer_than_a_cards_floats_is_refused() {
    let view = PlaneView::around([-0.5, 0.0], 0.001, [64, 64], 8).unwrap();
    let device = Device::emulator(Era::Fragment).unwrap();
    assert!(mandelbrot::fragment_2005(&device, &view).is_ok());
    let card = device.with_card(Profile::named("radeon-9700").unwrap()).unwrap();
    let error = mandelbrot::fragment_2005(&card, &view).err().unwrap().to_string();
    assert!(error.contains("use a wider window, or a way in whole numbers"), "{error}");
}
