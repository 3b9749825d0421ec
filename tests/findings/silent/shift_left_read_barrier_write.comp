#version 430 core
// Right: all lanes of the one group have read before one writes: a read then a write needs only the barrier.
// run: buffer Values=index:65
layout(local_size_x = 64) in;
layout(std430) buffer Values { uint values[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    uint right = values[lane + 1u];
    barrier();
    values[lane] = right;
}
