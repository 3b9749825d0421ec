#version 430 core
// Only the lanes with an odd value reach the barrier; the others wait for nobody.
// run: buffer Source=[1,2,3,4,5,6,7,8]
// run: buffer Result=zero:8
layout(local_size_x = 8) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x, value = source[lane];
    if ((value & 1u) == 1u) {
        value *= 3u;
        barrier();
    }
    result[lane] = value;
}
