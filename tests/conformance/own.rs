//! Tests of the runner itself, on texts of its own: it must read, lift and compare as piglit does,
//! and see what is wrong.

use super::driver;
use super::emulator::list_uniforms;
use super::execute::{Drawn, Kernel, Memory, Verdict, execute, packed};
use super::lift::{has_word, lift};
use super::shader_test::{Command, PASSES_ON, Refusal, ShaderTest, Stage, Triangles};
use libtest_mimic::{Failed, Trial};

/// A file for draws, as the generators of piglit write them.
const DRAWS: &str = "\
[require]
GLSL >= 1.10

[vertex shader]
void main()
{
        gl_Position = gl_Vertex;
}

[fragment shader]
uniform vec2 arg0;
uniform mat2x3 m;
void main()
{
  vec2 result = abs(arg0); // gl_FragColors
  gl_FragColor = vec4(result, 0.0, 1.0);
}

[test]
# a comment
clear color 0.0 0.0 1.0 0.0
clear
uniform vec2 arg0 -1.0 0x3f800000
uniform mat2x3 m 1 2 3 4 5 6
uniform ivec2 i -2 0xffffffff
draw rect ortho 4 0 4 2
probe rect rgba (4, 0, 4, 2) (0.0, 1.0, 0.0, 1.0)
probe rgba 0 0 0.0 0.0 1.0 0.0 # not drawn
";

/// A file of two compute shaders that are linked.
const COMPUTES: &str = "\
[require]
GL >= 3.3
GL_ARB_compute_shader

[compute shader]
#version 330
#extension GL_ARB_compute_shader: enable
void go();
void main() { go(); }

[compute shader]
#version 330
#extension GL_ARB_compute_shader : enable
layout(local_size_x = 1) in;
void go() {}

[test]
texture rgbw 1 (4, 2) GL_RGBA8
image texture 1 GL_RGBA8
fb tex 2d 1
atomic counters 2
ssbo 3 8
ssbo 3 subdata int 4 -1
compute 1 2 3
probe atomic counter 1 == 4294967295
probe rgb 1 0 1.0 0.0 0.0 0.5
probe all rgba 0.0 1.0 0.0 1.0
";

pub fn trials() -> Vec<Trial> {
    let test = |name: &str, run: fn()| {
        Trial::test(format!("own::{name}"), move || {
            run();
            Ok::<(), Failed>(())
        })
    };
    vec![
        test("sections_and_commands_are_read", sections_and_commands_are_read),
        test("what_is_not_known_is_refused_by_name", what_is_not_known_is_refused_by_name),
        test("shaders_are_lifted_as_they_are", shaders_are_lifted_as_they_are),
        test("compute_shaders_are_joined", compute_shaders_are_joined),
        test("what_cannot_be_lifted_is_named", what_cannot_be_lifted_is_named),
        test("vertices_are_read_and_make_triangles", vertices_are_read_and_make_triangles),
        test("regions_are_drawn_and_probed", regions_are_drawn_and_probed),
        test("dispatches_change_memory", dispatches_change_memory),
        test("lanes_are_compared_after_rounding", lanes_are_compared_after_rounding),
        test("the_lines_of_shader_runner_are_read", the_lines_of_shader_runner_are_read),
        test("uniforms_that_nobody_sets_are_listed", uniforms_that_nobody_sets_are_listed),
    ]
}

fn parsed(text: &str) -> ShaderTest {
    ShaderTest::parse(text).unwrap()
}

