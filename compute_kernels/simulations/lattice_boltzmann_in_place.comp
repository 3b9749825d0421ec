#version 430 core
// lattice_boltzmann_in_place: one step of one cell on a single copy of the lattice: what it reads is what it
// writes.
//
// Steps come in pairs (Bailey et al. 2009). The first reads what the neighbours sent, as ever, and writes
// each new distribution where its opposite was read: that is with the neighbour it goes to. The second finds
// all nine in its own cell, each in its opposite's place, and puts them right. No place belongs to two cells
// in one step, so nobody waits.
#include "lattice_boltzmann_step.glsl"

layout(local_size_x = 32, local_size_y = 8) in;

uniform ivec4 distributions_shape;   // columns, rows, 9; the library sets it
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
    Beside to = beside(x, y, size);
    uint link = links[y * size.x + x];
    if (has(link, SOLID)) return;

    // Where each distribution is: sent by the neighbour, or where a wall is there, the cell's own that turns
    // round.
    int place[9] = int[](at(0, x, y), at(1, to.west, y), at(2, x, to.south), at(3, to.east, y), at(4, x, to.north),
                         at(5, to.west, to.south), at(6, to.east, to.south), at(7, to.east, to.north), at(8, to.west, to.north));
    float slide[9] = float[](0.0, velocity.x / 1.5, velocity.y / 1.5, velocity.x / -1.5, velocity.y / -1.5, (velocity.x + velocity.y) / 6.0,
                             (velocity.y - velocity.x) / 6.0, (velocity.x + velocity.y) / -6.0, (velocity.x - velocity.y) / 6.0);
    float f[9];
    for (int i = 0; i < 9; i++) {
        if (second != 0 || has(link, i)) place[i] = at(OPPOSITE[i], x, y);
        if (second != 0 || !has(link, i) || !has(link, i + SLIDES)) slide[i] = 0.0;
        f[i] = distributions[place[i]] + slide[i];
    }
    finish(f, link);
    for (int i = 0; i < 9; i++) distributions[place[i]] = f[OPPOSITE[i]] + slide[i];
}
