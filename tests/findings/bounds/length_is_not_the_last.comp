#version 430 core
// One lane walks a runtime array up to and with its length().
// run: buffer Values=random:10
// run: buffer Result=zero:1
layout(local_size_x = 1) in;
layout(std430) readonly buffer Values { int values[]; };
layout(std430) writeonly buffer Result { int result[]; };

void main() {
    int sum = 0;
    for (int i = 0; i <= values.length(); i++) {
        sum += values[i];
    }
    result[0] = sum;
}
