#version 330 core
// sort_rows: the corners of the quads of one step: each quad is one side of the comparators, and knows the
// other side.
//
// The quads tile the texture. By turns they are the lower side, which keeps the lesser pairs, and the upper
// one. The coordinate of the partner is interpolated between the corners: the rasteriser does all the
// addressing (Govindaraju et al., 2005).
uniform int element_count;   // elements of the output; the library sets it
uniform int output_width;    // texels in a row of the output; the library sets it
uniform ivec2 quad;          // width and height of a quad, in texels
uniform int mirrored;        // 1 in the first step of a stage, where partners are mirror images

flat out int upper;
noperspective out vec2 other;

const int CORNERS[6] = int[](0, 1, 2, 2, 1, 3);   // two triangles

void main() {
    vec2 size = vec2(output_width, element_count / output_width);
    int columns = output_width / quad.x;
    int number = gl_VertexID / 6, corner = gl_VertexID % 6;
    vec2 origin = vec2(ivec2(number % columns, number / columns) * quad);
    int place = CORNERS[corner];
    vec2 at = origin + vec2(quad) * vec2(place & 1, place >> 1);

    upper = number & 1;
    // The direction in which quads are neighbours.
    vec2 along = columns > 1 ? vec2(1.0, 0.0) : vec2(0.0, 1.0);
    vec2 border = origin + vec2(quad) * (upper == 1 ? 0.0 : 1.0);     // the side that both quads share
    vec2 image = columns > 1 ? vec2(2.0 * border.x - at.x, at.y) : vec2(size.x - at.x, 2.0 * border.y - at.y);
    other = mirrored != 0 ? image : at + along * vec2(quad) * (upper == 1 ? -1.0 : 1.0);
    gl_Position = vec4((at / size) * 2.0 - 1.0, 0.0, 1.0);
}
