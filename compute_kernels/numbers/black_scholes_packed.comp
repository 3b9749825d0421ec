#version 430 core
// black_scholes_packed: the fair prices of four calls and four puts, read and written as vec4.
#include "stream.glsl"
#include "black_scholes.glsl"

layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly  buffer Spot   { vec4 spot[]; };
layout(std430, binding = 1) readonly  buffer Strike { vec4 strike[]; };
layout(std430, binding = 2) readonly  buffer Years  { vec4 years[]; };
layout(std430, binding = 3) writeonly buffer Calls  { vec4 call[]; };
layout(std430, binding = 4) writeonly buffer Puts   { vec4 put[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    vec4 now = spot[i], then = strike[i], time = years[i];
    vec2 first = black_scholes(now.x, then.x, time.x);
    vec2 second = black_scholes(now.y, then.y, time.y);
    vec2 third = black_scholes(now.z, then.z, time.z);
    vec2 fourth = black_scholes(now.w, then.w, time.w);
    call[i] = vec4(first.x, second.x, third.x, fourth.x);
    put[i] = vec4(first.y, second.y, third.y, fourth.y);
}
