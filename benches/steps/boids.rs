//! The flock, by the grid.

use super::{Outcome, Row, Step};
use gristmill::Device;
use gristmill::algorithms::boids::{self, Birds, HostBirds, Rules, boids};

pub const ROW: Row = Row { name: "boids", sizes: [("16,384", 1 << 14), ("1,048,576", 1 << 20)], on_device, plain };

/// Ticks before the first is timed, so that the flock is one.
const BEFORE: usize = 60;

fn on_device(device: &Device, size: usize) -> Outcome<Step> {
    let rules = Rules::default();
    let mut birds = boids(device, &Birds::new(device, &HostBirds::new(size, 1))?, &rules, BEFORE)?;
    let device = device.clone();
    Ok(Box::new(move || {
        birds = boids(&device, &birds, &rules, 1)?;
        Ok(())
    }))
}

fn plain(size: usize) -> Outcome<Step> {
    let rules = Rules::default();
    let mut birds = boids::reference_grid(&HostBirds::new(size, 1), &rules, BEFORE);
    Ok(Box::new(move || {
        birds = boids::reference_grid(&birds, &rules, 1);
        Ok(())
    }))
}
