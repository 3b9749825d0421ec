//! Cases of texts of any dialect, and what a refusal names.

use super::{assert_right, assert_says, check_case};
use crate::check::gristmill;

#[test]
fn texts_of_old_are_read_as_their_dialects_say() {
    for name in [
        "legacy/m04_rect_without_extension.frag",
        "legacy/m05_sampler_named_texture.frag",
        "legacy/m07_matrix_varying.vert",
        "legacy/m08_name_filter.frag",
        "legacy/m28_include_not_taken.frag",
    ] {
        assert_right(name, &[]);
    }
    let text = assert_right("legacy/m08_name_filter.frag", &[]);
    assert!(text.contains("filter of 64 x 64"), "the author's name\n{text}");
}

#[test]
fn a_target_has_the_channels_and_the_numbers_of_its_format() {
    let red = "legacy/m18_red_alone.frag";
    assert_says(red, &[], 1, &["uninitialised on output `gl_FragColor.y`", "--target"]);
    assert_says(red, &["--target", "gl_FragColor=rg16f"], 1, &["`gl_FragColor.y`"]);
    assert_right(red, &["--target", "gl_FragColor=r32f"]);
    for name in ["mission/rect_one_channel.frag", "mission/rect_one_channel_ext.frag"] {
        assert_right(name, &["--target", "gl_FragColor=r32f"]);
    }
    let bytes = "legacy/m15_rgba8_target.frag";
    assert_right(bytes, &["--target", "gl_FragColor=rgba8", "--expect", "gl_FragColor=[1,1,1,1]"]);
    assert_right(bytes, &["--target", "gl_FragColor=RGBA32F", "--expect", "gl_FragColor=[1.7,1.7,1.7,1.7]"]);
    // 0.3 * 255 is 76.5, and a byte is whole; a half has eleven bits.
    let rounded = ["--uniform", "v=0.299", "--target", "gl_FragColor=r8", "--expect", "gl_FragColor=[0.298039215]"];
    assert_right(bytes, &rounded);
    let half = ["--uniform", "v=2049", "--target", "gl_FragColor=rg16f", "--expect", "gl_FragColor=[2048,2048]"];
    assert_right(bytes, &half);
}

#[test]
fn a_pass_reads_what_the_pass_before_drew() {
    assert_right("legacy/m16_ping_pong.frag", &[]);
    assert_says("legacy/m16_ping_pong.frag", &["--uniform", "k=3"], 1, &["is 9, not 4"]);
    // The colour drawn between is stored in the target's format: 2 becomes 1 in a byte, and then 2
    // again.
    let bytes = ["--target", "gl_FragColor=rgba8", "--expect", "gl_FragColor=[1,1,1,1,1,1,1,1]"];
    assert_right("legacy/m16_ping_pong.frag", &bytes);
}

#[test]
fn what_is_given_and_not_used_is_a_note() {
    assert_says("legacy/m17_unused_uniform.frag", &[], 0, &["not used by the kernel: time"]);
    assert_says("emulator/refused_unused_block.comp", &[], 0, &["not used by the kernel: In"]);
    assert_says("legacy/m17_unused_uniform.frag", &["--uniform", "tyme=1"], 2, &["has no uniform tyme"]);
    assert_says("mission/atomic.comp", &["--buffer", "a.w=[1]"], 2, &["has no buffer a.w"]);
}

#[test]
fn a_compute_kernel_of_an_old_version_is_no_crash() {
    let text = assert_says("emulator/unclear_v140_crash.comp", &[], 2, &["nothing was judged"]);
    assert!(!text.contains("crashed"), "{text}");
}

#[test]
fn a_file_of_a_stranger_is_no_kernel_of_the_library() {
    let text = assert_says("modern/select.comp", &[], 2, &["does not compile", "select.comp:6", "undeclared_name"]);
    assert!(!text.contains("cases") && !text.contains("primitives"), "{text}");
}

#[test]
fn counters_and_ballots_run() {
    let numbers = ["--buffer", "A=index:64", "--buffer", "B=zero:64"];
    assert_right("mission/atomic.comp", &[&numbers[..], &["--expect", "hits=[32]"]].concat());
    let ballots = ["--warp", "32", "--schedule", "in-order", "--expect", "B=16:64"];
    assert_right("mission/ballot.comp", &[&numbers[..], &ballots].concat());
}

/// Returns what `check` says of a text in a file of that name, with its exit code.
fn check_text(name: &str, text: &str, options: &[&str]) -> (i32, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    std::fs::write(&file, text).unwrap();
    let (code, out, errors) = gristmill(&[&["check", file.to_str().unwrap()], options].concat());
    (code.unwrap_or(-1), format!("{out}{errors}"))
}

