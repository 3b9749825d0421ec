//! Textures, buffers, masks and queries, created by glium so that its state tracking knows them.

use glium::GlObject;
use glium::backend::Context;
use glium::buffer::{Buffer, BufferAny, BufferCreationError, BufferMode, BufferType, Content};
use glium::draw_parameters::SamplesPassedQuery;
use glium::texture::{
    Cubemap, DepthStencilFormat, DepthStencilTexture2d, Dimensions, IntegralCubemap, IntegralTexture1d,
    IntegralTexture2d, IntegralTexture3d, MipmapsOption, Texture1d, Texture2d, Texture3d, UncompressedFloatFormat,
    UncompressedIntFormat, UncompressedUintFormat, UnsignedCubemap, UnsignedTexture1d, UnsignedTexture2d,
    UnsignedTexture3d,
};
use gristmill_base::element::{Format, Scalar};
use gristmill_base::error::{Error, Result};
use gristmill_machine::Blueprint;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// A texture of one of GLSL's three classes: float, signed or unsigned integer.
pub(super) enum ClassedTexture<F, I, U> {
    Float(F),
    Int(I),
    UInt(U),
}

pub(super) type RowTexture = ClassedTexture<Texture1d, IntegralTexture1d, UnsignedTexture1d>;
pub(super) type PlaneTexture = ClassedTexture<Texture2d, IntegralTexture2d, UnsignedTexture2d>;

/// A rectangle texture as glium attaches it, and the stand-in that glium binds for it.
pub(super) struct RectangleWithStandIn {
    pub texture: PlaneTexture,
    pub stand_in: PlaneTexture,
}
pub(super) type VolumeTexture = ClassedTexture<Texture3d, IntegralTexture3d, UnsignedTexture3d>;
pub(super) type CubeTexture = ClassedTexture<Cubemap, IntegralCubemap, UnsignedCubemap>;

/// Evaluates the same expression for a texture of any class.
macro_rules! each {
    ($texture:expr, $name:ident => $body:expr) => {
        match $texture {
            $crate::memory::ClassedTexture::Float($name) => $body,
            $crate::memory::ClassedTexture::Int($name) => $body,
            $crate::memory::ClassedTexture::UInt($name) => $body,
        }
    };
}
pub(super) use each;

/// One memory of the backend.
pub(super) enum GlMemory {
    Buffer { buffer: Box<BufferAny>, id: glow::NativeBuffer },
    Row { texture: RowTexture, id: glow::NativeTexture, format: Format },
    Plane { texture: PlaneTexture, id: glow::NativeTexture, format: Format },
    Rectangle { textures: Box<RectangleWithStandIn>, id: glow::NativeTexture, format: Format },
    Volume { textures: Box<VolumeWithStandIn>, id: glow::NativeTexture, format: Format },
    Cube { texture: CubeTexture, id: glow::NativeTexture, format: Format },
    DepthStencil { texture: DepthStencilTexture2d },
    Query(OcclusionQuery),
}

/// A 3D texture, and the 2D stand-in that glium believes it draws to when a slice is the target (see `draw.rs`).
pub(super) struct VolumeWithStandIn {
    pub texture: VolumeTexture,
    pub stand_in: PlaneTexture,
}

/// An occlusion query. glium's query object can be read only once, so each use after a read gets a new one.
pub(super) struct OcclusionQuery {
    pub running: RefCell<Option<SamplesPassedQuery>>,
    pub count: Cell<u32>,
}

fn to_native_name(id: u32) -> std::num::NonZeroU32 {
    std::num::NonZeroU32::new(id).unwrap_or(std::num::NonZeroU32::MAX)
}

