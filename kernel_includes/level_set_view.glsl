// level_set_view.glsl: a look at a level set along a ray for each pixel, in both eras. The kernel defines
// value(cell).
//
// The values are distances, so a ray may go on by what it reads; in the blank pages, where nothing is near,
// by the width of the band.
uniform ivec3 extent;                // of the volume, in cells
uniform vec3 eye;                    // in cells
const float NEAR = 0.03, WAY_OFF = 9.0;
uniform mat3 axes;                   // right, up and forward; right and up as long as half the picture's height one forward

/// A cell, read through the table.
float value(ivec3 cell);

/// Between the cells, by three linear interpolations.
float between(vec3 at) {
    ivec3 last = extent - 1;
    vec3 place = clamp(at, vec3(0.0), vec3(last));
    ivec3 low = ivec3(place), high = min(low + 1, last);
    vec3 part = place - vec3(low);
    vec4 near = vec4(value(low), value(ivec3(high.x, low.yz)), value(ivec3(low.x, high.y, low.z)), value(ivec3(high.xy, low.z)));
    vec4 far = vec4(value(ivec3(low.xy, high.z)), value(ivec3(high.x, low.y, high.z)), value(ivec3(low.x, high.yz)), value(high));
    vec4 four = mix(near, far, part.z);
    vec2 two = mix(four.xy, four.zw, part.y);
    return mix(two.x, two.y, part.x);
}

vec3 shade(vec3 at, vec3 normal, vec3 way, bool cut) {
    vec3 light = normalize(axes[1] + 0.6 * axes[0] - 0.7 * axes[2]);
    float key = max(dot(normal, light), 0.0), fill = 0.5 + 0.5 * dot(normal, normalize(axes[1]));
    float rim = pow(1.0 + min(dot(normal, way), 0.0), 3.0);
    vec3 clay = cut ? vec3(0.90, 0.74, 0.52) : vec3(0.88, 0.48, 0.30);
    // The borders of the pages, faintly.
    vec2 beside = abs(fract((at.xy + 0.5) / 8.0 + 0.5) - 0.5) * 8.0;
    clay *= min(beside.x, beside.y) < 0.35 ? 0.82 : 1.0;
    return clay * (0.95 * key + mix(vec3(0.08, 0.08, 0.16), vec3(0.20, 0.23, 0.34), fill)) + rim * vec3(0.16, 0.26, 0.42);
}

/// The colour of one pixel.
vec3 look(ivec2 pixel, ivec2 size) {
    vec2 screen = (2.0 * (vec2(pixel) + 0.5) - vec2(size)) / float(size.y);
    vec3 way = normalize(axes * vec3(screen.x, -screen.y, 1.0));
    vec3 night = mix(vec3(0.13, 0.17, 0.27), vec3(0.05, 0.06, 0.11), length(screen) * 0.6);
    // Where the ray is in the volume.
    vec3 first = -eye / way, second = (vec3(extent - 1) - eye) / way;
    vec3 enter = min(first, second), leave = max(first, second);
    float start = max(max(enter.x, enter.y), max(enter.z, 0.0)), end = min(leave.x, min(leave.y, leave.z));
    // Loops with one kind of read each, and the light behind them: where lanes go in lockstep, what any of
    // them may do costs all of them.
    float far = start, distance = WAY_OFF;
    for (int round = 0; round < 12 && far < end && distance > NEAR; ++round) {
        for (int step = 0; step < 100 && far < end; ++step) {
            ivec3 cell = ivec3(floor(eye + far * way + 0.5));
            distance = value(clamp(cell, ivec3(0), extent - 1)) - 0.9;   // the cell's centre is so far at most
            if (distance < 0.6) break;
            far += distance;
        }
        for (int step = 0; step < 20 && far < end; ++step) {
            distance = between(eye + far * way);
            if (distance < NEAR) break;
            far += max(0.9 * distance, 0.1);
            if (distance > 2.4) break;   // the cell nearest is beyond 1.5, or nearly: so go on before, that each round gets further
        }
    }
    if (!(far < end && distance <= NEAR)) return night;
    vec3 at = eye + far * way;
    vec3 slope = vec3(1e-6);
    for (int axis = 0; axis < 3; ++axis) {
        vec3 tiny = 0.6 * vec3(equal(ivec3(axis), ivec3(0, 1, 2)));
        slope += tiny * (between(at + tiny) - between(at - tiny));
    }
    bool cut = far == start;                          // the volume's face cuts through it
    vec3 face = -sign(way) * vec3(equal(enter, vec3(start)));
    return shade(at, normalize(cut ? face : slope), way, cut);
}
