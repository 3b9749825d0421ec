//! Compute kernels in HLSL: computed as Direct3D says, told in HLSL's words, refused where glslang misreads them.

use gristmill::check::{KernelCheck, LaunchOptions, Report};
use gristmill::finding::{Finding, FindingKind};

fn check_text(text: &str, launch: &LaunchOptions) -> Report {
    let report = KernelCheck::source("kernel.hlsl", text).run(launch);
    report.unwrap_or_else(|error| panic!("{error}"))
}

/// Runs the statements of a kernel of one lane that writes `result`, and returns the words of that.
fn run_statements(statements: &str) -> Vec<u32> {
    let text = format!(
        "RWStructuredBuffer<int> result : register(u0);\n[numthreads(1, 1, 1)]\nvoid main() {{\n{statements}\n}}\n"
    );
    let launch = LaunchOptions::new().buffer("result", vec![0; 4]);
    let report = check_text(&text, &launch);
    assert!(report.is_right(), "{:?}", report.drawings);
    report.output("result").unwrap().to_vec()
}

fn compile_refused(text: &str) -> String {
    let refused = KernelCheck::source("kernel.hlsl", text).compile();
    refused.unwrap_err().to_string()
}

#[test]
fn a_race_is_told_in_the_words_of_hlsl() {
    let text = "StructuredBuffer<float> source : register(t0);
RWStructuredBuffer<float> result : register(u0);
groupshared float part[64];
[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID, uint lane : SV_GroupIndex) {
    part[lane] = source[id.x];
    result[id.x] = part[63 - lane];
}
";
    let report = check_text(text, &LaunchOptions::new());
    let race = report.findings.iter().find(|finding| finding.kind == FindingKind::Race);
    let Finding { place, mend, witnesses, .. } = race.unwrap();
    let lines: Vec<usize> = witnesses.iter().map(|witness| witness.line).collect();
    assert_eq!((place.as_str(), lines), ("shared `part[32]`", vec![7, 6]));
    assert_eq!(mend, "put GroupMemoryBarrierWithGroupSync(); between the two accesses");
    let mended = text.replace("id.x];\n    result", "id.x];\n    GroupMemoryBarrierWithGroupSync();\n    result");
    assert_eq!(check_text(&mended, &LaunchOptions::new()).findings, []);
}

/// `t0` and `u0` are two registers. The resources without one are two as well.
#[test]
fn registers_of_two_kinds_are_two_memories() {
    for registers in [["t0", "u0"], ["t3", "u3"]] {
        let text = format!(
            "StructuredBuffer<uint> source : register({});\nRWStructuredBuffer<uint> result : register({});\n\
             [numthreads(4, 1, 1)]\nvoid main(uint lane : SV_GroupIndex) {{ result[lane] = source[3 - lane]; }}\n",
            registers[0], registers[1]
        );
        let bare = text.replace(" : register(", " /* ").replace(");\n", " */;\n");
        for text in [text, bare] {
            let launch = LaunchOptions::new().buffer("source", vec![5, 6, 7, 8]);
            let report = check_text(&text, &launch.buffer("result", vec![0; 4]));
            assert_eq!(report.output("result"), Some(&[8, 7, 6, 5][..]));
            assert_eq!(report.findings, []);
        }
    }
}

/// A remainder has the sign of its dividend; integers are multiplied and added as integers; a shift takes five bits.
#[test]
fn arithmetic_is_that_of_direct3d() {
    let statements = "    int seven = result[3] - 7;
    result[0] = seven % 3;
    result[1] = int(fmod(float(seven), 3.0) * 10.0);
    result[2] = mad(seven, 16777217, 1);
    result[3] = 1 << (result[3] + 33);";
    let seven = -7_i32;
    let wanted = [seven % 3, seven % 3 * 10, seven.wrapping_mul(16_777_217).wrapping_add(1), 1_i32 << 1];
    assert_eq!(run_statements(statements), wanted.map(|number| number as u32));
}

/// `uint` by zero is `0xffffffff` in Direct3D; `int` by zero is nothing that one may rely on.
#[test]
fn only_a_signed_division_by_zero_is_undefined() {
    assert_eq!(run_statements("    result[0] = int(7u / uint(result[1]));")[0], u32::MAX);
    let text = "RWStructuredBuffer<int> result;\n[numthreads(1, 1, 1)]\nvoid main() { result[0] = 7 / result[1]; }\n";
    let report = check_text(text, &LaunchOptions::new().buffer("result", vec![0; 2]));
    let [finding] = report.findings.as_slice() else { panic!("{:?}", report.findings) };
    assert_eq!(finding.kind, FindingKind::Undefined);
    assert!(finding.mend.starts_with("HLSL, integer division: "), "{}", finding.mend);
}