impl GlMemory {
    /// Creates a memory with undefined content.
    pub(super) fn new(gl: &glow::Context, context: &Rc<Context>, blueprint: &Blueprint) -> Result<GlMemory> {
        Ok(match *blueprint {
            Blueprint::Buffer { words, each } => {
                let bytes = words * 4;
                // glium derives a vertex stream's stride from the buffer's Rust type.
                let (buffer, id) = match each {
                    1 => create_buffer::<u32>(context, bytes),
                    2 => create_buffer::<[u32; 2]>(context, bytes),
                    _ => create_buffer::<[u32; 4]>(context, bytes),
                }
                .map_err(|error| refuse_memory(&error, blueprint))?;
                GlMemory::Buffer { buffer: Box::new(buffer), id }
            }
            Blueprint::Texture { format, width, height, levels } => {
                let texture = create_plane(context, format, [width, height], levels)
                    .map_err(|error| refuse_memory(&error, blueprint))?;
                let id = glow::NativeTexture(to_native_name(each!(&texture, texture => texture.get_id())));
                GlMemory::Plane { texture, id, format }
            }
            Blueprint::Rectangle { format, width, height } => {
                return GlMemory::new_rectangle(gl, context, format, [width, height]);
            }
            Blueprint::Row { format, width } => {
                let texture = create_row(context, format, width).map_err(|error| refuse_memory(&error, blueprint))?;
                let id = glow::NativeTexture(to_native_name(each!(&texture, texture => texture.get_id())));
                GlMemory::Row { texture, id, format }
            }
            Blueprint::Volume { format, width, height, depth } => {
                let texture = create_volume(context, format, width, height, depth)
                    .map_err(|error| refuse_memory(&error, blueprint))?;
                let id = glow::NativeTexture(to_native_name(each!(&texture, texture => texture.get_id())));
                let stand_in = create_plane(context, format, [width, height], 1)
                    .map_err(|error| refuse_memory(&error, blueprint))?;
                GlMemory::Volume { textures: Box::new(VolumeWithStandIn { texture, stand_in }), id, format }
            }
            Blueprint::Cube { format, side } => {
                let texture = create_cube(context, format, side).map_err(|error| refuse_memory(&error, blueprint))?;
                let id = glow::NativeTexture(to_native_name(each!(&texture, texture => texture.get_id())));
                GlMemory::Cube { texture, id, format }
            }
            Blueprint::DepthStencil { width, height } => {
                let texture = DepthStencilTexture2d::empty_with_format(
                    context,
                    DepthStencilFormat::I24I8,
                    MipmapsOption::NoMipmap,
                    width as u32,
                    height as u32,
                );
                GlMemory::DepthStencil { texture: texture.map_err(|error| refuse_memory(&error, blueprint))? }
            }
            Blueprint::Query => GlMemory::Query(OcclusionQuery { running: RefCell::new(None), count: Cell::new(0) }),
        })
    }
}

pub(super) fn refuse_memory(message: &dyn std::fmt::Display, blueprint: &Blueprint) -> Error {
    Error::driver(format!("making {blueprint:?}"), message.to_string())
}

impl GlMemory {
    /// Wraps a 2D texture of another program, which frees it itself.
    pub(super) fn adopt_plane(
        context: &Rc<Context>,
        id: glow::NativeTexture,
        format: Format,
        size: [usize; 2],
    ) -> GlMemory {
        GlMemory::Plane { texture: adopt_texture(context, id, format, size, false), id, format }
    }
}

/// Returns glium's 2D texture of this name, which glium deletes if it is `owned`.
pub(super) fn adopt_texture(
    context: &Rc<Context>,
    id: glow::NativeTexture,
    format: Format,
    size: [usize; 2],
    owned: bool,
) -> PlaneTexture {
    let [width, height] = size.map(|side| side as u32);
    let dimensions = Dimensions::Texture2d { width, height };
    let none = MipmapsOption::NoMipmap;
    let name = id.0.get();
    // SAFETY: the texture has this format and this size, and lives as long, as the caller promises, who has made it or
    // got its name.
    unsafe {
        match format.scalar {
            Scalar::F32 | Scalar::F16 | Scalar::Unorm8 => {
                let format = float_format(format);
                ClassedTexture::Float(Texture2d::from_id(context, format, name, owned, none, dimensions))
            }
            Scalar::I32 => {
                let format = int_format(format);
                ClassedTexture::Int(IntegralTexture2d::from_id(context, format, name, owned, none, dimensions))
            }
            Scalar::U32 => {
                let format = uint_format(format);
                ClassedTexture::UInt(UnsignedTexture2d::from_id(context, format, name, owned, none, dimensions))
            }
        }
    }
}

fn create_buffer<T>(context: &Rc<Context>, bytes: usize) -> Result<(BufferAny, glow::NativeBuffer), BufferCreationError>
where
    [T]: Content,
    T: Copy + Send + 'static,
{
    let buffer = Buffer::<[T]>::empty_unsized(context, BufferType::ArrayBuffer, bytes, BufferMode::Default)?;
    let id = glow::NativeBuffer(to_native_name(buffer.get_id()));
    Ok((buffer.into(), id))
}

