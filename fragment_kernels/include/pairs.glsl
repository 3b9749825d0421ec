// pairs.glsl: searching pairs of place and index that are sorted by place.

/// How many of the pairs have a place below this one, found by halving.
int pairs_below(usampler2D pairs, int count, uint place) {
    int low = 0, high = count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (fetch(pairs, middle).r < place) low = middle + 1; else high = middle;
    }
    return low;
}
