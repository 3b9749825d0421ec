//! Builder of a call: a kernel, its streams by name, its uniforms, its extent.

use super::bindings::{BoundStream, CallExtent, StreamRole, TexelRect};
use crate::depth_stencil::{DepthStencil, Query};
use crate::kernel::Kernel;
use crate::mipmaps::Mipmaps;
use crate::stream::{RawStream, Stream};
use gristmill_base::element::Element;
use gristmill_base::error::Error;
use gristmill_machine::{Blend, DepthStencilState, Sampling, Topology, Value};
use smallvec::SmallVec;
use std::fmt;

/// A kernel with the streams and uniforms of one run. Nothing happens before [`Call::run`].
///
/// ```
/// # use gristmill::{Device, Era, kernel_pair};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let x = device.stream(&[1.0, 2.0, 3.0])?;
/// let y = device.stream(&[10.0, 20.0, 30.0])?;
/// let mut result = device.empty::<f32>(x.shape())?;
/// let saxpy = device.kernel(&kernel_pair!("streams/saxpy"))?;
/// saxpy.call().uniform("alpha", 2.0).input("x", &x).input("y", &y).output("result", &mut result).run()?;
/// assert_eq!(result.read()?, [12.0, 24.0, 36.0]);
///
/// let error = saxpy.call().uniform("alfa", 2.0).output("result", &mut result).run().unwrap_err();
/// assert_eq!(error.to_string(), "saxpy.frag has no uniform alfa; it has alpha");
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// In the fragment era a pass covers its output, some regions of it, or points that a vertex kernel places; it
/// may blend, count its fragments, and depend on a count.
///
/// ```
/// use gristmill::{Blend, Device, Era, KernelSource, Layout};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let one = "#version 330 core\nout float result;\nvoid main() { result = 1.0; }";
/// let middle = KernelSource::new("middle").fragment(one).vertex(
///     "#version 330 core
///     in float place;
///     void main() { gl_Position = vec4(place, 0.0, 0.0, 1.0); gl_PointSize = 1.0; }",
/// );
/// let places = device.stream_in(Layout::Linear, 2, &[0.0, 0.0])?; // two points in the middle
/// let mut sums = device.stream_of([3, 1], &[0.0; 3])?;
/// let mut query = device.query()?;
/// let kernel = device.kernel(&middle)?;
/// kernel
///     .call()
///     .vertex_stream("place", &places)
///     .points(2)
///     .blend(Blend::Add)
///     .count(&mut query)
///     .output("result", &mut sums)
///     .run()?;
/// assert_eq!((sums.read()?, query.fragments()?), (vec![0.0, 2.0, 0.0], 2));
///
/// let all = device.kernel(&KernelSource::new("one").fragment(one))?;
/// all.call().when(&query).output("result", &mut sums).run()?; // since fragments were counted
/// assert_eq!(sums.read()?, [1.0, 1.0, 1.0]);
///
/// let below = KernelSource::new("below").fragment(
///     "#version 330 core
///     uniform sampler2D source;
///     out float result;
///     void main() { result = texelFetch(source, ivec2(gl_FragCoord.xy), 0).r; }",
/// );
/// let stack = device.stream_in(Layout::Slices, [1, 1, 3], &[1.0, 2.0, 3.0])?;
/// let mut moved = device.empty_in::<f32>(Layout::Slices, [1, 1, 3])?;
/// device.kernel(&below)?.call().slice("source", &stack, -1).output("result", &mut moved).run()?;
/// assert_eq!(moved.read()?, [1.0, 1.0, 2.0]); // the first slice has none before it
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// In the compute era a dispatch covers its output, a number of elements, a number of work groups, or as many groups
/// as a stream holds; it may update a stream in place.
///
/// ```
/// use gristmill::{Device, Era, KernelSource};
/// # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
/// let add = KernelSource::new("add").compute(
///     "#version 430 core
///     layout(local_size_x = 2) in;
///     layout(std430) readonly buffer Source { float source[]; };
///     layout(std430) buffer Result { float result[]; };
///     void main() {
///         uint i = gl_GlobalInvocationID.x;
///         if (i < result.length()) result[i] += source[0];
///     }",
/// );
/// let kernel = device.kernel(&add)?;
/// let source = device.stream(&[1.0])?;
/// let mut result = device.stream(&[0.0; 6])?;
/// kernel.call().gather("source", &source).update("result", &mut result).elements(2).run()?;
/// assert_eq!(result.read()?, [1.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
/// kernel.call().gather("source", &source).update("result", &mut result).groups([2, 1, 1]).run()?;
/// assert_eq!(result.read()?, [2.0, 2.0, 1.0, 1.0, 0.0, 0.0]);
/// let counts = device.stream(&[3_u32, 1, 1])?;
/// kernel.call().gather("source", &source).update("result", &mut result).indirect(&counts, 0).run()?;
/// assert_eq!(result.read()?, [3.0, 3.0, 2.0, 2.0, 1.0, 1.0]);
/// # Ok::<(), gristmill::Error>(())
/// ```
#[must_use = "a call does nothing before run()"]
pub struct Call<'a> {
    pub(crate) kernel: &'a Kernel,
    pub(crate) uniforms: SmallVec<[(&'a str, Value); 3]>,
    /// Arrays of uniforms that were set at once, and the number of values given.
    pub(crate) arrays: Vec<(&'a str, usize)>,
    pub(crate) streams: SmallVec<[BoundStream<'a>; 4]>,
    pub(crate) extent: CallExtent<'a>,
    pub(crate) blend: Option<Blend>,
    pub(crate) depth_stencil: Option<(&'a DepthStencil, DepthStencilState)>,
    pub(crate) query: Option<&'a Query>,
    pub(crate) condition: Option<&'a Query>,
    /// Streams whose sizes the kernel may query without reading them.
    pub(crate) known: &'a [BoundStream<'a>],
}

impl fmt::Debug for Call<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let streams: Vec<_> = self.streams.iter().map(|bound| bound.name).collect();
        f.debug_struct("Call")
            .field("kernel", &self.kernel.name())
            .field("uniforms", &self.uniforms)
            .field("streams", &streams)
            .finish_non_exhaustive()
    }
}

impl Kernel {
    /// Starts a call: name the streams and uniforms, then `run`.
    #[inline]
    pub fn call(&self) -> Call<'_> {
        Call::new(self)
    }
}