fn float_format(format: Format) -> UncompressedFloatFormat {
    match (format.scalar, format.lanes) {
        (Scalar::Unorm8, _) => UncompressedFloatFormat::U8U8U8U8,
        (Scalar::F16, 2) => UncompressedFloatFormat::F16F16,
        (Scalar::F16, _) => UncompressedFloatFormat::F16F16F16F16,
        (_, 1) => UncompressedFloatFormat::F32,
        (_, 2) => UncompressedFloatFormat::F32F32,
        _ => UncompressedFloatFormat::F32F32F32F32,
    }
}

fn int_format(format: Format) -> UncompressedIntFormat {
    match format.lanes {
        1 => UncompressedIntFormat::I32,
        2 => UncompressedIntFormat::I32I32,
        _ => UncompressedIntFormat::I32I32I32I32,
    }
}

fn uint_format(format: Format) -> UncompressedUintFormat {
    match format.lanes {
        1 => UncompressedUintFormat::U32,
        2 => UncompressedUintFormat::U32U32,
        _ => UncompressedUintFormat::U32U32U32U32,
    }
}

pub(super) type CreateResult<T> = Result<T, glium::texture::TextureCreationError>;

pub(super) fn create_plane(
    context: &Rc<Context>,
    format: Format,
    size: [usize; 2],
    levels: usize,
) -> CreateResult<PlaneTexture> {
    let [width, height] = size.map(|side| side as u32);
    let mipmaps = match levels {
        1 => MipmapsOption::NoMipmap,
        _ => MipmapsOption::EmptyMipmapsMax(levels as u32 - 1),
    };
    Ok(match format.scalar {
        Scalar::F32 | Scalar::F16 | Scalar::Unorm8 => {
            ClassedTexture::Float(Texture2d::empty_with_format(context, float_format(format), mipmaps, width, height)?)
        }
        Scalar::I32 => ClassedTexture::Int(IntegralTexture2d::empty_with_format(
            context,
            int_format(format),
            mipmaps,
            width,
            height,
        )?),
        Scalar::U32 => ClassedTexture::UInt(UnsignedTexture2d::empty_with_format(
            context,
            uint_format(format),
            mipmaps,
            width,
            height,
        )?),
    })
}

fn create_row(context: &Rc<Context>, format: Format, width: usize) -> CreateResult<RowTexture> {
    let width = width as u32;
    let none = MipmapsOption::NoMipmap;
    Ok(match format.scalar {
        Scalar::F32 | Scalar::F16 | Scalar::Unorm8 => {
            ClassedTexture::Float(Texture1d::empty_with_format(context, float_format(format), none, width)?)
        }
        Scalar::I32 => {
            ClassedTexture::Int(IntegralTexture1d::empty_with_format(context, int_format(format), none, width)?)
        }
        Scalar::U32 => {
            ClassedTexture::UInt(UnsignedTexture1d::empty_with_format(context, uint_format(format), none, width)?)
        }
    })
}

fn create_cube(context: &Rc<Context>, format: Format, side: usize) -> CreateResult<CubeTexture> {
    let side = side as u32;
    let none = MipmapsOption::NoMipmap;
    Ok(match format.scalar {
        Scalar::F32 | Scalar::F16 | Scalar::Unorm8 => {
            ClassedTexture::Float(Cubemap::empty_with_format(context, float_format(format), none, side)?)
        }
        Scalar::I32 => {
            ClassedTexture::Int(IntegralCubemap::empty_with_format(context, int_format(format), none, side)?)
        }
        Scalar::U32 => {
            ClassedTexture::UInt(UnsignedCubemap::empty_with_format(context, uint_format(format), none, side)?)
        }
    })
}

fn create_volume(
    context: &Rc<Context>,
    format: Format,
    width: usize,
    height: usize,
    depth: usize,
) -> CreateResult<VolumeTexture> {
    let width = width as u32;
    let height = height as u32;
    let depth = depth as u32;
    let none = MipmapsOption::NoMipmap;
    Ok(match format.scalar {
        Scalar::F32 | Scalar::F16 | Scalar::Unorm8 => ClassedTexture::Float(Texture3d::empty_with_format(
            context,
            float_format(format),
            none,
            width,
            height,
            depth,
        )?),
        Scalar::I32 => ClassedTexture::Int(IntegralTexture3d::empty_with_format(
            context,
            int_format(format),
            none,
            width,
            height,
            depth,
        )?),
        Scalar::U32 => ClassedTexture::UInt(UnsignedTexture3d::empty_with_format(
            context,
            uint_format(format),
            none,
            width,
            height,
            depth,
        )?),
    })
}
