#version 330 core
// heat: one step; each texel becomes the mean of itself and its four neighbours.

uniform sampler2D state;

out float next;

float heat(ivec2 at) {
    return texelFetch(state, clamp(at, ivec2(0), textureSize(state, 0) - 1), 0).r;
}

void main() {
    ivec2 here = ivec2(gl_FragCoord.xy);
    float sum = heat(here) + heat(here + ivec2(1, 0)) + heat(here - ivec2(1, 0));
    next = (sum + heat(here + ivec2(0, 1)) + heat(here - ivec2(0, 1))) / 5.0;
}
