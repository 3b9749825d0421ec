//! Samplers and images: from a picture, a pattern or a program's texels to textures.

mod texture_requests;

use super::budget::Budget;
use super::content::{file_path, given_bytes, read_array};
use super::default_fill::{DefaultFill, Defaults};
use super::fill;
use super::settings::{FillPattern, GivenFile, ImageFill, RunSetting};
use gristmill_base::element::Scalar;
use gristmill_base::error::{Error, Result};
use gristmill_base::files::open_regular;
use gristmill_emulator::assembly::{Assembly, ImageOperation};
use gristmill_emulator::storage::Storage;
use gristmill_emulator::texture::{self, LaneCoding, TexelFormat, Wrap, texture_words};
use gristmill_machine::Compare;
use gristmill_machine::Filter;
use gristmill_shader::Dimension;
use image::codecs::png::PngDecoder;
use image::{DynamicImage, ImageDecoder, ImageResult, RgbaImage};
use std::io::{BufRead, BufReader, Cursor, Seek};
use std::sync::Arc;
use texture_requests::{TextureRequest, is_name_of};

/// Longest side of a picture.
const MAX_SIDE: u32 = 16_384;

/// A texture or an image, with its content before a run.
pub(super) struct PlannedTexture {
    pub name: String,
    /// Names of other samplers or images of its binding.
    pub other_names: Vec<String>,
    pub texture: texture::TextureView,
    pub writable: bool,
    /// The size in GLSL's order.
    pub size: [u32; 3],
    /// True if its size is not set.
    pub has_default_size: bool,
}

impl PlannedTexture {
    /// Returns its length in words.
    pub(super) fn word_count(&self) -> u128 {
        self.texture.storage.len() as u128
    }

    /// Returns a copy with its own words.
    pub(super) fn copy_texture(&self) -> texture::TextureView {
        let storage = Arc::new(Storage::from_words(&self.texture.storage.to_vec()));
        texture::TextureView { storage, ..self.texture.clone() }
    }

    /// Returns all its names.
    pub(super) fn all_names(&self) -> impl Iterator<Item = String> {
        std::iter::once(&self.name).chain(&self.other_names).cloned()
    }

    /// Returns true if a sampler or image of that name is bound to it.
    pub(super) fn has_name(&self, name: &str) -> bool {
        self.name == name || self.other_names.iter().any(|other| other == name)
    }

    /// Returns true if a name means it: one of its own, or that of the array it is in.
    pub(super) fn is_called(&self, name: &str) -> bool {
        self.all_names().any(|own| is_name_of(name, &own))
    }
}

/// Plans the textures of all slots.
pub(super) fn plan_textures(
    budget: Budget,
    stages: &[&Assembly],
    settings: &[RunSetting],
    defaults: &Defaults,
) -> Result<Vec<PlannedTexture>> {
    let mut planned: Vec<PlannedTexture> = vec![];
    for wanted in texture_requests::gather_requests(budget, stages)? {
        let used = planned.iter().map(PlannedTexture::word_count).sum::<u128>();
        planned.push(plan_texture(budget, &wanted, settings, used, defaults)?);
    }
    Ok(planned)
}

