//! `fit`, `check --card` and a device that plays a card, asked of the same kernels on the same
//! cards: they never contradict each other.
//!
//! The whole table is 289 kernels on 17 cards; a run asks every twelfth cell of it, every third of the vertex kernels',
//! and `GRISTMILL_CELLS=all` all of them. Kernels of 2005 are called too, on streams of floats: each on the GeForce FX,
//! which has those in rectangle textures alone.

use gristmill::card::Fit;
use gristmill::check::{Checked, KernelCheck, LaunchOptions};
use gristmill::finding::{Finding, FindingKind};
use gristmill::{Device, Era, Kernel, KernelSource, Profile, Value};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Cells of which a usual run asks one.
const STRIDE: usize = 12;

fn kernels(folder: &Path, wanted: &str, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            kernels(&path, wanted, found);
        } else if path.extension().is_some_and(|ending| ending == wanted) {
            found.push(path);
        }
    }
}

/// Returns the things that findings of a kind are about.
fn things(findings: &[Finding], kinds: &[FindingKind]) -> BTreeSet<String> {
    let of_kind = findings
        .iter()
        .filter(|finding| kinds.contains(&finding.kind) && finding.name != "numbers");
    of_kind.map(|finding| finding.name.clone()).collect()
}

/// Asserts that a check refuses what `fit` refuses, and finds what `fit` makes depend on the host;
/// returns whether the run ended.
fn assert_check_agrees(place: &str, fit: &Fit, checked: &Checked, card: &'static Profile) -> bool {
    let launch = LaunchOptions::new().size([2, 2]).card(card).unwatched().steps(50_000);
    let report = match checked.launch(&launch) {
        Ok(report) => report,
        // A loop that default inputs do not end.
        Err(error) if error.to_string().contains("a warp was stopped after") => return false,
        Err(error) => panic!("{place}: {error}"),
    };
    let refused: BTreeSet<String> = fit.refusals().map(|demand| demand.sentence.clone()).collect();
    let depends: BTreeSet<String> = fit.conditions.iter().map(|demand| demand.thing.to_string()).collect();
    let of_card = report.findings.iter().filter(|finding| finding.place == card.title);
    let found: Vec<Finding> = of_card.cloned().collect();
    let told: BTreeSet<String> = found.iter().map(|finding| finding.mend.clone()).collect();
    assert!(refused.is_subset(&told), "{place}: fit refuses {refused:#?}, check says {told:#?}");
    let others: Vec<Finding> = found.into_iter().filter(|finding| !refused.contains(&finding.mend)).collect();
    assert_eq!(
        things(&others, &[FindingKind::Refused, FindingKind::Note]),
        depends,
        "{place}: what depends on the host"
    );
    let is_refused = report.findings.iter().any(|finding| finding.kind == FindingKind::Refused);
    let fits_floats = fit.is_taken() && !depends.contains("float textures");
    assert_eq!(is_refused, !fits_floats, "{place}: {}", report.verdict());
    true
}

/// Asserts that a device that plays the card compiles a kernel if it fits, and else refuses it in the words of `fit`.
fn assert_device_agrees(place: &str, fit: &Fit, source: &KernelSource, device: &Device) {
    let first = fit.refusals().next();
    match (device.kernel(source), first) {
        (Ok(_), None) => {}
        (Err(error), Some(first)) => {
            assert!(error.to_string().contains(&first.sentence), "{place}: fit says {first}, the device {error}");
        }
        (Ok(_), Some(first)) => panic!("{place}: fit says {first}, the device takes it"),
        (Err(error), None) => panic!("{place}: it fits, and the device says {error}"),
    }
}

/// Returns the value for a uniform of this type.
fn half_of(kind: &str) -> Value {
    match kind {
        "float" => 0.5.into(),
        "vec2" => [0.5; 2].into(),
        "vec3" => [0.5; 3].into(),
        "vec4" => [0.5; 4].into(),
        "mat4" => nalgebra::Matrix4::repeat(0.5).into(),
        other => panic!("a uniform of {other}"),
    }
}

