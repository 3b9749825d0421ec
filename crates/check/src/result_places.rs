//! Finds each number of a result: its place in the words, and its name.

use super::fill::{self, NumberPlace, member_name, read_word};
use super::shapes::{NumberLayout, OutputShape};
use super::texels::Texels;
use gristmill_base::element::Scalar;
use gristmill_emulator::assembly::TypeLayout;
use gristmill_emulator::storage::Storage;
use gristmill_emulator::texture::TexelFormat;
use std::borrow::Cow;

/// A result, or the member of one that a path names.
#[derive(Clone, Copy)]
pub(super) struct ResultPart<'s> {
    pub shape: &'s OutputShape,
    /// The first byte and the layout, if it is in a block.
    block: Option<(usize, &'s TypeLayout)>,
}

impl OutputShape {
    /// Returns the part that a name means: all of it by its own name or that of its only member, or a member by its path.
    pub(super) fn find_part(&self, name: &str) -> Option<ResultPart<'_>> {
        let NumberLayout::Block(layout) = self.number_layout() else {
            return (self.name() == name).then_some(ResultPart { shape: self, block: None });
        };
        let only = match layout {
            TypeLayout::Struct(members) if members.len() == 1 => members.first().map(|(name, ..)| name.as_str()),
            _ => None,
        };
        let found = if self.name() == name || only == Some(name) {
            (0, layout)
        } else {
            let inside = name.strip_prefix(self.name()).and_then(|rest| rest.strip_prefix('.'));
            fill::find_member(layout, name).or_else(|| fill::find_member(layout, inside?))?
        };
        Some(ResultPart { shape: self, block: Some(found) })
    }
}

impl ResultPart<'_> {
    /// Returns true if it is all of the result.
    pub(super) fn is_whole(&self) -> bool {
        match (self.block, self.shape.number_layout()) {
            (Some((_, layout)), NumberLayout::Block(whole)) => std::ptr::eq(layout, whole),
            _ => true,
        }
    }

    /// Calls a closure for each number among so many words, with its place, until it returns false.
    pub(super) fn visit_numbers(&self, words: usize, call: &mut dyn FnMut(NumberPlace) -> bool) {
        if let Some((base, layout)) = self.block {
            fill::visit_numbers(layout, base, words, call);
            return;
        }
        let lanes = usize::from(self.shape.lanes());
        let (each, stride, scalar) = match self.shape.number_layout() {
            NumberLayout::Texels(texel, scalar) => (texel.word_count().max(1), 4, *scalar),
            NumberLayout::Lanes(scalar, each) => (*each, *each, *scalar),
            // A block was visited above.
            NumberLayout::Block(_) => return,
        };
        for at in 0..words / each * lanes {
            if !call(NumberPlace::whole_word(at / lanes * stride + at % lanes, scalar)) {
                return;
            }
        }
    }

    /// Returns the words in which the numbers have their places: for an image, four for each texel.
    pub(super) fn decode_words<'w>(&self, words: &'w [u32]) -> Cow<'w, [u32]> {
        match self.shape.number_layout() {
            NumberLayout::Texels(texel, _) => decode_texels(*texel, words).into(),
            _ => words.into(),
        }
    }

    /// Returns the number of numbers of an item.
    pub(super) fn item_length(&self) -> usize {
        match self.block {
            Some((_, layout)) => fill::scalars_of_item(layout),
            None => usize::from(self.shape.lanes()),
        }
    }

    /// Returns the name of a number: `result[3]`, `bodies[2].y`, `colour[4,0].x`.
    pub(super) fn number_name(&self, place: &NumberPlace) -> String {
        const LANES: [&str; 4] = [".x", ".y", ".z", ".w"];
        let name = self.shape.name();
        if let NumberLayout::Block(layout) = self.shape.number_layout() {
            let path = member_name(layout, place.first_byte());
            let path = path.strip_prefix('.').unwrap_or(&path);
            return if path.is_empty() { format!("{name}[{}]", place.word) } else { path.to_string() };
        }
        let stride = match self.shape.number_layout() {
            NumberLayout::Lanes(_, each) => *each,
            _ => 4,
        };
        let lane = if self.shape.lanes() > 1 { LANES.get(place.word % stride).copied().unwrap_or("") } else { "" };
        let at = place.word / stride;
        match self.shape.size() {
            Some([width, _]) => {
                let width = (width as usize).max(1);
                format!("{name}[{},{}]{lane}", at % width, at / width)
            }
            None => format!("{name}[{at}]{lane}"),
        }
    }
}

