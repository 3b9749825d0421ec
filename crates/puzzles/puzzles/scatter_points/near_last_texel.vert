#version 330 core
// scatter_points: one element, drawn as a point of one texel at its place in the result.
// refused: wrong
uniform int element_count;   // elements of the result; the library sets it
uniform int output_width;    // texels in a row of it; the library sets it

in float source;
in uint places;
flat out float value;

void main() {
    value = source;
    gl_PointSize = 1.0;
    gl_Position = vec4(4.0, 4.0, 0.0, 1.0);           // outside
    if (places >= uint(element_count)) return;
    int rows = (element_count + output_width - 1) / output_width;
    vec2 size = vec2(output_width, rows);
    vec2 texel = vec2(int(places) % output_width, int(places) / output_width);
    gl_Position = vec4(texel / max(size - 1.0, 1.0) * 2.0 - 1.0, 0.0, 1.0);
}
