// level_set_pages.glsl: a page of the list and its six neighbours, as the table has them. The kernel declares
// `list` and `table`.

/// A virtual page's memory; blank outside the volume.
int memory_of(ivec3 page, ivec3 pages) {
    if (!within(page, pages)) return 0;
    return int(table[page.x + pages.x * (page.y + pages.y * page.z)]);
}

/// The pages that star() wants.
void pages_around(int page, out ivec4 own, out ivec4 beside, out ivec2 above) {
    ivec3 first = first_cell(page, extent), pages = pages_of(extent);
    ivec3 at = ivec3(first.xy / SIDE, first.z);
    const ivec3 X = ivec3(1, 0, 0), Y = ivec3(0, 1, 0), Z = ivec3(0, 0, 1);
    own = ivec4(memory_of(at, pages), first);
    beside = ivec4(memory_of(at - X, pages), memory_of(at + X, pages), memory_of(at - Y, pages), memory_of(at + Y, pages));
    above = ivec2(memory_of(at - Z, pages), memory_of(at + Z, pages));
}