/// Returns the four channels of every texel.
pub(super) fn decode_texels(texel: TexelFormat, words: &[u32]) -> Vec<u32> {
    let storage = Storage::from_words(words);
    let each = texel.word_count().max(1);
    (0..words.len())
        .step_by(each)
        .flat_map(|word| texel.read(&storage, word))
        .collect()
}

/// Returns the value of a word at a place of at most 32 bits.
pub(super) fn word_value(place: &NumberPlace, words: &[u32]) -> u32 {
    place.read_value(read_word(words, place.word))
}

impl OutputShape {
    /// Returns true if a name means it, or a member of it.
    ///
    /// ```
    /// use gristmill::check::{KernelCheck, LaunchOptions};
    /// let text = "#version 330 core
    /// out vec2 place;
    /// void main() { place = gl_FragCoord.xy; }";
    /// let report = KernelCheck::source("place.frag", text).run(&LaunchOptions::new().size([4, 4]))?;
    /// let shape = &report.shapes[0];
    /// assert!(shape.has_part("place") && !shape.has_part("other"));
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn has_part(&self, name: &str) -> bool {
        self.find_part(name).is_some()
    }

    /// Returns true if its numbers have the places and types of another result's, and its members the names.
    ///
    /// ```
    /// use gristmill::check::{KernelCheck, LaunchOptions};
    /// let text = "#version 330 core
    /// out TYPE place;
    /// void main() { place = TYPE(gl_FragCoord); }";
    /// let run = |kind: &str| {
    ///     let kernel = KernelCheck::source("place.frag", text).define("TYPE", kind);
    ///     kernel.run(&LaunchOptions::new().size([4, 4])).map(|report| report.shapes[0].clone())
    /// };
    /// assert!(run("vec2")?.has_layout_of(&run("vec2")?) && !run("vec2")?.has_layout_of(&run("vec3")?));
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn has_layout_of(&self, other: &OutputShape) -> bool {
        (self.size(), self.lanes(), self.number_layout()) == (other.size(), other.lanes(), other.number_layout())
    }

    /// Returns true if it is a buffer.
    ///
    /// ```
    /// use gristmill::check::{KernelCheck, LaunchOptions};
    /// let text = "#version 430 core
    /// layout(local_size_x = 1) in;
    /// layout(std430) buffer Sum { uint sum; };
    /// void main() { sum = 1u; }";
    /// let report = KernelCheck::source("sum.comp", text).run(&LaunchOptions::new())?;
    /// assert!(report.shapes[0].is_block());
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn is_block(&self) -> bool {
        matches!(self.number_layout(), NumberLayout::Block(_))
    }

    /// Returns its words as texels that another kernel can read; `None` for a buffer and a vertex kernel's output.
    ///
    /// ```
    /// use gristmill::check::{KernelCheck, LaunchOptions};
    /// let text = "#version 330 core
    /// out uint seven;
    /// void main() { seven = 7u; }";
    /// let report = KernelCheck::source("seven.frag", text).run(&LaunchOptions::new().size([2, 1]))?;
    /// assert!(report.shapes[0].to_texels(report.output("seven").unwrap_or_default()).is_some());
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn to_texels(&self, words: &[u32]) -> Option<Texels> {
        let [width, height] = self.size()?;
        let (name, each) = match self.number_layout() {
            NumberLayout::Texels(texel, _) => {
                let name = TexelFormat::format_names().find(|name| TexelFormat::from_name(name) == Some(*texel))?;
                (name, texel.word_count().max(1))
            }
            NumberLayout::Lanes(Scalar::I32, 4) => ("rgba32i", 4),
            NumberLayout::Lanes(Scalar::U32, 4) => ("rgba32ui", 4),
            NumberLayout::Lanes(_, 4) => ("rgba32f", 4),
            _ => return None,
        };
        let layer = (width as usize * height as usize * each).max(1);
        let depth = u32::try_from(words.len() / layer).ok()?.max(1);
        Some(Texels::new(name, [width, height, depth], words.to_vec()))
    }
}
