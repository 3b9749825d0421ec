#version 430 core
// Each group smooths its own slice, but peeks at the first element of the slice that the next group rewrites.
// run: groups 4
// run: buffer Values=random:17
layout(local_size_x = 1) in;
layout(std430) buffer Values { float values[]; };

void main() {
    uint start = gl_WorkGroupID.x * 4u;
    float next = values[start + 4u];
    for (uint i = start + 4u; i > start; i--) {
        float mine = values[i - 1u];
        values[i - 1u] = 0.5 * (mine + next);
        next = mine;
    }
}
