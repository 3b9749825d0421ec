#version 330 core
// A blur that samples the neighbours from the picture into which it draws.
// run: size 33x17
// run: image photo=random:33x17
// run: output colour=photo
uniform sampler2D photo;
out vec4 colour;

void main() {
    vec2 size = vec2(textureSize(photo, 0));
    vec4 sum = vec4(0.0);
    for (int dx = -1; dx <= 1; dx++) {
        sum += texture(photo, (gl_FragCoord.xy + vec2(float(dx), 0.0)) / size);
    }
    colour = sum / 3.0;
}
