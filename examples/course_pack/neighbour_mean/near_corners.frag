#version 330 core
// neighbour_mean: each texel as the mean of itself and its four neighbours.
// refused: wrong
uniform sampler2D source;

out float result;

float read_texel(ivec2 at) {
    return texelFetch(source, clamp(at, ivec2(0), textureSize(source, 0) - 1), 0).r;
}

void main() {
    ivec2 here = ivec2(gl_FragCoord.xy);
    float sum = read_texel(here);
    sum += read_texel(here - ivec2(1, 1)) + read_texel(here + ivec2(1, 1));
    sum += read_texel(here - ivec2(1, -1)) + read_texel(here + ivec2(1, -1));
    result = sum / 5.0;
}
