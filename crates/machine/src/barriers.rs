//! Memory barriers, by the bits of `glMemoryBarrier`.

/// The uses to which earlier stores must be made visible. The bits are those of `glMemoryBarrier`.
///
/// ```
/// use gristmill::Barriers;
/// let nothing = Barriers::default();
/// assert!(nothing.is_empty() && nothing.names().is_empty());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Barriers(pub u32);

impl Barriers {
    pub const VERTEX: Barriers = Barriers(0x1);
    pub const FETCH: Barriers = Barriers(0x8);
    pub const IMAGE: Barriers = Barriers(0x20);
    pub const COMMAND: Barriers = Barriers(0x40);
    pub const PIXEL: Barriers = Barriers(0x80);
    pub const TEXTURE_UPDATE: Barriers = Barriers(0x100);
    pub const BUFFER_UPDATE: Barriers = Barriers(0x200);
    pub const FRAMEBUFFER: Barriers = Barriers(0x400);
    pub const FEEDBACK: Barriers = Barriers(0x800);
    pub const STORAGE: Barriers = Barriers(0x2000);

    /// Returns true if there is nothing to wait for.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the union of both sets.
    pub fn union(self, other: Barriers) -> Barriers {
        Barriers(self.0 | other.0)
    }

    /// Returns the names that `glMemoryBarrier` has for them, without `GL_` and `_BARRIER_BIT`.
    pub fn names(self) -> Vec<&'static str> {
        const NAMES: [(u32, &str); 10] = [
            (0x1, "VERTEX_ATTRIB_ARRAY"),
            (0x8, "TEXTURE_FETCH"),
            (0x20, "SHADER_IMAGE_ACCESS"),
            (0x40, "COMMAND"),
            (0x80, "PIXEL_BUFFER"),
            (0x100, "TEXTURE_UPDATE"),
            (0x200, "BUFFER_UPDATE"),
            (0x400, "FRAMEBUFFER"),
            (0x800, "TRANSFORM_FEEDBACK"),
            (0x2000, "SHADER_STORAGE"),
        ];
        NAMES
            .iter()
            .filter(|(bit, _)| self.0 & bit != 0)
            .map(|(_, name)| *name)
            .collect()
    }
}
