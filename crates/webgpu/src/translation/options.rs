//! The choices of a translation.

/// The choices of a translation: its result depends on them and on the kernel alone.
#[derive(Debug, Clone, Copy, Default)]
pub struct TranslationOptions<'a> {
    /// The formats, such as `rgba32f`, of images whose declarations say none: image name and format. An image that is
    /// not listed has four channels of 32 bits.
    pub image_formats: &'a [(&'a str, &'a str)],
    /// The shape of a vertex kernel's points.
    pub points: PointShape,
    /// The space of `gl_Position`.
    pub clip_space: ClipSpace,
}

/// The space that positions of vertices lie in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ClipSpace {
    /// WebGPU's: depths are from 0 to 1, and the first row of a target is at the top. A kernel's own are moved there.
    #[default]
    WebGpu,
    /// OpenGL's, as the kernel has it: for a reader that holds the WGSL against the kernel.
    OpenGl,
}

/// The shape of a vertex kernel's points: one pixel, or a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PointShape {
    /// A corner, or a point of one pixel: what a kernel stores in `gl_PointSize` has no effect.
    #[default]
    Vertex,
    /// A square of `gl_PointSize` pixels: an instance of six vertices, since points of WebGPU are a pixel each.
    Square,
}
