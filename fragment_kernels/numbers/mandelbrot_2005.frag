#version 110
// mandelbrot_2005: eight rounds of one number c: z becomes z * z + c while it is within 2 of 0.
//
// As it was written for a Radeon 9700: no loop and no branch, so a pass has as many rounds as its 64 slots
// have room for, and passes take turns between two textures. A number that has escaped goes through every
// round and keeps what it has.
#include "rectangles_2005.glsl"

uniform vec2 corner;         // c at the corner of the first texel
uniform vec2 extent;         // of all numbers
uniform vec2 state_size;     // texels across and up; the library sets it
uniform sampler2D state;     // z in two channels, and the rounds that it stayed

vec3 round_of(vec3 now, vec2 c) {
    vec3 next = (now.yyz * vec3(-now.y, now.x, 1.0)) + vec3((now.xx * now.xy) + c, 1.0);
    return dot(now.xy, now.xy) <= 4.0 ? next : now;
}

void main() {
    vec2 c = corner + (extent * SHARE(gl_TexCoord[0].xy, state_size));
    vec3 now = texture2D(state, gl_TexCoord[0].xy).xyz;
    now = round_of(round_of(round_of(round_of(now, c), c), c), c);
    now = round_of(round_of(round_of(round_of(now, c), c), c), c);
    gl_FragColor = vec4(now, 0.0);
}
