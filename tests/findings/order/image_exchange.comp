#version 430 core
// Fragments of many groups exchange their number into one pixel of an image.
// run: groups 16
// run: schedules 16
// run: image front=zero:2x1
layout(local_size_x = 1) in;
layout(r32ui) uniform uimage2D front;

void main() {
    imageAtomicExchange(front, ivec2(gl_WorkGroupID.x & 1u, 0), gl_WorkGroupID.x + 1u);
}
