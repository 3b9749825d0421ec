//! Texture coordinates where no vertex program writes them: from 0 to 1, or in texels where they lead to a rectangle.

use gristmill::check::{KernelCheck, LaunchOptions, Texels};

/// Runs a program on 4 x 1 fragments, whose textures hold the numbers of their texels.
fn run(text: &str, output: &str) -> Vec<[f32; 4]> {
    let texels = |first: u32| {
        (0..4)
            .flat_map(|at| [(first + at) as f32, 0.0, 0.0, 1.0])
            .map(f32::to_bits)
            .collect()
    };
    let mut launch = LaunchOptions::new().size([4, 1]);
    for (unit, first) in [(0, 0), (1, 100)] {
        let name = if text.starts_with("!!FP") { format!("TEX{unit}") } else { format!("texture[{unit}]") };
        if text.contains(&name) {
            launch = launch.texture(&name, Texels::new("rgba32f", [4, 1, 1], texels(first)));
        }
    }
    let report = KernelCheck::source("place.fp", text)
        .run(&launch)
        .unwrap_or_else(|error| panic!("{error}\n{text}"));
    let (vectors, _) = report.output(output).unwrap().as_chunks::<4>();
    vectors.iter().map(|lanes| lanes.map(f32::from_bits)).collect()
}

#[test]
fn each_read_has_the_coordinates_of_its_target() {
    let wanted = [0.0, 1.0, 2.0, 3.0].map(|at| [at, at + 100.0]);
    for (text, output) in [
        (
            "!!ARBfp1.0\nTEMP a, b;\nTEX a, fragment.texcoord[0], texture[0], RECT;\n\
             TEX b, fragment.texcoord[1], texture[1], 2D;\nMOV a.y, b.x;\nMOV result.color, a;\nEND",
            "result.color",
        ),
        (
            "!!ARBfp1.0\nTEMP a, b;\nADD b, fragment.texcoord[1], 0.0;\nMUL b, b, 1.0;\nTEX b, b, texture[1], 2D;\n\
             TEX a, fragment.texcoord[0], texture[0], RECT;\nMOV a.y, b.x;\nMOV result.color, a;\nEND",
            "result.color",
        ),
        (
            "!!FP1.0\nTEX R0, f[TEX0], TEX0, RECT;\nTEX R1, f[TEX1], TEX1, 2D;\nMOV R0.y, R1.x;\nMOV o[COLR], R0;\nEND",
            "o[COLR]",
        ),
    ] {
        let got: Vec<[f32; 2]> = run(text, output).iter().map(|lanes| [lanes[0], lanes[1]]).collect();
        assert_eq!(got, wanted, "{text}");
    }
}

#[test]
fn coordinates_alone_are_in_texels_if_the_program_reads_rectangles() {
    let place = "MOV result.color, fragment.texcoord[0];\nEND";
    let row = |step: f32| [0.5, 1.5, 2.5, 3.5].map(|at: f32| at * step);
    for (text, wanted) in [
        (format!("!!ARBfp1.0\n{place}"), row(0.25)),
        (format!("!!ARBfp1.0\nTEMP a;\nTEX a, fragment.texcoord[1], texture[0], RECT;\nKIL a;\n{place}"), row(1.0)),
        (format!("!!ARBfp1.0\nTEMP a;\nTEX a, fragment.texcoord[1], texture[0], 2D;\nKIL a;\n{place}"), row(0.25)),
    ] {
        let got: Vec<f32> = run(&text, "result.color").iter().map(|lanes| lanes[0]).collect();
        assert_eq!(got, wanted, "{text}");
    }
}
