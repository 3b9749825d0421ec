#version 330 core
// surfaces: three times a byte and those right of it and below it, modulo 256: one texel of a chain of passes.
//
// In whole numbers, so that all ways must give the same bytes. Source and target may begin at different columns of
// what holds them.
// run: image source=random:64x64
// run: uniform side=64
uniform sampler2D source;
uniform int from;    // the column where the source begins
uniform int to;      // the column where the target begins
uniform int side;    // texels along a side

layout(location = 0) out vec4 result;

ivec4 bytes(int x, int y) {
    ivec2 place = ivec2(x < side ? x : 0, y < side ? y : 0);
    return ivec4((texelFetch(source, place + ivec2(from, 0), 0) * 255.0) + 0.5);
}

void main() {
    int x = int(gl_FragCoord.x) - to;
    int y = int(gl_FragCoord.y);
    ivec4 sum = (3 * bytes(x, y)) + bytes(x + 1, y) + bytes(x, y + 1);
    result = vec4(sum & 255) / 255.0;
}
