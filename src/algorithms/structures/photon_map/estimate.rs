//! What an estimate is asked for.

use crate::{Call, Error, Result};

/// What the light at a point is estimated from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Search {
    /// Nearest entries, on the point's own surface, that are looked for.
    pub neighbours: usize,
    /// None is looked for beyond, in metres: where fewer lie within, they count over a disc of this radius.
    pub radius: f32,
    /// Cells along a side of the grid.
    pub side: usize,
    /// Whether light that came straight from the source is of the map; a picture computes it better.
    pub straight: bool,
}

impl Search {
    /// The first entry that is of the map.
    pub(super) fn first(&self, photons: usize) -> usize {
        if self.straight { 0 } else { photons }
    }

    /// A search that ends, of as many cells in each direction as a kernel may visit.
    pub(super) fn check(&self, reach: f32) -> Result<()> {
        let Search { neighbours, radius, side, .. } = *self;
        if neighbours == 0 {
            return Err(Error::data("0 neighbours say nothing about light; look for 1 at least"));
        }
        if !(radius > 0.0 && radius.is_finite()) {
            return Err(Error::data(format!("{radius} is no radius to search in; give one above 0, in metres")));
        }
        if side == 0 || side > MOST_SIDE {
            let next = "give from 1 to that many";
            return Err(Error::limit("cells along a side of the photons' grid", side as u128, MOST_SIDE as u128, next));
        }
        let cells = radius * side as f32;
        if cells > reach && side > 2 {
            let next = "make the radius smaller, or the cells larger";
            return Err(Error::limit("cells from a point to the search's end", cells as u128, reach as u128, next));
        }
        Ok(())
    }

    pub(super) fn uniforms<'a>(&self, call: Call<'a>) -> Call<'a> {
        call.uniform("neighbours", self.neighbours as i32)
            .uniform("radius", self.radius)
            .uniform("side", self.side as i32)
    }
}

/// The most cells along a side: their cube still has 24 bits.
const MOST_SIDE: usize = 200;

/// Turns of a search at most: CROWD of photon_nearest.glsl, and the cells of the visit in which that is
/// passed.
pub(super) const MOST_TURNS: usize = 60_000 + 4_096;
