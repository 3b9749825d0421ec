#version 330 core
// convolve_packed: four neighbours of a row, each the weighted sum of its neighbours along the row.
//
// A window of four pixels slides over two texels, a pixel to each weight; so a texel serves sixteen products
// and is fetched once. The weights come in fours too, the first of them zeros where that lets the window
// begin at a texel.
#include "stream.glsl"

#ifndef FOURS
#define FOURS 2
#define FIRST -1
#endif

uniform vec4 weights[FOURS];
uniform ivec4 output_shape;                           // texels of a row, and rows; the library sets it
uniform sampler2D source;                             // its last texel is filled up with the row's last pixel

layout(location = 0) out vec4 result;

vec4 four(int x, int y) {
    int last = output_shape.x - 1;
    vec4 texel = texelFetch(source, ivec2(clamp(x, 0, last), y), 0);
    if (x < 0) return texel.xxxx;                     // beyond the border: the pixel at it
    if (x > last) return texel.wwww;
    return texel;
}

void main() {
    ivec2 at = here();
    vec4 sum = vec4(0.0), window = four(at.x + FIRST, at.y);
    for (int i = 0; i < FOURS; i++) {
        vec4 next = four(at.x + FIRST + i + 1, at.y);
        sum += weights[i].x * window;
        sum += weights[i].y * vec4(window.yzw, next.x);
        sum += weights[i].z * vec4(window.zw, next.xy);
        sum += weights[i].w * vec4(window.w, next.xyz);
        window = next;
    }
    result = sum;
}
