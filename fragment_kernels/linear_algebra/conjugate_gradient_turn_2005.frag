#version 110
// conjugate_gradient_turn_2005: the next direction, one element: the residual, and so much of the last
// direction as keeps them conjugate.
#include "rectangles_2005.glsl"

uniform sampler2D squared;           // one element: the last residual times itself
uniform sampler2D next_squared;      // one element: this residual times itself
uniform sampler2D direction;
uniform sampler2D residual;

void main() {
    vec2 here = gl_TexCoord[0].xy, only = vec2(0.5);
    float top = texture2D(next_squared, only).r, below = texture2D(squared, only).r;
    float share = top / (top == 0.0 ? 1.0 : below);
    gl_FragColor = texture2D(residual, here) + (share * texture2D(direction, here));
}
