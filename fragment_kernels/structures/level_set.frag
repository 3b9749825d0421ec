#version 330 core
// level_set: one cell of a page in use after a step.
//
// A page is drawn as a point of 8 by 8 fragments, and brings the addresses of the pages beside it: so no cell
// asks the page table.
#include "stream.glsl"
#include "level_set_step.glsl"

flat in ivec4 own_page;
flat in ivec4 pages_beside;
flat in ivec2 pages_above;
uniform sampler2D memory;            // all pages
uniform sampler2D speeds;            // of every cell of the volume, outwards

layout(location = 0) out float result;

float value(int page, ivec2 place) {
    return texelFetch(memory, page_texel(page, textureSize(memory, 0).x / SIDE) + place, 0).r;
}

void main() {
    ivec2 place = here() & (SIDE - 1);
    Star star = star(own_page, pages_beside, pages_above, place);
    ivec3 cell = own_page.yzw + ivec3(place, 0);
    result = star.centre;            // a page may reach beyond the volume: there nothing moves
    if (within(cell, extent)) {
        result = moved(star, fetch(speeds, cell.x + extent.x * (cell.y + extent.y * cell.z)).r);
    }
}
