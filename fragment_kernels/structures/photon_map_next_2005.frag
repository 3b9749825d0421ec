#version 110
// photon_map_next_2005: the next cell of the search about one point; or, when its sphere was visited, the next sphere.
//
// Cells are counted along x, then y, then z, each between the ends of the sphere. When all were visited, the sphere
// holds just as many as are looked for, or another one is visited: a larger one until one has held too many; then one
// halfway between the largest of too few and the smallest of too many.
#include "rectangles_2005.glsl"

uniform float neighbours;            // how many are looked for
uniform float most;                  // the square of the radius beyond which none is
uniform float first;                 // that of the first sphere
uniform float side;                  // cells along a side of the grid
uniform sampler2D points;            // in the fourth channel the surface that the point is on; 0 is no point
uniform sampler2D spheres;           // squares: of its radius, of one of too few, of one of too many, of the farthest
uniform sampler2D visits;            // the cell that was visited, or -1 at the end
uniform sampler2D held;              // the power of the entries in the sphere, and how many they are

/// The cell at a place, or the one next to it in the grid. Places of 17 bits may be off by so much.
vec3 cell_at(vec3 place) {
    return clamp(floor(place * side), vec3(0.0), vec3(side - 1.0));
}

void main() {
    vec2 here = gl_TexCoord[0].xy;
    vec4 point = texture2D(points, here), sphere = texture2D(spheres, here);
    vec4 cell = texture2D(visits, here), landed = texture2D(held, here);
    vec3 high = cell_at(point.xyz + (sqrt(sphere.x) + 1e-4));
    bool ended = cell.x < 0.0;
    // Written so that a point that is no number comes to an end.
    vec3 next = cell.xyz + vec3(1.0, 0.0, 0.0);
    bool past_x = !(next.x <= high.x);
    next.y += past_x ? 1.0 : 0.0;
    bool past_y = !(next.y <= high.y);
    next.z += past_y ? 1.0 : 0.0;
    bool over = !(next.z <= high.z);

    bool few = landed.w < neighbours, many = landed.w > neighbours;
    // Of several entries that lie equally far, no sphere holds some and not the others.
    bool same = sphere.x - sphere.y <= (1e-4 * sphere.x) + 1e-12;
    ended = ended || point.w == 0.0 || (over && (few ? sphere.x >= most : (!many || same)));
    vec2 bounds = few ? vec2(sphere.x, sphere.z) : vec2(sphere.y, sphere.x);
    bool apart = bounds.y - bounds.x > (1e-4 * bounds.y) + 1e-12;
    float middle = apart ? 0.5 * (bounds.x + bounds.y) : bounds.y;
    float larger = min(most, max(4.0 * sphere.x, first));
    vec4 other = vec4(bounds.y == 0.0 ? larger : middle, bounds, 0.0);
    bool anew = over && !ended;
    sphere = anew ? other : sphere;
    vec3 low = cell_at(point.xyz - (sqrt(sphere.x) + 1e-4));
    next = vec3(past_x ? low.x : next.x, past_y ? low.y : next.y, over ? low.z : next.z);
    gl_FragData[0] = sphere;
    gl_FragData[1] = vec4(ended ? vec3(-1.0) : next, 0.0);
    gl_FragData[2] = anew ? vec4(0.0) : landed;
}
