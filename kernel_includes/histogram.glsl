// histogram.glsl: the bin that a value is counted in, in both eras.
#include "gather.glsl"

// 2^-126: what is nearer to zero is denormal. Some machines take it for zero, so here all do.
const float LEAST = 1.17549435e-38;

/// The bin of a value of 0 to 1, where 1 itself is in the last; NOWHERE for any other value, and for NaN.
uint bin_of(float value, int bins) {
    if (!(value > -LEAST && value <= 1.0)) return NOWHERE;   // any comparison with NaN is false
    return uint(min(int(value * float(bins)), bins - 1));
}
