#version 110
// conjugate_gradient_2005: a step along the direction, one element of the solution and of the residual.
//
// How far the step goes, no host knows: both numbers are streams of one texel. A Radeon 9700 writes up to
// four textures of one format at once, so both vectors take one pass.
#include "rectangles_2005.glsl"

uniform sampler2D squared;           // one element: the residual times itself
uniform sampler2D curvature;         // one element: the direction times the matrix times the direction
uniform sampler2D direction;
uniform sampler2D image;             // the matrix times the direction
uniform sampler2D x;
uniform sampler2D residual;

void main() {
    vec2 here = gl_TexCoord[0].xy, only = vec2(0.5);
    float top = texture2D(squared, only).r, below = texture2D(curvature, only).r;
    float step = top / (top == 0.0 ? 1.0 : below);       // nothing left to do: stay
    gl_FragData[0] = texture2D(x, here) + (step * texture2D(direction, here));
    gl_FragData[1] = texture2D(residual, here) - (step * texture2D(image, here));
}
