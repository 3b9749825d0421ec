//! Suites in folders of their own: what is right, wrong and refused.

use gristmill_check::NoIncludes;
use gristmill_suite::{CaseOutcome, CaseState, KernelSuite, Shard, SuiteReport};
use std::path::Path;
use tempfile::TempDir;

type BareSuite = KernelSuite<NoIncludes>;

const TWICE: &str = "#version 430 core
layout(local_size_x = 64) in;
layout(std430) buffer Numbers { uint numbers[]; };
uniform uint n;
void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i < n) numbers[i] *= 2u;
}
";

/// Every lane adds to one word, without an atomic.
const RACY: &str = "#version 430 core
layout(local_size_x = 64) in;
layout(std430) buffer Numbers { uint numbers[]; };
uniform uint n;
void main() { numbers[0] += n; }
";

/// A case of `twice.comp` without its expected result.
const CASE: &str = "[[case]]\nname = \"a\"\nkernel = \"twice.comp\"\nsizes = [3]\ngroups = 1\nuniforms = { n = \"n\" }\n\
                    buffers = { Numbers = \"0..n\" }\n";

fn write_folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

fn run_folder(folder: &Path) -> SuiteReport {
    BareSuite::folder(folder).run().unwrap()
}

/// Runs a case file beside `twice.comp` and `racy.comp`.
fn run_text(text: &str) -> Vec<CaseOutcome> {
    let folder = write_folder(&[("twice.comp", TWICE), ("racy.comp", RACY), ("a.test.toml", text)]);
    run_folder(folder.path()).cases
}

fn refuse_text(text: &str) -> String {
    let folder = write_folder(&[("twice.comp", TWICE), ("a.test.toml", text)]);
    let error = BareSuite::folder(folder.path()).run().unwrap_err().to_string();
    assert!(!error.contains('\n'), "{error}");
    error
}

#[test]
fn results_are_compared_with_what_is_expected() {
    for (rest, state, part) in [
        ("expect = { Numbers = [0, 2, 4] }", CaseState::Right, ""),
        ("expect = { numbers = [0, 2, 4] }", CaseState::Right, ""),
        ("expect = { Numbers = [0, 2, 5] }", CaseState::Wrong, "numbers[2] is 4, not 5"),
        ("expect = { Numbers = [0, 2] }", CaseState::NotJudged, "found 2 numbers, expected 3"),
        ("expect = { Number = [0, 2, 4] }", CaseState::NotJudged, "the case has no memory Number; it has Numbers"),
        ("expect = { Numbers = \"gone.npy\" }", CaseState::NotJudged, "gone.npy cannot be read"),
        ("loop = 'for (uint i = 0u; i < n; ++i) numbers[i] += i;'", CaseState::Right, ""),
        ("loop = 'for (uint i = 0u; i < n; ++i) numbers[i] += 1u;'", CaseState::Wrong, "numbers[0] is 0, not 1"),
        ("loop = 'numbers[i] = 0u;'", CaseState::NotJudged, "the reference its loop cannot run"),
        ("reference = \"twice.comp\"", CaseState::Right, ""),
        (
            "reference = \"racy.comp\"",
            CaseState::NotJudged,
            "the reference racy.comp is wrong itself, so it proves nothing",
        ),
        ("reference = \"gone.comp\"", CaseState::NotJudged, "the reference gone.comp cannot run"),
        ("caps = { words_read = 2 }", CaseState::Wrong, "words read: 3, and 2 is its cap"),
        ("caps = { words_read = \"n\", barriers = 0 }", CaseState::Right, ""),
        ("caps = { word_read = 2 }", CaseState::NotJudged, "did you mean words_read?"),
        ("cards = [\"geforce-9000000\"]", CaseState::NotJudged, "geforce"),
        ("watch = [\"everything\"]", CaseState::NotJudged, "expected non-finite"),
    ] {
        let outcomes = run_text(&format!("{CASE}{rest}\n"));
        let outcome = &outcomes[0];
        assert_eq!(outcome.state, state, "{rest}: {:?}", outcome.faults);
        assert!(outcome.describe_faults().contains(part), "{rest}: {}", outcome.describe_faults());
    }
}

#[test]
fn findings_make_a_case_wrong_unless_it_allows_them() {
    let case = CASE.replace("twice.comp", "racy.comp");
    let outcome = &run_text(&case)[0];
    assert_eq!(outcome.state, CaseState::Wrong);
    assert_eq!(outcome.faults[0].rule, "race");
    assert_eq!((outcome.faults[0].places[0].file.as_str(), outcome.faults[0].places[0].line), ("racy.comp", 5));
    let allowed = &run_text(&format!("{case}caps = {{ races = 100 }}\n"))[0];
    assert_eq!(allowed.state, CaseState::Right, "{:?}", allowed.faults);
}

