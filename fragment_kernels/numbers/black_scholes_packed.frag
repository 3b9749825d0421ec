#version 330 core
// black_scholes_packed: the fair prices of four calls and four puts, each in a channel of a texel.
#include "stream.glsl"
#include "black_scholes.glsl"

uniform sampler2D spot;
uniform sampler2D strike;
uniform sampler2D years;

layout(location = 0) out vec4 call;
layout(location = 1) out vec4 put;

void main() {
    vec4 now = here(spot), then = here(strike), time = here(years);
    vec2 first = black_scholes(now.x, then.x, time.x);
    vec2 second = black_scholes(now.y, then.y, time.y);
    vec2 third = black_scholes(now.z, then.z, time.z);
    vec2 fourth = black_scholes(now.w, then.w, time.w);
    call = vec4(first.x, second.x, third.x, fourth.x);
    put = vec4(first.y, second.y, third.y, fourth.y);
}
