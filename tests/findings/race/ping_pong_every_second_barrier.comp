#version 430 core
// Two rounds of a ping-pong for each barrier: one barrier too few, the second round reads what the first just wrote.
// run: buffer Cells=random:32
layout(local_size_x = 32) in;
layout(std430) buffer Cells { float cells[]; };
shared float even[32];
shared float odd[32];

void main() {
    uint lane = gl_LocalInvocationID.x, right = (lane + 1u) % 32u;
    even[lane] = cells[lane];
    barrier();
    odd[lane] = 0.5 * (even[lane] + even[right]);
    even[lane] = 0.5 * (odd[lane] + odd[right]);
    barrier();
    cells[lane] = even[lane];
}