/// Calls a kernel on streams of floats, with what its refusals ask for; returns the first other one.
fn call_on_floats(device: &Device, kernel: &Kernel) -> Result<(), String> {
    let source = device.stream_of([4, 4], &[[0.5_f32; 4]; 16]).unwrap();
    let (mut uniforms, mut streams, mut outputs) = (vec![], vec![], vec![]);
    loop {
        let mut results: Vec<_> = outputs.iter().map(|_| device.empty::<[f32; 4]>([4, 4]).unwrap()).collect();
        let mut call = kernel.call();
        for (kind, name) in &uniforms {
            let (kind, name): (&String, &String) = (kind, name);
            call = call.uniform(name, half_of(kind));
        }
        for name in &streams {
            let name: &String = name;
            call = call.gather(name, &source);
        }
        for (name, result) in outputs.iter().zip(&mut results) {
            let name: &String = name;
            call = call.output(name, result);
        }
        let Err(error) = call.run() else { return Ok(()) };
        let error = error.to_string();
        let words: Vec<String> = error.split(' ').map(str::to_string).collect();
        match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            [.., "the", "uniform", kind, name, "is", "not", "set;", "add", _, _] => {
                uniforms.push((kind.to_string(), name.to_string()));
            }
            [_, "the", "stream", name, "is", "not", "given;", ..] => streams.push(name.to_string()),
            [_, "the", "output", name, "is", "not", "bound;", ..] => outputs.push(name.to_string()),
            _ => return Err(error),
        }
    }
}

/// Asserts that a device that plays the card runs a kernel on floats exactly if `fit` says so; what it says of
/// rectangles included.
fn assert_call_agrees(place: &str, fit: &Fit, source: &KernelSource, device: &Device) {
    let Ok(kernel) = device.kernel(source) else { return }; // refused by its text, which is compared
    let called = call_on_floats(device, &kernel);
    assert_eq!(called.is_ok(), fit.takes_floats(), "{place}: fit says {}, the call {called:?}", fit.verdict());
    if let (Err(error), [first, ..]) = (called, &fit.conditions[..]) {
        // A 2D sampler meets the rectangle that such a card's device makes of each stream.
        let is_of_rectangles = error.contains("but its stream is a rectangle texture");
        assert!(error.contains(first.thing) || is_of_rectangles, "{place}: fit says {first}, the call {error}");
    }
}

/// Returns the stride of a run: 1 if it is to ask all cells.
fn stride_of(usual: usize) -> usize {
    if std::env::var("GRISTMILL_CELLS").is_ok_and(|cells| cells == "all") { 1 } else { usual }
}

/// A device for each card, in their order.
fn playing_devices() -> Vec<Device> {
    let play = |card| Device::emulator(Era::Fragment).unwrap().with_card(card).unwrap();
    Profile::all().iter().map(play).collect()
}

#[test]
fn fit_and_check_and_a_playing_device_agree() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fragment_kernels");
    let mut files = vec![];
    kernels(&root, "frag", &mut files);
    files.sort();
    let stride = stride_of(STRIDE);
    let devices = playing_devices();
    let (mut cells, mut pairs, mut endless, mut called) = (0, 0, 0, 0);
    for (row, file) in files.iter().enumerate() {
        let is_of_2005 = file.to_string_lossy().contains("_2005");
        let is_asked = |column: usize| {
            let with_rectangles = Profile::all()[column].float_rectangles.value;
            (row + column * 5).is_multiple_of(stride) || is_of_2005 && with_rectangles
        };
        let columns: Vec<usize> = (0..devices.len()).filter(|column| is_asked(*column)).collect();
        if columns.is_empty() {
            continue;
        }
        let text = std::fs::read_to_string(file).unwrap();
        let name = file.file_stem().unwrap().to_str().unwrap().to_string();
        let source = KernelSource::new(name.clone().leak()).fragment(text.clone());
        // The device needs both kernels where a vertex kernel places the fragments.
        let is_placed = file.with_extension("vert").exists();
        let checked = KernelCheck::source(format!("{name}.frag"), text.clone()).compile();
        let checked = checked.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let flat = KernelCheck::source(format!("{name}.frag"), text).flat().unwrap();
        for column in columns {
            let card = &Profile::all()[column];
            let place = format!("{name} on {}", card.name);
            let fit = flat.fit(card);
            endless += usize::from(!assert_check_agrees(&place, &fit, &checked, card));
            if is_placed {
                pairs += 1;
            } else {
                assert_device_agrees(&place, &fit, &source, &devices[column]);
                if is_of_2005 && fit.is_taken() {
                    called += 1;
                    assert_call_agrees(&place, &fit, &source, &devices[column]);
                }
            }
            cells += 1;
        }
    }
    println!(
        "{cells} cells, {pairs} of them without the device, {endless} without a check, {called} called, 0 contradictions"
    );
    assert!(endless * 20 < cells, "{endless} of {cells} runs do not end");
    assert!(cells >= 289 * 17 / STRIDE, "{cells} cells");
}

