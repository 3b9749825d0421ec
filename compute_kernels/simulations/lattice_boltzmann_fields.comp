#version 430 core
// lattice_boltzmann_fields: one cell's density and velocity, from its distributions after a collision.
//
// The fragment era writes them beside the resting distribution, in channels that would be empty. A structure of
// arrays has no such channels.
#include "stream.glsl"
#define CELLS float
#define LINKS uint
#include "lattice_boltzmann.glsl"

layout(local_size_x = 64) in;

uniform vec2 force;                  // half of it has acted since the velocity that counts
layout(std430, binding = 0) readonly  buffer Links         { uint links[]; };
layout(std430, binding = 1) readonly  buffer Distributions { float distributions[]; };
layout(std430, binding = 2) writeonly buffer Result        { vec4 result[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    float f[9];
    for (int k = 0; k < 9; k++) f[k] = distributions[k * element_count + i];
    float density = f[0] + (f[1] + f[3]) + (f[2] + f[4]) + (f[5] + f[7]) + (f[6] + f[8]);
    float x = (f[1] - f[3]) + (f[5] - f[7]) - (f[6] - f[8]);
    float y = (f[2] - f[4]) + (f[5] - f[7]) + (f[6] - f[8]);
    bool pushed = !has(links[i], SOLID) && !has(links[i], HELD);
    result[i] = vec4(f[0], density, vec2(x, y) - (pushed ? 0.5 * force : vec2(0.0)));
}
