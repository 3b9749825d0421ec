//! Rectangle textures: what a GeForce FX has in place of 2D textures of floats.

use super::Device;
use crate::kernel::KernelSource;
use gristmill_base::era::Era;
use std::borrow::Cow;

impl Device {
    /// Returns the same device with 2D textures of its streams as rectangle textures from now on, or as ordinary ones.
    /// Only the fragment era has such textures. A device that plays a card with floats in rectangles alone has
    /// rectangles by itself ([`Device::with_card`]); existing streams stay.
    ///
    /// Its kernels have the definition `RECTANGLES`, by which the include file `rectangles_2005.glsl` reads rectangles
    /// at texels, where other devices read 2D textures at coordinates from 0 to 1. A single rectangle on any device is
    /// a stream of [`crate::Layout::Rectangle`].
    ///
    /// ```
    /// use gristmill::{Device, Era, algorithms::saxpy};
    /// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
    /// let device = device.with_rectangles(true);
    /// let x = device.stream(&[1.0, 2.0, 3.0])?;
    /// assert!(x.is_rectangle());
    /// assert_eq!(saxpy::fragment_2005(&device, 2.0, &x, &x)?.read()?, [3.0, 6.0, 9.0]);
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    #[must_use]
    pub fn with_rectangles(&self, rectangles: bool) -> Device {
        Device { rectangles, ..self.clone() }
    }

    /// Returns true if its 2D textures are rectangles.
    pub(crate) fn lays_rectangles(&self) -> bool {
        self.rectangles && self.era == Era::Fragment
    }

    /// Returns a kernel as it reads the textures of this device.
    pub(crate) fn with_texture_kind<'s>(&self, source: &'s KernelSource) -> Cow<'s, KernelSource> {
        match self.lays_rectangles() {
            true => Cow::Owned(source.clone().in_rectangles()),
            false => Cow::Borrowed(source),
        }
    }
}
