#version 430 core
// A member of a structure is forgotten.
// run: buffer Source=random:8
// run: buffer Result=zero:8
layout(local_size_x = 8) in;
struct Body { float mass; float speed; float charge; };
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    Body body;
    body.mass = source[lane];
    body.charge = 1.0;
    result[lane] = body.mass * body.speed;
}
