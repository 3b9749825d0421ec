#version 110
// level_set_needs_2005: one corner of a rectangle of cells.
#include "level_set_quads_2005.glsl"

void main() {
    draw_corner();
}
