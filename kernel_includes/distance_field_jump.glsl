// distance_field_jump.glsl: a jump of the flood, in both eras. The kernel defines before it
//     uint nearest_at(ivec2 cell)        the seed that a cell of the grid knows

/// The nearest of the seeds that a cell knows and the eight cells a jump away.
uint jumped(ivec2 at, ivec2 size, int jump) {
    uint best = NOWHERE;
    int least = NEVER;
    for (int i = 0; i < 9; ++i) {
        ivec2 other = at + jump * ivec2((i % 3) - 1, (i / 3) - 1);
        if (any(lessThan(other, ivec2(0))) || any(greaterThanEqual(other, size))) continue;
        uint seed = nearest_at(other);
        int square = squared(seed, at, size.x);
        if (nearer(square, seed, least, best)) {
            best = seed;
            least = square;
        }
    }
    return best;
}
