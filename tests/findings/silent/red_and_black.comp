#version 430 core
// Right: red cells are written from black ones, then, after a barrier, black ones from red: halves disjoint by parity.
// run: buffer Source=random:66
// run: buffer Result=zero:66
layout(local_size_x = 64) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };
shared float cells[66];

void main() {
    uint cell = gl_LocalInvocationID.x + 1u;
    cells[cell] = source[cell];
    if (cell == 1u) { cells[0] = source[0]; cells[65] = source[65]; }
    for (uint colour = 0u; colour < 6u; colour++) {
        barrier();
        if ((cell & 1u) == (colour & 1u)) cells[cell] = 0.5 * (cells[cell - 1u] + cells[cell + 1u]);
    }
    result[cell] = cells[cell];
}
