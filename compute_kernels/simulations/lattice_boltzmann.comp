#version 430 core
// lattice_boltzmann: one step of one cell: what its neighbours sent is pulled, and collides.
//
// As in lattice_boltzmann.frag, but a structure of arrays: all cells of distribution 0, then all of 1, and so
// on, so that invocations beside each other read and write numbers beside each other.
#include "lattice_boltzmann_step.glsl"

layout(local_size_x = 32, local_size_y = 8) in;

uniform ivec4 distributions_shape;   // columns, rows, 9; the library sets it
layout(std430, binding = 0) readonly  buffer Links         { uint links[]; };
layout(std430, binding = 1) readonly  buffer Distributions { float distributions[]; };
layout(std430, binding = 2) writeonly buffer Result        { float result[]; };

int at(int direction, int x, int y) {
    ivec2 size = distributions_shape.xy;
    return (direction * size.y + y) * size.x + x;
}

float pull(int direction, int x, int y) { return distributions[at(direction, x, y)]; }

void main() {
    ivec2 size = distributions_shape.xy;
    int x = int(gl_GlobalInvocationID.x), y = int(gl_GlobalInvocationID.y);
    if (x >= size.x || y >= size.y) return;
    Beside to = beside(x, y, size);

    float f[9];
    f[0] = pull(0, x, y);
    f[1] = pull(1, to.west, y);                             // what goes east comes from the west
    f[2] = pull(2, x, to.south);
    f[3] = pull(3, to.east, y);
    f[4] = pull(4, x, to.north);
    f[5] = pull(5, to.west, to.south);
    f[6] = pull(6, to.east, to.south);
    f[7] = pull(7, to.east, to.north);
    f[8] = pull(8, to.west, to.north);

    uint link = links[y * size.x + x];
    if (link != 0u) {
        float own[9];
        for (int i = 0; i < 9; i++) own[i] = pull(i, x, y);
        bounce(f, own, link, velocity);
    }
    finish(f, link);
    float fluid = has(link, SOLID) ? 0.0 : 1.0;
    for (int i = 0; i < 9; i++) result[at(i, x, y)] = fluid * f[i];
}
