#version 330 core
// Right: the target is one of two textures of equal size, and only the other is sampled: a ping-pong.
// run: size 16x16
// run: image even=random:16x16
// run: image odd=zero:16x16
// run: output colour=odd
uniform sampler2D even;
uniform sampler2D odd;
out vec4 colour;

void main() {
    vec2 size = vec2(textureSize(odd, 0));
    colour = texture(even, gl_FragCoord.xy / size) * 0.5;
}
