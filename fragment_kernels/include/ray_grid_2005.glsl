// ray_grid_2005.glsl: rays, and the cells they walk through, in floats alone.
//
// Cells have sides of 1, and the grid's first corner is at (0, 0, 0). Cells, entries of lists and triangles
// are counted in floats, which on a Radeon are exact to 131,072; -1 is none. What a branch would do is
// computed both ways and chosen.

/// Beyond everything: the floats of a Radeon end at 2^64, and the reach of a wall is a product of two
/// numbers.
const float FAR = 1e15;
/// How far from its surface a ray starts that is sent from there: floats of 16 bits know no less.
const float START = 1.0 / 64.0;

/// What a ray is about to do: leave its cell, meet a triangle of its cell's list, give its light, nothing.
const float TRAVERSE  = 0.0;
const float INTERSECT = 1.0;
const float SHADE     = 2.0;
const float DONE      = 3.0;

/// The texel centre of an element, in rows of that width: a power of two, or all there is.
vec2 centre_of(float index, float width) {
    float row = floor(index / width);
    return vec2(index - (row * width), row) + 0.5;
}

/// Whether a ray looks, or asks whether the lamp is in sight: by turns.
bool looks(float number) { return fract(0.5 * number) < 0.25; }

float inverse_of(float way) {
    float inverse = 1.0 / way;
    return abs(way) > 1.0 / FAR ? inverse : (way >= 0.0 ? FAR : -FAR);
}
vec3 inverse_of(vec3 way) { return vec3(inverse_of(way.x), inverse_of(way.y), inverse_of(way.z)); }

/// The cell of a place; of a place on the grid's rim, or a rounding beyond it, the nearest.
vec3 cell_at(vec3 place, vec3 sides) { return clamp(floor(place), vec3(0.0), sides - 1.0); }

float index_of(vec3 cell, vec3 sides) { return cell.x + (sides.x * (cell.y + (sides.y * cell.z))); }
