#version 430 core
// lattice_boltzmann_in_place: one step of one cell on a single copy of the lattice: what it reads is what it writes.
//
// Steps come in pairs (Bailey et al. 2009). The first reads what the neighbours sent, as ever, and writes each new distribution
// where its opposite was read: that is with the neighbour it goes to. The second finds all nine in its own cell, each in its
// opposite's place, and puts them right. No place belongs to two cells in one step, so nobody waits.
#define CELLS float
#define LINKS uint
#include "lattice_boltzmann.glsl"

layout(local_size_x = 32, local_size_y = 8) in;

uniform ivec4 distributions_shape;   // columns, rows, 9; the library sets it
uniform vec2 rates;                  // of relaxation: of means, of differences
uniform vec2 force;                  // on every cell
uniform vec2 velocity;               // of walls that slide, and of fluid that is held
uniform int second;                  // of the pair
layout(std430, binding = 0) readonly buffer Links         { uint links[]; };
layout(std430, binding = 1)          buffer Distributions { float distributions[]; };

const int OPPOSITE[9] = int[](0, 3, 4, 1, 2, 7, 8, 5, 6);

int at(int direction, int x, int y) {
    ivec2 size = distributions_shape.xy;
    return (direction * size.y + y) * size.x + x;
}

void main() {
    ivec2 size = distributions_shape.xy;
    int x = int(gl_GlobalInvocationID.x), y = int(gl_GlobalInvocationID.y);
    if (x >= size.x || y >= size.y) return;
    int west = (x > 0 ? x : size.x) - 1, east = x + 1 < size.x ? x + 1 : 0;
    int south = (y > 0 ? y : size.y) - 1, north = y + 1 < size.y ? y + 1 : 0;
    uint link = links[y * size.x + x];
    if (has(link, SOLID)) return;

    // Where each distribution is: sent by the neighbour, or where a wall is there, the cell's own that turns round.
    int place[9] = int[](at(0, x, y), at(1, west, y), at(2, x, south), at(3, east, y), at(4, x, north),
                         at(5, west, south), at(6, east, south), at(7, east, north), at(8, west, north));
    float slide[9] = float[](0.0, velocity.x / 1.5, velocity.y / 1.5, velocity.x / -1.5, velocity.y / -1.5, (velocity.x + velocity.y) / 6.0,
                             (velocity.y - velocity.x) / 6.0, (velocity.x + velocity.y) / -6.0, (velocity.x - velocity.y) / 6.0);
    float f[9];
    for (int i = 0; i < 9; i++) {
        if (second != 0 || has(link, i)) place[i] = at(OPPOSITE[i], x, y);
        if (second != 0 || !has(link, i) || !has(link, i + SLIDES)) slide[i] = 0.0;
        f[i] = distributions[place[i]] + slide[i];
    }
    float density, ux, uy;
    collide(f, rates, force, density, ux, uy);
    if (has(link, HELD)) settle(f, 0.0, velocity.x, velocity.y, vec2(1.0), vec2(0.0));
    for (int i = 0; i < 9; i++) distributions[place[i]] = f[OPPOSITE[i]] + slide[i];
}