#[test]
fn a_case_that_does_not_end_is_stopped() {
    let endless = TWICE.replace("if (i < n)", "while (n > 0u) numbers[i] += 1u; if (i < n)");
    let text = format!("{CASE}most_steps = 1000\nexpect = {{ Numbers = [0, 2, 4] }}\n");
    let folder = write_folder(&[("twice.comp", &endless), ("a.test.toml", &text)]);
    let outcome = run_folder(folder.path()).cases.remove(0);
    assert_eq!(outcome.state, CaseState::Wrong);
    assert!(
        outcome.describe_faults().contains("was stopped in this loop after 1000 steps"),
        "{}",
        outcome.describe_faults()
    );
    assert!(!outcome.describe_faults().contains("as expected"), "{}", outcome.describe_faults());
}

#[test]
fn mistakes_of_a_file_have_their_line() {
    for (text, part) in [
        (String::new(), "a.test.toml: it has no case; begin one with [[case]]"),
        (format!("{CASE}\n{CASE}"), "a.test.toml:9: two cases are named a; rename one"),
        (CASE.replace("\"a\"", "\"\""), "a.test.toml:1: a case has no name"),
        (CASE.replace("groups = 1", "groups = \"n/2\""), "a.test.toml:1: groups: n/2 is not a whole number for n = 3"),
        (CASE.replace("sizes = [3]", "sizes = [3, 3]"), "two cases are named a::a::n=3"),
        (CASE.replace("uniforms", "uniform"), "a.test.toml:6: there is no uniform; there are"),
    ] {
        let error = refuse_text(&text);
        assert!(error.contains(part), "{error}");
    }
    let outcome = &run_text(&CASE.replace("Numbers =", "Figures ="))[0];
    assert_eq!(outcome.state, CaseState::NotJudged);
    assert!(
        outcome
            .describe_faults()
            .contains("the case has no memory Figures; it has Numbers")
    );
    let outcome = &run_text(&CASE.replace("n = \"n\"", "m = \"n\""))[0];
    assert!(
        outcome.describe_faults().contains("twice.comp has no uniform m; it has n"),
        "{}",
        outcome.describe_faults()
    );
    let outcome = &run_text(&CASE.replace("twice.comp", "gone.comp"))[0];
    assert!(outcome.describe_faults().contains("gone.comp: it cannot be opened"), "{}", outcome.describe_faults());
}

