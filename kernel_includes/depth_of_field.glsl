// depth_of_field.glsl: the mean of a square whose sides may lie inside pixels, in both eras.
//
// Whole sums come from the summed-area table of words, so only the last steps are in floats. The kernel that
// includes this says how it reads the table.

uniform float focus;                                  // the depth that is sharp
uniform float aperture;                               // the radius at an endless depth, in pixels
uniform float most;                                   // the largest radius

/// The sum of the columns before `end.x` in the rows before `end.y`: an entry of the table, which each era
/// reads in its own way.
uvec4 sum_before(ivec2 end);

/// The sum over the columns from `first.x` to before `end.x`, in such rows.
uvec4 sum(ivec2 first, ivec2 end) {
    return sum_before(end) - sum_before(ivec2(first.x, end.y)) - sum_before(ivec2(end.x, first.y)) + sum_before(first);
}

/// Pixels from a pixel of that depth to the sides of its square: the blur of a thin lens. 0 where the depth
/// is no number above 0.
float reach(float depth) {
    float radius = aperture * abs(depth - focus) / depth;
    return radius > 0.0 ? min(radius, most) : 0.0;
}

/// The mean of the square around pixel `at` of a picture of that size, each byte in 0 to 1.
vec4 mean_around(ivec2 at, ivec2 size, float depth) {
    float radius = reach(depth);
    // Pixel (x, y) covers x to x + 1 and y to y + 1: a square of reach 0 is the pixel. What is outside the
    // picture is cut off.
    vec2 low = max(vec2(at) - radius, vec2(0.0)), high = min(vec2(at) + 1.0 + radius, vec2(size));
    // Columns and rows that the square covers in part, wholly, and in part: where these begin and end, and
    // what part it is.
    ivec2 first = ivec2(low), last = ivec2(high);
    ivec2 edges[4] = ivec2[4](first, first + 1, last, min(last + 1, size));
    vec2 parts[3] = vec2[3](1.0 - (low - vec2(first)), vec2(1.0), high - vec2(last));

    vec4 total = vec4(0.0);
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++) {
            ivec2 begin = ivec2(edges[column].x, edges[row].y), end = ivec2(edges[column + 1].x, edges[row + 1].y);
            total += vec4(sum(begin, end)) * (parts[column].x * parts[row].y);
        }
    }
    vec2 sides = high - low;
    return total / (255.0 * sides.x * sides.y);
}
