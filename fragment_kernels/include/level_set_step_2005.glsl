// level_set_step_2005.glsl: one step of one cell of a level set, for cards that calculate in floats alone.

uniform float interval;              // of a step
uniform float smoothing;             // how fast the surface becomes smooth
uniform float rescale;               // how fast the band gets back the slope 1

/// The cell after a step: its neighbours before and after it along x, y and z, and how fast the surface goes outwards.
float moved(float centre, vec3 low, vec3 high, float speed) {
    low = centre - low;
    high -= centre;
    // Upwind: what moves outwards looks at what lies further inside, and the other way round.
    vec3 rising = max(vec3(0.0), max(low, -high)), falling = max(vec3(0.0), max(-low, high));
    float outward = sqrt(dot(rising, rising)), inward = sqrt(dot(falling, falling));
    float along = speed * (speed > 0.0 ? outward : inward);
    float height = centre / 3.0;     // of the band's width
    float slope = centre > 0.0 ? outward : inward;
    float curvature = smoothing * (1.0 - (height * height)) * dot(high - low, vec3(1.0));
    float next = centre - (interval * (along + (rescale * height * (slope - 1.0)) - curvature));
    return clamp(next, -3.0, 3.0);
}
