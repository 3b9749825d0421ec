#version 430 core
// lattice_boltzmann: one step of one cell: it pulls what its neighbours sent, and lets it collide.
//
// The same lines as lattice_boltzmann.frag. A structure of arrays: all cells of distribution 0, then all of 1, and so on, so that
// invocations beside each other read and write numbers beside each other.
#define CELLS float
#define LINKS uint
#include "lattice_boltzmann.glsl"

layout(local_size_x = 32, local_size_y = 8) in;

uniform ivec4 distributions_shape;   // columns, rows, 9; the library sets it
uniform vec2 rates;                  // of relaxation: of means, of differences
uniform vec2 force;                  // on every cell
uniform vec2 velocity;               // of walls that slide, and of fluid that is held
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
    int west = (x > 0 ? x : size.x) - 1, east = x + 1 < size.x ? x + 1 : 0;
    int south = (y > 0 ? y : size.y) - 1, north = y + 1 < size.y ? y + 1 : 0;

    float f[9];
    f[0] = pull(0, x, y);
    f[1] = pull(1, west, y);                             // what goes east comes from the west
    f[2] = pull(2, x, south);
    f[3] = pull(3, east, y);
    f[4] = pull(4, x, north);
    f[5] = pull(5, west, south);
    f[6] = pull(6, east, south);
    f[7] = pull(7, east, north);
    f[8] = pull(8, west, north);

    uint link = links[y * size.x + x];
    if (link != 0u) {
        float own[9];
        for (int i = 0; i < 9; i++) own[i] = pull(i, x, y);
        bounce(f, own, link, velocity);
    }
    float density, ux, uy;
    collide(f, rates, force, density, ux, uy);
    if (has(link, HELD)) settle(f, 0.0, velocity.x, velocity.y, vec2(1.0), vec2(0.0));
    float fluid = has(link, SOLID) ? 0.0 : 1.0;
    for (int i = 0; i < 9; i++) result[at(i, x, y)] = fluid * f[i];
}
