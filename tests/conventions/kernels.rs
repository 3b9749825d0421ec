//! Rules for the text of kernels.

use crate::source::{File, assert_none, files, kernel_files, stem, words};

/// The most lines of a kernel file.
const KERNEL_LINES: usize = 90;

/// Kernels that are longer, as above.
const LONGER_KERNELS: [(&str, usize, &str); 3] = [
    (
        "kernel_includes/addressing.glsl",
        180,
        "the address translations three times, to be read side by side: as printed, mended, and in integers",
    ),
    (
        "compute_kernels/primitives/scan_lookback.comp",
        140,
        "one dispatch does what two others do: the block's scan and the look-back share their shared memory",
    ),
    (
        "compute_kernels/primitives/sort_onesweep.comp",
        100,
        "one dispatch does what three others do: counting, looking back and moving share their shared memory",
    ),
];

/// The first two lines of a kernel: its era, and what one run computes.
fn wrong_header(file: &File) -> Vec<String> {
    let stem = stem(&file.path);
    let version = match file.path.ends_with(".comp") {
        true => "#version 430 core",
        false if stem.ends_with("_2005") => "#version 110",
        false => "#version 330 core",
    };
    let mut lines = file.text.lines();
    let mut faults = Vec::new();
    if lines.next() != Some(version) {
        faults.push(format!("{}:1: the first line is the era; write {version}", file.path));
    }
    let start = format!("// {stem}: ");
    if !lines
        .next()
        .is_some_and(|line| line.len() > start.len() && line.starts_with(&start))
    {
        faults.push(format!("{}:2: the second line says what one run computes; write {start}...", file.path));
    }
    faults
}

#[test]
fn kernels_begin_with_their_era_and_purpose() {
    let faults: Vec<_> = kernel_files().iter().flat_map(wrong_header).collect();
    assert_none("a kernel's header is wrong", &faults);
}

#[test]
fn a_wrong_header_is_found() {
    let faults = |path: &str, text: &str| wrong_header(&File { path: path.to_string(), text: text.to_string() }).len();
    assert_eq!(faults("k/scan.comp", "#version 430 core\n// scan: a block.\n"), 0);
    assert_eq!(faults("k/scan.frag", "#version 430 core\n// scan: a pass.\n"), 1);
    assert_eq!(faults("k/scan.frag", "#version 330 core\n// the scan\n"), 1);
    assert_eq!(faults("k/scan_2005.frag", "#version 110\n// scan_2005: a pass.\n"), 0);
    assert_eq!(faults("k/scan_2005.frag", "#version 330 core\n// scan_2005: a pass.\n"), 1);
    assert_eq!(faults("k/scan.vert", ""), 2);
}

/// Comments that say what a kernel is run on, and stand in the middle of others: nobody reads them.
fn flowed_runs(file: &File) -> Vec<String> {
    let lines = file.text.lines().enumerate();
    let flowed = lines.filter(|(_, line)| {
        let comment = line.strip_prefix("//").map(str::trim_start);
        comment.is_some_and(|comment| {
            comment
                .match_indices("run: ")
                .any(|(at, _)| at > 0 && comment[..at].ends_with(' '))
        })
    });
    flowed
        .map(|(at, _)| {
            let line = at + 1;
            format!(
                "{}:{line}: a run comment flowed into another; give it a line of its own, as // run: groups 4",
                file.path
            )
        })
        .collect()
}

#[test]
fn a_run_comment_has_a_line_of_its_own() {
    let folders = ["compute_kernels", "fragment_kernels", "examples", "tests", "crates/puzzles/puzzles"];
    let kernels = folders.iter().flat_map(|folder| files(folder, &[".comp", ".frag", ".vert"]));
    let faults: Vec<_> = kernels.flat_map(|file| flowed_runs(&file)).collect();
    assert_none("a run comment is read by nobody", &faults);
}

#[test]
fn a_flowed_run_comment_is_found() {
    let faults = |text: &str| flowed_runs(&File { path: "k/a.comp".to_string(), text: text.to_string() }).len();
    assert_eq!(faults("// a: adds.\n// run: groups 4\n//run: uniform n=3\n"), 0);
    assert_eq!(faults("// a: adds. run: groups 4 run: uniform n=3\n"), 1);
}

fn long_kernel(file: &File, longer: &[(&str, usize, &str)]) -> Vec<String> {
    let lines = file.text.lines().count();
    let exception = longer.iter().find(|(path, ..)| *path == file.path);
    let limit = exception.map_or(KERNEL_LINES, |(_, limit, _)| *limit);
    if lines > limit {
        return vec![format!("{}:{lines}: {lines} lines, {limit} is the most; split the kernel into steps", file.path)];
    }
    if exception.is_some() && lines <= KERNEL_LINES {
        return vec![format!(
            "{}:1: {lines} lines, so it needs no exception; take it out of LONGER_KERNELS",
            file.path
        )];
    }
    Vec::new()
}

#[test]
fn kernels_fit_in_one_sitting() {
    let mut kernels = kernel_files();
    kernels.extend(files("fragment_kernels/include", &[".glsl"]));
    kernels.extend(files("compute_kernels/include", &[".glsl"]));
    let faults: Vec<_> = kernels.iter().flat_map(|file| long_kernel(file, &LONGER_KERNELS)).collect();
    assert_none("a kernel is too long", &faults);
}

#[test]
fn a_long_kernel_is_found() {
    let of = |lines: usize| File { path: "k/a.frag".to_string(), text: "//\n".repeat(lines) };
    let exception = [("k/a.frag", KERNEL_LINES + 1, "because")];
    assert_eq!(long_kernel(&of(KERNEL_LINES), &[]), [""; 0]);
    assert_eq!(long_kernel(&of(KERNEL_LINES + 1), &[]).len(), 1);
    assert_eq!(long_kernel(&of(KERNEL_LINES + 1), &exception), [""; 0]);
    assert_eq!(long_kernel(&of(KERNEL_LINES), &exception).len(), 1);
}

/// Barriers without a word on what they guarantee.
fn silent_barriers(file: &File) -> Vec<String> {
    let barrier = |line: &str| {
        let code = line.split("//").next().unwrap_or("");
        words(code).any(|(at, word)| {
            let called = code[at + word.len()..].trim_start().starts_with('(');
            called && (word == "barrier" || word.starts_with("memoryBarrier") || word == "groupMemoryBarrier")
        })
    };
    let lines = (1..).zip(file.text.lines()).filter(|(_, line)| barrier(line));
    let silent = lines.filter(|(_, line)| line.split_once("//").is_none_or(|(_, comment)| comment.trim().is_empty()));
    silent
        .map(|(number, _)| {
            format!("{}:{number}: a barrier without a comment; say on its line what it guarantees", file.path)
        })
        .collect()
}

#[test]
fn barriers_say_what_they_guarantee() {
    let faults: Vec<_> = files("compute_kernels", &[".comp", ".glsl"])
        .iter()
        .flat_map(silent_barriers)
        .collect();
    assert_none("a barrier is silent", &faults);
}

#[test]
fn a_silent_barrier_is_found() {
    let faults = |text: &str| silent_barriers(&File { path: "k/a.comp".to_string(), text: text.to_string() }).len();
    assert_eq!(faults("    barrier(); // every lane has written\n// barrier() is nice"), 0);
    assert_eq!(faults("    barrier();\n    barrier (); //  \n memoryBarrierShared();"), 3);
}
