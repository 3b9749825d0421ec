//! The chain of passes on pbuffers.

use super::egl_functions::CurrentGuard;
use super::{ChainPass, PbufferChain, WIDE_INDEX, allocate_texels};
use glow::HasContext;
use gristmill_base::error::{Error, Result};
use gristmill_machine::{RenderToTexture, SurfaceBinding, SurfaceCounts};

impl PbufferChain {
    /// Begins a chain of this way with these texels, four bytes each, the lowest row first.
    pub fn begin_chain(&mut self, way: RenderToTexture, texels: &[u8]) -> Result<()> {
        let _was = CurrentGuard::save_current(&self.egl);
        (self.way, self.now, self.fresh, self.counts) = (way, 0, true, SurfaceCounts::default());
        self.egl.make_current(&self.surfaces[0], &self.contexts[0])?;
        let texture = self.textures[self.next_pass().source];
        let side = self.side;
        // SAFETY: the context is current; the bytes are as many as the texels need, which was checked.
        unsafe {
            for pair in &self.textures[..WIDE_INDEX] {
                self.gl.bind_texture(glow::TEXTURE_2D, Some(*pair));
                allocate_texels(&self.gl, side, side); // a surface that was bound as its image has left it without one
            }
            self.gl.bind_texture(glow::TEXTURE_2D, Some(texture));
            let texels = glow::PixelUnpackData::Slice(Some(texels));
            let kind = glow::UNSIGNED_BYTE;
            self.gl
                .tex_sub_image_2d(glow::TEXTURE_2D, 0, 0, 0, side, side, glow::RGBA, kind, texels);
        }
        self.check_error()
    }

    /// Runs `passes` more passes and waits until they are finished.
    pub fn run_passes(&mut self, passes: usize) -> Result<()> {
        let _was = CurrentGuard::save_current(&self.egl);
        // Start where the last pass ended, so that only switches of the chain itself are counted.
        let (surface, context) = self.last_used();
        self.egl.make_current(&self.surfaces[surface], &self.contexts[context])?;
        let mut at = (surface, context);
        for _ in 0..passes {
            let pass = self.next_pass();
            let wanted = (pass.surface, pass.context);
            if wanted != at {
                self.egl
                    .make_current(&self.surfaces[pass.surface], &self.contexts[pass.context])?;
                self.counts.surfaces += u64::from(wanted.0 != at.0);
                self.counts.contexts += u64::from(wanted.1 != at.1);
                at = wanted;
            }
            self.draw_pass(&pass)?;
            (self.now, self.fresh) = (1 - self.now, false);
        }
        // SAFETY: the context is current.
        unsafe { self.gl.finish() };
        self.check_error()
    }

    /// Makes the surfaces of this way current in turn, `times` times, without drawing.
    pub fn switch_surfaces(&mut self, way: RenderToTexture, times: usize) -> Result<()> {
        let _was = CurrentGuard::save_current(&self.egl);
        for at in 0..times {
            let context = if way == RenderToTexture::Contexts { at % 2 } else { 0 };
            self.egl.make_current(&self.surfaces[at % 2], &self.contexts[context])?;
        }
        Ok(())
    }

    /// Reads the last result.
    pub fn read(&mut self) -> Result<Vec<u8>> {
        let _was = CurrentGuard::save_current(&self.egl);
        let (surface, context) = self.last_used();
        self.egl.make_current(&self.surfaces[surface], &self.contexts[context])?;
        let mut texels = vec![0; (4 * self.side * self.side) as usize];
        let (left, target) = match self.way {
            RenderToTexture::Viewports => (self.now as i32 * self.side, None),
            RenderToTexture::Framebuffers => (0, Some(self.targets[self.now])),
            RenderToTexture::Halves => (self.now as i32 * self.side, Some(self.targets[WIDE_INDEX])),
            _ => (0, None),
        };
        // SAFETY: the context is current, and there is room for the texels.
        unsafe {
            self.gl.bind_framebuffer(glow::READ_FRAMEBUFFER, target);
            let into = glow::PixelPackData::Slice(Some(&mut texels));
            self.gl
                .read_pixels(left, 0, self.side, self.side, glow::RGBA, glow::UNSIGNED_BYTE, into);
            self.gl.bind_framebuffer(glow::READ_FRAMEBUFFER, None);
        }
        self.check_error()?;
        Ok(texels)
    }

