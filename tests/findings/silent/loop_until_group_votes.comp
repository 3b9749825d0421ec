#version 430 core
// Right: the group votes in shared memory whether to go on, so the break is taken by all lanes or none.
// run: buffer Values=[5,9,1,30,2,2,8,17]
layout(local_size_x = 8) in;
layout(std430) buffer Values { uint values[]; };
shared uint unsettled;

void main() {
    uint lane = gl_LocalInvocationID.x, value = values[lane];
    for (uint round = 0u; round < 40u; round++) {
        if (lane == 0u) unsettled = 0u;
        barrier();
        if (value > 1u) atomicAdd(unsettled, 1u);
        barrier();
        if (unsettled == 0u) break;
        if (value > 1u) value /= 2u;
        barrier();
    }
    values[lane] = value;
}
