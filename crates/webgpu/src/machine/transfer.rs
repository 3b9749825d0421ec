//! Words between host and device, and from memory to memory.

use super::WebGpu;
use super::memory::{GpuMemory, GpuTexture, TextureForm};
use gristmill_base::error::{Error, Result};
use gristmill_machine::{Blueprint, MemoryId, Region};

/// Bytes that a row of a copy is a multiple of.
const ROW_BYTES: u32 = wgpu::COPY_BYTES_PER_ROW_ALIGNMENT;

impl GpuTexture {
    /// Returns the place of a region, and its size.
    fn find_place(&self, region: &Region) -> (wgpu::TexelCopyTextureInfo<'_>, wgpu::Extent3d) {
        let z = region.z as u32;
        let (level, slice) = if self.form == TextureForm::Plane { (z, 0) } else { (0, z) };
        let place = wgpu::TexelCopyTextureInfo {
            texture: &self.texture,
            mip_level: level,
            origin: wgpu::Origin3d { x: region.x as u32, y: region.y as u32, z: slice },
            aspect: wgpu::TextureAspect::All,
        };
        let size =
            wgpu::Extent3d { width: region.width as u32, height: region.height as u32, depth_or_array_layers: 1 };
        (place, size)
    }
}

impl WebGpu {
    /// Writes zeros everywhere.
    pub(super) fn write_zeros(&self, memory: MemoryId, blueprint: &Blueprint) -> Result<()> {
        if let Blueprint::Buffer { words, .. } = *blueprint {
            let memories = self.memories.borrow();
            let buffer = memories.get(memory)?.expect_buffer("a buffer")?;
            let bytes = (words as u64 * 4).min(buffer.size());
            return self.record_commands(|encoder| {
                encoder.clear_buffer(buffer, 0, Some(bytes));
                Ok(())
            });
        }
        for z in 0..blueprint.slice_count() {
            let [width, height] = blueprint.slice_size(z);
            let region = Region { x: 0, y: 0, z, width, height };
            let words = self.memories.borrow().get(memory)?.region_words(&region);
            if width > 0 {
                self.write_region(memory, &region, &vec![0; words])?;
            }
        }
        Ok(())
    }

