#version 330 core
// Right: a minimum that starts with a very large number instead of infinity.
// run: size 8x8
// run: watch non-finite
out float result;

void main() {
    float nearest = 3.0e38;
    for (int k = 0; k < 4; k++) {
        vec2 point = vec2(float(k * 2), float(k));
        nearest = min(nearest, length(gl_FragCoord.xy - point));
    }
    result = nearest * 2.0;
}