#[test]
fn endings_and_an_option_say_the_stage() {
    let fragment = "void main() { gl_FragColor = vec4(1.0); }";
    let vertex = "void main() { gl_Position = gl_Vertex; }";
    let compute = "#version 430\nlayout(local_size_x = 1) in;\nbuffer B { uint b; };\nvoid main() { b = 1u; }";
    let program = "!!ARBfp1.0\nMOV result.color, 1.0;\nEND";
    for (name, text, options) in [
        ("a.fs", fragment, &[][..]),
        ("a.fsh", fragment, &[]),
        ("a.FRAG", fragment, &[]),
        ("a.glsl", fragment, &[]),
        ("a.vs", vertex, &[]),
        ("a.vsh", vertex, &[]),
        ("a.glsl", vertex, &[]),
        ("a.glsl", compute, &[]),
        ("a.frag.glsl", "#version 330\nout vec4 c;\nvoid main() { c = vec4(1.0); }", &[]),
        ("vertexShader.glsl", vertex, &[]),
        ("a.vfp", program, &[]),
        ("a.vfp", "!!ARBvp1.0\nMOV result.position, vertex.position;\nEND", &[]),
        ("a.txt", program, &[]),
        ("a.fp1", "!!FP1.0\nMOV o[COLR], 1;\nEND", &[]),
        ("a.shader", fragment, &["--stage", "fragment"]),
        ("a.vert", fragment, &["--stage", "fragment"]),
    ] {
        let (code, said) = check_text(name, text, options);
        assert_eq!(code, 0, "{name}: {said}");
    }
    for (name, text, options, sentence) in [
        (
            "a.frag",
            fragment,
            &["--stage", "vertex"][..],
            "a.frag:1: gl_FragColor is of a fragment kernel, and --stage says vertex",
        ),
        ("a.frag", fragment, &["--stage", "pixel"], "there is no stage pixel; there are fragment, vertex and compute"),
        ("a.vp", program, &["--stage", "vertex"], "the program declares itself a fragment program"),
        ("a.shader", fragment, &[], "give a file of another ending --stage fragment"),
        (
            "a.vfp",
            "# a game's\n!!ARBvp1.0\nMOV result.position, vertex.position;\nEND\n!!ARBfp1.0\nMOV result.color, 1.0;\nEND",
            &[],
            "it holds 2 programs, which begin in the lines 2 and 5; put each into a file of its own",
        ),
        (
            "a.fp",
            "# mine\n!!ARBfp1.0\nMOV result.color, 1.0;\nEND",
            &[],
            "its program begins in line 2; remove the lines",
        ),
        ("a.glsl", "void main() {}", &[], "its stage follows neither from its ending nor from its text"),
        ("a.glsl", "float two() { return 2.0; }", &[], "it has no function main"),
        ("a.wgsl", "@compute @workgroup_size(1) fn main() {}", &["--stage", "compute"], "leave --stage compute out"),
    ] {
        let (code, said) = check_text(name, text, options);
        assert!(code == 2 && said.contains(sentence), "{name} {options:?}: {code} {said}");
    }
}

#[test]
fn a_folder_has_kernels_and_what_they_include() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("two.glsl"), "#define TWO 2.0\n").unwrap();
    std::fs::write(folder.path().join("a.fs"), "#include \"two.glsl\"\nvoid main() { gl_FragColor = vec4(TWO); }")
        .unwrap();
    let (code, out, errors) = gristmill(&["check", folder.path().to_str().unwrap()]);
    assert!(code == Some(0) && out.contains("a.fs: nothing is wrong") && !out.contains("two.glsl"), "{out}{errors}");
}

#[test]
fn bad_targets_and_passes_are_refused_before_the_work() {
    let fragment = "void main() { gl_FragColor = vec4(1.0); }";
    let red = "uniform sampler2D t;\nvoid main() { gl_FragColor = texture2D(t, vec2(0.5)); }";
    let compute = "#version 430\nlayout(local_size_x = 1) in;\nbuffer B { uint b; };\nvoid main() { b = 1u; }";
    let then = "// run: then image t=gl_FragColor\n// run: then image t=other\n";
    for (name, text, options, sentence) in [
        (
            "a.frag",
            fragment,
            &["--target", "gl_FragColor=r33f"][..],
            "there is no format r33f; there are rgba32f, rgba16f, r32f",
        ),
        (
            "a.frag",
            fragment,
            &["--target", "gl_FragColor=r32ui"],
            "the target of gl_FragColor holds integers, and the kernel gives it floats",
        ),
        (
            "a.frag",
            fragment,
            &["--target", "gl_FragColor=r32f", "--card", "webgl-1"],
            "the target of gl_FragColor holds floats of 32 bits, to which the WebGL 1 with float textures cannot draw; its float targets: none",
        ),
        ("a.frag", fragment, &["--target", "color=r32f"], "has no output color"),
        (
            "a.frag",
            red,
            &["--target", "gl_FragColor=r32f", "--output", "gl_FragColor=t"],
            "is drawn to a texture by output",
        ),
        ("a.comp", compute, &["--target", "B=r32f"], "only a fragment kernel draws to a target"),
        ("a.frag", &format!("{then}{red}"), &[], "a.frag:2: a.frag has no output other"),
        ("a.frag", &format!("// run: then groups 2\n{red}"), &[], "a pass has no work groups"),
        ("a.comp", &format!("{compute}\n// run: then image B=B\n"), &[], "has no sampler or image B"),
    ] {
        let (code, said) = check_text(name, text, options);
        assert!(code == 2 && said.contains(sentence), "{name} {options:?}: {code} {said}");
    }
}

