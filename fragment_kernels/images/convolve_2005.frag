#version 110
// convolve_2005: one element of one pass of a separable convolution: the weighted sum of up to 17 neighbours.
//
// As it was written for a Radeon 9700, which has no loops: this one is unrolled, a coordinate, a read and a
// product for each weight. A pass may have 32 reads; what has more weights takes several passes, each on top
// of the sum so far. Beyond the border the sampler gives the pixel at it (GL_CLAMP_TO_EDGE).
#include "rectangles_2005.glsl"

#ifndef LENGTH
#define LENGTH 3
#endif

uniform float weights[LENGTH];
uniform vec2 first;          // from the element to the first of these neighbours, in texture coordinates
uniform vec2 along;          // from one neighbour to the next
uniform sampler2D source;
#ifdef FURTHER
uniform sampler2D so_far;    // the sum over the weights of the passes before
#endif

void main() {
    vec2 here = gl_TexCoord[0].xy;
    vec2 start = here + first;
    float sum = 0.0;
#ifdef FURTHER
    sum = texture2D(so_far, here).r;
#endif
    for (int i = 0; i < LENGTH; i++) {
        sum += weights[i] * texture2D(source, start + (along * float(i))).r;
    }
    gl_FragColor = vec4(sum);
}
