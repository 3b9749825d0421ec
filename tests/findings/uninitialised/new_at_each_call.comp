#version 430 core
// A function's variable has a value in the first round alone: it is another variable at each call.
// run: buffer Result=zero:8
layout(local_size_x = 8) in;
layout(std430) writeonly buffer Result { float result[]; };

float weight(int round_number) {
    float kept;
    if (round_number == 0) kept = 1.0;
    return kept;
}

void main() {
    float sum = 0.0;
    for (int i = 0; i < 3; i++)
        sum += weight(i);
    result[gl_LocalInvocationID.x] = sum;
}
