//! Passes: vertices, rasterisation, fragments in quads, tests and blending.
