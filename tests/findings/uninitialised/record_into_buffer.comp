#version 430 core
// A record is stored as a whole, one member of which was never set.
// run: buffer Result=zero:16
layout(local_size_x = 8) in;
struct Body { float place; float speed; };
layout(std430) writeonly buffer Result { Body result[]; };

Body resting(float place) {
    Body body;
    body.place = place;
    return body;
}

void main() {
    Body mine = resting(float(gl_LocalInvocationID.x));
    result[gl_LocalInvocationID.x] = mine;
}
