#version 430 core
// Right: vectors of four are calculated with, of which only three components have values and are used.
// run: buffer Source=random:48
// run: buffer Result=zero:64
layout(local_size_x = 16) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    vec4 place;
    place.x = source[lane * 3u];
    place.yz = vec2(source[lane * 3u + 1u], source[lane * 3u + 2u]);
    vec4 twice = place * 2.0 + vec4(1.0);
    vec4 turned = twice.wzyx;
    result[lane] = dot(turned.yzw, vec3(1.0)) + twice.x;
}
