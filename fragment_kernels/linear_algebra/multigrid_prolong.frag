#version 330 core
// multigrid_prolong: what the next level found, added to one cell of this one: the mean of the coarse cells around it.
//
// A cell that is a coarse one too takes it, one between two takes their mean, one between four theirs.
#include "stream.glsl"

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
    ivec2 cell = here() - origin;
    ivec2 low = (cell + 1) / 2 - 1;
    ivec2 high = cell / 2;
    float found = at(low.x, low.y) + at(high.x, low.y) + at(low.x, high.y) + at(high.x, high.y);
    result = here(x).r + 0.25 * found;
}
