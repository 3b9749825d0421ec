#version 430 core
// A word is written by one block and read by another block of the same binding: one memory, no barrier.
// run: buffer Words=index:32
layout(local_size_x = 32) in;
layout(std430, binding = 2) buffer Words { uint words[]; };
layout(std430, binding = 2) readonly buffer Floats { float floats[]; };
layout(std430, binding = 3) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    words[lane] = floatBitsToUint(float(lane));
    result[lane] = floats[31u - lane];
}
