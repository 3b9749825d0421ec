//! The example kernels of the playground: files from elsewhere in the repository, with their launch options.

use gristmill::{Result, kernels};
use serde_json::{Value, json};

/// An example kernel.
struct PlaygroundExample {
    title: &'static str,
    file: &'static str,
    text: ExampleText,
    options: &'static [(&'static str, &'static str)],
}

/// The source of its text.
enum ExampleText {
    /// A file of the examples.
    Here(&'static str),
    /// A kernel of the library, by its path.
    Library(&'static str),
}

const EXAMPLES: [PlaygroundExample; 7] = [
    PlaygroundExample {
        title: "A race",
        file: "race.comp",
        text: ExampleText::Here(include_str!("../../../examples/race/race.comp")),
        options: &[("groups", "1")],
    },
    PlaygroundExample {
        title: "The race, mended",
        file: "race_mended.comp",
        text: ExampleText::Here(include_str!("../../../examples/race/race_mended.comp")),
        options: &[("groups", "1"), ("buffer", "Source=index:1024"), ("buffer", "Result=zero:1024")],
    },
    PlaygroundExample {
        title: "Saxpy, fragment era",
        file: "saxpy.frag",
        text: ExampleText::Library("fragment_kernels/streams/saxpy.frag"),
        options: &[("size", "8x8"), ("uniform", "alpha=2.0"), ("image", "x=index:8x8"), ("image", "y=random:8x8")],
    },
    PlaygroundExample {
        title: "Saxpy, compute era",
        file: "saxpy.comp",
        text: ExampleText::Library("compute_kernels/streams/saxpy.comp"),
        options: &[
            ("groups", "1"),
            ("uniform", "element_count=64"),
            ("uniform", "alpha=2.0"),
            ("buffer", "X=index:64"),
            ("buffer", "Y=random:64"),
            ("buffer", "Result=zero:64"),
        ],
    },
    PlaygroundExample {
        title: "A picture: the Mandelbrot set",
        file: "mandelbrot.frag",
        text: ExampleText::Library("fragment_kernels/numbers/mandelbrot.frag"),
        // The fixed-point numbers have 28 fractional bits: from -2.5 - 1.3125 i on, in steps of 0.0546875.
        options: &[
            ("size", "64x48"),
            ("uniform", "corner=-671088640,-352321536"),
            ("uniform", "distance=14680064"),
            ("uniform", "most=32"),
        ],
    },
    PlaygroundExample {
        title: "One step of life",
        file: "life.frag",
        text: ExampleText::Library("fragment_kernels/simulations/life.frag"),
        options: &[("size", "64x64"), ("uniform", "output_shape=64,64,0,0"), ("image", "cells=random:64x64")],
    },
    PlaygroundExample {
        title: "Relaxation in Cg, 2004",
        file: "relax.cg",
        text: ExampleText::Here(include_str!("../../../fragment_kernels/museum/relax.cg")),
        options: &[
            ("size", "64x64"),
            ("uniform", "size=64,64"),
            ("image", "x=random:64x64"),
            ("image", "right_side=random:64x64"),
        ],
    },
];

pub(crate) fn answer_examples() -> Result<Value> {
    let told = EXAMPLES.iter().map(|example| {
        let text = match example.text {
            ExampleText::Here(text) => text.to_string(),
            ExampleText::Library(path) => kernels::text(path)?.to_string(),
        };
        Ok(json!({ "title": example.title, "file": example.file, "text": text, "options": example.options }))
    });
    Ok(json!({ "examples": told.collect::<Result<Vec<_>>>()? }))
}
