#version 330 core
// Outside the disc the output is never written.
// run: size 32x32
out vec4 colour;

void main() {
    vec2 from_centre = gl_FragCoord.xy - vec2(16.0);
    if (dot(from_centre, from_centre) < 100.0) {
        colour = vec4(1.0, 0.5, 0.0, 1.0);
    }
}