/// `pow(-1, x)` is a NaN in HLSL. `pow(0, 0)` need not be, and is found behind it.
#[test]
fn a_defined_power_does_not_hide_an_undefined_one() {
    let text = "StructuredBuffer<float2> source;\nRWStructuredBuffer<float> result;\n[numthreads(2, 1, 1)]
void main(uint lane : SV_GroupIndex) { result[lane] = pow(source[lane].x, source[lane].y); }\n";
    let judge = |pairs: [f32; 4]| {
        let launch = LaunchOptions::new().buffer("source", pairs.map(f32::to_bits).to_vec());
        check_text(text, &launch.buffer("result", vec![0; 2]).schedules(2))
            .findings
            .len()
    };
    assert_eq!(judge([-1.0, 0.5, -2.0, 0.5]), 0);
    assert_eq!(judge([0.0, 0.0, 2.0, 0.5]), 1);
}

/// The bytes of Direct3D: 12 for a `float3`, matrices column after column without holes.
#[test]
fn structured_buffers_have_no_holes() {
    let text = "struct Item { float3 place; float weight; float2x3 turn; };
RWStructuredBuffer<float3> triples : register(u0);
RWStructuredBuffer<Item> items : register(u1);
[numthreads(1, 1, 1)]
void main() {
    triples[1] = float3(1, 2, 3);
    items[1].weight = 4;
    items[1].turn = float2x3(5, 6, 7, 8, 9, 10);
}
";
    let launch = LaunchOptions::new().buffer("triples", vec![0; 6]).buffer("items", vec![0; 20]);
    let report = check_text(text, &launch);
    assert_eq!(report.findings, []);
    let read = |name: &str| {
        report
            .output(name)
            .unwrap()
            .iter()
            .map(|word| f32::from_bits(*word))
            .collect::<Vec<f32>>()
    };
    assert_eq!(read("triples"), [0.0, 0.0, 0.0, 1.0, 2.0, 3.0]);
    assert_eq!(read("items")[10..], [0.0, 0.0, 0.0, 4.0, 5.0, 8.0, 6.0, 9.0, 7.0, 10.0]);
}

/// A prefix leaves the lane itself out, and the waves have as many lanes as the kernel asks for.
#[test]
fn prefixes_and_waves_are_those_of_hlsl() {
    let text = "RWStructuredBuffer<uint> sums : register(u0);
RWStructuredBuffer<uint> counts : register(u1);
[WaveSize(4)]
[numthreads(8, 1, 1)]
void main(uint lane : SV_GroupIndex) {
    sums[lane] = WavePrefixSum(lane);
    counts[lane] = WavePrefixCountBits(lane % 2 == 0) + 10 * WaveGetLaneCount();
}
";
    let launch = LaunchOptions::new().buffer("sums", vec![0; 8]).buffer("counts", vec![0; 8]);
    let report = check_text(text, &launch);
    assert_eq!(report.output("sums"), Some(&[0, 0, 1, 3, 0, 4, 9, 15][..]));
    assert_eq!(report.output("counts"), Some(&[40, 41, 41, 42, 40, 41, 41, 42][..]));
    let error = compile_refused(&text.replace("WaveSize(4)", "WaveSize(128)"));
    assert!(error.contains("its waves have 128 lanes, and those of the emulator 1 to 64"), "{error}");
}

