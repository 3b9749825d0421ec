#version 430 core
// Fragments are coloured by the order in which they come, which is not said: no race, but no picture of one's own.
// run: size 16x16
// run: schedules 6
// run: image count=zero:1x1
layout(r32ui) coherent uniform uimage2D count;
out uint ticket;

void main() {
    ticket = imageAtomicAdd(count, ivec2(0), 1u);
}
