#version 430 core
// race_mended: each invocation puts its number on the board, waits for all others, and takes that of its left
// neighbour.
// run: buffer Source=index:1024
// run: buffer Result=zero:1024
#define COUNT 1024
layout(local_size_x = COUNT) in;
layout(std430, binding = 0) readonly  buffer Source { uint source[]; };
layout(std430, binding = 1) writeonly buffer Result { uint result[]; };
shared uint board[COUNT];

void main() {
    uint me = gl_LocalInvocationID.x;
    uint left = (me + COUNT - 1) % COUNT;

    board[me] = source[me];
    barrier(); // everyone has put its number down
    result[me] = board[left];
}
