#version 330 core
// TASK_NAME: the texel to the left of each.
uniform sampler2D source;

out float result;

void main() {
    ivec2 here = ivec2(gl_FragCoord.xy);
    result = texelFetch(source, ivec2(max(here.x - 1, 0), here.y), 0).r;
}