fn sections_and_commands_are_read() {
    let test = parsed(DRAWS);
    assert_eq!(test.requires, ["GLSL >= 1.10"]);
    assert_eq!(test.shaders.iter().map(|(stage, _)| *stage).collect::<Vec<_>>(), [Stage::Vertex, Stage::Fragment]);
    let one = 1.0_f32.to_bits();
    let bits = |numbers: &[f32]| numbers.iter().map(|number| number.to_bits()).collect::<Vec<_>>();
    let uniform = |kind: &str, name: &str, words| Command::Uniform(kind.to_string(), name.to_string(), words);
    let wanted = [
        (21, Command::ClearColor([0.0, 0.0, 1.0, 0.0])),
        (22, Command::Clear),
        (23, uniform("vec2", "arg0", vec![(-1.0_f32).to_bits(), one])),
        (24, uniform("mat2x3", "m", bits(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]))),
        (25, uniform("ivec2", "i", vec![-2_i32 as u32, u32::MAX])),
        (26, Command::DrawPixels([4.0, 0.0, 4.0, 2.0])),
        (27, Command::Probe(Some([4, 0, 4, 2]), vec![0.0, 1.0, 0.0, 1.0])),
        (28, Command::Probe(Some([0, 0, 1, 1]), vec![0.0, 0.0, 1.0, 0.0])),
    ];
    assert_eq!(test.commands, wanted);

    let wanted = [
        Command::TextureRgbw(1, [4, 2]),
        Command::ImageTexture(1),
        Command::Target(1),
        Command::AtomicCounters(2),
        Command::StorageBuffer(3, 8),
        Command::StorageWord(3, 4, u32::MAX),
        Command::Compute([1, 2, 3]),
        Command::ProbeCounter(1, "==".to_string(), u32::MAX),
        Command::Probe(Some([1, 0, 1, 1]), vec![1.0, 0.0, 0.0]),
        Command::Probe(None, vec![0.0, 1.0, 0.0, 1.0]),
    ];
    let commands: Vec<Command> = parsed(COMPUTES).commands.into_iter().map(|(_, command)| command).collect();
    assert_eq!(commands, wanted);
}

fn what_is_not_known_is_refused_by_name() {
    let refused = |test: &str| {
        ShaderTest::parse(&format!("[test]\n{test}\nprobe all rgb 0 0 0\n"))
            .unwrap_err()
            .0
    };
    assert_eq!(refused("patch parameter vertices 4"), "the command patch parameter vertices");
    assert_eq!(refused("uniform vec3 v 1.0 2.0"), "the command uniform vec3 v");
    assert_eq!(refused("uniform vec5 v 1 2 3 4 5"), "the command uniform vec5 v");
    assert_eq!(refused("uniform int n 1.5"), "the command uniform int n");
    assert_eq!(refused("probe rgba 1 2 0.0"), "the command probe rgba");
    assert_eq!(refused("[geometry shader]"), "the section [geometry shader]");
    assert_eq!(ShaderTest::parse("[test]\nclear\n").unwrap_err().0, "a test that probes nothing");
}

fn shaders_are_lifted_as_they_are() {
    let lifted = lift(&parsed(DRAWS)).unwrap();
    assert_eq!(lifted.stage, Stage::Fragment);
    assert!(lifted.text.starts_with("#version 110\nuniform vec2 arg0;\n"), "{}", lifted.text);
    assert!(lifted.vertex.as_deref().unwrap().contains("gl_Position = gl_Vertex;"));
    let passed_on = DRAWS.replace("[vertex shader]", "[vertex shader passthrough]");
    assert!(lift(&parsed(&passed_on)).unwrap().vertex.unwrap().starts_with(PASSES_ON));
    let own = |text: &str| has_word(text, "gl_Color");
    assert!(own("x=gl_Color;") && !own("gl_Colors") && !own("my_gl_Color"));
}

fn compute_shaders_are_joined() {
    let lifted = lift(&parsed(COMPUTES)).unwrap();
    assert_eq!(lifted.stage, Stage::Compute);
    assert_eq!(lifted.text.matches("#version").count(), 1);
    assert!(lifted.text.starts_with("#version 430 core\n"));
    assert!(!lifted.text.contains("#extension"));
    let (first, second) = (lifted.text.find("void main()").unwrap(), lifted.text.find("void go() {}").unwrap());
    assert!(first < second);
}

fn what_cannot_be_lifted_is_named() {
    let refused = |text: &str| lift(&parsed(text)).unwrap_err().0;
    let twice = DRAWS.replace("[test]", "[fragment shader]\nvoid f() {}\n\n[test]");
    assert_eq!(refused(&twice), "several shaders of a stage, which are linked");
    let (start, end) = (DRAWS.find("[vertex").unwrap(), DRAWS.find("[fragment").unwrap());
    let without = format!("{}{}", &DRAWS[..start], &DRAWS[end..]);
    assert_eq!(lift(&parsed(&without)).unwrap().vertex.as_deref(), Some(PASSES_ON));
    assert_eq!(refused(&without.replace("abs(arg0)", "gl_TexCoord[0].xy")), "gl_TexCoord of the fixed pipeline");
    let fourth = COMPUTES.replace("GL_ARB_compute_shader", "GL_ARB_gpu_shader_int64");
    assert_eq!(refused(&fourth), "the extension GL_ARB_gpu_shader_int64 in shaders that are linked");
}

