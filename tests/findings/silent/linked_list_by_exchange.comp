#version 430 core
// Right: nodes are hung into a list by exchanging its head; each link is written by its node's lane alone.
// run: groups 2
// run: buffer Head=[4294967295]
// run: buffer Nodes=zero:64
layout(local_size_x = 32) in;
layout(std430) buffer Head { uint head; };
layout(std430) writeonly buffer Nodes { uint next[]; };

void main() {
    uint node = gl_GlobalInvocationID.x;
    next[node] = atomicExchange(head, node);
}
