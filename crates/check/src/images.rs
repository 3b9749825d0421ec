//! Samplers and images: from a picture, a pattern or a program's texels to textures.

mod wanted;

use super::budget::Budget;
use super::content::{array, given, path};
use super::default_fill::{DefaultFill, Defaults};
use super::fill;
use super::settings::{FillPattern, GivenFile, ImageFill, RunSetting};
use gristmill_base::element::Scalar;
use gristmill_base::error::{Error, Result};
use gristmill_base::files::open_regular;
use gristmill_emulator::assembly::{Assembly, ImageWork};
use gristmill_emulator::storage::Storage;
use gristmill_emulator::texture::{self, Coding, Filter, Texel, Wrap, words_of};
use gristmill_machine::Compare;
use gristmill_shader::Dimension;
use image::{ImageReader, RgbaImage};
use std::io::{BufRead, BufReader, Cursor, Seek};
use std::sync::Arc;
use wanted::{Wanted, means};

/// Longest side of a picture.
const SIDE: u32 = 16_384;

/// A texture or an image, with its content before a run.
pub(super) struct PlannedTexture {
    pub name: String,
    /// Names of other samplers or images of its binding.
    pub other_names: Vec<String>,
    pub texture: texture::Texture,
    pub writable: bool,
    /// The size in GLSL's order.
    pub size: [u32; 3],
    /// True if its size is not set.
    pub has_default_size: bool,
}

impl PlannedTexture {
    /// Returns its length in words.
    pub(super) fn words(&self) -> u128 {
        self.texture.storage.len() as u128
    }

    /// Returns a copy with its own words.
    pub(super) fn copy(&self) -> texture::Texture {
        let storage = Arc::new(Storage::of(&self.texture.storage.copy()));
        texture::Texture { storage, ..self.texture.clone() }
    }

    /// Returns all its names.
    pub(super) fn names(&self) -> impl Iterator<Item = String> {
        std::iter::once(&self.name).chain(&self.other_names).cloned()
    }

    /// Returns true if a sampler or image of that name is bound to it.
    pub(super) fn has_name(&self, name: &str) -> bool {
        self.name == name || self.other_names.iter().any(|other| other == name)
    }

    /// Returns true if a name means it: one of its own, or that of the array it is in.
    pub(super) fn is_called(&self, name: &str) -> bool {
        self.names().any(|own| means(name, &own))
    }
}

/// Plans the textures of all slots.
pub(super) fn all(
    budget: Budget,
    stages: &[&Assembly],
    settings: &[RunSetting],
    defaults: &Defaults,
) -> Result<Vec<PlannedTexture>> {
    let mut planned: Vec<PlannedTexture> = vec![];
    for wanted in wanted::gather(budget, stages)? {
        let used = planned.iter().map(PlannedTexture::words).sum::<u128>();
        planned.push(one(budget, &wanted, settings, used, defaults)?);
    }
    Ok(planned)
}

