#version 430 core
// Each group writes the word that the other writes as well, by a block of its own; both have one binding.
// run: groups 2
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
layout(std430, binding = 0) buffer Floats { float floats[]; };

void main() {
    if (gl_WorkGroupID.x == 0u)
        words[5] = 7u;
    else
        floats[5] = 2.0;
}
