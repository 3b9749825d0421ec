//! A chain of passes in the ways of 2004.

#[cfg(egl)]
use gristmill_gl::pbuffers::PbufferChain;

use gristmill_base::error::{Error, Result};
use gristmill_machine::{RenderToTexture, SurfaceBinding, SurfaceCounts};
use std::fmt;

/// A chain of passes over a square of bytes, in its own contexts and on its own surfaces: the ways in which programs
/// of 2004 drew to what they read afterwards. After each call the thread's earlier context is current again. It is
/// for measuring; programs of today use [`PingPong`](crate::PingPong).
///
/// The kernel is a whole fragment kernel of GLSL 3.30 that reads `source` at `gl_FragCoord.x - to + from`.
///
/// ```
/// use gristmill::{RenderToTexture, Surfaces};
/// let doubled = "#version 330 core
/// uniform sampler2D source;
/// uniform int from;
/// uniform int to;
/// out vec4 result;
/// void main() { result = 2.0 * texelFetch(source, ivec2(gl_FragCoord.xy) + ivec2(from - to, 0), 0); }";
/// let Ok(mut surfaces) = Surfaces::open(2, doubled) else { return Ok(()) }; // no driver, or none with pbuffers
/// println!("{}", surfaces.binding().words());
/// surfaces.switches(RenderToTexture::Contexts, 2)?;
/// for way in RenderToTexture::ALL {
///     if surfaces.has(way) {
///         surfaces.begin(way, &[1; 16])?;
///         surfaces.steps(3)?;
///         assert_eq!(surfaces.read()?, [8; 16]);
///         assert_eq!(surfaces.counts().contexts, if way == RenderToTexture::Contexts { 3 } else { 0 });
///     }
/// }
/// # Ok::<(), gristmill::Error>(())
/// ```
pub struct Surfaces {
    side: usize,
    pbuffers: PbufferChain,
}

impl fmt::Debug for Surfaces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Surfaces").field("side", &self.side).finish_non_exhaustive()
    }
}

/// The largest side: every driver's textures allow it.
const MAX_SIDE: usize = 1024;

impl Surfaces {
    /// Opens surfaces of this many pixels in width and height, of the first EGL device that has pbuffers.
    ///
    /// # Errors
    /// [`Error::NoDevice`] if no driver has pbuffers, [`Error::Call`] if it rejects the kernel, [`Error::Limit`] if
    /// the side is 0 or above 1,024.
    pub fn open(side: usize, kernel: &str) -> Result<Surfaces> {
        if side == 0 || side > MAX_SIDE {
            return Err(Error::limit(
                "pixels along a side of a surface",
                side as u128,
                MAX_SIDE as u128,
                "use 1 to 1,024",
            ));
        }
        Ok(Surfaces { side, pbuffers: PbufferChain::open(side as u32, kernel)? })
    }

    /// Returns the driver's behaviour for surfaces that are bound as textures.
    pub fn binding(&self) -> SurfaceBinding {
        self.pbuffers.binding()
    }

    /// Returns true if the driver has what this way needs.
    pub fn has(&self, way: RenderToTexture) -> bool {
        self.pbuffers.has_way(way)
    }

    /// Begins a chain in this way with these texels of four bytes, the lowest row first.
    ///
    /// # Errors
    /// [`Error::Data`] if the bytes are not four for each pixel; [`Error::Driver`] with any error that the driver has
    /// found.
    pub fn begin(&mut self, way: RenderToTexture, texels: &[u8]) -> Result<()> {
        let wanted = 4 * self.side * self.side;
        if texels.len() != wanted {
            let given = texels.len();
            return Err(Error::data(format!("{given} bytes for a surface of {wanted}; give four for each pixel")));
        }
        self.pbuffers.begin_chain(way, texels)
    }

    /// Runs `passes` more passes and waits for them.
    ///
    /// # Errors
    /// [`Error::Driver`] with any error that the driver has found.
    pub fn steps(&mut self, passes: usize) -> Result<()> {
        self.pbuffers.run_passes(passes)
    }

    /// Makes the two surfaces of this way current in turn, `times` times, and draws nothing: with a context for each,
    /// or with one for both.
    ///
    /// # Errors
    /// [`Error::Driver`] with any error that the driver has found.
    pub fn switches(&mut self, way: RenderToTexture, times: usize) -> Result<()> {
        self.pbuffers.switch_surfaces(way, times)
    }

    /// Returns the last result, four bytes for each pixel.
    ///
    /// # Errors
    /// [`Error::Driver`] with any error that the driver has found.
    pub fn read(&mut self) -> Result<Vec<u8>> {
        self.pbuffers.read()
    }

    /// Returns the switches and copies of the chain since it began.
    pub fn counts(&self) -> SurfaceCounts {
        self.pbuffers.counts()
    }
}

/// A stand-in for pbuffers without EGL. It has no values, so nothing but `open` is ever called.
#[cfg(not(egl))]
enum PbufferChain {}

#[cfg(not(egl))]
impl PbufferChain {
    fn open(_: u32, _: &str) -> Result<PbufferChain> {
        let sentence = "Gristmill opens pbuffers by EGL, which this build does not have; build with the feature gl on \
                        a system with EGL";
        Err(Error::no_device(gristmill_base::error::Missing::Feature("gl"), sentence))
    }

    fn binding(&self) -> SurfaceBinding {
        match *self {}
    }

    fn has_way(&self, _: RenderToTexture) -> bool {
        match *self {}
    }

    fn begin_chain(&mut self, _: RenderToTexture, _: &[u8]) -> Result<()> {
        match *self {}
    }

    fn run_passes(&mut self, _: usize) -> Result<()> {
        match *self {}
    }

    fn switch_surfaces(&mut self, _: RenderToTexture, _: usize) -> Result<()> {
        match *self {}
    }

    fn read(&mut self) -> Result<Vec<u8>> {
        match *self {}
    }

    fn counts(&self) -> SurfaceCounts {
        match *self {}
    }
}
