#version 430 core
// Right: the lane that finds all others done reads the sum, by an atomic.
// run: schedules 8
// run: warp 4
// run: buffer Source=random:32
// run: buffer Result=zero:1
layout(local_size_x = 32) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };
shared uint sum, done;

void main() {
    uint lane = gl_LocalInvocationID.x;
    if (lane == 0u) { sum = 0u; done = 0u; }
    barrier();
    atomicAdd(sum, source[lane]);
    memoryBarrierShared();
    if (atomicAdd(done, 1u) == 31u) {
        memoryBarrierShared();
        result[0] = atomicAdd(sum, 0u);
    }
}
