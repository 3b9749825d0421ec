//! The files that a kernel is given, the results that are expected of it, several dispatches, and
//! the words of a verdict about what was not judged.

use crate::ROOT;
use crate::check::{folder, gristmill, json, path};

/// Twice each number.
const DOUBLE: &str = "#version 430 core
// run: groups 2
layout(local_size_x = 32) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) buffer Result { float result[]; };
void main() { result[gl_GlobalInvocationID.x] = 2.0 * source[gl_GlobalInvocationID.x]; }
";

/// A file that NumPy 2.4 wrote.
fn numpy(name: &str) -> String {
    format!("{ROOT}/tests/command/numpy/{name}.npy")
}

/// The exit code, and all that was said.
fn said(arguments: &[&str]) -> (Option<i32>, String) {
    let (code, out, errors) = gristmill(arguments);
    (code, out + &errors)
}

#[test]
fn buffers_come_from_files_and_results_are_what_is_expected() {
    let folder = folder(&[("double.comp", DOUBLE)]);
    let file = path(&folder, "double.comp");
    let raw: Vec<u8> = (0..64).flat_map(|number| (number as f32).to_le_bytes()).collect();
    std::fs::write(path(&folder, "ramp.bin"), raw).unwrap();
    let doubled = format!("Result={}", numpy("doubled_float32"));
    let (result, raw) = ("Result=zero:64", format!("Source={}", path(&folder, "ramp.bin")));
    let [floats, whole] = ["ramp_float32", "ramp_int64"].map(|name| format!("Source={}", numpy(name)));
    for source in [floats.as_str(), &whole, &raw, "Source=0..64", "source=index:64"] {
        let (code, told) = said(&["check", &file, "--buffer", source, "--buffer", result, "--expect", &doubled]);
        assert_eq!(code, Some(0), "{source}: {told}");
        assert!(!told.contains("defaults used"), "{told}");
    }
    // Every number of a constant is that, and one that differs is said.
    let constant = ["--buffer", "Source=0.25:64", "--buffer", result];
    let (code, told) = said(&[&["check", &file, "--expect", "Result=0.5:64"], &constant[..]].concat());
    assert_eq!(code, Some(0), "{told}");
    let wrong = [&["check", &file, "--expect", "Result=0.50001:64"], &constant[..]].concat();
    let (code, told) = said(&wrong);
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("unexpected on buffer `result[0]`"), "{told}");
    assert!(
        told.contains("64 of 64 numbers of Result are not as expected: buffer `result[0]` is 0.5, not 0.50001"),
        "{told}"
    );
    let (code, told) = said(&[&["check", &file, "--expect", "Result=0.50001:64 ~1e-4"], &constant[..]].concat());
    assert_eq!(code, Some(0), "{told}");
    // Halves of the other end first: 1, 0.5, -2, 65504 and zeros, twice as much each.
    let halves = format!("Source={}", numpy("halves_big_endian"));
    let numbers = ["2", "1", "-4", "131008"]
        .into_iter()
        .chain(std::iter::repeat_n("0", 60))
        .collect::<Vec<_>>()
        .join(",");
    let expected = format!("result=[{numbers}]");
    let (code, told) = said(&["check", &file, "--buffer", &halves, "--buffer", result, "--expect", &expected]);
    assert_eq!(code, Some(0), "{told}");
}

