//! `gristmill check` and `gristmill profile` as their users meet them: comments and options, what is right
//! and wrong, broken files.

use crate::ROOT;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output, Stdio};

pub fn gristmill(arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gristmill"));
    command.current_dir(ROOT);
    command.env_remove("NO_COLOR").args(arguments).stdin(Stdio::null());
    let Output { status, stdout, stderr } = command.output().unwrap();
    let (out, errors) = (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap());
    assert!(!errors.contains("panicked") && !errors.contains("bug in gristmill"), "{arguments:?}: {errors}");
    (status.code(), out, errors)
}

/// A folder with these files.
pub fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

pub fn path(folder: &tempfile::TempDir, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

pub fn json(arguments: &[&str]) -> Value {
    let (_, out, errors) = gristmill(arguments);
    serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}\n{out}{errors}"))
}

/// Reverses 64 numbers in place; right with the barrier between reading and writing.
pub fn reverse(barrier: &str) -> String {
    format!(
        "#version 430 core
// run: buffer Numbers=index:64
layout(local_size_x = 64) in;
layout(std430) buffer Numbers {{ uint numbers[]; }};
shared uint copy[64];
void main() {{
    uint lane = gl_LocalInvocationID.x;
    copy[lane] = numbers[lane];
    {barrier}
    numbers[lane] = copy[63u - lane];
}}
"
    )
}

#[test]
fn a_right_kernel_ends_with_0_and_a_wrong_one_with_1() {
    let folder = folder(&[("right.comp", &reverse("barrier();")), ("wrong.comp", &reverse(""))]);
    let (code, out, errors) = gristmill(&["check", &path(&folder, "right.comp")]);
    assert_eq!(code, Some(0), "{out}{errors}");
    assert!(out.ends_with("right.comp: nothing is wrong\n"), "{out}");
    assert!(out.contains("instructions of warps") && !out.contains('\u{1b}'), "{out}");
    let (code, out, errors) = gristmill(&["check", &path(&folder, "wrong.comp")]);
    assert_eq!(code, Some(1), "{out}{errors}");
    assert!(out.contains("race") && out.contains("copy[lane] = numbers[lane];"), "{out}");
    assert!(out.trim_end().ends_with("error") || out.contains(" errors"), "{out}");
}

#[test]
fn a_report_for_programs() {
    let folder = folder(&[("wrong.comp", &reverse(""))]);
    let report = json(&["check", "--json", &path(&folder, "wrong.comp")]);
    assert_eq!(report["kernel"], "wrong.comp");
    assert_eq!(report["right"], false);
    assert_eq!(report["findings"][0]["kind"], "race");
    let lines = |finding: &Value| {
        let witnesses = finding["witnesses"].as_array().unwrap();
        let mut lines: Vec<u64> = witnesses.iter().map(|witness| witness["line"].as_u64().unwrap()).collect();
        lines.sort();
        lines
    };
    assert_eq!(lines(&report["findings"][0]), [8, 10]);
    assert!(report["counters"]["total"]["instructions"]["memory"].as_u64().unwrap() > 0, "{report:#}");
}

