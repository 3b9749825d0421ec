//! Compares the textures and targets of a host with a card: formats, sides, wraps, filters.
//!
//! `fit`, `check --card` and `run --card` all use these checks, so they report the same texture in the same words.

use super::fact::{Fact, Mark};
use super::profile::{FloatKinds, OddSides, Profile, ProfileKind};
use gristmill_base::element::Scalar;

/// The known properties of a texture that a kernel reads.
#[derive(Debug, Clone)]
pub struct HostTexture<'a> {
    /// The name of the sampler.
    pub name: &'a str,
    /// The type of a channel of a texel.
    pub scalar: Scalar,
    /// The format in words: `R32F`, or `of floats` if no more is known.
    pub format: String,
    /// A rectangle texture, read by texels.
    pub rectangle: bool,
    /// True if a program of Direct3D reads it, which has no rectangle textures.
    pub of_direct3d: bool,
    /// A texture of three dimensions.
    pub volume: bool,
    /// Its sides, if known.
    pub size: Option<[usize; 3]>,
    /// True if it is read with linear filtering.
    pub linear: bool,
    /// True if it repeats beyond its sides.
    pub repeats: bool,
    /// True if it has mipmap levels.
    pub smaller_levels: bool,
}

/// A texture that a pass draws to.
#[derive(Debug, Clone)]
pub struct HostTarget<'a> {
    /// The name of the output.
    pub name: &'a str,
    /// The type of a channel of a texel.
    pub scalar: Scalar,
    /// The format in words.
    pub format: String,
    /// Its sides, if known.
    pub size: Option<[usize; 2]>,
    /// True if the pass blends into it.
    pub blended: bool,
}

/// A reason why a card refuses a host's texture or target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostRefusal {
    /// The refused feature, in two or three words.
    pub thing: &'static str,
    /// The affected sampler, output or stage.
    pub name: String,
    /// The message: the feature, the value found, the card's limit, and the next step.
    pub sentence: String,
    /// The kind of source of the limit, and the source.
    pub mark: Mark,
    pub source: &'static str,
    /// The chapter of the book that shows a workaround.
    pub chapter: &'static str,
}

/// Returns true if `kinds` contains this type. Types other than floats always pass.
fn has_floats(kinds: FloatKinds, scalar: Scalar) -> bool {
    match scalar {
        Scalar::F32 => kinds.single,
        Scalar::F16 => kinds.half,
        _ => true,
    }
}

/// Describes float formats: `no floats`, `floats of 16 bits`.
fn float_words(kinds: FloatKinds) -> String {
    match kinds {
        FloatKinds { half: false, single: false } => "no floats".to_string(),
        kinds => format!("floats of {kinds}"),
    }
}

impl Profile {
    /// Returns the reasons why the card refuses a texture that a kernel reads after `levels` levels of dependent reads.
    pub fn texture_refusals(&self, texture: &HostTexture, levels: u64) -> Vec<HostRefusal> {
        let HostTexture { name, format, .. } = texture;
        let title = self.title;
        let mut all = Refusals { profile: self, name, all: vec![] };
        if let Some([width, height, depth]) = texture.size {
            let (limit, sides) = match texture.volume {
                true => (&self.texture_side_3d, vec![width, height, depth]),
                false => (&self.texture_side, vec![width, height]),
            };
            all.check_sides("a texture", &sides, limit);
        }
        let is_float = matches!(texture.scalar, Scalar::F32 | Scalar::F16);
        if is_float && self.float_rectangles.value && !texture.rectangle {
            let says = format!("{name} is {format}, and {title} has floats only in rectangle textures");
            let next = match texture.of_direct3d {
                true => "Direct3D has none: store it in bytes, or write the kernel for OpenGL with RECT",
                false => "lay it out in a rectangle (Layout::Rectangle), and read it by sampler2DRect at texels",
            };
            all.add("float textures", &says, &self.float_rectangles, "cards", next);
        }
        if texture.linear && !has_floats(self.filter.value, texture.scalar) {
            let has = float_words(self.filter.value);
            let says = format!("{name} is {format}, which it cannot filter: {title} interpolates {has}");
            all.add("float filter", &says, &self.filter, "images/convolve", "weigh four reads in the kernel");
        }
        if texture.rectangle && texture.repeats {
            let says = format!("{name} is a rectangle texture and repeats, and those are clamped on every card");
            all.add(
                "wraps",
                &says,
                &self.odd_sides,
                "arrays_in_textures",
                "clamp it, or wrap its coordinates in the kernel",
            );
        }
        self.add_odd_side_refusals(texture, levels, &mut all);
        all.all
    }

