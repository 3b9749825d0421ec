#version 430 core
// Right: the local stack is filled to its last entry and emptied again.
// run: buffer Depth=[3,8,0,1]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Depth { uint depth[]; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint stack[8], top = 0u, sum = 0u, lane = gl_LocalInvocationID.x;
    for (uint node = 0u; node < depth[lane]; node++) stack[top++] = node * node;
    while (top > 0u) sum += stack[--top];
    result[lane] = sum;
}
