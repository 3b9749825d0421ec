#version 430 core
// fluid: the velocities on one cell's left and upper face a step later: carried along, spread by viscosity, pushed.
//
// The same lines as fluid.frag. Each face looks back along the flow to where its fluid comes from.
#include "stream.glsl"
#include "fluid.glsl"

#ifndef VISCOSITY
#define VISCOSITY 0.5                // squared cells in a unit of time; the host defines it
#endif

layout(local_size_x = 32, local_size_y = 8) in;

uniform float interval;                               // of a step
uniform ivec4 velocity_shape;                         // columns and rows; the library sets it
layout(std430, binding = 0) readonly  buffer Velocity { vec2 velocity[]; };   // across the left face, across the upper face
layout(std430, binding = 1) readonly  buffer Force    { vec2 force[]; };      // in the middles of the cells
layout(std430, binding = 2) readonly  buffer Faces    { uint faces[]; };
layout(std430, binding = 3) writeonly buffer Result   { vec2 result[]; };

vec2 at(ivec2 cell) {
    ivec2 last = velocity_shape.xy - 1;
    ivec2 place = clamp(cell, ivec2(0), last);
    vec2 inside = velocity[place.y * velocity_shape.x + place.x];
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
    ivec2 cell = ivec2(gl_GlobalInvocationID.xy);
    if (cell.x >= velocity_shape.x || cell.y >= velocity_shape.y) return;
    vec2 now = at(cell);
    vec2 left = at(cell - ivec2(1, 0)), right = at(cell + ivec2(1, 0));
    vec2 above = at(cell - ivec2(0, 1)), below = at(cell + ivec2(0, 1));
    float down = 0.25 * (now.y + left.y + below.y + at(cell + ivec2(-1, 1)).y);      // at the left face
    float along = 0.25 * (now.x + right.x + above.x + at(cell + ivec2(1, -1)).x);    // at the upper face

    vec2 extent = vec2(velocity_shape.xy);
    vec2 left_from = clamp(vec2(cell) - interval * vec2(now.x, down), vec2(0.0), extent - vec2(0.0, 1.0));
    vec2 above_from = clamp(vec2(cell) - interval * vec2(along, now.y), vec2(0.0), extent - vec2(1.0, 0.0));
    int i = cell.y * velocity_shape.x + cell.x;
    vec2 flow = vec2(carried(left_from).x, carried(above_from).y);
    vec2 pushes = vec2(force[max(i - 1, 0)].x, force[max(i - velocity_shape.x, 0)].y);
    vec2 pushed = 0.5 * (force[i] + pushes);
    uint walls = faces[i];
    bvec2 open = bvec2(openness(walls, LEFT) > 0.0, openness(walls, ABOVE) > 0.0);
    result[i] = mix(vec2(0.0), flow + interval * pushed, open);
}
