//! The bindings of a draw or dispatch, in the form that glium expects.

use super::memory::{ClassedTexture, GlMemory};
use super::rectangle::BoundRectangle;
use glium::uniforms::{
    ImageUnit, ImageUnitAccess, ImageUnitFormat, MagnifySamplerFilter, MinifySamplerFilter, SamplerBehavior,
    SamplerWrapFunction, UniformValue, Uniforms,
};
use gristmill_base::element::{Format, Scalar};
use gristmill_base::error::{Error, Result};
use gristmill_machine::{Filter, Sampling, Value, Wrap};
use gristmill_shader::{Image, Interface};
use smallvec::SmallVec;

/// Uniforms, textures, images and blocks of one launch, resolved to glium's values.
pub(super) struct Bindings<'a> {
    values: SmallVec<[(&'a str, UniformValue<'a>); 6]>,
    /// Samplers with a border colour, which glium does not support.
    pub borders: Vec<(&'a str, Sampling)>,
    /// Rectangle textures, in whose place glium binds stand-ins.
    pub rectangles: Vec<BoundRectangle>,
}

impl Uniforms for &Bindings<'_> {
    fn visit_values<'a, F: FnMut(&str, UniformValue<'a>)>(&'a self, mut visit: F) {
        for (name, value) in &self.values {
            visit(name, *value);
            // If a driver kept only this item of an array, glium knows it by this name: see hooks.rs.
            if let Some(name) = name.strip_suffix("[0]") {
                visit(name, *value);
            }
        }
    }
}

/// Converts a sampling to glium's sampler behaviour. glium creates and keeps one GL object for each.
fn sampler_behavior(Sampling { filter, wraps, by_level, .. }: Sampling, max_anisotropy: u16) -> SamplerBehavior {
    let [x, y, z] = wraps.map(|wrap| match wrap {
        Wrap::Clamp => SamplerWrapFunction::Clamp,
        Wrap::Repeat => SamplerWrapFunction::Repeat,
        Wrap::Mirror => SamplerWrapFunction::Mirror,
        Wrap::Border => SamplerWrapFunction::BorderClamp,
    });
    let magnify_filter = match filter {
        Filter::Nearest => MagnifySamplerFilter::Nearest,
        Filter::Linear => MagnifySamplerFilter::Linear,
    };
    let minify_filter = match (filter, by_level) {
        (Filter::Nearest, false) => MinifySamplerFilter::Nearest,
        (Filter::Linear, false) => MinifySamplerFilter::Linear,
        (Filter::Nearest, true) => MinifySamplerFilter::NearestMipmapNearest,
        (Filter::Linear, true) => MinifySamplerFilter::LinearMipmapLinear,
    };
    SamplerBehavior {
        wrap_function: (x, y, z),
        minify_filter,
        magnify_filter,
        depth_texture_comparison: None,
        max_anisotropy,
    }
}

