#version 330 core
// transpose: one element of the transposed matrix: rows have become columns.
#include "stream.glsl"

uniform sampler2D source;

layout(location = 0) out float result;

void main() {
    result = texelFetch(source, here().yx, 0).r;
}