    /// Adds the reasons why the card refuses sides that are not powers of two.
    fn add_odd_side_refusals(&self, texture: &HostTexture, levels: u64, all: &mut Refusals) {
        let Some(size) = texture.size else { return };
        let [width, height, _] = size;
        let is_odd = size.iter().any(|side| !side.is_power_of_two());
        if !is_odd || texture.rectangle {
            return;
        }
        let name = texture.name;
        let title = self.title;
        let chapter = "arrays_in_textures";
        let lies = format!("{name} is in a texture of {width} x {height}");
        match self.odd_sides.value {
            OddSides::Any => {}
            OddSides::Rectangle => {
                let says = format!(
                    "{lies}, and {title} supports only sides that are powers of two, except in rectangle textures"
                );
                all.add("sides", &says, &self.odd_sides, chapter, "give the stream sides that are powers of two");
            }
            _ if texture.smaller_levels => {
                let says =
                    format!("{lies} with smaller levels, which {title} has only for sides that are powers of two");
                all.add(
                    "sides",
                    &says,
                    &self.odd_sides,
                    chapter,
                    "give it sides that are powers of two, or leave the levels out",
                );
            }
            OddSides::Clamped if texture.repeats => {
                let says = format!("{lies} and repeats, which {title} has only for sides that are powers of two");
                all.add("wraps", &says, &self.odd_sides, chapter, "give it sides that are powers of two, or clamp it");
            }
            // The driver emulates repeating by arithmetic before the read, which adds a level of dependent reads.
            OddSides::Emulated if texture.repeats => {
                let more = levels + 1;
                let Some(most) = self.indirections.value.filter(|most| more > u64::from(*most)) else { return };
                let says = format!(
                    "{lies} and repeats, which the driver of {title} computes before the read: indirections: {more} of {most}"
                );
                let next = "give it sides that are powers of two, or clamp it";
                all.add("wraps", &says, &self.indirections, "pointer_streams", next);
            }
            OddSides::Clamped | OddSides::Emulated => {}
        }
    }

    /// Returns the reasons why the card refuses the targets of a pass.
    pub fn target_refusals(&self, targets: &[HostTarget]) -> Vec<HostRefusal> {
        let mut found = vec![];
        for target in targets {
            let mut all = Refusals { profile: self, name: target.name, all: vec![] };
            self.add_target_refusals(target, &mut all);
            found.extend(all.all);
        }
        if let [first, others @ ..] = targets
            && self.outputs_alike.value
            && let Some(other) = others.iter().find(|other| other.format != first.format)
        {
            let mut all = Refusals { profile: self, name: other.name, all: vec![] };
            let says = format!(
                "{} requires one format for all outputs of a pass, found {} and {}",
                self.title, first.format, other.format
            );
            all.add("target formats", &says, &self.outputs_alike, "structs_of_streams", "draw them in two passes");
            found.extend(all.all);
        }
        found
    }

    fn add_target_refusals(&self, target: &HostTarget, all: &mut Refusals) {
        let HostTarget { name, format, .. } = target;
        let title = self.title;
        if let Some([width, height]) = target.size {
            all.check_sides("a target", &[width, height], &self.target_side);
        }
        if matches!(target.scalar, Scalar::I32 | Scalar::U32) && !self.integers.value {
            let says = format!("{name} is {format}, and {title} has no integers");
            let next = "use floats, which are exact for whole numbers";
            all.add("integer targets", &says, &self.integers, "arrays_in_textures", next);
        }
        if !has_floats(self.render.value, target.scalar) {
            let has = float_words(self.render.value);
            let says = match self.kind {
                ProfileKind::Card => format!("{name} is {format}, and {title} draws to {has}"),
                ProfileKind::Interface => format!("{name} is {format}, and {title} promises {has} as targets"),
            };
            let next = "ask the driver whether the framebuffer is complete, or pack numbers into bytes";
            all.add("float targets", &says, &self.render, "cards", next);
        }
        if target.blended && !has_floats(self.blend.value, target.scalar) {
            let has = float_words(self.blend.value);
            let says = format!("{name} is {format}, into which it cannot blend: {title} blends {has}");
            all.add("float blending", &says, &self.blend, "primitives/scatter_add", "sum in passes");
        }
    }
}

/// The refusals found so far for one texture or target.
struct Refusals<'p> {
    profile: &'p Profile,
    name: &'p str,
    all: Vec<HostRefusal>,
}

impl Refusals<'_> {
    fn add<T>(&mut self, thing: &'static str, says: &str, fact: &Fact<T>, chapter: &'static str, next: &str) {
        let believed = if fact.mark.is_sourced() { "" } else { " (unverified: no source)" };
        let sentence = format!("{thing}: {says}{believed}; {next} (the book: {chapter}.md)");
        let name = self.name.to_string();
        self.all
            .push(HostRefusal { thing, name, sentence, mark: fact.mark, source: fact.source, chapter });
    }

    /// Adds a refusal if a side is too long.
    fn check_sides(&mut self, what: &str, sides: &[usize], limit: &Fact<u32>) {
        let Some(longest) = sides.iter().max().filter(|side| **side > limit.value as usize) else { return };
        let name = self.name;
        let title = self.profile.title;
        let most = limit.value;
        let all = sides.iter().map(ToString::to_string).collect::<Vec<_>>().join(" x ");
        let says =
            format!("{name} lies in {what} of {all}, and {title} allows sides of at most {most}: {longest} of {most}");
        let next = "lay the stream out in two dimensions, or in several textures";
        self.add("longest side", &says, limit, "arrays_in_textures", next);
    }
}
