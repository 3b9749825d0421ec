//! A sequence of pictures, as a file that every browser plays.

use gristmill_base::error::{Error, Result};
use gristmill_base::files;
use image::codecs::gif::{GifEncoder, Repeat};
use image::{Delay, Frame, RgbaImage};
use std::fmt;
use std::path::Path;
use std::time::Duration;

/// A sequence of pictures, to be saved as a GIF that loops.
///
/// A GIF has 256 colours per picture: save pictures that are to be compared as PNG, one by one.
///
/// ```
/// use gristmill::Animation;
/// use image::{Rgba, RgbaImage};
/// let mut animation = Animation::new([32, 32], 40);
/// for level in [0, 128, 255] {
///     animation.push(RgbaImage::from_pixel(32, 32, Rgba([level, level, level, 255])))?;
/// }
/// let path = std::env::temp_dir().join(format!("gristmill_animation_{}.gif", std::process::id()));
/// animation.save(&path)?;
/// # std::fs::remove_file(path).map_err(|error| gristmill::Error::data(error.to_string()))?;
/// # Ok::<(), gristmill::Error>(())
/// ```
pub struct Animation {
    size: [usize; 2],
    milliseconds: u32,
    pictures: Vec<RgbaImage>,
}

/// Speed of the palette's choice, 1 to 30: at 10 a picture of 256x256 takes 5 ms, without a visible difference to 1.
const PALETTE_SPEED: i32 = 10;

impl fmt::Debug for Animation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Animation")
            .field("size", &self.size)
            .field("milliseconds", &self.milliseconds)
            .field("pictures", &self.pictures.len())
            .finish()
    }
}

impl Animation {
    /// Creates an animation of pictures of this width and height, each shown for this many milliseconds.
    pub fn new(size: [usize; 2], milliseconds: u32) -> Animation {
        Animation { size, milliseconds, pictures: Vec::new() }
    }

    /// Adds the next picture.
    ///
    /// # Errors
    /// [`Error::Data`] if it has another size.
    pub fn push(&mut self, picture: RgbaImage) -> Result<()> {
        let [width, height] = self.size;
        let given = [picture.width() as usize, picture.height() as usize];
        if given != self.size {
            return Err(Error::data(format!(
                "a picture of {}x{} in an animation of {width}x{height}; give all pictures one size",
                given[0], given[1]
            )));
        }
        self.pictures.push(picture);
        Ok(())
    }

    /// Writes the file.
    ///
    /// # Errors
    /// [`Error::Data`] if there is no picture, or the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<()> {
        if self.pictures.is_empty() {
            return Err(write_error(path, "the animation has no picture; push one".to_string()));
        }
        let mut bytes = vec![];
        let mut encoder = GifEncoder::new_with_speed(&mut bytes, PALETTE_SPEED);
        encoder
            .set_repeat(Repeat::Infinite)
            .map_err(|error| write_error(path, error.to_string()))?;
        let delay = Delay::from_saturating_duration(Duration::from_millis(u64::from(self.milliseconds)));
        let frames = self
            .pictures
            .iter()
            .map(|picture| Ok(Frame::from_parts(picture.clone(), 0, 0, delay)));
        encoder
            .try_encode_frames(frames)
            .map_err(|error| write_error(path, error.to_string()))?;
        drop(encoder);
        files::replace(path, &bytes)
            .map_err(|error| Error::of_system(format!("{} cannot be written", path.display()), &error))
    }
}

fn write_error(path: &Path, reason: String) -> Error {
    Error::data(format!("{} cannot be written: {reason}", path.display()))
}
