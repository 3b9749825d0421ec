#version 430 core
// Conway's Game of Life that writes the next state over the cells its neighbours still read.
// run: buffer Cells=random:64
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430) buffer Cells { uint cells[]; };

uint alive(uint x, uint y) { return cells[(y & 7u) * 8u + (x & 7u)] & 1u; }

void main() {
    uint x = gl_LocalInvocationID.x, y = gl_LocalInvocationID.y, neighbours = 0u;
    for (uint dy = 0u; dy < 3u; dy++) {
        for (uint dx = 0u; dx < 3u; dx++) {
            if (dx != 1u || dy != 1u) neighbours += alive(x + dx + 7u, y + dy + 7u);
        }
    }
    cells[y * 8u + x] = (neighbours | alive(x, y)) == 3u ? 1u : 0u;
}
