//! A scene that shows a volume from all sides.

use super::{View, slopes, volume_render};
use crate::{Device, Era, Layout, Mouse, Result, Scene, Stream};
use nalgebra::Vector4;

/// A scene of a turning volume.
#[derive(Debug)]
pub struct Turning {
    device: Device,
    shape: [usize; 3],
    slopes: Stream<Vector4<f32>>,
    turn: f32,
    tilt: f32,
}

impl Turning {
    /// Builds a scene of a volume of that shape, x the fastest, in the device's era; `white` counts as 1.
    ///
    /// # Errors
    /// As [`slopes`], and [`crate::Error::Data`] if there are not as many cells as the shape has.
    pub fn new(device: &Device, shape: [usize; 3], cells: &[f32], white: f32) -> Result<Turning> {
        let layout = if device.era() == Era::Fragment { Layout::BySlice } else { Layout::Linear };
        let slopes = slopes(device, &device.stream_in(layout, shape, cells)?, white)?;
        Ok(Turning { device: device.clone(), shape, slopes, turn: 0.6, tilt: 0.35 })
    }

    /// Returns the current view.
    pub fn view(&self) -> View {
        View::around(self.shape, self.turn, self.tilt)
    }
}

impl Scene for Turning {
    fn advance(&mut self, mouse: Option<Mouse>) -> Result<()> {
        match mouse {
            Some(Mouse { moved: [across, down], pressed: true, .. }) => {
                self.turn -= 4.0 * across;
                self.tilt = (self.tilt + 3.0 * down).clamp(-1.5, 1.5);
            }
            _ => self.turn += std::f32::consts::TAU / 40.0,
        }
        Ok(())
    }

    fn picture(&mut self, size: [usize; 2]) -> Result<Stream<Vector4<f32>>> {
        volume_render(&self.device, &self.slopes, &self.view(), size)
    }
}
