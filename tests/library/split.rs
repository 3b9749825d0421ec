//! Kernels cut into passes, as a user runs them.

use crate::machine;
use gristmill::{KernelSource, Profile, fragment_kernel};

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
