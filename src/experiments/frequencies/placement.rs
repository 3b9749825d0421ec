//! The places where neighbours' positions can be computed, and a pass with each.

use crate::{Device, KernelSource, Layout, Result, Stream, Topology, fragment_kernel};

const FRAGMENT_KERNEL: KernelSource = fragment_kernel!("experiments/frequencies_2005");
const UNIFORM_KERNEL: KernelSource = fragment_kernel!("experiments/frequencies_uniform_2005");
const VERTEX_KERNEL: KernelSource = fragment_kernel!("experiments/frequencies_vertex_2005", vertex);

/// The part of the system that computes the neighbours' positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Placement {
    Fragment,
    Uniforms,
    Vertices,
    Constants,
}

/// The weight of a texel, and of each neighbour.
#[derive(Debug, Clone, Copy)]
pub(super) struct NeighbourWeights {
    pub centre: u32,
    pub beside: u32,
}

impl Placement {
    pub(super) const ALL: [Placement; 4] =
        [Placement::Fragment, Placement::Uniforms, Placement::Vertices, Placement::Constants];

    pub(super) fn name(self) -> &'static str {
        match self {
            Placement::Fragment => "each fragment",
            Placement::Uniforms => "the host, as uniforms",
            Placement::Vertices => "three vertices",
            Placement::Constants => "the compiler, from constants",
        }
    }

    /// Describes the number of times that the neighbours' offset or position is computed.
    pub(super) fn computation_count(self, side: usize) -> String {
        match self {
            Placement::Fragment => format!("{} times per pass", side * side),
            Placement::Uniforms => "once per pass".to_string(),
            Placement::Vertices => "3 times per pass".to_string(),
            Placement::Constants => "once per compilation".to_string(),
        }
    }

    /// Returns the file of its kernel.
    #[cfg(feature = "emulator")]
    pub(super) fn kernel_file(self) -> &'static str {
        match self {
            Placement::Fragment | Placement::Constants => "frequencies_2005.frag",
            Placement::Uniforms => "frequencies_uniform_2005.frag",
            Placement::Vertices => "frequencies_vertex_2005.frag",
        }
    }

    /// Returns the definitions that the host adds before compiling: names and values.
    pub(super) fn kernel_defines(self, side: usize, weights: NeighbourWeights) -> Vec<(&'static str, String)> {
        match self {
            Placement::Constants => vec![
                ("SIZE", format!("vec2({side}.0, {side}.0)")),
                ("CENTRE", format!("{}.0", weights.centre)),
                ("BESIDE", format!("{}.0", weights.beside)),
            ],
            _ => vec![],
        }
    }

    fn kernel_source(self, side: usize, weights: NeighbourWeights) -> KernelSource {
        let source = match self {
            Placement::Fragment | Placement::Constants => FRAGMENT_KERNEL,
            Placement::Uniforms => UNIFORM_KERNEL,
            Placement::Vertices => VERTEX_KERNEL,
        };
        let defines = self.kernel_defines(side, weights);
        defines
            .into_iter()
            .fold(source, |source, (name, value)| source.define(name, value))
    }
}

/// A texture on a device, and the texture of its sums.
pub(super) struct NeighbourSumPass {
    device: Device,
    side: usize,
    source: Stream<f32>,
    corners: Stream<[f32; 2]>,
    sums: Stream<f32>,
}

impl NeighbourSumPass {
    pub(super) fn new(device: &Device, side: usize, texels: &[f32]) -> Result<NeighbourSumPass> {
        // A triangle over the whole target.
        let corners = device.stream_in(Layout::Linear, 3, &[[-1.0, -1.0], [3.0, -1.0], [-1.0, 3.0]])?;
        let source = device.stream_of([side, side], texels)?;
        let sums = device.empty([side, side])?;
        Ok(NeighbourSumPass { device: device.clone(), side, source, corners, sums })
    }

    /// Runs one pass with a kernel that is compiled only once.
    pub(super) fn run_with(&mut self, way: Placement, weights: NeighbourWeights) -> Result<()> {
        let kernel = self.device.kernel(&way.kernel_source(self.side, weights))?;
        let side = self.side as f32;
        let texel = 1.0 / self.side as f32;
        let mut call = kernel.call();
        if way != Placement::Constants {
            call = call
                .uniform("centre", weights.centre as f32)
                .uniform("beside", weights.beside as f32);
        }
        call = match way {
            Placement::Fragment => call.uniform("size", [side; 2]),
            Placement::Uniforms | Placement::Vertices => {
                call.uniform("across", [texel, 0.0]).uniform("up", [0.0, texel])
            }
            Placement::Constants => call,
        };
        if way == Placement::Vertices {
            call = call.vertex_stream("corner", &self.corners).vertices(Topology::Triangles, 3);
        }
        call.gather("source", &self.source).output("gl_FragColor", &mut self.sums).run()
    }

    /// Returns true if the last pass computed the sums of these texels. The sums are small whole numbers, so nothing
    /// is rounded.
    pub(super) fn is_right(&self, texels: &[f32], weights: NeighbourWeights) -> Result<bool> {
        let side = self.side;
        let last = self.side - 1;
        let sums = (0..side * side).map(|i| {
            let x = i % side;
            let y = i / side;
            let rows =
                read_texel(x, y.saturating_sub(1), texels, side) + read_texel(x, (y + 1).min(last), texels, side);
            let columns =
                read_texel(x.saturating_sub(1), y, texels, side) + read_texel((x + 1).min(last), y, texels, side);
            weights.centre as f32 * read_texel(x, y, texels, side) + weights.beside as f32 * (rows + columns)
        });
        Ok(self.sums.read()?.into_iter().eq(sums))
    }
}

fn read_texel(x: usize, y: usize, texels: &[f32], side: usize) -> f32 {
    texels.get(y * side + x).copied().unwrap_or(0.0)
}
