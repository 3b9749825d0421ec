#version 430 core
// Group 0 writes a value and a plain flag, the next group trusts the flag: neither is ordered.
// run: groups 2
// run: buffer Mail=zero:2
// run: buffer Result=zero:1
layout(local_size_x = 1) in;
layout(std430) buffer Mail { uint letter; uint flag; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    if (gl_WorkGroupID.x == 0u) {
        letter = 99u;
        flag = 1u;
    } else if (flag == 1u) {
        result[0] = letter;
    }
}
