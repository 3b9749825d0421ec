//! The flock as a scene: folded-paper birds in front of an evening sky, following a goal.

use super::{Birds, HostBirds, Rules, boids};
use crate::{
    Compare, DepthStencil, DepthStencilState, Device, Era, KernelSource, Mouse, Result, Scene, Stream, Topology,
    compute_kernel, fragment_kernel,
};
use nalgebra::{Point3, Vector4};

const SKY: KernelSource = fragment_kernel!("simulations/boids_sky");
const DRAW: KernelSource = fragment_kernel!("simulations/boids_draw", vertex);
const WINGS: KernelSource = compute_kernel!("simulations/boids_wings");

/// Corners per bird, as in boids_wings.glsl.
const CORNERS_PER_BIRD: usize = 6;

/// A flock that follows its goal: the mouse, or a point that wanders.
///
/// ```
/// # use gristmill::{Device, Era, Scene, algorithms::boids::{Flock, HostBirds, Rules}, image_of};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let mut flock = Flock::new(&device, &HostBirds::new(200, 1), Rules::default())?;
/// flock.advance(None)?;
/// assert_eq!(image_of(&flock.picture([64, 48])?)?.dimensions(), (64, 48));
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug)]
pub struct Flock {
    device: Device,
    birds: Birds,
    rules: Rules,
    /// Frames so far.
    frame: usize,
    /// Distance from the centre of the picture to its lower edge at the origin's depth, in metres.
    view: f32,
    mask: Option<([usize; 2], DepthStencil)>,
}

impl Flock {
    /// Builds a flock, seen from where it fills the picture.
    ///
    /// # Errors
    /// As [`Birds::new`], and [`super::boids`] for the rules.
    pub fn new(device: &Device, state: &HostBirds, rules: Rules) -> Result<Flock> {
        rules.check_values()?;
        let birds = Birds::new(device, state)?;
        let view = libm::cbrtf(state.position.len() as f32) * 0.75 + 3.0;
        Ok(Flock { device: device.clone(), birds, rules, frame: 0, view, mask: None })
    }

    /// The current birds.
    pub fn birds(&self) -> &Birds {
        &self.birds
    }

    /// Projection of the camera: scales from metres to -1..1, to the right and down; the distance of the eye; and
    /// the distance at which the sky hides everything.
    fn camera_projection(&self, [width, height]: [usize; 2]) -> Vector4<f32> {
        let distance = 2.5 * self.view;
        let down = -distance / self.view; // row 0 is the top
        Vector4::new(-down * height as f32 / width as f32, down, distance, 3.0 * distance)
    }

    /// Position of the wandering goal, which circles once in two hundred frames.
    fn wandering_goal(&self) -> Point3<f32> {
        let turn = self.frame as f32 * (std::f32::consts::TAU / 200.0);
        Point3::new(0.55 * libm::cosf(turn), 0.4 * libm::sinf(2.0 * turn), 0.4 * libm::sinf(turn)) * self.view
    }
}

impl Scene for Flock {
    fn advance(&mut self, mouse: Option<Mouse>) -> Result<()> {
        self.rules.goal = match mouse {
            Some(Mouse { at: [x, y], .. }) => Point3::new(2.0 * x - 1.0, 1.0 - 2.0 * y, 0.0) * self.view,
            None => self.wandering_goal(),
        };
        self.birds = boids(&self.device, &self.birds, &self.rules, 1)?;
        self.frame += 1;
        Ok(())
    }

    // ANCHOR: sky
    fn picture(&mut self, [width, height]: [usize; 2]) -> Result<Stream<Vector4<f32>>> {
        let raster = self.device.with_era(Era::Fragment)?;
        let mut picture = raster.empty([width, height])?;
        let size = [width as f32, height as f32];
        raster
            .kernel(&SKY)?
            .call()
            .uniform("size", size)
            .output("picture", &mut picture)
            .run()?;
        let birds = self.birds.position.len();
        if birds == 0 || width == 0 || height == 0 {
            return Ok(picture);
        }
        // ANCHOR_END: sky

        let wings = 0.55;
        let beat = self.frame as f32 * 0.7;
        // ANCHOR: drawn
        let lens = self.camera_projection([width, height]);
        let device = &self.device;
        let place = &self.birds.position;
        let speed = &self.birds.velocity;
        let mask = match &mut self.mask {
            Some((known, mask)) if *known == [width, height] => mask,
            mask => &mut mask.insert(([width, height], raster.depth_stencil(width, height)?)).1,
        };
        mask.clear(1.0, 0)?;
        let nearest = DepthStencilState { depth: Compare::Less, write_depth: true, ..DepthStencilState::default() };
        match device.era() {
            Era::Fragment => raster
                .kernel(&DRAW)?
                .call()
                .uniform("size", size)
                .uniform("lens", lens)
                .uniform("wings", wings)
                .uniform("beat", beat)
                .gather("position", place)
                .gather("velocity", speed)
                .depth_stencil(mask, nearest)
                .output("picture", &mut picture)
                .vertices(Topology::Triangles, birds * CORNERS_PER_BIRD)
                .run()?,
            // ANCHOR_END: drawn
            // ANCHOR: corners
            Era::Compute => {
                let mut corners = device.empty::<Vector4<f32>>(birds * CORNERS_PER_BIRD)?;
                device
                    .kernel(&WINGS)?
                    .call()
                    .uniform("wings", wings)
                    .uniform("beat", beat)
                    .gather("position", place)
                    .gather("velocity", speed)
                    .output("result", &mut corners)
                    .run()?;
                raster
                    .kernel(&DRAW.define("CORNERS_IN_STREAM", 1))?
                    .call()
                    .uniform("size", size)
                    .uniform("lens", lens)
                    .vertex_stream("corners", &corners)
                    .depth_stencil(mask, nearest)
                    .output("picture", &mut picture)
                    .vertices(Topology::Triangles, birds * CORNERS_PER_BIRD)
                    .run()?;
            }
        }
        // ANCHOR_END: corners
        Ok(picture)
    }
}
