#version 430 core
// black_scholes: the fair prices of one call and one put, three buffers in and two out.
#include "stream.glsl"
#include "black_scholes.glsl"

layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly  buffer Spot   { float spot[]; };     // the price of the share today
layout(std430, binding = 1) readonly  buffer Strike { float strike[]; };   // the price agreed
layout(std430, binding = 2) readonly  buffer Years  { float years[]; };    // until then
layout(std430, binding = 3) writeonly buffer Calls  { float call[]; };
layout(std430, binding = 4) writeonly buffer Puts   { float put[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    vec2 price = black_scholes(spot[i], strike[i], years[i]);
    call[i] = price.x;
    put[i] = price.y;
}
