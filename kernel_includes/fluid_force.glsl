// fluid_force.glsl: what pushes the fluid in a cell's middle, in both eras: vorticity confinement, and jets.
// The kernel defines before it what fluid_velocity.glsl asks for.
#include "fluid_velocity.glsl"

uniform float confinement;
uniform float rate;                  // at which a jet takes its fluid to its own velocity
uniform mat4 places;                 // of four jets, a column each: from the left, from the top, radius
uniform mat4 flows;                  // their velocities

float curl(ivec2 cell) {             // at its left upper corner
    vec2 now = at(cell);
    return now.y - at(cell - ivec2(1, 0)).y - (now.x - at(cell - ivec2(0, 1)).x);
}

vec2 force_in(ivec2 cell) {
    vec4 corners = vec4(curl(cell), curl(cell + ivec2(1, 0)), curl(cell + ivec2(0, 1)), curl(cell + ivec2(1, 1)));
    vec4 size = abs(corners);
    vec2 slope = 0.5 * vec2(size.y + size.w - (size.x + size.z), size.z + size.w - (size.x + size.y));
    vec2 uphill = slope / (length(slope) + 1.0);      // softly, where there is hardly a slope
    float turning = 0.25 * (corners.x + corners.y + corners.z + corners.w);
    vec2 push = confinement * turning * vec2(uphill.y, -uphill.x);

    vec2 flow = middle_of(cell);
    for (int jet = 0; jet < 4; ++jet) {
        push += rate * jet_share(places[jet].xyz, vec2(cell) + 0.5) * (flows[jet].xy - flow);
    }
    return push;
}
