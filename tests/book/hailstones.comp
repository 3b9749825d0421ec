#version 430 core
// hailstones: how many steps a number takes to come down to 1.
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint number = gl_LocalInvocationID.x + 1u;
    uint count = 0u;
    while (number != 1u) {
        if (number % 2u == 0u)
            number = number / 2u;
        else
            number = 3u * number + 1u;
        count++;
    }
    result[gl_LocalInvocationID.x] = count;
}