#[test]
fn steps_share_memories_and_let_them_change_places() {
    let add = "#version 430 core
layout(local_size_x = 1) in;
layout(std430) readonly buffer From { uint from[]; };
layout(std430) writeonly buffer To { uint to[]; };
void main() { to[gl_WorkGroupID.x] = from[gl_WorkGroupID.x] + 1u; }
";
    let text = "[[case]]
name = \"five times\"
buffers = { a = [0, 10, 20], b = \"zero:3\" }
expect = { b = [10, 30, 50], a = [4, 14, 24] }

[[case.step]]
kernel = \"add.comp\"
groups = 3
bind = { From = \"a\", To = \"b\" }
repeat = 5
swap = [\"a\", \"b\"]

[[case.step]]
kernel = \"twice.comp\"
groups = 1
uniforms = { n = 3 }
bind = { Numbers = \"b\" }
";
    let folder = write_folder(&[("twice.comp", TWICE), ("add.comp", add), ("a.test.toml", text)]);
    let outcome = run_folder(folder.path()).cases.remove(0);
    assert_eq!(outcome.state, CaseState::Right, "{}", outcome.describe_faults());
}

#[test]
fn a_pass_draws_what_the_next_one_reads() {
    let ramp = "#version 330 core\nout uint colour;\nvoid main() { colour = uint(gl_FragCoord.x); }\n";
    let shift = "#version 330 core
uniform usampler2D source;
out uint colour;
void main() { colour = texelFetch(source, ivec2(gl_FragCoord.xy), 0).r * FACTOR; }
";
    let vertex = "#version 330 core
void main() { gl_Position = vec4(gl_VertexID % 2 * 4 - 1, gl_VertexID / 2 * 4 - 1, 0.0, 1.0); }
";
    let text = "[[case]]
name = \"two passes\"
expect = { result = [0, 3, 6, 9] }

[[case.step]]
kernel = \"ramp.frag\"
vertex = \"all.vert\"
vertices = 3
size = [4, 1]
bind = { colour = \"ramp\" }
targets = { colour = \"r8ui\" }

[[case.step]]
kernel = \"shift.frag\"
size = [4, 1]
defines = { FACTOR = \"3u\" }
bind = { source = \"ramp\", colour = \"result\" }
targets = { colour = \"r32ui\" }
";
    let folder =
        write_folder(&[("ramp.frag", ramp), ("shift.frag", shift), ("all.vert", vertex), ("a.test.toml", text)]);
    let outcome = run_folder(folder.path()).cases.remove(0);
    assert_eq!(outcome.state, CaseState::Right, "{}", outcome.describe_faults());
}

#[test]
fn shards_together_are_the_whole() {
    let sizes: Vec<String> = (0..40).map(|n| n.to_string()).collect();
    let text = CASE.replace("[3]", &format!("[{}]", sizes.join(", ")));
    let text = format!("{text}expect = {{ Numbers = [0, 2, 4] }}\n"); // right for n = 3 alone
    let folder = write_folder(&[("twice.comp", TWICE), ("deep/twice.comp", TWICE), ("deep/a.test.toml", &text)]);
    let suite = BareSuite::folder(folder.path());
    let whole = suite.run().unwrap();
    assert_eq!(whole.cases.len(), 40);
    assert!(whole.cases.iter().filter(|case| case.state == CaseState::Right).count() == 1);
    assert_eq!(whole.cases[0].name, "deep/a::a::n=0");
    let mut shards = vec![];
    for number in (1..=7).rev() {
        let shard: Shard = format!("{number}/7").parse().unwrap();
        let report = suite.clone().shard(shard).run().unwrap();
        shards.push((format!("{number}.json"), SuiteReport::from_json(&report.to_json()).unwrap()));
    }
    assert_eq!(SuiteReport::merge_shards(&shards).unwrap().to_json(), whole.to_json());
    // An edited kernel is another suite.
    std::fs::write(folder.path().join("deep/twice.comp"), format!("{TWICE}\n")).unwrap();
    let changed = suite.shard("7/7".parse().unwrap()).run().unwrap();
    shards[0].1 = changed;
    let error = SuiteReport::merge_shards(&shards).unwrap_err().to_string();
    assert!(error.contains("were made from different case files or kernels"), "{error}");
}

#[test]
fn results_are_blessed_into_files() {
    let text = format!("# A comment.\n{CASE}expect = {{ Numbers = \"twice_{{n}}.npy\" }}\n");
    let folder = write_folder(&[("twice.comp", TWICE), ("a.test.toml", &text)]);
    let suite = BareSuite::folder(folder.path());
    let cases = suite.find_cases().unwrap();
    assert_eq!(suite.run_cases(&cases)[0].state, CaseState::NotJudged);
    let file = folder.path().join("twice_3.npy");
    assert_eq!(suite.bless_cases(&cases).unwrap(), std::slice::from_ref(&file));
    assert_eq!(suite.run_cases(&cases)[0].state, CaseState::Right);
    assert!(suite.bless_cases(&cases).unwrap().is_empty());
    assert_eq!(std::fs::read_to_string(folder.path().join("a.test.toml")).unwrap(), text);
    // A kernel that is wrong by itself blesses nothing.
    std::fs::write(folder.path().join("twice.comp"), RACY).unwrap();
    let error = suite.bless_cases(&cases).unwrap_err().to_string();
    assert!(error.contains("nothing is blessed, for it is wrong by itself: race"), "{error}");
}

#[cfg(feature = "wgsl")]
#[test]
fn test_functions_of_wgsl_are_cases() {
    let text = "import wgsl_test::*;
@buffer var<storage, read_write> data: array<f32, 4>;
fn half(x: f32) -> f32 { return x * 0.5; }
@test fn right() { data[1] = 3.0; expectNear(half(data[1]), 1.5); expectUlp(half(1.0), 0.5, 0u); expectEq(2u, 2u); }
@test fn wrong() { expect(true); expectNearVec2(vec2f(1.0, half(3.0)), vec2f(1.0, 2.0)); expect(false); }
@test fn empty() { data[0] = half(2.0); }
@test fn false_() { expect(half(1.0) > 1.0); }
";
    let folder = write_folder(&[("half.wgsl", text)]);
    let report = run_folder(folder.path());
    let told: Vec<(&str, CaseState, String)> = report
        .cases
        .iter()
        .map(|case| (case.name.as_str(), case.state, case.describe_faults()))
        .collect();
    let wrong = |name, words: &str| (name, CaseState::Wrong, words.to_string());
    assert_eq!(
        told,
        [
            wrong("half::empty", "the test expects nothing; call expect(..) or expectNear(..) in it"),
            wrong("half::false_", "1 of 1 expectations failed, the first of them the 1st: its condition is false"),
            ("half::right", CaseState::Right, String::new()),
            wrong("half::wrong", "2 of 3 expectations failed, the first of them the 2nd: (1, 1.5), not (1, 2)"),
        ]
    );
}

#[cfg(feature = "wgsl")]
#[test]
fn a_loop_in_wgsl_has_the_declarations_of_its_kernel() {
    let kernel = "@group(0) @binding(0) var<storage, read_write> numbers: array<u32>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
    if (id.x < arrayLength(&numbers)) { numbers[id.x] *= 2u; }
}
";
    let text = "[[case]]
name = \"a\"
kernel = \"twice.wgsl\"
sizes = [1, 64, 65]
groups = \"ceil(n/64)\"
buffers = { numbers = \"0..n\" }
loop = 'for (var i = 0u; i < arrayLength(&numbers); i++) { numbers[i] += numbers[i]; }'
";
    let folder = write_folder(&[("twice.wgsl", kernel), ("a.test.toml", text)]);
    let report = run_folder(folder.path());
    assert_eq!(report.count_state(CaseState::Right), 3, "{:?}", report.cases);
}
