#version 330 core
// Wrong: the picture is not there.
// run: image photo=no_such_picture.png
uniform sampler2D photo;
out vec4 colour;

void main() {
    colour = texelFetch(photo, ivec2(gl_FragCoord.xy), 0);
}
