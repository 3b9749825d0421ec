#version 430 core
// level_set_needs: what one page in use asks for itself and the six pages beside it, as marks for the page
// table; and its cells are kept.
//
// Neighbours mark one page at once, so marks are atomic operations: at most eight per page.
#include "level_set.glsl"

layout(local_size_x = 64) in;        // a page per group

layout(std430, binding = 0) readonly  buffer List   { uint list[]; };      // virtual pages in use
layout(std430, binding = 1) readonly  buffer Table  { uint table[]; };
layout(std430, binding = 2) readonly  buffer Source { float source[]; };   // all pages after the step
layout(std430, binding = 3) writeonly buffer Memory { float memory[]; };
layout(std430, binding = 4)           buffer Wants  { uint wants[]; };     // 0 when it begins

#include "level_set_pages.glsl"

shared uint bits;

float value(int page, ivec2 place) { return source[page * CELLS + place.y * SIDE + place.x]; }

void main() {
    int page = int(list[gl_WorkGroupID.x]), lane = int(gl_LocalInvocationID.x);
    ivec4 own, beside;
    ivec2 above;
    pages_around(page, own, beside, above);
    ivec2 place = ivec2(lane % SIDE, lane / SIDE);
    Star star = star(own, beside, above, place);
    memory[own.x * CELLS + lane] = star.centre;
    if (lane == 0) bits = 0u;
    barrier();                                        // no bit is set
    atomicOr(bits, needs(star, own, place));
    barrier();                                        // every cell of the page has asked
    // A lane for each bit: this page, its neighbours, and on which side of the surface it is.
    ivec3 pages = pages_of(extent);
    int ways[8] = int[8](0, -1, 1, -pages.x, pages.x, -pages.x * pages.y, pages.x * pages.y, 0);
    if (lane < 8 && ((bits >> lane) & 1u) == 1u) atomicOr(wants[page + ways[lane]], lane < 7 ? WANTED : 1u);
}
