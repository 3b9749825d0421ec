#version 430 core
// half: how many groups of 64 the first half of a stream takes, as the next dispatch wants it.
layout(local_size_x = 1) in;

uniform int source_count;        // the library sets it
layout(std430, binding = 0) readonly  buffer Source { float source[]; };
layout(std430, binding = 1) writeonly buffer Groups { uint groups[]; };

void main() {
    uint half_of_them = uint(source_count) / 2u;
    groups[0] = (half_of_them + 63u) / 64u;
    groups[1] = 1u;
    groups[2] = 1u;
}