/// A guard that nobody fills lets no lane through: that is no clean verdict.
#[test]
fn a_run_that_did_nothing_judges_nothing() {
    let text = "#version 430 core
layout(local_size_x = 64) in;
uniform float limit;
uniform sampler2D photo;
layout(std430) buffer Numbers { float numbers[]; };
void main() {
    int i = int(gl_GlobalInvocationID.x);
    if (float(i) >= limit - 1000.0) return; // by default it is below 1000
    numbers[i + 999999] = texelFetch(photo, ivec2(0), 0).r;
}
";
    let folder =
        folder(&[("idle.comp", text), ("none.frag", "#version 330 core\nout vec4 c;\nvoid main() { discard; }\n")]);
    let file = path(&folder, "idle.comp");
    for command in ["check", "profile"] {
        let (code, out, errors) = gristmill(&[command, &file]);
        assert_eq!(code, Some(2), "{out}{errors}");
        assert!(out.contains("idle.comp: nothing was judged, because no lane wrote anything"), "{out}");
    }
    let (_, out, _) = gristmill(&["check", &file]);
    let made_up = "defaults used: 3 work groups, Numbers of 1024 zeros, limit = ";
    assert!(out.contains(made_up) && out.contains(", photo of ") && out.contains("; line 8 returned"), "{out}");
    let report = json(&["check", "--json", &file]);
    assert_eq!((&report["idle"], report["made_up"].as_array().unwrap().len()), (&true.into(), 4));
    let (code, out, errors) = gristmill(&["check", &path(&folder, "none.frag")]);
    assert_eq!(code, Some(2), "{out}{errors}");
    // With a number it is judged, and what is wrong with it is seen.
    let all = ["--uniform", "limit=1001", "--groups", "1", "--buffer", "Numbers=zero:4", "--image", "photo=zero:2x2"];
    let (code, out, errors) = gristmill(&[&["check", &file][..], &all].concat());
    assert_eq!(code, Some(1), "{out}{errors}");
    assert!(out.contains("bounds on buffer `numbers`") && !out.contains("defaults used"), "{out}");
}

/// A fault of an include is not taken for the kernel's own fault on the same lines.
#[test]
fn faults_on_equal_lines_of_two_files_are_both_shown() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/findings/race/same_lines_of_an_include.comp");
    let (code, out, errors) = gristmill(&["check", file]);
    assert_eq!(code, Some(1), "{out}{errors}");
    assert!(out.ends_with("same_lines_of_an_include.comp: 3 errors\n"), "{out}");
    for line in ["block[lane] = lane;", "block[(lane + 1u) % 64u]", "block[lane] = doubled;", "block[63u - lane]"] {
        assert!(out.contains(line), "{line} is not in\n{out}");
    }
}

/// The group that comes last decides: no race, but a result that depends on the order.
const LAST: &str = "#version 430 core
// run: groups 8
// run: buffer Last=zero:1
layout(local_size_x = 1) in;
layout(std430) buffer Last { uint last; };
void main() { atomicExchange(last, gl_WorkGroupID.x + 1u); }
";

#[test]
fn an_order_that_matters_is_found_and_can_be_replayed() {
    let folder = folder(&[("last.comp", LAST)]);
    let file = path(&folder, "last.comp");
    let (code, out, _) = gristmill(&["check", &file]);
    assert!(code == Some(0) && out.contains("replay it with --schedule reversed"), "atomics run in four orders: {out}");
    let report = json(&["check", "--json", "--schedules", "8", &file]);
    assert_eq!(report["findings"][0]["kind"], "order", "{report:#}");
    assert_eq!(report["findings"][0]["name"], "last");
    assert_eq!(report["replay"], "reversed");
    assert_eq!(report["schedules"], 8);
    let again = json(&["check", "--json", "--schedule", report["replay"].as_str().unwrap(), &file]);
    assert_eq!(again["findings"][0], report["findings"][0], "the replay shows the same");
    let (code, out, _) = gristmill(&["check", "--schedules", "8", &file]);
    assert!(
        code == Some(0) && out.contains("Advice: order on buffer `last`") && out.contains("--schedule turns:7.0@"),
        "{out}"
    );
    assert!(out.contains("1 of 8 turns of reversed is enough; replay with --schedule turns:7.0@"), "{out}");
    assert!(out.contains("lane 0 of group 7") && out.contains("the rest, in order"), "{out}");
    let shrunk = &report["shrunk"];
    assert_eq!((&shrunk["turns_before"], &shrunk["turns"][0]["who"]), (&8.into(), &"lane 0 of group 7".into()));
    let again = json(&["check", "--json", "--schedule", shrunk["schedule"].as_str().unwrap(), &file]);
    assert_eq!(again["findings"][0], report["findings"][0], "the shrunk schedule shows the same");
    // It may be meant; who says that it is not gets an error.
    let (code, out, _) = gristmill(&["check", "--schedules", "8", "--watch", "order", &file]);
    assert!(code == Some(1) && out.contains("last.comp: 1 error in 8 schedules"), "{out}");
    assert!(out.contains("Error: order on buffer `last`"), "{out}");

    let text = LAST.replace("uint last; };", "uint last; }; // the same, but another text");
    std::fs::write(&file, text).unwrap();
    let (code, _, errors) = gristmill(&["check", "--schedule", "random:3@000000", &file]);
    assert_eq!(code, Some(2));
    assert!(errors.contains("random:3@000000 belongs to another version of this kernel"), "{errors}");
    let (code, out, errors) = gristmill(&["check", "--schedule", "in-order", &file]);
    assert_eq!(code, Some(0), "{out}{errors}");
}

