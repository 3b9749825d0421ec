//! A fluid against Taylor and Green's vortices, what its pressure leaves of the divergence, and what it
//! refuses.

use crate::machine;
use gristmill::algorithms::fluid::{self, Conditions, Fields, Fluid, Jet, Pressure, fluid};
use gristmill::{Device, Era, Result, random};
use nalgebra::{Vector2, Vector4};
use std::f64::consts::PI;

fn devices() -> impl Iterator<Item = Device> {
    Era::ALL.into_iter().filter_map(machine::device)
}

/// Four eddies' quarter: one that fills a box of slippery walls, whose shape never changes.
fn eddy(side: usize, speed: f32) -> Fields {
    let k = PI / side as f64;
    let mut state = Fields::still([side, side]);
    for i in 0..side * side {
        let (x, y) = ((i % side) as f64, (i / side) as f64);
        let flow = [(k * x).sin() * (k * (y + 0.5)).cos(), -(k * (x + 0.5)).cos() * (k * y).sin()];
        state.velocity[i] = Vector2::from(flow.map(|lane| lane as f32)) * speed;
    }
    state
}

fn energy(state: &Fields) -> f64 {
    state.velocity.iter().map(|flow| f64::from(flow.norm_squared())).sum()
}

/// Energy falls as exp(-4 nu k^2 t) in Taylor and Green's vortices (1937). The box is 1 wide, the fluid turns
/// with speed 1 for a time of 1 with a viscosity of 0.005. Taking a mean of cells is a viscosity too: at most
/// a cell's squared width over eight intervals along either axis, where the flow goes half a cell in a step,
/// which is a quarter of a cell's width here.
#[test]
fn physics_fluid_taylor_green_vortices_decay() -> Result<()> {
    for device in devices() {
        let sides = if machine::is_slow(&device) { [16, 32] } else { [32, 64] };
        println!("{} era: energy left of an eddy in a box of 1 after a time of 1, viscosity 0.005", device.era());
        println!("{:>5} {:>6} {:>8} {:>8} {:>11} {:>8}", "side", "steps", "given", "exact", "difference", "bound");
        let mut errors = Vec::new();
        for side in sides {
            let cells = side as f32;
            let steps = 2 * side;
            let conditions =
                Conditions { interval: 1.0 / steps as f32, viscosity: 0.005 * cells * cells, ..Conditions::default() };
            let start = eddy(side, cells);
            let given = energy(&fluid(&device, &start, &conditions, steps)?) / energy(&start);
            let rate = |viscosity: f64| (-4.0 * viscosity * PI * PI).exp();
            let (exact, least) = (rate(0.005), rate(0.005 + 0.25 / side as f64));
            let (error, bound) = ((given - exact).abs(), exact - least);
            println!("{side:>5} {steps:>6} {given:>8.4} {exact:>8.4} {error:>11.4} {bound:>8.4}");
            assert!(error <= bound);
            errors.push(error);
        }
        let falls = errors[0] / errors[1];
        println!("twice as fine, the error is {falls:.2} times less; the method is of first order, the bound is 1.7");
        assert!(falls >= 1.7);
    }
    Ok(())
}

/// A fluid in disorder, with a wall in it.
fn disorder(size: [usize; 2]) -> Fields {
    let mut state = Fields::still(size);
    for i in 0..size[0] * size[1] {
        let number = |column| random::uniform(5, i as u32, column) - 0.5;
        let (x, y) = (i % size[0], i / size[0]);
        state.solid[i] = x.abs_diff(size[0] / 2) < size[0] / 8 && y.abs_diff(size[1] / 3) < size[1] / 8;
        state.velocity[i] = Vector2::new(number(0), number(1));
        state.dye[i] = Vector4::from_fn(|lane, _| number(2 + lane as u32) + 0.5);
    }
    state
}

#[test]
fn physics_fluid_divergence_is_projected_away() -> Result<()> {
    for device in devices() {
        println!("{} era: largest divergence of a cell in a fluid in disorder, with a wall", device.era());
        println!("{:>9} {:>24} {:>9} {:>9} {:>9}", "size", "pressure", "before", "after", "bound");
        let sizes = [[64, 64], if machine::is_slow(&device) { [90, 51] } else { [250, 131] }];
        for size in sizes {
            let methods = [(Pressure::Jacobi { sweeps: 40 }, 0.2)].into_iter();
            let methods =
                methods.chain((1..=4).map(|cycles| (Pressure::Multigrid { cycles }, 0.25_f32.powi(cycles as i32))));
            for (pressure, share) in methods {
                let conditions = Conditions { pressure, ..Conditions::default() };
                let mut fluid = Fluid::new(&device, &disorder(size), conditions)?;
                fluid.steps(1)?;
                let [before, after] = fluid.divergence()?;
                let bound = share * before + 1e-5;
                let name = format!("{pressure:?}").replace(['{', '}'], "");
                let size = format!("{}x{}", size[0], size[1]);
                println!("{size:>9} {name:>24} {before:>9.5} {after:>9.6} {bound:>9.6}");
                assert!(after <= bound);
            }
        }
    }
    Ok(())
}

