//! Writes, reads, clears and copies memories through glow, on glium's context.
//!
//! glium's own reads leave PACK_ALIGNMENT at 4 although it must be 1, and support neither the depth
//! of a 3D texture nor a byte range of a buffer. Every binding changed here is restored, since
//! glium remembers its bindings.

mod fenced_read;

use super::context::DeviceContext;
use super::hooks::texture_1d;
use super::memory::GlMemory;
use fenced_read::FencedRead;
use glow::{HasContext, NativeBuffer, NativeFramebuffer, NativeTexture, PixelPackData, PixelUnpackData};
use gristmill_base::element::{Format, Scalar};
use gristmill_base::error::{Error, Result};
use gristmill_machine::{Blueprint, PendingRead, Region};
use std::rc::Rc;

/// Moves words between the host and memories, and between memories.
pub(super) struct MemoryTransfer {
    gl: Rc<glow::Context>,
    reading: NativeFramebuffer,
    copies_images: bool,
}

/// Returns the client format and type whose words are exactly those of the texel.
pub(super) fn client_format(format: Format) -> (u32, u32) {
    let lanes = usize::from(format.lanes);
    match format.scalar {
        Scalar::F32 => ([0, glow::RED, glow::RG, 0, glow::RGBA][lanes], glow::FLOAT),
        Scalar::I32 => ([0, glow::RED_INTEGER, glow::RG_INTEGER, 0, glow::RGBA_INTEGER][lanes], glow::INT),
        Scalar::U32 => ([0, glow::RED_INTEGER, glow::RG_INTEGER, 0, glow::RGBA_INTEGER][lanes], glow::UNSIGNED_INT),
        Scalar::F16 => ([0, glow::RED, glow::RG, 0, glow::RGBA][lanes], glow::HALF_FLOAT),
        Scalar::Unorm8 => (glow::RGBA, glow::UNSIGNED_BYTE),
    }
}

/// Returns a texture's name, its target and its format.
fn texture_target(memory: &GlMemory) -> Option<(NativeTexture, u32, Format)> {
    match memory {
        GlMemory::Row { id, format, .. } => Some((*id, glow::TEXTURE_1D, *format)),
        GlMemory::Plane { id, format, .. } => Some((*id, glow::TEXTURE_2D, *format)),
        GlMemory::Rectangle { id, format, .. } => Some((*id, glow::TEXTURE_RECTANGLE, *format)),
        GlMemory::Volume { id, format, .. } => Some((*id, glow::TEXTURE_3D, *format)),
        GlMemory::Cube { id, format, .. } => Some((*id, glow::TEXTURE_CUBE_MAP, *format)),
        _ => None,
    }
}

/// Returns the level and the slice of a region: a 2D texture has no slices, a volume or a cube no levels.
fn level_and_slice(target: u32, region: &Region) -> (i32, i32) {
    if target == glow::TEXTURE_2D { (region.z as i32, 0) } else { (0, region.z as i32) }
}

/// Returns the target of one face of a cube, or of a whole 2D texture.
fn face_target(target: u32, slice: usize) -> u32 {
    if target == glow::TEXTURE_CUBE_MAP { glow::TEXTURE_CUBE_MAP_POSITIVE_X + slice as u32 } else { target }
}

fn word_count(region: &Region, format: Format) -> usize {
    region.width * region.height * format.words()
}

impl MemoryTransfer {
    pub(super) fn new(gl: Rc<glow::Context>, copies_images: bool) -> Result<MemoryTransfer> {
        // SAFETY: the context is current on this thread.
        let reading = unsafe { gl.create_framebuffer() };
        let reading = reading.map_err(|message| Error::driver("making a framebuffer", message))?;
        Ok(MemoryTransfer { gl, reading, copies_images })
    }

    /// Deletes its own framebuffer.
    pub(super) fn free_framebuffer(&self) {
        // SAFETY: the framebuffer is ours and not used again; the context is current on this thread.
        unsafe { self.gl.delete_framebuffer(self.reading) }
    }

