#version 430 core
// Right: a stack goes to a function and back as a whole; only what was pushed is popped.
// run: buffer Source=random:64
// run: buffer Result=zero:8
layout(local_size_x = 8) in;
struct Stack { uint items[8]; uint top; };
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };

void push(inout Stack stack, uint item) { stack.items[stack.top++] = item; }

uint pop(inout Stack stack) { return stack.items[--stack.top]; }

void main() {
    uint lane = gl_LocalInvocationID.x;
    Stack stack;
    stack.top = 0u;
    for (uint i = 0u; i <= lane % 4u; i++) push(stack, source[lane * 8u + i]);
    uint sum = 0u;
    while (stack.top > 0u) sum += pop(stack);
    result[lane] = sum;
}