/// Plans the texture of a slot; `used` words are already taken.
fn one<'s>(
    budget: Budget,
    wanted: &Wanted<'s>,
    settings: &'s [RunSetting],
    used: u128,
    defaults: &Defaults,
) -> Result<PlannedTexture> {
    let given = wanted.given(budget, settings)?;
    let name = wanted.names.first().copied().unwrap_or("");
    let wrong = |why: String| Error::data(format!("{}: {name}: {why}", budget.kernel));
    let made = |format: &str, size: [u32; 3], levels: u32| {
        let texel = Texel::named(format).ok_or_else(|| {
            wrong(format!("there is no format {format}; there are {}", Texel::names().collect::<Vec<_>>().join(", ")))
        })?;
        blank(budget, wanted, texel, size, levels, used)
    };
    let usual = wanted.format.unwrap_or(match wanted.scalar {
        Scalar::F32 | Scalar::F16 | Scalar::Unorm8 if wanted.shadow => "r32f",
        Scalar::F32 | Scalar::F16 | Scalar::Unorm8 => "rgba32f",
        Scalar::I32 => "rgba32i",
        Scalar::U32 => "rgba32ui",
    });
    match given {
        None => {
            let mut texture = made(usual, full_extent(defaults.sides(name), wanted), 1)?;
            texture.has_default_size = true;
            if wanted.is_read {
                fill_default(&texture, defaults.fill).map_err(wrong)?;
            }
            Ok(texture)
        }
        Some(ImageFill::Made(pattern, size)) => {
            let texture = made(usual, *size, 1)?;
            let filled = scatter(&texture.texture, |at, lane| match pattern {
                FillPattern::From(_) if lane > 0 => Ok(0),
                FillPattern::From(_) => fill::made(*pattern, at, scalar_of(&texture)),
                _ => fill::made(*pattern, at.wrapping_mul(4).wrapping_add(lane), scalar_of(&texture)),
            });
            filled.map_err(wrong).map(|()| texture)
        }
        Some(ImageFill::Numbers(file)) => {
            let array = array(budget, file)?;
            let (size, lanes) = sides(&array.shape, wanted).ok_or_else(|| {
                let shape = array.said();
                wrong(format!("{}: its shape {shape} is none of {}", file.name, shape_of(wanted)))
            })?;
            let texture = made(usual, size, 1)?;
            let (scalar, one) = (scalar_of(&texture), texture.texture.texel.one());
            let filled = scatter(&texture.texture, |at, lane| match (lane < lanes, lane) {
                (true, _) => array.word((at * lanes + lane) as usize, scalar).map(Option::unwrap_or_default),
                (false, 3) => Ok(one),
                (false, _) => Ok(0),
            });
            filled.map_err(|why| wrong(format!("{}: {why}", file.name))).map(|()| texture)
        }
        Some(ImageFill::File(file)) => {
            let pixels = picture(budget, file)?;
            let usual = if wanted.format.is_none() && wanted.scalar == Scalar::F32 { "rgba8" } else { usual };
            let texture = made(usual, [pixels.width(), pixels.height(), 1], 1)?;
            let bytes = pixels.as_raw();
            let scalar = scalar_of(&texture);
            let filled = scatter(&texture.texture, |at, lane| {
                let byte = bytes.get(at as usize * 4 + lane as usize).copied().unwrap_or(0);
                Ok(lane_of(byte, scalar))
            });
            filled.map_err(wrong).map(|()| texture)
        }
        Some(ImageFill::Drawn(_)) => {
            Err(wrong("only a later pass reads what one drew; write it behind // run: then".to_string()))
        }
        Some(ImageFill::Given(texels)) => {
            let mut texture = made(&texels.format, texels.size, texels.levels)?;
            if texture.words() != texels.words.len() as u128 {
                let [x, y, z] = texels.size;
                return Err(wrong(format!(
                    "{x}x{y}x{z} texels of {} are {} words, {} are given",
                    texels.format,
                    texture.words(),
                    texels.words.len()
                )));
            }
            texture.texture.storage.set(&texels.words);
            let sampling = &mut texture.texture.sampling;
            let filter = |linear: bool| if linear { Filter::Linear } else { Filter::Nearest };
            (sampling.minify, sampling.magnify) = (filter(texels.linear), filter(texels.linear));
            sampling.mip = (texels.levels > 1).then(|| filter(texels.mip_linear));
            if texels.repeat {
                sampling.wraps = [Wrap::Repeat; 3];
            }
            if texels.mirror {
                sampling.wraps = [Wrap::Mirror; 3];
            }
            if let Some(color) = texels.border {
                (sampling.wraps, sampling.border) = ([Wrap::Border; 3], color);
            }
            sampling.compare = texels.compare.or(sampling.compare);
            Ok(texture)
        }
    }
}

/// Returns true if the code loads from an image and changes it with no atomic.
fn is_read(assembly: &Assembly, number: u16) -> bool {
    let uses = assembly.image_uses.iter().filter(|image_use| {
        let items = image_use.item.map_or(1, |(_, items)| items);
        (image_use.image..image_use.image.saturating_add(items)).contains(&number)
    });
    let mut works = uses.map(|image_use| &image_use.work);
    let mut loads = false;
    works.all(|work| {
        loads |= *work == ImageWork::Load;
        !matches!(work, ImageWork::Atomic { .. })
    }) && loads
}

/// Puts default numbers into every texel.
fn fill_default(texture: &PlannedTexture, numbers: DefaultFill) -> Result<(), String> {
    let scalar = scalar_of(texture);
    let is_float = scalar == Scalar::F32;
    scatter(&texture.texture, |at, lane| fill::word(numbers.number(at as usize * 4 + lane as usize, is_float), scalar))
}

/// Returns the size of a texture whose size is not set.
fn full_extent([width, height, depth]: [u32; 3], wanted: &Wanted) -> [u32; 3] {
    match (wanted.dimension, wanted.arrayed) {
        (Dimension::D1, true) => [width, depth, 1],
        (Dimension::D1 | Dimension::Buffer, _) => [width, 1, 1],
        (Dimension::D3, _) | (_, true) => [width, height, depth],
        _ => [width, height, 1],
    }
}

