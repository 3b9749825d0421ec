//! `gristmill check` and `profile` of WGSL and SPIR-V: the compiler in its child, the options, folders.

use crate::check::{folder, gristmill, json, path};

const WGSL: &str = "override TURNS: u32 = 1u;
@group(0) @binding(0) var<storage, read_write> result: array<u32>;
@compute @workgroup_size(4)
fn right(@builtin(local_invocation_index) at: u32) {
    result[at] = at * TURNS;
}
@compute @workgroup_size(4)
fn wrong(@builtin(local_invocation_index) at: u32) {
    result[0] = at;
}
";

#[test]
fn options_choose_of_a_module() {
    let folder = folder(&[("two.wgsl", WGSL), ("broken.wgsl", "fn main( {\n")]);
    let two = path(&folder, "two.wgsl");
    let expect = ["--expect", "result=[0,3,6,9]", "--buffer", "result=zero:4"];
    let (code, out, errors) =
        gristmill(&[&["check", &two, "--entry", "right", "--constant", "TURNS=3"][..], &expect[..]].concat());
    assert_eq!(code, Some(0), "{out}{errors}");
    let (code, out, _) = gristmill(&[&["check", &two, "--entry", "right"][..], &expect[..]].concat());
    assert!(code == Some(1) && out.contains("result"), "{out}");
    let (code, out, _) = gristmill(&["check", &two, "--entry", "wrong"]);
    assert!(code == Some(1) && out.contains("[ two.wgsl:9:"), "{out}");
    // Without a choice each of them is judged, by its name.
    let (code, out, errors) = gristmill(&["check", &two]);
    assert!(
        code == Some(1) && out.contains("two.wgsl (right): ") && out.contains("two.wgsl (wrong): 1 error"),
        "{out}{errors}"
    );
    let both = json(&["check", &two, "--json"]);
    assert_eq!([0, 1].map(|at| both[at]["entry"].clone()), ["right", "wrong"]);
    let (code, out, errors) = gristmill(&["check", &path(&folder, "broken.wgsl")]);
    assert!(code == Some(2) && (out + &errors).contains("[ broken.wgsl:1:"));
    // An error of the whole text is said once.
    std::fs::write(folder.path().join("broken_twice.wgsl"), format!("{WGSL}fn more( {{\n")).unwrap();
    let (code, out, errors) = gristmill(&["check", &path(&folder, "broken_twice.wgsl")]);
    assert!(code == Some(2) && (out + &errors).matches("does not compile").count() == 1);
    let (code, out, errors) = gristmill(&["profile", &two, "--entry", "right"]);
    assert!(code == Some(0) && out.contains("result[at] = at * TURNS;"), "{out}{errors}");
}

#[test]
fn a_folder_has_kernels_of_every_language() {
    let folder = folder(&[("one.wgsl", WGSL.split("@compute @workgroup_size(4)\nfn wrong").next().unwrap())]);
    let scan = std::path::Path::new(crate::ROOT).join("tests/findings/race/scan_of_hlsl.spv");
    std::fs::copy(scan, folder.path().join("scan.spv")).unwrap();
    std::fs::write(folder.path().join("cut.spv"), [3, 2, 35, 7, 0]).unwrap();
    let all = json(&["check", folder.path().to_str().unwrap(), "--json"]);
    let told = all.to_string();
    assert!(told.contains("scan_of_hlsl.hlsl") && told.contains("found 5 bytes"), "{told}");
}