/// Plans the texture of a slot; `used` words are already taken.
fn plan_texture<'s>(
    budget: Budget,
    wanted: &TextureRequest<'s>,
    settings: &'s [RunSetting],
    used: u128,
    defaults: &Defaults,
) -> Result<PlannedTexture> {
    let given = wanted.find_fill(budget, settings)?;
    let name = wanted.names.first().copied().unwrap_or("");
    let made = |format: &str, size: [u32; 3], levels: u32| {
        let texel = TexelFormat::from_name(format).ok_or_else(|| {
            refuse_texture(
                budget,
                name,
                format!(
                    "there is no format {format}; there are {}",
                    TexelFormat::format_names().collect::<Vec<_>>().join(", ")
                ),
            )
        })?;
        blank_texture(budget, wanted, texel, size, levels, used)
    };
    let usual = wanted.format.unwrap_or(match wanted.scalar {
        Scalar::F32 | Scalar::F16 | Scalar::Unorm8 if wanted.shadow => "r32f",
        Scalar::F32 | Scalar::F16 | Scalar::Unorm8 => "rgba32f",
        Scalar::I32 => "rgba32i",
        Scalar::U32 => "rgba32ui",
    });
    match given {
        None => {
            let mut texture = made(usual, full_extent(defaults.texture_sides(name), wanted), 1)?;
            texture.has_default_size = true;
            if wanted.is_read {
                fill_default(&texture, defaults.fill).map_err(|why| refuse_texture(budget, name, why))?;
            }
            Ok(texture)
        }
        Some(ImageFill::Made(pattern, size)) => {
            let texture = made(usual, *size, 1)?;
            let filled = fill_texels(&texture.texture, |at, lane| match pattern {
                FillPattern::From(_) if lane > 0 => Ok(0),
                FillPattern::From(_) => fill::pattern_word(*pattern, at, texture_scalar(&texture)),
                _ => fill::pattern_word(*pattern, at.wrapping_mul(4).wrapping_add(lane), texture_scalar(&texture)),
            });
            filled.map_err(|why| refuse_texture(budget, name, why)).map(|()| texture)
        }
        Some(ImageFill::Numbers(file)) => {
            let array = read_array(budget, file)?;
            let (size, lanes) = array_extent(&array.shape, wanted).ok_or_else(|| {
                let shape = array.describe_shape();
                refuse_texture(
                    budget,
                    name,
                    format!("{}: its shape {shape} is none of {}", file.name, describe_shapes(wanted)),
                )
            })?;
            let texture = made(usual, size, 1)?;
            let scalar = texture_scalar(&texture);
            let one = texture.texture.texel.alpha_one();
            let filled = fill_texels(&texture.texture, |at, lane| match (lane < lanes, lane) {
                (true, _) => array
                    .word_at((at * lanes + lane) as usize, scalar)
                    .map(Option::unwrap_or_default),
                (false, 3) => Ok(one),
                (false, _) => Ok(0),
            });
            filled
                .map_err(|why| refuse_texture(budget, name, format!("{}: {why}", file.name)))
                .map(|()| texture)
        }
        Some(ImageFill::File(file)) => {
            let pixels = read_picture(budget, file)?;
            let usual = if wanted.format.is_none() && wanted.scalar == Scalar::F32 { "rgba8" } else { usual };
            let texture = made(usual, [pixels.width(), pixels.height(), 1], 1)?;
            let bytes = pixels.as_raw();
            let scalar = texture_scalar(&texture);
            let filled = fill_texels(&texture.texture, |at, lane| {
                let byte = bytes.get(at as usize * 4 + lane as usize).copied().unwrap_or(0);
                Ok(byte_lane(byte, scalar))
            });
            filled.map_err(|why| refuse_texture(budget, name, why)).map(|()| texture)
        }
        Some(ImageFill::Drawn(_)) => Err(refuse_texture(
            budget,
            name,
            "only a later pass can read a drawn output; write it after // run: then".to_string(),
        )),
        Some(ImageFill::Given(texels)) => {
            let mut texture = made(&texels.format, texels.size, texels.levels)?;
            if texture.word_count() != texels.words.len() as u128 {
                let [x, y, z] = texels.size;
                return Err(refuse_texture(
                    budget,
                    name,
                    format!(
                        "{x}x{y}x{z} texels of {} are {} words, {} are given",
                        texels.format,
                        texture.word_count(),
                        texels.words.len()
                    ),
                ));
            }
            texture.texture.storage.write_words(&texels.words);
            let sampling = &mut texture.texture.sampling;
            sampling.minify = to_filter(texels.linear);
            sampling.magnify = to_filter(texels.linear);
            sampling.mip = (texels.levels > 1).then(|| to_filter(texels.mip_linear));
            if texels.repeat {
                sampling.wraps = [Wrap::Repeat; 3];
            }
            if texels.mirror {
                sampling.wraps = [Wrap::Mirror; 3];
            }
            if let Some(color) = texels.border {
                sampling.wraps = [Wrap::Border; 3];
                sampling.border = color;
            }
            sampling.compare = texels.compare.or(sampling.compare);
            Ok(texture)
        }
    }
}

fn refuse_texture(budget: Budget, name: &str, why: String) -> Error {
    Error::data(format!("{}: {name}: {why}", budget.kernel))
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
        loads |= *work == ImageOperation::Load;
        !matches!(work, ImageOperation::Atomic { .. })
    }) && loads
}

/// Puts default numbers into every texel.
fn fill_default(texture: &PlannedTexture, numbers: DefaultFill) -> Result<(), String> {
    let scalar = texture_scalar(texture);
    fill_texels(&texture.texture, |at, lane| {
        fill::to_word(numbers.number_at(at as usize * 4 + lane as usize, scalar), scalar)
    })
}

/// Returns the size of a texture whose size is not set.
fn full_extent([width, height, depth]: [u32; 3], wanted: &TextureRequest) -> [u32; 3] {
    match (wanted.dimension, wanted.arrayed) {
        (Dimension::D1, true) => [width, depth, 1],
        (Dimension::D1 | Dimension::Buffer, _) => [width, 1, 1],
        (Dimension::D3, _) | (_, true) => [width, height, depth],
        _ => [width, height, 1],
    }
}

