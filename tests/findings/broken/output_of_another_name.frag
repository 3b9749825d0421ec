#version 330 core
// Wrong: a run comment binds an output that the kernel does not have.
// run: image photo=random:64x64
// run: output color=photo
uniform sampler2D photo;
out vec4 colour;

void main() {
    colour = vec4(textureSize(photo, 0), 0.0, 1.0);
}