#[test]
fn options_replace_comments() {
    let folder = folder(&[("last.comp", LAST)]);
    let file = path(&folder, "last.comp");
    let report = json(&["check", "--json", "--groups", "1", "--schedules", "4", &file]);
    assert_eq!(report["right"], true, "one group has one order: {report:#}");
    for (options, sentence) in [
        (&["--buffer", "Lost=zero:1"][..], "last.comp has no buffer Lost; it has Last"),
        (&["--uniform", "n=1"], "last.comp has no uniform n; it has none"),
        (&["--image", "photo=zero:4x4"], "last.comp has no sampler or image photo; it has none"),
        (&["--output", "colour=photo"], "last.comp has no "),
        (&["--buffer", "Last=[1.5]"], "1.5 is not a whole number"),
        (&["--buffer", "Last=[1,2]"], "found 2 numbers, expected at most 1"),
        (&["--groups", "4,4,4,4"], "three directions at most"),
        (&["--warp", "65"], "--warp 65: it is not a number from 1 to 64; write it as warp 32"),
        (&["--memory", "1", "--buffer", "Last=zero:1000000"], "the limit is 1048576"),
        (
            &["--schedule", "sideways"],
            "expected in-order, reversed, round-robin, dealt, warps:LANES, random:SEED or turns:GROUP.WARPxSTEPS,..",
        ),
    ] {
        let (code, out, errors) = gristmill(&[&["check", &file], options].concat());
        assert_eq!(code, Some(2), "{options:?}: {out}{errors}");
        assert!(errors.contains(sentence), "{options:?}: {errors}");
    }
}

/// A kernel of the library is profiled as its algorithm launches it, and an edited one in its place.
#[test]
fn a_kernel_of_the_library_is_profiled_by_its_own_launches() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../");
    for (kernel, told) in [
        (
            "compute_kernels/linear_algebra/transpose.comp",
            "transpose.comp: as transpose launches it, by its rung compute",
        ),
        (
            "fragment_kernels/primitives/scan.frag",
            "scan.frag: as scan launches it, by its rung fragment, on 4,096 elements",
        ),
    ] {
        let (code, out, errors) = gristmill(&["profile", &format!("{root}{kernel}")]);
        assert!(code == Some(0) && out.contains(told), "{out}{errors}");
    }
    let text = std::fs::read_to_string(format!("{root}fragment_kernels/primitives/scan.frag")).unwrap();
    let edited = text.replace("void main() {", "void main() {\n    // a line more");
    assert_ne!(text, edited);
    let folder = folder(&[("scan.frag", &edited)]);
    let own = json(&["profile", "--json", &format!("{root}fragment_kernels/primitives/scan.frag")]);
    let report = json(&["profile", "--json", &path(&folder, "scan.frag")]);
    let instructions = |report: &serde_json::Value| report["counters"]["total"].clone();
    assert!(instructions(&own).is_object(), "{own:#}");
    assert_eq!(instructions(&own), instructions(&report), "a comment costs nothing");
    let lines = |report: &serde_json::Value| {
        let lines = report["counters"]["lines"].as_array().unwrap();
        lines.iter().map(|line| line["line"].as_u64().unwrap()).max()
    };
    assert_eq!(lines(&own).map(|line| line + 1), lines(&report), "the lines are those of the edited file");
}

