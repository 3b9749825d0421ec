//! The pages on images.

use super::{NUMBERS, floats, shows};
use gristmill::algorithms::depth_of_field::{self, Lens};
use gristmill::algorithms::{box_blur, convolve, grayscale, invert, summed_area};
use gristmill::image::Rgba;
use gristmill::{Stream, fragment_kernel};

fn decimals(numbers: impl IntoIterator<Item = f32>) -> Vec<String> {
    numbers.into_iter().map(|number| format!("{number:.2}")).collect()
}

#[test]
fn invert_of_eight() {
    shows("images/invert", |device, block| {
        let bytes = [0, 1, 2, 15, 128, 200, 254, 255_u8];
        let pixels = bytes.map(|byte| Rgba([byte, byte, byte, 255]));
        let share = |byte: u8| f32::from(byte) / 255.0;
        let result = invert::fragment(device, &device.stream_of([8, 1], &pixels)?)?.read()?;
        assert_eq!(result, invert::reference(&pixels));
        let negative: Vec<u8> = result.iter().map(|pixel| pixel.0[0]).collect();
        block.line("byte", bytes);
        block.line("texture reads", bytes.map(|byte| format!("{:.3}", share(byte))));
        block.line("kernel writes", bytes.map(|byte| format!("{:.3}", 1.0 - share(byte))));
        block.line("target stores", &negative);
        block.line("byte, base 16", bytes.map(|byte| format!("{byte:02x}")));
        block.line("negative", negative.iter().map(|byte| format!("{byte:02x}")));
        Ok(())
    });
}

#[test]
fn grayscale_of_eight() {
    shows("images/grayscale", |device, block| {
        let on = |bit: u8, colour: u8| if colour & bit == 0 { 0 } else { 255 };
        let colours: [Rgba<u8>; 8] =
            [0, 1, 2, 4, 3, 5, 6, 7].map(|colour| Rgba([on(1, colour), on(2, colour), on(4, colour), 255]));
        for (lane, name) in ["red", "green", "blue"].into_iter().enumerate() {
            block.line(name, colours.map(|colour| colour.0[lane]));
        }
        let sum = |Rgba([red, green, blue, _]): Rgba<u8>| {
            0.2126 * f64::from(red) + 0.7152 * f64::from(green) + 0.0722 * f64::from(blue)
        };
        block.line("weighted sum", colours.map(|colour| format!("{:.1}", sum(colour))));
        let result = grayscale::fragment(device, &device.stream_of([8, 1], &colours)?)?.read()?;
        assert_eq!(result, grayscale::reference(&colours));
        block.line("result", result.iter().map(|pixel| pixel.0[0]));
        Ok(())
    });
}

#[test]
fn convolve_of_eight() {
    shows("images/convolve", |device, block| {
        let size = [8, 3];
        let weights = [0.25, 0.5, 0.25];
        let mut pixels = vec![0.0; 24];
        pixels[8..16].copy_from_slice(&floats().map(|number| 16.0 * number));
        let kernel = fragment_kernel!("images/convolve")
            .define("TYPE", "float")
            .define("CHANNELS", "r")
            .define("LENGTH", weights.len());
        let kernel = device.kernel(&kernel)?;
        let source = device.stream_of(size, &pixels)?;
        let (mut along, mut down) = (device.empty(size)?, device.empty(size)?);
        let pass = |way: [i32; 2], from: &Stream<f32>, to: &mut Stream<f32>| {
            let call = kernel.call().uniforms("weights", &weights).uniform("along", way);
            call.input("source", from).output("result", to).run()
        };
        pass([1, 0], &source, &mut along)?;
        pass([0, 1], &along, &mut down)?;
        block.line("row 1 of the picture", pixels[8..16].to_vec());
        block.line("row 1 along the rows", along.read()?[8..16].to_vec());
        let result = down.read()?;
        for (row, numbers) in result.chunks(8).enumerate() {
            block.line(format!("row {row} down the columns"), numbers.to_vec());
        }
        assert_eq!(result, convolve::reference(&pixels, size, &weights));
        Ok(())
    });
}

