//! Turns a block of a living brain before the eye: rays through a scan, from a flat texture, a 3D texture and
//! a buffer.
//!
//! Run it with `cargo run --example volume_render`; `-- --help` lists what can be changed. Pictures
//! go to `--out`.

mod arguments;

use arguments::Arguments;
use gristmill::algorithms::volume;
use gristmill::algorithms::volume_render::{self, Turning, slopes, volume_render};
use gristmill::{Device, Era, Layout, Result, Scene, image_of};
use std::process::ExitCode;

/// The value that counts as 1: white matter is at 0.75, grey at 0.5.
const WHITE: f32 = 15_000.0;

fn main() -> ExitCode {
    arguments::show_up_to(
        1 << 24,
        [512, 512],
        |device: &Device, _: &Arguments| {
            let (shape, scan) = scan()?;
            Ok(Box::new(Turning::new(device, shape, &scan, WHITE)?) as Box<dyn Scene>)
        },
        |device: &Device, arguments: &Arguments| {
            // ANCHOR: example
            let (shape, scan) = scan()?;
            let side = arguments.size.map_or(256, usize::isqrt);
            let mut turning = Turning::new(device, shape, &scan, WHITE)?;
            let view = turning.view();
            let picture = image_of(&turning.picture([side, side])?)?;
            // ANCHOR_END: example
            let mut right = true;
            if device.era() == Era::Fragment {
                // A 3D texture shows the same.
                let cells = device.stream_in(Layout::Volume, shape, &scan)?;
                let other = volume_render(device, &slopes(device, &cells, WHITE)?, &view, [side, side])?;
                let other = image_of(&other)?;
                let apart = other.as_raw().iter().zip(picture.as_raw()).map(|(a, b)| a.abs_diff(*b)).max();
                let apart = apart.unwrap_or(u8::MAX);
                println!("  the flat texture's picture and the 3D texture's differ by {apart} of 255 levels at most");
                right &= apart <= 1;
            }
            // A small picture against the one of the host.
            let wanted = volume_render::reference(&scan, shape, WHITE, &view, [48, 48]);
            let given = turning.picture([48, 48])?.read()?;
            let apart = given.iter().zip(&wanted).map(|(a, b)| (a - b).amax()).fold(0.0, f32::max);
            println!("  the reference's picture differs by {:.3} of 255 levels at most", apart * 255.0);
            right &= f64::from(apart) <= volume_render::BOUND;

            let last = arguments.film(device, "volume_render", &mut turning, [side, side], 39)?;
            Ok(right & arguments.keep(device, "volume_render", &last, 0.1)?)
        },
    )
}

fn scan() -> Result<([usize; 3], Vec<f32>)> {
    volume::of_file(include_bytes!("../crates/cli/data/anatomical_33x41x25.raw"), [33, 41, 25])
}
