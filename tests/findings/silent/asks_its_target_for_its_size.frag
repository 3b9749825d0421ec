#version 330 core
// Right: asking a texture for its size samples nothing, also if it is the target.
// run: size 24x8
// run: image photo=random:24x8
// run: output colour=photo
uniform sampler2D photo;
out vec4 colour;

void main() {
    colour = vec4(gl_FragCoord.xy / vec2(textureSize(photo, 0)), 0.0, 1.0);
}
