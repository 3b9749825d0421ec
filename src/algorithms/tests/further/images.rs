//! Rows that are longer than a work group.

use super::{Further, compute, exactly};
use crate::algorithms::{Trial, Workload, summed_area};
use crate::{Device, Result};

pub(super) const RUNGS: &[Further] = &[("summed_area", compute("compute_rows, of one row", one_row))];

fn one_row(device: &Device, workload: &Workload) -> Result<Trial> {
    let pixels = workload.integers(0, 256);
    let (shape, wanted) = ([workload.size, 1], summed_area::reference(&pixels, workload.size));
    let (device, source) = (device.clone(), device.stream_of(shape, &pixels)?);
    exactly(move || summed_area::compute_rows(&device, &source), wanted)
}
