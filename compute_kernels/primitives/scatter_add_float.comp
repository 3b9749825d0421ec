#version 430 core
// scatter_add_float: the float that a sum stands for, one element of the result.
//
// A sum is the bits of a float (scatter_add.comp), or a number of units (scatter_add_fixed.comp, with FIXED).
#include "stream.glsl"

layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly  buffer Sums   { uint sums[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };

#ifdef FIXED
uniform float units;                 // units in 1.0: a power of two
float value(uint sum) { return float(int(sum)) / units; }
#else
float value(uint sum) { return uintBitsToFloat(sum); }
#endif

void main() {
    int i = element();
    if (i >= element_count) return;
    result[i] = value(sums[i]);
}
