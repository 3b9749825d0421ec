//! The constants that NVIDIA's compiler writes into comments of vertex programs.

use gristmill::check::{KernelCheck, LaunchOptions};

const PROGRAM: &str = "!!VP2.0
# cgc version 3.1.0013
#var float4 u :  : c[0] : 2 : 1
#const c[1] = 2 -0.5 0.1
#const c[2] = 3
MOV R1, c[1];
MUL R0, c[0], R1;
ADD o[TEX0], R0, c[2].x;
MOV o[HPOS], v[0];
END
";

fn run(text: &str, launch: LaunchOptions) -> ([f32; 4], Vec<String>) {
    let launch = launch
        .buffer("v[0]", vec![0; 4])
        .uniform("c[0]", [1.0_f32, 2.0, 10.0, 7.0].map(f32::to_bits).to_vec());
    let report = KernelCheck::source("made.vp", text)
        .run(&launch)
        .unwrap_or_else(|error| panic!("{error}\n{text}"));
    let (vectors, _) = report.output("o[TEX0]").unwrap().as_chunks::<4>();
    (vectors[0].map(f32::from_bits), report.made_up)
}

#[test]
fn constants_in_comments_are_the_values_until_the_host_sets_others() {
    let indexed = PROGRAM.replace("ADD o[TEX0], R0, c[2].x;", "ARL A0.x, c[2].x;\nADD o[TEX0], R0, c[A0.x - 1].x;");
    for text in [PROGRAM.to_string(), PROGRAM.replace("!!VP2.0", "!!VP1.1"), indexed] {
        let (got, made_up) = run(&text, LaunchOptions::new());
        assert_eq!(got, [5.0, 2.0, 10.0 * 0.1_f32 + 3.0, 3.0], "{text}");
        assert!(made_up.iter().all(|taken| !taken.starts_with("c[")), "{made_up:?}");
        let (got, _) =
            run(&text, LaunchOptions::new().uniform("c[2]", [1.0_f32, 0.0, 0.0, 0.0].map(f32::to_bits).to_vec()));
        if !text.contains("A0.x") {
            assert_eq!(got[0], 3.0, "{text}");
        }
    }
    // In a language that has constants of its own, a comment is a comment.
    let arb =
        "!!ARBvp1.0\n#const c[0] = 9 9 9 9\nPARAM c[1] = { program.local[0] };\nMOV result.texcoord[0], c[0];\nEND";
    let launch = LaunchOptions::new()
        .vertices(1)
        .uniform("vertex.program.local[0]", [1.0_f32; 4].map(f32::to_bits).to_vec());
    let report = KernelCheck::source("made.vp", arb).run(&launch).unwrap();
    assert_eq!(report.output("result.texcoord[0]").unwrap()[..4], [1.0_f32; 4].map(f32::to_bits));
}
