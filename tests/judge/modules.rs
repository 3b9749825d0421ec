//! Kernels in WGSL, and SPIR-V of other compilers: told by their author's lines, refused by name, and harmless
//! however they are broken.

use gristmill::check::{KernelCheck, LaunchOptions, Report};
use std::path::Path;

/// The bytes of a module among the kernels of `tests/findings`.
pub fn module(path: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/findings").join(path);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes
        .chunks_exact(4)
        .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
        .collect()
}

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Returns the error of a module that is refused.
fn refusal(bytes: Vec<u8>) -> String {
    KernelCheck::module("a.spv", bytes).compile().unwrap_err().to_string()
}

fn run(check: &KernelCheck, launch: &LaunchOptions) -> Report {
    check.run(launch).unwrap_or_else(|error| panic!("{error}"))
}

/// The only finding of a scan: its kind, its name, what it says, and the file, the line and the
/// text of each who took part.
#[cfg(feature = "wgsl")]
fn scan_finding(check: &KernelCheck) -> (String, String, String, Vec<(String, usize, String)>) {
    let report = run(check, &LaunchOptions::new());
    let [finding] = report.findings.as_slice() else { panic!("{:?}", report.findings) };
    let witnesses = finding.witnesses.iter();
    let mut lines: Vec<_> = witnesses
        .map(|seen| (seen.file.clone(), seen.line, seen.text.trim().to_string()))
        .collect();
    lines.dedup();
    (finding.kind.to_string(), finding.place.clone(), finding.mend.clone(), lines)
}

/// The scan of `race/scan_of_hlsl.spv` and `race/scan_in_place_in_wgsl.wgsl`, in GLSL.
#[cfg(feature = "wgsl")]
const SCAN: &str = "#version 430 core
// run: buffer Source=random:64
// run: buffer Result=zero:64
layout(local_size_x = 64) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) buffer Result { uint result[]; };
shared uint block[64];
void main() {
    uint at = gl_LocalInvocationIndex;
    block[at] = source[at];
    barrier();
    for (uint step = 1u; step < 64u; step *= 2u) {
        if (at >= step) {
            block[at] += block[at - step];
        }
        barrier();
    }
    result[at] = block[at];
}
";

#[test]
#[cfg(feature = "wgsl")]
fn one_scan_in_three_languages_has_one_finding_at_its_own_lines() {
    let wgsl = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/findings/race/scan_in_place_in_wgsl.wgsl");
    let wgsl = scan_finding(&KernelCheck::file(wgsl).unwrap());
    let glsl = scan_finding(&KernelCheck::source("scan.comp", SCAN));
    let hlsl = scan_finding(&KernelCheck::module("scan.spv", module("race/scan_of_hlsl.spv")));
    assert_eq!((glsl.0.as_str(), glsl.1.as_str()), ("race", "shared `block[1]`"));
    assert_eq!((&glsl.0, &glsl.1, &glsl.2), (&hlsl.0, &hlsl.1, &hlsl.2));
    // The same in the words of WGSL.
    let mend = glsl.2.replace("barrier()", "workgroupBarrier()");
    assert_eq!((&glsl.0, &glsl.1, &mend), (&wgsl.0, &wgsl.1, &wgsl.2));
    let line = "block[at] += block[at - step];".to_string();
    assert_eq!(glsl.3, [("scan.comp".to_string(), 14, line.clone())]);
    assert_eq!(wgsl.3, [("scan_in_place_in_wgsl.wgsl".to_string(), 14, line.clone())]);
    assert_eq!(hlsl.3, [("scan_of_hlsl.hlsl".to_string(), 14, line)]);
}

/// A module without names and lines is told by its instructions.
#[test]
fn a_finding_without_debug_information_names_the_instruction() {
    let report = run(&KernelCheck::module("nameless.spv", module("race/nameless.spv")), &LaunchOptions::new());
    let drawn = report.drawings.concat();
    assert!(drawn.contains("race on buffer `set 0, binding 2[0]`"), "{drawn}");
    assert!(drawn.contains("[ nameless.spv:36:1 ]") && drawn.contains("OpStore %21 %19"), "{drawn}");
}

