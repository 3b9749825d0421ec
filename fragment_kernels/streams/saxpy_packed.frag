#version 330 core
// saxpy_packed: alpha * x + y, four elements of the result, one in each channel of the texel.
//
// A texel of 2005 had four channels whether they were used or not: packing asks a quarter of the fragments for
// the same bytes.
#include "stream.glsl"

uniform float alpha;
uniform sampler2D x;
uniform sampler2D y;

layout(location = 0) out vec4 result;

void main() {
    result = alpha * here(x) + here(y);
}
