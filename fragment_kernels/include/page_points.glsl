// page_points.glsl: where a vertex kernel puts the point of a physical page: a square of 8 by 8 texels.
#include "points.glsl"
#include "page_table.glsl"

/// The centre of the page, which is the corner of four texels.
vec4 point_of_page(int page) {
    vec2 texel = vec2(page_texel(page, output_width / SIDE)) + float(SIDE) / 2.0 - 0.5;
    return centre(texel, vec2(output_width, element_count / output_width));
}