/// Builds glium's value for a texture of any class, read by a sampler.
macro_rules! sampled_value {
    ($texture:expr, $sampler:expr, $float:ident $int:ident $uint:ident) => {
        match $texture {
            ClassedTexture::Float(texture) => UniformValue::$float(texture, $sampler),
            ClassedTexture::Int(texture) => UniformValue::$int(texture, $sampler),
            ClassedTexture::UInt(texture) => UniformValue::$uint(texture, $sampler),
        }
    };
}
/// Builds glium's value for a texture of any class, used as an image.
macro_rules! image_value {
    ($texture:expr, $format:expr, $access:expr, $float:ident $int:ident $uint:ident) => {
        match $texture {
            ClassedTexture::Float(texture) => ImageUnit::new(texture, image_format($format))
                .map(|unit| UniformValue::$float(unit.0, Some(unit.set_access($access).1))),
            ClassedTexture::Int(texture) => ImageUnit::new(texture, image_format($format))
                .map(|unit| UniformValue::$int(unit.0, Some(unit.set_access($access).1))),
            ClassedTexture::UInt(texture) => ImageUnit::new(texture, image_format($format))
                .map(|unit| UniformValue::$uint(unit.0, Some(unit.set_access($access).1))),
        }
        .map_err(|error| error.to_string())
    };
}
impl<'a> Bindings<'a> {
    pub(super) fn new() -> Bindings<'a> {
        Bindings { values: SmallVec::new(), borders: Vec::new(), rectangles: Vec::new() }
    }

    pub(super) fn add_uniforms(&mut self, uniforms: impl Iterator<Item = (&'a str, Value)>) {
        self.values.extend(uniforms.map(|(name, value)| (name, uniform_value(value))));
    }

    pub(super) fn add_texture(&mut self, name: &'a str, memory: &'a GlMemory, sampling: Sampling) -> Result<()> {
        // With a border, glium's sampler is a placeholder for one of ours. Each name gets a different placeholder, so that
        // each has its own texture unit.
        let mut place = 1;
        if sampling.has_border() {
            self.borders.push((name, sampling));
            place += self.borders.len() as u16;
        }
        let sampler = Some(sampler_behavior(sampling, place));
        let value = match memory {
            GlMemory::Row { texture, .. } => {
                sampled_value!(texture, sampler, Texture1d IntegralTexture1d UnsignedTexture1d)
            }
            GlMemory::Plane { texture, .. } => {
                sampled_value!(texture, sampler, Texture2d IntegralTexture2d UnsignedTexture2d)
            }
            GlMemory::Rectangle { textures, id, .. } => {
                self.rectangles.push(BoundRectangle { name: name.to_string(), texture: *id });
                sampled_value!(&textures.stand_in, sampler, Texture2d IntegralTexture2d UnsignedTexture2d)
            }
            GlMemory::Volume { textures, .. } => {
                sampled_value!(&textures.texture, sampler, Texture3d IntegralTexture3d UnsignedTexture3d)
            }
            GlMemory::Cube { texture, .. } => sampled_value!(texture, sampler, Cubemap IntegralCubemap UnsignedCubemap),
            _ => return Err(Error::driver(format!("binding {name}"), "it is not a texture")),
        };
        self.values.push((name, value));
        Ok(())
    }

    pub(super) fn add_image(&mut self, name: &'a str, memory: &'a GlMemory, interface: &Interface) -> Result<()> {
        let access = interface
            .images
            .iter()
            .find(|image| image.name == name)
            .map_or(ImageUnitAccess::ReadWrite, image_access);
        let value = match memory {
            GlMemory::Row { texture, format, .. } => {
                image_value!(texture, *format, access, Image1d IntegralImage1d UnsignedImage1d)
            }
            GlMemory::Plane { texture, format, .. } => {
                image_value!(texture, *format, access, Image2d IntegralImage2d UnsignedImage2d)
            }
            GlMemory::Volume { textures, format, .. } => {
                image_value!(&textures.texture, *format, access, Image3d IntegralImage3d UnsignedImage3d)
            }
            GlMemory::Cube { texture, format, .. } => {
                image_value!(texture, *format, access, ImageCube IntegralImageCube UnsignedImageCube)
            }
            _ => Err("it is not a texture".to_string()),
        };
        self.values
            .push((name, value.map_err(|message| Error::driver(format!("binding {name}"), message))?));
        Ok(())
    }

    pub(super) fn add_block(&mut self, name: &'a str, memory: &'a GlMemory) -> Result<()> {
        let GlMemory::Buffer { buffer, .. } = memory else {
            return Err(Error::driver(format!("binding {name}"), "it is not a buffer"));
        };
        // The layout was checked above the backend, by glslang's reflection.
        self.values.push((name, UniformValue::Block(buffer.as_slice_any(), |_| Ok(()))));
        Ok(())
    }
}

fn image_access(image: &Image) -> ImageUnitAccess {
    match (image.readable, image.writable) {
        (true, false) => ImageUnitAccess::Read,
        (false, true) => ImageUnitAccess::Write,
        _ => ImageUnitAccess::ReadWrite,
    }
}

fn image_format(format: Format) -> ImageUnitFormat {
    match (format.scalar, format.lanes) {
        (Scalar::Unorm8, _) => ImageUnitFormat::RGBA8,
        (Scalar::F16, 2) => ImageUnitFormat::RG16F,
        (Scalar::F16, _) => ImageUnitFormat::RGBA16F,
        (Scalar::F32, 1) => ImageUnitFormat::R32F,
        (Scalar::F32, 2) => ImageUnitFormat::RG32F,
        (Scalar::F32, _) => ImageUnitFormat::RGBA32F,
        (Scalar::I32, 1) => ImageUnitFormat::R32I,
        (Scalar::I32, 2) => ImageUnitFormat::RG32I,
        (Scalar::I32, _) => ImageUnitFormat::RGBA32I,
        (Scalar::U32, 1) => ImageUnitFormat::R32UI,
        (Scalar::U32, 2) => ImageUnitFormat::RG32UI,
        (Scalar::U32, _) => ImageUnitFormat::RGBA32UI,
    }
}

fn uniform_value(value: Value) -> UniformValue<'static> {
    match value {
        Value::Float(value) => UniformValue::Float(value),
        Value::Vec2(value) => UniformValue::Vec2(value),
        Value::Vec3(value) => UniformValue::Vec3(value),
        Value::Vec4(value) => UniformValue::Vec4(value),
        Value::Int(value) => UniformValue::SignedInt(value),
        Value::IVec2(value) => UniformValue::IntVec2(value),
        Value::IVec3(value) => UniformValue::IntVec3(value),
        Value::IVec4(value) => UniformValue::IntVec4(value),
        Value::UInt(value) => UniformValue::UnsignedInt(value),
        Value::UVec2(value) => UniformValue::UnsignedIntVec2(value),
        Value::UVec3(value) => UniformValue::UnsignedIntVec3(value),
        Value::UVec4(value) => UniformValue::UnsignedIntVec4(value),
        Value::Bool(value) => UniformValue::Bool(value),
        Value::Mat2(value) => UniformValue::Mat2(value),
        Value::Mat3(value) => UniformValue::Mat3(value),
        Value::Mat4(value) => UniformValue::Mat4(value),
    }
}