/// The vertex kernels, each asked on each card: alone by `fit` and `check`, and with its fragment kernel by a device.
#[test]
fn fit_and_check_and_a_playing_device_agree_about_vertex_kernels() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fragment_kernels");
    let mut files = vec![];
    kernels(&root, "vert", &mut files);
    files.retain(|file| !file.ends_with("include/cover.vert"));
    files.sort();
    let stride = stride_of(3);
    let devices = playing_devices();
    let (mut cells, mut refused, mut taken) = (0, 0, 0);
    for (row, file) in files.iter().enumerate() {
        let text = std::fs::read_to_string(file).unwrap();
        let name = file.file_stem().unwrap().to_str().unwrap().to_string();
        let checked = KernelCheck::source(format!("{name}.vert"), text.clone()).compile();
        let checked = checked.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let flat = KernelCheck::source(format!("{name}.vert"), text.clone()).flat().unwrap();
        let fragment = std::fs::read_to_string(file.with_extension("frag")).ok();
        let mut source = KernelSource::new(name.clone().leak()).vertex(text);
        let mut after = None;
        if let Some(fragment) = fragment {
            after = Some(KernelCheck::source(format!("{name}.frag"), fragment.clone()).flat().unwrap());
            source = source.fragment(fragment);
        }
        for (column, (card, device)) in Profile::all().iter().zip(&devices).enumerate() {
            if !(row + column).is_multiple_of(stride) {
                continue;
            }
            let place = format!("{name}.vert on {}", card.name);
            let fit = flat.fit(card);
            assert_vertex_check_agrees(&place, &fit, &checked, card);
            // A device is the first to meet: the vertex kernel, then the fragment kernel.
            let both = after.as_ref().map(|after| after.fit(card));
            let first = if fit.is_taken() { both.as_ref().unwrap_or(&fit) } else { &fit };
            assert_device_agrees(&place, first, &source, device);
            cells += 1;
            *if fit.is_taken() { &mut taken } else { &mut refused } += 1;
        }
    }
    println!("{cells} cells, {taken} taken, {refused} refused, 0 contradictions");
    assert!(files.len() >= 20 && taken > 30 && refused > 30, "{} kernels, {taken}, {refused}", files.len());
}

/// Asserts that a check of a vertex kernel finds exactly what `fit` refuses.
fn assert_vertex_check_agrees(place: &str, fit: &Fit, checked: &Checked, card: &'static Profile) {
    let launch = LaunchOptions::new().card(card).unwatched().steps(50_000);
    let report = checked.launch(&launch).unwrap_or_else(|error| panic!("{place}: {error}"));
    let refused: BTreeSet<String> = fit.refusals().map(|demand| demand.sentence.clone()).collect();
    let of_card = report.findings.iter().filter(|finding| finding.kind == FindingKind::Refused);
    let told: BTreeSet<String> = of_card.map(|finding| finding.mend.clone()).collect();
    assert!(refused.is_subset(&told), "{place}: fit refuses {refused:#?}, check says {told:#?}");
    // Formats are the host's: a check fills textures in formats of its own.
    let others: Vec<&String> = told.difference(&refused).collect();
    assert!(others.iter().all(|said| said.starts_with("vertex textures:")), "{place}: {others:#?}");
}
