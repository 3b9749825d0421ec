//! A photograph turned over along its diagonal, in both eras: a matrix of brightness, transposed.
//!
//! Run it with `cargo run --example transpose`; it writes `transpose_fragment.png` and
//! `transpose_compute.png`.

mod arguments;

use arguments::Arguments;
use gristmill::algorithms::transpose::{self, transpose};
use gristmill::{Device, Error, Result};
use image::{GrayImage, Luma};
use std::process::ExitCode;

fn main() -> ExitCode {
    arguments::run(|device: &Device, arguments: &Arguments| -> Result<bool> {
        // ANCHOR: example
        let photograph = image::load_from_memory(include_bytes!("../crates/cli/data/chelsea.png"))
            .expect("the photograph is part of the project")
            .to_luma8();
        let [columns, rows] = [photograph.width() as usize, photograph.height() as usize];
        let matrix: Vec<f32> = photograph.pixels().map(|pixel| f32::from(pixel.0[0])).collect();

        let result = transpose(device, &device.stream_of([columns, rows], &matrix)?)?.read()?;
        // ANCHOR_END: example

        let pixel = |x: u32, y: u32| Luma([result[y as usize * rows + x as usize] as u8]);
        let picture = GrayImage::from_fn(photograph.height(), photograph.width(), pixel);
        let path = arguments.out.join(format!("transpose_{}.png", device.era()));
        std::fs::create_dir_all(&arguments.out)
            .map_err(image::ImageError::IoError)
            .and_then(|()| picture.save(&path))
            .map_err(|error| Error::data(format!("{}: {error}; give another folder with --out", path.display())))?;
        println!("  {columns}x{rows} became {rows}x{columns}: {}", path.display());
        Ok(result == transpose::reference(&matrix, columns))
    })
}