#[test]
fn what_does_not_fit_is_a_sentence() {
    let points = "#version 430 core
layout(local_size_x = 4) in;
layout(std430) buffer Points { vec4 points[]; };
layout(std430) buffer Counts { uint total; uint counts[4]; };
void main() { points[gl_LocalInvocationID.x].x += float(total); counts[gl_LocalInvocationID.x] = 1u; }
";
    let folder = folder(&[("double.comp", DOUBLE), ("points.comp", points)]);
    let cut = std::fs::read(numpy("ramp_float32")).unwrap();
    std::fs::write(path(&folder, "cut.npy"), &cut[..cut.len() - 3]).unwrap();
    std::fs::write(path(&folder, "five.bin"), [0; 5]).unwrap();
    let [double, points, cut, five] =
        ["double.comp", "points.comp", "cut.npy", "five.bin"].map(|name| path(&folder, name));
    let with = |name: &str, file: &str| format!("{name}={file}");
    for (file, word, value, part) in [
        (&double, "buffer", with("Source", &cut), "it is cut off: its shape (64,) is 256 bytes, 253 are there"),
        (&double, "buffer", with("Source", &five), "it has 5 bytes, words have four"),
        (&double, "buffer", with("Source", "none.npy"), "none.npy: it cannot be read"),
        (&double, "buffer", with("Source", &numpy("columns_first")), "its columns come first"),
        (
            &points,
            "buffer",
            with("Counts", &numpy("ramp_float32")),
            "its numbers are float32, uint is wanted; save it as uint32",
        ),
        (&points, "buffer", with("counts", &numpy("ramp_int64")), "found 64 numbers, expected at most 4"),
        (
            &points,
            "buffer",
            with("Points", &numpy("points_float64")),
            "its shape is (4, 3), an item takes 4 numbers; make it (4, 4)",
        ),
        (&points, "buffer", with("points.w", "[1]"), "has no buffer points.w; it has Counts, Points"),
        (&double, "expect", with("Result", &numpy("ramp_float32")), "found 64 numbers, expected 1024"),
        (&double, "expect", with("Results", "[1]"), "has no buffer, image or output Results; it has Source, Result"),
        (&points, "expect", with("Counts", "0.5:5"), "what Counts is expected to be: 0.5 is not a whole number"),
        (
            &double,
            "expect",
            with("Result", "picture.png"),
            "picture.png is a picture, and the memory is a buffer; give numbers",
        ),
    ] {
        let (code, told) = said(&["check", file, &format!("--{word}"), &value]);
        assert_eq!(code, Some(2), "{value}: {told}");
        assert!(told.contains(part), "{value}: {told}");
    }
    // A comment names files of the kernel's folder alone.
    std::fs::write(path(&folder, "far.comp"), format!("{DOUBLE}// run: buffer Source={}\n", numpy("ramp_float32")))
        .unwrap();
    let (code, told) = said(&["check", &path(&folder, "far.comp")]);
    assert!(code == Some(2) && told.contains("it is not in the kernel's folder; copy it there"), "{told}");
    std::fs::copy(numpy("ramp_float32"), path(&folder, "near.npy")).unwrap();
    let near = format!(
        "{DOUBLE}// run: buffer Source=near.npy\n// run: buffer Result=zero:64\n// run: expect Result=near.npy\n"
    );
    std::fs::write(path(&folder, "near.comp"), near).unwrap();
    let (code, told) = said(&["check", &path(&folder, "near.comp")]);
    assert!(code == Some(1) && told.contains("63 of 64 numbers of Result are not as expected"), "{told}");
}

#[test]
fn members_are_named_and_those_that_nobody_names_are_said() {
    let text = "#version 430 core
layout(local_size_x = 4) in;
layout(std430) buffer Queue { uint count; uint room; uint items[]; };
void main() { if (gl_LocalInvocationID.x < count) items[gl_LocalInvocationID.x] += room; }
";
    let folder = folder(&[("queue.comp", text)]);
    let file = path(&folder, "queue.comp");
    let given = ["check", &file, "--groups", "1", "--buffer", "items=[10,20,30,40]", "--buffer", "Queue.count=[3]"];
    let (code, told) = said(&given);
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("defaults used: Queue.room = "), "{told}");
    let all = ["--uniform", "room=5", "--expect", "Queue=[3,5,15,25,35,40]"];
    let (code, told) = said(&[&given[..], &all].concat());
    assert!(code == Some(0) && !told.contains("defaults used"), "{told}");
}

#[test]
fn a_list_that_is_too_short_is_said() {
    let text = "#version 430 core
layout(local_size_x = 1) in;
layout(std140) uniform Weights { vec3 first; float rest[3]; };
layout(std430) buffer Table { uint table[8]; };
layout(std430) buffer Sum { float sum; };
void main() { sum = first.x + rest[2] + float(table[7]); }
";
    let folder = folder(&[("short.comp", text)]);
    let file = path(&folder, "short.comp");
    let check = |list: &str, rest: &str| {
        let (buffer, rest) = (format!("table={list}"), format!("rest={rest}"));
        said(&["check", &file, "--groups", "1", "--buffer", &buffer, "--uniform", "first=1,2,3", "--uniform", &rest])
    };
    let (code, told) = check("[1,2,3]", "[1]");
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("the last 5 of table's 8 numbers = 0"), "{told}");
    assert!(told.contains("the last 2 of rest's 3 numbers = 0"), "{told}");
    let (code, told) = check("[1,2,3,4,5,6,7,8]", "[1,2,3]");
    assert!(code == Some(0) && !told.contains("numbers = 0"), "{told}");
}