impl<'a> Call<'a> {
    fn new(kernel: &'a Kernel) -> Call<'a> {
        Call {
            kernel,
            uniforms: SmallVec::new(),
            arrays: Vec::new(),
            streams: SmallVec::new(),
            extent: CallExtent::Whole,
            blend: None,
            depth_stencil: None,
            query: None,
            condition: None,
            known: &[],
        }
    }

    /// Sets a uniform; of an array, one item: `"weights[2]"`.
    pub fn uniform(mut self, name: &'a str, value: impl Into<Value>) -> Self {
        self.uniforms.push((name, value.into()));
        self
    }

    /// Sets all items of an array of uniforms at once.
    ///
    /// ```
    /// # use gristmill::{Device, Era, KernelSource};
    /// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
    /// let text = "#version 330 core
    /// uniform float weights[3];
    /// out float result;
    /// void main() { result = weights[0] + weights[1] + weights[2]; }";
    /// let mut sum = device.empty::<f32>(1)?;
    /// let kernel = device.kernel(&KernelSource::new("weighted").fragment(text))?;
    /// kernel.call().uniforms("weights", &[0.25, 0.5, 0.25]).output("result", &mut sum).run()?;
    /// assert_eq!(sum.read()?, [1.0]);
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn uniforms<V: Into<Value> + Copy>(mut self, name: &'a str, values: &[V]) -> Self {
        let known = &self.kernel.compiled.uniforms;
        let first = known.iter().position(|(known, _)| known.strip_prefix(name) == Some("[0]"));
        // Items follow each other; their number is checked when the call runs.
        let items = known.iter().skip(first.unwrap_or(known.len()));
        self.uniforms
            .extend(items.zip(values).map(|((item, _), value)| (item.as_str(), (*value).into())));
        self.arrays.push((name, values.len()));
        self
    }

    /// Reads a stream element by element: it has the output's shape and layout, and the kernel reads it at the
    /// position that it writes.
    pub fn input<T: Element>(self, name: &'a str, stream: &'a Stream<T>) -> Self {
        self.bind_stream(name, stream.raw(), StreamRole::Input)
    }

    /// Reads a stream of any shape at any position.
    pub fn gather<T: Element>(self, name: &'a str, stream: &'a Stream<T>) -> Self {
        self.bind_stream(name, stream.raw(), StreamRole::Gather)
    }

    /// Reads a stream of any shape at any position through a sampler: blended between its texels, repeated beyond its
    /// edges, and so on ([`Sampling`]).
    ///
    /// The position is one on the stream's texture, from 0 to 1 along each axis, as in the GLSL function `texture`:
    /// neighbours are the elements of a 2D stream ([`crate::Layout::Packed`]), of a 3D stream in
    /// [`crate::Layout::Volume`], of a 1D stream in [`crate::Layout::Row`], and of a stream of up to 64 elements,
    /// which is one row of a 2D texture. A stream in [`crate::Layout::Cube`] is read by a direction, and its faces
    /// continue on each other. In other layouts neighbouring texels may not be neighbours in the stream, and padding
    /// is read too.
    ///
    /// ```
    /// use gristmill::{KernelSource, Sampling};
    /// # use gristmill::{Device, Era};
    /// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
    /// let middle = "#version 330 core
    /// uniform sampler2D source;
    /// out float result;
    /// void main() { result = texture(source, vec2(0.5)).r; }";
    /// let kernel = device.kernel(&KernelSource::new("middle").fragment(middle))?;
    /// let source = device.stream_of([2, 1], &[10.0, 20.0])?;
    /// let mut result = device.empty::<f32>(1)?;
    /// kernel.call().sampled("source", &source, Sampling::linear()).output("result", &mut result).run()?;
    /// assert_eq!(result.read()?, [15.0]);
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn sampled<T: Element>(self, name: &'a str, stream: &'a Stream<T>, sampling: Sampling) -> Self {
        self.bind_sampled(name, stream.raw(), StreamRole::Gather, Some(sampling))
    }

    /// Reads the mipmaps of a stream at any position and level, by the GLSL function `textureLod`: with
    /// [`Sampling::linear`] it also blends between levels, else it reads the nearest level. `texelFetch` reads a
    /// texel of a level.
    ///
    /// ```
    /// use gristmill::{KernelSource, Sampling};
    /// # use gristmill::{Device, Era};
    /// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
    /// let mean = "#version 330 core
    /// uniform sampler2D levels;
    /// out float result;
    /// void main() { result = textureLod(levels, vec2(0.5), 1.0).r; }";
    /// let kernel = device.kernel(&KernelSource::new("mean").fragment(mean))?;
    /// let mipmaps = device.mipmaps(&device.stream_of([2, 1], &[10.0, 20.0])?)?;
    /// let mut result = device.empty::<f32>(1)?;
    /// kernel.call().mipmapped("levels", &mipmaps, Sampling::nearest()).output("result", &mut result).run()?;
    /// assert_eq!(result.read()?, [15.0]);
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn mipmapped<T: Element>(self, name: &'a str, mipmaps: &'a Mipmaps<T>, sampling: Sampling) -> Self {
        let sampling = Sampling { by_level: true, ..sampling };
        self.bind_sampled(name, mipmaps.raw(), StreamRole::Gather, Some(sampling))
    }

    /// Reads one slice of a stack ([`crate::Layout::Slices`]): the one `offset` slices from the slice being written,
    /// or the first or last slice if there is none there.
    pub fn slice<T: Element>(self, name: &'a str, stream: &'a Stream<T>, offset: i32) -> Self {
        self.bind_stream(name, stream.raw(), StreamRole::Slice(offset))
    }

    /// Reads one element per vertex, as an attribute of the vertex kernel. The stream is [`crate::Layout::Linear`].
    pub fn vertex_stream<T: Element>(self, name: &'a str, stream: &'a Stream<T>) -> Self {
        self.bind_stream(name, stream.raw(), StreamRole::Vertices)
    }

    /// Writes a stream: a texture in the fragment era, or a stream of [`crate::Layout::Linear`] if the kernel is only
    /// a vertex kernel. Elements that the kernel does not write keep their value.
    pub fn output<T: Element>(self, name: &'a str, stream: &'a mut Stream<T>) -> Self {
        self.bind_stream(name, stream.raw(), StreamRole::Output)
    }

    /// Reads and writes a stream in place. Only in the compute era, where each invocation must access only its own
    /// elements.
    pub fn update<T: Element>(self, name: &'a str, stream: &'a mut Stream<T>) -> Self {
        self.bind_stream(name, stream.raw(), StreamRole::Update)
    }

    #[inline]
    fn bind_stream(self, name: &'a str, raw: &'a RawStream, role: StreamRole) -> Self {
        self.bind_sampled(name, raw, role, None)
    }

    #[inline]
    fn bind_sampled(mut self, name: &'a str, raw: &'a RawStream, role: StreamRole, sampling: Option<Sampling>) -> Self {
        self.streams.push(BoundStream { name, raw, role, sampling });
        self
    }

    /// Draws only these rectangles of the output's texels (fragment era): substreams, and boundaries separate from
    /// the interior.
    ///
    /// ```
    /// use gristmill::{KernelSource, TexelRect};
    /// # use gristmill::{Device, Era};
    /// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
    /// let one = "#version 330 core\nout float result;\nvoid main() { result = 1.0; }";
    /// let kernel = device.kernel(&KernelSource::new("one").fragment(one))?;
    /// let mut result = device.stream_of([2, 1], &[0.0; 2])?;
    /// let first = [TexelRect { x: 0, y: 0, width: 1, height: 1 }];
    /// kernel.call().regions(&first).output("result", &mut result).run()?;
    /// assert_eq!(result.read()?, [1.0, 0.0]);
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn regions(mut self, regions: &'a [TexelRect]) -> Self {
        self.extent = CallExtent::Regions(regions);
        self
    }

    /// Draws `count` points, each placed by the vertex kernel (fragment era): scatter. A vertex kernel without a
    /// fragment kernel writes `count` elements of its outputs; by default it writes all of them.
    pub fn points(self, count: usize) -> Self {
        self.vertices(Topology::Points, count)
    }

    /// Draws `count` vertices, placed by the vertex kernel, as points, lines or triangles (fragment era).
    ///
    /// ```
    /// use gristmill::{KernelSource, Topology};
    /// # use gristmill::{Device, Era};
    /// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
    /// let corner = "#version 330 core
    /// void main() { gl_Position = vec4(gl_VertexID % 2 * 4 - 1, gl_VertexID / 2 * 4 - 1, 0.0, 1.0); }";
    /// let one = "#version 330 core\nout float result;\nvoid main() { result = 1.0; }";
    /// let mut result = device.stream_of([2, 1], &[0.0; 2])?;
    /// let kernel = device.kernel(&KernelSource::new("one").vertex(corner).fragment(one))?;
    /// kernel.call().vertices(Topology::Triangles, 3).output("result", &mut result).run()?;
    /// assert_eq!(result.read()?, [1.0, 1.0]);
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn vertices(mut self, mode: Topology, count: usize) -> Self {
        self.extent = CallExtent::Vertices(mode, count);
        self
    }

    /// Dispatches for `count` elements instead of the output's number (compute era).
    pub fn elements(mut self, count: usize) -> Self {
        self.extent = CallExtent::Elements(count);
        self
    }

    /// Dispatches this number of work groups along x, y and z (compute era).
    pub fn groups(mut self, groups: [u32; 3]) -> Self {
        self.extent = CallExtent::Groups(groups);
        self
    }

    /// Dispatches the number of work groups that three elements of a stream hold, from element `first` on (compute
    /// era): counts that a kernel wrote.
    pub fn indirect(mut self, counts: &'a Stream<u32>, first: usize) -> Self {
        self.extent = CallExtent::Indirect(counts.raw(), first);
        self
    }

    /// Combines each fragment with the output's value (fragment era): scatter-add, and reduction by points.
    pub fn blend(mut self, blend: Blend) -> Self {
        self.blend = Some(blend);
        self
    }

    /// Tests each fragment against a depth-stencil buffer before it is written, and updates the buffer
    /// (fragment era).
    ///
    /// ```
    /// use gristmill::{Compare, DepthStencilState, KernelSource};
    /// # use gristmill::{Device, Era};
    /// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
    /// let one = "#version 330 core\nout float result;\nvoid main() { result = 1.0; }";
    /// let kernel = device.kernel(&KernelSource::new("one").fragment(one))?;
    /// let mut mask = device.depth_stencil(2, 1)?;
    /// let mut result = device.stream_of([2, 1], &[0.0; 2])?;
    /// let never = DepthStencilState { stencil: Compare::Never, ..DepthStencilState::default() };
    /// kernel.call().depth_stencil(&mut mask, never).output("result", &mut result).run()?;
    /// assert_eq!(result.read()?, [0.0, 0.0]);
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn depth_stencil(mut self, depth_stencil: &'a mut DepthStencil, state: DepthStencilState) -> Self {
        self.depth_stencil = Some((depth_stencil, state));
        self
    }

    /// Counts the fragments that pass into a query (fragment era). Padding texels are not drawn, so the count is one
    /// of elements.
    pub fn count(mut self, query: &'a mut Query) -> Self {
        self.query = Some(query);
        self
    }

    /// Runs only if the query's last call counted a fragment (fragment era). The device decides; the host does not
    /// wait.
    pub fn when(mut self, query: &'a Query) -> Self {
        self.condition = Some(query);
        self
    }

    /// Builds an error that names the kernel.
    pub(crate) fn call_error(&self, sentence: impl Into<String>) -> Error {
        Error::call(self.kernel.name(), sentence)
    }

    /// Returns the streams that the call writes.
    pub(crate) fn output_streams(&self) -> impl Iterator<Item = &BoundStream<'a>> {
        self.streams.iter().filter(|bound| bound.role.is_written())
    }

    /// Returns the first stream bound to this name.
    pub(crate) fn find_stream(&self, name: &str) -> Option<&BoundStream<'a>> {
        self.streams.iter().find(|bound| bound.name == name)
    }
}
