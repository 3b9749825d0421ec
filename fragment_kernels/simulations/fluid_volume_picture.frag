#version 330 core
// fluid_volume_picture: one pixel of a volume of smoke seen from the front: light absorbed along the line of
// sight.
#include "stream.glsl"
#include "addressing.glsl"

uniform ivec4 smoke_shape;           // columns, rows and slices; the library sets it
uniform int smoke_columns;           // slices side by side
uniform sampler2D smoke;

layout(location = 0) out vec4 result;

ivec3 smoke_size() { return smoke_shape.xyz; }

float smoke_at(ivec3 cell) {
    ivec3 inside = clamp(cell, ivec3(0), smoke_shape.xyz - 1);
    return fetch(smoke, by_slice_texel(inside, smoke_shape.xy, smoke_columns)).w;
}
#include "fluid_volume_picture.glsl"

void main() {
    result = colour_of(here());
}
