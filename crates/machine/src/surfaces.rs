//! The ways in which a pass's result became the next one's texture.

use serde::Serialize;

/// How the result of a pass becomes what the next pass reads.
///
/// ```
/// use gristmill::RenderToTexture;
/// assert!(RenderToTexture::ALL.iter().all(|way| !way.words().is_empty()));
/// assert_eq!(RenderToTexture::Framebuffers.counts(64, 1024, false).copied_bytes, 0);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum RenderToTexture {
    /// Two pbuffers, each with a context of its own: what WGL and GLX asked for.
    Contexts,
    /// Two surfaces that one context draws to: listing 33-7's, which were the buffers of one pbuffer.
    Surfaces,
    /// Two halves of one pbuffer, by viewports.
    Viewports,
    /// One pbuffer, whose content is copied to a texture.
    Copies,
    /// Two textures that are targets themselves.
    Framebuffers,
    /// Two halves of one texture that is the target itself, with a texture barrier before each pass.
    Halves,
}

/// What a chain of passes did besides drawing.
///
/// ```
/// use gristmill::{RenderToTexture, SurfaceCounts};
/// let counts = RenderToTexture::Contexts.counts(64, 1024, false);
/// assert_eq!(counts, SurfaceCounts { contexts: 64, surfaces: 64, copies: 64, copied_bytes: 65_536 });
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct SurfaceCounts {
    /// Another context was made current.
    pub contexts: u64,
    /// Another surface was made current.
    pub surfaces: u64,
    /// Copies from a surface to a texture.
    pub copies: u64,
    /// Bytes that those copied.
    pub copied_bytes: u64,
}

/// What `eglBindTexImage` does with a pbuffer that was drawn to.
///
/// ```
/// assert!(gristmill::SurfaceBinding::Empty.words().contains("nothing"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum SurfaceBinding {
    /// The surface is the texture's image.
    Shown,
    /// It says that it has succeeded, and the texture holds nothing of what was drawn.
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

    /// In a few words.
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

    /// What so many passes count whose results have so many bytes, where surfaces can be bound as textures or cannot.
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
    /// As a sentence.
    pub fn words(self) -> &'static str {
        match self {
            SurfaceBinding::Shown => "eglBindTexImage makes a surface the image of a texture",
            SurfaceBinding::Empty => {
                "eglBindTexImage says that it has succeeded, and the texture holds nothing of what was drawn; surfaces are copied instead"
            }
            SurfaceBinding::Refused => "eglBindTexImage makes no surface a texture here; surfaces are copied instead",
        }
    }
}
