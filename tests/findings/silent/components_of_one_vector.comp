#version 430 core
// Right: four lanes write the four components of one vec4: one vector, four words.
// run: buffer Colours=zero:32
layout(local_size_x = 32) in;
layout(std430) buffer Colours { vec4 colours[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    colours[lane / 4u][lane & 3u] = float(lane);
}
