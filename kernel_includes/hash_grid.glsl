// hash_grid.glsl: the buckets of an endless grid of cells, in both eras.
//
// A cell's coordinates are taken modulo powers of two, which folds the endless grid into a box of buckets.
// The box has at least four buckets along each side, so the 27 cells around a point lie in 27 buckets, and no
// point is met twice. Cells further off may share a bucket: they cost time alone.

uniform float cells;                 // per unit of length
uniform ivec3 bits;                  // of a bucket's number, for x, y and z

/// The most points in the 27 cells around a place that a kernel looks at: some drivers end longer loops, and
/// say nothing. Where there are more, it looks at none and says so.
const int CROWD = 60000;

/// The cell of a point. One that is NaN has some cell; so have those further off than a kernel looks.
ivec3 cell_of(vec3 point) { return ivec3(clamp(floor(point * cells), -1e9, 1e9)); }

/// The bucket of a cell.
int bucket_of(ivec3 cell) {
    ivec3 folded = cell & ((ivec3(1) << bits) - 1);
    return folded.x | (folded.y << bits.x) | (folded.z << (bits.x + bits.y));
}

/// The buckets of a cell and the two beside it along x: from the first number up to before the second, and,
/// where the row is folded there, from the third up to before the fourth.
ivec4 row_of(ivec3 cell) {
    int first = bucket_of(cell - ivec3(1, 0, 0));
    int end = ((first >> bits.x) + 1) << bits.x, start = end - (1 << bits.x);
    return ivec4(first, min(first + 3, end), start, start + max(first + 3 - end, 0));
}
