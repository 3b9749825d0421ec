// page_table.glsl: from a cell of a virtual volume to its page and its place there, in both eras.
//
// A page is a square of one slice, so that it is a square of a texture too, and so that its six neighbours
// are whole faces.

const int SIDE = 8;                  // cells of a page along x and y; along z it has one
const int CELLS = SIDE * SIDE;       // of a page
const uint WANTED = 2u;              // what a virtual page is marked with that must have memory; below it, which blank page it becomes

bool within(ivec3 cell, ivec3 extent) {
    return all(greaterThanEqual(cell, ivec3(0))) && all(lessThan(cell, extent));
}

/// Pages of a volume along x, y and z.
ivec3 pages_of(ivec3 extent) { return ivec3((extent.xy + SIDE - 1) / SIDE, extent.z); }

/// The virtual page of a cell: its place in the table.
int page_of(ivec3 cell, ivec3 extent) {
    ivec3 pages = pages_of(extent);
    return cell.x / SIDE + pages.x * (cell.y / SIDE + pages.y * cell.z);
}

/// The first cell of a virtual page.
ivec3 first_cell(int page, ivec3 extent) {
    ivec3 pages = pages_of(extent);
    int row = page / pages.x;
    return ivec3((page - row * pages.x) * SIDE, (row % pages.y) * SIDE, row / pages.y);
}

/// Column and row of a cell in its page.
ivec2 in_page(ivec3 cell) { return cell.xy & (SIDE - 1); }

/// The texel of a physical page's first cell, in a texture that is so many pages wide.
ivec2 page_texel(int page, int columns) { return SIDE * ivec2(page % columns, page / columns); }
