//! Patterns of reads: positions by a formula, as in the kernels, and tables of positions.

/// Reads per element.
pub(super) const READS_PER_ELEMENT: u32 = 12;

/// Start positions of an element's chains, and their length.
#[derive(Debug, Clone, Copy)]
pub(super) struct ReadPattern {
    /// Distance from an element's first position to its neighbour's.
    pub beside: u32,
    /// Distance from the first position of a chain to that of the next.
    pub further: u32,
    /// 31 leaves positions unchanged.
    pub fold: u32,
    /// 1 leaves positions unchanged.
    pub factor: u32,
    /// Reads in a chain: each but the first needs the one before it.
    pub levels: u32,
}

impl ReadPattern {
    /// Positions in order.
    pub(super) const fn in_order(beside: usize, further: usize) -> ReadPattern {
        ReadPattern { beside: beside as u32, further: further as u32, fold: 31, factor: 1, levels: 1 }
    }

    /// Positions without an order: each the hash of its own number (the constants are odd and large).
    pub(super) const fn at_random() -> ReadPattern {
        ReadPattern { beside: READS_PER_ELEMENT, further: 1, fold: 15, factor: 0x85eb_ca6b, levels: 1 }
    }

    /// Returns the same pattern with chains of this length.
    pub(super) const fn with_chain_length(self, levels: u32) -> ReadPattern {
        ReadPattern { levels, ..self }
    }

    fn first_place(&self, element: u32, chain: u32, last: u32) -> u32 {
        let mut at = element.wrapping_mul(self.beside).wrapping_add(chain.wrapping_mul(self.further));
        for _ in 0..2 {
            at = (at ^ (at >> self.fold)).wrapping_mul(self.factor);
        }
        (at ^ (at >> self.fold)) & last
    }

    /// Computes on the host what the kernels compute for one element.
    pub(super) fn expected_sum(&self, element: u32, table: &[u32]) -> u32 {
        let last = table.len() as u32 - 1;
        let mut sum = 0_u32;
        for chain in 0..READS_PER_ELEMENT / self.levels {
            let mut at = self.first_place(element, chain, last);
            for _ in 0..self.levels {
                at = table.get(at as usize).copied().unwrap_or(0);
                sum = sum.wrapping_add(at);
            }
        }
        sum
    }
}

/// Builds a table of positions in which a chain visits all positions of a block in turn (Knuth, The Art of Computer
/// Programming, volume 2, section 3.2.1: a linear congruence of full period). With `block` as long as the table a
/// chain goes anywhere.
pub(super) fn place_table(count: usize, block: usize) -> Vec<u32> {
    let count = count as u32;
    let inside = block as u32 - 1;
    (0..count).map(|at| (at & !inside) | draw_next(at & inside, inside)).collect()
}

fn draw_next(at: u32, inside: u32) -> u32 {
    at.wrapping_mul(1_664_525).wrapping_add(1_013_904_223) & inside
}
