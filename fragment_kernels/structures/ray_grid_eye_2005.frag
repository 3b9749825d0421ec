#version 110
// ray_grid_eye_2005: the first ray of one pixel, at the wall of the grid.
//
// A ray is a struct of streams. These four are all that a Radeon writes at once; the others begin alike for
// all pixels.
#include "rectangles_2005.glsl"
#include "ray_grid_2005.glsl"

uniform sampler2D cells;             // the first entry of each cell's list, or -1
uniform vec2 cells_size;             // its texels across and up
uniform vec2 cells_texel;            // a texel in texture coordinates
uniform vec3 sides;                  // of the grid, in cells
uniform vec3 eye;
uniform vec3 corner;                 // the way from the eye to the first pixel,
uniform vec3 right;                  // from a pixel to the next,
uniform vec3 down;                   // and to the one below it

void main() {
    vec2 at = floor(gl_FragCoord.xy);
    vec3 way = normalize(corner + (at.x * right) + (at.y * down)), inverse = inverse_of(way);
    vec3 one = -eye * inverse, other = (sides - eye) * inverse, near = min(one, other), far = max(one, other);
    float first = max(max(near.x, near.y), max(near.z, 0.0));
    bool meets = first <= min(min(far.x, far.y), far.z);
    vec3 begin = cell_at(eye + (way * (meets ? first : 0.0)), sides);
    float entry = texture2D(cells, centre_of(index_of(begin, sides), cells_size.x) * cells_texel).r;
    float state = meets ? (entry < 0.0 ? TRAVERSE : INTERSECT) : SHADE;
    gl_FragData[0] = vec4(eye, 0.0);               // the origin, and how many rays came before
    gl_FragData[1] = vec4(way, -1.0);              // the direction, and the triangle it starts on
    gl_FragData[2] = vec4(begin, state);
    gl_FragData[3] = vec4(entry, 0.0, -1.0, FAR);  // the entry, the triangle met, how far away it is
}
