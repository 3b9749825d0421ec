#version 430 core
// Right: the work-efficient scan in place; the elements of a round's lanes are disjoint and rounds have barriers.
// run: buffer Values=random:64
layout(local_size_x = 32) in;
layout(std430) buffer Values { int values[]; };
shared int tree[64];

void main() {
    uint lane = gl_LocalInvocationID.x;
    tree[lane] = values[lane];
    tree[lane + 32u] = values[lane + 32u];
    for (uint gap = 1u; gap < 64u; gap *= 2u) {
        barrier();
        uint right = (lane + 1u) * gap * 2u - 1u;
        if (right < 64u) tree[right] += tree[right - gap];
    }
    barrier();
    if (lane == 0u) tree[63] = 0;
    for (uint gap = 32u; gap > 0u; gap /= 2u) {
        barrier();
        uint right = (lane + 1u) * gap * 2u - 1u;
        if (right < 64u) { int left = tree[right - gap]; tree[right - gap] = tree[right]; tree[right] += left; }
    }
    barrier();
    values[lane] = tree[lane];
    values[lane + 32u] = tree[lane + 32u];
}
