#version 330 core
// Red, green and blue are written, alpha is not.
// run: size 33x17
// run: image photo=random:33x17
uniform sampler2D photo;
out vec4 colour;

void main() {
    colour.rgb = 1.0 - texelFetch(photo, ivec2(gl_FragCoord.xy), 0).rgb;
}
