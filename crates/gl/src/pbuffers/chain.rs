//! The chain of passes on pbuffers.

use super::current::Was;
use super::{Pass, Pbuffers, WIDE, empty};
use glow::HasContext;
use gristmill_base::error::{Error, Result};
use gristmill_machine::{RenderToTexture, SurfaceBinding, SurfaceCounts};

impl Pbuffers {
    /// Begins a chain of this way with these texels, four bytes each, the lowest row first.
    pub fn begin(&mut self, way: RenderToTexture, texels: &[u8]) -> Result<()> {
        let _was = Was::current(&self.egl);
        (self.way, self.now, self.fresh, self.counts) = (way, 0, true, SurfaceCounts::default());
        self.egl.make_current(&self.surfaces[0], &self.contexts[0])?;
        let (texture, side) = (self.textures[self.pass().source], self.side);
        // SAFETY: the context is current; the bytes are as many as the texels need, which was checked.
        unsafe {
            for pair in &self.textures[..WIDE] {
                self.gl.bind_texture(glow::TEXTURE_2D, Some(*pair));
                empty(&self.gl, side, side); // a surface that was bound as its image has left it without one
            }
            self.gl.bind_texture(glow::TEXTURE_2D, Some(texture));
            let texels = glow::PixelUnpackData::Slice(Some(texels));
            let kind = glow::UNSIGNED_BYTE;
            self.gl
                .tex_sub_image_2d(glow::TEXTURE_2D, 0, 0, 0, side, side, glow::RGBA, kind, texels);
        }
        self.checked()
    }

    /// Runs `passes` more passes and waits until they are finished.
    pub fn steps(&mut self, passes: usize) -> Result<()> {
        let _was = Was::current(&self.egl);
        // Start where the last pass ended, so that only switches of the chain itself are counted.
        let (surface, context) = self.held();
        self.egl.make_current(&self.surfaces[surface], &self.contexts[context])?;
        let mut at = (surface, context);
        for _ in 0..passes {
            let pass = self.pass();
            let wanted = (pass.surface, pass.context);
            if wanted != at {
                self.egl
                    .make_current(&self.surfaces[pass.surface], &self.contexts[pass.context])?;
                self.counts.surfaces += u64::from(wanted.0 != at.0);
                self.counts.contexts += u64::from(wanted.1 != at.1);
                at = wanted;
            }
            self.draw(&pass)?;
            (self.now, self.fresh) = (1 - self.now, false);
        }
        // SAFETY: the context is current.
        unsafe { self.gl.finish() };
        self.checked()
    }

    /// Makes the surfaces of this way current in turn, `times` times, without drawing.
    pub fn switches(&mut self, way: RenderToTexture, times: usize) -> Result<()> {
        let _was = Was::current(&self.egl);
        for at in 0..times {
            let context = if way == RenderToTexture::Contexts { at % 2 } else { 0 };
            self.egl.make_current(&self.surfaces[at % 2], &self.contexts[context])?;
        }
        Ok(())
    }

    /// Reads the last result.
    pub fn read(&mut self) -> Result<Vec<u8>> {
        let _was = Was::current(&self.egl);
        let (surface, context) = self.held();
        self.egl.make_current(&self.surfaces[surface], &self.contexts[context])?;
        let mut texels = vec![0; (4 * self.side * self.side) as usize];
        let (left, target) = match self.way {
            RenderToTexture::Viewports => (self.now as i32 * self.side, None),
            RenderToTexture::Framebuffers => (0, Some(self.targets[self.now])),
            RenderToTexture::Halves => (self.now as i32 * self.side, Some(self.targets[WIDE])),
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
        self.checked()?;
        Ok(texels)
    }

    /// Returns the surface and the context that the last pass used.
    fn held(&self) -> (usize, usize) {
        match self.way {
            RenderToTexture::Contexts => (self.now, self.now),
            RenderToTexture::Surfaces => (self.now, 0),
            RenderToTexture::Viewports => (WIDE, 0),
            _ => (0, 0),
        }
    }

    /// Returns the settings of the next pass.
    fn pass(&self) -> Pass {
        let [now, next] = [self.now, 1 - self.now];
        let [from, to] = [now, next].map(|half| half as i32 * self.side);
        let bound = (self.binding == SurfaceBinding::Shown && !self.fresh).then_some(now);
        let copied_to = (self.binding != SurfaceBinding::Shown).then_some(next);
        let alone =
            Pass { surface: 0, context: 0, target: None, source: 0, from: 0, to: 0, bound: None, copied_to: None };
        match self.way {
            RenderToTexture::Contexts => Pass { surface: next, context: next, source: now, bound, copied_to, ..alone },
            RenderToTexture::Surfaces => Pass { surface: next, source: now, bound, copied_to, ..alone },
            RenderToTexture::Viewports => {
                Pass { surface: WIDE, source: WIDE, from, to, copied_to: Some(WIDE), ..alone }
            }
            RenderToTexture::Copies => Pass { copied_to: Some(0), ..alone },
            RenderToTexture::Framebuffers => Pass { target: Some(next), source: now, ..alone },
            RenderToTexture::Halves => Pass { target: Some(WIDE), source: WIDE, from, to, ..alone },
        }
    }

    fn draw(&mut self, pass: &Pass) -> Result<()> {
        let (gl, side) = (&self.gl, self.side);
        let [from, to, _] = &self.places;
        // SAFETY: the context is current; its program, its vertex array and the textures live as long as it.
        unsafe {
            gl.bind_framebuffer(glow::DRAW_FRAMEBUFFER, pass.target.map(|target| self.targets[target]));
            gl.viewport(pass.to, 0, side, side);
            gl.bind_texture(glow::TEXTURE_2D, Some(self.textures[pass.source]));
            gl.uniform_1_i32(from.as_ref(), pass.from);
            gl.uniform_1_i32(to.as_ref(), pass.to);
            if pass.bound.is_some_and(|surface| !self.egl.bind(&self.surfaces[surface])) {
                return Err(Error::driver("binding a pbuffer as a texture", "eglBindTexImage refused"));
            }
            // The half that is read now was written by the previous pass.
            if let (RenderToTexture::Halves, Some(texture_barrier)) = (self.way, self.texture_barrier) {
                texture_barrier();
            }
            gl.draw_arrays(glow::TRIANGLES, 0, 3);
            if let Some(surface) = pass.bound {
                self.egl.release(&self.surfaces[surface]);
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

    fn checked(&self) -> Result<()> {
        // SAFETY: the context is current.
        match unsafe { self.gl.get_error() } {
            glow::NO_ERROR => Ok(()),
            error => Err(Error::driver("drawing to a pbuffer", format!("error {error:#x}"))),
        }
    }
}
