#version 430 core
// Right: each way through the function ends with a return, though it does not end with one.
// run: buffer Source=[70,5,30,90]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { int source[]; };
layout(std430) writeonly buffer Result { int result[]; };

int grade(int points) {
    if (points >= 50) return 1;
    else {
        switch (points / 10) {
        case 0: return 4;
        default: return 2;
        }
    }
}

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = grade(source[lane]);
}
