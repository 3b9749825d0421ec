// multigrid_prolong.glsl: what the coarser level found at a cell of the finer one: the mean of the coarse
// cells around it, in both eras.
//
// A fine cell that is a coarse one too takes it; one between two takes their mean; one between four, theirs.

float at(int column, int row);       // the coarse cell there; zero outside its level

float found(ivec2 cell) {
    ivec2 low = ((cell + 1) / 2) - 1;
    ivec2 high = cell / 2;
    return 0.25 * (at(low.x, low.y) + at(high.x, low.y) + at(low.x, high.y) + at(high.x, high.y));
}