    /// Writes a region's words.
    pub(super) fn write(&self, memory: &GlMemory, region: &Region, words: &[u32]) {
        let bytes = bytemuck::cast_slice(words);
        match memory {
            GlMemory::Buffer { id, .. } => self.with_buffer(glow::COPY_WRITE_BUFFER, *id, || {
                // SAFETY: the buffer is bound, and our caller has checked the range against its size.
                unsafe {
                    self.gl
                        .buffer_sub_data_u8_slice(glow::COPY_WRITE_BUFFER, region.x as i32 * 4, bytes)
                }
            }),
            _ => self.upload_region(memory, region, PixelUnpackData::Slice(Some(bytes))),
        }
    }

    /// Sets every word to zero by writing. GL's clear would be dropped, like a pass, during
    /// rasteriser discard or conditional rendering; and llvmpipe may read a texture before it has
    /// cleared it.
    pub(super) fn clear_memory(&self, memory: &GlMemory, blueprint: &Blueprint) {
        const CHUNK_WORDS: usize = 1 << 16;
        match (texture_target(memory), blueprint) {
            (Some((_, _, format)), _) => {
                for z in 0..blueprint.slice_count() {
                    let [width, height] = blueprint.slice_size(z);
                    let rows = (CHUNK_WORDS / (width * format.words()).max(1)).max(1);
                    for y in (0..height).step_by(rows) {
                        let region = Region { x: 0, y, z, width, height: rows.min(height - y) };
                        self.write(memory, &region, &vec![0; word_count(&region, format)]);
                    }
                }
            }
            (None, Blueprint::Buffer { words, .. }) => {
                for x in (0..*words).step_by(CHUNK_WORDS) {
                    let width = CHUNK_WORDS.min(words - x);
                    self.write(memory, &Region { x, y: 0, z: 0, width, height: 1 }, &vec![0; width]);
                }
            }
            _ => {}
        }
    }

    /// Reads regions one after another.
    pub(super) fn read(&self, memory: &GlMemory, regions: &[Region], into: &mut [u32]) {
        let mut rest = into;
        for region in regions {
            match texture_target(memory) {
                Some((_, _, format)) => {
                    let (now, later) = rest.split_at_mut(word_count(region, format));
                    self.download_region(memory, region, PixelPackData::Slice(Some(bytemuck::cast_slice_mut(now))));
                    rest = later;
                }
                None => {
                    let GlMemory::Buffer { id, .. } = memory else { return };
                    let (now, later) = rest.split_at_mut(region.width);
                    self.with_buffer(glow::COPY_READ_BUFFER, *id, || {
                        let bytes = bytemuck::cast_slice_mut(now);
                        // SAFETY: the buffer is bound, and our caller has checked the range against its size.
                        unsafe { self.gl.get_buffer_sub_data(glow::COPY_READ_BUFFER, region.x as i32 * 4, bytes) }
                    });
                    rest = later;
                }
            }
        }
    }

    /// Starts a read of regions into a new buffer, followed by a fence.
    pub(super) fn read_later(
        &self,
        current: &Rc<DeviceContext>,
        memory: &GlMemory,
        regions: &[Region],
    ) -> Result<Box<dyn PendingRead>> {
        let each =
            |region: &Region| texture_target(memory).map_or(region.width, |(_, _, format)| word_count(region, format));
        let total = regions.iter().map(each).sum::<usize>();
        let gl = &self.gl;
        // SAFETY: the buffer is ours, and the binding is restored; the fence is deleted by `FencedRead`.
        let (buffer, fence) = unsafe {
            let buffer = gl.create_buffer().map_err(refuse_read)?;
            self.with_buffer(glow::COPY_WRITE_BUFFER, buffer, || {
                gl.buffer_data_size(glow::COPY_WRITE_BUFFER, total.max(1) as i32 * 4, glow::STREAM_READ);
            });
            let mut at = 0;
            for region in regions {
                self.copy_to_buffer(memory, region, buffer, at);
                at += each(region);
            }
            (buffer, gl.fence_sync(glow::SYNC_GPU_COMMANDS_COMPLETE, 0).map_err(refuse_read)?)
        };
        Ok(Box::new(FencedRead { current: current.clone(), gl: gl.clone(), buffer, fence, words: total }))
    }

