// fft_real.glsl: from the transform of pairs to that of the real numbers in them, and back, in both eras.
//
// The pairs are taken for complex numbers. In their transform the even and the odd numbers' transforms are
// mixed, and its element at `pairs - k`, conjugated, has the same two with the other sign.
#include "complex.glsl"

uniform int pairs;             // half as many as there are real numbers
uniform bool inverse;
uniform int source_count;      // the library sets it: `pairs` forward, one more back

/// The source's element of frequency k: forward, that of `pairs` is that of 0.
int place_of(int k) { return k % source_count; }

/// Frequency k of the real numbers from frequencies k and `pairs - k` of the pairs, or the other way round.
/// `root` is exp(-pi i k / pairs).
vec2 parted(vec2 number, vec2 mirrored, vec2 root) {
    vec2 conjugate = vec2(mirrored.x, -mirrored.y);
    vec2 even = 0.5 * (number + conjugate), odd = 0.5 * (number - conjugate);
    vec2 turn = vec2(root.y, inverse ? root.x : -root.x);        // root / i forward, i / root back
    return even + times(odd, turn);
}
