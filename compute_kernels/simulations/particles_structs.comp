#version 430 core
// particles_structs: one particle some ticks later, of an array of structs.
//
// Neighbouring lanes read places that lie 32 bytes apart, and the gaps between them at once after. Both vec4 are
// aligned as std430 wants them, so the struct is as long as its fields.
#include "stream.glsl"
#include "particles.glsl"

layout(local_size_x = 64) in;

struct Particle { vec4 position; vec4 velocity; };

layout(std430, binding = 0) readonly  buffer Fields    { Particle fields[]; };
layout(std430, binding = 1) writeonly buffer NewFields { Particle new_fields[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    vec4 place = fields[i].position, speed = fields[i].velocity;
    live(uint(i), place, speed);
    new_fields[i] = Particle(place, speed);
}
