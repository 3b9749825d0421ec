#version 430 core
// conjugate_gradient_turn: the next direction, one element: the residual, and so much of the last direction
// as keeps them conjugate.
#include "stream.glsl"

layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly  buffer Squared       { float squared[]; };        // one: the last residual times itself
layout(std430, binding = 1) readonly  buffer NextSquared   { float next_squared[]; };   // one: this residual times itself
layout(std430, binding = 2) readonly  buffer Direction     { float direction[]; };
layout(std430, binding = 3) readonly  buffer Residual      { float residual[]; };
layout(std430, binding = 4) writeonly buffer NextDirection { float next_direction[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    float top = next_squared[0];
    float share = top == 0.0 ? 0.0 : top / squared[0];
    next_direction[i] = residual[i] + share * direction[i];
}
