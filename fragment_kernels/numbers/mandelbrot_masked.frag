#version 330 core
// mandelbrot_masked: a few rounds of one number c that has not escaped yet; the others are masked out.
//
// A loop of unknown length becomes passes of a known one. After each, mandelbrot_mark.frag masks
// what has ended.
#include "stream.glsl"
#include "mandelbrot.glsl"

uniform ivec2 corner;        // c of the first texel
uniform int distance;        // from one c to the next
uniform int before;          // rounds of the passes before
uniform int most;            // rounds of this pass
uniform isampler2D z;

layout(location = 0) out ivec2 new_z;
layout(location = 1) out uint result;

void main() {
    ivec2 c = corner + distance * here();
    ivec2 place = here(z).rg;
    int rounds = 0;
    while (rounds < most && advance(place, c)) ++rounds;
    new_z = place;
    result = uint(before + rounds);
}
