//! `gristmill test` and `gristmill report`: cases in files, shards of them, and the formats of their reports; and the
//! numbers that `check` gives back.

use crate::check::{folder, gristmill, json, path};

/// The example of the book.
const EXAMPLE: &str = "examples/kernel_tests";

/// A kernel that is wrong beyond its tenth number.
const TENTH: &str = "#version 430 core
layout(local_size_x = 32) in;
layout(std430) buffer Result { int result[]; };
uniform int n;
void main() {
    int i = int(gl_GlobalInvocationID.x);
    if (i < n) result[i] = i == 10 ? -1 : i;
}
";

const CASES: &str = "[[case]]
name = \"counts\"
kernel = \"tenth.comp\"
sizes = [0, 5, 10, 11, 12]
groups = 1
uniforms = { n = \"n\" }
buffers = { Result = \"zero:n\" }
expect = { Result = \"0..n\" }

[[case]]
name = \"a secret\"
kernel = \"tenth.comp\"
groups = 1
uniforms = { n = 20 }
buffers = { Result = \"zero:20\" }
expect = { Result = \"0..20\" }
hidden = true
points = 4
";

#[test]
fn the_example_passes_whole_and_in_shards() {
    let (code, out, errors) = gristmill(&["test", EXAMPLE]);
    assert_eq!(code, Some(0), "{out}{errors}");
    assert!(out.trim_end().ends_with("16 cases: 16 right; 17 of 17 points"), "{out}");
    let (_, names, _) = gristmill(&["test", EXAMPLE, "--list"]);
    assert_eq!(names.lines().count(), 16, "{names}");
    assert!(names.contains("sums::as a loop adds them::n=255\nsums::as a loop adds them::n=256\n"), "{names}");
    let folder = folder(&[]);
    let (_, whole, _) = gristmill(&["test", EXAMPLE, "--format", "json"]);
    let mut files = vec![];
    for number in 1..=3 {
        let file = path(&folder, &format!("{number}.json"));
        let (code, _, errors) = gristmill(&["test", EXAMPLE, "--shard", &format!("{number}/3"), "--report", &file]);
        assert_eq!(code, Some(0), "{errors}");
        files.push(file);
    }
    let merge = |format: &str, files: &[String]| {
        let mut arguments = vec!["report", "merge", "--format", format];
        arguments.extend(files.iter().map(String::as_str));
        gristmill(&arguments)
    };
    let (code, merged, errors) = merge("json", &files);
    assert_eq!((code, merged == whole), (Some(0), true), "{errors}");
    let (code, _, errors) = merge("json", &files[..2]);
    assert_eq!(code, Some(2));
    assert_eq!(errors, "shard 3 of 3 is missing; run it, and name its report too\n");
    let other = std::fs::read_to_string(&files[0])
        .unwrap()
        .replacen("\"gristmill\": \"", "\"gristmill\": \"9.", 1);
    std::fs::write(&files[0], other).unwrap();
    let (code, _, errors) = merge("text", &files);
    assert!(code == Some(2) && errors.contains("run all shards with one version"), "{errors}");
}

#[test]
fn what_is_wrong_is_told_in_every_format() {
    let folder = folder(&[("tenth.comp", TENTH), ("tenth.test.toml", CASES)]);
    let place = path(&folder, "");
    let test = |more: &[&str]| gristmill(&[&["test", place.trim_end_matches('/')], more].concat());
    let (code, out, _) = test(&[]);
    assert_eq!(code, Some(1));
    assert!(out.contains("tenth::counts::n=11: wrong (tenth.test.toml:1)\n1 of 11 numbers of Result"), "{out}");
    assert!(out.contains("result[10] is -1, not 10"), "{out}");
    assert!(out.contains("a hidden case of tenth.test.toml: wrong\n") && !out.contains("a secret"), "{out}");
    assert!(out.trim_end().ends_with("6 cases: 3 right, 3 wrong; 3 of 9 points"), "{out}");
    let (code, out, _) = test(&["--filter", "n=1"]);
    assert!(code == Some(1) && out.trim_end().ends_with("3 cases: 1 right, 2 wrong"), "{out}");
    let (code, out, _) = test(&["--format", "classroom"]);
    let classroom: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &classroom["score"], &classroom["max_score"]), (Some(1), &3.into(), &9.into()));
    assert!(out.contains("hidden case 1") && !out.contains("a secret"), "{out}");
    let (_, out, _) = test(&["--format", "github"]);
    assert!(!out.contains("a secret"), "{out}");
    assert!(out.contains("::error file=") && out.contains("line=1,title=gristmill%3A unexpected::"), "{out}");
    let (_, out, _) = test(&["--format", "junit"]);
    assert!(out.contains("tests=\"6\" failures=\"3\"") && out.contains("testsuite name=\"tenth.test.toml\""), "{out}");
    let (_, out, _) = test(&["--format", "sarif"]);
    let sarif: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(sarif["runs"][0]["results"].as_array().map(Vec::len), Some(3));
}

#[test]
fn a_mistake_is_one_sentence() {
    let cases = CASES.replace("groups = 1", "grups = 1");
    let folder = folder(&[("tenth.comp", TENTH), ("tenth.test.toml", &cases)]);
    let place = path(&folder, "");
    std::fs::create_dir(path(&folder, "empty")).unwrap();
    for (arguments, part) in [
        (vec!["test", &place], "tenth.test.toml:5: there is no grups; there are"),
        (vec!["test", "gone"], "gone: no such file or folder; name a folder of kernels, or a file"),
        (vec!["test", EXAMPLE, "--filter", "nobody"], "no case has nobody in its name; see the names by --list"),
        (vec!["test", EXAMPLE, "--shard", "8/7"], "expected a number and how many there are, as 2/7"),
        (vec!["report", "merge", "README.md"], "README.md: it is not a report of `gristmill test --format json`"),
    ] {
        let (code, _, errors) = gristmill(&arguments);
        assert_eq!(code, Some(2), "{errors}");
        assert!(errors.contains(part), "{errors}");
    }
    let empty = path(&folder, "empty");
    let (code, _, errors) = gristmill(&["test", &empty]);
    assert!(code == Some(2) && errors.contains("there is no case here"), "{errors}");
}

#[test]
fn expected_files_are_written_when_blessed() {
    let cases = CASES
        .replace("\"0..n\"", "\"counts_{n}.npy\"")
        .replace("sizes = [0, 5, 10, 11, 12]", "sizes = [5, 10]");
    let folder = folder(&[("tenth.comp", TENTH), ("tenth.test.toml", &cases)]);
    let place = path(&folder, "");
    let (code, out, _) = gristmill(&["test", &place, "--filter", "counts"]);
    assert!(code == Some(2) && out.contains("counts_5.npy cannot be read"), "{out}");
    let (code, out, errors) = gristmill(&["test", &place, "--filter", "counts", "--bless"]);
    assert!(code == Some(0) && out.contains("counts_10.npy is written"), "{out}{errors}");
    let (code, out, _) = gristmill(&["test", &place, "--filter", "counts"]);
    assert!(code == Some(0) && out.trim_end().ends_with("2 cases: 2 right"), "{out}");
}

#[test]
fn check_gives_its_numbers_back() {
    let text = "#version 430 core
layout(local_size_x = 4) in;
layout(std430) buffer Points { uint count; vec2 points[]; };
layout(rgba8) writeonly uniform image2D seen;
void main() {
    uint i = gl_LocalInvocationID.x;
    if (i == 0u) count = SIDE;
    points[i] = vec2(i, 0.5);
    imageStore(seen, ivec2(i, 0), vec4(1.0, float(i) / 3.0, 0.0, 1.0));
}
";
    let folder = folder(&[("points.comp", text)]);
    let file = path(&folder, "points.comp");
    let given = ["check", &file, "--define", "SIDE=4u", "--buffer", "points=zero:8", "--image", "seen=zero:4x1"];
    let files = ["points.npy", "points.csv", "seen.png"].map(|name| path(&folder, name));
    let [numpy, csv, picture] = &files;
    let out = [format!("points={numpy}"), format!("Points={csv}"), format!("seen={picture}")];
    let out: Vec<&str> = out.iter().flat_map(|option| ["--out", option.as_str()]).collect();
    let print = ["--print", "points[1..3]", "--print", "count"];
    let (code, told, errors) = gristmill(&[&given[..], &out, &print].concat());
    assert_eq!(code, Some(0), "{told}{errors}");
    assert!(told.contains("points[1..3] = (1, 0.5), (2, 0.5)\ncount[0..1] = 4\n"), "{told}");
    assert_eq!(std::fs::read_to_string(csv).unwrap(), "4\n0\n0.5\n1\n0.5\n2\n0.5\n3\n0.5\n");
    assert_eq!(image::open(picture).unwrap().to_rgba8().get_pixel(1, 0).0, [255, 85, 0, 255]);
    // What was written is what is expected.
    let expected = [format!("points={numpy} ~0 ulp"), format!("seen={picture}")];
    let expected: Vec<&str> = expected.iter().flat_map(|option| ["--expect", option.as_str()]).collect();
    let (code, told, errors) = gristmill(&[&given[..], &expected].concat());
    assert_eq!(code, Some(0), "{told}{errors}");
    let results = &json(&[&given[..], &["--json"]].concat())["results"];
    assert_eq!((&results[0]["count"], &results[0]["numbers"][2]), (&9.into(), &0.5.into()));
    let (code, _, errors) = gristmill(&[&given[..], &["--print", "pints"]].concat());
    assert!(code == Some(2) && errors.contains("points.comp has no result pints; it has Points, seen"), "{errors}");
    let (code, _, errors) = gristmill(&["check", EXAMPLE, "--print", "result"]);
    assert!(code == Some(2) && errors.contains("--out and --print are for the results of one kernel file"), "{errors}");
}