    /// Writes a region; for a depth-stencil buffer the words are its depth and its stencil, each cleared to one value.
    pub(super) fn write_region(&self, memory: MemoryId, region: &Region, words: &[u32]) -> Result<()> {
        let memories = self.memories.borrow();
        match memories.get(memory)? {
            GpuMemory::Buffer(buffer) => {
                self.submit_recorded();
                self.queue.write_buffer(buffer, region.x as u64 * 4, &to_bytes(words));
                Ok(())
            }
            GpuMemory::Texture(texture) => {
                if region.width == 0 || region.height == 0 {
                    return Ok(());
                }
                let (place, size) = texture.find_place(region);
                let layout = wgpu::TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row: Some(size.width * texture.format.bytes() as u32),
                    rows_per_image: None,
                };
                self.submit_recorded();
                self.queue.write_texture(place, &to_bytes(words), layout, size);
                Ok(())
            }
            GpuMemory::DepthStencil(texture) => {
                let [depth, stencil] = [0, 1].map(|at| words.get(at).copied().unwrap_or(0));
                self.clear_planes(texture, f32::from_bits(depth).clamp(0.0, 1.0), stencil)
            }
            GpuMemory::Query(count) => {
                count.set(words.first().copied().unwrap_or(0));
                Ok(())
            }
        }
    }

    fn clear_planes(&self, texture: &wgpu::Texture, depth: f32, stencil: u32) -> Result<()> {
        let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
        self.record_commands(|encoder| {
            encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                    view: &view,
                    depth_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Clear(depth), store: wgpu::StoreOp::Store }),
                    stencil_ops: Some(wgpu::Operations {
                        load: wgpu::LoadOp::Clear(stencil),
                        store: wgpu::StoreOp::Store,
                    }),
                }),
                ..wgpu::RenderPassDescriptor::default()
            });
            Ok(())
        })
    }

    /// Reads regions one after another, after all earlier work is done.
    pub(super) fn read_regions(&self, memory: MemoryId, regions: &[Region], words: &mut [u32]) -> Result<()> {
        let memories = self.memories.borrow();
        let memory = memories.get(memory)?;
        let mut rest = words;
        for region in regions {
            let count = memory.region_words(region).min(rest.len());
            let (now, later) = rest.split_at_mut(count);
            match memory {
                GpuMemory::Query(held) => now.fill(held.get()),
                GpuMemory::DepthStencil(_) => {
                    let sentence = "WebGPU copies no depth of 24 bits; write depths to an output instead";
                    return Err(Error::card("reading a depth-stencil buffer", sentence));
                }
                GpuMemory::Buffer(buffer) if count > 0 => self.read_buffer(buffer, region.x, now)?,
                GpuMemory::Texture(texture) if count > 0 => self.read_texture(texture, region, now)?,
                GpuMemory::Buffer(_) | GpuMemory::Texture(_) => {}
            }
            rest = later;
        }
        Ok(())
    }

    /// Returns a copy of a texture, which a pass reads while it draws into another level or slice of the same one.
    pub(super) fn copy_texture(&self, texture: &GpuTexture) -> Result<wgpu::Texture> {
        let original = &texture.texture;
        let copy = self.device.create_texture(&wgpu::TextureDescriptor {
            label: None,
            size: original.size(),
            mip_level_count: original.mip_level_count(),
            sample_count: 1,
            dimension: original.dimension(),
            format: original.format(),
            usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
            view_formats: &[],
        });
        self.record_commands(|encoder| {
            for level in 0..original.mip_level_count() {
                let place = |texture| wgpu::TexelCopyTextureInfo {
                    texture,
                    mip_level: level,
                    origin: wgpu::Origin3d::ZERO,
                    aspect: wgpu::TextureAspect::All,
                };
                let size = original.size().mip_level_size(level, original.dimension());
                encoder.copy_texture_to_texture(place(original), place(&copy), size);
            }
            Ok(())
        })?;
        Ok(copy)
    }

    /// Creates a buffer that the host may read.
    fn create_staging(&self, size: u64) -> wgpu::Buffer {
        self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size,
            usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
            mapped_at_creation: false,
        })
    }

    pub(super) fn read_buffer(&self, buffer: &wgpu::Buffer, first: usize, words: &mut [u32]) -> Result<()> {
        let bytes = words.len() as u64 * 4;
        let staging = self.create_staging(bytes);
        self.record_commands(|encoder| {
            encoder.copy_buffer_to_buffer(buffer, first as u64 * 4, &staging, 0, bytes);
            Ok(())
        })?;
        self.read_staging(&staging, |held| copy_words(held, words))
    }

    fn read_texture(&self, texture: &GpuTexture, region: &Region, words: &mut [u32]) -> Result<()> {
        let (place, size) = texture.find_place(region);
        let row_words = region.width * texture.format.words();
        let row_bytes = (row_words as u32 * 4).next_multiple_of(ROW_BYTES);
        let staging = self.create_staging(u64::from(row_bytes) * region.height as u64);
        let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(row_bytes), rows_per_image: None };
        self.record_commands(|encoder| {
            encoder.copy_texture_to_buffer(place, wgpu::TexelCopyBufferInfo { buffer: &staging, layout }, size);
            Ok(())
        })?;
        self.read_staging(&staging, |held| {
            for (row, words) in held.chunks(row_bytes as usize).zip(words.chunks_mut(row_words)) {
                copy_words(row, words);
            }
        })
    }

    /// Waits until a buffer can be read, and hands over its bytes.
    fn read_staging(&self, staging: &wgpu::Buffer, take: impl FnOnce(&[u8])) -> Result<()> {
        self.submit_recorded();
        let slice = staging.slice(..);
        let (send, receive) = std::sync::mpsc::channel();
        slice.map_async(wgpu::MapMode::Read, move |mapped| {
            // Nobody waits any more if the device is lost.
            let _ = send.send(mapped);
        });
        let failed = |message: String| Error::driver("reading a memory", message);
        self.device
            .poll(wgpu::PollType::wait_indefinitely())
            .map_err(|error| failed(error.to_string()))?;
        match receive.recv() {
            Ok(Ok(())) => {
                let range = slice.get_mapped_range().map_err(|error| failed(error.to_string()))?;
                take(&range);
            }
            Ok(Err(error)) => return Err(failed(error.to_string())),
            Err(error) => return Err(failed(error.to_string())),
        }
        staging.unmap();
        Ok(())
    }

    /// Copies a region on the device; between a buffer and a texture by way of the host.
    pub(super) fn copy_between(&self, (from, at): (MemoryId, &Region), (to, there): (MemoryId, &Region)) -> Result<()> {
        let memories = self.memories.borrow();
        match (memories.get(from)?, memories.get(to)?) {
            (GpuMemory::Texture(source), GpuMemory::Texture(target)) if from != to => {
                let (source, size) = source.find_place(at);
                let (target, _) = target.find_place(there);
                self.record_commands(|encoder| {
                    encoder.copy_texture_to_texture(source, target, size);
                    Ok(())
                })
            }
            (GpuMemory::Buffer(source), GpuMemory::Buffer(target)) if from != to => {
                let [first, second] = [at.x, there.x].map(|word| word as u64 * 4);
                self.record_commands(|encoder| {
                    encoder.copy_buffer_to_buffer(source, first, target, second, at.width as u64 * 4);
                    Ok(())
                })
            }
            (source, _) => {
                let mut words = vec![0; source.region_words(at)];
                self.read_regions(from, &[*at], &mut words)?;
                self.write_region(to, there, &words)
            }
        }
    }
}

fn to_bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn copy_words(bytes: &[u8], words: &mut [u32]) {
    for (word, bytes) in words.iter_mut().zip(bytes.chunks_exact(4)) {
        *word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    }
}
