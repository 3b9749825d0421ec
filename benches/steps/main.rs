//! `cargo bench --bench steps`: steps per second of simulations in both eras, beside plain Rust of the same
//! method on one thread.
//!
//! Wall clock around a finish, minima of interleaved repeats, in one process. A name picks simulations:
//! `cargo bench --bench steps -- boids`.

mod boids;
mod fluid;
mod nbody;

use comfy_table::{Table, presets};
use gristmill::{Device, DeviceKind, Era};
use std::error::Error;
use std::time::{Duration, Instant};

type Outcome<T = ()> = Result<T, Box<dyn Error>>;
type Step = Box<dyn FnMut() -> Outcome>;

/// A simulation.
struct Row {
    name: &'static str,
    /// Its size, in words, where the driver is a CPU, and where it is a GPU.
    sizes: [(&'static str, usize); 2],
    /// Advances by one step on a device; the second argument is the number of elements.
    on_device: fn(&Device, usize) -> Outcome<Step>,
    /// One step further in plain Rust.
    plain: fn(usize) -> Outcome<Step>,
}

const ROWS: &[Row] = &[boids::ROW, fluid::ROW, nbody::ROW];

/// The least time that each of the three gets.
const TIME: Duration = Duration::from_secs(2);

fn main() -> Outcome {
    let picked: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let device = Device::open(Era::Compute)?;
    let name = &device.info().name;
    println!("{name}, steps per second, minima in turn, and how many times as many as plain Rust on one thread");
    let on_cpu = device.info().kind != DeviceKind::Gpu;
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header(["simulation", "size", "plain Rust", "fragment", "ratio", "compute", "ratio"]);
    for row in ROWS
        .iter()
        .filter(|row| picked.is_empty() || picked.iter().any(|name| name == row.name))
    {
        let (words, size) = row.sizes[usize::from(!on_cpu)];
        let fragment = (row.on_device)(&device.with_era(Era::Fragment)?, size)?;
        let compute = (row.on_device)(&device, size)?;
        let [plain, fragment, compute] = minima(&device, [(row.plain)(size)?, fragment, compute])?;
        let cells = [
            row.name.into(),
            words.into(),
            format_rate(plain),
            format_rate(fragment),
            format!("{:.2}", fragment / plain),
        ];
        table.add_row([&cells[..], &[format_rate(compute), format!("{:.2}", compute / plain)]].concat());
    }
    println!("{table}");
    Ok(())
}

fn format_rate(steps: f64) -> String {
    format!("{steps:.1}")
}

/// Steps a second of each, by their quickest steps, taken in turn.
fn minima(device: &Device, mut steps: [Step; 3]) -> Outcome<[f64; 3]> {
    let mut best = [Duration::MAX; 3];
    let mut given = Duration::ZERO;
    let mut turns = 0;
    while turns < 5 || given < TIME * 3 {
        for (step, best) in steps.iter_mut().zip(&mut best) {
            let start = Instant::now();
            step()?;
            device.finish()?;
            let time = start.elapsed();
            given += time;
            if turns > 0 {
                *best = time.min(*best); // the first turn compiles
            }
        }
        turns += 1;
    }
    Ok(best.map(|best| 1.0 / best.as_secs_f64()))
}
