#version 330 core
// Wrong: the picture's file has the name of a PNG and holds a line of text.
// run: image photo=not_a_picture.png
uniform sampler2D photo;
out vec4 colour;

void main() {
    colour = texelFetch(photo, ivec2(gl_FragCoord.xy), 0);
}
