#version 430 core
// Right: the index of the sampler is the same for all fragments.
// run: size 8x8
// run: uniform which=1
uniform int which;
uniform sampler2D maps[2];
out float result;

void main() {
    result = texelFetch(maps[which], ivec2(gl_FragCoord.xy) & 3, 0).r;
}
