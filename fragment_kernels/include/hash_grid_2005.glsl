// hash_grid_2005.glsl: the buckets of an endless grid of cells, for cards that calculate in floats alone.
//
// Sides are powers of two, so that a cell's place in the box of buckets is a fraction, and exact. A cell is folded
// first, and its neighbours are counted from there: in small numbers, however far off the cell is.

uniform float cells;         // per unit of length
uniform vec3 sides;          // of the box of buckets
uniform vec3 shares;         // one over them

/// Beyond this, squared, no cell is counted; all of them are the first, and so are those of points that are NaN.
const float FAR = 1e15;

/// The place of a cell in the box.
vec3 folded(vec3 cell) { return fract(cell * shares) * sides; }

/// The place of a point's cell.
vec3 home_of(vec3 point) {
    vec3 cell = floor(point * cells);
    return folded(dot(cell, cell) < FAR ? cell : vec3(0.0));
}

/// The number of the bucket at a place.
float bucket_at(vec3 place) { return place.x + (sides.x * (place.y + (sides.y * place.z))); }
