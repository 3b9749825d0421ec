#version 330 core
// multigrid_restrict: the residual of one level as the right-hand side of the next, one coarse cell.
//
// The coarse level has every second cell. multigrid_restrict.glsl has the stencil; the levels are regions of
// their textures.
#include "stream.glsl"
#include "multigrid_restrict.glsl"

uniform ivec2 fine_origin;
uniform ivec2 origin;                // of the coarser level
uniform sampler2D x;
uniform sampler2D b;

layout(location = 0) out float result;

float at(int column, int row) {
    bool inside = column >= 0 && row >= 0 && column < side && row < side;
    return inside ? fetch(x, fine_origin + ivec2(column, row)).r : 0.0;
}

float given(int column, int row) { return fetch(b, fine_origin + ivec2(column, row)).r; }

void main() {
    result = restricted(2 * (here() - origin) + 1);   // the fine cell that is this one
}
