//! A picture of the room by eye rays, direct light, and the map.

use super::{Photons, Room, Search, photon_map};
use crate::{Device, KernelSource, Result, Stream, kernel_pair};
use nalgebra::{Point3, Vector4};

const EYE: KernelSource = kernel_pair!("structures/photon_map_eye");
const PICTURE: KernelSource = kernel_pair!("structures/photon_map_picture");

/// The position of the eye, and the brightness on the screen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RoomView {
    /// Position of the eye, before the front, which fills the picture.
    pub eye: Point3<f32>,
    /// Reciprocal of the radiance that is nearly white, in watts per square metre and steradian.
    pub exposure: f32,
}

impl Default for RoomView {
    /// In the middle, one and a half times the room's width before the front.
    fn default() -> RoomView {
        RoomView { eye: Point3::new(0.5, 0.5, 2.5), exposure: 5.0 }
    }
}

/// The eye rays of a picture, four per pixel: one number of each kind for each ray.
///
/// ```
/// use gristmill::algorithms::photon_map::{self, Photons, Room, RoomRays, RoomView, Search, Shot};
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let (room, view) = (Room::cornell(), RoomView::default());
/// let rays = RoomRays::new(&device, &room, &view, [4, 3])?;
/// let photons = Photons::new(&device, &photon_map::reference_trace(&room, Shot { count: 50, bounces: 3, seed: 1 }))?;
/// let search = Search { neighbours: 8, radius: 0.5, side: 8, straight: false };
/// let light = photon_map::fragment_routing(&device, &photons, &rays.points, &search)?;
/// assert_eq!(rays.draw(&device, &light, &view)?.shape().extents(), [4, 3]);
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug)]
pub struct RoomRays {
    /// The point where a ray ends on a wall; 0 if it does not.
    pub points: Stream<Vector4<f32>>,
    /// The lamp's light that a ray sees.
    pub direct: Stream<Vector4<f32>>,
    /// The colour by which all other light from the point is weighed.
    pub weight: Stream<Vector4<f32>>,
}

impl RoomRays {
    /// Sends rays into the room, for a picture of `width` by `height` pixels.
    ///
    /// # Errors
    /// [`crate::Error::Data`] for an invalid room, [`crate::Error::Limit`] if the device has no room for the rays.
    pub fn new(device: &Device, room: &Room, view: &RoomView, [width, height]: [usize; 2]) -> Result<RoomRays> {
        room.check()?;
        let rays = || device.empty::<Vector4<f32>>([2 * width, 2 * height]);
        let mut sent = RoomRays { points: rays()?, direct: rays()?, weight: rays()? };
        let area = 4.0 * room.light.half_side * room.light.half_side;
        let radiance = room.light.power / (std::f32::consts::PI * area);
        // ANCHOR: eye
        let kernel = device.kernel(&EYE)?;
        room.set_uniforms(kernel.call(), 1)
            .uniform("eye", view.eye)
            .uniform("radiance", radiance)
            .output("points", &mut sent.points)
            .output("direct", &mut sent.direct)
            .output("weight", &mut sent.weight)
            .run()?;
        // ANCHOR_END: eye
        Ok(sent)
    }

    /// Draws the picture with the light that falls on the points, by photons.
    ///
    /// # Errors
    /// [`crate::Error::Limit`] if the device has no room for the picture.
    pub fn draw(
        &self,
        device: &Device,
        irradiance: &Stream<Vector4<f32>>,
        view: &RoomView,
    ) -> Result<Stream<Vector4<f32>>> {
        // ANCHOR: sum
        let mut result = device.empty([0, 1].map(|axis| self.points.shape().extent(axis) / 2))?;
        device
            .kernel(&PICTURE)?
            .call()
            .uniform("exposure", view.exposure)
            .gather("direct", &self.direct)
            .gather("weight", &self.weight)
            .gather("irradiance", irradiance)
            .output("result", &mut result)
            .run()?;
        // ANCHOR_END: sum
        Ok(result)
    }
}

/// Draws the room as seen from the eye, with colours of 0 to 1: four eye rays per pixel, light of the lamp by shadow
/// rays, all other light by the photons.
///
/// # Errors
/// As [`super::photon_map`], and for an invalid room.
pub fn picture(
    device: &Device,
    room: &Room,
    photons: &Photons,
    search: &Search,
    view: &RoomView,
    size: [usize; 2],
) -> Result<Stream<Vector4<f32>>> {
    // ANCHOR: picture
    let rays = RoomRays::new(device, room, view, size)?;
    let search = Search { straight: false, ..*search };
    let irradiance = photon_map(device, photons, &rays.points, &search)?;
    rays.draw(device, &irradiance, view)
    // ANCHOR_END: picture
}
