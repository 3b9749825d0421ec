#version 430 core
// An append counter does not know how long the queue is: 32 lanes, 20 places.
// run: buffer Queue=zero:21
layout(local_size_x = 32) in;
layout(std430) buffer Queue { uint count; uint queue[]; };

void main() {
    uint place = atomicAdd(count, 1u);
    queue[place] = gl_LocalInvocationID.x;
}
