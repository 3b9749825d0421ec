#version 330 core
// The texture has one level, and the fetch asks for the second.
// run: size 16x16
// run: image photo=random:32x32
uniform sampler2D photo;
out vec4 colour;

void main() {
    colour = texelFetch(photo, ivec2(gl_FragCoord.xy), 1);
}
