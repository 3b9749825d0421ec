#version 330 core
// fluid_force: what pushes the fluid in one cell's middle: vorticity confinement, and jets.
//
// Coarse grids smear eddies. Confinement pushes along them, so that they turn as before: across the slope of the vorticity's size. The
// vorticity of the cell's four corners comes from the velocities around, in this same run.
#include "stream.glsl"
#include "fluid.glsl"

uniform float confinement;
uniform float rate;                  // at which a jet takes its fluid to its own velocity
uniform mat4 places;                 // of four jets, a column each: from the left, from the top, radius
uniform mat4 flows;               // their velocities
uniform ivec4 velocity_shape;        // columns and rows; the library sets it
uniform sampler2D velocity;

layout(location = 0) out vec2 result;

vec2 at(ivec2 cell) {
    ivec2 last = velocity_shape.xy - 1;
    vec2 inside = fetch(velocity, clamp(cell, ivec2(0), last)).xy;
    return mix(inside, vec2(0.0), greaterThan(cell, last));
}

float curl(ivec2 cell) {             // at its left upper corner
    vec2 now = at(cell);
    return now.y - at(cell - ivec2(1, 0)).y - (now.x - at(cell - ivec2(0, 1)).x);
}

void main() {
    ivec2 cell = here();
    vec4 corners = vec4(curl(cell), curl(cell + ivec2(1, 0)), curl(cell + ivec2(0, 1)), curl(cell + ivec2(1, 1)));
    vec4 size = abs(corners);
    vec2 slope = 0.5 * vec2(size.y + size.w - (size.x + size.z), size.z + size.w - (size.x + size.y));
    vec2 uphill = slope / (length(slope) + 1.0);      // softly, where there is hardly a slope
    float turning = 0.25 * (corners.x + corners.y + corners.z + corners.w);
    vec2 push = confinement * turning * vec2(uphill.y, -uphill.x);

    vec2 flow = 0.5 * (at(cell) + vec2(at(cell + ivec2(1, 0)).x, at(cell + ivec2(0, 1)).y));
    for (int jet = 0; jet < 4; ++jet) {
        push += rate * jet_share(places[jet].xyz, vec2(cell) + 0.5) * (flows[jet].xy - flow);
    }
    result = push;
}