/// Direct3D defines an access beyond a buffer, and none beyond the memory of a group.
#[test]
fn a_store_out_of_range_is_an_error_in_groupshared_memory_alone() {
    let text = "RWStructuredBuffer<uint> result;\ngroupshared uint part[4];\n[numthreads(8, 1, 1)]
void main(uint lane : SV_GroupIndex) { result[lane] = lane; }\n";
    let launch = LaunchOptions::new().buffer("result", vec![0; 4]);
    let report = check_text(text, &launch);
    let [finding] = report.findings.as_slice() else { panic!("{:?}", report.findings) };
    assert_eq!(finding.kind, FindingKind::Note);
    assert!(
        finding
            .mend
            .starts_with("Direct3D stores nothing there, but for a root descriptor; "),
        "{}",
        finding.mend
    );
    let report = check_text(&text.replace("{ result[lane]", "{ part[lane] = 1; result[lane % 4]"), &launch);
    assert!(report.findings.iter().any(|finding| finding.kind == FindingKind::Bounds), "{:?}", report.findings);
    // Both sides are read, and one of them is dropped.
    let chosen = "{ part[lane % 4] = 5; result[lane % 4] = lane > 0 ? part[lane - 1] : 5; }\n";
    let report = check_text(&text.replace("{ result[lane] = lane; }\n", chosen), &launch.groups([1, 1, 1]));
    let reads = report
        .findings
        .iter()
        .filter(|finding| finding.mend.starts_with("Direct3D gives any value there"));
    assert!(reads.clone().count() == 1 && reads.clone().all(|finding| finding.kind == FindingKind::Note));
}

/// glslang reads it as nothing; here it is a compare-exchange.
#[test]
fn a_compare_store_stores() {
    let statements = "    InterlockedCompareStore(result[1], 0, 7);\n    InterlockedCompareStore(result[1], 0, 8);";
    assert_eq!(run_statements(statements)[1], 7);
}

#[test]
fn one_of_several_functions_is_chosen_by_its_name() {
    let text = "RWStructuredBuffer<uint> result;\n[numthreads(1, 1, 1)] void Five() { result[0] = FIVE; }
[numthreads(1, 1, 1)]\nvoid Six() {\n#include \"six.hlsl\"\n}\n";
    let check = KernelCheck::source("both.HLSL", text)
        .define("FIVE", "5")
        .include("six.hlsl", "result[0] = 6;");
    assert_eq!(check.list_entry_points().unwrap(), ["Five", "Six"]);
    for (entry, number) in [("Five", 5), ("Six", 6)] {
        let launch = LaunchOptions::new().option("entry", entry).unwrap();
        let report = check.run(&launch.buffer("result", vec![0])).unwrap();
        assert_eq!(report.output("result"), Some(&[number][..]));
    }
    let error = check.compile().unwrap_err().to_string();
    assert!(error.contains("it has the entry points Five, Six; choose one by --entry Five"), "{error}");
    let launch = LaunchOptions::new().option("entry", "Seven").unwrap();
    let error = check.compile_for(&launch).unwrap_err().to_string();
    assert!(error.contains("there is no entry point Seven; there is Five, Six"), "{error}");
}

#[test]
fn each_refusal_names_the_line_and_the_way_round() {
    let kernel = |before: &str, body: &str| {
        format!("RWStructuredBuffer<uint> result;\n{before}\n[numthreads(1, 1, 1)]\nvoid main() {{\n{body}\n}}\n")
    };
    for (before, body, line, words) in [
        ("", "result[0] = nothing;", 5, "'nothing' : unknown variable"),
        ("", "int64_t wide = 1;", 5, "int64_t is of a newer HLSL than glslang reads here; compile it by dxc -spirv"),
        (
            "RWByteAddressBuffer raw;",
            "raw.InterlockedCompareStore(0, 1, 2);",
            5,
            "InterlockedCompareStore is not read here; of a buffer write InterlockedCompareExchange",
        ),
        (
            "ByteAddressBuffer raw;",
            "uint bytes; raw.GetDimensions(bytes); result[0] = bytes;",
            5,
            "GetDimensions is not read here; of a ByteAddressBuffer it would be in words: give its length as a constant",
        ),
        ("#if 1", "result[0] = 1;", 2, "this condition is not closed; add #endif"),
    ] {
        let error = compile_refused(&kernel(before, body));
        assert!(error.contains(words) && error.contains(&format!("kernel.hlsl:{line}:")), "{error}");
    }
    let stage = KernelCheck::source("kernel.hlsl", kernel("", "")).stage("fragment").unwrap();
    let error = stage.compile().unwrap_err().to_string();
    assert!(error.contains("'RWStructuredBuffer' is of HLSL of Direct3D 10"), "{error}");
    let plain = KernelCheck::source("red.hlsl", "float4 main() : COLOR { return 1; }")
        .stage("compute")
        .unwrap();
    let error = plain.compile().unwrap_err().to_string();
    assert!(error.contains("a compute kernel in a .hlsl has [numthreads(64, 1, 1)] before its function"), "{error}");
}
