//! Titles of the book's pages that puzzles belong to, as in `book/src/SUMMARY.md`.

const TITLES: [(&str, &str); 33] = [
    ("stream_model.md", "Streams and kernels"),
    ("arrays_in_textures.md", "Arrays in textures"),
    ("streams/gather.md", "Gather"),
    ("pointer_streams.md", "Pointer streams"),
    ("stream_types.md", "The four stream types"),
    ("structs_of_streams.md", "Structs of streams"),
    ("ping_pong.md", "Ping-pong"),
    ("simulations/life.md", "Life"),
    ("work_groups.md", "Work groups and barriers"),
    ("races.md", "Races and barriers"),
    ("primitives/reduce.md", "Reduce"),
    ("primitives/scan.md", "Scan"),
    ("primitives/search.md", "Search"),
    ("primitives/compact.md", "Compact"),
    ("primitives/scatter.md", "Scatter"),
    ("primitives/histogram.md", "Histogram"),
    ("primitives/sort.md", "Sort"),
    ("structures/volume.md", "Volumes"),
    ("linear_algebra/transpose.md", "Transpose"),
    ("linear_algebra/matmul.md", "Matrix product"),
    ("linear_algebra/spmv.md", "Sparse matrix times vector"),
    ("images/convolve.md", "Convolution"),
    ("images/summed_area.md", "Summed-area tables"),
    ("images/box_blur.md", "Box blur"),
    ("graphs/tree_depth.md", "Tree depth"),
    ("numbers/random.md", "Random numbers"),
    ("numbers/double_single.md", "Pairs of floats"),
    ("simulations/heat.md", "Heat"),
    ("simulations/particles.md", "Particles"),
    ("simulations/lattice_boltzmann.md", "Lattice Boltzmann"),
    ("cards.md", "The cards"),
    ("numbers/paranoia.md", "Paranoia"),
    ("subgroups.md", "Subgroups"),
];

/// Returns the title of a page; it is empty if no puzzle belongs to the page.
pub fn page_title(page: &str) -> &'static str {
    let found = TITLES.iter().find(|(known, _)| *known == page);
    found.map_or("", |(_, title)| title)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gristmill_puzzles::puzzles;

    #[test]
    fn every_puzzle_has_a_page_with_the_title_in_the_contents() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../book/src/SUMMARY.md");
        let contents = std::fs::read_to_string(path).unwrap().replace(" ☾]", "]");
        for puzzle in puzzles() {
            let (page, title) = (puzzle.page, page_title(puzzle.page));
            assert!(contents.contains(&format!("[{title}]({page})")), "{page} is not called {title:?} in {path}");
        }
    }
}
