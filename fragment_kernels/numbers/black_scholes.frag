#version 330 core
// black_scholes: the fair prices of one call and one put, three streams in and two out.
//
// A few reads and much arithmetic, with no element in need of another: what the era's hardware was best at.
#include "stream.glsl"
#include "black_scholes.glsl"

uniform sampler2D spot;      // the price of the share today
uniform sampler2D strike;    // the price agreed
uniform sampler2D years;     // until then

layout(location = 0) out float call;
layout(location = 1) out float put;

void main() {
    vec2 price = black_scholes(here(spot).r, here(strike).r, here(years).r);
    call = price.x;
    put = price.y;
}
