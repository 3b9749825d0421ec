//! The errata of the book's appendix: a test per entry. Each holds the printed line and the mended one up to
//! the same judgement: a compiler, a run on the emulator and on the driver, a registry, or arithmetic.
//!
//! `cargo test errata` runs them; `every_entry_has_its_test` holds them to the appendix.

mod appendix;
mod chapter_33;
#[cfg(feature = "gl")]
mod driver;
mod gkit2;
mod red_book;
mod registry;
mod spirv;
mod superbible;
mod webgl;

use crate::machine;
use gristmill::check::{KernelCheck, LaunchOptions, Report};
use gristmill::finding::FindingKind;
use gristmill::{Element, Era, KernelSource, MachineChoice};

/// Ends the test unless the printed line fails the judgement and the mended one passes it. Where the two are
/// swapped, both halves end it.
#[track_caller]
fn printed_fails_mended_holds<L: Copy>(printed: L, mended: L, holds: impl Fn(L) -> bool) {
    assert!(!holds(printed), "the printed line holds");
    assert!(holds(mended), "the mended line fails");
}

#[test]
fn swapped_lines_are_found() {
    use std::panic::catch_unwind;
    printed_fails_mended_holds(3, 4, |sides| sides == 4);
    assert!(catch_unwind(|| printed_fails_mended_holds(4, 3, |sides| sides == 4)).is_err());
    assert!(catch_unwind(|| printed_fails_mended_holds(3, 4, |_| true)).is_err());
    assert!(catch_unwind(|| printed_fails_mended_holds(3, 4, |_| false)).is_err());
}

/// A kernel's text under a name that says its stage.
fn listing(text: &str) -> KernelCheck {
    KernelCheck::source(if text.contains("local_size") { "listing.comp" } else { "listing.frag" }, text)
}

/// Returns the objection of glslang to a kernel's text, or an empty text where it compiles.
fn refusal(text: &str) -> String {
    listing(text).compile().err().map_or(String::new(), |error| error.to_string())
}

/// Returns true if glslang takes a kernel's text. The driver must then take it, too. A driver that
/// takes more is told of.
fn compiles(text: &str) -> bool {
    let taken = refusal(text).is_empty();
    #[cfg(feature = "gl")]
    if let Some([driver, _]) = driver::statuses(text) {
        assert!(driver || !taken, "the driver refuses {text}");
        if driver && !taken {
            println!("the driver takes what glslang refuses: {text}");
        }
    }
    taken
}

/// A compute kernel with these lines before and inside `main`.
fn compute_text(declarations: &str, body: &str) -> String {
    format!(
        "#version 430 core\nlayout(local_size_x = 8) in;\nlayout(std430) buffer Result {{ float result[]; }};
{declarations}\nvoid main() {{ result[gl_GlobalInvocationID.x] = 0.0; {body} }}\n"
    )
}

/// Runs a compute kernel on the emulator, which watches. Every buffer is `Name { .. name[]; }`.
fn watch(text: &str, groups: u32, buffers: &[(&str, Vec<u32>)]) -> Report {
    let launch = LaunchOptions::new().groups([groups, 1, 1]);
    let launch = buffers
        .iter()
        .fold(launch, |launch, (name, words)| launch.buffer(&block(name), words.clone()));
    listing(text).run(&launch).unwrap_or_else(|error| panic!("{error}"))
}

/// The name of a block whose array is called so.
fn block(array: &str) -> String {
    array[..1].to_uppercase() + &array[1..]
}

/// Returns how often the emulator found something of that kind.
fn found(report: &Report, kind: FindingKind) -> u64 {
    let findings = report.findings.iter().filter(|finding| finding.kind == kind);
    findings.map(|finding| finding.times).sum()
}

/// The words of an output as floats.
fn floats(report: &Report, block: &str) -> Vec<f32> {
    let words = report.output(block).unwrap_or_else(|| panic!("there is no {block}"));
    words.iter().map(|word| f32::from_bits(*word)).collect()
}

/// Runs a compute kernel on the emulator and, where there is one, on the driver: what the last of its buffers
/// holds afterwards, by machine.
fn on_every_machine<T: Element>(text: &str, groups: [u32; 3], buffers: &[(&str, &[T])]) -> Vec<Vec<T>> {
    let choices = [MachineChoice::Emulator, MachineChoice::Driver];
    let devices = choices.into_iter().filter_map(|choice| machine::chosen(choice, Era::Compute));
    let run = |device: gristmill::Device| {
        let kernel = device.kernel(&KernelSource::new("listing").compute(text.to_string()))?;
        let streams = buffers.iter().map(|(name, elements)| Ok((*name, device.stream(elements)?)));
        let mut streams: Vec<_> = streams.collect::<gristmill::Result<_>>()?;
        let call = streams
            .iter_mut()
            .fold(kernel.call(), |call, (name, stream)| call.update(name, stream));
        call.groups(groups).run()?;
        streams.last().map_or(Ok(vec![]), |(_, stream)| stream.read())
    };
    devices
        .map(|device| run(device).unwrap_or_else(|error: gristmill::Error| panic!("{error}")))
        .collect()
}