    /// Copies a region on the device.
    pub(super) fn copy_region(&self, from: &GlMemory, at: &Region, to: &GlMemory, there: &Region) {
        match (from, to) {
            (_, GlMemory::Buffer { id, .. }) => self.copy_to_buffer(from, at, *id, there.x),
            (GlMemory::Buffer { id, .. }, _) => self.with_buffer(glow::PIXEL_UNPACK_BUFFER, *id, || {
                self.upload_region(to, there, PixelUnpackData::BufferOffset(at.x as u32 * 4));
            }),
            _ => self.copy_texels(from, at, to, there),
        }
    }

    fn copy_to_buffer(&self, from: &GlMemory, at: &Region, to: NativeBuffer, word: usize) {
        let GlMemory::Buffer { id, .. } = from else {
            return self.with_buffer(glow::PIXEL_PACK_BUFFER, to, || {
                self.download_region(from, at, PixelPackData::BufferOffset(word as u32 * 4));
            });
        };
        self.with_buffer(glow::COPY_READ_BUFFER, *id, || {
            self.with_buffer(glow::COPY_WRITE_BUFFER, to, || {
                let read = glow::COPY_READ_BUFFER;
                let write = glow::COPY_WRITE_BUFFER;
                // SAFETY: both buffers are bound, and our caller has checked both ranges.
                unsafe {
                    self.gl
                        .copy_buffer_sub_data(read, write, at.x as i32 * 4, word as i32 * 4, at.width as i32 * 4);
                }
            });
        });
    }

    fn copy_texels(&self, from: &GlMemory, at: &Region, to: &GlMemory, there: &Region) {
        let (Some((source, source_target, _)), Some((result, result_target, _))) =
            (texture_target(from), texture_target(to))
        else {
            return;
        };
        let gl = &self.gl;
        let x = at.x as i32;
        let y = at.y as i32;
        let width = at.width as i32;
        let height = at.height as i32;
        let to_x = there.x as i32;
        let to_y = there.y as i32;
        let (level, z) = level_and_slice(source_target, at);
        let (to_level, to_z) = level_and_slice(result_target, there);
        // SAFETY: both textures live and have the same format; our caller has checked both boxes; bindings are restored.
        unsafe {
            if self.copies_images {
                gl.copy_image_sub_data(
                    source,
                    source_target,
                    level,
                    x,
                    y,
                    z,
                    result,
                    result_target,
                    to_level,
                    to_x,
                    to_y,
                    to_z,
                    width,
                    height,
                    1,
                );
                return;
            }
            self.with_read_framebuffer(source, source_target, at.z, || {
                self.with_texture(result, result_target, || match result_target {
                    glow::TEXTURE_1D => texture_1d::copy_texels(to_x, x, y, width),
                    glow::TEXTURE_3D => {
                        gl.copy_tex_sub_image_3d(result_target, 0, to_x, to_y, to_z, x, y, width, height);
                    }
                    _ => {
                        let target = face_target(result_target, there.z);
                        gl.copy_tex_sub_image_2d(target, to_level, to_x, to_y, x, y, width, height);
                    }
                });
            });
        }
    }

    fn upload_region(&self, memory: &GlMemory, region: &Region, data: PixelUnpackData) {
        let Some((id, target, format)) = texture_target(memory) else { return };
        let (class, kind) = client_format(format);
        let x = region.x as i32;
        let y = region.y as i32;
        let (level, z) = level_and_slice(target, region);
        let width = region.width as i32;
        let height = region.height as i32;
        self.with_texture(id, target, || {
            // SAFETY: the texture is bound, the box is within it, and the data are as long as the box; texels are whole
            // words, so alignment does not change a row.
            unsafe {
                match target {
                    glow::TEXTURE_1D => texture_1d::write_texels(x, width, class, kind, data),
                    glow::TEXTURE_3D => {
                        self.gl
                            .tex_sub_image_3d(target, 0, x, y, z, width, height, 1, class, kind, data);
                    }
                    _ => {
                        let target = face_target(target, region.z);
                        self.gl.tex_sub_image_2d(target, level, x, y, width, height, class, kind, data);
                    }
                }
            }
        });
    }

    fn download_region(&self, memory: &GlMemory, region: &Region, into: PixelPackData) {
        let Some((id, target, format)) = texture_target(memory) else { return };
        let (class, kind) = client_format(format);
        let x = region.x as i32;
        let y = region.y as i32;
        let width = region.width as i32;
        let height = region.height as i32;
        self.with_read_framebuffer(id, target, region.z, || {
            // SAFETY: the slice is attached for reading, the box is within it, and the destination is as long as the box.
            unsafe { self.gl.read_pixels(x, y, width, height, class, kind, into) }
        });
    }

