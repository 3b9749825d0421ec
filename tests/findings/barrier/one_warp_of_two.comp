#version 430 core
// The whole first warp waits and the second goes by: a barrier is for the work group, not for a warp.
// run: buffer Source=random:64
// run: buffer Result=zero:64
layout(local_size_x = 64) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    float value = source[lane];
    if (lane < 32u) {
        value += 1.0;
        barrier();
    }
    result[lane] = value;
}
