#version 330 core
// The kernel fetches the texel that it is about to write: what it gets is undefined.
// run: size 32x32
// run: image photo=random:32x32
// run: output colour=photo
uniform sampler2D photo;
out vec4 colour;

void main() {
    colour = 0.5 * texelFetch(photo, ivec2(gl_FragCoord.xy), 0);
}
