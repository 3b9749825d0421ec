//! A device that plays a card: its limits on both machines, its numbers on the emulator.

use super::machine;
use gristmill::{Blend, Device, Era, KernelSource, Layout, MachineChoice, Profile, Sampling};

/// The device of a machine, which plays a card; none where there is no such machine.
fn playing(choice: MachineChoice, card: &str) -> Option<Device> {
    let device = machine::chosen(choice, Era::Fragment)?;
    Some(device.with_card(Profile::named(card).unwrap()).unwrap())
}

const MACHINES: [MachineChoice; 2] = [MachineChoice::Driver, MachineChoice::Emulator];

fn kernel(text: &str) -> KernelSource {
    KernelSource::new("kernel").fragment(text.to_string())
}

/// Returns a device's error for a pass with that kernel from one stream of floats to another, or an
/// empty text.
fn refusal(device: &Device, text: &str, sampling: Sampling, blend: bool, elements: usize) -> String {
    let x = device.stream_of([elements, 1], &vec![1.0_f32; elements]).unwrap();
    let mut y = device.empty::<f32>([elements, 1]).unwrap();
    let kernel = match device.kernel(&kernel(text)) {
        Ok(kernel) => kernel,
        Err(error) => return error.to_string(),
    };
    let call = kernel.call().sampled("x", &x, sampling).output("gl_FragColor", &mut y);
    let call = if blend { call.blend(Blend::Add) } else { call };
    call.run().err().map_or(String::new(), |error| error.to_string())
}

const HALF: &str = "#version 110
uniform sampler2D x;
void main() { gl_FragColor = vec4(0.5 * texture2D(x, gl_FragCoord.xy / 8.0).x); }";

#[test]
fn a_card_refuses_what_it_has_not_on_both_machines() {
    for choice in MACHINES {
        let Some(radeon) = playing(choice, "radeon-9700") else { continue };
        assert_eq!((radeon.limits().texture_side, radeon.limits().outputs), (2048, 4));
        assert_eq!(refusal(&radeon, HALF, Sampling::nearest(), false, 8), "");
        let linear = refusal(&radeon, HALF, Sampling::linear(), false, 8);
        assert!(linear.contains("x is R32F, which it cannot filter"), "{linear}");
        let blended = refusal(&radeon, HALF, Sampling::nearest(), true, 8);
        assert!(blended.contains("into which it cannot blend"), "{blended}");
        let error = radeon
            .stream_in(Layout::Row, [3_000], &vec![0.0_f32; 3_000])
            .unwrap_err()
            .to_string();
        assert!(error.contains("3000") && error.contains("2048"), "{error}");
        let error = radeon
            .with_era(Era::Compute)
            .and_then(|device| device.with_card(Profile::named("radeon-9700").unwrap()));
        if let Err(error) = error {
            assert!(error.to_string().contains("work groups") || error.to_string().contains("4.3"), "{error}");
        }
        let error = radeon
            .with_card(Profile::named("geforce-6800").unwrap())
            .unwrap_err()
            .to_string();
        assert_eq!(
            error,
            "the device plays ATI Radeon 9700 Pro already; open another one for NVIDIA GeForce 6800 Ultra"
        );
    }
}

/// ATI's driver repeats a texture of other sides by arithmetic before the read: a kernel at the
/// limit of dependent reads has no room for it.
#[test]
fn to_repeat_on_odd_sides_costs_a_level() {
    let hops = |levels: usize| {
        let hop = "at = texture2D(x, at).xy;\n".repeat(levels - 1);
        format!(
            "#version 110\nuniform sampler2D x;\nvoid main() {{ vec2 at = 0.5 * gl_TexCoord[0].xy;\n{hop}gl_FragColor = texture2D(x, at); }}"
        )
    };
    // The product before the first read is a level, too.
    let [three, four] = [2, 3].map(hops);
    for choice in MACHINES {
        let Some(radeon) = playing(choice, "radeon-9700") else { continue };
        let repeat = Sampling::nearest().repeat();
        assert_eq!(refusal(&radeon, &three, repeat, false, 7), "");
        assert_eq!(refusal(&radeon, &four, Sampling::nearest(), false, 7), "");
        assert_eq!(refusal(&radeon, &four, repeat, false, 8), "");
        let odd = refusal(&radeon, &four, repeat, false, 7);
        assert!(odd.contains("texture of 7 x 1 and repeats") && odd.contains("indirections: 5 of 4"), "{odd}");
    }
}

