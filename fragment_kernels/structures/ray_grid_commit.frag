#version 330 core
// ray_grid_commit: one new ray, copied to where the other passes read it.
#include "stream.glsl"

uniform sampler2D origin;
uniform sampler2D direction;
uniform sampler2D pending;
uniform sampler2D light;
uniform usampler2D seen;

layout(location = 0) out vec4 new_origin;
layout(location = 1) out vec4 new_direction;
layout(location = 2) out vec4 new_pending;
layout(location = 3) out vec4 new_light;
layout(location = 4) out uint new_seen;

void main() {
    new_origin = here(origin);
    new_direction = here(direction);
    new_pending = here(pending);
    new_light = here(light);
    new_seen = here(seen).r;
}
