#version 430 core
// anywhere: a fragment stores at an address that it computes.
layout(r32f, binding = 0) writeonly uniform image2D result;
uniform int element_count;

void main() {
    int mirrored = (element_count - 1) - int(gl_FragCoord.x);
    imageStore(result, ivec2(mirrored, 0), vec4(1.0));
}
