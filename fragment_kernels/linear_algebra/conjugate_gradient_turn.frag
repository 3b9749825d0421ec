#version 330 core
// conjugate_gradient_turn: the next direction, one element: the residual, and so much of the last direction
// as keeps them conjugate.
#include "stream.glsl"

uniform sampler2D squared;           // one element: the last residual times itself
uniform sampler2D next_squared;      // one element: this residual times itself
uniform sampler2D direction;
uniform sampler2D residual;

layout(location = 0) out float next_direction;

void main() {
    float top = fetch(next_squared, 0).r;
    float share = top == 0.0 ? 0.0 : top / fetch(squared, 0).r;
    next_direction = here(residual).r + share * here(direction).r;
}
