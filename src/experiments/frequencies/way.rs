//! The places where neighbours' positions can be computed, and a pass with each.

use crate::{Device, KernelSource, Layout, Result, Stream, Topology, fragment_kernel};

const FRAGMENT: KernelSource = fragment_kernel!("experiments/frequencies_2005");
const UNIFORMS: KernelSource = fragment_kernel!("experiments/frequencies_uniform_2005");
const VERTICES: KernelSource = fragment_kernel!("experiments/frequencies_vertex_2005", vertex);

/// The part of the system that computes the neighbours' positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Fragment,
    Uniforms,
    Vertices,
    Constants,
}

/// The weight of a texel, and of each neighbour.
#[derive(Debug, Clone, Copy)]
pub(super) struct Weights {
    pub centre: u32,
    pub beside: u32,
}

impl Way {
    pub(super) const ALL: [Way; 4] = [Way::Fragment, Way::Uniforms, Way::Vertices, Way::Constants];

    pub(super) fn name(self) -> &'static str {
        match self {
            Way::Fragment => "each fragment",
            Way::Uniforms => "the host, as uniforms",
            Way::Vertices => "three vertices",
            Way::Constants => "the compiler, from constants",
        }
    }

    /// Describes the number of times that the neighbours' offset or position is computed.
    pub(super) fn how_often(self, side: usize) -> String {
        match self {
            Way::Fragment => format!("{} times per pass", side * side),
            Way::Uniforms => "once per pass".to_string(),
            Way::Vertices => "3 times per pass".to_string(),
            Way::Constants => "once per compilation".to_string(),
        }
    }

    /// Returns the file of its kernel.
    #[cfg(feature = "emulator")]
    pub(super) fn file(self) -> &'static str {
        match self {
            Way::Fragment | Way::Constants => "frequencies_2005.frag",
            Way::Uniforms => "frequencies_uniform_2005.frag",
            Way::Vertices => "frequencies_vertex_2005.frag",
        }
    }

    /// Returns the definitions that the host adds before compiling: names and values.
    pub(super) fn defines(self, side: usize, weights: Weights) -> Vec<(&'static str, String)> {
        match self {
            Way::Constants => vec![
                ("SIZE", format!("vec2({side}.0, {side}.0)")),
                ("CENTRE", format!("{}.0", weights.centre)),
                ("BESIDE", format!("{}.0", weights.beside)),
            ],
            _ => vec![],
        }
    }

    fn source(self, side: usize, weights: Weights) -> KernelSource {
        let source = match self {
            Way::Fragment | Way::Constants => FRAGMENT,
            Way::Uniforms => UNIFORMS,
            Way::Vertices => VERTICES,
        };
        let defines = self.defines(side, weights);
        defines
            .into_iter()
            .fold(source, |source, (name, value)| source.define(name, value))
    }
}

/// A texture on a device, and the texture of its sums.
pub(super) struct Pass {
    device: Device,
    side: usize,
    source: Stream<f32>,
    corners: Stream<[f32; 2]>,
    sums: Stream<f32>,
}

impl Pass {
    pub(super) fn new(device: &Device, side: usize, texels: &[f32]) -> Result<Pass> {
        // A triangle over the whole target.
        let corners = device.stream_in(Layout::Linear, 3, &[[-1.0, -1.0], [3.0, -1.0], [-1.0, 3.0]])?;
        let (source, sums) = (device.stream_of([side, side], texels)?, device.empty([side, side])?);
        Ok(Pass { device: device.clone(), side, source, corners, sums })
    }

    /// Runs one pass with a kernel that is compiled only once.
    pub(super) fn run(&mut self, way: Way, weights: Weights) -> Result<()> {
        let kernel = self.device.kernel(&way.source(self.side, weights))?;
        let (side, texel) = (self.side as f32, 1.0 / self.side as f32);
        let mut call = kernel.call();
        if way != Way::Constants {
            call = call
                .uniform("centre", weights.centre as f32)
                .uniform("beside", weights.beside as f32);
        }
        call = match way {
            Way::Fragment => call.uniform("size", [side; 2]),
            Way::Uniforms | Way::Vertices => call.uniform("across", [texel, 0.0]).uniform("up", [0.0, texel]),
            Way::Constants => call,
        };
        if way == Way::Vertices {
            call = call.vertex_stream("corner", &self.corners).vertices(Topology::Triangles, 3);
        }
        call.gather("source", &self.source).output("gl_FragColor", &mut self.sums).run()
    }

    /// Returns true if the last pass computed the sums of these texels. The sums are small whole numbers, so nothing
    /// is rounded.
    pub(super) fn is_right(&self, texels: &[f32], weights: Weights) -> Result<bool> {
        let (side, last) = (self.side, self.side - 1);
        let at = |x: usize, y: usize| texels.get(y * side + x).copied().unwrap_or(0.0);
        let sums = (0..side * side).map(|i| {
            let (x, y) = (i % side, i / side);
            let rows = at(x, y.saturating_sub(1)) + at(x, (y + 1).min(last));
            let columns = at(x.saturating_sub(1), y) + at((x + 1).min(last), y);
            weights.centre as f32 * at(x, y) + weights.beside as f32 * (rows + columns)
        });
        Ok(self.sums.read()?.into_iter().eq(sums))
    }
}
