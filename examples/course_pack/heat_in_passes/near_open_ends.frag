#version 330 core
// heat_in_passes: one step of heat in a rod.
// refused: bounds
uniform sampler2D state;

out float next;

void main() {
    int x = int(gl_FragCoord.x);
    int last = textureSize(state, 0).x - 1;
    float own = texelFetch(state, ivec2(x, 0), 0).r;
    float left = texelFetch(state, ivec2(x - 1, 0), 0).r;
    float right = texelFetch(state, ivec2(x + 1, 0), 0).r;
    next = own + 0.25 * (left - 2.0 * own + right);
}
