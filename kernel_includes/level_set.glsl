// level_set.glsl: the cells of a level set in its narrow band, their neighbours, and what they ask of their
// pages, in both eras.
//
// The kernel defines value(page, place). A cell that is as far from the surface as WIDTH, with all its
// neighbours, is not moved by a step: so where whole pages are like that, blank pages stand for them.
#include "page_table.glsl"

const float WIDTH = 3.0;             // the band's, in cells, on either side of the surface

uniform ivec3 extent;                // of the volume, in cells

/// A cell of a physical page.
float value(int page, ivec2 place);

// ANCHOR: star
/// A cell with its neighbours before and after it along x, y and z.
struct Star {
    float centre;
    vec3 low;
    vec3 high;
};

/// `own` is the physical page and its first cell in the volume, `beside` the pages at -x, +x, -y and +y,
/// `above` those at -z and +z. Behind the faces of the volume a cell sees itself.
Star star(ivec4 own, ivec4 beside, ivec2 above, ivec2 place) {
    float centre = value(own.x, place);
    Star star = Star(centre, vec3(centre), vec3(centre));
    ivec3 cell = own.yzw + ivec3(place, 0), last = extent - 1;
    if (!within(cell, extent)) return star;
    const int END = SIDE - 1;
    const ivec2 X = ivec2(1, 0), Y = ivec2(0, 1);
    if (cell.x > 0) star.low.x = place.x > 0 ? value(own.x, place - X) : value(beside.x, ivec2(END, place.y));
    if (cell.x < last.x) star.high.x = place.x < END ? value(own.x, place + X) : value(beside.y, ivec2(0, place.y));
    if (cell.y > 0) star.low.y = place.y > 0 ? value(own.x, place - Y) : value(beside.z, ivec2(place.x, END));
    if (cell.y < last.y) star.high.y = place.y < END ? value(own.x, place + Y) : value(beside.w, ivec2(place.x, 0));
    if (cell.z > 0) star.low.z = value(above.x, place);
    if (cell.z < last.z) star.high.z = value(above.y, place);
    return star;
}
// ANCHOR_END: star

// ANCHOR: needs
const uint INSIDE = 128u;            // behind the bits of this page and its six neighbours: it begins inside the surface

/// What a cell asks: bit 0 for its own page, if the next step may move it; bits 1 to 6 for the page beside it
/// at -x, +x, -y, +y, -z and +z, if the next step may move the cell on the other side.
uint needs(Star star, ivec4 own, ivec2 place) {
    if (!within(own.yzw + ivec3(place, 0), extent)) return 0u;
    bvec3 low = notEqual(star.low, vec3(star.centre)), high = notEqual(star.high, vec3(star.centre));
    uint bits = abs(star.centre) < WIDTH || any(low) || any(high) ? 1u : 0u;
    if (low.x && place.x == 0) bits |= 2u;
    if (high.x && place.x == SIDE - 1) bits |= 4u;
    if (low.y && place.y == 0) bits |= 8u;
    if (high.y && place.y == SIDE - 1) bits |= 16u;
    if (low.z) bits |= 32u;
    if (high.z) bits |= 64u;
    if (place == ivec2(0) && star.centre < 0.0) bits |= INSIDE;
    return bits;
}
// ANCHOR_END: needs
