#version 430 core
// Right: every lane of every group reads the same words; reads do not race.
// run: groups 4
// run: buffer Table=random:16
// run: buffer Result=zero:128
layout(local_size_x = 32) in;
layout(std430) readonly buffer Table { float table[16]; } given;
layout(std430) writeonly buffer Result { float values[]; } result;

void main() {
    float sum = 0.0;
    for (uint k = 0u; k < 16u; k++) sum += given.table[k];
    result.values[gl_GlobalInvocationID.x] = sum;
}
