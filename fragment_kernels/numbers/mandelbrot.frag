#version 330 core
// mandelbrot: how many rounds one number c takes to escape, in one loop per fragment.
//
// Neighbours that go in lockstep wait for the slowest of them: the border of the set, where 3 rounds meet
// 300, is the dear part.
#include "stream.glsl"
#include "mandelbrot.glsl"

uniform ivec2 corner;        // c of the first texel
uniform int distance;        // from one c to the next
uniform int most;            // rounds

layout(location = 0) out uint result;

void main() {
    ivec2 c = corner + distance * here();
    ivec2 z = ivec2(0);
    int rounds = 0;
    while (rounds < most && advance(z, c)) ++rounds;
    result = uint(rounds);
}