/// Creates a texture of zeros.
fn blank_texture(
    budget: Budget,
    wanted: &TextureRequest,
    texel: TexelFormat,
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
    let words = texture_words(kind, size, levels as usize, texel);
    budget.check_bytes((used + words as u128).saturating_mul(12))?;
    let storage = Arc::new(Storage::new(words));
    let mut texture = texture::TextureView::new(kind, wanted.arrayed, size, levels as usize, texel, storage);
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
pub(super) fn texture_scalar(texture: &PlannedTexture) -> Scalar {
    match texture.texture.texel.coding() {
        LaneCoding::Float | LaneCoding::Unorm | LaneCoding::Snorm => Scalar::F32,
        LaneCoding::Int => Scalar::I32,
        LaneCoding::Uint => Scalar::U32,
    }
}

/// Sets every texel of the first level: `value` returns a channel of a texel by their indices.
fn fill_texels(texture: &texture::TextureView, value: impl Fn(u32, u32) -> Result<u32, String>) -> Result<(), String> {
    let each = texture.texel.word_count().max(1);
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
pub(super) fn byte_lane(byte: u8, scalar: Scalar) -> u32 {
    match scalar {
        Scalar::F32 | Scalar::F16 | Scalar::Unorm8 => (f32::from(byte) / 255.0).to_bits(),
        Scalar::I32 | Scalar::U32 => u32::from(byte),
    }
}

/// Returns the number of coordinates of a texel.
fn coordinate_count(wanted: &TextureRequest) -> usize {
    let own = match wanted.dimension {
        Dimension::D1 | Dimension::Buffer => 1,
        Dimension::D3 | Dimension::Cube => 3,
        _ => 2,
    };
    // Faces of cubes already count as layers.
    if wanted.arrayed && wanted.dimension != Dimension::Cube { own + 1 } else { own }
}

/// Returns the size and the channels of an array's texels; several channels have an axis of their own.
fn array_extent(shape: &[usize], wanted: &TextureRequest) -> Option<([u32; 3], u32)> {
    let own = coordinate_count(wanted);
    let (sides, lanes) = if shape.len() == own { (shape, 1) } else { (shape.get(..own)?, *shape.get(own)?) };
    let mut size = [1; 3];
    for (place, side) in size.iter_mut().zip(sides.iter().rev()) {
        *place = u32::try_from(*side).ok().filter(|side| (1..=MAX_SIDE).contains(side))?;
    }
    let lanes = u32::try_from(lanes).ok().filter(|lanes| (1..=4).contains(lanes))?;
    (shape.len() <= own + 1).then_some((size, lanes))
}

/// Describes the shapes that an array may have.
fn describe_shapes(wanted: &TextureRequest) -> String {
    let sides = ["depth", "height", "width"][3_usize.saturating_sub(coordinate_count(wanted))..].join(", ");
    format!("({sides}) and ({sides}, 1 to 4 channels), of 1 to {MAX_SIDE} texels each")
}

/// A source of a picture's bytes.
trait PictureSource: BufRead + Seek {}
impl<T: BufRead + Seek> PictureSource for T {}

/// Reads the pixels of a PNG, the top row first.
pub(super) fn read_picture(budget: Budget, file: &GivenFile) -> Result<RgbaImage> {
    let source: Box<dyn PictureSource> = match given_bytes(budget, file) {
        Some(bytes) => Box::new(Cursor::new(bytes.to_vec())),
        None => Box::new(BufReader::new(
            open_regular(file_path(budget, file)?).map_err(|error| refuse_picture(budget, file, &error))?,
        )),
    };
    let pixels = decode_png(source, budget.most as u64);
    pixels.map_err(|error| Error::data(format!("{}: the picture {} is unusable: {error}", budget.kernel, file.name)))
}

/// Decodes a PNG of at most so many bytes of pixels. The reader of any format would bring all decoders into the module of
/// the book's pages.
fn decode_png(source: impl PictureSource, most: u64) -> ImageResult<RgbaImage> {
    let mut limits = image::Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(most);
    let decoder = PngDecoder::with_limits(source, limits.clone())?;
    limits.reserve(decoder.total_bytes())?;
    Ok(DynamicImage::from_decoder(decoder)?.to_rgba8())
}

fn refuse_picture(budget: Budget, file: &GivenFile, error: &std::io::Error) -> Error {
    Error::of_system(format!("{}: the picture {} cannot be opened", budget.kernel, file.name), error)
}

/// Returns the filter that blends texels if `linear`, else the one of the nearest texel.
pub(super) fn to_filter(linear: bool) -> Filter {
    if linear { Filter::Linear } else { Filter::Nearest }
}
