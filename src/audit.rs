//! The address audit: every index of a stream through a kernel's own translation, in a card's numbers.
//!
//! A 1D stream is stored row by row in a texture, and a kernel of 2005 computes its addresses in floats. They are
//! exact up to the largest whole number of the card's format, if the translation is right. The audit runs the
//! translation for every index, on the emulator in the card's arithmetic, and compares each texel with integer
//! arithmetic.
//!
//! ```
//! use gristmill::Profile;
//! use gristmill::audit::{Translation, audit};
//! let text = "#version 110
//! vec2 texel(float index, float width) {
//!     float row = floor((index + 0.5) / width);
//!     return vec2(index - (row * width), row);
//! }";
//! let translation = Translation::of_text("mine", text, "texel")?;
//! let radeon = audit(Profile::named("radeon-9700")?, &translation, 1024, 131_080)?;
//! assert_eq!(radeon.first.map(|wrong| wrong.index), Some(131_073));
//! let geforce = audit(Profile::named("geforce-6800")?, &translation, 1024, 131_080)?;
//! assert!(geforce.is_right());
//! # Ok::<(), gristmill::Error>(())
//! ```

mod translation;

use crate::device::Device;
use gristmill_base::era::Era;
use gristmill_base::error::{Error, Result};
use gristmill_base::precision::{Arithmetic, FloatFormat};
use gristmill_cards::Profile;
use gristmill_machine::Value;
use serde::Serialize;

pub use translation::Translation;

/// Elements that one pass audits.
const PASS_ELEMENTS: usize = 1 << 20;

/// The most elements: the whole numbers of a single-precision float end long before.
const MAX_ELEMENTS: usize = 1 << 26;

/// The result of an audit.
///
/// ```
/// use gristmill::Profile;
/// use gristmill::audit::{Translation, audit};
/// let printed = Translation::printed().remove(0); // listing 33-1
/// let found = audit(Profile::named("geforce-6800")?, &printed, 1000, 10_000)?;
/// assert!(!found.is_right() && found.wrong > 1 && found.wrong < 10_000);
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct AddressAudit {
    /// The card's name.
    pub card: &'static str,
    /// The float format in which it calculates.
    pub format: FloatFormat,
    /// The name of the function that translates.
    pub function: String,
    /// Texels in a row of the stream's texture.
    pub width: usize,
    /// Elements that were audited.
    pub elements: usize,
    /// Elements whose address is another element's texel, or no texel.
    pub wrong: usize,
    /// The first of them.
    pub first: Option<WrongAddress>,
}

impl AddressAudit {
    /// Returns true if each element's address is its own texel.
    pub fn is_right(&self) -> bool {
        self.wrong == 0
    }
}

/// An element whose address is wrong.
///
/// ```
/// use gristmill::Profile;
/// use gristmill::audit::{Translation, audit};
/// let translation = Translation::corrected();
/// let wrong = audit(Profile::named("radeon-9700")?, &translation, 1024, 131_080)?.first.unwrap();
/// assert_eq!((wrong.index, wrong.texel, wrong.given), (131_073, [1, 128], [0.0, 128.0]));
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct WrongAddress {
    /// Its index.
    pub index: usize,
    /// The column and the row of its texel.
    pub texel: [usize; 2],
    /// The coordinates that the translation returned.
    pub given: [f32; 2],
}

/// Runs the indices 0 to `elements - 1` of a stream `width` texels wide through a translation, in the card's
/// arithmetic. The index itself is computed in the card's numbers, from its row and its column.
///
/// # Errors
/// [`Error::Data`] for a width or a number of elements that is 0 or too large, [`Error::Card`] if the card rejects
/// the translation, and the compiler's errors.
pub fn audit(card: &'static Profile, translation: &Translation, width: usize, elements: usize) -> Result<AddressAudit> {
    audit_in(card, card.arithmetic.value, translation, width, elements)
}

