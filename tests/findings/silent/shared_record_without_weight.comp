#version 430 core
// Right: a member of a shared record is set by nobody and used by nobody; the record is read as a whole.
// run: buffer Source=random:16
// run: buffer Result=zero:16
layout(local_size_x = 16) in;
struct Body { float place; float weight; };
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };
shared Body bodies[16];

void main() {
    uint lane = gl_LocalInvocationID.x;
    bodies[lane].place = source[lane];
    barrier();
    Body other = bodies[15u - lane];
    result[lane] = other.place;
}
