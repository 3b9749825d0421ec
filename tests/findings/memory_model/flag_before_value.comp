#version 430 core
// The flag is raised before the value is written; the memory barrier between them does not help.
// run: groups 2
// run: buffer Mail=zero:2
// run: buffer Result=zero:1
layout(local_size_x = 1) in;
layout(std430) coherent buffer Mail { uint letter; uint flag; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    if (gl_WorkGroupID.x == 0u) {
        atomicExchange(flag, 1u);
        memoryBarrierBuffer();
        letter = 99u;
    } else if (atomicAdd(flag, 0u) == 1u) {
        memoryBarrierBuffer();
        result[0] = letter;
    }
}
