#version 330 core
// multigrid_prolong: what the next level found, added to one cell of this one; multigrid_prolong.glsl
// interpolates.
#include "stream.glsl"
#include "multigrid_prolong.glsl"

uniform int side;                    // of the coarser level
uniform ivec2 coarse_origin;
uniform ivec2 origin;                // of the finer level
uniform sampler2D coarse;
uniform sampler2D x;

layout(location = 0) out float result;

float at(int column, int row) {
    bool inside = column >= 0 && row >= 0 && column < side && row < side;
    return inside ? fetch(coarse, coarse_origin + ivec2(column, row)).r : 0.0;
}

void main() {
    result = here(x).r + found(here() - origin);
}