fn vertices_are_read_and_make_triangles() {
    let data = "[vertex data]\nplace/float/2 number/int/1\n-1 -1 1\n1 -1 2\n1 1 3\n-1 0x3f800000 -4\n[test]\n";
    let text = DRAWS
        .replace("[test]\n", data)
        .replace("draw rect ortho 4 0 4 2", "draw arrays GL_TRIANGLE_FAN 0 4");
    let test = parsed(&text);
    let read = test.vertices.as_ref().unwrap();
    assert_eq!(read.columns, [("place".to_string(), "float", 2), ("number".to_string(), "int", 1)]);
    assert_eq!(read.rows[3], [(-1.0_f32).to_bits(), 1.0_f32.to_bits(), -4_i32 as u32]);
    assert!(
        test.commands
            .iter()
            .any(|(_, command)| *command == Command::DrawArrays(Triangles::Fan, [0, 4]))
    );
    for wrong in ["place/double/dmat2/0\n", "place/float/2\n1\n", "place/float/5\n"] {
        let text = DRAWS.replace("[test]\n", &format!("[vertex data]\n{wrong}[test]\n"));
        assert!(ShaderTest::parse(&text).unwrap_err().0.starts_with("the vertex data "), "{wrong}");
    }
    struct Triangle;
    impl Kernel for Triangle {
        fn dispatch(&mut self, _: [u32; 3], _: &mut Memory) -> Result<(), Refusal> {
            Ok(())
        }

        fn draw(&mut self, drawn: &Drawn, _: &Memory) -> Result<Vec<u32>, Refusal> {
            assert_eq!(drawn.vertices, 6);
            let (_, numbers) = &drawn.attributes[1];
            let first: Vec<u32> = numbers.chunks(4).map(|vertex| vertex[0]).collect();
            assert_eq!(first, [1, 2, 3, 1, 3, -4_i32 as u32]);
            Ok(vec![packed([0.0, 1.0, 0.0, 1.0]); drawn.target.texels.len()])
        }
    }
    let green = text.replace("probe rgba 0 0 0.0 0.0 1.0 0.0", "relative probe rgb (0.5, 0.5) (0, 1, 0)");
    assert_eq!(execute(&parsed(&green), &mut Triangle), Verdict::Passed);
}

/// A kernel that draws the colour of a uniform, and whose dispatches count and turn a texture green.
struct Fake;

impl Kernel for Fake {
    fn dispatch(&mut self, groups: [u32; 3], memory: &mut Memory) -> Result<(), Refusal> {
        memory.counters[1] = memory.buffers[&3][1].wrapping_add(groups.iter().product::<u32>() - 6);
        let texture = memory.textures.get_mut(&1).unwrap();
        assert_eq!(texture.texels[0], packed([1.0, 0.0, 0.0, 1.0]));
        assert_eq!(texture.texels[2], packed([0.0, 1.0, 0.0, 1.0]));
        assert_eq!(texture.texels[4], packed([0.0, 0.0, 1.0, 1.0]));
        assert_eq!(texture.texels[7], packed([1.0; 4]));
        texture.texels.fill(packed([0.0, 1.0, 0.0, 1.0]));
        Ok(())
    }

    /// Draws the pixels that the vertices lie around.
    fn draw(&mut self, drawn: &Drawn, memory: &Memory) -> Result<Vec<u32>, Refusal> {
        let red = f32::from_bits(memory.uniforms["arg0"][0]);
        let (name, words) = &drawn.attributes[0];
        assert_eq!(name, "piglit_vertex");
        let mut texels = drawn.target.texels.clone();
        let [width, height] = drawn.target.size.map(|side| side as f32);
        let place = |word: u32, side: f32| (f32::from_bits(word) + 1.0) / 2.0 * side;
        let pixels: Vec<[f32; 2]> = words
            .chunks(4)
            .map(|vertex| [place(vertex[0], width), place(vertex[1], height)])
            .collect();
        let within = |middle: f32, axis: usize| {
            let along = || pixels.iter().map(|pixel| pixel[axis]);
            along().fold(f32::MAX, f32::min) < middle && middle < along().fold(f32::MIN, f32::max)
        };
        for (at, texel) in texels.iter_mut().enumerate() {
            let (x, y) = (at % width as usize, at / width as usize);
            if within(x as f32 + 0.5, 0) && within(y as f32 + 0.5, 1) {
                *texel = packed([red, 1.0, 0.0, 1.0]);
            }
        }
        Ok(texels)
    }
}