#[test]
fn summed_area_of_eight() {
    shows("images/summed_area", |device, block| {
        let size = [8, 2];
        let source = [NUMBERS, [2, 0, 1, 5, 0, 3, 2, 1]].concat();
        let kernel = fragment_kernel!("images/summed_area")
            .define("TYPE", "uint")
            .define("SAMPLER", "usampler2D")
            .define("CHANNELS", "r");
        let kernel = device.kernel(&kernel)?;
        let mut now = device.stream_of(size, &source)?;
        let mut rows = |name: &str, numbers: &[u32]| {
            for (row, numbers) in numbers.chunks(8).enumerate() {
                block.line(format!("{name}, row {row}"), numbers);
            }
        };
        rows("picture", &source);
        for (name, stride) in
            [("1 to the left", [1, 0]), ("2 to the left", [2, 0]), ("4 to the left", [4, 0]), ("1 above", [0, 1])]
        {
            let mut next = device.empty(size)?;
            let call = kernel.call().uniform("stride", stride);
            call.input("source", &now).output("result", &mut next).run()?;
            rows(name, &next.read()?);
            now = next;
        }
        assert_eq!(now.read()?, summed_area::reference(&source, 8));
        Ok(())
    });
}

#[test]
fn box_blur_of_eight() {
    shows("images/box_blur", |device, block| {
        let (size, radius) = ([8, 1], [0, 1, 2, 0, 1, 3, 1, 0_u32]);
        let source = device.stream_of(size, &NUMBERS)?;
        let table = summed_area::fragment(device, &source)?.read()?;
        let first = |at: usize| at.saturating_sub(radius[at] as usize);
        let end = |at: usize| (at + radius[at] as usize + 1).min(8);
        block.line("pixels", NUMBERS);
        block.line("radius", radius);
        block.line("table", &table);
        block.line("entry at the end", (0..8).map(|at| table[end(at) - 1]));
        block.line("entry before", (0..8).map(|at| if first(at) == 0 { 0 } else { table[first(at) - 1] }));
        block.line("how many pixels", (0..8).map(|at| end(at) - first(at)));
        let means = box_blur::fragment(device, &source, &device.stream_of(size, &radius)?)?.read()?;
        assert_eq!(means, box_blur::reference(&NUMBERS, &radius, size));
        block.line("mean", decimals(means));
        Ok(())
    });
}

#[test]
fn depth_of_field_of_eight() {
    shows("images/depth_of_field", |device, block| {
        let (size, depth) = ([8, 1], [1.0, 4.0, 2.0, 1.0, 2.0, 2.0, 4.0, 2.0]);
        let lens = Lens { focus: 2.0, aperture: 1.0, most: 8.0 };
        let pixels = NUMBERS
            .map(|number| 10 * number as u8)
            .map(|byte| Rgba([byte, byte, byte, 255]));
        let radius = depth.map(|depth| lens.radius(depth));
        block.line("bytes", pixels.map(|pixel| pixel.0[0]));
        block.line("depth", depth);
        block.line("radius", radius);
        let places = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0_f32];
        let sides = places.into_iter().zip(radius);
        block.line("from", sides.clone().map(|(at, radius)| (at - radius).max(0.0)));
        block.line("to", sides.map(|(at, radius)| (at + 1.0 + radius).min(8.0)));
        let (source, depths) = (device.stream_of(size, &pixels)?, device.stream_of(size, &depth)?);
        let result = depth_of_field::fragment(device, &source, &depths, lens)?.read()?;
        assert_eq!(result, depth_of_field::reference(&pixels, &depth, size, lens));
        block.line("result", result.iter().map(|pixel| pixel.0[0]));
        Ok(())
    });
}
