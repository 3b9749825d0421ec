#version 330 core
// The colour is put together in a function that forgets alpha.
// run: size 8x8
out vec4 colour;

vec4 shade(vec2 place) {
    vec4 shaded;
    shaded.rgb = vec3(place, 0.5);
    return shaded;
}

void main() {
    vec4 kept = shade(gl_FragCoord.xy / 8.0);
    colour = kept;
}
