//! The kinds of textures that an instruction reads.

/// The kind of texture that an image unit is read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextureTarget {
    /// `1D`.
    One,
    /// `2D`.
    Two,
    /// `3D`.
    Three,
    /// `CUBE`.
    Cube,
    /// `RECT`, addressed in texels.
    Rectangle,
    /// `SHADOW1D`.
    ShadowOne,
    /// `SHADOW2D`.
    ShadowTwo,
    /// `SHADOWRECT`.
    ShadowRectangle,
}

impl TextureTarget {
    /// Returns its name in a program.
    pub fn name(self) -> &'static str {
        match self {
            TextureTarget::One => "1D",
            TextureTarget::Two => "2D",
            TextureTarget::Three => "3D",
            TextureTarget::Cube => "CUBE",
            TextureTarget::Rectangle => "RECT",
            TextureTarget::ShadowOne => "SHADOW1D",
            TextureTarget::ShadowTwo => "SHADOW2D",
            TextureTarget::ShadowRectangle => "SHADOWRECT",
        }
    }

    /// All targets.
    pub const ALL: [TextureTarget; 8] = [
        TextureTarget::One,
        TextureTarget::Two,
        TextureTarget::Three,
        TextureTarget::Cube,
        TextureTarget::Rectangle,
        TextureTarget::ShadowOne,
        TextureTarget::ShadowTwo,
        TextureTarget::ShadowRectangle,
    ];

    /// Returns true if it compares depths.
    pub fn is_shadow(self) -> bool {
        matches!(self, TextureTarget::ShadowOne | TextureTarget::ShadowTwo | TextureTarget::ShadowRectangle)
    }
}
