// box_blur.glsl: the mean of the square around a pixel, by four entries of the summed-area table, in both
// eras.
//
// An entry is the sum of all pixels up to it, so four entries give the sum of any rectangle. The square is
// cut where the picture ends, and the sum divided by what is left.

/// The sum of the columns before `end.x` in the rows before `end.y`: an entry of the table, which each era
/// reads in its own way.
uint sum_before(ivec2 end);

/// The mean of the square around pixel `at` of a picture of that size; `radius` pixels lie between its middle
/// and its sides.
float mean_around(ivec2 at, ivec2 size, uint radius) {
    int reach = int(min(radius, uint(size.x + size.y)));
    ivec2 first = max(at - reach, ivec2(0)), end = min(at + reach + 1, size);   // what is inside the picture
    uint sum = sum_before(end) - sum_before(ivec2(first.x, end.y))
             - sum_before(ivec2(end.x, first.y)) + sum_before(first);
    vec2 sides = vec2(end - first);
    return float(sum) / (sides.x * sides.y);
}
