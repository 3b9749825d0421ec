// sorted.glsl: searching keys that are sorted.

/// How many of the keys are below this one, found by halving.
int below(usampler2D keys, int count, uint key) {
    int low = 0, high = count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (fetch(keys, middle).r < key) low = middle + 1; else high = middle;
    }
    return low;
}
