#version 330 core
// fluid_project: the velocities on one cell's left and upper face without what the pressure takes away: what
// is left has no divergence.
#include "stream.glsl"
#include "fluid.glsl"

uniform sampler2D velocity;
uniform sampler2D pressure;          // by blocks
uniform usampler2D faces;

layout(location = 0) out vec2 result;

float at(ivec2 cell) { return channel(fetch(pressure, cell / 2), cell); }

void main() {
    ivec2 cell = here();
    uint walls = here(faces).r;
    bvec2 open = bvec2(openness(walls, LEFT) > 0.0, openness(walls, ABOVE) > 0.0);
    vec2 before = vec2(open.x ? at(cell - ivec2(1, 0)) : 0.0, open.y ? at(cell - ivec2(0, 1)) : 0.0);
    result = mix(vec2(0.0), here(velocity).xy - (at(cell) - before), open);
}
