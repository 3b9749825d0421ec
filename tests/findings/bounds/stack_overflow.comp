#version 430 core
// A walk down a tree keeps its way in a local stack of eight entries, and one path is nine deep.
// run: buffer Depth=[3,8,9,1]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Depth { uint depth[]; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint stack[8], top = 0u, sum = 0u, lane = gl_LocalInvocationID.x;
    for (uint node = 0u; node < depth[lane]; node++) {
        stack[top] = node * node;
        top++;
    }
    for (uint k = 0u; k < min(top, 8u); k++) sum += stack[k];
    result[lane] = sum;
}
