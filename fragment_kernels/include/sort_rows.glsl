// sort_rows.glsl: the comparison of two texels that hold two pairs each.

/// What this side keeps of two texels: of each channel's two pairs the greater if it is the upper side, else the
/// lesser.
uvec4 kept(uvec4 mine, uvec4 theirs, bool upper) {
    if (before(theirs.xy, mine.xy) != upper) mine.xy = theirs.xy;
    if (before(theirs.zw, mine.zw) != upper) mine.zw = theirs.zw;
    return mine;
}
