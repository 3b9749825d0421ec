#version 430 core
// Each lane replaces its element by its neighbour's, in place: reads and writes of one buffer meet.
// run: buffer Values=index:64
layout(local_size_x = 64) in;
layout(std430) buffer Values { uint values[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    values[lane] = values[lane ^ 1u];
}
