#version 330 core
// fluid: the velocities on one cell's left and upper face a step later: carried along, spread by viscosity, pushed.
//
// Each face looks back along the flow to where its fluid comes from, and takes the velocity there, between four faces: weighed by hand,
// so that every machine does it alike. Along a wall the flow goes on behind it as before it; across, there is none.
#include "stream.glsl"
#include "fluid.glsl"

#ifndef VISCOSITY
#define VISCOSITY 0.5                // squared cells in a unit of time; the host defines it
#endif

uniform float interval;              // of a step
uniform ivec4 velocity_shape;        // columns and rows; the library sets it
uniform sampler2D velocity;          // across the left face, across the upper face
uniform sampler2D force;             // in the middles of the cells
uniform usampler2D faces;

layout(location = 0) out vec2 result;

vec2 at(ivec2 cell) {
    ivec2 last = velocity_shape.xy - 1;
    vec2 inside = fetch(velocity, clamp(cell, ivec2(0), last)).xy;
    return mix(inside, vec2(0.0), greaterThan(cell, last));
}

vec2 between(vec2 place) {
    ivec2 low = ivec2(floor(place));
    vec2 part = place - vec2(low);
    vec2 upper = mix(at(low), at(low + ivec2(1, 0)), part.x);
    vec2 lower = mix(at(low + ivec2(0, 1)), at(low + ivec2(1, 1)), part.x);
    return mix(upper, lower, part.y);
}

vec2 carried(vec2 place) {           // and spread, before it is carried: then viscosity is as stable as without any flow
    vec2 from = between(place);
    const float viscosity = VISCOSITY;
    if (viscosity == 0.0) return from;
    vec2 beside = between(place - vec2(1.0, 0.0)) + between(place + vec2(1.0, 0.0));
    vec2 ends = between(place - vec2(0.0, 1.0)) + between(place + vec2(0.0, 1.0));
    return from + interval * viscosity * (beside + ends - 4.0 * from);
}

void main() {
    ivec2 cell = here();
    vec2 now = at(cell);
    vec2 left = at(cell - ivec2(1, 0)), right = at(cell + ivec2(1, 0));
    vec2 above = at(cell - ivec2(0, 1)), below = at(cell + ivec2(0, 1));
    float down = 0.25 * (now.y + left.y + below.y + at(cell + ivec2(-1, 1)).y);      // at the left face
    float along = 0.25 * (now.x + right.x + above.x + at(cell + ivec2(1, -1)).x);    // at the upper face

    vec2 extent = vec2(velocity_shape.xy);
    vec2 left_from = clamp(vec2(cell) - interval * vec2(now.x, down), vec2(0.0), extent - vec2(0.0, 1.0));
    vec2 above_from = clamp(vec2(cell) - interval * vec2(along, now.y), vec2(0.0), extent - vec2(1.0, 0.0));
    vec2 flow = vec2(carried(left_from).x, carried(above_from).y);
    ivec2 before = max(cell - 1, ivec2(0));
    vec2 pushes = vec2(fetch(force, ivec2(before.x, cell.y)).x, fetch(force, ivec2(cell.x, before.y)).y);
    vec2 pushed = 0.5 * (here(force).xy + pushes);
    uint walls = here(faces).r;
    bvec2 open = bvec2(openness(walls, LEFT) > 0.0, openness(walls, ABOVE) > 0.0);
    result = mix(vec2(0.0), flow + interval * pushed, open);
}
