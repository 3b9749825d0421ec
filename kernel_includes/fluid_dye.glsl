// fluid_dye.glsl: the dye in a cell a step later, in both eras. The kernel defines before it, besides what
// fluid_velocity.glsl asks for,
//     vec4 dye_at(ivec2 cell)            the dye in a cell; outside the grid that in the nearest one
#include "fluid_velocity.glsl"

uniform float interval;              // of a step
uniform float fade;                  // what is left of dye after a step
uniform mat4 places;                 // of four jets, a column each: from the left, from the top, radius
uniform mat4 colours;

/// Carried along, faded, and renewed by the jets.
vec4 dye_in(ivec2 cell) {
    vec2 flow = middle_of(cell);
    vec2 place = clamp(vec2(cell) - interval * flow, vec2(0.0), vec2(velocity_shape.xy - 1));
    ivec2 low = ivec2(floor(place));
    vec2 part = place - vec2(low);
    vec4 upper = mix(dye_at(low), dye_at(low + ivec2(1, 0)), part.x);
    vec4 lower = mix(dye_at(low + ivec2(0, 1)), dye_at(low + ivec2(1, 1)), part.x);
    vec4 carried = fade * mix(upper, lower, part.y);
    for (int jet = 0; jet < 4; ++jet) {
        carried = mix(carried, colours[jet], jet_share(places[jet].xyz, vec2(cell) + 0.5));
    }
    return carried;
}
