#version 330 core
// scatter_slots: empties one slot of every cell; the pass writes the slot's number into the stencil where it
// keeps a fragment.
//
// A cell is SIDE x SIDE texels, one slot each.
#include "stream.glsl"

#ifndef SIDE
#define SIDE 2
#endif

uniform int slot;

layout(location = 0) out uint lists;

void main() {
    ivec2 inside = here() % SIDE;
    if (inside.y * SIDE + inside.x != slot) discard;
    lists = NOWHERE;
}
