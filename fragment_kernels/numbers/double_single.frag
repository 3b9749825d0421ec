#version 330 core
// double_single: a sum, a product, a quotient or a root of pairs of floats, one element of the result.
#extension GL_ARB_gpu_shader5 : require    // has the word precise
#define PRECISE precise
#include "stream.glsl"
#include "double_single_operation.glsl"

uniform sampler2D a;
uniform sampler2D b;

layout(location = 0) out vec2 result;

void main() {
    result = computed(here(a).rg, here(b).rg);
}
