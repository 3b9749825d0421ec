//! The picture that the rays saw.

use super::Camera;
use crate::algorithms::Curve;
use crate::{Device, Error, Pointer, Result, Stream};
use image::{Rgba, RgbaImage};
use nalgebra::Vector4;

/// The picture that the rays saw, on a device: a pixel per element, row 0 at the top.
#[derive(Debug)]
#[non_exhaustive]
pub struct Picture {
    /// Red, green and blue of each pixel's light: 1 is a white surface in full light, and a lamp may be more; the
    /// fourth channel is the distance of the visible surface, or 1e30 for the sky.
    pub light: Stream<Vector4<f32>>,
    /// Visible triangle of the pixel.
    pub seen: Stream<Pointer>,
    pub(super) active: ActiveRays,
}

/// Numbers of active rays, if a rung knows them.
#[derive(Debug)]
pub(super) enum ActiveRays {
    /// The rung runs each ray to its end.
    Unknown,
    /// Rays that traverse, intersect and shade, pass by pass.
    States(Vec<[u32; 3]>),
    /// Rays of each list, on the device.
    Lists(Stream<u32>),
}

impl ActiveRays {
    /// Returns a curve for each state, or for each list.
    pub(super) fn curves(&self) -> Result<Vec<Curve>> {
        match self {
            ActiveRays::Unknown => Ok(Vec::new()),
            ActiveRays::States(rounds) => {
                let states = ["traverse", "intersect", "shade"].into_iter().enumerate();
                Ok(states
                    .map(|(at, name): (usize, &str)| {
                        let counts: Vec<u32> = rounds.iter().map(|counts| counts[at]).collect();
                        // Shaded rays are committed, and finished ones are marked.
                        let passes = counts.iter().filter(|count| **count > 0).count() * if at == 2 { 3 } else { 1 };
                        build_curve(format!("{name}, {passes} passes"), "round of passes", "active rays", counts)
                    })
                    .collect())
            }
            ActiveRays::Lists(counts) => {
                let counts = counts.read()?;
                let name = format!("queues, {} rounds", counts.len());
                Ok(vec![build_curve(name, "ray in a row", "rays in the queue", counts)])
            }
        }
    }
}

fn build_curve(name: String, across: &str, up: &str, counts: Vec<u32>) -> Curve {
    Curve {
        name,
        across: across.to_string(),
        up: up.to_string(),
        points: counts
            .iter()
            .enumerate()
            .map(|(at, count)| (at as f64, f64::from(*count)))
            .collect(),
    }
}

impl Picture {
    pub(super) fn empty(device: &Device, view: &Camera) -> Result<Picture> {
        Ok(Picture { light: device.empty(view.size)?, seen: device.empty(view.size)?, active: ActiveRays::Unknown })
    }

    /// Returns the number of active rays in each pass: for [`fragment`](super::fragment) those about to traverse,
    /// intersect and shade; for [`compute_wavefront`](super::compute_wavefront) all rays of a list.
    ///
    /// # Errors
    /// As [`Stream::read`].
    pub fn active(&self) -> Result<Vec<Curve>> {
        self.active.curves()
    }

    /// Converts to an image: linear light becomes the non-linear values of a screen, and light above white becomes
    /// white.
    ///
    /// # Errors
    /// As [`Stream::read`].
    pub fn image(&self) -> Result<RgbaImage> {
        let &[width, height] = self.light.shape().extents() else {
            return Err(Error::data(format!(
                "light of {} is not a picture; give it two dimensions",
                self.light.shape()
            )));
        };
        Ok(image(&[self.light.read()?], [width, height]))
    }
}

/// Averages several pictures' light and converts it to an image; with jittered views it has soft edges.
pub fn image(lights: &[Vec<Vector4<f32>>], [width, height]: [usize; 2]) -> RgbaImage {
    RgbaImage::from_fn(width as u32, height as u32, |x, y| {
        let at = y as usize * width + x as usize;
        let sum = lights.iter().filter_map(|light| light.get(at)).sum::<Vector4<f32>>();
        Rgba([to_level(sum.x, lights.len()), to_level(sum.y, lights.len()), to_level(sum.z, lights.len()), 255])
    })
}

/// Returns the gamma-corrected level of the mean of so many pictures.
fn to_level(lane: f32, pictures: usize) -> u8 {
    (libm::powf((lane / pictures as f32).clamp(0.0, 1.0), 1.0 / 2.2) * 255.0).round() as u8
}
