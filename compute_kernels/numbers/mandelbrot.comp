#version 430 core
// mandelbrot: how many rounds one number c takes to escape, in one loop per invocation.
//
// Groups are squares: neighbours in both directions take about as many rounds, so lanes in lockstep wait less
// than along a row.
#include "stream.glsl"
#include "mandelbrot.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

uniform ivec4 output_shape;  // columns and rows; the library sets it
uniform ivec2 corner;        // c of the first element
uniform int distance;        // from one c to the next
uniform int most;            // rounds

layout(std430, binding = 0) writeonly buffer Result { uint result[]; };

void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (at.x >= output_shape.x || at.y >= output_shape.y) return;
    ivec2 c = corner + distance * at;
    ivec2 z = ivec2(0);
    int rounds = 0;
    while (rounds < most && advance(z, c)) ++rounds;
    result[at.y * output_shape.x + at.x] = uint(rounds);
}
