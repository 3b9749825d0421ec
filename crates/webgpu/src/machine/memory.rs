//! The memories of a WebGPU device.

use gristmill_base::element::{Format, Scalar};
use gristmill_base::error::{Error, Result};
use gristmill_machine::{Blueprint, Region};
use std::cell::Cell;

/// Bytes of the smallest buffer: a binding holds one element at least, of eight words in some kernels.
const LEAST_BYTES: u64 = 64;

/// A memory.
pub(super) enum GpuMemory {
    Buffer(wgpu::Buffer),
    Texture(GpuTexture),
    /// 24 bits of depth and 8 of stencil.
    DepthStencil(wgpu::Texture),
    /// The fragments that passed; WebGPU promises only whether there were any.
    Query(Cell<u32>),
}

/// A texture, with the form that it has for the library.
pub(super) struct GpuTexture {
    pub(super) texture: wgpu::Texture,
    pub(super) format: Format,
    pub(super) form: TextureForm,
}

/// The meaning of a region's third coordinate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TextureForm {
    /// A level.
    Plane,
    /// A slice.
    Volume,
    /// A face.
    Cube,
}

impl GpuMemory {
    /// Creates a memory; WebGPU's are zero until they are written.
    pub(super) fn new(device: &wgpu::Device, blueprint: &Blueprint) -> Result<GpuMemory> {
        let plane = |format, width: usize, height: usize, levels: usize| {
            create_texture(device, format, [width, height, 1], levels, TextureForm::Plane)
        };
        Ok(match *blueprint {
            Blueprint::Buffer { words, .. } => GpuMemory::Buffer(device.create_buffer(&wgpu::BufferDescriptor {
                label: None,
                size: (words as u64 * 4).max(LEAST_BYTES),
                usage: wgpu::BufferUsages::STORAGE
                    | wgpu::BufferUsages::UNIFORM
                    | wgpu::BufferUsages::VERTEX
                    | wgpu::BufferUsages::INDIRECT
                    | wgpu::BufferUsages::COPY_SRC
                    | wgpu::BufferUsages::COPY_DST,
                mapped_at_creation: false,
            })),
            Blueprint::Texture { format, width, height, levels } => plane(format, width, height, levels)?,
            Blueprint::Rectangle { format, width, height } => plane(format, width, height, 1)?,
            Blueprint::Row { format, width } => plane(format, width, 1, 1)?,
            Blueprint::Volume { format, width, height, depth } => {
                create_texture(device, format, [width, height, depth], 1, TextureForm::Volume)?
            }
            Blueprint::Cube { format, side } => create_texture(device, format, [side, side, 6], 1, TextureForm::Cube)?,
            Blueprint::DepthStencil { width, height } => {
                GpuMemory::DepthStencil(device.create_texture(&wgpu::TextureDescriptor {
                    label: None,
                    size: extent([width, height, 1]),
                    mip_level_count: 1,
                    sample_count: 1,
                    dimension: wgpu::TextureDimension::D2,
                    format: DEPTH_STENCIL,
                    usage: wgpu::TextureUsages::RENDER_ATTACHMENT,
                    view_formats: &[],
                }))
            }
            Blueprint::Query => GpuMemory::Query(Cell::new(0)),
        })
    }

    /// Returns the number of words in a region.
    pub(super) fn region_words(&self, region: &Region) -> usize {
        match self {
            GpuMemory::Buffer(_) => region.width,
            GpuMemory::Texture(texture) => region.width * region.height * texture.format.words(),
            GpuMemory::DepthStencil(_) | GpuMemory::Query(_) => 1,
        }
    }

    /// Returns the texture of a memory that must be one.
    pub(super) fn expect_texture(&self, name: &str) -> Result<&GpuTexture> {
        match self {
            GpuMemory::Texture(texture) => Ok(texture),
            _ => Err(Error::driver(format!("binding {name}"), "it is not a texture")),
        }
    }

    /// Returns the buffer of a memory that must be one.
    pub(super) fn expect_buffer(&self, name: &str) -> Result<&wgpu::Buffer> {
        match self {
            GpuMemory::Buffer(buffer) => Ok(buffer),
            _ => Err(Error::driver(format!("binding {name}"), "it is not a buffer")),
        }
    }
}

