//! The types and layout of a result's words.

use super::fill::{self, NumberPlace, read_word};
use super::images::texture_scalar;
use super::launch_run::LaunchRun;
use super::settings::RunSetting;
use super::target_formats::kept_lanes;
use gristmill_base::element::Scalar;
use gristmill_emulator::assembly::TypeLayout;
use gristmill_emulator::number::{NumberType, join_words};
use gristmill_emulator::storage::Storage;
use gristmill_emulator::texture::TexelFormat;
use gristmill_shader::Stage;

/// The type and layout of a result's words.
///
/// ```
/// use gristmill::check::{KernelCheck, LaunchOptions, OutputShape};
/// let text = "#version 330 core
/// // run: size 3x2
/// out vec2 place;
/// void main() { place = gl_FragCoord.xy; }";
/// let report = KernelCheck::source("place.frag", text).run(&LaunchOptions::new())?;
/// let shape: &OutputShape = &report.shapes[0];
/// assert_eq!((shape.name(), shape.size(), shape.lanes()), ("place", Some([3, 2]), 2));
/// let numbers = shape.numbers(report.output("place").unwrap_or_default(), 4); // four at most
/// assert_eq!(numbers, [0.5, 0.5, 1.5, 0.5]);
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct OutputShape {
    name: String,
    /// Width and height, if it has rows.
    size: Option<[u32; 2]>,
    lanes: u8,
    words: NumberLayout,
}

/// The layout of numbers in words.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum NumberLayout {
    /// The layout of a block.
    Block(TypeLayout),
    /// Texels of an image.
    Texels(TexelFormat, Scalar),
    /// Lanes of that type, with this many words for each fragment or vertex.
    Lanes(Scalar, usize),
}

impl OutputShape {
    /// Returns the name of the buffer, image or output.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the width and height in texels; `None` for a buffer, and for vertex outputs.
    pub fn size(&self) -> Option<[u32; 2]> {
        self.size
    }

    /// Returns the numbers of a texel; 1 for a buffer.
    pub fn lanes(&self) -> u8 {
        self.lanes
    }

    /// Returns the layout of its numbers.
    pub(super) fn number_layout(&self) -> &NumberLayout {
        &self.words
    }

    /// Returns the numbers of its words in the order of their declaration, at most `most`.
    pub fn numbers(&self, words: &[u32], most: usize) -> Vec<f64> {
        match &self.words {
            NumberLayout::Block(layout) => {
                // A number takes at least a byte, and at most 16 bytes including padding.
                let words = &words[..words.len().min(most.saturating_mul(4))];
                let places = fill::find_places(layout, 0, words.len());
                let numbers = places.iter().filter(|place| place.begins_number());
                numbers.take(most).map(|place| number_at(place, words)).collect()
            }
            NumberLayout::Lanes(scalar, each) => {
                let texels = words.chunks(*each);
                let lanes = texels.flat_map(|texel| texel.iter().take(usize::from(self.lanes)));
                lanes.take(most).map(|word| to_number(*scalar, *word)).collect()
            }
            NumberLayout::Texels(texel, scalar) => {
                let each = texel.word_count().max(1);
                let storage = Storage::from_words(words);
                let texels = (0..words.len() / each).map(|at| texel.read(&storage, at * each));
                let lanes = texels.flat_map(|lanes| lanes.into_iter().take(texel.lane_count()));
                lanes.take(most).map(|word| to_number(*scalar, word)).collect()
            }
        }
    }
}

/// Returns the number at a place.
fn number_at(place: &NumberPlace, words: &[u32]) -> f64 {
    let wide = join_words(read_word(words, place.word), read_word(words, place.word + 1));
    match place.half {
        Some((NumberType::Float(_), _)) => f64::from_bits(wide),
        Some((NumberType::Int(_), _)) => wide as i64 as f64,
        Some((NumberType::Uint(_), _)) => wide as f64,
        None => to_number(place.scalar, place.read_value(read_word(words, place.word))),
    }
}

fn to_number(scalar: Scalar, word: u32) -> f64 {
    match scalar {
        Scalar::F32 | Scalar::F16 | Scalar::Unorm8 => f64::from(f32::from_bits(word)),
        Scalar::I32 => f64::from(word as i32),
        Scalar::U32 => f64::from(word),
    }
}

/// Returns the shapes of a launch's results, in the order of a run's outputs.
pub(super) fn output_shapes(running: &LaunchRun) -> Vec<OutputShape> {
    let plan = running.plan;
    let views = plan.memories.iter().flat_map(|memory| &memory.views);
    let blocks = views.filter(|view| view.writable).map(|view| OutputShape {
        name: view.name.clone(),
        size: None,
        lanes: 1,
        words: NumberLayout::Block(view.layout.clone()),
    });
    let textures = plan.textures.iter().filter(|texture| texture.writable);
    let images = textures.map(|texture| {
        let texel = texture.texture.texel;
        OutputShape {
            name: texture.name.clone(),
            size: Some([texture.size[0], texture.size[1]]),
            lanes: texel.lane_count() as u8,
            words: NumberLayout::Texels(texel, texture_scalar(texture)),
        }
    });
    let drawn = running
        .checked
        .outputs
        .iter()
        .filter(|output| !is_drawn_into(running, &output.name))
        .map(|output| {
            let vertices = running
                .assemblies
                .last()
                .is_some_and(|assembly| assembly.stage == Stage::Vertex);
            let each = if vertices { usize::from(output.lanes) } else { 4 };
            OutputShape {
                name: output.name.clone(),
                size: (!vertices).then_some(running.bounds.size),
                lanes: if vertices { output.lanes } else { kept_lanes(running.settings, output) },
                words: NumberLayout::Lanes(output.scalar, each.max(1)),
            }
        });
    blocks.chain(images).chain(drawn).collect()
}

fn is_drawn_into(running: &LaunchRun, name: &str) -> bool {
    running
        .settings
        .iter()
        .any(|setting| matches!(setting, RunSetting::Output(output, _) if output == name))
}
