#version 430 core
// Wrong: a structure that contains itself.
layout(local_size_x = 32) in;
layout(std430) buffer Result { float result[]; };
struct Node { Node next; float value; };

void main() {
    Node node;
    result[0] = node.value;
}
