// ray_grid.glsl: rays, and the cells they walk through, in both eras.
//
// Cells have sides of 1, and the grid's first corner is at (0, 0, 0): walls between cells are whole numbers,
// which floats hold exactly.

/// Beyond everything.
const float FAR = 1e30;
/// How far from its surface a ray starts that is sent from there.
const float START = 1.0 / 1024.0;

/// What a ray is about to do.
const uint TRAVERSE  = 0u;   // leave its cell for the next
const uint INTERSECT = 1u;   // meet a triangle of its cell's list
const uint SHADE     = 2u;   // give its light, and send the ray that follows from it
const uint DONE      = 3u;

/// The ray of a pixel, and what the pixel has so far. 80 bytes in a buffer.
struct Ray {
    vec3 origin;
    uint from;               // the triangle it starts on, or NOWHERE
    vec3 direction;          // of the ray that looks: this one, or the one after this ray to the lamp
    int number;              // even: it looks; odd: it asks whether the lamp is in sight
    vec3 pending;            // what the lamp adds if it is
    float share;             // of the pixel's light that is what the looking ray sees
    vec3 light;              // of the pixel so far
    float depth;             // where the pixel's first ray ended
    uint seen;               // and on what triangle
    uint triangle;           // the nearest met so far, or NOWHERE
    float reach;             // how far away it is, in lengths of the ray's way; at first how far the ray looks
};

bool looks(Ray ray) { return (ray.number & 1) == 0; }

/// Where a ray goes: to the lamp it is not of length 1, so that the lamp is at a reach of 1.
vec3 way_of(Ray ray, vec3 lamp) { return looks(ray) ? ray.direction : lamp - ray.origin; }

/// The first ray of a pixel.
Ray eye_ray(vec3 eye, vec3 direction) {
    return Ray(eye, NOWHERE, normalize(direction), 0, vec3(0.0), 1.0, vec3(0.0), FAR, NOWHERE, NOWHERE, FAR);
}

float inverse_of(float way) { return abs(way) > 1.0 / FAR ? 1.0 / way : (way >= 0.0 ? FAR : -FAR); }
vec3 inverse_of(vec3 way) { return vec3(inverse_of(way.x), inverse_of(way.y), inverse_of(way.z)); }

/// Where a ray enters the grid: a reach, or FAR if it passes by.
float entrance(vec3 origin, vec3 inverse, ivec3 sides) {
    vec3 one = -origin * inverse, other = (vec3(sides) - origin) * inverse;
    vec3 near = min(one, other), far = max(one, other);
    float first = max(max(near.x, near.y), max(near.z, 0.0));
    return first <= min(min(far.x, far.y), far.z) ? first : FAR;
}

/// The cell of a place; of a place on the grid's rim, or a rounding beyond it, the nearest.
ivec3 cell_at(vec3 place, ivec3 sides) { return clamp(ivec3(floor(place)), ivec3(0), sides - 1); }

int index_of(ivec3 cell, ivec3 sides) { return cell.x + sides.x * (cell.y + sides.y * cell.z); }

// ANCHOR: exits
/// Where a ray leaves a cell: the reach of the three walls ahead (Amanatides and Woo 1987). They are computed
/// from the cell, not added up on the way, so that rounding errors do not add up either.
vec3 exits(vec3 origin, vec3 way, vec3 inverse, ivec3 cell) {
    return (vec3(cell) + step(vec3(0.0), way) - origin) * inverse;
}
// ANCHOR_END: exits

float least(vec3 exit) { return min(min(exit.x, exit.y), exit.z); }

/// The cell behind the nearest wall; whether the grid has it.
bool advance(inout ivec3 cell, vec3 way, vec3 exit, ivec3 sides) {
    bvec3 back = lessThan(way, vec3(0.0));
    if (exit.x <= exit.y && exit.x <= exit.z) cell.x += back.x ? -1 : 1;
    else if (exit.y <= exit.z) cell.y += back.y ? -1 : 1;
    else cell.z += back.z ? -1 : 1;
    return all(greaterThanEqual(cell, ivec3(0))) && all(lessThan(cell, sides));
}

/// A walk through the grid as a stream has it: the cell and what the ray is about to do there, the next entry
/// of the cell's list, the triangle met so far, and how far away it is.
uvec4 walk_of(ivec3 cell, uint state, uint entry, uint triangle, float reach) {
    uint word = (state << 30) | (uint(cell.z) << 20) | (uint(cell.y) << 10) | uint(cell.x);
    return uvec4(word, entry, triangle, floatBitsToUint(reach));
}

uint state_of(uvec4 walk) { return walk.x >> 30; }
ivec3 cell_of(uvec4 walk) { return ivec3((uvec3(walk.x) >> uvec3(0, 10, 20)) & 1023u); }
float reach_of(uvec4 walk) { return uintBitsToFloat(walk.w); }
