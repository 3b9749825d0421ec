#version 110
// hash_grid_keys_2005: what one bucket looks for among the sorted points: itself, before any texel.
uniform float output_width;  // texels in a row of the output; the library sets it

void main() {
    vec2 texel = gl_FragCoord.xy - 0.5;
    gl_FragColor = vec4(texel.x + (texel.y * output_width), vec3(-1.0));
}
