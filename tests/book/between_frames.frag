#version 330 core
// between_frames: how much each cell of a moving volume changed since the frame before; w is time.
#include "stream.glsl"
#include "addressing.glsl"

uniform sampler2D source;
uniform ivec4 source_shape;

layout(location = 0) out float result;

void main() {
    ivec4 cell = position_4d(element(), source_shape);
    ivec4 before = ivec4(cell.xyz, max(cell.w - 1, 0));
    result = here(source).r - fetch(source, index_4d(before, source_shape)).r;
}
