#version 110
// level_set_needs_2005: what one cell of a page in use asks: for its page, and for each of the six pages beside it.
//
// A card without integers has no bits. Eight answers are four numbers: 1 for the one, 128 for the other. The sums of
// the 64 cells of a page keep them apart, and are whole numbers that 17 bits hold.
#include "level_set_cross_2005.glsl"

void main() {
    float centre = value(own);
    vec3 low = vec3(notEqual(before(), vec3(centre))), high = vec3(notEqual(after(), vec3(centre)));
    vec2 column = fract(gl_FragCoord.xy / 8.0);          // a page has 8 by 8 cells
    vec2 first = vec2(lessThan(column, vec2(0.1))), last = vec2(greaterThan(column, vec2(0.9)));
    bool moves = abs(centre) < 3.0 || dot(low + high, vec3(1.0)) > 0.0;
    bool inside = centre < 0.0;                          // only the first cell says it
    vec4 asks = vec4(float(moves), low.xy * first, low.z);
    vec4 more = vec4(float(inside) * first.x * first.y, high.xy * last, high.z);
    gl_FragColor = asks + (128.0 * more);
}
