#version 330 core
// neighbour_mean: each texel as the mean of itself and its four neighbours.
// refused: bounds
uniform sampler2D source;

out float result;

float read_texel(ivec2 at) {
    return texelFetch(source, at, 0).r;
}

void main() {
    ivec2 here = ivec2(gl_FragCoord.xy);
    float sum = read_texel(here);
    sum += read_texel(here - ivec2(1, 0)) + read_texel(here + ivec2(1, 0));
    sum += read_texel(here - ivec2(0, 1)) + read_texel(here + ivec2(0, 1));
    result = sum / 5.0;
}
