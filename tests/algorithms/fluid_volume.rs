//! A fluid in a volume: eddies that are the same in every slice, what its pressure leaves of the divergence,
//! and what it refuses.

use crate::machine;
use gristmill::algorithms::fluid_volume::{self, Chimney, Smoke, Volume, fluid_volume};
use gristmill::{Device, Era, Result, random};
use nalgebra::Vector4;
use std::f64::consts::PI;

fn devices() -> impl Iterator<Item = Device> {
    Era::ALL.into_iter().filter_map(machine::device)
}

/// Taylor and Green's vortices (1937) about the slices' axis keep their shape and, without viscosity, their
/// energy. Taking a mean of cells is a viscosity: at most a cell's squared width over eight intervals along
/// either axis, a quarter of a cell's width at half a cell a step.
#[test]
fn physics_fluid_volume_keeps_eddies() -> Result<()> {
    for device in devices() {
        let sides = if machine::is_slow(&device) { [8, 12] } else { [12, 24] };
        println!(
            "{} era: energy left of an eddy in a box of 1 after a time of 0.5, the same in all slices",
            device.era()
        );
        println!(
            "{:>5} {:>6} {:>8} {:>8} {:>11} {:>8} {:>13}",
            "side", "steps", "given", "exact", "difference", "bound", "along slices"
        );
        let mut errors = Vec::new();
        for side in sides {
            let k = PI / side as f64;
            let mut start = Smoke::still([side, side, 3]);
            for (i, cell) in start.cells.iter_mut().enumerate() {
                let (x, y) = ((i % side) as f64, (i / side % side) as f64);
                let flow = [(k * x).sin() * (k * (y + 0.5)).cos(), -(k * (x + 0.5)).cos() * (k * y).sin()];
                *cell = Vector4::new(flow[0] as f32, flow[1] as f32, 0.0, 0.0) * side as f32;
            }
            let chimney = Chimney { interval: 0.5 / side as f32, sweeps: 60, ..Chimney::default() };
            let end = fluid_volume(&device, &start, &chimney, side)?;
            let energy =
                |state: &Smoke| state.cells.iter().map(|cell| f64::from(cell.xyz().norm_squared())).sum::<f64>();
            let along = end.cells.iter().map(|cell| cell.z.abs()).fold(0.0, f32::max);
            let given = energy(&end) / energy(&start);
            let (error, bound) = ((given - 1.0).abs(), 1.0 - (-4.0 * 0.25 / side as f64 * PI * PI * 0.5).exp());
            println!("{side:>5} {side:>6} {given:>8.4} {:>8.4} {error:>11.4} {bound:>8.4} {along:>13.1e}", 1.0);
            assert!(error <= bound && along <= 1e-4 * side as f32);
            errors.push(error);
        }
        let falls = errors[0] / errors[1];
        let bound = 0.75 * sides[1] as f64 / sides[0] as f64;
        println!("the finer box loses {falls:.2} times less; the method is of first order, the bound is {bound:.2}");
        assert!(falls >= bound);
    }
    Ok(())
}

#[test]
fn physics_fluid_volume_divergence_is_projected_away() -> Result<()> {
    for device in devices() {
        println!("{} era: largest divergence of a cell in a volume in disorder", device.era());
        println!("{:>9} {:>6} {:>9} {:>9} {:>9}", "size", "sweeps", "before", "after", "bound");
        for (size, sweeps, share) in [([16, 16, 16], 40, 0.1), ([13, 7, 10], 40, 0.1), ([13, 7, 10], 160, 0.01)] {
            let mut state = Smoke::still(size);
            for (i, cell) in (0..).zip(&mut state.cells) {
                *cell = Vector4::from_fn(|lane, _| random::uniform(5, i, lane as u32) - 0.5);
            }
            let mut volume = Volume::new(&device, &state, Chimney { sweeps, ..Chimney::default() })?;
            volume.steps(1)?;
            let [before, after] = volume.divergence()?;
            let bound = share * before;
            println!(
                "{:>9} {sweeps:>6} {before:>9.5} {after:>9.6} {bound:>9.6}",
                size.map(|n| n.to_string()).join("x")
            );
            assert!(after <= bound);
        }
    }
    Ok(())
}

#[test]
fn a_volume_at_rest_stays_at_rest() -> Result<()> {
    for device in devices() {
        for size in [[0, 0, 0], [3, 0, 2], [1, 1, 1], [1, 5, 1], [6, 5, 7]] {
            let still = Smoke::still(size);
            let chimney = Chimney { rise: 5.0, ..Chimney::default() };
            assert_eq!(fluid_volume(&device, &still, &chimney, 2)?, still);
            assert_eq!(fluid_volume::fragment_2005(&device, &still, &chimney, 2)?, still);
        }
    }
    Ok(())
}

#[test]
fn passes_of_a_volume() -> Result<()> {
    for device in devices() {
        let (start, chimney) = Smoke::chimney([6, 7, 5]);
        let mut volume = Volume::new(&device, &start, chimney.clone())?;
        assert_eq!(device.trace(|| volume.steps(2))?.1.launches().count(), 2 * (3 + chimney.sweeps));
        if device.era() == Era::Fragment {
            let run = || fluid_volume::fragment_2005(&device, &start, &chimney, 2);
            assert_eq!(device.trace(run)?.1.passes(), 2 * (11 + chimney.sweeps));
        }
    }
    Ok(())
}

#[test]
fn a_volume_in_floats_has_few_slices() {
    let Some(device) = machine::device(Era::Fragment) else { return };
    let chimney = Chimney { sweeps: 1, ..Chimney::default() };
    let run = |slices| fluid_volume::fragment_2005(&device, &Smoke::still([1, 1, slices]), &chimney, 1);
    assert_eq!(run(2_048).unwrap(), Smoke::still([1, 1, 2_048]));
    let error = run(2_049).unwrap_err().to_string();
    let wanted = "slices in the card's floats: 2049 given, the limit is 2048; simulate a volume of fewer slices, or use \
                  fluid_volume::fragment";
    assert_eq!(error, wanted);
}

#[test]
fn a_volume_refuses_what_is_no_number() {
    let Some(device) = machine::device(Era::Fragment) else { return };
    let refused = |start: &Smoke, chimney: &Chimney| {
        Volume::new(&device, start, chimney.clone())
            .map(|_| ())
            .unwrap_err()
            .to_string()
    };
    let (still, chimney) = (Smoke::still([2, 3, 4]), Chimney::default());
    let zero = Chimney { interval: 0.0, ..chimney.clone() };
    assert_eq!(refused(&still, &zero), "an interval of 0 is not valid; give one above 0");
    let lost = Chimney { rise: f32::NAN, ..chimney.clone() };
    assert!(refused(&still, &lost).starts_with("the rise or the source has a number that is not finite"));
    assert!(refused(&still, &Chimney { fade: -1.0, ..chimney.clone() }).starts_with("smoke fades to -1"));
    let mut state = still.clone();
    state.cells[11].z = f32::INFINITY;
    assert_eq!(refused(&state, &chimney), "the fluid of cell [1, 2, 1] is not finite; give finite numbers");
    state.cells.pop();
    assert_eq!(refused(&state, &chimney), "23 cells given, 2x3x4 are 24");
}
