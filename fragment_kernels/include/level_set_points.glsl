// level_set_points.glsl: one page in use, drawn as a point of 8 by 8 texels; with it come the addresses of
// its neighbours.
//
// The host sends them: it keeps the page table, so no fragment has to translate an address.
#include "page_points.glsl"

in ivec4 own;                        // the physical page, and its first cell in the volume
in ivec4 beside;                     // the pages at -x, +x, -y and +y
in ivec2 above;                      // the pages at -z and +z
flat out ivec4 own_page;
flat out ivec4 pages_beside;
flat out ivec2 pages_above;

void draw_page() {
    own_page = own;
    pages_beside = beside;
    pages_above = above;
    gl_Position = point_of_page(own.x);
    gl_PointSize = float(SIDE);
}