/// A buffer without a name is known by its binding.
#[test]
fn a_buffer_without_a_name_is_filled_by_its_binding() {
    let check = KernelCheck::module("a.spv", module("silent/without_any_names.spv"));
    let launch = LaunchOptions::new()
        .option("buffer", "set 0, binding 0=[0.25,4,9]")
        .unwrap()
        .option("buffer", "set 3, binding 0=[1,0.5,0]")
        .unwrap();
    let report = run(&check, &launch);
    let floats = |weights: [f32; 3]| weights.map(f32::to_bits);
    assert_eq!(report.output("set 3, binding 0"), Some(&floats([0.0625 + 1.0, 2.0 + 0.25, 3.0])[..]));
    assert!(report.is_right() && report.made_up == ["one work group"], "{:?}", report.made_up);
}

/// An optimised module, the one that it was made of and the one with its bytes turned give what Rust gives.
#[test]
fn phis_of_any_shape_compute_the_same() {
    let source: Vec<u32> = (0..64_u32).map(|at| at.wrapping_mul(0x9e37_79b9) % 1024).collect();
    let last_bit = |word: u32| if word == 0 { 32 } else { word.trailing_zeros() };
    let wanted = source.iter().zip(0_u32..).map(|(&number, at)| {
        let mut sum = 0_u32;
        for outer in 0..4 {
            let mut inner = at;
            while inner % 7 != outer {
                inner += 1;
                if inner % 2 == 0 {
                    continue;
                }
                match inner % 5 {
                    0 => sum = sum.wrapping_add(3).wrapping_add(inner),
                    1 => sum = sum.wrapping_add(inner),
                    2 if number > 512 => sum ^= 5,
                    2 => sum = sum.wrapping_add(9),
                    _ => sum = sum.wrapping_add(last_bit(number.wrapping_add(inner))),
                }
            }
        }
        sum
    });
    let wanted: Vec<u32> = wanted.collect();
    for file in ["ways_unoptimised", "ways_optimised", "other_order_of_bytes"] {
        let check = KernelCheck::module("a.spv", module(&format!("silent/{file}.spv")));
        let report = run(&check, &LaunchOptions::new().buffer("Source", source.clone()));
        assert_eq!(report.output("Result"), Some(&wanted[..]), "{file}");
    }
}

#[test]
fn specialisation_constants_are_given_by_name_and_by_number() {
    let check = KernelCheck::module("a.spv", module("silent/specialisation_constants.spv"));
    let source: Vec<u32> = (0..64).map(|at: u32| (at as f32).to_bits()).collect();
    let result = |options: &[&str]| {
        let launch = LaunchOptions::new().buffer("Source", source.clone());
        let launch = options
            .iter()
            .fold(launch, |launch, option| launch.option("constant", option).unwrap());
        let report = run(&check, &launch);
        report
            .output("Result")
            .unwrap()
            .iter()
            .map(|&word| f32::from_bits(word))
            .collect::<Vec<_>>()
    };
    assert_eq!(result(&[])[..3], [63.0 * 5.0, 62.0 * 5.0, 61.0 * 5.0]);
    // The size of the group has the number 0, as LANES has.
    let sixteen = result(&["LANES=16", "1=false", "SCALE=0.5"]);
    assert_eq!((sixteen[0], sixteen[15], sixteen[16]), (7.5, 0.0, 0.0));
    let wrong = |option: &str| {
        let launch = LaunchOptions::new().option("constant", option).unwrap();
        check.run(&launch).unwrap_err().to_string()
    };
    assert!(
        wrong("LINES=4").ends_with("there is no constant LINES; there are LANES (0), TWICE (1), SCALE (2), 0"),
        "{}",
        wrong("LINES=4")
    );
    assert!(wrong("LANES=1.5").contains("takes a whole number of 32 bits, 1.5 is given"));
    assert!(wrong("TWICE=maybe").contains("takes true or false"));
}

