#version 430 core
// Whether something was found is set only where it was, copied, and then decides.
// run: buffer Source=random:8
// run: buffer Result=zero:8
layout(local_size_x = 8) in;
struct Hit { bool found; float distance; };
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    Hit hit;
    hit.distance = source[lane];
    if (hit.distance > 0.5) hit.found = true;
    Hit kept = hit;
    result[lane] = 0.0;
    if (kept.found)
        result[lane] = 1.0;
}