fn regions_are_drawn_and_probed() {
    assert_eq!(execute(&parsed(DRAWS), &mut Fake), Verdict::Passed);
    let verdict = |from: &str, to: &str| {
        let changed = DRAWS.replace(from, to);
        assert_ne!(changed, DRAWS);
        execute(&parsed(&changed), &mut Fake)
    };
    let failed = |sentence: &str| Verdict::Failed(sentence.to_string());
    let nothing = "line 27: at 4 0 there is [0.0, 0.0, 1.0, 0.0], wanted [0.0, 1.0, 0.0, 1.0]";
    assert_eq!(verdict("ortho 4 0", "ortho 8 0"), failed(nothing));
    let short = "line 27: at 4 1 there is [0.0, 0.0, 1.0, 0.0], wanted [0.0, 1.0, 0.0, 1.0]";
    assert_eq!(verdict("ortho 4 0 4 2", "ortho 4 0 4 1"), failed(short));
    let red = "line 27: at 4 0 there is [1.0, 1.0, 0.0, 1.0], wanted [0.0, 1.0, 0.0, 1.0]";
    assert_eq!(verdict("arg0 -1.0", "arg0 1.0"), failed(red));
    let outside = Verdict::Refused("a probe at 250 0, outside the target".to_string());
    assert_eq!(verdict("probe rgba 0 0", "probe rgba 250 0"), outside);
}

fn dispatches_change_memory() {
    // The first quarter is green now, and no longer red.
    let sentence = "line 26: at 1 0 there is [0.0, 1.0, 0.0, 1.0], wanted [1.0, 0.0, 0.0]".to_string();
    assert_eq!(execute(&parsed(COMPUTES), &mut Fake), Verdict::Failed(sentence));
    let green = COMPUTES.replace("probe rgb 1 0 1.0 0.0 0.0 0.5", "probe rgb 1 0 0.0 1.0 0.0 0.5");
    assert_eq!(execute(&parsed(&green), &mut Fake), Verdict::Passed);
    let sentence = "line 25: atomic counter 1 is 4294967295, wanted == 4294967294".to_string();
    let other = green.replace("== 4294967295", "== 4294967294");
    assert_eq!(execute(&parsed(&other), &mut Fake), Verdict::Failed(sentence));
}

fn lanes_are_compared_after_rounding() {
    assert_eq!(packed([0.5, 2.0, -1.0, f32::NAN]), 0x0000_ff80);
    let probe = |number: &str| {
        let text = format!("[test]\nclear color 0.5 0.0 0.0 0.0\nclear\nprobe all rgb {number} 0.0 0.0\n");
        execute(&parsed(&text), &mut Fake)
    };
    // 0.5 is stored as 128/255, 0.00196 above it.
    assert_eq!(probe("0.5"), Verdict::Passed);
    assert_eq!(probe("0.511"), Verdict::Passed);
    assert!(matches!(probe("0.513"), Verdict::Failed(_)));
    assert!(matches!(probe("0.491"), Verdict::Failed(_)));
    assert!(matches!(probe("nan"), Verdict::Failed(_)));
}

fn the_lines_of_shader_runner_are_read() {
    let of = |result: &str| driver::verdict(&format!("PIGLIT: {{\"subtest\": {{\"cs-acos-vec2\" : \"{result}\"}}}}"));
    assert_eq!(of("pass"), Some(Verdict::Passed));
    assert_eq!(of("skip"), Some(Verdict::Refused("shader_runner skips it".to_string())));
    assert_eq!(of("fail"), Some(Verdict::Failed("shader_runner says fail".to_string())));
    assert_eq!(driver::verdict("PIGLIT TEST: 3 - cs-acos-vec2"), None);
    assert_eq!(driver::verdict("PIGLIT: {\"result\": \"pass\" }"), None);
}

fn uniforms_that_nobody_sets_are_listed() {
    let text = "uniform highp vec4 a, b[3];\nuniform mat2x3 m;\nuniform sampler2D t;\nuniform uint n = 1u;\nuniform uint n;\nvec2 v;\n";
    let listed: Vec<(String, usize, Option<usize>)> = list_uniforms(text)
        .into_iter()
        .map(|one| (one.name, one.words, one.items))
        .collect();
    let expected = [("a", 4, None), ("b", 4, Some(3)), ("m", 6, None)];
    assert_eq!(listed, expected.map(|(name, words, items)| (name.to_string(), words, items)));
}
