#version 330 core
// Right: all components of an output, a member and an array element are set at once, in another order.
// run: image photo=random:16x16
// run: size 16x16
struct Light { vec4 colour; float power; };
uniform sampler2D photo;
layout(location = 0) out vec4 colour;
layout(location = 1) out vec2 pair;

void main() {
    vec4 texel = texelFetch(photo, ivec2(gl_FragCoord.xy), 0);
    Light lights[2];
    lights[0].colour.abgr = texel;
    lights[1].colour.wzyx = lights[0].colour;
    vec2 turned;
    turned.yx = texel.xy;
    colour.bgra = lights[1].colour;
    pair.yx = turned;
}
