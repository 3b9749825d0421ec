#version 430 core
// A list built by exchanging its head: whole in every order, but its links and its head are not the same in each.
// run: groups 8
// run: schedules 16
// run: buffer Head=[999]
// run: buffer Nodes=zero:64
layout(local_size_x = 8) in;
layout(std430) buffer Head { uint head; };
layout(std430) writeonly buffer Nodes { uint next[]; };

void main() {
    uint node = gl_GlobalInvocationID.x;
    next[node] = atomicExchange(head, node);
}
