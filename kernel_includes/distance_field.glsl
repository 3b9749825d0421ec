// distance_field.glsl: how far a cell is from a seed, in both eras. A seed is named by the index of its cell.

const int NEVER = 0x7fffffff;        // the distance to no seed

/// The square of the distance, in cells; exact.
int squared(uint seed, ivec2 at, int width) {
    if (seed == NOWHERE) return NEVER;
    ivec2 way = at - ivec2(int(seed) % width, int(seed) / width);
    return way.x * way.x + way.y * way.y;
}

/// Whether a seed is nearer than another; of two as near, the one with the lower index is.
bool nearer(int square, uint seed, int least, uint best) {
    return square < least || (square == least && seed < best);
}