/// A vertex unit of 2005: no integers, textures in some alone, and nowhere to keep what it computes.
#[test]
fn a_vertex_unit_has_its_own_limits() {
    let placed = |body: &str, reads: &str| {
        KernelSource::new("placed")
            .vertex(format!(
                "#version 110\n{reads}attribute vec2 place;\nvoid main() {{ gl_Position = vec4({body}, 0.0, 1.0); }}"
            ))
            .fragment("#version 110\nvoid main() { gl_FragColor = vec4(1.0); }")
    };
    let reads = placed("texture2DLod(x, place, 0.0).xy", "uniform sampler2D x;\n");
    let plain = placed("place", "");
    let today = KernelSource::new("today")
        .vertex("#version 330 core\nvoid main() { gl_Position = vec4(gl_VertexID, 0.0, 0.0, 1.0); }")
        .fragment("#version 110\nvoid main() { gl_FragColor = vec4(1.0); }");
    let alone = KernelSource::new("alone")
        .vertex("#version 110\nattribute float x;\nvarying float y;\nvoid main() { y = x; gl_Position = vec4(x); }");
    for choice in MACHINES {
        let says = |card: &str, source: &KernelSource| -> Option<String> {
            let device = playing(choice, card)?;
            Some(device.kernel(source).err().map_or(String::new(), |error| error.to_string()))
        };
        for card in ["radeon-9700", "radeon-x1800", "geforce-6800"] {
            assert!(says(card, &plain).is_none_or(|said| said.is_empty()), "{card}");
            let wanted = if card == "geforce-6800" { "" } else { "its vertex kernel reads 1 textures; the limit of " };
            if let Some(said) = says(card, &reads) {
                assert!(said.contains(wanted) && said.is_empty() == wanted.is_empty(), "{card}: {said}");
            }
            assert!(says(card, &today).is_none_or(|said| said.contains("and so no gl_VertexID")), "{card}");
            assert!(says(card, &alone).is_none_or(|said| said.contains("writes streams from vertices")), "{card}");
        }
        assert!(says("geforce-8800", &today).is_none_or(|said| said.is_empty()));
    }
}

#[test]
fn the_geforce_fx_has_float_textures_of_rectangles_alone() {
    for choice in MACHINES {
        let Some(device) = playing(choice, "geforce-fx-5900") else { continue };
        let texels = "#version 110\nuniform sampler2DRect x;\nvoid main() { gl_FragColor = texture2DRect(x, gl_TexCoord[0].xy); }";
        let x = device.stream_of([5, 3], &[1.5_f32; 15]).unwrap();
        let mut y = device.empty::<f32>([5, 3]).unwrap();
        let kernel = device.kernel(&KernelSource::new("texels").fragment(texels)).unwrap();
        kernel.call().input("x", &x).output("gl_FragColor", &mut y).run().unwrap();
        assert!(x.is_rectangle() && y.is_rectangle() && y.read().unwrap() == [1.5; 15]);
        let device = device.with_rectangles(false);
        let plain = refusal(&device, HALF, Sampling::nearest(), false, 8);
        assert!(plain.contains("only in rectangle textures"), "{plain}");
    }
}

/// The same kernel has another answer on the emulator where the card's numbers end. A driver
/// calculates in its own numbers.
#[test]
fn the_emulator_calculates_in_the_numbers_of_the_card() {
    let text = "#version 110
uniform float start;
void main() { gl_FragColor = vec4(start + 1.0); }";
    let ends = [
        ("radeon-9700", 131_072.0_f32, 131_072.0_f32),
        ("radeon-9700", 131_071.0, 131_072.0),
        ("geforce-6800", 131_072.0, 131_073.0),
        ("geforce-6800", 16_777_216.0, 16_777_216.0),
    ];
    for (card, start, end) in ends {
        for choice in MACHINES {
            let Some(device) = playing(choice, card) else { continue };
            let mut y = device.empty::<f32>(1).unwrap();
            let kernel = device.kernel(&kernel(text)).unwrap();
            kernel
                .call()
                .uniform("start", start)
                .output("gl_FragColor", &mut y)
                .run()
                .unwrap();
            let wanted = if choice == MachineChoice::Emulator { end } else { start + 1.0 };
            assert_eq!(y.read().unwrap(), [wanted], "{card}: {start} + 1");
        }
    }
}
