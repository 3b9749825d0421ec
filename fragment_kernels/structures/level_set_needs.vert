#version 330 core
// level_set_needs: one page in use, as a point whose fragments are its cells.
#include "level_set_points.glsl"

void main() {
    draw_page();
}