#[test]
fn images_come_from_arrays_and_are_compared() {
    let text = "#version 430 core
layout(local_size_x = 3, local_size_y = 2) in;
uniform usampler2D photo;
layout(rgba8ui) uniform uimage2D copied;
void main() {
    ivec2 at = ivec2(gl_LocalInvocationID.xy);
    imageStore(copied, at, texelFetch(photo, at, 0));
}
";
    let drawn = "#version 330 core
// run: size 3x2
uniform sampler2D photo;
out vec3 colour;
void main() { colour = texelFetch(photo, ivec2(gl_FragCoord.xy), 0).rgb; }
";
    let folder = folder(&[("copy.comp", text), ("drawn.frag", drawn)]);
    let bytes: Vec<u8> = (0..24).collect();
    let picture = path(&folder, "picture.png");
    image::RgbaImage::from_raw(3, 2, bytes).unwrap().save(&picture).unwrap();
    let photo = format!("photo={}", numpy("picture_uint8"));
    let file = path(&folder, "copy.comp");
    let copied = ["check", &file, "--groups", "1", "--image", "copied=zero:3x2", "--image", &photo, "--expect"];
    for expected in
        [format!("copied={picture}"), format!("copied={}", numpy("picture_uint8")), "copied=0..24".to_string()]
    {
        let (code, told) = said(&[&copied[..], &[&expected]].concat());
        assert_eq!(code, Some(0), "{expected}: {told}");
    }
    let (code, told) = said(&[&copied[..], &["copied=1..25"]].concat());
    assert_eq!(code, Some(1), "{told}");
    assert!(
        told.contains("24 of 24 numbers of copied are not as expected: image `copied[0,0]`.x is 0, not 1"),
        "{told}"
    );
    let (code, told) = said(&["check", &file, "--image", &format!("photo={}", numpy("ramp_int64"))]);
    assert!(code == Some(2) && told.contains("its shape (64,) is none of (height, width)"), "{told}");
    // The drawn texels have three lanes, and a picture's fourth is left out.
    let photo = format!("photo={picture}");
    let drawn = path(&folder, "drawn.frag");
    for expected in [format!("colour={picture}"), format!("colour={picture} ~0.001")] {
        let (code, told) = said(&["check", &drawn, "--image", &photo, "--expect", &expected]);
        assert_eq!(code, Some(0), "{told}");
    }
    let (code, told) =
        said(&["check", &drawn, "--image", &photo, "--size", "2x2", "--expect", &format!("colour={picture}")]);
    assert!(code == Some(2) && told.contains("has 3x2 texels, 2x2 are wanted"), "{told}");
}

/// Adds neighbours that far apart: a sum of 64 takes six dispatches.
const STEP: &str = "#version 430 core
layout(local_size_x = 32) in;
uniform uint apart;
layout(std430) buffer Sums { uint sums[]; };
void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i < apart) sums[i] += sums[i + apart];
}
";

#[test]
fn buffers_keep_their_contents_between_dispatches() {
    let folder = folder(&[
        ("step.comp", STEP),
        (
            "steps.txt",
            "# halves\nuniform apart=32\nuniform apart=16\nuniform apart=8\n\nuniform apart=4\nuniform apart=2\nuniform apart=1\n",
        ),
        ("lost.txt", "uniform apart=32\nuniform far=16\n"),
        ("never.txt", "uniform apart=32\nbuffer Sums=zero:1\n"),
        ("drawn.frag", "#version 330 core\n// run: then groups 2\nout vec4 c;\nvoid main() { c = vec4(1.0); }\n"),
    ]);
    let (file, first) = (path(&folder, "step.comp"), ["--buffer", "Sums=index:64", "--expect"]);
    let mut expected: Vec<u32> = (0..64).collect();
    for apart in [32, 16, 8, 4, 2, 1] {
        (0..apart).for_each(|i| expected[i] += expected[i + apart]);
    }
    assert_eq!(expected[0], 2016);
    let expected = format!("Sums={expected:?}").replace(' ', "");
    let steps = path(&folder, "steps.txt");
    let (code, told) = said(&[&["check", &file, "--runs", &steps][..], &first, &[&expected]].concat());
    assert_eq!(code, Some(0), "{told}");
    assert!(!told.contains("apart = 0"), "{told}");
    // The same in the kernel's own text.
    let comments = [16, 8, 4, 2, 1]
        .map(|apart| format!("// run: then uniform apart={apart}\n"))
        .concat();
    let own = path(&folder, "own.comp");
    std::fs::write(&own, format!("{STEP}// run: uniform apart=32\n{comments}")).unwrap();
    let (code, told) = said(&[&["check", &own][..], &first, &[&expected]].concat());
    assert_eq!(code, Some(0), "{told}");
    // A finding says which dispatch it is of.
    let over = path(&folder, "over.txt");
    std::fs::write(&over, "uniform apart=32\nuniform apart=48 groups 2\n").unwrap();
    let (code, told) = said(&["check", &file, "--runs", &over, "--buffer", "Sums=index:64"]);
    assert!(code == Some(1) && told.contains("bounds on buffer `sums`"), "{told}");
    assert!(told.contains("in dispatch 2 of 2"), "{told}");
    for (runs, part) in [
        ("lost.txt", "lost.txt:2: step.comp has no uniform far; it has apart"),
        ("never.txt", "never.txt:2: there is no buffer in a dispatch; there are groups, uniform and image"),
        ("none.txt", "none.txt cannot be read"),
    ] {
        let (code, told) = said(&["check", &file, "--runs", &path(&folder, runs)]);
        assert!(code == Some(2) && told.contains(part), "{told}");
    }
    let (code, told) = said(&["check", &path(&folder, "drawn.frag")]);
    assert!(code == Some(2) && told.contains("drawn.frag:2: drawn.frag: a pass has no work groups"), "{told}");
}

