#version 330 core
// level_set_needs: what one cell of a page in use asks: a bit for its page and for each of the six pages
// beside it.
#include "stream.glsl"
#include "level_set.glsl"

flat in ivec4 own_page;
flat in ivec4 pages_beside;
flat in ivec2 pages_above;
uniform sampler2D memory;            // all pages

layout(location = 0) out uint bits;

float value(int page, ivec2 place) {
    return texelFetch(memory, page_texel(page, textureSize(memory, 0).x / SIDE) + place, 0).r;
}

void main() {
    ivec2 place = here() & (SIDE - 1);
    bits = needs(star(own_page, pages_beside, pages_above, place), own_page, place);
}
