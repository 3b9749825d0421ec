#version 430 core
// Right: a buffer is written and read in one dispatch without any protocol, but no lane reads another's words.
// run: groups 4
// run: buffer Scratch=zero:256
// run: buffer Result=zero:64
layout(local_size_x = 16) in;
layout(std430) buffer Scratch { uint scratch[]; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint i = gl_GlobalInvocationID.x, sum = 0u;
    for (uint k = 0u; k < 4u; k++) scratch[k * 64u + i] = i + k;
    for (uint k = 0u; k < 4u; k++) sum += scratch[k * 64u + i];
    result[i] = sum;
}
