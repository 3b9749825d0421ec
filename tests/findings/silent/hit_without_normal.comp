#version 430 core
// Right: a ray that misses returns a record whose other members nobody reads.
// run: buffer Source=random:16
// run: buffer Result=zero:16
layout(local_size_x = 16) in;
struct Hit { bool found; float distance; vec3 normal; };
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

Hit trace(float height) {
    Hit hit;
    hit.found = height < 0.5;
    if (hit.found) {
        hit.distance = sqrt(1.0 - height * height);
        hit.normal = vec3(height, 0.0, hit.distance);
    }
    return hit;
}

Hit nearest(Hit one, Hit other) {
    if (!one.found) return other;
    if (!other.found) return one;
    return one.distance < other.distance ? one : other;
}

void main() {
    uint lane = gl_LocalInvocationID.x;
    Hit hit = nearest(trace(source[lane]), trace(source[15u - lane]));
    Hit kept = hit;
    result[lane] = kept.found ? kept.distance + kept.normal.x : -1.0;
}
