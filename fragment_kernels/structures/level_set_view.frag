#version 330 core
// level_set_view: the colour of one pixel of a picture of a level set.
#include "stream.glsl"
#include "page_table.glsl"
#include "level_set_view.glsl"

uniform usampler2D table;
uniform sampler2D memory;            // all pages
uniform ivec4 output_shape;          // of the picture; the library sets it

layout(location = 0) out vec4 picture;

float value(ivec3 cell) {
    int page = int(fetch(table, page_of(cell, extent)).r);
    return texelFetch(memory, page_texel(page, textureSize(memory, 0).x / SIDE) + in_page(cell), 0).r;
}

void main() {
    picture = vec4(look(here(), output_shape.xy), 1.0);
}
