//! A chain of passes in the ways of 2004.

#[cfg(opengl)]
use gristmill_gl::pbuffers::Pbuffers;

use gristmill_base::error::{Error, Result};
use gristmill_machine::{RenderToTexture, SurfaceBinding, SurfaceCounts};
use std::fmt;

/// A chain of passes over a square of bytes, in contexts and on surfaces of its own: how programs of 2004 drew to
/// what they read afterwards. Whatever is current on the thread is current again after each call. It is for
/// measuring; [`PingPong`](crate::PingPong) is what a program takes today.
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
    pbuffers: Pbuffers,
}

impl fmt::Debug for Surfaces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Surfaces").field("side", &self.side).finish_non_exhaustive()
    }
}

/// The largest side: that of every driver's textures.
const MOST: usize = 1024;

impl Surfaces {
    /// Surfaces of that many pixels in width and height, of the first EGL device that has pbuffers.
    ///
    /// # Errors
    /// [`Error::NoDevice`] where no driver has pbuffers, [`Error::Call`] where it does not take the kernel,
    /// [`Error::Limit`] where the side is 0 or above 1,024.
    pub fn open(side: usize, kernel: &str) -> Result<Surfaces> {
        if side == 0 || side > MOST {
            return Err(Error::limit(
                "pixels along a side of a surface",
                side as u128,
                MOST as u128,
                "take 1 to 1,024",
            ));
        }
        Ok(Surfaces { side, pbuffers: Pbuffers::open(side as u32, kernel)? })
    }

    /// What the driver makes of surfaces that are bound as textures.
    pub fn binding(&self) -> SurfaceBinding {
        self.pbuffers.binding()
    }

    /// Whether the driver has what that way needs.
    pub fn has(&self, way: RenderToTexture) -> bool {
        self.pbuffers.has(way)
    }

    /// Begins a chain of that way with these texels of four bytes, the lowest row first.
    ///
    /// # Errors
    /// [`Error::Data`] where the bytes are not four for each pixel; [`Error::Driver`] with what the driver found wrong.
    pub fn begin(&mut self, way: RenderToTexture, texels: &[u8]) -> Result<()> {
        let wanted = 4 * self.side * self.side;
        if texels.len() != wanted {
            let given = texels.len();
            return Err(Error::data(format!("{given} bytes for a surface of {wanted}; give four for each pixel")));
        }
        self.pbuffers.begin(way, texels)
    }

    /// So many passes more; all is done when it returns.
    ///
    /// # Errors
    /// [`Error::Driver`] with what the driver found wrong.
    pub fn steps(&mut self, passes: usize) -> Result<()> {
        self.pbuffers.steps(passes)
    }

    /// Makes the two surfaces of that way current in turn, so many times, and draws nothing: with a context for each, or
    /// with one for both.
    ///
    /// # Errors
    /// [`Error::Driver`] with what the driver found wrong.
    pub fn switches(&mut self, way: RenderToTexture, times: usize) -> Result<()> {
        self.pbuffers.switches(way, times)
    }

    /// The last result, four bytes for each pixel.
    ///
    /// # Errors
    /// [`Error::Driver`] with what the driver found wrong.
    pub fn read(&mut self) -> Result<Vec<u8>> {
        self.pbuffers.read()
    }

    /// What the chain has switched and copied since it began.
    pub fn counts(&self) -> SurfaceCounts {
        self.pbuffers.counts()
    }
}

/// What stands in for pbuffers where there is no EGL: there are none, so all but `open` is never called.
#[cfg(not(opengl))]
enum Pbuffers {}

#[cfg(not(opengl))]
impl Pbuffers {
    fn open(_: u32, _: &str) -> Result<Pbuffers> {
        let sentence =
            "Gristmill opens pbuffers by EGL, which this build has not; build with the feature gl on a system with EGL";
        Err(Error::no_device(gristmill_base::error::Missing::Feature("gl"), sentence))
    }

    fn binding(&self) -> SurfaceBinding {
        match *self {}
    }

    fn has(&self, _: RenderToTexture) -> bool {
        match *self {}
    }

    fn begin(&mut self, _: RenderToTexture, _: &[u8]) -> Result<()> {
        match *self {}
    }

    fn steps(&mut self, _: usize) -> Result<()> {
        match *self {}
    }

    fn switches(&mut self, _: RenderToTexture, _: usize) -> Result<()> {
        match *self {}
    }

    fn read(&mut self) -> Result<Vec<u8>> {
        match *self {}
    }

    fn counts(&self) -> SurfaceCounts {
        match *self {}
    }
}
