#version 330 core
// matmul_pack: four neighbours of a row of a matrix into one texel, with zeros where the matrix has ended.
#include "stream.glsl"

uniform sampler2D source;

layout(location = 0) out vec4 result;

void main() {
    ivec2 at = ivec2(4, 1) * here(), end = textureSize(source, 0);
    vec4 four = vec4(0.0);
    for (int channel = 0; channel < 4; ++channel) {
        ivec2 from = at + ivec2(channel, 0);
        if (all(lessThan(from, end))) four[channel] = fetch(source, from).r;
    }
    result = four;
}