/// A struct of std140 with gaps goes into one of std430 without: `OpCopyLogical`.
#[test]
fn a_struct_goes_from_one_layout_into_another() {
    let check = KernelCheck::module("a.spv", module("silent/copied_between_layouts.spv"));
    let launch = ["bodies[0].place=1,2,3", "bodies[1].mass=4", "bodies[1].more[1]=5"].iter();
    let launch = launch.fold(LaunchOptions::new(), |launch, uniform| launch.option("uniform", uniform).unwrap());
    let report = run(&check, &launch);
    let floats: Vec<f32> = report
        .output("Result")
        .unwrap()
        .iter()
        .map(|&word| f32::from_bits(word))
        .collect();
    // The rest is what nobody gives.
    assert_eq!((&floats[..3], floats[11], floats[13]), (&[1., 2., 3.][..], 4., 5.));
}

/// Fragments that are demoted draw nothing, and their neighbours' derivatives are right: an eighth
/// from place to place.
#[test]
fn a_demoted_fragment_serves_its_neighbours() {
    let check = KernelCheck::module("a.spv", module("silent/arrays_and_demote.spv"));
    let options =
        [("image", "maps=zero:8x8"), ("buffer", "Tint[0]=zero:4"), ("buffer", "Tint[1]=zero:4"), ("size", "8x2")];
    let launch = options
        .iter()
        .fold(LaunchOptions::new(), |launch, (option, text)| launch.option(option, text).unwrap());
    let report = run(&check, &launch);
    let colour: Vec<f32> = report
        .output("colour")
        .unwrap()
        .iter()
        .map(|&word| f32::from_bits(word))
        .collect();
    for (column, texel) in colour.chunks(4).enumerate() {
        assert_eq!(texel[0], if column % 8 < 5 { 0.125 } else { 0.0 }, "{column}");
    }
}

#[test]
fn samplers_read_as_the_launch_says() {
    let check = KernelCheck::module("a.spv", module("silent/two_samplers_of_hlsl.spv"));
    let shades = |how: &str| {
        let launch = LaunchOptions::new().option("sampler", &format!("soft={how}")).unwrap();
        run(&check, &launch).outputs
    };
    assert_ne!(shades("linear,repeat"), shades("nearest"));
    assert_eq!(shades("nearest,clamp"), shades("nearest"));
    let launch = LaunchOptions::new().option("sampler", "softer=linear").unwrap();
    let error = check.run(&launch).unwrap_err().to_string();
    assert!(error.contains("has no sampler softer") && error.contains("hard"), "{error}");
    let error = LaunchOptions::new().option("sampler", "soft=smooth").unwrap_err().to_string();
    assert!(error.contains("expected nearest, linear"), "{error}");
}

#[test]
fn a_header_that_is_wrong_is_said() {
    let good = words(&module("race/nameless.spv"));
    let with = |at: usize, word: u32| {
        let mut words = good.clone();
        words[at] = word;
        refusal(bytes(&words))
    };
    assert!(with(0, 5).contains("it begins with 0x00000005 and not with 0x07230203"));
    assert!(with(1, 0x0001_0700).contains("it is SPIR-V 1.7; 1.0 to 1.6 are taken"));
    assert!(with(3, u32::MAX).contains("the limit is 4194304"));
    let all = bytes(&good);
    assert!(refusal(all[..18].to_vec()).contains("found 18 bytes"));
    assert!(refusal(all[..all.len() - 12].to_vec()).contains("instruction 36 is cut off"));
    assert!(refusal(b"; SPIR-V\n; Version: 1.0\n".to_vec()).contains("assemble it with spirv-as first"));
}

#[test]
fn what_the_emulator_lacks_is_named() {
    let good = words(&module("race/nameless.spv"));
    // Instruction 1 asks for the capability Shader (1), in word 6; the memory model is behind the imports.
    let mut tessellation = good.clone();
    tessellation[6] = 3;
    assert!(refusal(bytes(&tessellation)).contains("tessellation stages are not emulated"));
    let mut unknown = good.clone();
    unknown[6] = 77_777;
    assert!(refusal(bytes(&unknown)).contains("the capability 77777 is not known"));
    let entry = good.iter().position(|word| *word & 0xffff == 15).unwrap();
    for (model, says) in [(3, "is of the stage geometry"), (6, "is of the stage OpenCL"), (1, "tessellation")] {
        let mut other = good.clone();
        other[entry + 1] = model;
        assert!(refusal(bytes(&other)).contains(says), "{}", refusal(bytes(&other)));
    }
    let model = good.iter().position(|word| *word & 0xffff == 14).unwrap();
    let mut physical = good.clone();
    physical[model + 1] = 5348;
    assert!(refusal(bytes(&physical)).contains("buffer references (GL_EXT_buffer_reference) are not emulated"));
}

