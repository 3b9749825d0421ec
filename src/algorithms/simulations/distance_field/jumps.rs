//! The jumps of a flood, and a host reference of the flood.

use crate::Pointer;

/// Jumps in addition to those of plain flooding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Extra {
    /// None: JFA.
    None,
    /// One jump of 1 before the others: 1+JFA.
    Before,
    /// One jump of 1 after the others: JFA+1.
    After,
    /// Jumps of 2 and 1 after the others: JFA+2.
    Twice,
}

/// Returns the jumps of a flood over a grid whose longer side is `side`: half of the next power of two, a
/// quarter, and so on down to 1.
///
/// ```
/// use gristmill::algorithms::distance_field::{Extra, jumps};
/// assert_eq!(jumps(9, Extra::None), [8, 4, 2, 1]);
/// assert_eq!(jumps(8, Extra::Before), [1, 4, 2, 1]);
/// assert_eq!(jumps(1, Extra::Twice), [0; 0]);
/// ```
pub fn jumps(side: usize, extra: Extra) -> Vec<usize> {
    let halves = std::iter::successors(Some(side.next_power_of_two() / 2), |jump| Some(jump / 2));
    let plain = halves.take_while(|jump| *jump > 0).collect::<Vec<_>>();
    match extra {
        _ if plain.is_empty() => plain,
        Extra::None => plain,
        Extra::Before => [vec![1], plain].concat(),
        Extra::After => [plain, vec![1]].concat(),
        Extra::Twice => [plain, vec![2, 1]].concat(),
    }
}

// ANCHOR: flooded
/// Computes the same flood by loops: the rungs of jump flooding return the same, bit for bit.
pub fn flooded(seeds: &[u32], width: usize, extra: Extra) -> Vec<Pointer> {
    let nearest = flood_cells(seeds, width, extra, |seed, square| (square, seed));
    nearest
        .into_iter()
        .map(|seed| seed.map_or(Pointer::NOWHERE, Pointer::to))
        .collect()
}

/// Floods by loops: a cell keeps the seed of the lowest rank, by its index and the square of its distance, and of equal
/// ranks the first.
pub(super) fn flood_cells<R: Ord>(
    seeds: &[u32],
    width: usize,
    extra: Extra,
    rank: impl Fn(usize, isize) -> R,
) -> Vec<Option<usize>> {
    let height = seeds.len() / width.max(1);
    let mut now: Vec<Option<usize>> = (0..seeds.len()).map(|cell| Some(cell).filter(|_| seeds[cell] != 0)).collect();
    for jump in jumps(width.max(height), extra) {
        now = (0..seeds.len())
            .map(|cell: usize| {
                let [x, y] = locate_cell(cell, width);
                let places =
                    (-1..=1).flat_map(|j| (-1..=1).map(move |i| [x + i * jump as isize, y + j * jump as isize]));
                let inside =
                    places.filter(|[x, y]| (0..width as isize).contains(x) && (0..height as isize).contains(y));
                let known = inside.filter_map(|[x, y]| now[x as usize + width * y as usize]);
                known.min_by_key(|seed| rank(*seed, square_distance(locate_cell(*seed, width), [x, y])))
            })
            .collect();
    }
    now
}

fn square_distance(a: [isize; 2], b: [isize; 2]) -> isize {
    (a[0] - b[0]).pow(2) + (a[1] - b[1]).pow(2)
}

fn locate_cell(cell: usize, width: usize) -> [isize; 2] {
    [(cell % width) as isize, (cell / width) as isize]
}
// ANCHOR_END: flooded
