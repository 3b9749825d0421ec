#version 330 core
// ray_grid_mark: one texel of the mask: a ray that is about to do `state` passes and changes it there, others
// are discarded.
#include "stream.glsl"
#include "ray_grid.glsl"

uniform uint state;
uniform usampler2D walk;

layout(location = 0) out uint marks;

void main() {
    if (state_of(here(walk)) != state) discard;
    marks = state;
}
