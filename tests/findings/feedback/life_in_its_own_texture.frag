#version 330 core
// The Game of Life with one texture instead of two.
// run: size 16x16
// run: image cells=random:16x16
// run: output result=cells
uniform sampler2D cells;
out float result;

float alive(ivec2 at) { return step(0.5, texelFetch(cells, at & 15, 0).r); }

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    float neighbours = -alive(at);
    for (int k = 0; k < 9; k++) neighbours += alive(at + ivec2(k % 3 - 1, k / 3 - 1));
    result = neighbours == 3.0 || (neighbours == 2.0 && alive(at) == 1.0) ? 1.0 : 0.0;
}
