#version 330 core
// conjugate_gradient: a step along the direction, one element of the solution and of the residual.
//
// How far the step goes, no host knows: both numbers were computed on the device and stay there.
#include "stream.glsl"

uniform sampler2D squared;           // one element: the residual times itself
uniform sampler2D curvature;         // one element: the direction times the matrix times the direction
uniform sampler2D direction;
uniform sampler2D image;             // the matrix times the direction
uniform sampler2D x;
uniform sampler2D residual;

layout(location = 0) out float next_x;
layout(location = 1) out float next_residual;

void main() {
    float top = fetch(squared, 0).r;
    float step = top == 0.0 ? 0.0 : top / fetch(curvature, 0).r;   // nothing left to do: stay
    next_x = here(x).r + step * here(direction).r;
    next_residual = here(residual).r - step * here(image).r;
}
