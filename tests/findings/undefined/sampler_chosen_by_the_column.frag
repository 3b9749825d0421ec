#version 430 core
// Each column chooses its sampler of two: the index is not the same for all fragments.
// run: size 8x8
// run: image maps[1]=one:8x8
uniform sampler2D maps[2];
out float result;

void main() {
    int column = int(gl_FragCoord.x);
    result = texelFetch(maps[column & 1], ivec2(column, 0), 0).r;
}
