//! The flock, by the grid.

use super::{Outcome, Row, Step};
use gristmill::Device;

pub const ROW: Row = Row { name: "boids", sizes: [("16,384", 1 << 14), ("1,048,576", 1 << 20)], on_device, plain };

fn on_device(device: &Device, _size: usize) -> Outcome<Step> {
    let device = device.clone();
    Ok(Box::new(move || Ok(device.finish()?)))
}

fn plain(_size: usize) -> Outcome<Step> {
    Ok(Box::new(|| Ok(())))
}