#[test]
fn an_endless_loop_ends() {
    let text = "#version 430 core
layout(local_size_x = 1) in;
layout(std430) buffer Flag { uint flag; };
void main() {
    while (flag == 0u) {}
}
";
    let folder = folder(&[("endless.comp", text)]);
    let file = path(&folder, "endless.comp");
    let check = ["check", &file, "--buffer", "Flag=zero:1"];
    for options in [&[][..], &["--steps", "1000"]] {
        let (code, out, errors) = gristmill(&[&check, options].concat());
        assert_eq!(code, Some(1), "{options:?}: {out}{errors}");
        assert!(out.contains("steps") && out.contains("while (flag == 0u) {}"), "{options:?}: {out}");
    }
    // A clock that stops it says nothing of the kernel.
    let late = ["--deadline", "1", "--steps", "1000000000000"];
    let (code, out, errors) = gristmill(&[&check[..], &late].concat());
    assert_eq!(code, Some(2), "{out}{errors}");
    assert!(out.contains("endless.comp: nothing was found so far; not finished after 1 s"), "{out}");
}

#[test]
fn a_fragment_kernel_is_drawn() {
    let text = "#version 330 core
#include \"shade.glsl\"
// run: size 33x17
uniform sampler2D photo;
uniform float gain[2];
out vec4 colour;
void main() { colour = shade(texelFetch(photo, ivec2(gl_FragCoord.xy), 0), gain[1]); }
";
    let shade = "vec4 shade(vec4 texel, float gain) { return texel * gain; }\n";
    let folder = folder(&[("shade.frag", text), ("shade.glsl", shade)]);
    image::RgbaImage::from_pixel(33, 17, image::Rgba([255, 0, 51, 255]))
        .save(path(&folder, "photo.png").as_str())
        .unwrap();
    let file = path(&folder, "shade.frag");
    let picture = format!("photo={}", path(&folder, "photo.png"));
    let right = gristmill(&["check", &file, "--image", &picture, "--uniform", "gain=0,2"]);
    assert_eq!(right.0, Some(0), "{right:?}");
    let onto = gristmill(&["check", &file, "--image", "photo=random:33x17", "--output", "colour=photo"]);
    assert_eq!(onto.0, Some(1), "{onto:?}");
    assert!(onto.1.contains("feedback"), "{onto:?}");
    let (code, out, errors) = gristmill(&["profile", &file, "--image", &picture]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(out.contains("void main() { colour") && out.contains("--- shade.glsl"), "{out}");
    let once = gristmill(&["check", &file, "--schedules", "3"]);
    assert!(once.0 == Some(0) && once.1.contains("it ran once, because its kernels change no memory"), "{once:?}");
}

#[test]
fn the_library_reads_back_what_was_drawn() {
    use gristmill::check::{KernelCheck, LaunchOptions, Texels};
    let text = "#version 330 core
uniform isampler3D volume;
uniform mat2 turn;
uniform bvec2 on;
layout(location = 0) out ivec2 first;
layout(location = 1) out float second;
void main() {
    first = texelFetch(volume, ivec3(gl_FragCoord.xy, 1), 0).xy;
    second = on.y && !on.x ? turn[1][0] : 0.0;
}
";
    let checked = KernelCheck::source("several.frag", text).compile().unwrap();
    let words: Vec<u32> = (0..3 * 2 * 2 * 2).collect();
    let launch = || {
        LaunchOptions::new()
            .size([3, 2])
            .texture("volume", Texels::new("rg32i", [3, 2, 2], words.clone()))
    };
    for turned in [2.5_f32, -1.0] {
        let turn = [0.0, 0.0, turned, 0.0].map(f32::to_bits).to_vec();
        let report = checked
            .launch(&launch().uniform("turn", turn).uniform("on", vec![0, 1]))
            .unwrap();
        assert!(report.is_right(), "{:?}", report.findings);
        let first = report.output("first").unwrap();
        let expected: Vec<u32> = (0..6).flat_map(|texel| [12 + 2 * texel, 13 + 2 * texel]).collect();
        let found: Vec<u32> = first.chunks(4).flat_map(|texel| [texel[0], texel[1]]).collect();
        assert_eq!(found, expected);
        assert!(
            report
                .output("second")
                .unwrap()
                .chunks(4)
                .all(|texel| f32::from_bits(texel[0]) == turned)
        );
    }
}

/// The codes with which files of `tests/findings/broken` may end. The other files end with 2. A
/// kernel that runs may be right or wrong.
const RUN: [(&str, &[i32]); 14] = [
    ("a_name_of_100_kb.comp", &[0, 2]),
    ("blocks_5000_deep.comp", &[0, 2]),
    ("brackets_20000_deep.comp", &[0, 2]),
    ("doubles.comp", &[1]),
    ("embedded_version.comp", &[0]),
    ("endless_loop.comp", &[1]),
    ("endless_loop_in_many_groups.comp", &[1]),
    ("expression_200_kb.comp", &[1, 2]),
    ("functions_that_double.comp", &[1, 2]),
    ("integers_64.comp", &[1]),
    ("loops_2_40.comp", &[1]),
    ("loops_64_deep.comp", &[0, 1]),
    ("missing_image.frag", &[0]),
    // A note says on which devices it does not run.
    ("shared_array_over_limit.comp", &[0]),
];

#[test]
fn broken_files_end_with_a_sentence() {
    let folder = Path::new(ROOT).join("tests/findings/broken");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "comp" || ending == "frag"));
    files.sort();
    assert!(files.len() >= 20, "{files:?}");
    let mut faults = vec![];
    for file in files {
        let name = file.file_name().unwrap().to_str().unwrap();
        let expected = RUN
            .iter()
            .find(|(known, _)| *known == name)
            .map_or(&[2][..], |(_, codes)| *codes);
        let (code, out, errors) = gristmill(&["check", file.to_str().unwrap()]);
        let told = if code == Some(2) { &errors } else { &out };
        if !code.is_some_and(|code| expected.contains(&code)) || told.trim().is_empty() || told.len() > 20_000 {
            faults.push(format!(
                "{name}: {code:?}, not one of {expected:?}\n{}",
                told.chars().take(500).collect::<String>()
            ));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn what_is_no_kernel_is_said() {
    let folder = folder(&[("kernel.txt", ""), ("a.comp", "")]);
    for (file, sentence) in [
        (
            path(&folder, "kernel.txt"),
            "ends with .comp, .frag, .vert, .fs, .vs, .fsh, .vsh, .fp, .vp, .vfp, .ps, .psh, .glsl, .cg, .hlsl, .fx, .cgfx, .wgsl or .spv",
        ),
        (path(&folder, "none.comp"), "cannot be opened"),
        (path(&folder, "a.comp"), "the first line must be #version 430 core"),
    ] {
        let (code, _, errors) = gristmill(&["check", &file]);
        assert_eq!(code, Some(2), "{errors}");
        assert!(errors.contains(sentence), "{errors}");
    }
    let (code, _, errors) = gristmill(&["compile-only"]);
    assert_eq!(code, Some(2));
    assert!(errors.contains("compile-only cannot read its input"), "{errors}");
}

/// A fault in an include file is drawn there, and the lines of the kernel that call it are named.
#[test]
fn a_fault_in_an_include_names_the_calls() {
    let text = "#version 330 core\n#include \"gather.glsl\"\nuniform sampler2D source;\nout float result;\n\
                // fetch(source, 1)\nvoid main() { result = fetch(source, 4096).r; }\n";
    let folder = folder(&[("far.frag", text)]);
    let image = ["--image", "source=zero:64x64"];
    let (code, out, errors) = gristmill(&[&["check", &path(&folder, "far.frag")][..], &image].concat());
    assert_eq!(code, Some(1), "{out}{errors}");
    assert!(out.contains("gather.glsl:") && out.contains("Note: far.frag calls fetch in line 6\n"), "{out}{errors}");
}
