#version 430 core
// Right: the components of a vector and the columns of a matrix in loops that end at their length().
// run: buffer Result=zero:8
layout(local_size_x = 8) in;
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    mat3x2 turn = mat3x2(float(lane) + 1.0);
    float sum = 0.0;
    for (int column = 0; column < turn.length(); column++) {
        for (int row = 0; row < turn[column].length(); row++) sum += turn[column][row];
    }
    result[lane] = sum;
}
