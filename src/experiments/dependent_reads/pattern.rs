//! Which texels are read: places by a formula, as the kernels have it, and tables of places.

/// Reads of an element.
pub(super) const READS: u32 = 12;

/// Where the chains of an element begin, and how long they are.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pattern {
    /// From an element's first place to that of its neighbour.
    pub beside: u32,
    /// From the first place of a chain to that of the next.
    pub further: u32,
    /// 31 leaves places as they are.
    pub fold: u32,
    /// 1 leaves places as they are.
    pub factor: u32,
    /// Reads of a chain: each but the first needs the one before it.
    pub levels: u32,
}

impl Pattern {
    /// Places in order.
    pub(super) const fn ordered(beside: usize, further: usize) -> Pattern {
        Pattern { beside: beside as u32, further: further as u32, fold: 31, factor: 1, levels: 1 }
    }

    /// Places that follow no order: each its own number, mixed (the constants are odd and large).
    pub(super) const fn random() -> Pattern {
        Pattern { beside: READS, further: 1, fold: 15, factor: 0x85eb_ca6b, levels: 1 }
    }

    /// The same in chains.
    pub(super) const fn in_chains_of(self, levels: u32) -> Pattern {
        Pattern { levels, ..self }
    }

    fn first(&self, element: u32, chain: u32, last: u32) -> u32 {
        let mut at = element.wrapping_mul(self.beside).wrapping_add(chain.wrapping_mul(self.further));
        for _ in 0..2 {
            at = (at ^ (at >> self.fold)).wrapping_mul(self.factor);
        }
        (at ^ (at >> self.fold)) & last
    }

    /// What the kernels compute of one element.
    pub(super) fn sum(&self, element: u32, table: &[u32]) -> u32 {
        let last = table.len() as u32 - 1;
        let mut sum = 0_u32;
        for chain in 0..READS / self.levels {
            let mut at = self.first(element, chain, last);
            for _ in 0..self.levels {
                at = table.get(at as usize).copied().unwrap_or(0);
                sum = sum.wrapping_add(at);
            }
        }
        sum
    }
}

/// A table of places in which a chain visits all places of a block by turns (Knuth, The Art of Computer
/// Programming, volume 2, section 3.2.1: a linear congruence of full period). With `block` as long as the table a
/// chain goes anywhere.
pub(super) fn places(count: usize, block: usize) -> Vec<u32> {
    let (count, inside) = (count as u32, block as u32 - 1);
    let next = |at: u32| at.wrapping_mul(1_664_525).wrapping_add(1_013_904_223) & inside;
    (0..count).map(|at| (at & !inside) | next(at & inside)).collect()
}