#[cfg(feature = "wgsl")]
mod wgsl {
    use super::*;

    fn compiled(text: &str) -> Result<Report, String> {
        let check = KernelCheck::source("a.wgsl", text);
        check.run(&LaunchOptions::new()).map_err(|error| error.to_string())
    }

    const KERNEL: &str = "@group(0) @binding(0) var<storage, read_write> result: array<u32>;
@compute @workgroup_size(8)
fn main(@builtin(local_invocation_index) at: u32) {
    result[at] = at;
}
";

    #[test]
    fn mistakes_are_drawn_at_their_lines() {
        let unknown = compiled(&KERNEL.replace("= at;", "= att;")).unwrap_err();
        assert!(unknown.contains("no definition in scope for identifier: `att`"), "{unknown}");
        assert!(unknown.contains("[ a.wgsl:4:18 ]") && unknown.contains("result[at] = att;"), "{unknown}");
        let mismatch = compiled(&KERNEL.replace("= at;", "= f32(at);")).unwrap_err();
        assert!(mismatch.contains("[ a.wgsl:4:"), "{mismatch}");
    }

    #[test]
    fn line_ends_and_marks_are_no_part_of_the_text() {
        let race = KERNEL.replace("result[at] =", "result[0] =");
        for text in
            [race.replace('\n', "\r\n"), format!("\u{feff}{race}"), format!("\u{feff}{}", race.replace('\n', "\r\n"))]
        {
            let report = compiled(&text).unwrap();
            let [finding] = report.findings.as_slice() else { panic!("{:?}", report.findings) };
            let seen = &finding.witnesses[0];
            assert_eq!((seen.line, seen.text.trim()), (4, "result[0] = at;"));
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("b.wgsl");
        std::fs::write(&path, [0x66, 0x6e, 0xff, 0x00]).unwrap();
        let error = KernelCheck::file(&path).unwrap_err().to_string();
        assert!(error.ends_with("it is not text in UTF-8 or Latin-1; is it a kernel?"), "{error}");
    }

    #[test]
    fn entry_points_are_chosen() {
        let two = format!("{KERNEL}@fragment fn shade() -> @location(0) vec4<f32> {{ return vec4(0.5); }}\n");
        let error = compiled(&two).unwrap_err();
        assert!(
            error.ends_with("it has 2 entry points; choose one by --entry: main (compute), shade (fragment)"),
            "{error}"
        );
        let of = |entry: &str| {
            let launch = LaunchOptions::new()
                .option("entry", entry)
                .unwrap()
                .option("size", "2x2")
                .unwrap();
            KernelCheck::source("a.wgsl", two.clone()).run(&launch)
        };
        assert_eq!(of("main").unwrap().output("result").map(|words| words[7]), Some(7));
        let shade = of("shade").unwrap();
        assert_eq!(shade.outputs[0].1, [0.5_f32.to_bits(); 16]);
        assert!(
            of("other")
                .unwrap_err()
                .to_string()
                .contains("there is no entry point other; there are main")
        );
        assert!(compiled("var<private> a: u32;").unwrap_err().contains("it has no entry point"));
    }

    #[test]
    fn an_index_out_of_range_is_told_in_words_of_wgsl() {
        let report = compiled(&KERNEL.replace("result[at]", "result[at - 70u]")).unwrap();
        let [finding] = report.findings.as_slice() else { panic!("{:?}", report.findings) };
        assert_eq!(finding.kind.to_string(), "bounds");
        assert!(finding.mend.contains("WGSL leaves open which value of it is changed"), "{}", finding.mend);
    }
}
