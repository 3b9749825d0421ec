#version 430 core
// Right: four steps of life in place; the new state is kept in a register until all lanes have read.
// run: buffer Cells=random:64
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430) buffer Cells { uint cells[]; };
shared uint board[8][8];

void main() {
    uint x = gl_LocalInvocationID.x, y = gl_LocalInvocationID.y;
    board[y][x] = cells[y * 8u + x] & 1u;
    for (uint generation = 0u; generation < 4u; generation++) {
        barrier();
        uint sum = 0u;
        for (uint k = 0u; k < 9u; k++) sum += board[(y + k / 3u + 7u) & 7u][(x + k % 3u + 7u) & 7u];
        uint next = sum == 3u || (sum == 4u && board[y][x] == 1u) ? 1u : 0u;
        barrier();
        board[y][x] = next;
    }
    cells[y * 8u + x] = board[y][x];
}