#[test]
fn a_text_of_two_dialects_is_told_which_is_which() {
    let both = "precision highp float;\nvoid main() {\n    gl_FragColor = gl_TexCoord[0];\n}";
    let (code, said) = check_text("a.frag", both, &[]);
    let sentence = "line 1 has a precision, which makes it GLSL ES 1.00, and line 3 has gl_TexCoord";
    assert!(code == 2 && said.contains(sentence), "{said}");
    let guarded = format!("#ifdef GL_ES\n{}", both.replacen(";\n", ";\n#endif\n", 1));
    assert_eq!(check_text("a.frag", &guarded, &[]).0, 0);
    let web = "varying mediump vec2 place;\nvoid main() { float x = place.x; gl_FragColor = vec4(x); }";
    let reason = "without #version it is GLSL ES 1.00, because line 1 has a precision";
    assert!(check_text("a.frag", web, &[]).1.contains(reason));
    let (code, said) = check_text("a.frag", &format!("#version 110\n{both}"), &[]);
    assert!(code == 2 && said.contains("line 2 has a precision, which GLSL 1.10 lacks"), "{said}");
}

#[test]
fn matrices_and_blocks_are_given_and_written_by_their_parts() {
    let vertex = "#version 330
in mat2 turn;
in vec2 place;
out Moved { vec2 place; float weight; } moved;
out mat2 turned;
void main() { moved.place = turn * place; moved.weight = 1.0; turned = 2.0 * turn; }";
    let options = [
        "--buffer",
        "turn[0]=[0,1]",
        "--buffer",
        "turn[1]=[1,0]",
        "--buffer",
        "place=[3,4]",
        "--expect",
        "moved.place=[4,3]",
        "--expect",
        "moved.weight=[1]",
        "--expect",
        "turned[0]=[0,2]",
    ];
    let (code, said) = check_text("a.vert", vertex, &options);
    assert_eq!(code, 0, "{said}");
}

#[test]
fn push_constants_of_older_wgpu_are_read() {
    let text = "struct Push { n: u32 }
var<push_constant> push: Push;
@group(0) @binding(0) var<storage, read_write> b: array<u32>;
@compute @workgroup_size(1) fn main() { b[0] = push.n; }";
    let (code, said) =
        check_text("a.wgsl", text, &["--buffer", "push=[7]", "--buffer", "b=zero:1", "--expect", "b=[7]"]);
    assert_eq!(code, 0, "{said}");
    // The columns of a message are those of the author's text.
    let (_, said) = check_text("a.wgsl", &text.replace("push.n", "nothing"), &[]);
    assert!(said.contains("a.wgsl:4:48"), "{said}");
}

#[test]
fn cases_of_this_folder_name_no_numbers_of_a_module() {
    for name in ["modern/select.comp", "emulator/unclear_v140_crash.comp", "legacy/m18_red_alone.frag"] {
        let (_, text) = check_case(name, &[]);
        assert!(!text.contains('%') || text.contains("% of the lanes"), "{name}: {text}");
    }
}

/// A module as dxc makes it without its optimiser: a texture and a sampler go to a function in variables.
#[test]
fn textures_and_samplers_are_handed_to_functions() {
    let options = ["--image", "photo=0.25:4x4", "--expect", "Result=[0.25,0.25,0.25,0.25]"];
    assert_right("modern/handle_in_variable.spv", &options);
}

#[test]
fn what_a_vertex_kernel_alone_leaves_unwritten_is_a_note() {
    let text = "varying vec4 place;\nvoid main() { place.xy = gl_Vertex.xy; gl_Position = gl_Vertex; }";
    let (code, said) = check_text("a.vert", text, &[]);
    assert!(code == 0 && said.contains("note on output `place.z`") && said.contains("1 note"), "{said}");
}

