//! Eight numbers and what becomes of them: the block of a page is what a run on the emulator gives.

mod graphs;
mod images;
mod linear_algebra;
mod of_numbers;
mod primitives;
mod simulations;
mod streams;
mod structures;

use crate::machine;
use gristmill::{Device, Era, MachineChoice, Pointer, Result};
use std::fmt::Display;
use std::path::Path;

const NUMBERS: [u32; 8] = [3, 1, 7, 0, 4, 1, 6, 3];

/// The lines of a block: what each is, and its numbers.
#[derive(Default)]
struct Block(Vec<(String, Vec<String>)>);

impl Block {
    fn line<T: Display>(&mut self, name: impl Into<String>, numbers: impl IntoIterator<Item = T>) {
        self.0
            .push((name.into(), numbers.into_iter().map(|number| number.to_string()).collect()));
    }

    /// Returns the lines in columns.
    fn text(&self) -> String {
        let name = self.0.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        let numbers = self.0.iter().flat_map(|(_, numbers)| numbers);
        let column = numbers.map(String::len).max().unwrap_or(0) + 2;
        let row = |(start, numbers): &(String, Vec<String>)| {
            let cells: String = numbers.iter().map(|number| format!("{number:>column$}")).collect();
            format!("{start:name$}{cells}\n")
        };
        self.0.iter().map(row).collect()
    }
}

/// Runs on the emulator, and holds the block of the page against what comes out.
fn shows(page: &str, run: impl Fn(&Device, &mut Block) -> Result<()>) {
    let Some(device) = machine::chosen(MachineChoice::Emulator, Era::Fragment) else { return };
    let mut block = Block::default();
    run(&device, &mut block).unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("book/src/{page}.md"));
    let text = std::fs::read_to_string(path).unwrap();
    let shown = text.split("```text,numbers\n").nth(1).and_then(|rest| rest.split("```").next());
    assert!(shown == Some(&block.text()), "{page}.md: the run gives\n```text,numbers\n{}```", block.text());
}

fn floats() -> [f32; 8] {
    NUMBERS.map(|number| number as f32)
}

fn pointers(places: [Option<u32>; 8]) -> [Pointer; 8] {
    places.map(|place| place.map_or(Pointer::NOWHERE, |place| Pointer::to(place as usize)))
}

fn named(places: [Option<u32>; 8]) -> [String; 8] {
    places.map(|place| place.map_or("-".into(), |place| place.to_string()))
}

/// Each page of an algorithm begins with numbers, and a test above runs them.
#[test]
fn every_algorithm_begins_with_numbers() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &Path| std::fs::read_to_string(path).unwrap();
    let entries = |folder: &str| std::fs::read_dir(root.join(folder)).unwrap().map(|entry| entry.unwrap().path());
    let tests: String = entries("tests/book/numbers").map(|path| read(&path)).collect();
    let parts: Vec<_> = entries("book/src")
        .filter(|path| path.is_dir() && !path.ends_with("figures"))
        .collect();
    for algorithm in gristmill::algorithms::TABLE {
        let page = |part: &&std::path::PathBuf| part.join(format!("{}.md", algorithm.name)).exists();
        let part = parts.iter().find(page).unwrap();
        let text = read(&part.join(format!("{}.md", algorithm.name)));
        let shown = text
            .find("```text,numbers\n")
            .unwrap_or_else(|| panic!("{} shows no numbers", algorithm.name));
        let era = text.find("\n## The fragment era").unwrap_or(text.len());
        assert!(shown < era, "{}: numbers come before the eras", algorithm.name);
        let name = format!("\"{}/{}\"", part.file_name().unwrap().to_string_lossy(), algorithm.name);
        assert!(tests.contains(&name), "no test runs the numbers of {name}");
    }
}
