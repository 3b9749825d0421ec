#version 330 core
// A light that falls off with the distance has no strength at its own place.
// run: size 15x15
// run: watch non-finite
out float result;

void main() {
    vec2 away = gl_FragCoord.xy - vec2(7.5);
    float strength = inversesqrt(dot(away, away));
    result = min(strength, 1.0);
}
