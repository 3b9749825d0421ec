#version 430 core
// multigrid_restrict: the residual of one level as the right-hand side of the next, one coarse cell.
//
// The coarse level has every second cell. multigrid_restrict.glsl has the stencil; each level has buffers of
// its own.
#include "stream.glsl"
#include "multigrid_restrict.glsl"

layout(local_size_x = 16, local_size_y = 8) in;

uniform ivec4 result_shape;
layout(std430, binding = 0) readonly  buffer X      { float x[]; };
layout(std430, binding = 1) readonly  buffer B      { float b[]; };
layout(std430, binding = 2) writeonly buffer Result { float result[]; };

float at(int column, int row) {
    bool inside = column >= 0 && row >= 0 && column < side && row < side;
    return inside ? x[row * side + column] : 0.0;
}

float given(int column, int row) { return b[row * side + column]; }

void main() {
    ivec2 coarse = ivec2(gl_GlobalInvocationID.xy);
    if (coarse.x >= result_shape.x || coarse.y >= result_shape.y) return;
    result[coarse.y * result_shape.x + coarse.x] = restricted(2 * coarse + 1);   // the fine cell that is this one
}
