#version 330 core
// A ray is marched by a step that is zero where the field is zero: it never arrives.
// run: size 8x8
// run: steps 100000
// run: uniform speed=0
uniform float speed;
out float result;

void main() {
    float depth = 0.0, light = 0.0;
    while (depth < 1.0) {
        light = 0.5 * light + 0.25;
        depth += speed * gl_FragCoord.x;
    }
    result = light;
}