    /// Returns the surface and the context that the last pass used.
    fn last_used(&self) -> (usize, usize) {
        match self.way {
            RenderToTexture::Contexts => (self.now, self.now),
            RenderToTexture::Surfaces => (self.now, 0),
            RenderToTexture::Viewports => (WIDE_INDEX, 0),
            _ => (0, 0),
        }
    }

    /// Returns the settings of the next pass.
    fn next_pass(&self) -> ChainPass {
        let [now, next] = [self.now, 1 - self.now];
        let [from, to] = [now, next].map(|half| half as i32 * self.side);
        let bound = (self.binding == SurfaceBinding::Shown && !self.fresh).then_some(now);
        let copied_to = (self.binding != SurfaceBinding::Shown).then_some(next);
        let alone =
            ChainPass { surface: 0, context: 0, target: None, source: 0, from: 0, to: 0, bound: None, copied_to: None };
        match self.way {
            RenderToTexture::Contexts => {
                ChainPass { surface: next, context: next, source: now, bound, copied_to, ..alone }
            }
            RenderToTexture::Surfaces => ChainPass { surface: next, source: now, bound, copied_to, ..alone },
            RenderToTexture::Viewports => {
                ChainPass { surface: WIDE_INDEX, source: WIDE_INDEX, from, to, copied_to: Some(WIDE_INDEX), ..alone }
            }
            RenderToTexture::Copies => ChainPass { copied_to: Some(0), ..alone },
            RenderToTexture::Framebuffers => ChainPass { target: Some(next), source: now, ..alone },
            RenderToTexture::Halves => ChainPass { target: Some(WIDE_INDEX), source: WIDE_INDEX, from, to, ..alone },
        }
    }

    fn draw_pass(&mut self, pass: &ChainPass) -> Result<()> {
        let gl = &self.gl;
        let side = self.side;
        let [from, to, _] = &self.places;
        // SAFETY: the context is current; its program, its vertex array and the textures live as long as it.
        unsafe {
            gl.bind_framebuffer(glow::DRAW_FRAMEBUFFER, pass.target.map(|target| self.targets[target]));
            gl.viewport(pass.to, 0, side, side);
            gl.bind_texture(glow::TEXTURE_2D, Some(self.textures[pass.source]));
            gl.uniform_1_i32(from.as_ref(), pass.from);
            gl.uniform_1_i32(to.as_ref(), pass.to);
            if pass
                .bound
                .is_some_and(|surface| !self.egl.bind_surface(&self.surfaces[surface]))
            {
                return Err(Error::driver("binding a pbuffer as a texture", "eglBindTexImage refused"));
            }
            // The half that is read now was written by the previous pass.
            if let (RenderToTexture::Halves, Some(texture_barrier)) = (self.way, self.texture_barrier) {
                texture_barrier();
            }
            gl.draw_arrays(glow::TRIANGLES, 0, 3);
            if let Some(surface) = pass.bound {
                self.egl.release_surface(&self.surfaces[surface]);
            }
            if let Some(texture) = pass.copied_to {
                gl.bind_texture(glow::TEXTURE_2D, Some(self.textures[texture]));
                gl.copy_tex_sub_image_2d(glow::TEXTURE_2D, 0, pass.to, 0, pass.to, 0, side, side);
                self.counts.copies += 1;
                self.counts.copied_bytes += (4 * side * side) as u64;
            }
        }
        Ok(())
    }

    fn check_error(&self) -> Result<()> {
        // SAFETY: the context is current.
        match unsafe { self.gl.get_error() } {
            glow::NO_ERROR => Ok(()),
            error => Err(Error::driver("drawing to a pbuffer", format!("error {error:#x}"))),
        }
    }
}
