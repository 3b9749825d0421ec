#version 330 core
// cloth_draw: the colour of one pixel of the wall, the ball or the cloth.
uniform vec3 eye;

in vec3 spot;
in vec3 normal;
in vec2 thread;
flat in int kind;

layout(location = 0) out vec4 picture;

void main() {
    if (kind == 0) {
        picture = vec4(mix(vec3(0.10, 0.12, 0.20), vec3(0.34, 0.38, 0.48), thread.y), 1.0);
        return;
    }
    vec3 view = normalize(eye - spot);
    vec3 facing = normal / max(length(normal), 1e-12);
    bool back = dot(facing, view) < 0.0;
    if (back) facing = -facing;
    vec3 light = normalize(vec3(0.5, 1.0, 0.35));
    float bright = 0.30 + 0.70 * pow(0.5 + 0.5 * dot(facing, light), 1.5);
    float gleam = pow(max(dot(facing, normalize(light + view)), 0.0), 40.0);
    vec3 colour = vec3(0.90, 0.86, 0.78);
    if (kind == 2) {
        bool stripe = mod(floor(thread.x / 4.0) + floor(thread.y / 4.0), 2.0) == 0.0;
        colour = stripe ? vec3(0.85, 0.16, 0.20) : vec3(0.98, 0.72, 0.30);
        colour = back ? colour * vec3(0.55, 0.60, 0.75) : colour;
    }
    picture = vec4(min(colour * bright + 0.18 * gleam, 1.0), 1.0);
}
