#version 430 core
// Right: the cells are read from one buffer, the next state goes to another.
// run: groups 2,2
// run: buffer Cells=random:256
// run: buffer Next=zero:256
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430) readonly buffer Cells { uint cells[]; };
layout(std430) writeonly buffer Next { uint next[]; };

uint alive(uint x, uint y) { return cells[(y & 15u) * 16u + (x & 15u)] & 1u; }

void main() {
    uint x = gl_GlobalInvocationID.x, y = gl_GlobalInvocationID.y, neighbours = 0u;
    for (uint k = 0u; k < 9u; k++) {
        if (k != 4u) neighbours += alive(x + k % 3u + 15u, y + k / 3u + 15u);
    }
    next[y * 16u + x] = (neighbours | alive(x, y)) == 3u ? 1u : 0u;
}
