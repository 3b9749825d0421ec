#version 330 core
// Right: fragments that do not write the output are discarded, so it is not missed.
// run: size 32x32
out vec4 colour;

void main() {
    vec2 from_centre = gl_FragCoord.xy - vec2(16.0);
    if (dot(from_centre, from_centre) > 100.0) discard;
    colour = vec4(1.0, 0.5, 0.0, 1.0);
}
