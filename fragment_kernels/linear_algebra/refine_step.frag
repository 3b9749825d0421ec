#version 330 core
// refine_step: a correction in floats added to a solution in pairs, one element of it.
#extension GL_ARB_gpu_shader5 : require    // has the word precise
#define PRECISE precise
#include "stream.glsl"
#include "double_single.glsl"

uniform float size;                  // of the rest that the correction is for
uniform sampler2D x;
uniform sampler2D correction;

layout(location = 0) out vec2 result;

void main() {
    result = add(here(x).rg, product_of(size, here(correction).r));
}
