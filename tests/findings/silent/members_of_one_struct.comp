#version 430 core
// Right: the even lanes write one member of a structure, the odd lanes another.
// run: buffer Bodies=zero:64
layout(local_size_x = 32) in;
struct Body { vec2 position; float mass; uint hits; };
layout(std430) buffer Bodies { Body bodies[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    if ((lane & 1u) == 0u) bodies[lane / 2u].position.y = float(lane);
    else bodies[lane / 2u].mass = 2.0 * float(lane);
}
