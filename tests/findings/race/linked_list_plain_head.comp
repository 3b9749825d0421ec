#version 430 core
// Lanes hang their nodes into a list by a plain head: nodes get lost.
// run: buffer Nodes=zero:32
// run: buffer Head=[255]
layout(local_size_x = 32) in;
layout(std430) writeonly buffer Nodes { uint next[]; };
layout(std430) buffer Head { uint head; };

void main() {
    uint node = gl_LocalInvocationID.x;
    next[node] = head; head = node;
}