/// The format of all depth-stencil buffers.
pub(super) const DEPTH_STENCIL: wgpu::TextureFormat = wgpu::TextureFormat::Depth24PlusStencil8;

fn extent([width, height, depth]: [usize; 3]) -> wgpu::Extent3d {
    let side = |side: usize| u32::try_from(side).unwrap_or(u32::MAX);
    wgpu::Extent3d { width: side(width), height: side(height), depth_or_array_layers: side(depth) }
}

fn create_texture(
    device: &wgpu::Device,
    format: Format,
    size: [usize; 3],
    levels: usize,
    form: TextureForm,
) -> Result<GpuMemory> {
    let wanted = texel_format(format)?;
    let mut usage = wgpu::TextureUsages::TEXTURE_BINDING
        | wgpu::TextureUsages::COPY_SRC
        | wgpu::TextureUsages::COPY_DST
        | wgpu::TextureUsages::RENDER_ATTACHMENT;
    if wanted
        .guaranteed_format_features(device.features())
        .allowed_usages
        .contains(wgpu::TextureUsages::STORAGE_BINDING)
    {
        usage |= wgpu::TextureUsages::STORAGE_BINDING;
    }
    let texture = device.create_texture(&wgpu::TextureDescriptor {
        label: None,
        size: extent(size),
        mip_level_count: levels as u32,
        sample_count: 1,
        dimension: match form {
            TextureForm::Volume => wgpu::TextureDimension::D3,
            _ => wgpu::TextureDimension::D2,
        },
        format: wanted,
        usage,
        view_formats: &[],
    });
    Ok(GpuMemory::Texture(GpuTexture { texture, format, form }))
}

/// Returns WebGPU's format of a texel.
pub(super) fn texel_format(format: Format) -> Result<wgpu::TextureFormat> {
    use wgpu::TextureFormat as T;
    Ok(match (format.scalar, format.lanes) {
        (Scalar::F32, 1) => T::R32Float,
        (Scalar::F32, 2) => T::Rg32Float,
        (Scalar::F32, 4) => T::Rgba32Float,
        (Scalar::I32, 1) => T::R32Sint,
        (Scalar::I32, 2) => T::Rg32Sint,
        (Scalar::I32, 4) => T::Rgba32Sint,
        (Scalar::U32, 1) => T::R32Uint,
        (Scalar::U32, 2) => T::Rg32Uint,
        (Scalar::U32, 4) => T::Rgba32Uint,
        (Scalar::F16, 2) => T::Rg16Float,
        (Scalar::F16, 4) => T::Rgba16Float,
        (Scalar::Unorm8, 4) => T::Rgba8Unorm,
        _ => return Err(Error::card("creating a texture", format!("WebGPU has no format {format}; use four lanes"))),
    })
}

/// Returns the name in GLSL of a format of images.
pub(super) fn image_format(format: Format) -> String {
    let lanes = match format.lanes {
        1 => "r",
        2 => "rg",
        _ => "rgba",
    };
    let scalar = match format.scalar {
        Scalar::F32 => "32f",
        Scalar::I32 => "32i",
        Scalar::U32 => "32ui",
        Scalar::F16 => "16f",
        Scalar::Unorm8 => "8",
    };
    format!("{lanes}{scalar}")
}

/// Returns WebGPU's format of an element of a vertex stream.
pub(super) fn vertex_format(format: Format) -> Result<wgpu::VertexFormat> {
    use wgpu::VertexFormat as V;
    Ok(match (format.scalar, format.lanes) {
        (Scalar::F32, 1) => V::Float32,
        (Scalar::F32, 2) => V::Float32x2,
        (Scalar::F32, 4) => V::Float32x4,
        (Scalar::I32, 1) => V::Sint32,
        (Scalar::I32, 2) => V::Sint32x2,
        (Scalar::I32, 4) => V::Sint32x4,
        (Scalar::U32, 1) => V::Uint32,
        (Scalar::U32, 2) => V::Uint32x2,
        (Scalar::U32, 4) => V::Uint32x4,
        (Scalar::F16, 2) => V::Float16x2,
        (Scalar::F16, 4) => V::Float16x4,
        (Scalar::Unorm8, 4) => V::Unorm8x4,
        _ => return Err(Error::card("drawing", format!("WebGPU has no vertex stream of {format}; use four lanes"))),
    })
}
