//! Checks of a card's limits outside the kernel: sizes, formats, blending, filters, addresses.

use super::fact::Fact;
use super::profile::{FloatKinds, OddSides, Profile};
use gristmill_base::error::{Error, Result};

impl Profile {
    /// Checks that the card supports a 1D or 2D texture of this size. With `rectangle` it is a
    /// rectangle texture, which is addressed in texels.
    ///
    /// # Errors
    /// [`Error::Limit`] for a side that is too long, [`Error::Data`] for a side that is not a power of two.
    ///
    /// ```
    /// use gristmill::Profile;
    /// let card = Profile::named("geforce-fx-5900")?;
    /// assert!(card.takes_texture([1000, 1000], true).is_ok());
    /// let error = card.takes_texture([1000, 1000], false).unwrap_err().to_string();
    /// assert!(error.starts_with("a texture of 1000x1000: NVIDIA GeForce FX 5900 Ultra supports only sides that are powers of two"));
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn takes_texture(&self, size: [u32; 2], rectangle: bool) -> Result<()> {
        self.check_side("a texture", size, self.texture_side.value)?;
        let odd = size.iter().any(|side| !side.is_power_of_two());
        if odd && !rectangle && self.odd_sides.value == OddSides::Rectangle {
            let [width, height] = size;
            return Err(Error::data(format!(
                "a texture of {width}x{height}: {} supports only sides that are powers of two, except in rectangle \
                 textures; use one of those, or round the sides up (the book: arrays_in_textures.md)",
                self.title
            )));
        }
        Ok(())
    }

    /// Checks that the card can draw to a target of this size.
    ///
    /// # Errors
    /// [`Error::Limit`] for a side that is too long.
    ///
    /// ```
    /// use gristmill::Profile;
    /// assert!(Profile::named("radeon-9700")?.takes_target([2560, 4]).is_ok());
    /// assert!(Profile::named("radeon-9700")?.takes_target([2561, 4]).is_err());
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn takes_target(&self, size: [u32; 2]) -> Result<()> {
        self.check_side("a target", size, self.target_side.value)
    }

    fn check_side(&self, what: &str, size: [u32; 2], limit: u32) -> Result<()> {
        let [width, height] = size;
        let longest = width.max(height);
        if longest <= limit {
            return Ok(());
        }
        let thing = format!("the longest side of {what} of {width}x{height} on {}", self.title);
        let next = "lay the stream out in two dimensions, or in several textures (the book: arrays_in_textures.md)";
        Err(Error::limit(thing, longest.into(), limit.into(), next))
    }

    /// Checks that the card can blend into a target of floats with this many bits.
    ///
    /// # Errors
    /// [`Error::Data`] names the formats that it blends, and a workaround.
    ///
    /// ```
    /// use gristmill::Profile;
    /// assert!(Profile::named("geforce-6800")?.blends(16).is_ok());
    /// let error = Profile::named("geforce-6800")?.blends(32).unwrap_err().to_string();
    /// assert!(error.starts_with("blending into floats of 32 bits: NVIDIA GeForce 6800 Ultra blends floats of 16 bits"));
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn blends(&self, bits: u32) -> Result<()> {
        let next = "sort and gather instead, or scatter into 8 bits (the book: primitives/scatter_add.md)";
        self.check_float_kind("blending into", "blends", &self.blend, bits, next)
    }

    /// Checks that the card can interpolate a texture of floats with this many bits.
    ///
    /// # Errors
    /// [`Error::Data`] names the formats that it interpolates, and a workaround.
    ///
    /// ```
    /// use gristmill::Profile;
    /// assert!(Profile::named("radeon-x1800")?.filters(16).is_err());
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn filters(&self, bits: u32) -> Result<()> {
        let next = "read four texels and mix them in the kernel (the book: images/convolve.md)";
        self.check_float_kind("interpolating", "interpolates", &self.filter, bits, next)
    }

    fn check_float_kind(&self, doing: &str, does: &str, fact: &Fact<FloatKinds>, bits: u32, next: &str) -> Result<()> {
        let has = if bits <= 16 { fact.value.half } else { fact.value.single };
        if has {
            return Ok(());
        }
        let which = match fact.value {
            FloatKinds { half: false, single: false } => "no floats".to_string(),
            kinds => format!("floats of {kinds}"),
        };
        let believed = if fact.mark.is_sourced() { "" } else { " (unverified: no source)" };
        let title = self.title;
        Err(Error::data(format!("{doing} floats of {bits} bits: {title} {does} {which}{believed}; {next}")))
    }

    /// Checks that a kernel can compute the address of every element of a stream of this length as one number.
    ///
    /// # Errors
    /// [`Error::Limit`] with the last address that is exact.
    ///
    /// ```
    /// use gristmill::Profile;
    /// assert!(Profile::named("radeon-9700")?.addresses(131_073).is_ok()); // 0 to 131,072
    /// assert!(Profile::named("radeon-9700")?.addresses(512 * 512).is_err());
    /// assert!(Profile::named("geforce-6800")?.addresses(4096 * 4096).is_ok());
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn addresses(&self, elements: u64) -> Result<()> {
        let format = self.address.value;
        let exact = u64::from(format.whole_numbers());
        if elements <= exact + 1 {
            return Ok(());
        }
        let thing = format!("the last address that {} computes in {format}", self.title);
        let next = "compute addresses of two dimensions, or pass pointers (the book: pointer_streams.md)";
        Err(Error::limit(thing, (elements - 1).into(), exact.into(), next))
    }

    /// Returns the fraction of its full rate at which the card runs a kernel with this many live
    /// registers; 1 is full rate.
    ///
    /// ```
    /// use gristmill::Profile;
    /// let card = Profile::named("geforce-fx-5900")?;
    /// assert_eq!([2, 4, 6, 8].map(|registers| card.rate(registers)), [1.0, 0.75, 0.6, 0.5]);
    /// assert_eq!(Profile::named("radeon-9700")?.rate(12), 1.0);
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn rate(&self, registers: u32) -> f64 {
        let Some(fast) = self.fast_registers.value else { return 1.0 };
        // Up to eight registers measured (thepkrl, 2003), the steps between from memory; beyond, each pair costs as much again.
        match registers.saturating_sub(fast).div_ceil(2) {
            0 => 1.0,
            1 => 0.75,
            2 => 0.6,
            3 => 0.5,
            more => 2.0 / f64::from(more + 1),
        }
    }
}