/// Runs the same audit in the card's half-precision arithmetic.
///
/// ```
/// use gristmill::Profile;
/// use gristmill::audit::{Translation, audit_in_halves};
/// let found = audit_in_halves(Profile::named("geforce-fx-5900")?, &Translation::corrected(), 1024, 3_000)?;
/// assert_eq!(found.first.map(|wrong| wrong.index), Some(2_049));
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// As [`audit`]; [`Error::Data`] for a card without halves.
pub fn audit_in_halves(
    card: &'static Profile,
    translation: &Translation,
    width: usize,
    elements: usize,
) -> Result<AddressAudit> {
    let Some(halves) = card.half_arithmetic.value else {
        return Err(Error::data(format!(
            "{} calculates only in {}; choose a card with half floats, such as geforce-fx-5900 (see the chapter on \
             cards)",
            card.title, card.arithmetic.value.format
        )));
    };
    audit_in(card, halves, translation, width, elements)
}

fn audit_in(
    card: &'static Profile,
    arithmetic: Arithmetic,
    translation: &Translation,
    width: usize,
    elements: usize,
) -> Result<AddressAudit> {
    let side = card.texture_side.value.min(card.target_side.value) as usize;
    if width == 0 || width > side {
        return Err(Error::data(format!(
            "a stream {width} texels wide: {} has 1 to {side} (see the chapter on arrays in textures)",
            card.title
        )));
    }
    if elements == 0 || elements > MAX_ELEMENTS {
        return Err(Error::data(format!("{elements} elements to audit; expected 1 to {MAX_ELEMENTS}")));
    }
    let device = Device::emulator(Era::Fragment)?.with_card_in(card, arithmetic)?;
    let device = device.with_rectangles(card.float_rectangles.value || translation.reads_rectangles());
    let kernel = device.kernel(&translation.to_kernel_source(card.float_rectangles.value)?)?;
    translation::refuse_output_uniforms(&kernel)?;
    // The kernel's streams have the layout of the audited one, so the sizes that the library sets are true.
    let table = translation::create_gathered_streams(&device, &kernel, width, elements)?;
    let size = [width as f32, elements.div_ceil(width) as f32];
    let rows = (PASS_ELEMENTS / width).clamp(1, side);
    let mut found = AddressAudit {
        card: card.name,
        format: arithmetic.format,
        function: translation.function().to_string(),
        width,
        elements,
        wrong: 0,
        first: None,
    };
    let mut texels = device.empty::<[f32; 4]>([width, rows])?;
    for first_row in (0..elements.div_ceil(width)).step_by(rows) {
        let mut call = kernel
            .call()
            .uniform("audit_first", [first_row as f32, width as f32])
            .uniform("audit_size", size);
        for (name, value) in translation.uniform_values() {
            call = call.uniform(name, *value);
        }
        for (name, table) in &table {
            call = call.gather(name, table);
        }
        call.output(translation.output_name(), &mut texels).run()?;
        let start = first_row * width;
        for (index, given) in (start..elements).zip(texels.read()?) {
            let texel = [index % width, index / width];
            if translation.sampled_texel([given[0], given[1]], size) == texel.map(|place| Some(place as u64)) {
                continue;
            }
            found.wrong += 1;
            found
                .first
                .get_or_insert(WrongAddress { index, texel, given: [given[0], given[1]] });
        }
    }
    Ok(found)
}

/// Builds the value of a translation's uniform from its name and one to four floats.
pub(crate) fn uniform_from_floats(name: &str, numbers: &[f32]) -> Result<Value> {
    match *numbers {
        [x] => Ok(Value::Float(x)),
        [x, y] => Ok(Value::Vec2([x, y])),
        [x, y, z] => Ok(Value::Vec3([x, y, z])),
        [x, y, z, w] => Ok(Value::Vec4([x, y, z, w])),
        _ => Err(Error::data(format!("the uniform {name} has {} numbers; give one to four", numbers.len()))),
    }
}
