// mandelbrot.glsl: z becomes z * z + c, in whole numbers with 28 bits behind the point, in both eras.
//
// Floats would do it in fewer instructions, but each machine rounds them in its own way: one multiplies and
// adds in one step, the next one in two. Close to the border of the set the least difference grows until the
// counts differ. Whole numbers are the same everywhere.
#include "wide_product.glsl"

const int ONE = 1 << 28;

/// The product of two numbers of at most 2, rounded towards zero.
int product(int a, int b) {
    uvec2 wide = wide_product(uint(abs(a)), uint(abs(b)));
    int size = int((wide.y << 4u) | (wide.x >> 28u));
    return (a ^ b) < 0 ? -size : size;
}

/// One round; false, and nothing done, where z has escaped: where it is farther than 2 from 0.
bool advance(inout ivec2 z, ivec2 c) {
    if (any(greaterThan(abs(z), ivec2(2 * ONE))) || any(lessThan(z, ivec2(-2 * ONE)))) return false;
    ivec2 squares = ivec2(product(z.x, z.x), product(z.y, z.y));
    if (uint(squares.x) + uint(squares.y) > uint(4 * ONE)) return false;
    z = ivec2(squares.x - squares.y, 2 * product(z.x, z.y)) + c;
    return true;
}