#[test]
fn what_a_page_declares_before_a_kernel_is_said() {
    let shadertoy = "void mainImage(out vec4 c, in vec2 p) { c = vec4(p / iResolution.xy, 0.0, 1.0); }";
    let (code, said) = check_text("a.frag", shadertoy, &[]);
    assert!(code == 2 && said.contains("iResolution is declared by Shadertoy before the text"), "{said}");
    let three = "void main() { gl_Position = projectionMatrix * vec4(1.0); }";
    assert!(
        check_text("a.vs", three, &[])
            .1
            .contains("projectionMatrix is declared by three.js")
    );
    let toy = "void mainImage(out vec4 c, in vec2 p) { c = vec4(p, 0.0, 1.0); }";
    assert!(
        check_text("a.frag", toy, &[])
            .1
            .contains("Shadertoy calls mainImage: add void main()")
    );
    let no_body = "vec4 two(sampler2D t);\nuniform sampler2D t;\nvoid main() { gl_FragColor = two(t); }";
    let (_, said) = check_text("a.frag", no_body, &[]);
    assert!(said.contains("a.frag:1:6") && said.contains("'two' : this function has no body"), "{said}");
    let extension = "#version 120\n#extension GL_NV_gpu_program4 : require\nvoid main() {}";
    let (_, said) = check_text("a.frag", extension, &[]);
    assert!(said.contains("extension not supported: GL_NV_gpu_program4") && !said.contains("extra tokens"), "{said}");
}

/// Words that GLSL 1.30 and later, and ES 3.00 and later, took from the names: reserved or with a meaning.
const LATER_WORDS: [&str; 69] = [
    "common",
    "partition",
    "active",
    "filter",
    "uint",
    "uvec2",
    "uvec4",
    "smooth",
    "noperspective",
    "layout",
    "shared",
    "buffer",
    "patch",
    "sample",
    "subroutine",
    "precise",
    "coherent",
    "restrict",
    "readonly",
    "writeonly",
    "resource",
    "atomic_uint",
    "dmat2",
    "dmat4x3",
    "image1D",
    "image2D",
    "image3D",
    "imageCube",
    "imageBuffer",
    "iimage2D",
    "uimage2DArray",
    "image2DRect",
    "image2DMS",
    "isampler2D",
    "usampler2D",
    "isampler1DArray",
    "samplerBuffer",
    "isamplerBuffer",
    "sampler2DMS",
    "samplerCubeArray",
    "isampler2DRect",
    "texture",
    "textureLod",
    "textureProj",
    "textureGrad",
    "textureSize",
    "texelFetch",
    "textureGather",
    "round",
    "roundEven",
    "trunc",
    "modf",
    "isnan",
    "isinf",
    "sinh",
    "tanh",
    "acosh",
    "inverse",
    "determinant",
    "transpose",
    "outerProduct",
    "fma",
    "frexp",
    "bitCount",
    "findLSB",
    "imageLoad",
    "atomicAdd",
    "barrier",
    "row_major",
];

#[test]
fn words_of_later_versions_are_names_in_the_first_ones() {
    for (head, own) in [
        ("", &["flat", "centroid", "invariant", "mat2x3", "precision", "highp", "superp"][..]),
        ("#version 110\n", &["flat", "centroid", "invariant", "mat2x3", "precision", "highp", "superp"]),
        ("#version 100\nprecision highp float;\n", &["centroid", "mat2x3"]),
    ] {
        let words: Vec<&str> = LATER_WORDS.iter().chain(own).copied().collect();
        let names: Vec<String> = words.iter().map(|word| format!("float {word} = 1.0;\n")).collect();
        let body = format!("{}gl_FragColor = vec4({});", names.concat(), words.join(" + "));
        let globals: Vec<String> = words.iter().map(|word| format!("uniform float {word};\n")).collect();
        for text in [
            format!("{head}void main() {{\n{body}\n}}"),
            format!("{head}{}void main() {{ gl_FragColor = vec4({}); }}", globals.concat(), words.join(" + ")),
        ] {
            let (code, said) = check_text("names.frag", &text, &["--size", "1x2"]);
            assert_eq!(code, 0, "{text}\n{said}");
        }
    }
}

#[test]
fn the_languages_of_2003_run() {
    assert_right("mission/saxpy.cg", &["--target", "COLOR0=r32f"]);
    let sums = ["--uniform", "alpha=2", "--image", "x=0.5:4x4", "--image", "y=one:4x4", "--size", "1x1"];
    for name in ["mission/saxpy.cg", "mission/saxpy.hlsl"] {
        assert_right(name, &[&sums[..], &["--expect", "COLOR0=[2,2,2,2]"]].concat());
    }
    let text = assert_right("mission/saxpy.br", &[]);
    assert!(text.contains("2 kernels in both eras, a host part that runs"), "{text}");
    let path = "tests/cases/mission/saxpy.br";
    for era in ["fragment", "compute"] {
        let (code, out, errors) = gristmill(&["run", path, "--era", era]);
        assert_eq!(code, Some(0), "{out}{errors}");
    }
}
