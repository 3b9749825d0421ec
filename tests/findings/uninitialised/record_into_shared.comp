#version 430 core
// A record goes to shared memory as a whole, one member of which was never set: others see it.
// run: buffer Source=random:16
// run: buffer Result=zero:16
layout(local_size_x = 16) in;
struct Body { float place; float weight; };
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };
shared Body bodies[16];

void main() {
    uint lane = gl_LocalInvocationID.x;
    Body mine;
    mine.place = source[lane];
    bodies[lane] = mine;
    barrier();
    result[lane] = bodies[15u - lane].place;
}
