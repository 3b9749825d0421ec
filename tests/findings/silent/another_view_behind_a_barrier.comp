#version 430 core
// Right: what one block writes another one of the same binding reads, behind barriers: each lane has a place of its own.
// run: buffer Floats=[9,9,9,9,9,9,9,9]
// run: buffer Result=zero:8
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Floats { float floats[]; };
layout(std430, binding = 0) readonly buffer Words { uint words[]; };
layout(std430, binding = 1) writeonly buffer Result { uint result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    floats[lane] = uintBitsToFloat(lane);
    memoryBarrierBuffer();
    barrier();
    result[words[7u - lane]] = words.length();
}
