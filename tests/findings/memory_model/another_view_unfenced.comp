#version 430 core
// One block writes and another one of the same binding reads, with barrier() alone between them.
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
layout(std430, binding = 0) readonly buffer Floats { float floats[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    words[lane] = floatBitsToUint(float(lane));
    barrier();
    result[lane] = floats[31u - lane];
}
