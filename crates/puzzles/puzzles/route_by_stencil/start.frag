#version 330 core
// route_by_stencil: empties one slot of every cell.
#include "stream.glsl"

uniform int slot;

layout(location = 0) out uint lists;

void main() {
    ivec2 inside = here() % 2;
    if (slot < 0) discard;
    lists = NOWHERE;
}
