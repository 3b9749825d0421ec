#version 430 core
// conjugate_gradient: a step along the direction, one element of the solution and of the residual.
//
// How far the step goes, no host knows: both numbers were computed on the device and stay there.
#include "stream.glsl"

layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly  buffer Squared      { float squared[]; };     // one: the residual times itself
layout(std430, binding = 1) readonly  buffer Curvature    { float curvature[]; };   // one: direction, matrix, direction
layout(std430, binding = 2) readonly  buffer Direction    { float direction[]; };
layout(std430, binding = 3) readonly  buffer Image        { float image[]; };       // the matrix times the direction
layout(std430, binding = 4) readonly  buffer X            { float x[]; };
layout(std430, binding = 5) readonly  buffer Residual     { float residual[]; };
layout(std430, binding = 6) writeonly buffer NextX        { float next_x[]; };
layout(std430, binding = 7) writeonly buffer NextResidual { float next_residual[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    float top = squared[0];
    float step = top == 0.0 ? 0.0 : top / curvature[0];             // nothing left to do: stay
    next_x[i] = x[i] + step * direction[i];
    next_residual[i] = residual[i] - step * image[i];
}
