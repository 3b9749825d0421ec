//! The results that the pages of *Before you begin* show.

use crate::{in_both_eras, in_era, is_shown};
use gristmill::algorithms::saxpy::saxpy;
use gristmill::{Device, Era, KernelSource, Result};
use std::fmt::Write;

#[cfg(feature = "gl")]
#[path = "../../examples/host_of_2005.rs"]
#[allow(dead_code, reason = "what is not asked for here is the example's")]
mod host_of_2005;

/// Columns of the textures on the page.
const COLUMNS: usize = 4;

#[test]
fn one_pass_on_numbers() {
    let x = [3.0, 1.0, 7.0, 0.0, 4.0, 1.0, 6.0, 3.0];
    let y = [10.0, 10.0, 10.0, 10.0, 20.0, 20.0, 20.0, 20.0];
    in_both_eras(|device| {
        let shape = [COLUMNS, x.len() / COLUMNS];
        let streams = [device.stream_of(shape, &x)?, device.stream_of(shape, &y)?];
        let result = saxpy(device, 2.0, &streams[0], &streams[1])?.read()?;
        let row = |values: &[f32]| values.iter().map(|value| format!("{value:>4}")).collect::<String>();
        let mut shown = format!("{:<22}{:<22}2 * x + y\n", "   x", "   y");
        for ((x, y), result) in x.chunks(COLUMNS).zip(y.chunks(COLUMNS)).zip(result.chunks(COLUMNS)) {
            writeln!(shown, "{:<22}{:<22}{}", row(x), row(y), row(result).trim_start()).unwrap();
        }
        is_shown("tests/book/saxpy.numbers", &shown);
        Ok(())
    });
}

#[test]
fn parts_of_vectors() {
    in_era(Era::Fragment, |device| {
        let source = device.stream(&[[1.0_f32, 2.0, 3.0, 4.0]])?;
        let mut result = device.empty::<[f32; 4]>(1)?;
        let kernel = KernelSource::new("vectors").fragment(include_str!("vectors.frag"));
        let call = device.kernel(&kernel)?;
        call.call().input("source", &source).output("result", &mut result).run()?;
        assert_eq!(result.read()?, [[3.0, 2.0, 1.0, 10.0]]);
        Ok(())
    });
}

#[cfg(feature = "gl")]
#[test]
fn the_host_of_2005_and_ours() -> Result<()> {
    if let Err(error) = Device::choose(Era::Fragment, gristmill::MachineChoice::Driver) {
        crate::machine::skip(&error.to_string());
        return Ok(());
    }
    assert!(host_of_2005::both()?, "bare OpenGL, Gristmill and the loop differ");
    Ok(())
}
