//! Operations that GLSL leaves undefined. Each has a kernel that does it and a row in the book. A
//! device finds it without changing what the kernel stored.

use gristmill::finding::FindingKind;
use gristmill::{Device, Era, KernelSource, Result, Sampling};
use std::collections::BTreeSet;
use std::path::Path;

/// Operations that no file can show, because its textures have no levels.
const WITHOUT_A_FILE: [&str; 1] = ["level"];

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The operations of the book's table: the first word of each row behind the heading.
fn in_the_book() -> BTreeSet<String> {
    let book = read("book/src/emulator.md");
    let (_, section) = book.split_once("## What GLSL leaves undefined").unwrap();
    let section = section.split("\n## ").next().unwrap();
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.filter_map(|row| row.split('`').next()).map(str::to_string).collect()
}

#[test]
fn every_operation_of_the_book_has_a_kernel_that_does_it() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/findings/undefined");
    let mut shown: BTreeSet<String> = WITHOUT_A_FILE.map(str::to_string).into();
    for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.extension().is_some_and(|ending| ending == "expected") {
            let expected = std::fs::read_to_string(path).unwrap();
            let found = expected.lines().filter_map(|line| line.strip_prefix("undefined "));
            shown.extend(found.filter_map(|line| line.split(' ').next()).map(str::to_string));
        }
    }
    assert!(shown.len() > 20, "only {shown:?}");
    assert_eq!(shown, in_the_book());
}

const DIVIDE: &str = "#version 430 core
layout(local_size_x = 4) in;
layout(std430) buffer Values { int values[]; };
void main() {
    uint lane = gl_LocalInvocationID.x;
    values[lane] = 8 / values[lane];
}
";

/// The launch runs again with another outcome, and what it works on in place is as after the first time.
#[test]
fn a_division_by_zero_is_found_and_runs_once() -> Result<()> {
    let device = Device::emulator(Era::Compute)?;
    let kernel = device.kernel(&KernelSource::new("divide").compute(DIVIDE))?;
    let mut values = device.stream(&[4, 0, 1, -2])?;
    kernel.call().output("values", &mut values).groups([1, 1, 1]).run()?;
    assert_eq!(values.read()?, [2, 0, 8, -4]);
    let findings = device.findings()?;
    let told: Vec<_> = findings
        .iter()
        .map(|finding| (finding.kind, finding.name.as_str(), finding.witnesses[0].line, finding.times))
        .collect();
    assert_eq!(told, [(FindingKind::Undefined, "division", 6, 1)]);
    assert!(findings[0].to_string().contains("GLSL 5.9"), "{}", findings[0]);
    Ok(())
}

const BRANCH: &str = "#version 330 core
uniform sampler2D photo;
out float result;
void main() {
    vec2 at = gl_FragCoord.xy * 2.0;
    result = 0.5;
    if (int(gl_FragCoord.x) % 2 == 0) {
        at /= 16.0;
        result = texture(photo, at).r;
    }
}
";

/// A texture with levels, sampled in a branch that half of each quad takes, has no level of detail there.
#[test]
fn a_level_without_a_whole_quad_is_found() -> Result<()> {
    let device = Device::emulator(Era::Fragment)?;
    let kernel = device.kernel(&KernelSource::new("branch").fragment(BRANCH))?;
    let numbers: Vec<f32> = (0..256).map(|index| (index * index % 251) as f32).collect();
    let photo = device.stream_of([16, 16], &numbers)?;
    let mut result = device.empty::<f32>([8, 8])?;
    let levels = device.mipmaps(&photo)?;
    device.findings()?;
    kernel
        .call()
        .mipmapped("photo", &levels, Sampling::linear())
        .output("result", &mut result)
        .run()?;
    let findings = device.findings()?;
    let told: Vec<_> = findings.iter().map(|finding| (finding.kind, finding.name.as_str())).collect();
    assert_eq!(told, [(FindingKind::Undefined, "level")]);

    // The nearest texel of the only level is the same whatever the level of detail.
    kernel
        .call()
        .sampled("photo", &photo, Sampling::nearest())
        .output("result", &mut result)
        .run()?;
    assert!(device.findings()?.is_empty());
    Ok(())
}
