// fluid_flow.glsl: the velocities on a cell's left and upper face a step later, in both eras. The kernel
// defines before it, besides what fluid_velocity.glsl asks for,
//     vec2 force_at(ivec2 cell)          what pushes the fluid in the middle of a cell of the grid
#include "fluid_velocity.glsl"

#ifndef VISCOSITY
#define VISCOSITY 0.5                // squared cells in a unit of time; the host defines it
#endif

uniform float interval;              // of a step

vec2 between(vec2 place) {
    ivec2 low = ivec2(floor(place));
    vec2 part = place - vec2(low);
    vec2 upper = mix(at(low), at(low + ivec2(1, 0)), part.x);
    vec2 lower = mix(at(low + ivec2(0, 1)), at(low + ivec2(1, 1)), part.x);
    return mix(upper, lower, part.y);
}

/// And spread before it is carried: then viscosity is as stable as without any flow.
vec2 carried(vec2 place) {
    vec2 from = between(place);
    const float viscosity = VISCOSITY;
    if (viscosity == 0.0) return from;
    vec2 beside = between(place - vec2(1.0, 0.0)) + between(place + vec2(1.0, 0.0));
    vec2 ends = between(place - vec2(0.0, 1.0)) + between(place + vec2(0.0, 1.0));
    return from + interval * viscosity * (beside + ends - 4.0 * from);
}

/// Carried along, spread and pushed; none across a wall.
vec2 flow_in(ivec2 cell, uint walls) {
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
    vec2 pushed = 0.5 * (force_at(cell) + vec2(force_at(ivec2(before.x, cell.y)).x, force_at(ivec2(cell.x, before.y)).y));
    bvec2 open = bvec2(openness(walls, LEFT) > 0.0, openness(walls, ABOVE) > 0.0);
    return mix(vec2(0.0), flow + interval * pushed, open);
}
