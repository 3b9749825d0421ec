//! Sampling of a sampler: `linear,repeat`.

use gristmill_machine::{Compare, Wrap};

/// The sampling of a sampler; by default the nearest texel, clamped to the edge.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SamplerFill {
    /// True if neighbouring texels are interpolated.
    pub linear: bool,
    /// True if levels are interpolated; `None` if only the first level is read.
    pub levels: Option<bool>,
    /// The behaviour beyond the edge.
    pub wrap: Option<Wrap>,
    /// The comparison of depths, with the reference on the left.
    pub compare: Option<Compare>,
}

impl SamplerFill {
    /// Parses words separated by commas.
    pub(super) fn parse_words(words: &str) -> Result<SamplerFill, String> {
        let mut fill = SamplerFill::default();
        for word in words.split(',').map(str::trim) {
            match word {
                "nearest" => fill.linear = false,
                "linear" => fill.linear = true,
                "levels" => fill.levels = Some(false),
                "levels-linear" => fill.levels = Some(true),
                "clamp" => fill.wrap = Some(Wrap::Clamp),
                "repeat" => fill.wrap = Some(Wrap::Repeat),
                "mirror" => fill.wrap = Some(Wrap::Mirror),
                "border" => fill.wrap = Some(Wrap::Border),
                "less" => fill.compare = Some(Compare::Less),
                "less-equal" => fill.compare = Some(Compare::LessOrEqual),
                "greater" => fill.compare = Some(Compare::Greater),
                "greater-equal" => fill.compare = Some(Compare::GreaterOrEqual),
                "equal" => fill.compare = Some(Compare::Equal),
                "not-equal" => fill.compare = Some(Compare::NotEqual),
                other => {
                    let other = super::content::shorten_text(other);
                    return Err(format!(
                        "expected nearest, linear, levels, levels-linear, clamp, repeat, mirror, border, less, \
                         less-equal, greater, greater-equal, equal or not-equal, found {other}"
                    ));
                }
            }
        }
        Ok(fill)
    }
}
