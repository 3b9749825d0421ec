#version 430 core
// reduce_top: the sum of all texels, from the one texel of the last mipmap level, their mean.
layout(local_size_x = 1) in;

uniform float count;                 // texels of the first level
uniform int top;                     // the last level
uniform sampler2D levels;
layout(std430, binding = 0) writeonly buffer Result { float result[]; };

void main() {
    result[0] = count * textureLod(levels, vec2(0.5), float(top)).r;
}
