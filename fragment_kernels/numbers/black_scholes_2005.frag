#version 110
// black_scholes_2005: the fair prices of one call and one put, three streams in and two out.
//
// As it was written for a Radeon 9700: no branches, and the two shares of the normal distribution that a price
// needs go side by side through one polynomial, since an instruction has four lanes. The polynomial is that of
// Abramowitz and Stegun, Handbook of Mathematical Functions, 1964, 26.2.17.
#include "rectangles_2005.glsl"

uniform float rate;          // of interest, a year
uniform float volatility;    // a year
uniform sampler2D spot;      // the price of the share today
uniform sampler2D strike;    // the price agreed
uniform sampler2D years;     // until then

/// The shares of the normal distribution that lie below two numbers.
vec2 cumulative(vec2 x) {
    vec2 size = min(abs(x), 10.0);    // beyond it the tail is nothing
    vec2 k = 1.0 / (1.0 + (0.2316419 * size));
    vec2 series = -1.821255978 + (k * 1.330274429);
    series = 0.319381530 + (k * (-0.356563782 + (k * (1.781477937 + (k * series)))));
    vec2 tail = 0.3989422804 * exp(-0.5 * size * size) * (k * series);
    return mix(1.0 - tail, tail, vec2(lessThan(x, vec2(0.0))));
}

void main() {
    vec2 here = gl_TexCoord[0].xy;
    // The texels behind the last option are zeros, whose logarithm and quotient are none.
    float now = max(texture2D(spot, here).r, 1e-18), agreed = max(texture2D(strike, here).r, 1e-18);
    float time = texture2D(years, here).r;
    float spread = max(volatility * sqrt(time), 1e-9);    // with no time, or no chance, the end is known
    float upper = ((log(now / agreed) + (rate * time)) / spread) + (0.5 * spread);
    vec2 shares = cumulative(vec2(upper, upper - spread));
    vec2 money = vec2(now, -agreed * exp(-rate * time));  // what the call brings, and what it costs
    gl_FragData[0] = vec4(max(dot(money, shares), 0.0));
    gl_FragData[1] = vec4(max(dot(money, shares - 1.0), 0.0));
}
