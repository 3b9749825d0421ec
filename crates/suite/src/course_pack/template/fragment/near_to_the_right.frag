#version 330 core
// TASK_NAME: the texel to the left of each.
// refused: wrong
uniform sampler2D source;

out float result;

void main() {
    ivec2 here = ivec2(gl_FragCoord.xy);
    result = texelFetch(source, ivec2((here.x + 1) % textureSize(source, 0).x, here.y), 0).r;
}
