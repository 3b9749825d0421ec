#version 430 core
// Right: fragments are counted, and marked in texels of their own: the order makes no difference.
// run: size 16x16
// run: schedules 6
// run: image count=zero:1x1
// run: image seen=zero:16x16
layout(r32ui) coherent uniform uimage2D count;
layout(r32ui) writeonly uniform uimage2D seen;
out vec4 colour;

void main() {
    imageAtomicAdd(count, ivec2(0), 1u);
    imageStore(seen, ivec2(gl_FragCoord.xy), uvec4(7u));
    colour = vec4(gl_FragCoord.xy, 0.0, 1.0);
}
