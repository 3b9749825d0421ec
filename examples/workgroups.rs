//! The picture of the ids that a dispatch gives its invocations; a fragment, which has none, computes the
//! same from its place.
//!
//! Run it with `cargo run --example workgroups`; it writes `workgroups_fragment.png` and
//! `workgroups_compute.png`.

mod arguments;

use arguments::Arguments;
use gristmill::algorithms::Workload;
use gristmill::algorithms::workgroups::{self, GROUP, workgroups};
use gristmill::{Device, Error, Result};
use std::process::ExitCode;

fn main() -> ExitCode {
    arguments::run_up_to(1 << 24, |device: &Device, arguments: &Arguments| -> Result<bool> {
        let asked = arguments.size.map(|size| Workload::new(size, arguments.seed).rectangle());
        // ANCHOR: example
        let [width, height] = asked.unwrap_or([200, 125]); // no multiples of 16: the last groups stick out

        let picture = workgroups(device, [width, height])?.to_image()?;
        // ANCHOR_END: example

        let path = arguments.out.join(format!("workgroups_{}.png", device.era()));
        std::fs::create_dir_all(&arguments.out)
            .map_err(image::ImageError::IoError)
            .and_then(|()| picture.save(&path))
            .map_err(|error| Error::data(format!("{}: {error}; give another --out or --size", path.display())))?;
        let [columns, rows] = [width, height].map(|pixels| pixels.div_ceil(GROUP));
        let idle = columns * rows * GROUP * GROUP - width * height;
        println!("  {width}x{height} pixels are {columns}x{rows} squares of {GROUP}x{GROUP}: {}", path.display());
        println!(
            "  a dispatch of whole groups has {idle} invocations with nothing to do; a pass draws no such fragment"
        );
        Ok(picture.pixels().eq(&workgroups::reference([width, height])))
    })
}
