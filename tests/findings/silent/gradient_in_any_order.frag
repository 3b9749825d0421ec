#version 330 core
// Right: fragments that change no memory have one result, however many orders are asked for.
// run: size 16x16
// run: schedules 6
out vec4 colour;

void main() {
    colour = vec4(gl_FragCoord.xy / 16.0, 0.0, 1.0);
}
