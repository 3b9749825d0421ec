//! The parameters of an estimate.

use crate::{Call, Error, Result};

/// The parameters by which the light at a point is estimated.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Search {
    /// Number of nearest entries, on the point's own surface, to search for.
    pub neighbours: usize,
    /// Search limit in metres: if fewer entries are within it, they count over a disc of this radius.
    pub radius: f32,
    /// Cells along each side of the grid.
    pub side: usize,
    /// True if the map includes light that came straight from the source; a picture computes that better.
    pub straight: bool,
}

impl Search {
    /// Returns the first entry that belongs to the map.
    pub(super) fn first_entry(&self, photons: usize) -> usize {
        if self.straight { 0 } else { photons }
    }

    /// Checks that the search ends, and that it visits no more cells in each direction than a kernel may.
    pub(super) fn check(&self, reach: f32) -> Result<()> {
        let Search { neighbours, radius, side, .. } = *self;
        if neighbours == 0 {
            return Err(Error::data("0 neighbours are too few; look for at least 1"));
        }
        if !(radius > 0.0 && radius.is_finite()) {
            return Err(Error::data(format!("a search radius of {radius} is not valid; give one above 0, in metres")));
        }
        if side == 0 || side > MOST_SIDE {
            let next = "give at least 1, and at most the limit";
            return Err(Error::limit("cells along a side of the photons' grid", side as u128, MOST_SIDE as u128, next));
        }
        let cells = radius * side as f32;
        if cells > reach && side > 2 {
            let next = "make the radius smaller, or the cells larger";
            return Err(Error::limit("cells from a point to the search's end", cells as u128, reach as u128, next));
        }
        Ok(())
    }

    pub(super) fn set_uniforms<'a>(&self, call: Call<'a>) -> Call<'a> {
        call.uniform("neighbours", self.neighbours as i32)
            .uniform("radius", self.radius)
            .uniform("side", self.side as i32)
    }
}

/// Largest number of cells along each side: their cube still has 24 bits.
const MOST_SIDE: usize = 200;

/// Largest number of turns of a search: CROWD of photon_nearest.glsl, and the cells of the visit that exceeds it.
pub(super) const MOST_TURNS: usize = 60_000 + 4_096;
