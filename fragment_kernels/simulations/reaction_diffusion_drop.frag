#version 330 core
// reaction_diffusion_drop: one cell after a drop of V has fallen near it.
#include "stream.glsl"

uniform vec2 centre;                 // where it falls, in cells
uniform float radius;
uniform sampler2D cells;

layout(location = 0) out vec2 result;

void main() {
    vec2 away = vec2(here()) + 0.5 - centre;
    float distance = dot(away, away);
    result = distance < radius * radius ? vec2(0.5, 0.25) : here(cells).rg;
}
