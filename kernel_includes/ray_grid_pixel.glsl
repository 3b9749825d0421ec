// ray_grid_pixel.glsl: all rays of one pixel, one after another, in both eras.
//
// The kernel defines before it what reads its streams: the functions that the heads of the two includes name.
#include "ray_grid_trace.glsl"
#include "ray_grid_shade.glsl"

uniform ivec3 sides;                 // of the grid, in cells
uniform vec3 eye;
uniform vec3 corner;                 // the way from the eye to the first pixel,
uniform vec3 right;                  // from a pixel to the next,
uniform vec3 down;                   // and to the one below it
uniform vec3 lamp;
uniform float power;                 // of the lamp
uniform int bounces;                 // mirrors in a row
uniform float unit;                  // the side of a cell

// ANCHOR: all_rays
/// The ray that looks through a pixel, when it and those that follow from what it meets have given their
/// light. There are at most two for each mirror in a row, and the host sends none that are too long for a
/// driver's loops.
Ray all_rays(ivec2 at) {
    Ray ray = eye_ray(eye, corner + float(at.x) * right + float(at.y) * down);
    bool follows = true;
    while (follows) {
        trace(ray, lamp, sides);
        follows = shade(ray, lamp, power, bounces, unit);
    }
    return ray;
}
// ANCHOR_END: all_rays
