#version 330 core
// fluid_dye: the dye in one cell a step later: carried along, faded a little, and renewed by the jets.
#include "stream.glsl"
#include "fluid.glsl"

uniform float interval;              // of a step
uniform float fade;                  // what is left of dye after a step
uniform mat4 places;                 // of four jets, a column each: from the left, from the top, radius
uniform mat4 colours;
uniform ivec4 velocity_shape;        // columns and rows; the library sets it
uniform sampler2D velocity;
uniform sampler2D dye;

layout(location = 0) out vec4 result;

vec2 at(ivec2 cell) {
    bool inside = cell.x < velocity_shape.x && cell.y < velocity_shape.y;
    return inside ? fetch(velocity, cell).xy : vec2(0.0);
}

vec4 dye_at(ivec2 cell) { return fetch(dye, clamp(cell, ivec2(0), velocity_shape.xy - 1)); }

void main() {
    ivec2 cell = here();
    vec2 flow = 0.5 * (at(cell) + vec2(at(cell + ivec2(1, 0)).x, at(cell + ivec2(0, 1)).y));
    vec2 place = clamp(vec2(cell) - interval * flow, vec2(0.0), vec2(velocity_shape.xy - 1));
    ivec2 low = ivec2(floor(place));
    vec2 part = place - vec2(low);
    vec4 upper = mix(dye_at(low), dye_at(low + ivec2(1, 0)), part.x);
    vec4 lower = mix(dye_at(low + ivec2(0, 1)), dye_at(low + ivec2(1, 1)), part.x);
    vec4 carried = fade * mix(upper, lower, part.y);
    for (int jet = 0; jet < 4; ++jet) {
        carried = mix(carried, colours[jet], jet_share(places[jet].xyz, vec2(cell) + 0.5));
    }
    result = carried;
}
