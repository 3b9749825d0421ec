#version 330 core
// The nearest of four points is compared with a distance that has no start.
// run: size 16x16
out float result;

void main() {
    float nearest;
    for (int k = 0; k < 4; k++) {
        vec2 point = vec2(float(k * 5), float(k * 3 + 1));
        nearest = min(nearest, distance(gl_FragCoord.xy, point));
    }
    result = nearest;
}