/// Creates a texture of zeros.
fn blank(
    budget: Budget,
    wanted: &Wanted,
    texel: Texel,
    [x, y, z]: [u32; 3],
    levels: u32,
    used: u128,
) -> Result<PlannedTexture> {
    let kind = wanted.dimension;
    let size = match (kind, wanted.arrayed) {
        // Rows of a picture become layers, or are placed one after another.
        (Dimension::D1, true) => [x, 1, y.saturating_mul(z)],
        (Dimension::D1 | Dimension::Buffer, _) => [x.saturating_mul(y).saturating_mul(z), 1, 1],
        (Dimension::Cube, true) => [x, y, z.div_ceil(6).saturating_mul(6)],
        (Dimension::Cube, false) => [x, y, 6],
        (Dimension::D3, _) | (_, true) => [x, y, z],
        _ => [x, y, 1],
    };
    let size = size.map(|side| side as usize);
    let words = words_of(kind, size, levels as usize, texel);
    budget.within((used + words as u128).saturating_mul(12))?;
    let storage = Arc::new(Storage::new(words));
    let mut texture = texture::Texture::new(kind, wanted.arrayed, size, levels as usize, texel, storage);
    if wanted.shadow {
        texture.sampling.compare = Some(Compare::LessOrEqual);
    }
    let size = size.map(|side| u32::try_from(side).unwrap_or(u32::MAX));
    let mut names = wanted.names.iter().map(|name| (*name).to_string());
    let name = names.next().unwrap_or_default();
    Ok(PlannedTexture {
        name,
        other_names: names.collect(),
        texture,
        writable: wanted.writable,
        size,
        has_default_size: false,
    })
}

/// Returns the type of the texels in the kernel.
pub(super) fn scalar_of(texture: &PlannedTexture) -> Scalar {
    match texture.texture.texel.coding() {
        Coding::Float | Coding::Unorm | Coding::Snorm => Scalar::F32,
        Coding::Int => Scalar::I32,
        Coding::Uint => Scalar::U32,
    }
}

/// Sets every texel of the first level: `value` returns a channel of a texel by their indices.
fn scatter(texture: &texture::Texture, value: impl Fn(u32, u32) -> Result<u32, String>) -> Result<(), String> {
    let each = texture.texel.words().max(1);
    for (at, word) in (0..texture.storage.len()).step_by(each).enumerate() {
        let mut lanes = [0; 4];
        for (number, lane) in (0..).zip(&mut lanes) {
            *lane = value(at as u32, number)?;
        }
        texture.texel.write(&texture.storage, word, lanes);
    }
    Ok(())
}

/// Returns a picture's byte as the kernel reads it: a float from 0 to 1, or the byte.
pub(super) fn lane_of(byte: u8, scalar: Scalar) -> u32 {
    match scalar {
        Scalar::F32 | Scalar::F16 | Scalar::Unorm8 => (f32::from(byte) / 255.0).to_bits(),
        Scalar::I32 | Scalar::U32 => u32::from(byte),
    }
}

/// Returns the number of coordinates of a texel.
fn coordinates(wanted: &Wanted) -> usize {
    let own = match wanted.dimension {
        Dimension::D1 | Dimension::Buffer => 1,
        Dimension::D3 | Dimension::Cube => 3,
        _ => 2,
    };
    // Faces of cubes already count as layers.
    if wanted.arrayed && wanted.dimension != Dimension::Cube { own + 1 } else { own }
}

/// Returns the size and the channels of an array's texels; several channels have an axis of their own.
fn sides(shape: &[usize], wanted: &Wanted) -> Option<([u32; 3], u32)> {
    let own = coordinates(wanted);
    let (sides, lanes) = if shape.len() == own { (shape, 1) } else { (shape.get(..own)?, *shape.get(own)?) };
    let mut size = [1; 3];
    for (place, side) in size.iter_mut().zip(sides.iter().rev()) {
        *place = u32::try_from(*side).ok().filter(|side| (1..=SIDE).contains(side))?;
    }
    let lanes = u32::try_from(lanes).ok().filter(|lanes| (1..=4).contains(lanes))?;
    (shape.len() <= own + 1).then_some((size, lanes))
}

/// Describes the shapes that an array may have.
fn shape_of(wanted: &Wanted) -> String {
    let sides = ["depth", "height", "width"][3_usize.saturating_sub(coordinates(wanted))..].join(", ");
    format!("({sides}) and ({sides}, 1 to 4 channels), of 1 to {SIDE} texels each")
}

/// A source of a picture's bytes.
trait Picture: BufRead + Seek {}
impl<T: BufRead + Seek> Picture for T {}

/// Reads the pixels of a PNG, the top row first.
pub(super) fn picture(budget: Budget, file: &GivenFile) -> Result<RgbaImage> {
    let wrong = |why: &str| Error::data(format!("{}: the picture {} {why}", budget.kernel, file.name));
    let what = || format!("{}: the picture {} cannot be opened", budget.kernel, file.name);
    let cannot = |error: std::io::Error| Error::of_system(what(), &error);
    let source: Box<dyn Picture> = match given(budget, file) {
        Some(bytes) => Box::new(Cursor::new(bytes.to_vec())),
        None => Box::new(BufReader::new(open_regular(path(budget, file)?).map_err(cannot)?)),
    };
    let mut reader = ImageReader::new(source).with_guessed_format().map_err(cannot)?;
    let mut limits = image::Limits::default();
    (limits.max_image_width, limits.max_image_height) = (Some(SIDE), Some(SIDE));
    limits.max_alloc = Some(budget.most as u64);
    reader.limits(limits);
    reader
        .decode()
        .map(|picture| picture.to_rgba8())
        .map_err(|error| wrong(&format!("is unusable: {error}")))
}
