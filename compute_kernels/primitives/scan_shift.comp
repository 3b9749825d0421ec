#version 430 core
// scan_shift: every element one place to the right, and a zero in front: an inclusive scan becomes an
// exclusive one.
#include "stream.glsl"

#ifndef TYPE
#define TYPE float
#endif

layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly  buffer Source { TYPE source[]; };
layout(std430, binding = 1) writeonly buffer Result { TYPE result[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    result[i] = i > 0 ? source[i - 1] : TYPE(0);
}
