#version 330 core
// A linear address is turned into a texel, but the last addresses lie one row below the texture.
// run: size 16x9
// run: image memory=random:12x11
uniform sampler2D memory;
out float result;

void main() {
    int address = int(gl_FragCoord.y) * 16 + int(gl_FragCoord.x);
    result = texelFetch(memory, ivec2(address % 12, address / 12), 0).r;
}
