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

// ANCHOR: picture
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
    [width, height]: [usize; 2],
) -> Result<Stream<Vector4<f32>>> {
    room.check()?;
    let rays = || device.empty::<Vector4<f32>>([2 * width, 2 * height]);
    let mut points = rays()?;
    let mut direct = rays()?;
    let mut weight = rays()?;
    let area = 4.0 * room.light.half_side * room.light.half_side;
    let radiance = room.light.power / (std::f32::consts::PI * area);
    // ANCHOR_END: picture
    // ANCHOR: eye
    let kernel = device.kernel(&EYE)?;
    room.set_uniforms(kernel.call(), 1)
        .uniform("eye", view.eye)
        .uniform("radiance", radiance)
        .output("points", &mut points)
        .output("direct", &mut direct)
        .output("weight", &mut weight)
        .run()?;

    let search = Search { straight: false, ..*search };
    let irradiance = photon_map(device, photons, &points, &search)?;
    // ANCHOR_END: eye

    // ANCHOR: sum
    let mut result = device.empty([width, height])?;
    device
        .kernel(&PICTURE)?
        .call()
        .uniform("exposure", view.exposure)
        .gather("direct", &direct)
        .gather("weight", &weight)
        .gather("irradiance", &irradiance)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}
// ANCHOR_END: sum