#[test]
fn physics_fluid_dye_is_never_more_than_it_was() -> Result<()> {
    for device in devices() {
        let start = disorder([60, 40]);
        let end = fluid(&device, &start, &Conditions { interval: 0.5, confinement: 0.5, ..Conditions::default() }, 40)?;
        let most = |state: &Fields| state.dye.iter().map(|dye| dye.max()).fold(0.0, f32::max);
        let least = |state: &Fields| state.dye.iter().map(|dye| dye.min()).fold(1.0, f32::min);
        let total = |state: &Fields| state.dye.iter().map(|dye| f64::from(dye.sum())).sum::<f64>();
        let (before, after) = (total(&start), total(&end));
        println!("{} era: dye in a closed box after 40 steps", device.era());
        println!("{:>8} {:>9} {:>9} {:>9}", "", "before", "after", "bound");
        println!("{:>8} {:>9.5} {:>9.5} {:>9.5}", "most", most(&start), most(&end), most(&start));
        println!("{:>8} {:>9.5} {:>9.5} {:>9.5}", "least", least(&start), least(&end), least(&start));
        println!("{:>8} {before:>9.2} {after:>9.2} {:>9.2}", "total", before * 1.1);
        assert!(most(&end) <= most(&start) * (1.0 + 1e-5) && least(&end) >= least(&start) * (1.0 - 1e-5));
        assert!((after - before).abs() <= 0.1 * before);
    }
    Ok(())
}

#[test]
fn a_fluid_at_rest_stays_at_rest() -> Result<()> {
    for device in devices() {
        let mut still = disorder([37, 23]);
        still.velocity.fill(Vector2::zeros());
        let conditions = Conditions { confinement: 10.0, viscosity: 10.0, ..Conditions::default() };
        for size in [[0, 0], [0, 5], [1, 1], [1, 9], [300, 2]] {
            let still = Fields::still(size);
            assert_eq!(fluid(&device, &still, &conditions, 2)?, still);
        }
        assert_eq!(fluid(&device, &still, &conditions, 3)?, still);
    }
    Ok(())
}

#[test]
fn passes_of_a_step() -> Result<()> {
    for device in devices() {
        // 90x51 cells halve to 45x26, 23x13 and 12x7; three of them have more than 256.
        for (pressure, passes) in
            [(Pressure::Jacobi { sweeps: 7 }, 7), (Pressure::Multigrid { cycles: 2 }, 2 * (6 * 3 + 1))]
        {
            let mut fluid = Fluid::new(&device, &disorder([90, 51]), Conditions { pressure, ..Conditions::default() })?;
            let ((), trace) = device.trace(|| fluid.steps(2))?;
            assert_eq!(trace.launches().count(), 2 * (5 + passes), "{pressure:?}");
        }
    }
    Ok(())
}

#[test]
fn what_would_blow_up_is_refused() {
    let Some(device) = machine::device(Era::Fragment) else { return };
    let refused = |start: &Fields, conditions: &Conditions| {
        Fluid::new(&device, start, conditions.clone())
            .map(|_| ())
            .unwrap_err()
            .to_string()
    };
    let still = Fields::still([8, 8]);
    let conditions = Conditions { interval: 0.5, ..Conditions::default() };
    assert_eq!(
        refused(&still, &Conditions { viscosity: 2.0, ..conditions.clone() }),
        "a viscosity of 2 with an interval of 0.5 is unstable, because their product is not from 0 to 0.25; use an \
         interval of at most 0.125"
    );
    assert_eq!(
        refused(&still, &Conditions { interval: f32::NAN, ..conditions.clone() }),
        "an interval of NaN is not valid; give one above 0"
    );
    assert!(
        refused(&still, &Conditions { confinement: 1.5, ..conditions.clone() }).starts_with("a confinement of 1.5")
    );
    assert!(
        refused(&still, &Conditions { viscosity: f32::NAN, ..conditions.clone() }).starts_with("a viscosity of NaN")
    );
    assert!(refused(&still, &Conditions { fade: 1.5, ..conditions.clone() }).starts_with("dye fades to 1.5"));
    let jet = Jet { place: [4.0, 4.0], radius: 2.0, flow: [f32::NAN, 0.0], colour: Vector4::zeros() };
    let jets = |jet, count| Conditions { jets: vec![jet; count], ..conditions.clone() };
    assert!(refused(&still, &jets(jet, 1)).starts_with("jet 0 (from 0) has a number that is not finite"));
    assert!(refused(&still, &jets(Jet { radius: 0.0, ..jet }, 1)).contains("no radius"));
    assert_eq!(refused(&still, &jets(jet, 4)), "4 jets given, a fluid has at most 3");
    let mut lost = still.clone();
    lost.velocity[11].y = f32::NAN;
    assert_eq!(refused(&lost, &conditions), "the fluid of cell (3, 1) is not finite; give finite numbers");
    lost.dye.pop();
    assert_eq!(refused(&lost, &conditions), "dye has 63 elements, 8x8 cells need 64");
}

#[test]
fn the_way_of_2005_has_no_multigrid() {
    let Some(device) = machine::device(Era::Fragment) else { return };
    let error = fluid::fragment_2005(&device, &Fields::still([4, 4]), &Conditions::default(), 1)
        .unwrap_err()
        .to_string();
    assert!(error.contains("give it Pressure::Jacobi"), "{error}");
}