#[test]
fn lines_that_no_lane_reached_are_said() {
    let text = "#version 430 core
#include \"half.glsl\"
layout(local_size_x = 4) in;
uniform int mode;
layout(std430) buffer Result { float result[]; };
void main() {
    uint i = gl_LocalInvocationID.x;
    if (mode == 1) {
        result[i] = 1.0;
        result[i] += 2.0;
    } else if (mode == 2) {
        result[i] = half_of(2.0);
    } else {
        result[i] = 3.0;
    }
}
";
    let half = "float half_of(float x) {\n    return x / 2.0;\n}\n";
    let folder = folder(&[("modes.comp", text), ("half.glsl", half)]);
    let file = path(&folder, "modes.comp");
    for (mode, told_lines) in [
        ("0", "4 lines were reached by no lane: 9-10, 12, half.glsl 2"),
        ("1", "4 lines were reached by no lane: 11-12, 14, half.glsl 2"),
        ("2", "3 lines were reached by no lane: 9-10, 14"),
    ] {
        let (code, told) = said(&["check", &file, "--uniform", &format!("mode={mode}")]);
        assert!(code == Some(0) && told.contains(told_lines), "{told_lines}: {told}");
    }
    let report = json(&["check", "--json", &file, "--uniform", "mode=2"]);
    let lines: Vec<u64> = report["unreached"]
        .as_array()
        .unwrap()
        .iter()
        .map(|place| place["line"].as_u64().unwrap())
        .collect();
    assert_eq!(lines, [9, 10, 14]);
}

/// The limit is counted in steps: it is a verdict of its own, and the same each time.
#[test]
fn what_was_not_finished_is_not_judged() {
    let text = "#version 430 core
layout(local_size_x = 32) in;
layout(std430) buffer Result { uint result[]; };
void main() {
    uint sum = 0u;
    for (uint i = 0u; i < 60u; i++) sum += i;
    result[gl_GlobalInvocationID.x] = sum;
}
";
    let folder = folder(&[("sums.comp", text)]);
    let file = path(&folder, "sums.comp");
    let given = ["check", &file, "--groups", "200", "--buffer", "Result=zero:6400"];
    let first = said(&[&given[..], &["--steps", "1000"]].concat());
    assert_eq!(first.0, Some(2), "{}", first.1);
    assert!(
        first
            .1
            .contains("sums.comp: nothing was found so far; not finished: all warps took 20"),
        "{}",
        first.1
    );
    assert!(first.1.contains(" steps of 20000; give it more with --steps"), "{}", first.1);
    assert_eq!(said(&[&given[..], &["--steps", "1000"]].concat()), first);
    let (code, told) = said(&[&given[..], &["--steps", "10000"]].concat());
    assert_eq!(code, Some(0), "{told}");
    // A fault that was found before is wrong all the same.
    let (code, told) = said(&["check", &file, "--groups", "200", "--buffer", "Result=zero:1", "--steps", "1000"]);
    assert!(code == Some(1) && told.contains("1 error; not finished: all warps took 20"), "{told}");
    let report = json(&[&given[..], &["--json", "--steps", "1000"]].concat());
    assert!(report["unfinished"].as_str().unwrap().contains("not finished"), "{report:#}");
}