    /// Runs `call` with a slice or a level attached to our framebuffer for reading.
    fn with_read_framebuffer(&self, id: NativeTexture, target: u32, slice: usize, call: impl FnOnce()) {
        // SAFETY: the texture lives; the binding is restored as glium left it.
        unsafe {
            let before = self.gl.get_parameter_framebuffer(glow::READ_FRAMEBUFFER_BINDING);
            self.gl.bind_framebuffer(glow::READ_FRAMEBUFFER, Some(self.reading));
            self.attach_slice(glow::READ_FRAMEBUFFER, id, target, slice);
            call();
            self.gl
                .framebuffer_texture_2d(glow::READ_FRAMEBUFFER, glow::COLOR_ATTACHMENT0, glow::TEXTURE_2D, None, 0);
            self.gl.bind_framebuffer(glow::READ_FRAMEBUFFER, before);
        }
    }

    /// # Safety
    /// Our framebuffer must be bound to `framebuffer`, and the texture must live and have that slice or level.
    unsafe fn attach_slice(&self, framebuffer: u32, id: NativeTexture, target: u32, slice: usize) {
        let attachment = glow::COLOR_ATTACHMENT0;
        // SAFETY: ensured by the caller.
        unsafe {
            match target {
                glow::TEXTURE_1D => self.gl.framebuffer_texture(framebuffer, attachment, Some(id), 0),
                glow::TEXTURE_2D => {
                    self.gl
                        .framebuffer_texture_2d(framebuffer, attachment, target, Some(id), slice as i32);
                }
                glow::TEXTURE_3D => {
                    self.gl
                        .framebuffer_texture_layer(framebuffer, attachment, Some(id), 0, slice as i32);
                }
                _ => {
                    self.gl
                        .framebuffer_texture_2d(framebuffer, attachment, face_target(target, slice), Some(id), 0);
                }
            }
        }
    }

    /// Runs `call` with a texture bound to the active unit, and restores the binding.
    pub(super) fn with_texture<T>(&self, id: NativeTexture, target: u32, call: impl FnOnce() -> T) -> T {
        let binding = match target {
            glow::TEXTURE_1D => glow::TEXTURE_BINDING_1D,
            glow::TEXTURE_2D => glow::TEXTURE_BINDING_2D,
            glow::TEXTURE_RECTANGLE => glow::TEXTURE_BINDING_RECTANGLE,
            glow::TEXTURE_3D => glow::TEXTURE_BINDING_3D,
            _ => glow::TEXTURE_BINDING_CUBE_MAP,
        };
        // SAFETY: the texture lives; the binding of the active unit is restored as glium left it.
        unsafe {
            let before = self.gl.get_parameter_texture(binding);
            self.gl.bind_texture(target, Some(id));
            let result = call();
            self.gl.bind_texture(target, before);
            result
        }
    }

    pub(super) fn with_buffer<T>(&self, target: u32, id: NativeBuffer, call: impl FnOnce() -> T) -> T {
        with_bound_buffer(&self.gl, target, id, call)
    }
}

fn refuse_read(message: String) -> Error {
    Error::driver("starting a read", message)
}

/// Runs `call` with a buffer bound, and restores the binding as glium left it.
pub(super) fn with_bound_buffer<T>(gl: &glow::Context, target: u32, id: NativeBuffer, call: impl FnOnce() -> T) -> T {
    let binding = match target {
        glow::PIXEL_PACK_BUFFER => glow::PIXEL_PACK_BUFFER_BINDING,
        glow::PIXEL_UNPACK_BUFFER => glow::PIXEL_UNPACK_BUFFER_BINDING,
        glow::DISPATCH_INDIRECT_BUFFER => glow::DISPATCH_INDIRECT_BUFFER_BINDING,
        // For the two copy targets GL uses the same enum for the binding as for the target.
        other => other,
    };
    // SAFETY: the buffer lives, and the binding is restored.
    unsafe {
        let before = gl.get_parameter_buffer(binding);
        gl.bind_buffer(target, Some(id));
        let result = call();
        gl.bind_buffer(target, before);
        result
    }
}
