#version 430 core
// refine: what a solution in pairs of floats leaves of the right side, b - A x, one row of it, scaled.
//
// The same loop as refine.frag.
#define PRECISE precise
#include "stream.glsl"
#include "double_single.glsl"

layout(local_size_x = 64) in;

uniform float scale;
layout(std430, binding = 0) readonly  buffer Offsets  { uint offsets[]; };
layout(std430, binding = 1) readonly  buffer Pointers { uint pointers[]; };
layout(std430, binding = 2) readonly  buffer Values   { float values[]; };
layout(std430, binding = 3) readonly  buffer X        { vec2 x[]; };
layout(std430, binding = 4) readonly  buffer B        { float b[]; };
layout(std430, binding = 5) writeonly buffer Result   { float result[]; };

void main() {
    int row = element();
    if (row >= element_count) return;
    vec2 rest = vec2(b[row], 0.0);
    int entry = int(offsets[row]);
    int end = int(offsets[row + 1]);
    for (; entry < end; entry++) rest = add(rest, -multiply(x[pointers[entry]], vec2(values[entry], 0.0)));
    result[row] = (rest.x * scale) + (rest.y * scale);
}
