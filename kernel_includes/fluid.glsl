// fluid.glsl: the faces of cells, blocks of cells, and jets, in both eras.
//
// A cell's word has a byte for each of its faces: left, right, above, below. 128 is open, 0 is a wall; a face
// of a coarser grid stands for several and may be between. A block is two by two cells in the channels of one
// element: the upper two, then the lower two.

const int LEFT = 0, RIGHT = 1, ABOVE = 2, BELOW = 3;

/// How far open the faces on one side of a block's cells are, 0 to 1.
vec4 openness(uvec4 faces, int side) { return vec4((faces >> uint(8 * side)) & 255u) / 128.0; }

/// The same of one cell.
float openness(uint faces, int side) { return float((faces >> uint(8 * side)) & 255u) / 128.0; }

/// The channel of a block that is this cell.
float channel(vec4 block, ivec2 cell) {
    vec2 row = (cell.y & 1) == 0 ? block.xy : block.zw;
    return (cell.x & 1) == 0 ? row.x : row.y;
}

uint channel(uvec4 block, ivec2 cell) {
    uvec2 row = (cell.y & 1) == 0 ? block.xy : block.zw;
    return (cell.x & 1) == 0 ? row.x : row.y;
}

/// What a block's cells have on all sides, as far as the faces are open, from the block and the four around
/// it.
vec4 around(uvec4 faces, vec4 here, vec4 left, vec4 right, vec4 above, vec4 below) {
    vec4 sides = openness(faces, LEFT) * vec4(left.y, here.x, left.w, here.z);
    sides += openness(faces, RIGHT) * vec4(here.y, right.x, here.w, right.z);
    vec4 ends = openness(faces, ABOVE) * vec4(above.zw, here.xy);
    ends += openness(faces, BELOW) * vec4(here.zw, below.xy);
    return sides + ends;
}

/// The open faces of a block's cells, added up.
vec4 open_faces(uvec4 faces) {
    return openness(faces, LEFT) + openness(faces, RIGHT) + (openness(faces, ABOVE) + openness(faces, BELOW));
}

/// How much of a jet there is at a place: 1 in its middle, 0 from its radius on.
float jet_share(vec3 jet, vec2 place) {
    vec2 away = place - jet.xy;
    float rest = max(1.0 - dot(away, away) / (jet.z * jet.z), 0.0);
    return rest * rest;
}

/// What flows out of a block's cells, less what flows in: by the velocities of its cells `a b`, below them
/// `c d`, those across the faces to the right of `b` and `d`, and those across the faces below `c` and `d`.
vec4 divergence_of(vec2 a, vec2 b, vec2 c, vec2 d, vec2 right, vec2 below) {
    vec4 along = vec4(b.x - a.x, right.x - b.x, d.x - c.x, right.y - d.x);
    vec4 down = vec4(c.y - a.y, d.y - b.y, below - vec2(c.y, d.y));
    return along + down;
}
