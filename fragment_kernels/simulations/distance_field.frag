#version 330 core
// distance_field: one jump: a cell asks itself and eight others, `jump` away, for the nearest seed that they
// know.
#include "stream.glsl"
#include "distance_field.glsl"

uniform ivec4 output_shape;          // the library sets it
uniform int jump;                    // cells
uniform usampler2D nearest;

layout(location = 0) out uint result;

uint nearest_at(ivec2 cell) { return fetch(nearest, cell).r; }
#include "distance_field_jump.glsl"

void main() {
    result = jumped(here(), output_shape.xy, jump);
}
