#version 330 core
// Wrong: a picture with 10^12 texels.
// run: image photo=random:1000000x1000000
uniform sampler2D photo;
out vec4 colour;

void main() {
    colour = texture(photo, gl_FragCoord.xy);
}
