#version 330 core
// ramp: three vertices, of which the rasteriser makes a fragment for each texel that their triangle covers.
out float across;             // goes into the fragment stream

void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    across = 2.0 * corner.x;
    gl_Position = vec4((corner * 4.0) - 1.0, 0.0, 1.0);
}
