#version 430 core
// An array of structures: 21 particles fit in the buffer, and 22 lanes move one each.
// run: buffer Particles=random:168
layout(local_size_x = 22) in;
struct Particle { vec2 position; vec2 speed; vec4 colour; };
layout(std430) buffer Particles { Particle particles[]; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    particles[i].position += 0.1 * particles[i].speed;
}
