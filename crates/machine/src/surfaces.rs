//! The ways in which the result of a pass became the texture of the next one.

use serde::Serialize;

/// The way in which the result of a pass becomes the texture that the next pass reads.
///
/// ```
/// use gristmill::RenderToTexture;
/// assert!(RenderToTexture::ALL.iter().all(|way| !way.words().is_empty()));
/// assert_eq!(RenderToTexture::Framebuffers.counts(64, 1024, false).copied_bytes, 0);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum RenderToTexture {
    /// Two pbuffers, each with its own context, as WGL and GLX required.
    Contexts,
    /// Two surfaces that one context draws to: in listing 33-7, the buffers of one pbuffer.
    Surfaces,
    /// Two halves of one pbuffer, selected by viewports.
    Viewports,
    /// One pbuffer, whose content is copied to a texture.
    Copies,
    /// Two textures that are themselves the targets.
    Framebuffers,
    /// Two halves of one texture that is the target itself, with a texture barrier before each pass.
    Halves,
}

/// Counts of the work of a chain of passes besides drawing.
///
/// ```
/// use gristmill::{RenderToTexture, SurfaceCounts};
/// let counts = RenderToTexture::Contexts.counts(64, 1024, false);
/// assert_eq!(counts, SurfaceCounts { contexts: 64, surfaces: 64, copies: 64, copied_bytes: 65_536 });
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct SurfaceCounts {
    /// Times that another context was made current.
    pub contexts: u64,
    /// Times that another surface was made current.
    pub surfaces: u64,
    /// Copies from a surface to a texture.
    pub copies: u64,
    /// Bytes copied from surfaces to textures.
    pub copied_bytes: u64,
}

/// The effect of `eglBindTexImage` on a pbuffer that was drawn to.
///
/// ```
/// assert!(gristmill::SurfaceBinding::Empty.words().contains("empty"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum SurfaceBinding {
    /// The surface is the texture's image.
    Shown,
    /// It reports success, but the texture holds nothing of what was drawn.
    Empty,
    /// It fails, or the driver has no surfaces that can be bound.
    Refused,
}

impl RenderToTexture {
    /// All of them, the oldest first.
    pub const ALL: [RenderToTexture; 6] = [
        RenderToTexture::Contexts,
        RenderToTexture::Surfaces,
        RenderToTexture::Viewports,
        RenderToTexture::Copies,
        RenderToTexture::Framebuffers,
        RenderToTexture::Halves,
    ];

    /// Describes the way in a few words.
    pub fn words(self) -> &'static str {
        match self {
            RenderToTexture::Contexts => "a context for each pbuffer",
            RenderToTexture::Surfaces => "two surfaces, one context",
            RenderToTexture::Viewports => "two viewports of one pbuffer",
            RenderToTexture::Copies => "one pbuffer, copied to a texture",
            RenderToTexture::Framebuffers => "framebuffer objects",
            RenderToTexture::Halves => "halves of one texture, with a barrier",
        }
    }

    /// Returns the counts of `passes` passes with results of `bytes` bytes each; `bound` is true if surfaces can be
    /// bound as textures.
    pub fn counts(self, passes: u64, bytes: u64, bound: bool) -> SurfaceCounts {
        let (contexts, surfaces, copies) = match self {
            RenderToTexture::Contexts => (passes, passes, if bound { 0 } else { passes }),
            RenderToTexture::Surfaces => (0, passes, if bound { 0 } else { passes }),
            RenderToTexture::Viewports | RenderToTexture::Copies => (0, 0, passes),
            RenderToTexture::Framebuffers | RenderToTexture::Halves => (0, 0, 0),
        };
        SurfaceCounts { contexts, surfaces, copies, copied_bytes: copies * bytes }
    }
}

impl SurfaceBinding {
    /// Describes the binding in a sentence.
    pub fn words(self) -> &'static str {
        match self {
            SurfaceBinding::Shown => "eglBindTexImage makes a surface the image of a texture",
            SurfaceBinding::Empty => {
                "eglBindTexImage reports success, but the texture is empty; surfaces are copied instead"
            }
            SurfaceBinding::Refused => "eglBindTexImage fails here; surfaces are copied instead",
        }
    }
}
