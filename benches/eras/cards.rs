//! The cost of playing a card: its limits on a driver, its numbers on the emulator.

use super::{COUNT, Outcome, STEP, race, row, table};
use gristmill::algorithms::{Algorithm, Workload};
use gristmill::{Device, Era, PingPong, Profile};

/// Passes on a driver, and ways on the emulator, each without a card and with one.
pub fn cards(missed: &mut Vec<String>) -> Outcome {
    let mut rows = table(&["each", "with the card", "without", "ratio", "goal"]);
    limits((&mut rows, missed))?;
    let of_today = ["nbody", "heat", "mandelbrot"].map(|name| (name, "fragment", "geforce-8800"));
    let of_2005 = ["convolve", "heat", "matmul"].map(|name| (name, "fragment_2005", "radeon-9700"));
    for (name, rung, card) in of_today.into_iter().chain(of_2005) {
        numbers((&mut rows, missed), name, rung, card)?;
    }
    println!("\na device that plays a card, beside one that plays none\n\n{rows}");
    Ok(())
}

/// A driver draws the same with a card; the call only checks whether the card has it.
fn limits(rows: (&mut comfy_table::Table, &mut Vec<String>)) -> Outcome {
    let plain = Device::open(Era::Fragment)?;
    let card = Device::open(Era::Fragment)?.with_card(Profile::named("geforce-8800")?)?;
    let kernels = [&card, &plain].map(|device| device.kernel(&STEP));
    let [with, without] = kernels;
    let with = with?;
    let without = without?;
    let shape = [64, 64];
    let turns = |device: &Device| -> Outcome<PingPong<f32>> {
        Ok(PingPong::new(device.stream_of(shape, &[1.0; 64 * 64])?, device.empty(shape)?))
    };
    let mut one = turns(&card)?;
    let mut other = turns(&plain)?;
    let times = race(|| run_steps(&with, &mut one, &card), || run_steps(&without, &mut other, &plain))?;
    row(rows, "pass, 64 x 64, driver", times, COUNT, Some(1.02));
    Ok(())
}

fn run_steps(kernel: &gristmill::Kernel, turns: &mut PingPong<f32>, device: &Device) -> Outcome {
    for _ in 0..COUNT {
        turns.step(|now, next| {
            let call = kernel.call().uniform("value", 1.0).input("source", now);
            call.output("result", next).run()
        })?;
    }
    Ok(device.finish()?)
}

/// The emulator rounds each result.
fn numbers(rows: (&mut comfy_table::Table, &mut Vec<String>), name: &str, rung: &str, card: &str) -> Outcome {
    let algorithm = Algorithm::find(name)?;
    let way = algorithm
        .ways()
        .find(|way| way.name == rung)
        .ok_or(format!("{name} has no {rung}"))?;
    let workload = Workload::new(algorithm.size / 16, 1);
    let plain = Device::emulator(Era::Fragment)?;
    let playing = Device::emulator(Era::Fragment)?.with_card(Profile::named(card)?)?;
    let mut with = (way.prepare)(&playing, &workload)?;
    let mut without = (way.prepare)(&plain, &workload)?;
    let times = race(|| Ok(with.run()?), || Ok(without.run()?))?;
    row(rows, &format!("{name} {rung}, emulator as {card}"), times, 1, Some(2.0));
    Ok(())
}
