#version 330 core
// A ratio of two channels, where the picture has black texels.
// run: size 8x8
// run: watch non-finite
// run: image photo=zero:8x8
uniform sampler2D photo;
out float result;

void main() {
    vec4 texel = texelFetch(photo, ivec2(gl_FragCoord.xy), 0);
    result = (texel.r + 1.0) / texel.g;
}
