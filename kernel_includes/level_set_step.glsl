// level_set_step.glsl: one step of one cell of a level set, in both eras.
#include "level_set.glsl"

// ANCHOR: moved
uniform float interval;              // of a step
uniform float smoothing;             // how fast the surface becomes smooth
uniform float rescale;               // how fast the band gets back the slope 1

/// The cell after a step, in which the surface goes outwards by so many cells per unit of time.
float moved(Star star, float speed) {
    float centre = star.centre;
    vec3 low = centre - star.low, high = star.high - centre;
    // Upwind: what moves outwards looks at what lies further inside, and the other way round.
    vec3 rising = max(vec3(0.0), max(low, -high)), falling = max(vec3(0.0), max(-low, high));
    float outward = sqrt(dot(rising, rising)), inward = sqrt(dot(falling, falling));
    float along = speed * (speed > 0.0 ? outward : inward);
    float height = centre / WIDTH;
    float slope = centre > 0.0 ? outward : inward;
    vec3 bend = high - low;          // no bend at the band's edges, or they would wander off
    float curvature = smoothing * (1.0 - height * height) * (bend.x + bend.y + bend.z);
    float next = centre - interval * (along + rescale * height * (slope - 1.0) - curvature);
    return clamp(next, -WIDTH, WIDTH);
}
// ANCHOR_END: moved
