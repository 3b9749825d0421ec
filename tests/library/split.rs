//! Kernels cut into passes, as a user runs them.

use crate::machine::{self, machines};
use gristmill::{Device, Era, KernelSource, Layout, Profile, fragment_kernel};

const LANDSCAPE: KernelSource = fragment_kernel!("experiments/split_2005");

#[test]
fn a_cut_kernel_is_called_as_the_whole_is() -> gristmill::Result<()> {
    for device in machine::machines() {
        let device = device.with_era(gristmill::Era::Fragment)?;
        let numbers: Vec<f32> = (0..64 * 64).map(|i| (i * 7919 % 1000) as f32 / 1000.0).collect();
        let table = device.stream_of([64, 64], &numbers)?;
        let mut whole = device.empty::<f32>([33, 21])?;
        device
            .kernel(&LANDSCAPE)?
            .call()
            .gather("table", &table)
            .output("gl_FragColor", &mut whole)
            .run()?;
        // ANCHOR: split
        let landscape = device.split(&LANDSCAPE, Profile::named("radeon-9700")?)?;
        assert!(landscape.passes().len() > 1);
        let mut heights = device.empty::<f32>([33, 21])?;
        landscape
            .call()
            .gather("table", &table)
            .output("gl_FragColor", &mut heights)
            .run()?;
        // ANCHOR_END: split
        let (whole, heights) = (whole.read()?, heights.read()?);
        let far = whole.iter().zip(&heights).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(far < 1e-5, "{far}");
    }
    Ok(())
}

/// A pass may ask for the size of a stream that another one reads.
#[test]
fn sizes_of_streams_are_known_in_every_pass() -> gristmill::Result<()> {
    let long = "a = a * a - 0.5;\n".repeat(70);
    let text = format!(
        "uniform sampler2D x;\nuniform vec2 x_size;\nvoid main() {{\nfloat a = texture2D(x, gl_TexCoord[0].xy).r;\n{long}gl_FragColor = vec4(a + x_size.x);\n}}"
    );
    for device in machine::machines() {
        let device = device.with_era(gristmill::Era::Fragment)?;
        let split = device.split(&KernelSource::new("long").fragment(text.clone()), Profile::named("radeon-9700")?)?;
        assert_eq!(split.passes().len(), 2);
        let x = device.stream_of([5, 3], &[0.5; 15])?;
        let mut result = device.empty::<f32>([1, 1])?;
        split.call().gather("x", &x).output("gl_FragColor", &mut result).run()?;
        let wanted = (0..70).fold(0.5_f32, |a, _| a * a - 0.5) + 5.0;
        assert!((result.read()?[0] - wanted).abs() < 1e-5);

        let error = split
            .call()
            .gather("y", &x)
            .output("gl_FragColor", &mut result)
            .run()
            .unwrap_err();
        assert_eq!(error.to_string(), "long: it has no stream y");
        let error = split.call().gather("x", &x).run().unwrap_err();
        assert_eq!(error.to_string(), "long: it writes nothing; give it an output");
    }
    Ok(())
}

/// Returns a kernel of that many multiply-adds on a rectangle, which uses its place at both ends.
fn long_on_a_rectangle(count: usize) -> KernelSource {
    let mut text = "#version 110\nuniform sampler2DRect x;\nuniform float c;\nvoid main() {\n".to_string();
    text += "float a = texture2DRect(x, gl_TexCoord[0].xy).r;\n";
    text += &"a = a * a + c;\n".repeat(count);
    KernelSource::new("long").fragment(text + "gl_FragColor = vec4(a + gl_TexCoord[0].x);\n}")
}

/// Values between passes lie in rectangles too, and places stay in texels in every pass.
#[test]
fn a_kernel_that_reads_rectangles_is_cut() {
    let numbers: Vec<f32> = (0..35).map(|at| at as f32 / 35.0 - 0.5).collect();
    let source = long_on_a_rectangle(100);
    for device in machines().into_iter().filter(|device| device.era() == Era::Fragment) {
        let x = device.stream_in(Layout::Rectangle, [7, 5], &numbers).unwrap();
        let results = [true, false].map(|is_cut| {
            let mut result = device.empty_in::<f32>(Layout::Rectangle, [7, 5]).unwrap();
            if is_cut {
                let split = device.split(&source, Profile::named("radeon-9700").unwrap()).unwrap();
                assert!(split.passes().len() > 1 && split.passes().iter().all(|pass| pass.rectangles));
                let call = split.call().uniform("c", -0.5).input("x", &x);
                call.output("gl_FragColor", &mut result).run().unwrap();
            } else {
                let kernel = device.kernel(&source).unwrap();
                let call = kernel.call().uniform("c", -0.5).input("x", &x);
                call.output("gl_FragColor", &mut result).run().unwrap();
            }
            result.read().unwrap().into_iter().map(f32::to_bits).collect::<Vec<_>>()
        });
        assert_eq!(results[0], results[1], "{}", device.info().name);
    }
}

/// A GeForce FX keeps floats in rectangles, of which it has its own when it plays one.
#[test]
fn a_geforce_fx_runs_a_long_kernel_in_passes() {
    let card = Profile::named("geforce-fx-5900").unwrap();
    let device = Device::emulator(Era::Fragment).unwrap().with_card(card).unwrap();
    let split = device.split(&long_on_a_rectangle(1_500), card).unwrap();
    assert!(split.passes().len() > 1);
    let x = device.stream_of([7, 5], &[0.25_f32; 35]).unwrap();
    let mut result = device.empty::<f32>([7, 5]).unwrap();
    let call = split.call().uniform("c", 0.1875).input("x", &x); // 0.25 stays 0.25
    call.output("gl_FragColor", &mut result).run().unwrap();
    let wanted: Vec<f32> = (0..35).map(|at| 0.25 + (at % 7) as f32 + 0.5).collect();
    assert_eq!(result.read().unwrap(), wanted);
}
