#version 330 core
// reduce_top: the sum of all texels, from the one texel of the last mipmap level, their mean.
uniform float count;                 // texels of the first level
uniform int top;                     // the last level
uniform sampler2D levels;

layout(location = 0) out float result;

void main() {
    result = count * textureLod(levels, vec2(0.5), float(top)).r;
}
