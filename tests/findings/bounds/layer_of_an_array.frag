#version 330 core
// Layer 3 of a texture with three layers, which are 0, 1 and 2.
// run: size 8x8
// run: image frames=random:8x8x3
uniform sampler2DArray frames;
out vec4 colour;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    int layer = at.x / 2;
    colour = texelFetch(frames, ivec3(at, layer), 0);
}
